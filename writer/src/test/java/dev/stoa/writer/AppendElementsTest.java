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
package dev.stoa.writer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.IntVector;
import dev.stoa.format.ListVector;
import dev.stoa.format.Schema;
import dev.stoa.format.StructVector;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Elements that come before the row they belong to. */
class AppendElementsTest {
    private static final Type INT32 = Type.of(TypeKind.INT32);
    private static final Schema SCHEMA = Schema.of(
            Field.required("id", INT32),
            Field.nullable("tags", Type.list(Field.nullable("element", INT32))),
            Field.nullable("map", Type.map(Field.required("key", INT32), Field.nullable("value", INT32))));

    @TempDir
    Path folder;

    private static IntVector ints(int... values) {
        return new IntVector(INT32, values, ColumnVector.NO_NULLS, values.length);
    }

    @Test
    void comeBeforeTheRowsOwn() throws IOException {
        Path file = folder.resolve("f");
        Type entry = ListVector.entryType(SCHEMA.fields().get(2).type());
        try (StoaWriter writer = TestFiles.create(file, SCHEMA, WriterOptions.DEFAULT)) {
            writer.rows().append(0, List.of(7), null);
            writer.appendElements("tags", ints(1, 2));
            writer.appendElements("tags", ints(3));
            writer.appendElements("map", new StructVector(entry, List.of(ints(1), ints(2)), ColumnVector.NO_NULLS, 1));
            writer.rows().append(1, List.of(4), Map.of());
            writer.rows().append(2, null, Map.of(5, 6));
            writer.appendElements("tags", ints(8));
            writer.write(TestFiles.batch(
                    SCHEMA, List.of(new Object[] {3, List.of(), null}, new Object[] {4, List.of(9), null})));
            assertEquals(5, writer.finish().rows());
        }
        RoundTripTest.compare(
                file,
                SCHEMA,
                List.of(
                        new Object[] {0, List.of(7), null},
                        new Object[] {1, List.of(1, 2, 3, 4), List.of(Map.entry(1, 2))},
                        new Object[] {2, null, List.of(Map.entry(5, 6))},
                        new Object[] {3, List.of(8), null},
                        new Object[] {4, List.of(9), null}));
    }

    /** Whoever closes late holds no memory; rows come in the order of the calls. */
    @Test
    void aFinishedWriterHoldsNothing() throws IOException {
        WriterOptions options = WriterOptions.DEFAULT.withMemory(new WriterMemory(1 << 30));
        Random random = new Random(1);
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            rows.add(new Object[] {random.nextInt(), List.of(i), null});
        }
        Path file = folder.resolve("f");
        try (StoaWriter writer = TestFiles.create(file, SCHEMA, options)) {
            assertEquals(0, writer.encodedBytes());
            writer.rows().append(rows.get(0));
            writer.write(TestFiles.batch(SCHEMA, rows.subList(1, 19_999)));
            long encoded = writer.encodedBytes();
            writer.rows().append(rows.get(19_999));
            long bytes = writer.finish().bytes();
            assertTrue(encoded > bytes / 2 && encoded < bytes, encoded + " of " + bytes);
            assertEquals(0, options.memory().used());
        }
        RoundTripTest.compare(file, SCHEMA, rows);
    }

    @Test
    void nothingIsAppendedAfterAFailure() throws IOException {
        try (StoaWriter writer = TestFiles.create(folder.resolve("f"), SCHEMA, WriterOptions.DEFAULT)) {
            assertThrows(IllegalArgumentException.class, () -> writer.appendElements("id", ints(1)));
            IllegalStateException e =
                    assertThrows(IllegalStateException.class, () -> writer.appendElements("tags", ints(1)));
            assertTrue(e.getMessage().contains("writing has failed before"), e.getMessage());
        }
    }

    @Test
    void manyVectorsOfElements() throws IOException {
        Path file = folder.resolve("f");
        List<Object> all = new ArrayList<>();
        try (StoaWriter writer = TestFiles.create(file, SCHEMA, WriterOptions.DEFAULT)) {
            for (int part = 0; part < 7; part++) {
                int[] values = new int[3000];
                Arrays.setAll(values, i -> all.size() + i);
                Arrays.stream(values).forEach(all::add);
                writer.appendElements("tags", ints(values));
            }
            writer.rows().append(0, List.of(), null);
            writer.finish();
        }
        RoundTripTest.compare(file, SCHEMA, List.<Object[]>of(new Object[] {0, all, null}));
    }

    /** Structs without fields take no memory, so a list may have as many as an int counts. */
    @Test
    void aListHasAtMostTheElementsThatAnIntCounts() throws IOException {
        Type none = Type.struct(List.of());
        Schema schema = Schema.of(Field.nullable("l", Type.list(Field.required("element", none))));
        Type list = schema.fields().get(0).type();
        StructVector most = new StructVector(none, List.of(), ColumnVector.NO_NULLS, Integer.MAX_VALUE);
        StructVector one = new StructVector(none, List.of(), ColumnVector.NO_NULLS, 1);
        Batch ofOne =
                new Batch(schema, List.of(new ListVector(list, new int[] {0, 1}, one, ColumnVector.NO_NULLS, 1)), 1);
        try (StoaWriter writer = TestFiles.create(folder.resolve("f"), schema, WriterOptions.DEFAULT)) {
            writer.rows().append(List.of());
            writer.appendElements("l", most);
            RejectedDataException e = assertThrows(RejectedDataException.class, () -> writer.appendElements("l", one));
            assertEquals("column 'l', row 1: a list of 2147483648 elements is too long", e.getMessage());
        }
        try (StoaWriter writer = TestFiles.create(folder.resolve("f"), schema, WriterOptions.DEFAULT)) {
            writer.appendElements("l", most);
            writer.rows().append(List.of());
            writer.appendElements("l", most);
            RejectedDataException e = assertThrows(RejectedDataException.class, () -> writer.write(ofOne));
            assertEquals(
                    "column 'l', row 1: a list of 2147483648 elements is too long, at most 2147483647 are possible",
                    e.getMessage());
        }
    }

    @Test
    void refused() throws IOException {
        for (String column : List.of("id", "none")) {
            try (StoaWriter writer = TestFiles.create(folder.resolve("f"), SCHEMA, WriterOptions.DEFAULT)) {
                IllegalArgumentException e =
                        assertThrows(IllegalArgumentException.class, () -> writer.appendElements(column, ints(1)));
                assertTrue(e.getMessage().contains("'" + column + "'"), e.getMessage());
            }
        }
        try (StoaWriter writer = TestFiles.create(folder.resolve("f"), SCHEMA, WriterOptions.DEFAULT)) {
            assertThrows(IllegalArgumentException.class, () -> writer.appendElements("map", ints(1)));
        }
        Type entry = ListVector.entryType(SCHEMA.fields().get(2).type());
        StructVector entries = new StructVector(entry, List.of(ints(1, 2), ints(3, 4)), new boolean[] {false, true}, 2);
        try (StoaWriter writer = TestFiles.create(folder.resolve("f"), SCHEMA, WriterOptions.DEFAULT)) {
            RejectedDataException e =
                    assertThrows(RejectedDataException.class, () -> writer.appendElements("map", entries));
            assertEquals("column 'map', row 0: an entry of the map is null", e.getMessage());
        }
        try (StoaWriter writer = TestFiles.create(folder.resolve("f"), SCHEMA, WriterOptions.DEFAULT)) {
            writer.appendElements("tags", ints(1));
            IllegalStateException e = assertThrows(IllegalStateException.class, writer::finish);
            assertTrue(e.getMessage().contains("column 'tags'"), e.getMessage());
        }
        try (StoaWriter writer = TestFiles.create(folder.resolve("f"), SCHEMA, WriterOptions.DEFAULT)) {
            writer.appendElements("tags", ints(1));
            RejectedDataException e = assertThrows(RejectedDataException.class, () -> {
                writer.rows().append(1, null, null);
                writer.finish();
            });
            assertTrue(e.getMessage().contains("column 'tags', row 0: is null"), e.getMessage());
        }
        assertEquals(List.of(), TestFiles.names(folder));
    }
}
