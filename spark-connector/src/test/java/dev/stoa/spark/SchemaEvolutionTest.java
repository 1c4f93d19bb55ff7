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

import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Writes {@code with schema evolution}: columns that the table lacks are added, none is left out in silence. */
@Tag("engine")
class SchemaEvolutionTest {
    @TempDir
    static Path warehouse;

    @BeforeAll
    static void addCatalog() {
        Spark.catalog(Spark.session(), "grows", warehouse.toString());
    }

    private static List<String> sql(String text) {
        return Rows.of(text);
    }

    @Test
    void aMergeAddsTheColumnsOfItsSource() {
        sql("create table grows.merged as select 1 as id, 'a' as v union all select 2, 'b'");
        sql("merge with schema evolution into grows.merged t using (select 1 as id, 'n' as v, 5 as more union all"
                + " select 3, 'c', 6) s on t.id = s.id when matched then update set * when not matched then insert *");
        assertEquals(List.of("[1, n, 5]", "[2, b, null]", "[3, c, 6]"), sql("select * from grows.merged order by id"));
        sql("merge with schema evolution into grows.merged t using (select 2 as id, 7 as given, 8 as other) s"
                + " on t.id = s.id when matched then update set given = s.given");
        assertEquals(
                List.of("[1, n, 5, null]", "[2, b, null, 7]", "[3, c, 6, null]"),
                sql("select * from grows.merged order by id"));
        String refused = Rows.refused("merge with schema evolution into grows.merged t using"
                + " (select 2 as id, make_interval(1, 2) as odd) s on t.id = s.id when matched then update set *");
        assertTrue(refused.contains("odd"), refused);
    }

    /** Delta Lake's extension gives this option to each such statement of a session, whatever the format of its table. */
    @Test
    void anInsertTakesTheOptionThatSaysTheSame() throws Exception {
        sql("create table grows.twice as select 1 as id");
        sql("insert with schema evolution into grows.twice with ('mergeschema' = 'true') select 2 as id, 3 as more");
        Spark.session()
                .sql("select 3 as id, 4 as more")
                .writeTo("grows.twice")
                .option("mergeSchema", "true")
                .append();
        assertEquals(List.of("[1, null]", "[2, 3]", "[3, 4]"), sql("select * from grows.twice order by id"));
        Dataset<Row> wider = Spark.session().sql("select 4 as id, 5 as more, 6 as other");
        assertThrows(
                Exception.class,
                () -> wider.writeTo("grows.twice").option("mergeSchema", "true").append());
        assertEquals(List.of("[3]"), sql("select count(*) from grows.twice"));
    }

    @Test
    void anInsertAddsColumnsFieldsAndWiderTypes() throws Exception {
        sql("create table grows.inserted (id int, s struct<a: int>, l array<struct<b: int>>)");
        sql("insert with schema evolution into grows.inserted by name select 1 as id, 'x' as more");
        sql(
                "insert with schema evolution into grows.inserted by name"
                        + " select 3000000000 as id, named_struct('a', 1, 'c', 2) as s, array(named_struct('b', 3, 'd', 4)) as l");
        sql("insert with schema evolution into grows.inserted select 4, null, null, 'y', 5 as fifth");
        assertEquals(
                List.of(
                        "[1, null, null, x, null]",
                        "[4, null, null, y, 5]",
                        "[3000000000, [1, 2], [[3, 4]], null, null]"),
                sql("select * from grows.inserted order by id"));
        sql(
                "insert with schema evolution overwrite grows.inserted by name select cast(7 as smallint) as id, 8 as last");
        assertEquals(List.of("[7, null, null, null, null, 8]"), sql("select * from grows.inserted"));
        Spark.session()
                .sql("select 8 as id, 9 as evenLater")
                .writeTo("grows.inserted")
                .withSchemaEvolution()
                .append();
        assertEquals(List.of("[9]"), sql("select evenLater from grows.inserted where id = 8"));
        assertTrue(Rows.refused("insert into grows.inserted by name select 1 as id, 2 as unknown")
                .contains("unknown"));
        String cast = Rows.refused("insert with schema evolution into grows.inserted by name select 'text' as id");
        assertTrue(cast.contains("id"), cast);
    }
}
