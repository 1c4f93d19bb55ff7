/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.stoa.reader;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.StoaException;
import dev.stoa.format.Type;
import dev.stoa.format.UnsupportedFileException;
import dev.stoa.format.internal.meta.ColumnIndex;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.reader.KeyFile.DataKey;
import dev.stoa.reader.KeyFile.MasterKey;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The bytes have room for encryption (format-spec, section 15): columns and footers of any file are encrypted, refused by name
 * without the key, and come back as they were. Key files wrap their keys.
 */
final class EncryptionPrototypeTest {
    private static final byte[] KEY = new byte[32];
    private static final byte[] KEY_DATA = "wrapped key".getBytes(StandardCharsets.UTF_8);

    private static final int NAME_BYTES = 16;
    private static final Random RANDOM = new Random(5);
    private static final UUID TABLE = new UUID(1, 1);
    private static final MasterKey OLD = new MasterKey("old", random(32));
    private static final MasterKey NEXT = new MasterKey("next", random(16));

    static {
        new Random(5).nextBytes(KEY);
    }

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void allColumnsComeBack(SmallFiles.Kind kind) throws Exception {
        byte[] clear = SmallFiles.bytes(kind);
        List<Type> types = EncryptedFiles.types(SmallFiles.schema(kind));
        Set<Integer> all = IntStream.range(0, types.size()).boxed().collect(Collectors.toSet());
        byte[] stored = EncryptedFiles.encryptColumns(clear, types, all, cipher(kind), KEY_DATA);
        byte[] back = EncryptedFiles.decryptColumns(stored, types, cipher(kind));
        assertEquals(content(clear), content(back));
        assertEquals(List.of(), HostileReads.verify(back));
        assertInstanceOf(HostileReads.Outcome.Refused.class, HostileReads.read(stored));
    }

    /** Without the key: the schema, the other columns, and a refusal by name. */
    @Test
    void otherColumnsNeedNoKey() throws Exception {
        byte[] stored = encrypted(SmallFiles.Kind.FLAT, Set.of(1, 2));
        Path path = Files.write(folder.resolve("some.stoa"), stored);
        try (StoaFile file = Tables.open(path)) {
            assertEquals(SmallFiles.schema(SmallFiles.Kind.FLAT), file.schema());
            try (Scan scan = file.scan().select("id", "flag", "f").build()) {
                long rows = 0;
                while (scan.next()) {
                    rows += scan.batch().rowCount();
                }
                assertEquals(5000, rows);
            }
            for (String column : List.of("n", "price")) {
                String message = assertThrows(
                                UnsupportedFileException.class,
                                () -> file.scan().select(column).build().next())
                        .getMessage();
                assertTrue(message.contains("some.stoa: column '" + column + "' is encrypted with key 0"), message);
            }
        }
    }

    /** No text of an encrypted column is anywhere in the file, neither as a value nor as a bound. */
    @ParameterizedTest
    @EnumSource(names = {"TEXT", "PAGED"})
    void noPlaintextIsLeft(SmallFiles.Kind kind) throws Exception {
        List<Type> types = EncryptedFiles.types(SmallFiles.schema(kind));
        Set<Integer> all = IntStream.range(0, types.size()).boxed().collect(Collectors.toSet());
        for (String needle : kind == SmallFiles.Kind.TEXT ? List.of("city ", "note no") : List.of("page 0")) {
            assertTrue(has(SmallFiles.bytes(kind), needle), needle);
            assertFalse(has(encrypted(kind, all), needle), needle);
        }
    }

    /** Each module is bound to its file, column, kind and place. */
    @Test
    void modulesCannotChangePlaces() throws Exception {
        byte[] stored = encrypted(SmallFiles.Kind.FLAT, Set.of(0, 4));
        List<Type> types = EncryptedFiles.types(SmallFiles.schema(SmallFiles.Kind.FLAT));
        MutableFile swapped = new MutableFile(stored);
        byte[] minMax = swapped.minMaxes.get(0);
        swapped.minMax(0, swapped.minMaxes.get(4)).minMax(4, minMax);
        swapped.transform(0, 1, 0).transform(4, 1, 0);
        refused(swapped.toBytes(), types, cipher(SmallFiles.Kind.FLAT));
        refused(stored, types, new ModuleCipher(new UUID(1, 2), KEY));
        byte[] otherKey = KEY.clone();
        otherKey[7] ^= 1;
        refused(stored, types, new ModuleCipher(uuid(SmallFiles.Kind.FLAT), otherKey));
        ModuleCipher cipher = cipher(SmallFiles.Kind.FLAT);
        Set<String> all = new HashSet<>();
        for (ModuleCipher.Module module : ModuleCipher.Module.values()) {
            for (int node : new int[] {0, 1, 255, 256, (1 << 24) - 1}) {
                for (long ordinal : new long[] {0, 1, 255, 1L << 32}) {
                    assertTrue(all.add(Arrays.toString(cipher.encrypt(new byte[8], module, node, ordinal))));
                }
            }
        }
    }

    /** A damaged module of the data is noticed by its CRC without a key, and by its tag if the CRC is forged. */
    @Test
    void changedBytesAreNoticed() throws Exception {
        List<Type> types = EncryptedFiles.types(SmallFiles.schema(SmallFiles.Kind.FLAT));
        byte[] stored = encrypted(SmallFiles.Kind.FLAT, Set.of(0));
        MutableFile file = new MutableFile(stored);
        ModuleCipher cipher = cipher(SmallFiles.Kind.FLAT);
        byte[] plain = cipher.decrypt(file.indexes.get(0), ModuleCipher.Module.INDEX, 0, 0);
        ColumnIndex index = file.index(0, plain).index(0, types.get(0));
        byte[] flipped = stored.clone();
        flipped[(int) index.extents().get(0).offset()] ^= 1;
        String message = refused(flipped, types, cipher);
        assertTrue(message.contains("GRANULE 0 of node 0 is damaged"), message);
        assertThrows(
                CorruptFileException.class,
                () -> cipher.decrypt(Arrays.copyOf(file.indexes.get(0), 20), ModuleCipher.Module.INDEX, 0, 0));
    }

    @ParameterizedTest
    @EnumSource
    void footersComeBack(SmallFiles.Kind kind) throws Exception {
        byte[] clear = SmallFiles.bytes(kind);
        byte[] stored = EncryptedFiles.encryptFooter(clear, cipher(kind), KEY_DATA);
        assertTrue(has(clear, "stoa test") && !has(stored, "stoa test"));
        Path path = Files.write(folder.resolve("hidden.stoa"), stored);
        String message = assertThrows(UnsupportedFileException.class, () -> Tables.open(path))
                .getMessage();
        assertTrue(message.contains("hidden.stoa: its footer is encrypted"), message);
        assertArrayEquals(clear, EncryptedFiles.decryptFooter(stored, cipher(kind), KEY_DATA));
        byte[] flipped = stored.clone();
        flipped[stored.length - Layout.TAIL_BYTES - 30] ^= 1;
        assertThrows(CorruptFileException.class, () -> EncryptedFiles.decryptFooter(flipped, cipher(kind), KEY_DATA));
    }

    /** A repeated attempt takes another key, so equal rows in a file of one UUID never share a key stream. */
    @Test
    void anotherAttemptHasOtherBytes() {
        byte[] other = KEY.clone();
        other[0] ^= 1;
        UUID file = uuid(SmallFiles.Kind.FLAT);
        byte[] rows = new byte[64];
        assertNotEquals(
                Arrays.toString(new ModuleCipher(file, KEY).encrypt(rows, ModuleCipher.Module.GRANULE, 0, 0)),
                Arrays.toString(new ModuleCipher(file, other).encrypt(rows, ModuleCipher.Module.GRANULE, 0, 0)));
    }

    /** Data files name their keys. So another key file and another master key open the same bytes. */
    @Test
    void aRotationRewritesNoDataFile() throws Exception {
        List<DataKey> keys = new ArrayList<>();
        for (SmallFiles.Kind kind : SmallFiles.Kind.values()) {
            DataKey key = dataKey(kind);
            keys.add(key);
            Files.write(folder.resolve(kind + ".stoa"), encrypted(kind, key));
        }
        KeyFile before = KeyFile.write(folder.resolve("before.stoa"), TABLE, OLD, keys);
        Map<SmallFiles.Kind, Object> written = new EnumMap<>(SmallFiles.Kind.class);
        for (SmallFiles.Kind kind : SmallFiles.Kind.values()) {
            written.put(kind, List.of(identity(kind), opened(kind, before, OLD)));
        }

        KeyFile after = before.rotate(folder.resolve("after.stoa"), TABLE, OLD, NEXT);
        for (SmallFiles.Kind kind : SmallFiles.Kind.values()) {
            assertEquals(written.get(kind), List.of(identity(kind), opened(kind, after, NEXT)));
            assertEquals(content(SmallFiles.bytes(kind)), opened(kind, after, NEXT));
            assertThrows(CorruptFileException.class, () -> opened(kind, after, OLD));
            String message = assertThrows(
                            CorruptFileException.class,
                            () -> opened(kind, after, new MasterKey(NEXT.name(), OLD.bytes())))
                    .getMessage();
            assertTrue(message.contains("is not what the master key 'next' wrapped"), message);
        }
        String bytes = new String(Files.readAllBytes(after.path()), StandardCharsets.ISO_8859_1);
        for (DataKey key : keys) {
            assertTrue(bytes.contains(new String(key.name(), StandardCharsets.ISO_8859_1)));
            assertFalse(bytes.contains(new String(key.bytes(), StandardCharsets.ISO_8859_1)), "a key in clear");
        }
    }

    @Test
    void aKeyFileThatLacksTheKeyIsRefused() throws Exception {
        DataKey flat = dataKey(SmallFiles.Kind.FLAT);
        Files.write(folder.resolve("FLAT.stoa"), encrypted(SmallFiles.Kind.FLAT, flat));
        List<List<DataKey>> others = List.of(
                List.of(),
                List.of(dataKey(SmallFiles.Kind.FLAT)),
                List.of(new DataKey(new UUID(1, 2), flat.name(), flat.bytes())));
        for (int i = 0; i < others.size(); i++) {
            KeyFile file = KeyFile.write(folder.resolve("keys" + i + ".stoa"), TABLE, OLD, others.get(i));
            String message = assertThrows(CorruptFileException.class, () -> opened(SmallFiles.Kind.FLAT, file, OLD))
                    .getMessage();
            assertTrue(message.contains("it has no key ") && message.contains(" of file " + flat.file()), message);
        }
    }

    /** A wrapped key fits its table, file and name only: a row that was copied from another place opens nothing. */
    @Test
    void aKeyOfAnotherFileIsRefused() throws Exception {
        DataKey flat = dataKey(SmallFiles.Kind.FLAT);
        DataKey text = dataKey(SmallFiles.Kind.TEXT);
        Files.write(folder.resolve("FLAT.stoa"), encrypted(SmallFiles.Kind.FLAT, flat));
        byte[] wrapped = KeyFile.write(folder.resolve("text.stoa"), TABLE, OLD, List.of(text))
                .rows(TABLE, OLD, Filter.isNotNull("file"))
                .get(0)
                .wrapped();
        KeyFile forged = KeyFile.writeRows(
                folder.resolve("forged.stoa"), TABLE, OLD, List.of(new KeyFile.Row(flat.file(), flat.name(), wrapped)));
        String message = assertThrows(CorruptFileException.class, () -> opened(SmallFiles.Kind.FLAT, forged, OLD))
                .getMessage();
        assertTrue(message.contains("is not what the master key 'old' wrapped"), message);
        KeyFile other = KeyFile.write(folder.resolve("other.stoa"), new UUID(3, 4), OLD, List.of(flat));
        message = assertThrows(CorruptFileException.class, () -> opened(SmallFiles.Kind.FLAT, other, OLD))
                .getMessage();
        assertTrue(message.contains("its stoa.table is "), message);
    }

    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        RANDOM.nextBytes(bytes);
        return bytes;
    }

    private static DataKey dataKey(SmallFiles.Kind kind) {
        return new DataKey(uuid(kind), random(NAME_BYTES), random(32));
    }

    /** A file with all columns encrypted, which names its key. */
    private static byte[] encrypted(SmallFiles.Kind kind, DataKey key) throws Exception {
        List<Type> types = EncryptedFiles.types(SmallFiles.schema(kind));
        Set<Integer> all = IntStream.range(0, types.size()).boxed().collect(Collectors.toSet());
        ModuleCipher cipher = new ModuleCipher(key.file(), key.bytes());
        return EncryptedFiles.encryptColumns(SmallFiles.bytes(kind), types, all, cipher, key.name());
    }

    /** The content of the encrypted file of a kind, whose key is in a key file. */
    private List<Object> opened(SmallFiles.Kind kind, KeyFile keys, MasterKey master) throws Exception {
        byte[] stored = Files.readAllBytes(folder.resolve(kind + ".stoa"));
        byte[] key = keys.key(TABLE, master, uuid(kind), EncryptedFiles.keyData(stored, NAME_BYTES));
        List<Type> types = EncryptedFiles.types(SmallFiles.schema(kind));
        return content(EncryptedFiles.decryptColumns(stored, types, new ModuleCipher(uuid(kind), key)));
    }

    private FileIdentity identity(SmallFiles.Kind kind) throws Exception {
        try (StoaFile file = Tables.open(folder.resolve(kind + ".stoa"))) {
            return file.identity();
        }
    }

    private static byte[] encrypted(SmallFiles.Kind kind, Set<Integer> nodes) throws Exception {
        List<Type> types = EncryptedFiles.types(SmallFiles.schema(kind));
        return EncryptedFiles.encryptColumns(SmallFiles.bytes(kind), types, nodes, cipher(kind), KEY_DATA);
    }

    private static String refused(byte[] stored, List<Type> types, ModuleCipher cipher) {
        return assertThrows(StoaException.class, () -> EncryptedFiles.decryptColumns(stored, types, cipher))
                .getMessage();
    }

    private static UUID uuid(SmallFiles.Kind kind) {
        return new UUID(17, kind.name().hashCode());
    }

    private static ModuleCipher cipher(SmallFiles.Kind kind) {
        return new ModuleCipher(uuid(kind), KEY);
    }

    private static List<Object> content(byte[] file) {
        return assertInstanceOf(HostileReads.Outcome.Content.class, HostileReads.read(file))
                .content();
    }

    private static boolean has(byte[] file, String needle) {
        return new String(file, StandardCharsets.ISO_8859_1).contains(needle);
    }
}
