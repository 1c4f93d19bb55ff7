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
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Batch;
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.UnsupportedFileException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of a later release: whatever this one lacks in one column refuses that column by name, and the others are read. */
final class LaterReleaseTest {
    private static final long ROWS = 5000;
    private static final int NODE = 1;
    private static final String COLUMN = "n";

    @TempDir
    Path folder;

    @Test
    void aFileOfThisReleaseIsRead() throws Exception {
        assertEquals(ROWS, rows(written(file()), COLUMN));
    }

    @Test
    void anUnknownTransform() throws Exception {
        Path path = refusesItsColumn(file().transform(NODE, 77, 3), "column 'n'", "transform 77");
        assertEquals(5, schema(path).fields().size());
        refusesFilters(path);
    }

    @Test
    void anEncryptedColumn() throws Exception {
        Path path = refusesItsColumn(file().transform(NODE, 1, 3), "column 'n'", "is encrypted with key 3");
        assertEquals(5, schema(path).fields().size());
        refusesFilters(path);
    }

    /** Zero is no transform. */
    @Test
    void aTransformThatIsNone() throws Exception {
        Path path = written(file().transform(NODE, 0, 3));
        assertThrows(CorruptFileException.class, () -> rows(path, COLUMN));
    }

    private static void refusesFilters(Path path) throws IOException {
        try (StoaFile stoa = Tables.open(path)) {
            for (Filter filter : List.of(Filter.greater(COLUMN, 3), Filter.isNull(COLUMN))) {
                String message = assertThrows(
                                UnsupportedFileException.class,
                                () -> stoa.scan().select("id").filter(filter).build())
                        .getMessage();
                assertTrue(message.contains("column 'n'"), message);
            }
        }
    }

    @Test
    void anUnknownEncoding() throws Exception {
        MutableFile file = file();
        byte[] index = file.indexes.get(NODE);
        index[firstEncoding(index)] = 99;
        refusesItsColumn(file, "column 'n'", "encoding 99");
    }

    @Test
    void anUnknownType() throws Exception {
        MutableFile file = file();
        file.node(NODE, MutableNode.Part.TYPE, 200);
        Path path = refusesItsColumn(file, "node 1", "type code 200");
        try (StoaFile stoa = Tables.open(path)) {
            assertThrows(UnsupportedFileException.class, stoa::schema);
        }
    }

    @Test
    void aRequiredEntryOfANode() throws Exception {
        MutableFile file = file();
        file.entries(NODE, MutableFile.entries(33));
        Path path = refusesItsColumn(file, "column 'n'", "required entry 33");
        try (StoaFile stoa = Tables.open(path)) {
            assertThrows(UnsupportedFileException.class, stoa::schema);
        }
    }

    @Test
    void optionalEntriesOfNodesArePassedOver() throws Exception {
        MutableFile file = file();
        Path before = written(file);
        Schema schema = schema(before);
        file.entries(NODE, MutableFile.entries(34, 36)).entries(0, MutableFile.entries(1 << 20));
        Path path = written(file);
        assertEquals(ROWS, rows(path, COLUMN));
        assertEquals(schema, schema(path));
        assertEquals(List.of(), HostileReads.verify(Files.readAllBytes(path)));
    }

    @Test
    void bytesBehindTheEntriesOfANode() throws Exception {
        MutableFile file = file();
        byte[] entries = MutableFile.entries(34);
        file.entries(NODE, Arrays.copyOf(entries, entries.length + 1));
        Path path = written(file);
        assertThrows(CorruptFileException.class, () -> rows(path, COLUMN));
        assertEquals(ROWS, rows(path, "id"));
    }

    @Test
    void aRequiredEntryOfAnIndex() throws Exception {
        MutableFile file = file();
        file.index(NODE, MutableFile.withEntry(index(file), 35));
        refusesItsColumn(file, "column 'n'", "required entry 35");
    }

    /** Bounds are read for filters only. */
    @Test
    void aRequiredEntryOfMinMax() throws Exception {
        MutableFile file = file();
        file.minMax(NODE, MutableFile.withEntry(file.minMaxes.get(NODE), 37));
        Path path = written(file);
        assertEquals(ROWS, rows(path, COLUMN));
        try (StoaFile stoa = Tables.open(path)) {
            String message = assertThrows(
                            UnsupportedFileException.class,
                            () -> stoa.scan()
                                    .select("id")
                                    .filter(Filter.greater(COLUMN, 3))
                                    .build())
                    .getMessage();
            assertTrue(message.contains("column 'n'") && message.contains("required entry 37"), message);
        }
    }

    @Test
    void anOptionalEntryIsPassedOver() throws Exception {
        MutableFile file = file();
        file.index(NODE, MutableFile.withEntry(index(file), 34));
        file.minMax(NODE, MutableFile.withEntry(file.minMaxes.get(NODE), 34));
        assertEquals(ROWS, rows(written(file), COLUMN));
    }

    /** An index that may have optional entries. */
    private static byte[] index(MutableFile file) throws IOException {
        byte[] index = file.indexes.get(NODE);
        return index[0] == 0 ? index : file.fullIndex(NODE, Type.of(TypeKind.INT32));
    }

    private static MutableFile file() throws IOException {
        return new MutableFile(SmallFiles.bytes(SmallFiles.Kind.FLAT));
    }

    private Path written(MutableFile file) throws IOException {
        return Files.write(folder.resolve("later.stoa"), file.toBytes());
    }

    private Path refusesItsColumn(MutableFile file, String... words) throws IOException {
        Path path = written(file);
        for (String other : List.of("id", "price", "flag", "f")) {
            assertEquals(ROWS, rows(path, other), other);
        }
        String message = assertThrows(UnsupportedFileException.class, () -> rows(path, COLUMN))
                .getMessage();
        List<String> expected = new ArrayList<>(List.of(words));
        expected.add("later.stoa");
        expected.add("newer release");
        for (String word : expected) {
            assertTrue(message.contains(word), () -> "'" + word + "' is not in: " + message);
        }
        return path;
    }

    private static Schema schema(Path path) throws IOException {
        try (StoaFile stoa = Tables.open(path)) {
            return stoa.schema();
        }
    }

    private static long rows(Path path, String column) throws IOException {
        long rows = 0;
        try (StoaFile stoa = Tables.open(path);
                Scan scan = stoa.scan().select(column).build()) {
            while (scan.next()) {
                Batch batch = scan.batch();
                assertEquals(1, batch.schema().fields().size());
                rows += batch.rowCount();
            }
        }
        return rows;
    }

    /** Where the encoding of the first block begins in an index without dictionaries (format-spec, section 6.2). */
    private static int firstEncoding(byte[] index) {
        if (index[0] == 1) {
            return 1; // the short form
        }
        ByteBuffer in = ByteBuffer.wrap(index).position(1);
        assertEquals(0, varint(in), "dictionaries");
        for (long extents = varint(in); extents > 0; extents--) {
            varint(in);
            varint(in);
        }
        assertTrue(varint(in) > 0, "no blocks");
        varint(in);
        return in.position();
    }

    private static long varint(ByteBuffer in) {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            byte b = in.get();
            value |= (long) (b & 0x7F) << shift;
            if (b >= 0) {
                return value;
            }
        }
    }
}
