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
package dev.stoa.trino;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.Filter;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.vio.LocalFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("engine")
@Tag("smoke")
final class ReadTest {
    private static final int LIVE = EveryType.ROWS - 100;

    @TempDir
    private static Path warehouse;

    private static Server server;

    @BeforeAll
    static void start() throws Exception {
        Table table = EveryType.create(warehouse.resolve("S").resolve("every"));
        TableOperations.of(table).delete(Filter.less("Number", 100));
        odd(
                "odd",
                Field.nullable(
                        "v",
                        Type.variant(List.of(
                                Field.required("metadata", Type.of(TypeKind.BINARY)),
                                Field.required("value", Type.of(TypeKind.BINARY))))));
        odd("twins", Field.nullable("a", Type.of(TypeKind.INT32)), Field.nullable("A", Type.of(TypeKind.INT32)));
        Files.createDirectories(warehouse.resolve("empty"));
        server = new Server(warehouse);
    }

    private static void odd(String name, Field... fields) throws Exception {
        Path folder = Files.createDirectories(warehouse.resolve("S").resolve(name));
        Table.create(new LocalFolder(folder), Schema.of(fields), TableProperties.NONE, TableSettings.DEFAULT);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    static Stream<EveryType.Column> columns() {
        return EveryType.COLUMNS.stream();
    }

    @ParameterizedTest
    @MethodSource("columns")
    void valuesAreThoseOfTheTable(EveryType.Column column) {
        String shown = "CAST(" + column.name() + " AS varchar)";
        if (column.type().kind() == TypeKind.CHAR) {
            shown = "CAST(" + column.name() + " AS varchar(6))";
        }
        assertEquals(
                List.of("[" + column.shown() + "]"),
                server.rows("SELECT " + shown + " FROM every FOR VERSION AS OF 1 WHERE number = 7"));
        assertEquals(
                List.of("[" + LIVE / EveryType.NULLS + "]"),
                server.rows("SELECT count(*) FROM every WHERE " + column.name() + " IS NULL"));
    }

    /** What Trino computes row by row, and what a scan leaves out, must be the same. */
    @ParameterizedTest
    @MethodSource("columns")
    void filtersOfScansFindWhatTrinoFinds(EveryType.Column column) {
        String name = column.name();
        String value = inner(server.rows("SELECT CAST(min(" + name + ") AS varchar) FROM every WHERE number >= 4321")
                .get(0));
        String type = inner(
                server.rows("SELECT typeof(" + name + ") FROM every LIMIT 1").get(0));
        List<String> pushed = new ArrayList<>();
        List<String> computed = new ArrayList<>();
        for (String operator : List.of("=", "<", ">=", "<>", "IS DISTINCT FROM")) {
            String condition = name + " " + operator + " CAST('" + value + "' AS " + type + ")";
            pushed.add("(SELECT sum(number) FROM every WHERE " + condition + ")");
            computed.add("sum(number) FILTER (WHERE " + condition + ")");
        }
        assertEquals(
                server.rows("SELECT " + String.join(", ", computed) + " FROM every"),
                server.rows("SELECT " + String.join(", ", pushed)),
                value);
    }

    private static String inner(String row) {
        return row.substring(1, row.length() - 1);
    }

    @Test
    void nestedValues() {
        assertEquals(
                List.of("[7, b7, 3, 7, null, 9, 1, 7, b7]"),
                server.rows("SELECT pair.a, pair.b, cardinality(list), list[1], list[2], list[3], cardinality(map),"
                        + " map['k0'].a, map['k0'].b FROM every FOR VERSION AS OF 1 WHERE number = 7"));
        assertEquals(
                List.of("[" + LIVE / EveryType.NULLS + ", null]"),
                server.rows("SELECT count_if(pair IS NULL AND list IS NULL AND map IS NULL), sum(pair.a) FILTER (WHERE"
                        + " pair IS NULL) FROM every"));
        long sum = 0;
        for (int row = 100; row < EveryType.ROWS; row++) {
            sum += row % EveryType.NULLS == 0 ? 0 : row;
        }
        assertEquals(List.of("[" + sum + "]"), server.rows("SELECT sum(pair.a) FROM every"));
        assertEquals(
                server.rows("SELECT sum(cardinality(list)) FROM every WHERE few = 'name 1'"),
                server.rows("SELECT count(*) FROM every CROSS JOIN UNNEST(list) WHERE few = 'name 1'"));
    }

    @Test
    void exactFiltersLeaveNothingToTrino() {
        String plan =
                inner(server.rows("EXPLAIN SELECT many FROM every WHERE i32 BETWEEN 3000 AND 9000 AND few = 'name 2'")
                        .get(0));
        assertFalse(plan.contains("ScanFilter") || plan.contains("filterPredicate"), plan);
        plan = inner(server.rows("EXPLAIN SELECT many FROM every WHERE f64 > 2").get(0));
        assertTrue(plan.contains("filterPredicate"), plan);
    }

    @Test
    void statisticsComeFromTheLog() {
        List<String> shown = server.rows(
                "SHOW STATS FOR (SELECT number, i32, f64, dec, day, few, tz3 FROM every FOR VERSION AS OF 1)");
        assertTrue(shown.contains("[number, null, 10000.0, 0.0, null, 0, 9999]"), shown.toString());
        assertTrue(shown.contains("[i32, null, null, 0.2, null, 1000, 9999000]"), shown.toString());
        assertTrue(shown.contains("[f64, null, null, 0.2, null, 0.25, 2499.75]"), shown.toString());
        assertTrue(shown.contains("[dec, null, null, 0.2, null, 1.01, 10098.99]"), shown.toString());
        assertTrue(shown.contains("[day, null, 8000.0, 0.2, null, 1970-01-02, 1997-05-18]"), shown.toString());
        assertTrue(shown.contains("[null, null, null, null, 10000.0, null, null]"), shown.toString());
    }

    @Test
    void joinsAndLimits() {
        assertEquals(List.of("[7]"), server.rows("SELECT count(*) FROM (SELECT number FROM every LIMIT 7)"));
        assertEquals(
                List.of("[3]"),
                server.rows("SELECT count(*) FROM every e JOIN (VALUES 200, 301, 9999, 1) AS t(n) ON e.number = t.n"));
    }

    @Test
    void versions() {
        assertEquals(List.of("[" + LIVE + "]"), server.rows("SELECT count(*) FROM every"));
        assertEquals(
                List.of("[" + EveryType.ROWS + "]"), server.rows("SELECT count(*) FROM every FOR VERSION AS OF 1"));
        // Trino rounds current_timestamp to milliseconds, and refuses it where that is not in the past
        String soon = "FOR TIMESTAMP AS OF current_timestamp - INTERVAL '0.010' SECOND";
        assertEquals(List.of("[" + LIVE + "]"), server.rows("SELECT count(*) FROM every " + soon));
        assertTrue(refusal("SELECT 1 FROM every FOR VERSION AS OF 77").contains("77"));
        String future = refusal("SELECT 1 FROM every FOR TIMESTAMP AS OF TIMESTAMP '2999-01-01 00:00:00 UTC'");
        assertTrue(future.contains("is not in the past"), () -> "Trino itself refuses it: " + future);
    }

    @Test
    void namesAreFoundInSmallLetters() {
        assertEquals(List.of("[empty]", "[information_schema]", "[s]"), server.rows("SHOW SCHEMAS"));
        assertEquals(List.of("[every]", "[odd]", "[twins]"), server.rows("SHOW TABLES"));
        assertEquals(List.of("[number, integer, , ]"), server.rows("SHOW COLUMNS FROM every LIKE 'number'"));
    }

    @Test
    void whatTrinoHasNoTypeForIsNamed() {
        assertTrue(refusal("SELECT * FROM odd").contains("column 'v' is variant"), refusal("SELECT * FROM odd"));
        assertTrue(refusal("SELECT * FROM twins").contains("have the same name in Trino"));
        assertEquals(
                List.of("[every]"),
                server.rows("SELECT DISTINCT table_name FROM information_schema.columns WHERE table_schema = 's'"
                        + " AND table_name <> 'twins'"));
    }

    private static String refusal(String sql) {
        return assertThrows(RuntimeException.class, () -> server.rows(sql)).getMessage();
    }
}
