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
package dev.stoa.table;

import static dev.stoa.table.Rows.insert;
import static dev.stoa.table.Rows.read;
import static dev.stoa.table.Rows.row;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Field;
import dev.stoa.format.FieldNames;
import dev.stoa.format.Schema;
import dev.stoa.reader.Filter;
import dev.stoa.vio.LocalFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Columns from which a table keeps nulls after it was made. */
class RequiredColumnsTest {
    @TempDir
    private Path path;

    private LocalFolder folder;
    private Table table;

    @BeforeEach
    void create() throws IOException {
        folder = new LocalFolder(path);
        table = Table.create(folder, Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT);
    }

    private OperationResult require(String column) throws IOException {
        return TableOperations.of(table)
                .run(
                        "alter",
                        t -> t.setProperties(RequiredColumns.of(t.snapshot()).with(column)));
    }

    private void added(Object[]... rows) throws IOException {
        Transaction transaction = table.begin("insert");
        insert(transaction, folder, rows);
        transaction.commit();
    }

    private static boolean isRequired(Snapshot snapshot, String column) {
        Field field = FieldNames.get(snapshot.schema().fields(), column);
        return RequiredColumns.of(snapshot).has(field);
    }

    @Test
    void aNullInTheNewestVersionRefuses() throws IOException {
        added(row(1L, null, "a"), row(2L, 2, "b"));
        String message = assertThrows(BrokenConstraintException.class, () -> require("n"))
                .getMessage();
        assertTrue(message.contains("the row with n = null breaks the constraint 'not_null_2'"), message);
        assertFalse(isRequired(table.snapshot(), "n"));
        TableOperations.of(table).update(List.of(ConditionText.assignment("n = 1")), Optional.of(Filter.isNull("n")));
        require("n");
        assertTrue(isRequired(table.snapshot(), "n"));
        assertFalse(isRequired(table.snapshotAt(1), "n"));
        assertEquals(List.of("[1, null, a]", "[2, 2, b]"), read(table.snapshotAt(1)));
        assertEquals(
                Set.of("check", "sidecars-in-log"),
                table.snapshot().state().features().writer());
    }

    /** The log has the numbers of nulls, so no file is read: the check passes without any of them. */
    @Test
    void nullsAreCountedByTheLog() throws IOException {
        added(row(1L, 1, "a"), row(2L, 2, "b"));
        try (var files = Files.walk(path.resolve("data"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.delete(file);
            }
        }
        require("n");
        assertTrue(isRequired(table.snapshot(), "n"));
    }

    @Test
    void nullsThatComeInBetweenCount() throws IOException {
        added(row(1L, 1, "a"));
        Transaction late = table.begin("insert");
        insert(late, folder, row(2L, null, "b"));
        require("n");
        assertThrows(BrokenConstraintException.class, late::commit);
        Transaction requires = table.begin("alter");
        requires.setProperties(RequiredColumns.of(requires.snapshot()).with("s"));
        added(row(3L, 3, null));
        assertThrows(BrokenConstraintException.class, requires::commit);
        Transaction right = table.begin("insert");
        insert(right, folder, row(4L, 4, null));
        TableOperations.of(table)
                .run(
                        "alter",
                        t -> t.setProperties(RequiredColumns.of(t.snapshot()).without("n")));
        right.commit();
        assertEquals(List.of("[1, 1, a]", "[3, 3, null]", "[4, 4, null]"), read(table.snapshot()));
    }

    @Test
    void everyFormOfTheConditionCounts() throws IOException {
        Schema schema = table.snapshot().schema();
        Field n = FieldNames.get(schema.fields(), "n");
        for (String condition : List.of("n is not null", "`n` IS NOT NULL", "not n is null", "(n is not null)")) {
            RequiredColumns required = new RequiredColumns(TableProperties.NONE.withCheck("mine", condition), schema);
            assertTrue(required.has(n), condition);
            assertEquals(Map.of("mine", condition), required.with("n").checks(), condition);
            assertEquals(TableProperties.NONE, required.without("n"), condition);
        }
        for (String condition :
                List.of("n is null", "n > 0", "n is not null or s = 'a'", "s is not null", "not (n is not null)")) {
            assertFalse(
                    new RequiredColumns(TableProperties.NONE.withCheck("mine", condition), schema).has(n), condition);
        }
        assertEquals(
                Map.of("not_null_2", "`n` is not null"),
                new RequiredColumns(TableProperties.NONE, schema).with("N").checks());
        assertThrows(IllegalArgumentException.class, () -> new RequiredColumns(TableProperties.NONE, schema).with("m"));
    }

    @Test
    void aDeclaredColumnWithoutNullsNeedsNoConstraint() throws IOException {
        Field k = FieldNames.get(table.snapshot().schema().fields(), "k");
        assertFalse(k.nullable());
        assertEquals(TableProperties.NONE, new RequiredColumns(TableProperties.NONE, Rows.schema()).with("k"));
    }

    /** Reading a table must not fail on a condition in words that only a later release knows. */
    @Test
    void aConditionOfALaterReleaseTellsNothing() {
        Schema schema = table.lastKnown().schema();
        RequiredColumns required =
                new RequiredColumns(TableProperties.NONE.withCheck("later", "length(s) > 0"), schema);
        assertFalse(required.has(FieldNames.get(schema.fields(), "s")));
        assertEquals(Map.of("later", "length(s) > 0"), required.without("s").checks());
    }
}
