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

import dev.stoa.format.Batch;
import dev.stoa.format.BytesVector;
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.writer.KeyValue;
import dev.stoa.writer.SortColumn;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** A key file (format-spec, section 15): the data keys of a table's files, wrapped by a master key. A prototype. */
record KeyFile(Path path) {
    private static final int NONCE_BYTES = 12;
    private static final String MASTER = "stoa.keys.master";
    private static final String TABLE = "stoa.table";
    private static final Schema SCHEMA = Schema.of(
            Field.required("file", Type.of(TypeKind.UUID)),
            Field.required("name", Type.sized(TypeKind.FIXED, 16)),
            Field.required("wrapped", Type.of(TypeKind.BINARY)));
    private static final SecureRandom RANDOM = new SecureRandom();

    /**
     * A key that wraps data keys.
     *
     * @param name says how to get it
     */
    record MasterKey(String name, byte[] bytes) {}

    /**
     * A key that encrypts modules of one file.
     *
     * @param name what the file calls it: 16 bytes
     */
    record DataKey(UUID file, byte[] name, byte[] bytes) {}

    /** A data key, wrapped. */
    record Row(UUID file, byte[] name, byte[] wrapped) {}

    /** Wraps the keys of a table's files and writes them. */
    static KeyFile write(Path path, UUID table, MasterKey master, List<DataKey> keys) throws IOException {
        return writeRows(
                path,
                table,
                master,
                keys.stream()
                        .map(key -> new Row(key.file, key.name, wrap(table, master, key)))
                        .toList());
    }

    static KeyFile writeRows(Path path, UUID table, MasterKey master, List<Row> rows) throws IOException {
        List<Object[]> sorted = rows.stream()
                .sorted(Comparator.comparing((Row row) -> bytes(row.file), Arrays::compareUnsigned)
                        .thenComparing(Row::name, Arrays::compareUnsigned))
                .map(row -> new Object[] {row.file, row.name, row.wrapped})
                .toList();
        WriterOptions options = WriterOptions.DEFAULT
                .withSortColumns(List.of(SortColumn.ascending("file"), SortColumn.ascending("name")))
                .withMetadata(List.of(KeyValue.of(TABLE, table.toString()), KeyValue.of(MASTER, master.name)));
        Tables.write(path, SCHEMA, sorted, options);
        return new KeyFile(path);
    }

    /** Writes a file with the same data keys, wrapped by another master key. */
    KeyFile rotate(Path other, UUID table, MasterKey old, MasterKey next) throws IOException {
        List<DataKey> keys = new ArrayList<>();
        for (Row row : rows(table, old, Filter.isNotNull("file"))) {
            keys.add(new DataKey(row.file, row.name, unwrap(table, old, row)));
        }
        return write(other, table, next, keys);
    }

    /** Returns the data key that a file of the table names. */
    byte[] key(UUID table, MasterKey master, UUID file, byte[] name) throws IOException {
        List<Row> found = rows(table, master, Filter.and(Filter.equal("file", file), Filter.equal("name", name)));
        if (found.size() != 1) {
            throw new CorruptFileException(
                    path + ": it has no key " + HexFormat.of().formatHex(name) + " of file " + file);
        }
        return unwrap(table, master, found.get(0));
    }

    List<Row> rows(UUID table, MasterKey master, Filter filter) throws IOException {
        List<Row> rows = new ArrayList<>();
        try (StoaFile file = Tables.open(path)) {
            need(file, TABLE, table.toString());
            need(file, MASTER, master.name);
            try (Scan scan = file.scan().filter(filter).build()) {
                while (scan.next()) {
                    Batch batch = scan.batch();
                    for (int i = 0; i < batch.selectedCount(); i++) {
                        int row = batch.selected(i);
                        ByteBuffer uuid = ByteBuffer.wrap(cell(batch, 0, row));
                        rows.add(new Row(
                                new UUID(uuid.getLong(), uuid.getLong()), cell(batch, 1, row), cell(batch, 2, row)));
                    }
                }
            }
        }
        return rows;
    }

    private static byte[] cell(Batch batch, int column, int row) {
        return ((BytesVector) batch.column(column)).get(row);
    }

    private static void need(StoaFile file, String key, String value) throws IOException {
        Optional<String> found = file.info().keyValues().stream()
                .filter(pair -> pair.key().equals(key))
                .findFirst()
                .flatMap(FileInfo.KeyValue::value);
        if (!found.equals(Optional.of(value))) {
            throw new CorruptFileException(file.name() + ": its " + key + " is " + found + ", must be " + value);
        }
    }

    private static byte[] wrap(UUID table, MasterKey master, DataKey key) {
        byte[] nonce = new byte[NONCE_BYTES];
        RANDOM.nextBytes(nonce);
        try {
            byte[] module = cipher(Cipher.ENCRYPT_MODE, table, master, nonce, key.file, key.name)
                    .doFinal(key.bytes);
            return ByteBuffer.allocate(nonce.length + module.length)
                    .put(nonce)
                    .put(module)
                    .array();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private byte[] unwrap(UUID table, MasterKey master, Row row) throws IOException {
        byte[] nonce = Arrays.copyOf(row.wrapped, NONCE_BYTES);
        try {
            return cipher(Cipher.DECRYPT_MODE, table, master, nonce, row.file, row.name)
                    .doFinal(row.wrapped, NONCE_BYTES, row.wrapped.length - NONCE_BYTES);
        } catch (AEADBadTagException e) {
            throw new CorruptFileException(
                    path + ": the key " + HexFormat.of().formatHex(row.name) + " of file " + row.file
                            + " is not what the master key '" + master.name + "' wrapped",
                    e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Cipher cipher(int mode, UUID table, MasterKey master, byte[] nonce, UUID file, byte[] name)
            throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(
                mode, new SecretKeySpec(master.bytes, "AES"), new GCMParameterSpec(8 * ModuleCipher.TAG_BYTES, nonce));
        cipher.updateAAD(bytes(table));
        cipher.updateAAD(bytes(file));
        cipher.updateAAD(name);
        return cipher;
    }

    private static byte[] bytes(UUID uuid) {
        return ByteBuffer.allocate(16)
                .putLong(uuid.getMostSignificantBits())
                .putLong(uuid.getLeastSignificantBits())
                .array();
    }
}
