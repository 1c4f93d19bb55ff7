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
package dev.stoa.table.internal.change;

import static dev.stoa.table.Rows.row;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.table.RowInsert;
import dev.stoa.table.Rows;
import dev.stoa.table.SchemaEdit;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.table.Transaction;
import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.writer.JavaRows;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A rollback brings back all files of a fragment, and two versions are the same if nothing of them differs. */
class RollbackTest {
    private static final List<String> OLD = List.of("[1, 1, a]", "[2, 2, b]");
    private static final List<String> NEW = List.of("[1, 10, a]", "[2, 20, b]");

    private final MemoryFolder folder = new MemoryFolder();
    private Table table;
    private UUID fragment;

    @BeforeEach
    void makeTable() throws IOException {
        table = Table.create(folder, Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT);
        Transaction insert = table.begin("insert");
        fragment = Rows.insert(insert, folder, row(1L, 1, "a"), row(2L, 2, "b"));
        insert.commit();
    }

    /** Gives the fragment a file of its own for a column. */
    private Snapshot replaceColumn() throws IOException {
        Transaction replace = table.begin("replace a column");
        String path = replace.newDataFile();
        Field n = replace.snapshot().schema().fields().get(1);
        Rows.write(folder, path, new Schema(List.of(n)), row(10), row(20));
        replace.replaceColumns(fragment, path, List.of(n.fieldId().getAsInt()));
        return replace.commit();
    }

    private Snapshot set(TableProperties properties) throws IOException {
        Transaction set = table.begin("set");
        set.setProperties(properties);
        return set.commit();
    }

    private List<String> rollback(Snapshot to) throws IOException {
        return Rows.read(TableOperations.of(table).rollback(to.version()).snapshot());
    }

    @Test
    void aFileOfAColumnCountsToo() throws IOException {
        Snapshot first = table.snapshot();
        Snapshot second = replaceColumn();
        assertEquals(NEW, Rows.read(second));
        assertFalse(Rollback.isSame(first, second));
        assertEquals(OLD, rollback(first));
        assertTrue(Rollback.isSame(first, table.snapshot()));
        assertEquals(NEW, rollback(second));
    }

    @Test
    void aFragmentComesBackWithAllItsFiles() throws IOException {
        Snapshot both = replaceColumn();
        try (RowInsert overwrite = TableOperations.of(table).overwrite()) {
            overwrite.write(JavaRows.batch(Rows.schema(), List.<Object[]>of(row(3L, 3, "c"))));
            overwrite.commit();
        }
        assertEquals(NEW, rollback(both));
        assertEquals(2, table.snapshot().fragments().get(0).files().size());
    }

    /** A branch is published onto a table that it knows: not onto one whose columns or properties have changed since. */
    @Test
    void columnsAndPropertiesCountAndTagsDoNot() throws IOException {
        Snapshot first = table.snapshot();
        Snapshot tagged = set(first.properties().withTag("first", first.version()));
        assertTrue(Rollback.isSame(first, tagged));
        Snapshot other = set(tagged.properties().withOther(Map.of("owner", "me")));
        assertFalse(Rollback.isSame(tagged, other));
        set(tagged.properties());
        Transaction alter = table.begin("alter");
        alter.setSchema(new SchemaEdit(alter.snapshot())
                .add(Field.nullable("more", Rows.INT))
                .schema());
        assertFalse(Rollback.isSame(tagged, alter.commit()));
    }
}
