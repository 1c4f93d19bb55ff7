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
package dev.stoa.hive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.table.Assignment;
import dev.stoa.table.SchemaEdit;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableProperties;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Another program changes the columns of a table, and Hive's metastore does not know. */
@Tag("engine")
class OthersColumnsTest {
    private static final Type BIGINT = Type.of(TypeKind.INT64);

    private final HiveSession hive = HiveSession.shared();
    private String split = "";

    @BeforeEach
    void splitUpdates() {
        split = hive.set("hive.split.update", "true");
    }

    @AfterEach
    void setBack() {
        hive.set("hive.split.update", split);
    }

    private void refused(String why, String statement) {
        String message = LogTables.messages(assertThrows(Exception.class, () -> hive.run(statement), statement));
        assertTrue(message.contains(why), message);
    }

    private Table make(String name, String columns) throws Exception {
        hive.run("create table " + name + " (" + columns + ") " + LogTables.BY_HANDLER);
        return LogTables.open(hive, name);
    }

    private interface Change {
        void to(SchemaEdit edit);
    }

    private static void alter(Table table, Change change) throws Exception {
        TableOperations.of(table).run("alter", transaction -> {
            SchemaEdit edit = new SchemaEdit(transaction.snapshot());
            change.to(edit);
            transaction.setSchema(edit.schema());
        });
    }

    @Test
    void anUpdateKeepsColumnsThatHiveDoesNotKnow() throws Exception {
        Table table = make("unknown", "id int, n int");
        hive.run("insert into unknown values (1, 1), (2, 2), (3, 3)");
        alter(table, edit -> edit.add(Field.nullable("extra", Type.of(TypeKind.STRING))));
        TableOperations.of(table).update(List.of(Assignment.literal("extra", "kept")), Optional.empty());
        refused("columns [extra], which Hive does not know", "update unknown set n = 5 where id = 1");
        refused(
                "columns [extra], which Hive does not know",
                "merge into unknown t using (select 2 as id) u on t.id = u.id when matched then update set n = 9");
        assertEquals(List.of("1\t1", "2\t2", "3\t3"), hive.run("select * from unknown order by id"));
        hive.run("delete from unknown where id = 1");
        hive.run("insert into unknown values (4, 4)");
        hive.run("alter table unknown add columns (extra string)");
        hive.run("update unknown set n = 5 where id = 2");
        assertEquals(List.of("2\t5\tkept", "3\t3\tkept", "4\t4\tNULL"), hive.run("select * from unknown order by id"));
    }

    /** Hive's conversion to the narrower type gives other numbers. */
    @Test
    void widerColumnsAreNotCut() throws Exception {
        Table table = make("widened", "id int, s struct<n: int>, d decimal(5,2)");
        hive.run("insert into widened select 1, named_struct('n', 1), 1.5");
        alter(table, edit -> edit.widen("id", BIGINT));
        TableOperations.of(table).update(List.of(Assignment.literal("id", 9_999_999_999L)), Optional.empty());
        refused(
                "column 'id' is int64, and Hive, for which it is int, would change its values",
                "select * from widened");
        refused("column 'id' is int64", "delete from widened where id = 1410065407");
        hive.run("alter table widened change id id bigint");
        assertEquals(List.of("9999999999\t{\"n\":1}\t1.50"), hive.run("select * from widened"));
        alter(table, edit -> edit.within(List.of("s"), fields -> fields.widen("n", BIGINT)));
        refused("column 's' is struct", "select id from widened");
        hive.run("alter table widened change s s struct<n: bigint>");
        alter(table, edit -> edit.widen("d", Type.decimal(9, 2)));
        refused("column 'd' is decimal(9,2)", "select id from widened");
        hive.run("alter table widened change d d decimal(9,2)");
        assertEquals(List.of("9999999999\t{\"n\":1}\t1.50"), hive.run("select * from widened"));
    }

    @Test
    void hiveLearnsOfANewName() throws Exception {
        Table table = make("called", "id int, name string");
        hive.run("insert into called values (1, 'a')");
        alter(table, edit -> edit.rename("name", "title"));
        refused("say 'alter table ... change' with the old name and the new one", "select * from called");
        hive.run("alter table called change name title string");
        assertEquals(List.of("a"), hive.run("select title from called"));
    }

    /** As the message says: without it, {@code drop table} would delete the rows. */
    @Test
    void aTableIsMadeAnewOverItsFolder() throws Exception {
        Table table = make("lacking", "id int, name string");
        hive.run("insert into lacking values (1, 'a')");
        Path folder = LogTables.location(hive, "lacking");
        alter(table, edit -> edit.drop("name"));
        refused("set the table property 'external.table.purge' to 'false'", "select * from lacking");
        hive.run("alter table lacking set tblproperties ('external.table.purge' = 'false')");
        hive.run("drop table lacking");
        assertTrue(Files.exists(folder));
        hive.run("create external table lacking (id int) " + LogTables.BY_HANDLER + " location '" + folder + "'");
        assertEquals(List.of("1"), hive.run("select * from lacking"));
    }

    /** The new columns have new numbers, also where their names are the old ones. */
    @Test
    void versionsBeforeAReplacementHaveTheirValues() throws Exception {
        Table table = make("replaced", "a int, b int");
        hive.run("insert into replaced values (5, 6)");
        TableOperations.of(table).tag("before", OptionalLong.of(1), false);
        TableOperations.of(table).run("replace", transaction -> {
            SchemaEdit edit = new SchemaEdit(transaction.snapshot());
            Schema schema =
                    new Schema(List.of(Field.nullable("a", BIGINT), Field.nullable("c", Type.of(TypeKind.INT32))));
            edit.replaceAll(schema);
            transaction.replaceAll(edit.schema(), TableProperties.NONE);
        });
        hive.run("alter table replaced set tblproperties ('external.table.purge' = 'false')");
        Path folder = LogTables.location(hive, "replaced");
        hive.run("drop table replaced");
        hive.run("create external table replaced (a bigint, c int) " + LogTables.BY_HANDLER + " location '" + folder
                + "'");
        assertEquals(List.of("5\tNULL"), hive.run("select * from replaced for system_version as of 'before'"));
        assertEquals(List.of("5"), hive.run("select a from replaced for system_version as of 1 where a = 5"));
        assertEquals(List.of(), hive.run("select * from replaced"));
    }
}
