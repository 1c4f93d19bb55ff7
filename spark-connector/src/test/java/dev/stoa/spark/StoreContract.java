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

import dev.stoa.spark.internal.store.TableFolder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What tables do on a store other than local files: their whole life, and that nothing is left behind. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class StoreContract {
    private final String catalog;

    /**
     * Tests tables in a catalog.
     *
     * @param catalog a name that no other test has
     */
    StoreContract(String catalog) {
        this.catalog = catalog;
    }

    /** Puts the catalog's warehouse onto the store. */
    final void addCatalog() {
        Spark.session().conf().set("spark.sql.catalog." + catalog, StoaCatalog.class.getName());
        Spark.session().conf().set("spark.sql.catalog." + catalog + ".warehouse", warehouse());
    }

    /** A folder on the store. */
    abstract String warehouse();

    @AfterAll
    static void leaveCatalog() {
        Spark.session().sql("use spark_catalog");
    }

    final List<String> sql(String text) {
        return Rows.of(text.replace("CAT", catalog));
    }

    final List<Path> files(String folder) throws IOException {
        Path path = new Path(warehouse(), folder);
        FileSystem fs = path.getFileSystem(TableFolder.sessionConfiguration());
        List<Path> files = new ArrayList<>();
        RemoteIterator<LocatedFileStatus> found = fs.listFiles(path, true);
        while (found.hasNext()) {
            files.add(found.next().getPath());
        }
        return files;
    }

    @Test
    void aTableIsMadeReadAndChanged() throws IOException {
        sql(
                "create table CAT.shop.orders as select id, id % 10 as customer, concat('s', id % 3) as s from range(5000)");
        sql("insert into CAT.shop.orders values (5000, 7, 'new')");
        assertEquals(List.of("[5001, 12502500]"), sql("select count(*), sum(id) from CAT.shop.orders"));
        sql("update CAT.shop.orders set s = 'changed' where customer = 3");
        sql("delete from CAT.shop.orders where id < 100");
        sql(
                "merge into CAT.shop.orders t using (select 200L as id union select 9000L) u on t.id = u.id"
                        + " when matched then update set s = 'merged' when not matched then insert (id, customer, s) values (u.id, 0, 'added')");
        assertEquals(
                List.of("[added, 1]", "[changed, 490]", "[merged, 1]", "[new, 1]"),
                sql("select s, count(*) from CAT.shop.orders where length(s) > 2 group by s order by s"));
        assertEquals(List.of("[5000]"), sql("select count(*) from CAT.shop.orders version as of 1"));
        sql("alter table CAT.shop.orders add column note string");
        assertEquals(List.of("[200, 0, merged, null]"), sql("select * from CAT.shop.orders where id = 200"));
        sql("insert overwrite CAT.shop.orders select id, customer, s, 'kept' from CAT.shop.orders where id > 4998");
        assertEquals(List.of("[4999]", "[5000]", "[9000]"), sql("select id from CAT.shop.orders order by id"));
        assertEquals(List.of("[shop, orders, false]"), sql("show tables in CAT.shop"));
        sql("drop table CAT.shop.orders");
        assertEquals(List.of(), sql("show tables in CAT.shop"));
    }

    @Test
    void foldersAndFilesAreReadByPath() throws IOException {
        sql("create table CAT.paths.t as select id, cast(id as string) as s from range(3000)");
        String table = warehouse() + "/paths/t";
        assertEquals(
                "[2999]",
                Rows.text(Spark.session()
                        .read()
                        .format("stoa")
                        .load(table)
                        .selectExpr("max(id)")
                        .head()));
        List<Path> files = files("paths/t/data");
        assertTrue(files.stream().allMatch(file -> file.getName().endsWith(".stoa")), files.toString());
        // without a log
        Path copy = new Path(warehouse(), "copied");
        FileSystem fs = copy.getFileSystem(TableFolder.sessionConfiguration());
        for (Path file : files) {
            org.apache.hadoop.fs.FileUtil.copy(
                    fs, file, fs, new Path(copy, file.getName()), false, TableFolder.sessionConfiguration());
        }
        assertEquals(
                3000,
                Spark.session().read().format("stoa").load(copy.toString()).count());
        assertEquals(
                "[2999]",
                Rows.text(Spark.session()
                        .read()
                        .format("stoa")
                        .load(copy.toString())
                        .where("s = '2999'")
                        .select("id")
                        .head()));
    }

    @Test
    void failedTasksLeaveNothing() throws IOException {
        sql("create table CAT.failed.t as select id from range(10)");
        List<Path> before = files("failed/t");
        String failure = Rows.refused("insert into " + catalog
                + ".failed.t select if(id = 900, raise_error('no more'), id) from range(0, 1000, 1, 1)");
        assertTrue(failure.contains("no more"), failure);
        assertEquals(before, files("failed/t"));
        assertEquals(List.of("[10]"), sql("select count(*) from CAT.failed.t"));
    }
}
