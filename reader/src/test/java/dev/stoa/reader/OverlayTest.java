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
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Batch;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.LongVector;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How changes reach who reads: forms of vectors, runs, vectors that are not touched, and what is refused. */
class OverlayTest {
    private static final int ROWS = 40_000;
    private static final Schema SCHEMA =
            Schema.of(Field.required("id", Type.of(TypeKind.INT64)), Field.nullable("word", Type.of(TypeKind.STRING)));

    @TempDir
    Path folder;

    private final int[] words = new Random(1).ints(ROWS, 0, 100).toArray();
    private Path path = Path.of("");

    @BeforeEach
    void write() throws IOException {
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            rows.add(new Object[] {(long) i, "word " + words[i]});
        }
        path = folder.resolve("table");
        Tables.write(path, SCHEMA, rows, WriterOptions.DEFAULT);
    }

    private static BytesVector words(String... words) {
        byte[] data = String.join("", words).getBytes(StandardCharsets.UTF_8);
        int[] offsets = new int[words.length + 1];
        for (int i = 0; i < words.length; i++) {
            offsets[i + 1] = offsets[i] + words[i].length();
        }
        return new BytesVector(Type.of(TypeKind.STRING), data, offsets, ColumnVector.NO_NULLS, words.length);
    }

    private static LongVector longs(long... values) {
        return new LongVector(Type.of(TypeKind.INT64), values, ColumnVector.NO_NULLS, values.length);
    }

    /** One dictionary for all vectors, whose entries stay distinct: who works once per entry may go on so. */
    @Test
    void newWordsAreEntriesOfTheDictionaryThatAllVectorsHave() throws IOException {
        RowChanges changes = RowChanges.builder()
                .modify("word", new long[] {5, 6, 20_000}, words("new", "word 3", "new"))
                .build();
        try (StoaFile file = Tables.open(path);
                Scan scan = file.scan().select("word").changes(changes).build()) {
            List<BytesVector> dictionaries = new ArrayList<>();
            while (scan.next()) {
                BytesVector read = (BytesVector) scan.batch().column(0);
                dictionaries.add(read.dictionary().orElseThrow());
                assertSame(dictionaries.get(0), dictionaries.get(dictionaries.size() - 1));
                for (int i = 0; i < read.size(); i++) {
                    int row = (int) scan.batch().firstRow() + i;
                    String old = "word " + words[row];
                    assertEquals(row == 5 || row == 20_000 ? "new" : row == 6 ? "word 3" : old, read.getString(i));
                }
            }
            Set<String> entries = new HashSet<>();
            BytesVector dictionary = dictionaries.get(0);
            for (int i = 0; i < dictionary.size(); i++) {
                assertTrue(entries.add(dictionary.getString(i)));
            }
            assertEquals(101, entries.size());
        }
    }

    @Test
    void longRunsOfKeptRowsAreDeliveredAsRuns() throws IOException {
        RowChanges changes = RowChanges.builder()
                .delete(RowRanges.between(100, 104))
                .delete(RowRanges.between(8192, 12_288))
                .build();
        try (StoaFile file = Tables.open(path);
                Scan scan = file.scan().changes(changes).build()) {
            assertTrue(scan.next());
            Batch batch = scan.batch();
            assertEquals(4096, batch.rowCount());
            assertEquals(4092, batch.selectedCount());
            assertEquals(2, batch.runCount());
            assertEquals(100, batch.runEnd(0));
            assertEquals(104, batch.runStart(1));
            assertEquals(104, batch.selection()[100]);
            assertTrue(scan.next());
            assertTrue(scan.batch().isAllSelected());
            assertEquals(1, scan.batch().runCount());
            assertTrue(scan.next());
            assertEquals(12_288, scan.batch().firstRow());
        }
    }

    /** A condition on a vector without new values of its column is tested as it is encoded; rows with new ones are put right. */
    @Test
    void filtersStayEncoded() throws IOException {
        RowChanges changes = RowChanges.builder()
                .modify("word", new long[] {5, 9}, words("word 0", "other"))
                .build();
        Filter filter = Filter.equal("word", "word 0");
        try (StoaFile file = Tables.open(path);
                Scan plain = file.scan().select().filter(filter).build();
                Scan changed =
                        file.scan().select().filter(filter).changes(changes).build()) {
            long count = 0;
            while (plain.next()) {
                count += plain.batch().selectedCount();
            }
            long now = 0;
            while (changed.next()) {
                now += changed.batch().selectedCount();
            }
            assertEquals(count + 1, now);
            assertEquals(plain.stats().vectorsEncoded(), changed.stats().vectorsEncoded());
            assertEquals(plain.stats().columnVectorsDecoded(), changed.stats().columnVectorsDecoded());
        }
    }

    @Test
    void metadataCountsWhatIsLeft() throws IOException {
        RowChanges changes = RowChanges.builder()
                .delete(RowRanges.between(7, 12))
                .modify("id", new long[] {39_999}, longs(-5))
                .build();
        try (StoaFile file = Tables.open(path)) {
            Aggregates count = file.scan()
                    .select()
                    .changes(changes)
                    .aggregateFromMetadata()
                    .orElseThrow();
            assertEquals(ROWS - 5, count.rows());
            assertTrue(file.scan()
                    .select("id")
                    .changes(changes)
                    .aggregateFromMetadata()
                    .isEmpty());
            Aggregates.Column id = file.scan()
                    .select("id")
                    .changes(changes)
                    .aggregate()
                    .columns()
                    .get(0);
            assertEquals(-5, ((LongVector) id.min().orElseThrow()).values()[0]);
            assertEquals(39_998, ((LongVector) id.max().orElseThrow()).values()[0]);
        }
    }

    /** Metadata tells the bounds of zones without new values; the others are read. */
    @Test
    void boundsComeFromUnchangedZonesAndNewValues() throws IOException {
        int vector = 4096;
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 3 * vector; i++) {
            rows.add(new Object[] {(long) i, "word"});
        }
        Path zones = folder.resolve("zones");
        Tables.write(zones, SCHEMA, rows, WriterOptions.DEFAULT.withVectorsPerZone(1));
        try (StoaFile file = Tables.open(zones)) {
            for (int row : new int[] {vector, 2 * vector - 1}) {
                RowChanges changes = RowChanges.builder()
                        .modify("id", new long[] {row}, longs(-5))
                        .build();
                Aggregates result = file.scan().select("id").changes(changes).aggregate();
                Aggregates.Column id = result.columns().get(0);
                assertEquals(-5, ((LongVector) id.min().orElseThrow()).values()[0]);
                assertEquals(3L * vector - 1, ((LongVector) id.max().orElseThrow()).values()[0]);
                assertEquals(3L * vector, result.rows());
                assertEquals(2L * vector, result.rowsFromMetadata());
            }
        }
    }

    /** A new struct replaces all its fields. A scan reads some of them, or some fields of the elements of a list. */
    @Test
    void newStructsAreReadByField() throws IOException {
        Type number = Type.of(TypeKind.INT64);
        Type element = Type.struct(List.of(Field.nullable("p", number), Field.nullable("q", number)));
        Type type = Type.struct(List.of(
                Field.nullable("list", Type.list(Field.nullable("element", element))), Field.nullable("n", number)));
        Schema schema = Schema.of(Field.nullable("s", type), Field.nullable("v", Type.variant(type.fields())));
        Path old = folder.resolve("old");
        Path news = folder.resolve("news");
        Tables.write(old, schema, structs(0), WriterOptions.DEFAULT);
        Tables.write(news, schema, structs(100), WriterOptions.DEFAULT);
        RowChanges.Builder changes = RowChanges.builder();
        try (StoaFile file = Tables.open(news);
                Scan scan = file.scan().build()) {
            assertTrue(scan.next());
            for (int i = 0; i < 2; i++) {
                String column = schema.fields().get(i).name();
                changes.modify(
                        column, new long[] {1, 3}, RowChanges.slice(scan.batch().column(i), 0, 2));
            }
        }
        Type q =
                Type.list(Field.nullable("element", Type.struct(element.fields().subList(1, 2))));
        Map<ColumnPath, Type> parts = new LinkedHashMap<>();
        parts.put(ColumnPath.of("s"), Type.struct(List.of(Field.nullable("list", q), Field.nullable("n", number))));
        parts.put(ColumnPath.of("v"), schema.fields().get(1).type());
        List<Long> numbers = List.of(0L, 100L, 2L, 101L);
        try (StoaFile file = Tables.open(old);
                Scan scan =
                        file.scan().selectParts(parts).changes(changes.build()).build()) {
            assertTrue(scan.next());
            for (int row = 0; row < 4; row++) {
                Object n = BigInteger.valueOf(numbers.get(row));
                Object first = BigInteger.valueOf(numbers.get(row) + 10);
                Object second = BigInteger.valueOf(numbers.get(row) + 20);
                assertEquals(
                        List.of(List.of(List.of(second)), n),
                        Model.read(scan.batch().column(0), row));
                assertEquals(
                        List.of(List.of(List.of(first, second)), n),
                        Model.read(scan.batch().column(1), row));
            }
        }
    }

    /** Four rows, of a struct and of a variant, with numbers from one on. */
    private static List<Object[]> structs(long first) {
        List<Object[]> rows = new ArrayList<>();
        for (long n = first; n < first + 4; n++) {
            Object[] value = {List.of((Object) new Object[] {n + 10, n + 20}), n};
            rows.add(new Object[] {value, value});
        }
        return rows;
    }

    @Test
    void whatDoesNotFitTheFileIsRefused() throws IOException {
        boolean[] isNull = {true};
        try (StoaFile file = Tables.open(path)) {
            RowChanges type = RowChanges.builder()
                    .modify("word", new long[] {1}, longs(1))
                    .build();
            RowChanges behind = RowChanges.builder()
                    .modify("id", new long[] {ROWS}, longs(1))
                    .build();
            RowChanges nulls = RowChanges.builder()
                    .modify("id", new long[] {1}, new LongVector(Type.of(TypeKind.INT64), new long[1], isNull, 1))
                    .build();
            for (RowChanges wrong : List.of(type, behind, nulls)) {
                assertThrows(
                        IllegalArgumentException.class,
                        () -> file.scan().changes(wrong).build());
            }
            RowChanges deleted =
                    RowChanges.builder().delete(RowRanges.between(0, ROWS + 1)).build();
            assertThrows(IllegalArgumentException.class, () -> file.scan().changes(deleted));
            RowChanges.Builder builder = RowChanges.builder();
            assertThrows(IllegalArgumentException.class, () -> builder.modify("id", new long[] {3, 3}, longs(1, 2)));
            assertThrows(IllegalArgumentException.class, () -> builder.modify("id", new long[] {3, 4}, longs(1)));
            assertThrows(
                    IllegalArgumentException.class,
                    () -> RowChanges.stack(List.of(
                            type,
                            RowChanges.builder()
                                    .modify("word", new long[] {1}, words("x"))
                                    .build())));
        }
    }
}
