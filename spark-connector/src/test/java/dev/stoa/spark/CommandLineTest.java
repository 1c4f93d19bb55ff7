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
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One table, changed by Spark and by the command line in turns. */
@Tag("engine")
class CommandLineTest {
    @TempDir
    static Path warehouse;

    @BeforeAll
    static void addCatalog() {
        Spark.catalog(Spark.session(), "shared", warehouse.toString());
    }

    private static List<String> sql(String text) {
        return Arrays.stream((Row[]) Spark.session().sql(text).collect())
                .map(Rows::text)
                .toList();
    }

    @Test
    void whatSparkMadeTheCommandLineReadsAndChanges() throws Exception {
        Path table = warehouse.resolve("orders");
        sql(
                "create table shared.orders (id bigint, day date, total decimal(9,2), tags array<string>) cluster by (day)");
        sql("insert into shared.orders select id, date_add(date'2024-01-01', cast(id % 30 as int)), id / 4, array('a') "
                + "from range(0, 3000)");
        sql("update shared.orders set total = -1 where id % 100 = 7");
        sql("update shared.orders set day = date'2025-01-01' where id = 8");
        sql("delete from shared.orders where id >= 2900");
        sql("merge into shared.orders t using (select id from range(2890, 2910)) s on t.id = s.id "
                + "when matched then update set tags = array() "
                + "when not matched then insert (id, day, total, tags) values (s.id, date'2024-01-05', 0, null)");
        assertTrue(CommandLine.stoa("verify", table).contains("sound"));
        String all = CommandLine.stoa("scan", table, "--select", "id,day,total,tags", "--limit", 10_000, "--json");
        List<String> expected = sql("select to_json(struct(id, day, total, tags), map('ignoreNullFields', 'false')) "
                + "from shared.orders order by id");
        assertEquals(2910, expected.size());
        assertEquals(
                expected.stream()
                        .map(row -> row.substring(1, row.length() - 1))
                        .sorted()
                        .toList(),
                all.lines().filter(line -> line.startsWith("{")).sorted().toList());

        CommandLine.stoa("update", table, "--set", "total = total + 1", "--where", "id = 8");
        Path csv = Files.writeString(warehouse.resolve("new.csv"), "id,day,total\n5000,2024-01-03,7.50\n5001,,8.25\n");
        CommandLine.stoa("insert", table, csv);
        Files.delete(csv);
        assertEquals(
                List.of("[8, 2025-01-01, 3.00]", "[5000, 2024-01-03, 7.50]", "[5001, null, 8.25]"),
                sql("select id, day, total from shared.orders where id in (8, 5000, 5001) order by id"));
        sql("update shared.orders set total = 0 where id >= 5000");
        CommandLine.stoa("compact", table);
        assertEquals(
                List.of("[2912, 0.00]"),
                sql("select count(*), max(total) filter (where id >= 5000) from shared.orders"));
    }

    @Test
    void whatTheCommandLineMadeSparkReadsAndChanges() throws Exception {
        Path table = warehouse.resolve("keyed");
        CommandLine.stoa(
                "table", "create", table, "--schema", "id bigint not null, n int, s varchar(10)", "--key", "id");
        Path csv = warehouse.resolve("rows.csv");
        Files.writeString(csv, "id,n,s\n1,10,one\n2,20,two\n3,30,three\n");
        CommandLine.stoa("insert", table, csv);
        Files.writeString(csv, "id,n,s\n3,33,THREE\n4,40,four\n");
        CommandLine.stoa("upsert", table, csv);
        Files.delete(csv);
        assertEquals(
                List.of("[1, 10, one]", "[2, 20, two]", "[3, 33, THREE]", "[4, 40, four]"),
                sql("select * from shared.keyed order by id"));
        sql("update shared.keyed set n = n + 1 where s like 't%' or id = 4");
        sql("delete from shared.keyed where id = 1");
        String rows = CommandLine.stoa("scan", table, "--json");
        assertEquals(
                List.of(
                        "{\"id\":2,\"n\":21,\"s\":\"two\"}",
                        "{\"id\":3,\"n\":33,\"s\":\"THREE\"}",
                        "{\"id\":4,\"n\":41,\"s\":\"four\"}"),
                rows.lines().filter(line -> line.startsWith("{")).sorted().toList());
    }
}
