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
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Statements of other table formats. */
@Tag("engine")
class AliasesTest {
    @TempDir
    static Path warehouse;

    private static SparkSession session;

    @BeforeAll
    static void addCatalog() {
        session = Spark.extended();
        Spark.catalog(session, "other", warehouse.toString());
        sql("create table other.a.t (id bigint, v string)");
        sql("insert into other.a.t values (1, 'a'), (2, 'b')");
        sql("update other.a.t set v = 'B' where id = 2");
    }

    private static List<String> sql(String text) {
        return session.withActive(() -> Arrays.stream((Row[]) session.sql(text).collect())
                .map(Rows::text)
                .toList());
    }

    private static String refused(String statement) {
        return Rows.messages(assertThrows(Exception.class, () -> sql(statement), statement));
    }

    @Test
    void historyIsDescribed() {
        List<String> all = sql("describe history other.a.t");
        assertEquals(sql("select * from other.a.t.history order by version desc"), all);
        assertTrue(
                all.get(all.size() - 1).startsWith("[0, ")
                        && all.get(all.size() - 1).contains("create"),
                all.toString());
        assertEquals(1, sql("DESC HISTORY other.`a`.t LIMIT 1;").size());
        sql("use other.a");
        assertEquals(all, sql("describe history t"));
        sql("use spark_catalog.default");
    }

    @Test
    void tablesAreKeptInShape() {
        sql("create table other.shape as select id, 'x' as v from range(0, 100, 1, 2)");
        sql("delete from other.shape where id < 60");
        assertFalse(sql("optimize other.shape").isEmpty());
        assertEquals(List.of("[0]"), sql("select count(*) from other.shape.deltas"));
        assertEquals(
                List.of("[100]"), sql("select count(*) from other.shape version as of 1"), "compacted, not expired");
        assertTrue(sql("vacuum other.shape dry run").get(0).startsWith("[0, 0"));
        assertTrue(sql("vacuum other.shape retain 0 hours").get(0).startsWith("[0, 0"), "the safe age");
        assertEquals(
                "[100]",
                sql("restore table other.shape to version as of 1").get(0).replaceFirst("\\[\\d+, ", "["));
        String first = sql("select string(timestamp) from other.shape.history where version = 2")
                .get(0);
        String time = first.substring(1, first.length() - 1);
        assertTrue(sql("restore other.shape to timestamp as of '" + time + "'")
                .get(0)
                .endsWith(", 40]"));
        String both = refused("call other.system.rollback('shape')");
        assertTrue(both.contains("say one of them"), both);
    }

    @Test
    void aNamespaceMayHaveTheNameOfTheCatalog() {
        for (String table : List.of("other.twice", "other.other.twice")) {
            sql("create table " + table + " as select 1 as id");
            sql("insert into " + table + " values (2)");
        }
        sql("restore other.other.twice to version as of 1");
        assertEquals(List.of("[1]"), sql("select count(*) from other.other.twice"));
        assertEquals(List.of("[2]"), sql("select count(*) from other.twice"));
        sql("insert into other.other.twice values (2)");
        sql("use other.other");
        try {
            sql("restore other.twice to version as of 1");
        } finally {
            sql("use spark_catalog.default");
        }
        assertEquals(List.of("[1]"), sql("select count(*) from other.twice"));
        assertEquals(List.of("[2]"), sql("select count(*) from other.other.twice"));
    }

    @Test
    void changesAreAFunction() {
        List<String> changes = List.of("[update_postimage, 2, B]", "[update_preimage, 2, b]");
        assertEquals(changes, sql("select _change_type, id, v from table_changes('other.a.t', 2, 2) order by 1"));
        assertEquals(List.of("[4]"), sql("select count(*) from table_changes('other.a.t', 0)"));
        assertEquals(
                List.of("[4]"), sql("select count(*) from table_changes('other.a.t', '1970-01-02', '2100-01-01')"));
        String few = refused("select * from table_changes('other.a.t')");
        assertTrue(few.contains("write table_changes('t', 1, 3)"), few);
    }

    @Test
    void streamsOfAVersionAreRefused() {
        for (String option : List.of("versionAsOf", "timestampAsOf")) {
            AnalysisException refused = assertThrows(
                    AnalysisException.class,
                    () -> session.readStream()
                            .option("another", "of Spark or of an extension")
                            .option(option, "0")
                            .table("other.a.t")
                            .where("id > 1"));
            assertTrue(refused.getMessage().contains("'" + option + "' is not an option"), refused.getMessage());
            assertTrue(refused.getMessage().contains("startingVersion"), refused.getMessage());
            assertTrue(refused.getMessage().contains("spark.read()"), refused.getMessage());
        }
        assertEquals(2, session.readStream().table("other.a.t").columns().length);
    }

    @Test
    void writesAddColumns() throws Exception {
        sql("create table other.merged as select 1 as id");
        session.sql("select 2 as id, 'new' as v")
                .write()
                .mode("append")
                .option("mergeSchema", "true")
                .insertInto("other.merged");
        session.sql("select 'third' as v, 3 as id, 1.5d as w")
                .write()
                .mode("append")
                .option("mergeSchema", "true")
                .saveAsTable("other.merged");
        assertEquals(
                List.of("[1, null, null]", "[2, new, null]", "[3, third, 1.5]"),
                sql("select * from other.merged order by id"));
        session.sql("select 4 as id, 'by name' as x")
                .writeTo("other.merged")
                .option("mergeSchema", "true")
                .append();
        session.sql("select 5 as id, true as y")
                .write()
                .format("stoa")
                .mode("append")
                .option("mergeSchema", "true")
                .save(warehouse.resolve("merged").toString());
        assertEquals(
                List.of("[4, by name, null]", "[5, null, true]"),
                sql("select id, x, y from other.merged where id > 3 order by id"));
        assertThrows(
                Exception.class,
                () -> session.sql("select 4 as id, 5 as z")
                        .write()
                        .mode("append")
                        .option("mergeSchema", "false")
                        .saveAsTable("other.merged"));
        session.sql("select true as fresh")
                .write()
                .mode("overwrite")
                .option("overwriteSchema", "true")
                .saveAsTable("other.merged");
        assertEquals(List.of("[true]"), sql("select * from other.merged"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "optimize other.a.t zorder by (id); cluster by",
                "vacuum other.a.t retain 1 week; vacuum t retain 168 hours",
                "alter table other.a.t add partition field bucket(4, id) as shard; leave as",
                "alter table other.a.t write ordered by id; cluster by",
                "alter table other.a.t set identifier fields id; primary key",
                "alter table other.a.t create branch b retain 7 days; write create branch x",
                "alter table other.a.t create tag b retain 7 days; create tag x as of version 3",
                "create table other.a.u shallow clone other.a.t; create table ... like",
                "generate symlink_format_manifest for table other.a.t; no manifest",
                "reorg table other.a.t apply (purge); optimize"
            })
    void othersAreRefusedWithAdvice(String statementAndAdvice) {
        String[] parts = statementAndAdvice.split("; ", 2);
        String message = refused(parts[0]);
        assertTrue(message.contains("STOA_UNSUPPORTED") && message.contains(parts[1]), message);
    }

    @Test
    void tablesOfOthersArePassedOn() {
        String message = refused("vacuum spark_catalog.default.x");
        assertTrue(message.contains("PARSE_SYNTAX_ERROR"), message);
        assertEquals(List.of("[1]"), sql("select 1 as history"));
    }
}
