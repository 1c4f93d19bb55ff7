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

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.Filter;
import dev.stoa.reader.StoaFile;
import dev.stoa.spark.internal.store.TableFolder;
import dev.stoa.spark.internal.table.StoaTable;
import dev.stoa.spark.internal.write.StoaWrite;
import dev.stoa.spark.internal.write.WriteKind;
import dev.stoa.table.CommitConflictException;
import dev.stoa.table.Fragment;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.vio.LocalFolder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.write.DeltaWriter;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows that are deleted, updated and merged in SQL. */
@Tag("engine")
class RowChangesTest {
    private static final int ROWS = 9_000;

    @TempDir
    static Path warehouse;

    @BeforeAll
    static void addCatalog() {
        Spark.catalog(Spark.session(), "dml", warehouse.toString());
    }

    private static List<String> sql(String text) {
        return Arrays.stream((Row[]) Spark.session().sql(text).collect())
                .map(Rows::text)
                .toList();
    }

    private static Table table(String name) throws Exception {
        return Table.open(new LocalFolder(warehouse.resolve(name)), TableSettings.DEFAULT);
    }

    /** A row of the model. */
    private record Entry(long id, Integer a, String b, Double c) {
        @Override
        public String toString() {
            return "[" + id + ", " + a + ", " + b + ", " + c + "]";
        }
    }

    @Test
    @Tag("smoke")
    void statementsDoWhatAModelDoes() throws Exception {
        check("plain", "");
    }

    @Test
    void changesDoNotMixColumnsThatDifferOnlyInCase() {
        List<String> changes = List.of(
                "update dml.cases set v = 'x' where p = 1",
                "merge into dml.cases t using (select 1 q) s on t.p = s.q when matched then update set v = 'y'");
        try {
            sql("set spark.sql.caseSensitive = true");
            sql("create table dml.cases (id int, ID int, v string, p int)");
            sql("insert into dml.cases values (1, 100, 'a', 1), (2, 200, 'b', 2), (3, 300, 'c', 3)");
            sql("set spark.sql.caseSensitive = false");
            for (String change : changes) {
                String said = Rows.refused(change);
                assertTrue(said.contains("'id' and 'ID' differ"), said);
            }
            sql("delete from dml.cases where p = 2");
            sql("insert into dml.cases values (4, 400, 'd', 4)");
            sql("set spark.sql.caseSensitive = true");
            changes.forEach(RowChangesTest::sql);
            assertEquals(
                    List.of("[1, 100, y, 1]", "[3, 300, c, 3]", "[4, 400, d, 4]"),
                    sql("select * from dml.cases order by p"));
        } finally {
            Spark.session().conf().unset("spark.sql.caseSensitive");
        }
    }

    @Test
    void changesDoNotMixColumnsWithThoseThatSparkAdds() {
        sql("create table dml.adds (p int, __row_operation int, v string)");
        sql("insert into dml.adds values (1, 10, 'a'), (2, 20, 'b')");
        for (String change : List.of(
                "update dml.adds set v = 'x' where p = 1",
                "merge into dml.adds t using (select 1 q) s on t.p = s.q when matched then update set v = 'y'")) {
            String said = Rows.refused(change);
            assertTrue(said.contains("Spark adds a column '__row_operation'"), said);
        }
        sql("delete from dml.adds where p = 2");
        assertEquals(List.of("[1, 10, a]"), sql("select * from dml.adds"));
    }

    @Test
    void statementsDoWhatAModelDoesToDividedRows() throws Exception {
        check("divided", "partitioned by (bucket(3, id))");
    }

    @Test
    void statementsDoWhatAModelDoesToSortedRows() throws Exception {
        check("sorted", "cluster by (a, b)");
    }

    private static void check(String name, String clause) throws Exception {
        long seed = Long.getLong("stoa.seed", new Random().nextLong());
        System.out.println("RowChangesTest: -Dstoa.seed=" + seed);
        Random random = new Random(seed);
        String table = "dml." + name;
        sql("create table " + table + " (id bigint, a int, b string, c double) " + clause);
        sql("insert into " + table + " select id, cast(id % 100 as int), concat('b', id % 7), id / 4 from range(" + ROWS
                + ")");
        Map<Long, Entry> model = new TreeMap<>();
        for (long id = 0; id < ROWS; id++) {
            model.put(id, new Entry(id, (int) (id % 100), "b" + id % 7, id / 4.0));
        }
        int changes = 0;
        for (int i = 0; i < 5; i++) {
            Map<Long, Entry> before = new TreeMap<>(model);
            String statement = step(i < 4 ? i : random.nextInt(4), random, table, model);
            assertEquals(
                    model.values().stream().map(Entry::toString).toList(),
                    sql("select * from " + table + " order by id"),
                    () -> statement + ", seed " + seed);
            changes += before.equals(model) ? 0 : 1;
        }
        assertEquals(1 + changes, table(name).snapshot().version(), "a statement that changes nothing is no version");
    }

    /** Runs a statement, and does the same to the model. */
    private static String step(int kind, Random random, String table, Map<Long, Entry> model) {
        int divisor = random.nextInt(2, 40);
        int rest = random.nextInt(divisor);
        String statement;
        switch (kind) {
            case 0 -> {
                statement = "delete from " + table + " where id % " + divisor + " = " + rest;
                model.keySet().removeIf(id -> id % divisor == rest);
            }
            case 1 -> {
                statement = "update " + table + " set a = a + 1000 where id % " + divisor + " = " + rest;
                model.replaceAll((id, row) ->
                        id % divisor != rest || row.a == null ? row : new Entry(id, row.a + 1000, row.b, row.c));
            }
            case 2 -> {
                int from = random.nextInt(100);
                statement = "update " + table + " set b = concat(b, 'x'), c = null where a between " + from + " and "
                        + (from + 5);
                model.replaceAll((id, row) -> row.a == null || row.a < from || row.a > from + 5
                        ? row
                        : new Entry(id, row.a, row.b + "x", null));
            }
            default -> {
                statement = "merge into " + table + " t using (select id * " + divisor + " as id, cast(id as int) as v"
                        + " from range(2000)) s on t.id = s.id"
                        + " when matched and s.v % 5 = 0 then delete"
                        + " when matched then update set a = s.v"
                        + " when not matched then insert (id, a, b) values (s.id, s.v, 'new')";
                for (int v = 0; v < 2000; v++) {
                    long id = (long) v * divisor;
                    Entry old = model.get(id);
                    if (old == null) {
                        model.put(id, new Entry(id, v, "new", null));
                    } else if (v % 5 == 0) {
                        model.remove(id);
                    } else {
                        model.put(id, new Entry(id, v, old.b, old.c));
                    }
                }
            }
        }
        sql(statement);
        return statement;
    }

    /** Such as copies of what says which row a row is. */
    @Test
    void columnsMayHaveTheNamesOfThoseThatSayWhichRowItIs() {
        sql("create table dml.copied as select id from range(20)");
        sql("create table dml.audit as select _file, _pos, id from dml.copied");
        sql("create table dml.other (_FILE string not null, __file string, _pos bigint not null, id bigint)");
        sql("insert into dml.other select _file, 'x', _pos, id from dml.audit");
        for (String table : List.of("dml.audit", "dml.other")) {
            sql("delete from " + table + " where id = 3");
            sql("update " + table + " set _pos = -1 where id > 17");
            sql("merge into " + table + " t using (select id from range(3)) s on t.id = s.id"
                    + " when matched and s.id = 0 then delete when matched then update set _file = 'here'");
            assertEquals(
                    List.of("[18, 2, 2, 1]"),
                    sql("select count(*), count_if(_pos = -1), count_if(_file = 'here'), count_if(id = 1) from "
                            + table));
        }
    }

    @Test
    void anUpdateOfOneOfManyColumnsWritesOne() throws Exception {
        StringBuilder columns = new StringBuilder("id");
        for (int i = 1; i < 16; i++) {
            columns.append(", cast(id + ").append(i).append(" as string) as c").append(i);
        }
        sql("create table dml.wide as select " + columns + " from range(0, 10000, 1, 1)");
        sql("update dml.wide set c7 = 'changed' where id % 10 = 3");
        Snapshot snapshot = table("wide").snapshot();
        assertEquals(2, snapshot.version());
        assertEquals(1, snapshot.fragmentCount(), "no row was written anew");
        Fragment fragment = snapshot.fragments().get(0);
        int c7 = snapshot.schema().fields().get(7).fieldId().getAsInt();
        assertEquals(List.of(c7), fragment.sidecars().get(0).fields());
        try (StoaFile sidecar =
                StoaFile.open(fragment.sidecars().get(0).source(new LocalFolder(warehouse.resolve("wide"))))) {
            long data = sidecar.schema().fields().stream()
                    .filter(field -> field.name().matches(".*\\d+"))
                    .count();
            assertEquals(1, data, () -> "columns of the sidecar");
        }
        assertEquals(List.of("[13, 13, changed, 21]"), sql("select _pos, id, c7, c8 from dml.wide where id = 13"));
        assertEquals(List.of("[1000]"), sql("select count(*) from dml.wide where c7 = 'changed'"));
        sql("update dml.wide set c7 = 'changed' where id % 20 = 3");
        assertEquals(2, table("wide").snapshot().version(), "values that are the same are no change");
    }

    @Test
    void whatChangedMeanwhileIsAConflictOnlyIfItIsTheSameRow() throws Exception {
        sql("create table dml.race as select id, 'x' as s from range(0, 100, 1, 1)");
        for (boolean same : new boolean[] {false, true}) {
            StoaTable shown = StoaTable.of(
                    new TableFolder(warehouse.resolve("race").toString(), TableFolder.sessionConfiguration()));
            StoaWrite write = shown.write(Spark.info(new StructType()), WriteKind.DELETE);
            DeltaWriter<InternalRow> writer =
                    write.createBatchWriterFactory(() -> 1).createWriter(0, 1);
            String file = sql("select distinct _file from dml.race").get(0);
            UTF8String path = UTF8String.fromString(file.substring(1, file.length() - 1));
            long row = same ? 20 : 10;
            writer.delete(new GenericInternalRow(0), new GenericInternalRow(new Object[] {path, row}));
            WriterCommitMessage[] done = {writer.commit()};
            TableOperations.of(table("race")).delete(Filter.equal("id", same ? 20 : 30));
            if (same) {
                Exception failure = assertThrows(Exception.class, () -> write.commit(done));
                assertTrue(failure.getCause() instanceof CommitConflictException, failure.toString());
            } else {
                write.commit(done);
            }
        }
        assertEquals(List.of("[97]"), sql("select count(*) from dml.race"));
    }

    @Test
    void rowsAreMovedOnlyWhereTheyBelongElsewhere() throws Exception {
        sql("create table dml.moved (id bigint, a int, s string) cluster by (a)");
        sql("insert into dml.moved select id, cast(id % 10 as int), 'x' from range(0, 1000)");
        assertEquals(1, table("moved").snapshot().properties().sortedBy().size());
        int files = table("moved").snapshot().fragmentCount();
        sql("update dml.moved set s = 'y' where id < 20");
        Snapshot inPlace = table("moved").snapshot();
        assertEquals(files, inPlace.fragments().size(), "no row has moved");
        assertEquals(List.of("[20]"), sql("select count(*) from dml.moved where s = 'y'"));
        sql("update dml.moved set a = if(id = 5, 50, a), s = 'z' where id < 8");
        Snapshot moved = table("moved").snapshot();
        assertEquals(files + 1, moved.fragments().size());
        assertEquals(1, moved.fragments().get(files).rows());
        assertEquals(List.of("[5, 50, z]"), sql("select * from dml.moved where a = 50"));
        assertEquals(List.of("[1000, 8]"), sql("select count(*), count_if(s = 'z') from dml.moved"));
        sql(
                "merge into dml.moved t using (select id, cast(100 - id % 50 as int) as a from range(990, 3000)) u on t.id = u.id "
                        + "when matched then update set a = u.a when not matched then insert (id, a) values (u.id, u.a)");
        assertEquals(List.of("[3000, 3000]"), sql("select count(*), count(distinct id) from dml.moved"));
        assertEquals(List.of("[2010]"), sql("select count(*) from dml.moved where id >= 990 and a = 100 - id % 50"));
    }

    @Test
    void newRowsOfAMergeAreSpreadOverTasks() throws Exception {
        sql("create table dml.spread as select id, 'x' as s from range(0, 100, 1, 1)");
        Spark.session().conf().set("spark.sql.adaptive.advisoryPartitionSizeInBytes", "64kb");
        try {
            sql("merge into dml.spread t using (select id, sha2(cast(id as string), 512) as s from range(0, 20000)) u "
                    + "on t.id = u.id when matched then update set s = u.s when not matched then insert *");
        } finally {
            Spark.session().conf().unset("spark.sql.adaptive.advisoryPartitionSizeInBytes");
        }
        int fragments = table("spread").snapshot().fragmentCount();
        assertTrue(fragments > 2, () -> fragments + " fragments, one of them for new rows");
        assertEquals(
                List.of("[20000, 20000, 20000]"),
                sql(
                        "select count(*), count(distinct id), count_if(s = sha2(cast(id as string), 512)) from dml.spread"));
    }

    @Test
    void keysAreKept() throws Exception {
        Schema schema = Schema.of(
                Field.required("id", Type.of(TypeKind.INT64)).withFieldId(1),
                Field.nullable("s", Type.of(TypeKind.STRING)).withFieldId(2));
        TableProperties declared = new TableProperties(
                List.of(new TableProperties.SortColumn(1, false, false)), List.of(1), List.of(), Map.of());
        Table table =
                Table.create(new LocalFolder(warehouse.resolve("keyed")), schema, declared, TableSettings.DEFAULT);
        try (var insert = TableOperations.of(table).insert()) {
            insert.write(dev.stoa.writer.JavaRows.batch(
                    schema, List.of(new Object[] {1L, "one"}, new Object[] {2L, "two"}, new Object[] {3L, null})));
            insert.commit();
        }
        sql("delete from dml.keyed where length(s) = 3 and id > 1");
        assertEquals(List.of("[1, one]", "[3, null]"), sql("select * from dml.keyed order by id"));
        sql("update dml.keyed set s = 'x' where id = 3");
        String merge = "merge into dml.keyed t using (select id, 'm' as s from range(1, %d)) u on t.id = u.id "
                + "when matched then update set * when not matched then insert *";
        sql(String.format(merge, 2));
        assertEquals(List.of("[1, m]", "[3, x]"), sql("select * from dml.keyed order by id"));
        Exception other = assertThrows(Exception.class, () -> sql("update dml.keyed set id = 7 where s = 'x'"));
        assertTrue(Rows.messages(other).contains("another key"), Rows.messages(other));
        sql(String.format(merge, 5));
        assertEquals(List.of("[1, m]", "[2, m]", "[3, m]", "[4, m]"), sql("select * from dml.keyed order by id"));
        sql("insert into dml.keyed select id, 'i' from range(5, 2000, 1, 3)");
        assertEquals(List.of("[1999, 1999, 1995]"), sql("select count(*), max(id), count_if(s = 'i') from dml.keyed"));
        for (String twice : List.of(
                "insert into dml.keyed values (7, 'again')",
                "insert into dml.keyed values (5000, 'x'), (5000, 'y')",
                "merge into dml.keyed t using (select 3L as id) u on t.id = -u.id when not matched then insert (id) values (u.id)")) {
            Exception failure = assertThrows(Exception.class, () -> sql(twice));
            assertTrue(Rows.messages(failure).contains("the key (id = "), Rows.messages(failure));
        }
        sql(
                "merge into dml.keyed t using (select * from values (4L, 'old'), (4L, 'new') v(id, s)) u on t.id = u.id and u.s = 'old'"
                        + " when matched then delete when not matched then insert *");
        assertEquals(
                List.of("[1, m]", "[2, m]", "[3, m]", "[4, new]"),
                sql("select * from dml.keyed where id < 5 order by id"));
        sql("insert overwrite dml.keyed select id, 'o' from range(10)");
        assertEquals(List.of("[10, 9, 10]"), sql("select count(*), max(id), count_if(s = 'o') from dml.keyed"));
    }

    /** Spark lets a merge that only deletes match a row of the target often. Here its tasks have parts of the large source. */
    @Test
    void rowsThatSeveralTasksOfAMergeDeleteCountOnce() {
        Map<String, String> settings = Map.of(
                "spark.sql.adaptive.advisoryPartitionSizeInBytes", "20000",
                "spark.sql.autoBroadcastJoinThreshold", "500000");
        sql("create table dml.often as select id from range(0, 2000, 1, 1)");
        settings.forEach(Spark.session().conf()::set);
        try {
            sql("merge into dml.often t using (select id % 1000 as id from range(0, 400000, 1, 8)) s on t.id = s.id"
                    + " when matched then delete");
            sql("create table dml.rest as select id, 0 as v from range(0, 2000, 1, 1)");
            sql("merge into dml.rest t using (select id % 1000 as id from range(0, 400000, 1, 8)) s on t.id = s.id"
                    + " when matched then delete when not matched by source then update set v = 1");
        } finally {
            settings.keySet().forEach(Spark.session().conf()::unset);
        }
        assertEquals(List.of("[1000]"), sql("select count(*) from dml.often"));
        assertEquals(List.of("[1000, 1000]"), sql("select count(*), sum(v) from dml.rest"));
        assertEquals(List.of("[1000]"), sql("select sum(deleted_rows) from dml.rest.deltas"));
        assertEquals(List.of("[1000, 1000]"), sql("select sum(deleted_rows), max(deleted_rows) from dml.often.deltas"));
        assertEquals(List.of("[1499500]"), sql("select sum(id) from dml.often"));
    }
}
