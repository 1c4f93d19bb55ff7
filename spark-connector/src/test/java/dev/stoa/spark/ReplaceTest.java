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

import dev.stoa.spark.internal.table.StoaTable;
import dev.stoa.table.CommitConflictException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.StagedTable;
import org.apache.spark.sql.connector.catalog.TableInfo;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables that a statement makes anew: all of it, or nothing. */
@Tag("engine")
class ReplaceTest {
    private static final TableInfo ONE_TEXT = new TableInfo.Builder()
            .withColumns(StoaTable.columns(StructType.fromDDL("s string")))
            .withPartitions(new Transform[0])
            .withProperties(Map.of())
            .build();

    @TempDir
    static Path warehouse;

    @BeforeAll
    static void addCatalog() {
        Spark.catalog(Spark.session(), "anew", warehouse.toString());
    }

    private static List<String> sql(String text) {
        return Rows.of(text);
    }

    @Test
    void aReplacementIsAVersion() {
        sql("create table anew.t cluster by (id) as select id, id % 3 as g from range(100)");
        sql("create or replace table anew.t partitioned by (bucket(3, n)) tblproperties ('team' = 'ours') as"
                + " select cast(id as int) as n, 's' || id as id from range(10)");
        assertEquals(List.of("[10, s9]"), sql("select count(*), max(id) from anew.t"));
        assertEquals(List.of("[100, 99]"), sql("select count(*), max(id) from anew.t version as of 1"));
        assertEquals(
                List.of("[create]", "[insert]", "[replace]"),
                sql("select operation from anew.t.snapshots order by version"));
        String described = sql("describe table extended anew.t").toString();
        assertTrue(described.contains("bucket(3, n)") && described.contains("team=ours"), described);
        sql("insert into anew.t values (10, 's10')");
        assertEquals(List.of("[s10]"), sql("select id from anew.t where n = 10"));
        sql("call anew.system.rollback(table => 't', version => 1)");
        assertEquals(List.of("[100, 99]"), sql("select count(*), max(id) from anew.t"));
        sql("delete from anew.t where g = 0");
        assertEquals(List.of("[66]"), sql("select count(*) from anew.t"));
    }

    @Test
    void aTableIsReplacedByWhatIsReadOfItself() {
        sql("create table anew.self as select id from range(50)");
        sql("replace table anew.self as select id * 2 as id, 'x' as more from anew.self where id < 10");
        assertEquals(List.of("[10, 18, x]"), sql("select count(*), max(id), max(more) from anew.self"));
    }

    @Test
    void aReplacementWithoutRowsMayHaveColumnsWithoutNulls() {
        sql("create table anew.empty as select id, 'x' as s from range(5)");
        sql("create or replace table anew.empty (id int not null, d date)");
        assertEquals(List.of("[0]"), sql("select count(*) from anew.empty"));
        assertTrue(Rows.refused("insert into anew.empty values (null, null)").contains("NOT_NULL"));
        sql("insert into anew.empty values (1, null)");
        assertEquals(List.of("[1, null]"), sql("select * from anew.empty"));
        assertEquals(List.of("[5]"), sql("select count(*) from anew.empty version as of 1"));
    }

    @Test
    void aStatementThatFailsLeavesTheOldTable() throws IOException {
        sql("create table anew.kept as select id from range(50)");
        long files = files("kept");
        String failed = Rows.refused(
                "create or replace table anew.kept as select id, if(id < 70000, 'x', raise_error('enough')) as s from range(0, 100000, 1, 1)");
        assertTrue(failed.contains("enough"), failed);
        assertEquals(List.of("[50, 49]"), sql("select count(*), max(id) from anew.kept"));
        assertEquals(List.of("[id, bigint, null]"), sql("describe table anew.kept"));
        assertEquals(files, files("kept"));
        assertTrue(Rows.refused(
                        "create table anew.none as select if(id < 7, 'x', raise_error('enough')) as s from range(0, 10, 1, 1)")
                .contains("enough"));
        assertFalse(Files.exists(warehouse.resolve("none")));
        assertTrue(Rows.refused("replace table anew.none as select 1 as a").contains("cannot be found"));
    }

    private static long files(String table) throws IOException {
        try (Stream<Path> files = Files.walk(warehouse.resolve(table))) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !file.getFileName().toString().startsWith("."))
                    .count();
        }
    }

    /** Another catalog on the same tables. */
    private static StoaCatalog other() {
        StoaCatalog catalog = new StoaCatalog();
        catalog.initialize("other", new CaseInsensitiveStringMap(Map.of("warehouse", warehouse.toString())));
        return catalog;
    }

    @Test
    void whatCameInBetweenIsNotReplaced() throws Exception {
        sql("create table anew.between as select id from range(5)");
        StoaCatalog catalog = other();
        StagedTable staged = catalog.stageReplace(Identifier.of(new String[0], "between"), ONE_TEXT);
        sql("insert into anew.between values (7)");
        Exception failure = assertThrows(Exception.class, staged::commitStagedChanges);
        assertTrue(failure.getCause() instanceof CommitConflictException, failure.toString());
        staged.abortStagedChanges();
        assertEquals(List.of("[6, 7]"), sql("select count(*), max(id) from anew.between"));
    }

    @Test
    void aNewTableThatAnotherHasFilledStays() throws Exception {
        StoaCatalog catalog = other();
        StagedTable staged = catalog.stageCreate(Identifier.of(new String[0], "filled"), ONE_TEXT);
        sql("insert into anew.filled values ('theirs')");
        staged.abortStagedChanges();
        assertEquals(List.of("[theirs]"), sql("select * from anew.filled"));
        catalog.stageCreate(Identifier.of(new String[0], "empty_one"), ONE_TEXT).abortStagedChanges();
        assertFalse(Files.exists(warehouse.resolve("empty_one")));
    }

    /** The name of a table that is being made may be dropped and given to another: what fails then leaves that one. */
    @Test
    void aTableThatAnotherHasMadeMeanwhileStays() throws Exception {
        StoaCatalog catalog = other();
        StagedTable staged = catalog.stageCreate(Identifier.of(new String[0], "theirs"), ONE_TEXT);
        sql("drop table anew.theirs");
        sql("create table anew.theirs (id bigint)");
        staged.abortStagedChanges();
        assertEquals(List.of("[id, bigint, null]"), sql("describe table anew.theirs"));
        StagedTable dropped = catalog.stageCreate(Identifier.of(new String[0], "gone"), ONE_TEXT);
        sql("drop table anew.gone");
        dropped.abortStagedChanges();
        assertFalse(Files.exists(warehouse.resolve("gone")));
    }
}
