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

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Columns of char and varchar mean in tables of Stoa what they mean in Spark's own tables of Parquet. */
@Tag("engine")
class BoundedTextsTest {
    private static final String COLUMNS = "(id int, c char(5), v varchar(5), s struct<c: char(3), v: varchar(3)>,"
            + " a array<char(2)>, m map<varchar(2), char(2)>)";
    private static final String STOA = "bounded.texts";
    private static final String PARQUET = "spark_catalog.default.bounded_texts";

    private static final List<String> TABLES = ParquetRows.UPDATE ? List.of(STOA, PARQUET) : List.of(STOA);

    @TempDir
    static Path warehouse;

    private static ParquetRows parquet;

    @BeforeAll
    static void makeTables() throws IOException {
        parquet = new ParquetRows("bounded-texts");
        Spark.catalog(Spark.session(), "bounded", warehouse.toString());
        for (String table : TABLES) {
            Rows.of("drop table if exists " + table);
            Rows.of("create table " + table + " " + COLUMNS + using(table));
            Rows.of("insert into " + table + " values"
                    + " (1, 'ab', 'ab', named_struct('c', 'x', 'v', 'x'), array('y', null), map('k', 'w')),"
                    + " (2, 'ab  ', 'ab  ', named_struct('c', 'x ', 'v', 'x '), array('y '), map('k ', 'w ')),"
                    + " (3, 'ab       ', 'ab       ', null, array(), map()),"
                    + " (4, null, null, null, null, null),"
                    + " (5, 'äöüß€', 'äöüß€', named_struct('c', 'äöü', 'v', 'äöü'), array('€€'), null),"
                    + " (6, '', '', named_struct('c', '', 'v', ''), null, null)");
        }
    }

    @AfterAll
    static void keepRows() throws IOException {
        if (ParquetRows.UPDATE) {
            Rows.of("drop table " + PARQUET);
        }
        parquet.keep();
    }

    private static List<String> sorted(String query, String table) {
        return Rows.of(query.replace("T", table)).stream().sorted().toList();
    }

    private static String using(String table) {
        return table.equals(PARQUET) ? " using parquet" : "";
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "select * from T",
                "select id, length(c), length(v), length(s.c), length(s.v), length(get(a, 0)), length(m['k']) from T",
                "select id from T where c = 'ab'",
                "select id from T where c = 'ab  '",
                "select id from T where c = 'ab        '",
                "select id from T where 'ab' = c or c = 'äöüß€'",
                "select id from T where c <> 'ab'",
                "select id from T where c in ('ab', '', 'q')",
                "select id from T where c < 'ab!'",
                "select id from T where c like 'ab'",
                "select id from T where c like 'ab %'",
                "select id from T where c = v",
                "select id from T where v = 'ab'",
                "select id from T where v = 'ab  '",
                "select id from T where v like 'ab %'",
                "select id from T where s.c = 'x'",
                "select id from T where s.c = 'x  '",
                "select id from T where s.v = 'x'",
                "select id from T where get(a, 0) = 'y '",
                "select id from T where c is null or s is null",
                "select c, count(*), max(v) from T group by c order by c",
                "select v, min(c), max(c) from T group by v order by v",
                "select x.id, y.id from T x join T y on x.c = y.c order by 1, 2",
                "select x.id, y.id from T x join T y on x.c = y.s.c order by 1, 2",
                "select distinct c || '|', v || '|' from T order by 1, 2",
                "select id from T where c = (select max(c) from T where id < 4)",
                "select id from T where exists (select 1 from values ('ab   ') as o(k) where o.k = c)",
                "select c, id from T order by c desc, id limit 3",
            })
    void queriesGiveWhatParquetGives(String query) {
        for (String padding : List.of("true", "false")) {
            Spark.session().conf().set("spark.sql.readSideCharPadding", padding);
            try {
                assertEquals(
                        parquet.of(query + ", padded by scans: " + padding, () -> sorted(query, PARQUET)),
                        sorted(query, STOA));
            } finally {
                Spark.session().conf().unset("spark.sql.readSideCharPadding");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "insert into T (id, c) values (9, 'abcdef')",
                "insert into T (id, v) values (9, 'abcdef')",
                "insert into T (id, s) values (9, named_struct('c', 'four', 'v', ''))",
                "insert into T (id, a) values (9, array('a', 'abc'))",
                "insert into T (id, m) values (9, map('abc', 'a'))",
                "insert overwrite T (id, v) select 9, repeat('x', 6)",
            })
    void longerTextsAreRefusedAsInParquet(String statement) {
        for (String table : TABLES) {
            List<String> before = Rows.of("select * from " + table + " order by id");
            refused("EXCEED_LIMIT_LENGTH", statement.replace("T", table));
            assertEquals(before, Rows.of("select * from " + table + " order by id"));
        }
    }

    @Test
    void theTypesSurvive() {
        Rows.of("create table bounded.made (c char(3), v varchar(3))");
        Rows.of("create table bounded.alike like bounded.made");
        Rows.of("create table bounded.queried as select * from bounded.made");
        Spark.session()
                .table("bounded.made")
                .write()
                .format("stoa")
                .save(warehouse.resolve("saved").toString());
        for (String table : List.of("made", "alike", "queried", "saved")) {
            String made = Rows.of("show create table bounded." + table).get(0);
            assertTrue(made.contains("c CHAR(3)") && made.contains("v VARCHAR(3)"), made);
        }
        assertEquals("[data_type, char(3)]", Rows.of("describe bounded.made c").get(1));
        Rows.of("alter table bounded.made add columns (d char(2) default 'x', e varchar(2))");
        Rows.of("insert into bounded.made (c) values ('a')");
        assertEquals(List.of("[a  , null, x , null]"), Rows.of("select * from bounded.made"));
    }

    @Test
    void typesOfColumnsBecomeWider() {
        Rows.of("create table bounded.wider (c char(3), v varchar(3))");
        Rows.of("insert into bounded.wider values ('a', 'abc')");
        Rows.of("alter table bounded.wider alter column v type varchar(5)");
        Rows.of("insert into bounded.wider values ('b', 'abcde')");
        refused("EXCEED_LIMIT_LENGTH", "insert into bounded.wider values ('b', 'abcdef')");
        Rows.of("alter table bounded.wider alter column v type string");
        Rows.of("insert into bounded.wider values ('c', 'abcdef')");
        assertEquals(
                List.of("[a  , abc]", "[b  , abcde]", "[c  , abcdef]"),
                Rows.of("select * from bounded.wider order by c"));
        refused("STOA_UNSUPPORTED", "alter table bounded.wider alter column c type string");
        refused("NOT_SUPPORTED_CHANGE_COLUMN", "alter table bounded.wider alter column c type char(4)");
    }

    @Test
    void changesOfRowsKeepWhatTheyDoNotSet() {
        Rows.of("create table bounded.changed as select * from " + STOA);
        Rows.of("update bounded.changed set id = id + 10 where c = 'ab'");
        assertEquals(List.of("[[id]]"), Rows.of("select columns from bounded.changed.deltas"));
        Rows.of("update bounded.changed set c = 'q' where id = 11");
        Rows.of("merge into bounded.changed t using (select 12 as id, 'r' as c) s on t.id = s.id"
                + " when matched then update set c = s.c, v = s.c");
        Rows.of("delete from bounded.changed where c = 'ab   '");
        assertEquals(
                List.of("[4, null, null]", "[5, äöüß€, äöüß€]", "[6,      , ]", "[11, q    , ab]", "[12, r    , r]"),
                Rows.of("select id, c, v from bounded.changed order by id"));
        assertEquals(
                List.of("[q    ]"),
                Rows.of("select c from bounded.changed changes from version 3 to version 3"
                        + " where _change_type = 'update_postimage' and c = 'q'"));
    }

    @Test
    void streamsBringTheBlanks() throws Exception {
        Rows.of("create table bounded.streamed (id int, c char(5))");
        Spark.session()
                .readStream()
                .table(STOA)
                .where("c = 'ab' and length(c) = 5")
                .select("id", "c")
                .writeStream()
                .option("checkpointLocation", warehouse.resolve("checkpoint").toString())
                .trigger(Trigger.AvailableNow())
                .toTable("bounded.streamed")
                .awaitTermination();
        assertEquals(
                List.of("[1, ab   ]", "[2, ab   ]", "[3, ab   ]"),
                Rows.of("select * from bounded.streamed order by 1"));
    }

    @Test
    void aSessionMayTakeThemForPlainTexts() {
        Spark.session().conf().set("spark.sql.legacy.charVarcharAsString", "true");
        try {
            Rows.of("create table bounded.plain (c char(3), v varchar(3))");
            Rows.of("insert into bounded.plain values ('longer', 'longer'), ('a ', 'b ')");
            assertEquals(List.of("[a , b ]", "[longer, longer]"), Rows.of("select * from bounded.plain order by c"));
            assertEquals(
                    List.of("[1]", "[2]", "[3]"), Rows.of("select id from " + STOA + " where c = 'ab' order by 1"));
            refused("STOA_INVALID_ROW", "insert into " + STOA + " (id, c) values (9, 'longer')");
        } finally {
            Spark.session().conf().unset("spark.sql.legacy.charVarcharAsString");
        }
        assertEquals(
                List.of("[data_type, string]"),
                Rows.of("describe bounded.plain c").subList(1, 2));
    }

    private static void refused(String condition, String statement) {
        Exception e = assertThrows(Exception.class, () -> Rows.of(statement));
        assertEquals(condition, e instanceof SparkThrowable known ? known.getCondition() : e.toString());
    }
}
