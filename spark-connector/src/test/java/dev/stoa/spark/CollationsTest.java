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

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Texts that are equal though their bytes are not. */
@Tag("engine")
class CollationsTest {
    private static final String BROADCAST = "spark.sql.autoBroadcastJoinThreshold";

    private static final List<String> TABLES =
            ParquetRows.UPDATE ? List.of("collated.t", "parquet_t") : List.of("collated.t");

    @TempDir
    static Path warehouse;

    private static ParquetRows parquet;

    @BeforeAll
    static void makeTables() throws IOException {
        parquet = new ParquetRows("collations");
        Spark.catalog(Spark.session(), "collated", warehouse.toString());
        for (String name : TABLES) {
            String how =
                    name.equals("parquet_t") ? " using parquet location '" + warehouse.resolve("parquet") + "'" : "";
            Rows.of("create table " + name + " (id int, s string collate utf8_lcase, u string collate unicode_ci,"
                    + " n struct<x: string collate utf8_lcase, y: string>, l array<string collate utf8_lcase>,"
                    + " m map<string, string collate utf8_lcase>)" + how);
            Rows.of("insert into " + name
                    + " select id, case id % 3 when 0 then concat('A', id) when 1 then concat('a',"
                    + " id - 1) end, if(id % 2 = 0, 'Stra\u00dfe', 'STRASSE'), named_struct('x', if(id % 2 = 0, 'B',"
                    + " 'b'), 'y', if(id % 2 = 0, 'B', 'b')), array('Q', 'q'), map('k', 'V') from range(0, 9000)");
        }
    }

    @AfterAll
    static void keepRows() throws IOException {
        parquet.keep();
    }

    @AfterEach
    void reset() {
        Spark.session().conf().unset(BROADCAST);
    }

    private static void same(String query) {
        List<String> expected = parquet.of(query, () -> Rows.of(query.replace("{}", "parquet_t")));
        assertTrue(!expected.isEmpty(), query);
        assertEquals(expected, Rows.of(query.replace("{}", "collated.t")), query);
    }

    @Test
    void queriesGiveWhatTheyGiveOfParquet() {
        same("select count(*) from {} where s = 'a300'");
        same("select count(*) from {} where s in ('a300', 'A3003')");
        same("select count(*) from {} where s <=> 'a300'");
        same("select count(*) from {} where s < 'a5' and s >= 'A3'");
        same("select count(*) from {} where s like 'A30%' or startswith(s, 'a40')");
        same("select count(*) from {} where not (s = 'a300')");
        same("select count(*) from {} where s is null");
        same("select count(*), count(s), min(lower(s)), max(lower(s)) from {}");
        same("select lower(min(s)), lower(max(s)), lower(min(n.x)), min(n.y), max(n.y) from {}");
        same("select count(*) from {} where n.x = 'B' and n.y = 'B'");
        same("select count(*) from {} where u = 'strasse' and array_contains(l, 'Q')");
        same("select count(distinct s), count(distinct u), count(distinct n.y) from {}");
        same("select lower(s), count(*) from {} where id < 20 group by s order by s nulls last, 2");
        same("select id from {} order by s desc, id limit 5");
        same("select count(*) from {} where s = 'a300' collate utf8_binary");
        same("select count(*) from {} where s collate utf8_binary = 'a300'");
        assertEquals(
                parquet.of("describe {}", () -> Rows.of("describe parquet_t").subList(0, 6)),
                Rows.of("describe collated.t").subList(0, 6));
    }

    @Test
    void joinsAndChangesFindAllSpellings() {
        Spark.session().conf().set(BROADCAST, "-1");
        same("select count(*) from {} a join {} b on a.s = b.s");
        same("select count(*) from {} a join (select distinct upper(s) as s from {} where id < 9) b on a.s = b.s");
        Rows.of("create table collated.changed as select * from collated.t");
        assertEquals(List.of("[2]"), Rows.of("select count(*) from collated.changed where s = 'A600'"));
        Rows.of("update collated.changed set id = -1 where s = 'a600'");
        assertEquals(List.of("[2]"), Rows.of("select count(*) from collated.changed where id = -1"));
        Rows.of("delete from collated.changed where s = 'A900'");
        assertEquals(List.of("[0]"), Rows.of("select count(*) from collated.changed where s = 'a900'"));
        Rows.of(
                "merge into collated.changed t using (select 'a1200' collate utf8_lcase as s) x on t.s = x.s and t.id % 3 = 0"
                        + " when matched then update set id = -2");
        assertEquals(List.of("[1]"), Rows.of("select count(*) from collated.changed where id = -2"));
    }

    @Test
    void whatGoesByBytesIsRefused() {
        for (String how : List.of("partitioned by (s)", "partitioned by (bucket(4, s))", "cluster by (s)")) {
            String refused = Rows.refused("create table collated.no (id int, s string collate utf8_lcase) " + how);
            assertTrue(refused.contains("collation"), refused);
        }
        Rows.of("create table collated.divided (id int, s string) partitioned by (s)");
        String refused = Rows.refused("alter table collated.divided alter column s type string collate utf8_lcase");
        assertTrue(refused.contains("collation"), refused);
        Rows.of("create table collated.altered (id int, s string)");
        Rows.of("insert into collated.altered values (1, 'a'), (2, 'A')");
        assertEquals(List.of("[1]"), Rows.of("select count(*) from collated.altered where s = 'a'"));
        Rows.of("alter table collated.altered alter column s type string collate utf8_lcase");
        assertEquals(List.of("[2]"), Rows.of("select count(*) from collated.altered where s = 'a'"));
    }
}
