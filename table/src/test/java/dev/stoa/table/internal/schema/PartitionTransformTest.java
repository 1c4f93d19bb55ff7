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
package dev.stoa.table.internal.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.Filter;
import dev.stoa.table.Compaction;
import dev.stoa.table.CompactionCosts;
import dev.stoa.table.Fragment;
import dev.stoa.table.FragmentWriter;
import dev.stoa.table.PartitionFunction;
import dev.stoa.table.RowInsert;
import dev.stoa.table.Rows;
import dev.stoa.table.SchemaEdit;
import dev.stoa.table.Seeds;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableException;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableScan;
import dev.stoa.table.TableSettings;
import dev.stoa.table.Transaction;
import dev.stoa.table.internal.change.OpenPartitions;
import dev.stoa.vio.LocalFolder;
import dev.stoa.writer.JavaRows;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows divided by values and by calendar. */
class PartitionTransformTest {
    private static final CompactionCosts EAGER = new CompactionCosts(256 << 10, 8 << 10, 1000, 32 << 20, 128 << 20);
    private static final LocalDateTime EPOCH = LocalDateTime.of(1970, 1, 1, 0, 0);

    @TempDir
    Path folder;

    private static String part(Type type, String transform, Object value) throws Exception {
        ColumnVector values = JavaRows.batch(
                        Schema.of(Field.nullable("c", type)), List.<Object[]>of(new Object[] {value}))
                .column(0);
        return PartitionFunction.of(type, transform).part(values, 0);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 6, 9})
    void calendarUnitsAreThoseOfTheCalendar(int precision) throws Exception {
        long seed = Seeds.next(PartitionTransformTest.class);
        Random random = new Random(seed);
        Type instant = Type.timestamp(precision, true);
        Type local = Type.timestamp(precision, false);
        for (int i = 0; i < 2_000; i++) {
            LocalDateTime time = EPOCH.plusSeconds(random.nextLong(-80_000_000_000L, 200_000_000_000L));
            if (i % 4 == 0) {
                time = time.truncatedTo(ChronoUnit.DAYS).withDayOfMonth(1 + i / 4 % 28);
            } else if (precision > 0) {
                time = time.plus(random.nextInt(1000), ChronoUnit.MILLIS);
            }
            Map<String, Long> expected = Map.of(
                    "year",
                    (long) time.getYear() - 1970,
                    "month",
                    (time.getYear() - 1970) * 12L + time.getMonthValue() - 1,
                    "day",
                    time.toLocalDate().toEpochDay(),
                    "hour",
                    Math.floorDiv(time.toEpochSecond(ZoneOffset.UTC), 3_600L));
            for (Map.Entry<String, Long> unit : expected.entrySet()) {
                String text = "seed " + seed + ": " + unit.getKey() + " of " + time;
                String part = unit.getValue().toString();
                assertEquals(part, part(local, unit.getKey(), time), text);
                assertEquals(part, part(instant, unit.getKey(), time.toInstant(ZoneOffset.UTC)), text);
                if (!unit.getKey().equals("hour")) {
                    assertEquals(part, part(Type.of(TypeKind.DATE), unit.getKey(), time.toLocalDate()), text);
                }
            }
        }
        assertEquals("null", part(instant, "hour", null));
        assertEquals("-1", part(instant, "hour", Instant.EPOCH.minusSeconds(1)));
        assertEquals("-1", part(Type.of(TypeKind.DATE), "year", LocalDate.of(1969, 12, 31)));
    }

    @Test
    void datesOfAnyYearHaveParts() throws Exception {
        for (LocalDate date :
                List.of(LocalDate.of(-200_000, 2, 28), LocalDate.of(0, 3, 1), LocalDate.of(999_999, 12, 31))) {
            assertEquals(Long.toString(date.getYear() - 1970L), part(Type.of(TypeKind.DATE), "year", date));
        }
    }

    @Test
    void valuesStandInOneLine() throws Exception {
        Type text = Type.of(TypeKind.STRING);
        assertEquals("\"a \\\"b\\\" \\\\ \\u000a\\u2028é\"", part(text, "value", "a \"b\" \\ \n\u2028é"));
        assertEquals("\"null\"", part(text, "value", "null"));
        assertEquals("null", part(text, "value", null));
        assertEquals("\"\"", part(text, "value", ""));
        assertEquals("2024-02-29", part(Type.of(TypeKind.DATE), "value", LocalDate.of(2024, 2, 29)));
        assertEquals("-9223372036854775808", part(Type.of(TypeKind.INT64), "value", Long.MIN_VALUE));
        assertEquals("true", part(Type.of(TypeKind.BOOLEAN), "value", true));
        String longest = "é".repeat(128);
        assertEquals("\"" + longest + "\"", part(text, "value", longest));
        String hashed = part(text, "value", longest + "a");
        assertTrue(hashed.matches("#[0-9a-f]{16}"), hashed);
        assertEquals(hashed, part(text, "value", longest + "a"));
        PartitionTransform transform = PartitionTransform.of(Field.nullable("c", text), "value", 1);
        for (String value : List.of("x", "", "\n", "\\", "\"", longest, longest + "a", "0", "\u0085\u007f")) {
            assertTrue(transform.isPart(part(text, "value", value)), value);
        }
        PartitionTransform dates = PartitionTransform.of(Field.nullable("c", Type.of(TypeKind.DATE)), "value", 1);
        for (int year : new int[] {-200_000, 0, 1970, 10_000}) {
            assertTrue(dates.isPart(part(Type.of(TypeKind.DATE), "value", LocalDate.of(year, 1, 2))), "year " + year);
        }
        assertTrue(!transform.isPart("x") && !transform.isPart("\"a\nb\""));
    }

    @Test
    void numbersAreTruncatedToMultiplesAndTextsToCharacters() throws Exception {
        Type number = Type.of(TypeKind.INT64);
        for (long[] pair :
                new long[][] {{0, 0}, {9, 0}, {10, 10}, {-1, -10}, {-10, -10}, {Long.MAX_VALUE, 9223372036854775800L}
                }) {
            assertEquals(Long.toString(pair[1]), part(number, "truncate(10)", pair[0]));
        }
        assertEquals("-9223372036854775810", part(number, "truncate(10)", Long.MIN_VALUE));
        assertEquals("null", part(number, "truncate(10)", null));
        Type text = Type.of(TypeKind.STRING);
        assertEquals("\"\uD83D\uDE00\u00E9\"", part(text, "truncate(2)", "\uD83D\uDE00\u00E9x"));
        assertEquals("\"a\"", part(text, "truncate(2)", "a"));
        assertEquals("\"\\u000a\\\"\"", part(text, "truncate(2)", "\n\"x"));
        assertEquals(part(text, "truncate(3)", "abcd"), part(text, "truncate(3)", "abce"));
    }

    /** A release that does not know the transform must not read the table. */
    @Test
    void truncatedPartitionsAreFoundAndNeedAReader() throws Exception {
        Table table = table("truncate(2)", Field.nullable("s", Type.of(TypeKind.STRING)));
        assertEquals(
                Set.of("truncate", "sidecars-in-log"),
                table.snapshot().state().features().reader());
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            rows.add(new Object[] {"k" + i % 5 + "-" + i, i});
        }
        insert(table, rows);
        assertEquals(5, table.snapshot().fragments().size());
        assertTrue(partitions(table.snapshot()).contains("1 truncate(2)=\"k3\""));
        assertEquals(1, Rows.read(table.snapshot(), Filter.equal("s", "k3-8")).size());
        try (TableScan scan =
                table.snapshot().scan().filter(Filter.equal("s", "k3-8")).build()) {
            assertEquals(1, scan.fragments().size());
        }
        Transaction replace = table.begin("replace");
        replace.replaceAll(
                new SchemaEdit(replace.snapshot()).replaceAll(Rows.schema()).schema(), TableProperties.NONE);
        replace.commit();
        assertEquals(
                Set.of("sidecars-in-log"), table.snapshot().state().features().reader());
    }

    @Test
    void whatCanNotBeDividedIsRefused() {
        for (String[] wrong : new String[][] {
            {"DATE", "hour"},
            {"STRING", "day"},
            {"FLOAT64", "value"},
            {"INT32", "month"},
            {"DATE", "days"},
            {"INT32", "hash(0)"},
            {"INT32", "truncate(0)"},
            {"STRING", "truncate(65)"},
            {"DATE", "truncate(2)"}
        }) {
            Type type = Type.of(TypeKind.valueOf(wrong[0]));
            String message = assertThrows(IllegalArgumentException.class, () -> PartitionFunction.of(type, wrong[1]))
                    .getMessage();
            assertTrue(message.contains(wrong[1]) && message.contains("hash("), message);
        }
    }

    private Table table(String transform, Field field) throws Exception {
        Schema schema = Schema.of(
                field.withFieldId(1),
                Field.nullable("n", Type.of(TypeKind.INT32)).withFieldId(2));
        TableProperties properties = new TableProperties(
                List.of(), List.of(), List.of(new TableProperties.PartitionColumn(1, transform)), Map.of());
        return Table.create(
                new LocalFolder(folder.resolve(field.name() + transform)), schema, properties, TableSettings.DEFAULT);
    }

    private static void insert(Table table, List<Object[]> rows) throws Exception {
        try (RowInsert insert = TableOperations.of(table).insert()) {
            insert.write(batch(table, rows));
            insert.commit();
        }
    }

    private static Batch batch(Table table, List<Object[]> rows) throws Exception {
        return JavaRows.batch(table.snapshot().schema(), rows);
    }

    @Test
    void rowsStayWithThoseOfTheirPartition() throws Exception {
        Table table = table("month", Field.nullable("at", Type.timestamp(6, true)));
        Random random = new Random(7);
        for (int round = 0; round < 3; round++) {
            List<Object[]> rows = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                Instant at = Instant.parse("2024-01-01T00:00:00Z").plusSeconds(random.nextInt(360 * 86_400));
                rows.add(new Object[] {i % 50 == 0 ? null : at, i});
            }
            insert(table, rows);
        }
        Snapshot snapshot = table.snapshot();
        assertEquals(39, snapshot.fragmentCount());
        Filter march = Filter.and(
                Filter.greaterOrEqual("at", Instant.parse("2024-03-01T00:00:00Z")),
                Filter.less("at", Instant.parse("2024-04-01T00:00:00Z")));
        try (TableScan scan = snapshot.scan().filter(march).build()) {
            assertEquals(3, scan.fragments().size());
        }
        TableOperations.of(table).delete(march);
        Compaction.run(table, Compaction.plan(table.snapshot(), Long.MAX_VALUE, EAGER), WriterOptions.DEFAULT);
        Snapshot compacted = table.snapshot();
        assertEquals(snapshot.rowCount() - Rows.read(snapshot, march).size(), compacted.rowCount());
        assertEquals(0, Rows.read(compacted, march).size());
        Set<String> partitions = partitions(compacted);
        assertEquals(12, partitions.size());
        assertTrue(partitions.containsAll(List.of("1 month=653", "1 month=null")), partitions.toString());
    }

    @Test
    void rowsAreWhereTheirHashSays() throws Exception {
        Table table = table("hash(7)", Field.nullable("d", Type.decimal(10, 2)));
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            rows.add(new Object[] {BigDecimal.valueOf(i, 2), i});
        }
        insert(table, rows);
        int written = 1;
        for (int digits : new int[] {18, 19, 38, 39, 60}) {
            widen(table, Type.decimal(digits, 2));
            insert(table, rows);
            written++;
            for (int i = 0; i < 50; i++) {
                Filter one = Filter.equal("d", BigDecimal.valueOf(i, 2));
                assertEquals(written, Rows.read(table.snapshot(), one).size());
                try (TableScan scan = table.snapshot().scan().filter(one).build()) {
                    assertEquals(written, scan.fragments().size());
                }
            }
        }
        Map<Optional<String>, Long> fragments = table.snapshot().fragments().stream()
                .collect(Collectors.groupingBy(Fragment::partition, Collectors.counting()));
        assertEquals(Set.of((long) written), Set.copyOf(fragments.values()));
        assertEquals(7, fragments.size());
    }

    private static void widen(Table table, Type type) throws Exception {
        Transaction alter = table.begin("widen");
        alter.setSchema(new SchemaEdit(alter.snapshot()).widen("d", type).schema());
        alter.commit();
    }

    private static Set<String> partitions(Snapshot snapshot) throws IOException {
        return snapshot.fragments().stream()
                .filter(fragment -> fragment.liveRows() > 0)
                .map(fragment -> fragment.partition().orElseThrow())
                .collect(Collectors.toSet());
    }

    @Test
    void manyPartitionsComeOneAfterTheOther() throws Exception {
        List<String> ended = new ArrayList<>();
        OpenPartitions<String> open = new OpenPartitions<>(2, false, ended::add);
        for (String partition : List.of("a", "b", "a", "c", "c", "d")) {
            assertEquals(partition + "!", open.of(partition, () -> partition + "!"));
        }
        assertEquals(List.of("b!", "a!"), ended);
        open.remove("d");
        assertEquals("again", open.of("d", () -> "again"));
        String text = assertThrows(TableException.class, () -> open.of("b", () -> "b"))
                .getMessage();
        assertTrue(text.contains("more than 2 partitions come mixed, here of 'b'") && text.contains("sort"), text);
        OpenPartitions<String> mixed = new OpenPartitions<>(1, true, ended::add);
        for (String partition : List.of("x", "y", "x")) {
            mixed.of(partition, () -> partition);
        }
        assertEquals(List.of("b!", "a!", "x", "y"), ended);
    }

    @Test
    void partitionsAreFoundByValue() throws Exception {
        Table table = table("value", Field.nullable("s", Type.of(TypeKind.STRING)));
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            rows.add(new Object[] {"s" + i % 5, i});
        }
        insert(table, rows);
        assertEquals(5, table.snapshot().fragmentCount());
        try (TableScan scan =
                table.snapshot().scan().filter(Filter.equal("s", "s3")).build()) {
            assertEquals(1, scan.fragments().size());
        }
        assertEquals(
                List.of(Optional.of(Set.of("\"s3\""))),
                new Partitioning(
                                table.snapshot().state().schema(),
                                table.snapshot().properties())
                        .parts(Filter.equal("s", "s3")));
        try (FragmentWriter writer = new FragmentWriter(table.snapshot(), WriterOptions.DEFAULT, 1 << 20)) {
            writer.write(batch(table, rows));
            writer.write(batch(table, rows));
            List<FragmentWriter.Written> files = writer.finish();
            assertEquals(5, files.size());
            FragmentWriter.discard(table.folder(), files);
        }
    }

    @Test
    void aTableHasAtMost65536DeclaredParts() {
        TableSchema schema = TableSchema.numbered(Rows.schema(), false);
        Function<List<String>, Partitioning> divided = transforms -> {
            List<TableProperties.PartitionColumn> columns = new ArrayList<>();
            for (int i = 0; i < transforms.size(); i++) {
                columns.add(new TableProperties.PartitionColumn(i + 1, transforms.get(i)));
            }
            return new Partitioning(schema, new TableProperties(List.of(), List.of(), columns, Map.of()));
        };
        assertFalse(divided.apply(List.of("hash(65536)")).isEmpty());
        assertFalse(divided.apply(List.of("hash(32768)", "range(10)")).isEmpty());
        for (List<String> tooMany : List.of(List.of("hash(65537)"), List.of("hash(32768)", "range(10, 20)"))) {
            String message = assertThrows(IllegalArgumentException.class, () -> divided.apply(tooMany))
                    .getMessage();
            assertTrue(message.contains("65536"), message);
        }
    }
}
