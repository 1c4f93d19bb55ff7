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

import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables whose rows Spark has cached by one name, and that change by another. */
@Tag("engine")
class CachedTablesTest {
    @TempDir
    static Path warehouse;

    @BeforeAll
    static void addCatalogs() {
        Spark.catalog(Spark.session(), "cached_one", warehouse.toString());
        Spark.catalog(Spark.session(), "cached_two", warehouse.toString());
    }

    @BeforeEach
    void cache() {
        Rows.of("create table cached_one.a.t as select 1L as id");
        Rows.of("cache table cached_one.a.t");
        assertEquals(List.of("[1]"), rows());
    }

    @AfterEach
    void forget() {
        Spark.session().catalog().clearCache();
        Rows.of("drop table cached_one.a.t");
    }

    private static List<String> rows() {
        return Rows.of("select id from cached_one.a.t order by id");
    }

    private String path() {
        return warehouse.resolve("a/t").toString();
    }

    @Test
    void rowsThatArePutAtThePath() {
        Dataset<Row> two = Spark.session().range(2, 3).toDF();
        two.write().format("stoa").mode("append").save(path());
        assertEquals(List.of("[1]", "[2]"), rows());
        two.write().format("stoa").mode("overwrite").save("file:" + path());
        assertEquals(List.of("[2]"), rows());
    }

    @Test
    void rowsOfAnotherCatalog() {
        Rows.of("insert into cached_two.a.t values (2)");
        assertEquals(List.of("[1]", "[2]"), rows());
        Rows.of("delete from cached_two.a.t where id = 1");
        assertEquals(List.of("[2]"), rows());
        Rows.of("truncate table cached_two.a.t");
        assertEquals(List.of(), rows());
    }

    @Test
    void columnsThatAnotherCatalogAdds() {
        Rows.of("alter table cached_two.a.t add column n int default 5");
        assertEquals(List.of("[1, 5]"), Rows.of("select * from cached_one.a.t"));
    }

    @Test
    void aTableThatAnotherCatalogMakesAnew() {
        Rows.of("drop table cached_two.a.t");
        Rows.of("create table cached_two.a.t (number bigint)");
        assertEquals(List.of(), Rows.of("select number from cached_one.a.t"));
    }

    /** The write is committed when Spark looks at its cache: it must not fail then, and must not leave old rows. */
    @Test
    void rowsThatSparkCantReadAgain() {
        Rows.of("create temporary view by_id as select id from cached_one.a.t");
        Rows.of("cache table by_id");
        Rows.of("alter table cached_two.a.t rename column id to number");
        Rows.of("insert into cached_two.a.t values (2)");
        assertEquals(List.of("[1]", "[2]"), Rows.of("select number from cached_one.a.t order by number"));
        Rows.of("drop view by_id");
    }

    @Test
    void rowsOfAStream() throws Exception {
        Rows.of("create table cached_one.a.more as select 2L as id");
        Spark.session()
                .readStream()
                .table("cached_one.a.more")
                .writeStream()
                .format("stoa")
                .option("checkpointLocation", warehouse.resolve("_checkpoint").toString())
                .trigger(Trigger.AvailableNow())
                .start(path())
                .awaitTermination();
        assertEquals(List.of("[1]", "[2]"), rows());
    }
}
