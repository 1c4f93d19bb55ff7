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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.BytesVector;
import dev.stoa.format.Field;
import dev.stoa.format.Physical;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.internal.encoding.wire.ByteSink;
import dev.stoa.format.internal.encoding.wire.BytesEncoding;
import dev.stoa.format.internal.encoding.wire.ConstantValue;
import dev.stoa.format.internal.encoding.wire.Encoding;
import dev.stoa.format.internal.encoding.wire.EncodingId;
import dev.stoa.format.internal.encoding.wire.Lz4Blocks;
import dev.stoa.format.internal.meta.ColumnIndex;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.format.internal.meta.Properties;
import dev.stoa.reader.HostileReads.Outcome;
import dev.stoa.reader.MutableNode.Part;
import dev.stoa.reader.reference.ReferenceDecoder;
import dev.stoa.writer.WriterMemory;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values that rows share, in a dictionary or in runs, have at most 65,536 bytes (format-spec, sections 7.4, 7.5 and 9). */
@Tag("once")
final class RepeatedValuesTest {
    private static final int MOST = 65_536;
    private static final int ROWS = 4096;
    private static final Schema SCHEMA = Schema.of(Field.required("a", Type.of(TypeKind.BINARY)));

    @TempDir
    Path folder;

    private static byte[] random(int length, long seed) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    /** Writes rows, has both readers read and verify them, and returns the ids of the encodings of each block. */
    private List<Set<Integer>> written(List<byte[]> rows) throws IOException {
        return written(rows, WriterOptions.DEFAULT);
    }

    private List<Set<Integer>> written(List<byte[]> rows, WriterOptions options) throws IOException {
        Path path = Files.createTempFile(folder, "rows", ".stoa");
        Files.delete(path);
        Tables.write(path, SCHEMA, rows.stream().map(row -> new Object[] {row}).toList(), options);
        try (StoaFile file = Tables.open(path);
                Scan scan = file.scan().build()) {
            int next = 0;
            while (scan.next()) {
                BytesVector values = (BytesVector) scan.batch().column(0);
                for (int i = 0; i < scan.batch().rowCount(); i++, next++) {
                    assertEquals(ByteBuffer.wrap(rows.get(next)), ByteBuffer.wrap(values.get(i)), "row " + next);
                }
            }
            assertEquals(rows.size(), next);
        }
        byte[] file = Files.readAllBytes(path);
        assertEquals(List.of(), HostileReads.verify(file));
        assertTrue(ReferenceDecoder.lines("check", path).get(0).startsWith("good"));
        List<Set<Integer>> blocks = new ArrayList<>();
        for (ColumnIndex.Block block :
                new MutableFile(file).index(0, SCHEMA.fields().get(0).type()).blocks()) {
            Set<Integer> ids = new TreeSet<>();
            block.encoding().ids(ids::add);
            blocks.add(ids);
        }
        return blocks;
    }

    private static List<byte[]> rows(int count, IntUnaryOperator value, byte[]... values) {
        List<byte[]> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rows.add(values[value.applyAsInt(i)]);
        }
        return rows;
    }

    @ParameterizedTest
    @ValueSource(ints = {MOST - 1, MOST, MOST + 1})
    void theWriterSharesValuesUpToTheLimit(int length) throws IOException {
        byte[] one = random(length, 1);
        byte[] other = random(length, 2);
        assertEquals(
                length <= MOST, isShared(EncodingId.DICTIONARY, written(rows(12, i -> i * i % 5 % 2, one, other))));
        // a quarter of the memory is for dictionaries, which is too little for one of these values
        WriterOptions runs =
                WriterOptions.DEFAULT.withMemory(new WriterMemory(3L * MOST)).withSpillFolder(Optional.of(folder));
        assertEquals(length <= MOST, isShared(EncodingId.RLE, written(rows(12, i -> i / 6, one, other), runs)));
        assertEquals(length <= MOST, isShared(EncodingId.RLE, written(rows(12, i -> 0, one), runs)));
    }

    /** Whether the only block shares values, which it does in this way or in none. */
    private static boolean isShared(EncodingId way, List<Set<Integer>> blocks) {
        assertEquals(1, blocks.size());
        Set<Integer> ids = new TreeSet<>(blocks.get(0));
        ids.retainAll(sharing());
        assertTrue(ids.isEmpty() || ids.contains(way.code()), () -> "not " + way + ": " + blocks);
        return !ids.isEmpty();
    }

    /** A vector of so many bytes has pages, which store each value. */
    @ParameterizedTest
    @ValueSource(ints = {MOST - 1, MOST, MOST + 1})
    void largeVectorsArePaged(int length) throws IOException {
        List<Set<Integer>> blocks = written(rows(40, i -> i / 20, random(length, 1), random(length, 2)));
        assertTrue(Collections.disjoint(blocks.get(0), sharing()), blocks::toString);
    }

    private static Set<Integer> sharing() {
        return Set.of(EncodingId.DICTIONARY.code(), EncodingId.RLE.code(), EncodingId.CONSTANT.code());
    }

    /** A value that is too long keeps its own vector from the dictionary, and no other. */
    @Test
    void aLongValueSparesTheVectorsAroundIt() throws IOException {
        int longOne = ROWS + 77;
        List<byte[]> rows = new ArrayList<>();
        for (int i = 0; i < 3 * ROWS; i++) {
            rows.add(i == longOne ? random(MOST + 1, 3) : ("word " + i * 7919L % 13).getBytes(StandardCharsets.UTF_8));
        }
        List<Boolean> ofDictionaries = new ArrayList<>();
        for (Set<Integer> block : written(rows)) {
            ofDictionaries.add(block.contains(EncodingId.DICTIONARY.code()));
        }
        assertEquals(List.of(true, false, true), ofDictionaries);
    }

    /**
     * A file of 4096 rows in one vector.
     *
     * @param what is named in messages
     * @param root the encoding of the vector
     * @param entries that of the entries of dictionary 0, which has one; ALL_NULL for no dictionary
     * @param payload that of the vector
     * @param stored the dictionary's bytes
     */
    record Forged(String what, int length, Encoding root, Encoding entries, byte[] payload, byte[] stored) {
        @Override
        public String toString() {
            return what + " of " + length + " bytes";
        }

        private boolean hasDictionary() {
            return stored.length > 0;
        }

        byte[] file() throws IOException {
            MutableFile file = new MutableFile(sound());
            int at = Layout.HEADER_BYTES;
            byte[] data = new byte[at + payload.length + stored.length];
            System.arraycopy(Layout.header(), 0, data, 0, at);
            System.arraycopy(payload, 0, data, at, payload.length);
            System.arraycopy(stored, 0, data, at + payload.length, stored.length);
            file.data = data;
            List<ColumnIndex.DictionaryPart> dictionaries = hasDictionary()
                    ? List.of(new ColumnIndex.DictionaryPart(
                            entries, 1, at + payload.length, stored.length, Layout.crc(stored, 0, stored.length)))
                    : List.of();
            int crc = payload.length == 0 ? 0 : Layout.crc(payload, 0, payload.length);
            file.index(
                    0,
                    new ColumnIndex(
                                    dictionaries,
                                    List.of(new ColumnIndex.Extent(at, 1)),
                                    List.of(new ColumnIndex.Block(1, root)),
                                    new ColumnIndex.Granules(
                                            new int[] {1}, new int[] {payload.length}, new int[] {crc}),
                                    List.of(),
                                    new long[0])
                            .toBytes());
            file.minMax(0, new byte[0]);
            file.node(0, Part.STORED_BYTES, payload.length + stored.length);
            Set<Integer> used = new TreeSet<>();
            root.ids(used::add);
            if (hasDictionary()) {
                entries.ids(used::add);
            }
            file.properties = new Properties(
                            "stoa test",
                            used.stream()
                                    .map(id -> new Properties.NamedId(
                                            id,
                                            EncodingId.ofCode(id).orElseThrow().name()))
                                    .toList(),
                            List.of(),
                            List.of())
                    .toBytes();
            return file.toBytes();
        }
    }

    private static byte[] sound() throws IOException {
        Path path = Files.createTempFile("stoa", ".forged");
        try {
            Files.delete(path);
            Tables.write(path, SCHEMA, Collections.nCopies(ROWS, new Object[] {new byte[] {1}}), WriterOptions.DEFAULT);
            return Files.readAllBytes(path);
        } finally {
            Files.delete(path);
        }
    }

    private static Encoding constant(long value) {
        return new Encoding.Constant(ConstantValue.ofBits(Physical.INT, value));
    }

    /** One value of zeros, as BYTES or LZ4, without its length. */
    private static byte[] value(int length, boolean isLz4) {
        ByteSink out = new ByteSink();
        byte[] zeros = new byte[length];
        if (isLz4) {
            ByteSink block = new ByteSink();
            Lz4Blocks.compress(zeros, 0, length, block);
            out.varint(block.size());
            out.bytes(block.toByteArray());
        } else {
            out.bytes(zeros);
        }
        return out.toByteArray();
    }

    private static Forged dictionary(int length, boolean isLz4) {
        Encoding entries = isLz4 ? new BytesEncoding.Lz4(constant(length)) : new BytesEncoding.Bytes(constant(length));
        return new Forged(
                "a dictionary of " + entries.id(),
                length,
                new Encoding.Dictionary(0, constant(0)),
                entries,
                new byte[0],
                value(length, isLz4));
    }

    private static Forged runs(int length, boolean isLz4) {
        Encoding values = isLz4 ? new BytesEncoding.Lz4(constant(length)) : new BytesEncoding.Bytes(constant(length));
        ByteSink payload = new ByteSink();
        payload.varint(1);
        payload.bytes(value(length, isLz4));
        return new Forged(
                "runs of " + values.id(),
                length,
                new Encoding.Rle(values, constant(ROWS)),
                new Encoding.AllNull(),
                payload.toByteArray(),
                new byte[0]);
    }

    static Stream<Forged> forged() {
        List<Forged> all = new ArrayList<>();
        for (boolean isLz4 : new boolean[] {false, true}) {
            for (int length : new int[] {1, MOST, MOST + 1, 1_000_000}) {
                all.add(dictionary(length, isLz4));
                all.add(runs(length, isLz4));
            }
        }
        all.add(dictionary(16 << 20, true));
        return all.stream();
    }

    /** The last of them is a file of 66 kB, whose one vector would stand for 64 GiB. */
    @ParameterizedTest
    @MethodSource("forged")
    void longerOnesAreRefused(Forged forged) throws IOException {
        byte[] file = forged.file();
        Path path = folder.resolve("forged.stoa");
        Files.write(path, file);
        ReferenceDecoder.Output output = ReferenceDecoder.run("check", path);
        Outcome outcome = HostileReads.readBinary(file);
        List<Verifier.Problem> problems = HostileReads.verify(file);
        if (forged.length() <= MOST) {
            assertEquals(0, output.exitCode(), output::errors);
            assertEquals(new Outcome.Content(List.of((long) ROWS, (long) ROWS * forged.length())), outcome);
            assertEquals(List.of(), problems);
            return;
        }
        String words = " has " + forged.length() + " bytes, at most 65536 are allowed";
        String message = assertInstanceOf(Outcome.Refused.class, outcome).message();
        assertTrue(message.contains("'a'") && message.contains(words), message);
        assertTrue(problems.stream().anyMatch(problem -> problem.toString().contains(words)), problems::toString);
        assertEquals(1, output.exitCode());
        assertTrue(output.errors().contains("a value of " + forged.length() + " bytes"), output.errors());
    }
}
