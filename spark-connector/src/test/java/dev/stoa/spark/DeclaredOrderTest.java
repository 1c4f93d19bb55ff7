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

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.SaveMode;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The order of a table is shown, and what is shown makes a table with this order. */
@Tag("engine")
class DeclaredOrderTest {
    @TempDir
    static Path warehouse;

    @BeforeAll
    static void catalog() {
        Spark.catalog(Spark.session(), "ordered", warehouse.toString());
    }

    private static List<String> sql(String text) {
        return Rows.of(text);
    }

    private static void refused(String statement, String words) {
        String said = Rows.refused(statement);
        assertTrue(said.contains(words), said);
    }

    /** Makes a table by the statement that shows another one. */
    private static String again(String table, String name) {
        String shown = Spark.session().sql("show create table " + table).first().getString(0);
        sql(shown.replaceFirst("(?i)create table \\S+", "create table " + name).replaceFirst("LOCATION '[^']*'", ""));
        return shown;
    }

    private static String described(String table) {
        return String.join("\n", sql("describe extended " + table));
    }

    @Test
    void anOrderIsAClause() {
        // so Spark writes the clause cluster by of any source, and so it reads it
        sql("create table ordered.one (id bigint, `a b` string) cluster by (`a b`, id)");
        assertTrue(described("ordered.one").toLowerCase(Locale.ROOT).contains("clustering"), described("ordered.one"));
        assertEquals(
                again("ordered.one", "ordered.two"),
                again("ordered.two", "ordered.three").replace("two", "one"));
        String shown = again("ordered.three", "ordered.four");
        assertTrue(shown.contains("PARTITIONED BY (cluster_by(`a b`, id))"), shown);
    }

    @Test
    void besidePartitionsAnOrderIsAProperty() {
        sql("create table ordered.both (id bigint, d date, `a,b` int) partitioned by (d)"
                + " tblproperties ('cluster_by' = '`a,b`, id')");
        String shown = again("ordered.both", "ordered.copy");
        assertTrue(shown.contains("'cluster_by' = '`a,b`, id'"), shown);
        assertTrue(described("ordered.copy").contains("cluster_by=`a,b`, id"), described("ordered.copy"));
        sql("create table ordered.alike like ordered.both");
        assertTrue(described("ordered.alike").contains("cluster_by=`a,b`, id"));
        sql("insert into ordered.copy select id, date'2026-01-01', cast(100 - id as int) from range(0, 100, 1, 1)");
        Spark.session()
                .sql("select 7L as id, date'2026-01-02' as d, 1 as `a,b`")
                .write()
                .mode(SaveMode.Append)
                .partitionBy("d")
                .saveAsTable("ordered.copy");
        assertEquals(List.of("[101, 4957]"), sql("select count(*), sum(id) from ordered.copy"));
        assertEquals(List.of("[99]"), sql("select id from ordered.copy where d = date'2026-01-01' limit 1"));
        sql("alter table ordered.copy cluster by none");
        assertTrue(!described("ordered.copy").contains("cluster_by"));
    }

    @Test
    void anOrderThatCanNotBeIsRefused() {
        sql("create table ordered.there (id bigint, d int) partitioned by (d)");
        refused("alter table ordered.there set tblproperties ('cluster_by' = 'id')", "alter table ... cluster by");
        refused("create table ordered.x (id bigint) tblproperties ('cluster_by' = 'id, ')", "name columns");
        refused("create table ordered.x (id bigint) tblproperties ('cluster_by' = 'y')", "no column y");
        refused(
                "create table ordered.x (id bigint) cluster by (id) tblproperties ('cluster_by' = 'id')",
                "both declare");
        refused(
                "create table ordered.x like ordered.there tblproperties ('cluster_by' = 'id')",
                "leave out the property");
    }
}
