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
package dev.stoa.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One table with a log, changed by Hive, by Spark and by the command line in turns: after each change all three read the same. */
@Tag("engine")
class HiveTest {
    private static final ObjectMapper JSON = new ObjectMapper()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .configure(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES, false);

    private static final String COLUMNS =
            "id bigint, total decimal(12,2), day date, ts timestamp, at timestamp with local time zone, c char(5),"
                    + " v varchar(10), s struct<a:int,b:string>, l array<int>, m map<string,int>";

    @TempDir
    static Path warehouse;

    @TempDir
    static Path forHive;

    private static HiveProcess hive;

    @BeforeAll
    static void start() throws Exception {
        assumeTrue(HiveProcess.isThere(), "Hive's module is not built: mvn -q -Dquick test-compile -pl hive-serde -am");
        Spark.catalog(Spark.session(), "with_hive", warehouse.toString());
        hive = new HiveProcess(forHive);
        hive.set("hive.split.update", "true");
    }

    @AfterAll
    static void stop() throws Exception {
        if (hive != null) {
            hive.close();
        }
    }

    /** A row of all types: its timestamps have microseconds, as Spark's do. */
    private static String values(int id) {
        return id + ", cast(" + id + ".25 as decimal(12,2)), date '2024-02-" + (10 + id)
                + "', timestamp '2024-01-31 12:34:5" + id
                + ".00012" + id + "', cast('2024-01-31 23:00:0" + id
                + " UTC' as timestamp with local time zone), cast('c" + id
                + "' as char(5)), cast('v" + id + "' as varchar(10)), named_struct('a', " + id + ", 'b', 'x" + id
                + "'), array(" + id + ", " + id + " + 1), map('k', " + id + ")";
    }

    @Test
    void allThreeChangeTheTableOfHive() throws Exception {
        Path table = warehouse.resolve("orders");
        hive.run("create external table orders (" + COLUMNS
                + ") stored by 'dev.stoa.hive.StoaStorageHandler' location '" + table.toUri() + "'");
        for (int id = 1; id <= 6; id++) {
            hive.run("insert into orders select " + values(id));
        }
        hive.run("insert into orders (id) values (7)");
        assertEquals(
                "struct<id:bigint,total:decimal(12,2),day:date,ts:timestamp_ntz,at:timestamp,c:string,v:string,"
                        + "s:struct<a:int,b:string>,l:array<int>,m:map<string,int>>",
                Spark.session().table("with_hive.orders").schema().simpleString());
        agreed(
                table,
                row(1, "1.25", "c1", "v1"),
                row(2, "2.25", "c2", "v2"),
                row(3, "3.25", "c3", "v3"),
                row(4, "4.25", "c4", "v4"),
                row(5, "5.25", "c5", "v5"),
                row(6, "6.25", "c6", "v6"),
                "7|null|null|null|null|null|null|null|null|null");

        hive.run("delete from orders where id in (1, 7)");
        hive.run("update orders set total = total + 100, c = 'hive' where id = 2");
        agreed(
                table,
                row(2, "102.25", "hive", "v2"),
                row(3, "3.25", "c3", "v3"),
                row(4, "4.25", "c4", "v4"),
                row(5, "5.25", "c5", "v5"),
                row(6, "6.25", "c6", "v6"));

        Rows.of("update with_hive.orders set v = 'spark', total = total * 2 where id in (2, 3)");
        Rows.of("delete from with_hive.orders where id = 4");
        Rows.of("merge into with_hive.orders o using (select * from values (5L, 'gone'), (6L, 'merged'), (8L, 'new') as"
                + " n(id, v)) n on o.id = n.id when matched and n.v = 'gone' then delete when matched then update set v ="
                + " n.v, l = array(), s = null when not matched then insert (id, v) values (n.id, n.v)");
        String six = row(6, "6.25", "c6", "merged")
                .replace("{\"a\":6,\"b\":\"x6\"}", "null")
                .replace("[6,7]", "[]");
        String eight = "8|null|null|null|null|null|new|null|null|null";
        agreed(table, row(2, "204.50", "hive", "spark"), row(3, "6.50", "c3", "spark"), six, eight);

        CommandLine.stoa("update", table, "--set", "total = total - 1", "--where", "id = 3");
        hive.run("create table news (id bigint, note string) stored as orc");
        hive.run("insert into news values (2, 'd'), (3, 'u'), (9, 'n')");
        hive.run(
                "merge into orders o using news n on o.id = n.id when matched and n.note = 'd' then delete when matched"
                        + " then update set c = n.note when not matched then insert (id, c) values (n.id, n.note)");
        String nine = "9|null|null|null|null|n|null|null|null|null";
        agreed(table, row(3, "5.50", "u", "spark"), six, eight, nine);

        CommandLine.stoa("compact", table);
        agreed(table, row(3, "5.50", "u", "spark"), six, eight, nine);
        assertTrue(CommandLine.stoa("verify", table).contains("sound"));
        assertEquals(List.of("6"), hive.run("select count(*) from orders for system_version as of 6"));
        assertEquals(List.of("[6]"), Rows.of("select count(*) from with_hive.orders version as of 6"));
    }

    /** A table of Spark is one of Hive's, by its folder; times have the digits that Spark gave them. */
    @Test
    void hiveChangesATableOfSpark() throws Exception {
        Path table = warehouse.resolve("visits");
        Rows.of("create table with_hive.visits (id bigint, d decimal(20,3), n struct<x:int,y:array<string>>,"
                + " at timestamp_ntz)");
        Rows.of(
                "insert into with_hive.visits values (1, 1.5, named_struct('x', 1, 'y', array('a')), null), (2, null, null,"
                        + " timestamp_ntz'2024-01-31 12:00:00.000001'), (3, 12345678901234567.125, named_struct('x', null, 'y',"
                        + " array('b', null)), null)");
        Rows.of("update with_hive.visits set d = 2 where id = 2");
        hive.run(
                "create external table visits (id bigint, d decimal(20,3), n struct<x:int,y:array<string>>, at timestamp)"
                        + " stored by 'dev.stoa.hive.StoaStorageHandler' location '" + table.toUri() + "'");
        assertEquals(
                List.of(
                        "1\t1.500\t{\"x\":1,\"y\":[\"a\"]}\tNULL",
                        "2\t2.000\tNULL\t2024-01-31 12:00:00.000001",
                        "3\t12345678901234567.125\t{\"x\":null,\"y\":[\"b\",null]}\tNULL"),
                hive.run("select * from visits order by id"));
        hive.run("update visits set d = d + 1 where id = 3");
        hive.run("delete from visits where id = 1");
        hive.run("insert into visits (id, d, at) select 4, 0.001, timestamp '1969-12-31 23:59:59.999999'");
        assertEquals(
                List.of(
                        "[2, 2.000, null, 2024-01-31T12:00:00.000001]",
                        "[3, 12345678901234568.125, [null, [b, null]], null]",
                        "[4, 0.001, null, 1969-12-31T23:59:59.999999]"),
                Rows.of("select * from with_hive.visits order by id"));
        String finer = assertThrows(
                        IOException.class,
                        () -> hive.run("insert into visits (id, at) select 5, timestamp '2024-01-01 00:00:00.0000001'"))
                .getMessage();
        assertTrue(finer.contains("round it first"), finer);
        assertEquals(List.of("3"), hive.run("select count(*) from visits"));
        Rows.of("create table with_hive.sorted (id bigint, day timestamp) cluster by (id)");
        hive.run("create external table sorted (id bigint, day timestamp with local time zone)"
                + " stored by 'dev.stoa.hive.StoaStorageHandler' location '"
                + warehouse.resolve("sorted").toUri() + "'");
        hive.run("insert into sorted (id) values (2), (1)");
        assertEquals(List.of("[1, null]", "[2, null]"), Rows.of("select * from with_hive.sorted"));
    }

    /** The row of {@link #values}, with what was changed. */
    private static String row(int id, String total, String c, String v) {
        return String.join(
                "|",
                "" + id,
                total,
                "2024-02-" + (10 + id),
                "2024-01-31 12:34:5" + id + ".00012" + id,
                "2024-01-31 23:00:0" + id,
                c,
                v,
                "{\"a\":" + id + ",\"b\":\"x" + id + "\"}",
                "[" + id + "," + (id + 1) + "]",
                "{\"k\":" + id + "}");
    }

    private static void agreed(Path table, String... rows) throws Exception {
        List<String> expected = List.of(rows);
        assertEquals(
                expected,
                Rows.of("select concat_ws('|', transform(array(string(id), string(total), string(day), string(ts),"
                                + " string(convert_timezone('UTC', cast(at as timestamp_ntz))), rtrim(c), v, to_json(s), to_json(l), to_json(m)),"
                                + " x -> coalesce(x, 'null'))) from with_hive.orders order by id")
                        .stream()
                        .map(row -> row.substring(1, row.length() - 1))
                        .toList(),
                "Spark");
        for (String vectorised : List.of("true", "false")) {
            hive.set("hive.vectorized.execution.enabled", vectorised);
            assertEquals(
                    expected,
                    hive.run("select id, total, day, ts, at, c, v, s, l, m from orders order by id").stream()
                            .map(HiveTest::ofHive)
                            .toList(),
                    "Hive, vectorised: " + vectorised);
        }
        List<String> ofCommandLine = new ArrayList<>();
        for (String line : CommandLine.stoa("scan", table, "--json").lines().toList()) {
            if (line.startsWith("{")) {
                List<String> values = new ArrayList<>();
                for (Map.Entry<String, JsonNode> column : JSON.readTree(line).properties()) {
                    values.add(text(column.getKey(), column.getValue()));
                }
                ofCommandLine.add(String.join("|", values));
            }
        }
        assertEquals(expected, ofCommandLine.stream().sorted().toList(), "the command line");
    }

    /** A row as Hive prints it: char with its blanks, an instant with its zone. */
    private static String ofHive(String row) {
        return List.of(row.split("\t", -1)).stream()
                .map(value -> value.equals("NULL")
                        ? "null"
                        : value.replaceFirst("(\\.0)? UTC$", "").stripTrailing())
                .collect(Collectors.joining("|"));
    }

    /** A value as the command line prints it: a map as its entries, times with a T between and all digits, an instant with Z. */
    private static String text(String column, JsonNode value) {
        if (value.isContainerNode()) {
            return column.equals("m")
                    ? value.toString().replaceAll("\\[\\[(.*),(.*)\\]\\]", "{$1:$2}")
                    : value.toString();
        }
        String text = value.asText();
        return text.matches("[0-9-]{10}T.*") ? text.replace('T', ' ').replaceFirst("\\.?0*Z?$", "") : text;
    }
}
