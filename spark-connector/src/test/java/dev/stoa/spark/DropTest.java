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
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.spark.internal.store.TableFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What goes when tables and namespaces are dropped, what stays, and where renamed tables are. */
@Tag("engine")
class DropTest {
    @TempDir
    static Path warehouse;

    @BeforeAll
    static void addCatalogs() {
        for (String name : List.of("drops", "others")) {
            Spark.session().conf().set("spark.sql.catalog." + name, StoaCatalog.class.getName());
            Spark.session()
                    .conf()
                    .set(
                            "spark.sql.catalog." + name + ".warehouse",
                            warehouse.resolve(name).toString());
        }
    }

    private static Path in(String name) {
        return warehouse.resolve("drops").resolve(name);
    }

    private static Path foreign(String name) throws IOException {
        Path file = in(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, "1,2\n");
    }

    /** The files below a folder, without the checksums of Hadoop. */
    private static List<String> files(String name) throws IOException {
        try (Stream<Path> all = Files.walk(in(name))) {
            return all.filter(Files::isRegularFile)
                    .map(file -> in(name).relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }

    @Test
    void aNamespaceWithAnythingInItStays() throws Exception {
        foreign("csv/part-0.csv");
        foreign("lake/delta/_delta_log/0.json");
        foreign("lake/delta/part-0.parquet");
        for (String name : List.of("csv", "lake", "lake.delta")) {
            String message = Rows.refused("drop namespace drops." + name);
            assertTrue(message.contains("SCHEMA_NOT_EMPTY"), message);
            message = Rows.refused("drop namespace drops." + name + " cascade");
            assertTrue(message.contains("STOA_UNSUPPORTED") && message.contains("belongs to no table"), message);
        }
        assertEquals(List.of("part-0.csv"), files("csv"));
        assertEquals(List.of("delta/_delta_log/0.json", "delta/part-0.parquet"), files("lake"));
        Rows.of("create namespace drops.empty.inside");
        assertTrue(Rows.refused("drop namespace drops.empty").contains("SCHEMA_NOT_EMPTY"));
        Rows.of("drop namespace drops.empty.inside");
        Rows.of("drop namespace drops.empty");
        assertFalse(Files.exists(in("empty")));
    }

    @Test
    void aSchemaThatTrinoHasMadeIsDropped() throws Exception {
        foreign("marked/.schema");
        Rows.of("drop namespace drops.marked");
        assertFalse(Files.exists(in("marked")));
    }

    @Test
    void aCascadeDropsTablesAndNothingElse() throws Exception {
        Rows.of("create table drops.all.t as select id from range(10)");
        Rows.of("create table drops.all.below.u as select id from range(10)");
        Rows.of("create namespace drops.all.empty");
        Path beside = foreign("all/below/u/notes.txt");
        List<String> before = files("all");
        String message = Rows.refused("drop namespace drops.all cascade");
        assertTrue(message.contains("notes.txt"), message);
        assertEquals(before, files("all"));
        Files.delete(beside);
        Rows.of("drop namespace drops.all cascade");
        assertFalse(Files.exists(in("all")));
    }

    @Test
    void aTableGoesWithoutWhatLiesBesideIt() throws Exception {
        for (String purge : List.of("", " purge")) {
            Rows.of("create table drops.beside.t (id bigint, s string) partitioned by (s)");
            Rows.of("insert into drops.beside.t select id, concat('s', id % 3) from range(100)");
            Rows.of("update drops.beside.t set s = 'other' where id = 1");
            Rows.of("call drops.system.index('beside.t', 'id')");
            foreign("beside/t/notes.txt");
            foreign("beside/t/data/part-0.parquet");
            foreign("beside/t/delta/_delta_log/0.json");
            Rows.of("drop table drops.beside.t" + purge);
            assertEquals(
                    List.of("data/part-0.parquet", "delta/_delta_log/0.json", "notes.txt"), files("beside/t"), purge);
            assertTrue(Rows.refused("select * from drops.beside.t").contains("cannot be found"));
            for (String file : files("beside/t")) {
                Files.delete(in("beside/t").resolve(file));
            }
            Rows.of("create table drops.beside.t (id bigint)"); // in the empty folders
            Rows.of("drop table drops.beside.t" + purge);
            assertFalse(Files.exists(in("beside/t")));
        }
    }

    @Test
    void filesThatATableHasAdoptedAreItsOwn() throws Exception {
        Path plain = in("adopted/t");
        Spark.session()
                .range(10)
                .coalesce(1)
                .write()
                .format("stoa")
                .save(in("source").toString());
        Files.createDirectories(plain.resolve("part1"));
        try (Stream<Path> written = Files.walk(in("source/data"))) {
            Path file = written.filter(one -> one.toString().endsWith(".stoa"))
                    .findFirst()
                    .orElseThrow();
            Files.copy(file, plain.resolve("part1/mine.stoa"));
        }
        TableFolder folder = new TableFolder(plain.toString(), TableFolder.sessionConfiguration());
        dev.stoa.table.Table.adopt(
                folder.tablePath().openFolder(folder.configuration()),
                dev.stoa.table.TableProperties.NONE,
                dev.stoa.table.TableSettings.DEFAULT);
        foreign("adopted/t/part1/other.stoa");
        Rows.of("drop table drops.adopted.t");
        assertEquals(List.of("part1/other.stoa"), files("adopted/t"));
    }

    @Test
    void aTableIsRenamedInItsCatalog() {
        Rows.of("create table drops.db.ev as select 1 as a");
        Rows.of("alter table drops.db.ev rename to drops.db.ev9");
        assertEquals(List.of("[1]"), Rows.of("select * from drops.db.ev9"));
        assertFalse(Rows.of("show namespaces in drops").contains("[drops]"));
        Rows.of("alter table drops.db.ev9 rename to ev");
        Rows.of("alter table drops.db.ev rename to db2.ev");
        Rows.of("alter table drops.db2.ev rename to drops.atroot");
        assertEquals(List.of("[1]"), Rows.of("select * from drops.atroot"));
        for (String other : List.of("others.db.ev", "spark_catalog.db.ev")) {
            String message = Rows.refused("alter table drops.atroot rename to " + other);
            assertTrue(message.contains("is another catalog than drops"), message);
        }
        Rows.of("create table drops.db.u (a int)");
        String within = Rows.refused("alter table drops.atroot rename to db.u.inside");
        assertTrue(within.contains("is a table, no namespace"), within);
        assertTrue(Rows.refused("alter table drops.atroot rename to drops.db.u").contains("ALREADY_EXISTS"));
        assertTrue(Rows.refused("create namespace drops.db.u.inside").contains("is a table, no namespace"));
    }
}
