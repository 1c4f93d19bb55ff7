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

import static dev.stoa.table.Rows.read;
import static dev.stoa.table.Rows.row;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.reader.RowRanges;
import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.table.internal.logfile.SidecarPlace;
import dev.stoa.table.internal.schema.LiteralValues;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What a transaction takes and refuses before its commit. */
class TransactionTest {
    private static final UUID OTHER = new UUID(1, 2);

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

    private static void refused(String why, Executable call) {
        Exception e = assertThrows(Exception.class, call);
        assertTrue(e.getMessage().contains(why), e.toString());
    }

    /** Writes a sidecar that sets a number of the first row. */
    private String sidecar() throws IOException {
        Transaction writing = table.begin("update");
        Sidecars.modify(writing, folder, fragment, "n", Map.of(0L, 7));
        return writing.changes().sidecars.get(fragment).get(0).place().path();
    }

    private String file(Object[]... rows) throws IOException {
        String file = Table.dataFile(UUID.randomUUID());
        Rows.write(folder, file, table.snapshot().schema(), rows);
        return file;
    }

    /** The schema with another type of the column n, or without it. */
    private Schema schema(Optional<Field> n) throws IOException {
        List<Field> fields = new ArrayList<>(table.snapshot().schema().fields());
        fields.remove(1);
        n.ifPresent(fields::add);
        return new Schema(fields);
    }

    @Test
    void afterItsCommitNothingIsTaken() throws IOException {
        Transaction done = table.begin("insert");
        Rows.insert(done, folder, row(3L, 3, "c"));
        done.commit();
        Schema schema = table.snapshot().schema();
        ColumnVector one = LiteralValues.single(schema.fields().get(0), 1L);
        String file = file(row(4L, 4, "d"), row(5L, 5, "e"));
        SidecarPlace place = SidecarPlace.file(sidecar());
        List<Executable> calls = List.of(
                () -> done.addFragment(file),
                () -> done.removeFragment(fragment),
                () -> done.replaceColumns(fragment, file, List.of(1, 2, 3)),
                () -> done.addSidecar(fragment, place, Optional.empty()),
                () -> done.foldSidecars(fragment, Optional.of(place), List.of()),
                () -> done.dropSidecar(fragment, OTHER),
                () -> done.setSchema(schema),
                () -> done.fill("k", one),
                () -> done.setProperties(TableProperties.NONE),
                done::overwriteAll,
                () -> done.insertKeys(new long[] {1}),
                done::checkKeys,
                done::changes,
                done::commit);
        for (int i = 0; i < calls.size(); i++) {
            String message = assertThrows(IllegalStateException.class, calls.get(i), "call " + i)
                    .getMessage();
            assertEquals("the transaction was committed, or has failed", message);
        }
        assertEquals(2, table.snapshot().version());
        assertEquals(3, read(table.snapshot()).size());
    }

    @Test
    void aSuccessorHasTheRowsThatItIsSaidToHave() throws IOException {
        Transaction rewrite = table.begin("rewrite");
        UUID added = Rows.insert(rewrite, folder, row(1L, 1, "a"), row(2L, 2, "b"));
        refused("row -1 of the fragment " + added, () -> rewrite.replaceFragment(fragment, added, -1));
        refused("row 3 of the fragment " + added, () -> rewrite.replaceFragment(fragment, added, 3));
        refused("row 0 of the fragment " + OTHER, () -> rewrite.replaceFragment(fragment, OTHER, 0));
        refused("no fragment " + OTHER, () -> rewrite.replaceFragment(OTHER, added, 0));
        refused("has 2 rows, its sources have 3", () -> rewrite.checkRows(added, 3));
        rewrite.checkRows(added, 2);
        for (long first : new long[] {0, 2}) { // a fragment without rows may be at the end
            rewrite.replaceFragment(fragment, added, first);
            assertEquals(first, rewrite.changes().removed.get(fragment).first());
        }
    }

    @Test
    void aFileOfColumnsHasARowForEachOfTheFragment() throws IOException {
        Transaction rewrite = table.begin("rewrite");
        String few = file(row(1L, 1, "a"));
        refused(
                few + ": it has 1 rows, the fragment " + fragment + " has 2",
                () -> rewrite.replaceColumns(fragment, few, List.of(2)));
        String file = file(row(0L, 10, "x"), row(0L, 20, "x"));
        rewrite.replaceColumns(fragment, file, List.of(2, 2));
        assertEquals(List.of("[1, 10, a]", "[2, 20, b]"), read(rewrite.commit()));
    }

    @Test
    void aSidecarChangesWhatTheTableHas() throws IOException {
        String sidecar = sidecar();
        Field n = table.snapshot().schema().fields().get(1);
        Transaction widens = table.begin("alter");
        widens.setSchema(schema(Optional.of(
                Field.nullable("n", Rows.LONG).withFieldId(n.fieldId().getAsInt()))));
        refused(
                sidecar + ": it has new values of type " + Rows.INT + " for the field 2, which the table has as "
                        + Rows.LONG,
                () -> widens.addSidecar(fragment, sidecar, Optional.empty()));
        Transaction drops = table.begin("alter");
        drops.setSchema(schema(Optional.empty()));
        refused("which the table does not have", () -> drops.addSidecar(fragment, sidecar, Optional.empty()));
        Transaction other = table.begin("update");
        UUID added = Rows.insert(other, folder, row(3L, 3, "c"), row(4L, 4, "d"), row(5L, 5, "e"));
        refused(
                "it is about 2 rows of the fragment " + fragment,
                () -> other.addSidecar(added, sidecar, Optional.empty()));
        refused("has no sidecar " + OTHER, () -> other.dropSidecar(fragment, OTHER));
        other.addSidecar(fragment, sidecar, Optional.empty());
        assertEquals("[1, 7, a]", read(other.commit()).get(0));
    }

    /** Its rows are not among those that the transaction deletes, so another sidecar may delete them. */
    @Test
    void aRefusedSidecarDeletesNothing() throws IOException {
        Transaction writing = table.begin("update");
        Sidecars.change(writing, folder, fragment, RowRanges.of(0), Map.of("n", new TreeMap<>(Map.of(1L, 7))));
        String both = writing.changes().sidecars.get(fragment).get(0).place().path();
        Transaction drops = table.begin("alter");
        drops.setSchema(schema(Optional.empty()));
        refused("which the table does not have", () -> drops.addSidecar(fragment, both, Optional.empty()));
        Sidecars.delete(drops, folder, fragment, 0);
        assertEquals(List.of("[2, b]"), read(drops.commit()));
    }

    @Test
    void onlyANewColumnIsFilledAndItsFilesAreNamed() throws IOException {
        Transaction fills = table.begin("alter");
        Field k = table.snapshot().schema().fields().get(0);
        refused("column 'k' is not new", () -> fills.fill("k", LiteralValues.single(k, 1L)));
        assertEquals(List.of(), fills.written());
        Field added =
                Field.nullable("new", Rows.INT).withFieldId(table.snapshot().lastFieldId() + 1);
        UUID gone = fragment;
        List<Field> fields = new ArrayList<>(table.snapshot().schema().fields());
        fields.add(added);
        fills.setSchema(new Schema(fields));
        fills.fill("new", LiteralValues.single(added, 8));
        assertEquals(
                List.of(fills.changes().files.get(gone).get(0).path()),
                fills.written(),
                "the caller removes them if it fails");
        Snapshot filled = fills.commit();
        assertEquals(List.of("[1, 1, a, 8]", "[2, 2, b, 8]"), read(filled));
        Transaction removes = table.begin("alter");
        removes.removeFragment(fragment);
        Field more = Field.nullable("more", Rows.INT).withFieldId(filled.lastFieldId() + 1);
        fields.add(more);
        removes.setSchema(new Schema(fields));
        removes.fill("more", LiteralValues.single(more, 9));
        assertEquals(List.of(), removes.written(), "rows that go need no value");
        assertEquals(0, removes.commit().rowCount());
    }

    @Test
    void keysAreListedOnceInOrder() throws IOException {
        Transaction keyed = table.begin("insert");
        keyed.insertKeys(new long[] {5, -1});
        keyed.insertKeys(new long[] {3, 5});
        assertArrayEquals(new long[] {-1, 3, 5}, keyed.changes().keys);
    }

    /** Tasks write files without a look at the keys of others. */
    @Test
    void keysOfAddedFilesAreChecked() throws IOException {
        Transaction free = table.begin("insert");
        Rows.insert(free, folder, row(1L, 1, "a"));
        free.checkKeys();
        assertEquals(0, free.changes().keys.length, "the table has no key");
        Transaction declares = table.begin("declare");
        declares.setProperties(new TableProperties(List.of(), List.of(1), List.of(), Map.of()));
        declares.commit();
        Transaction first = table.begin("insert");
        first.checkKeys();
        assertEquals(0, first.changes().keys.length);
        Rows.insert(first, folder, row(3L, 3, "c"), row(4L, 4, "d"));
        first.checkKeys();
        assertEquals(2, first.changes().keys.length);
        Transaction second = table.begin("insert");
        Rows.insert(second, folder, row(4L, 9, "again"));
        second.checkKeys();
        first.commit();
        assertEquals(
                CommitConflictException.Kind.KEY,
                assertThrows(CommitConflictException.class, second::commit).kind());
        Transaction third = table.begin("insert");
        Rows.insert(third, folder, row(4L, 9, "again"));
        assertThrows(DuplicateKeyException.class, third::checkKeys);
    }

    @Test
    void aFoldedSidecarStandsForTheOthers() throws IOException {
        for (int n : new int[] {8, 9}) {
            Transaction update = table.begin("update");
            Sidecars.modify(update, folder, fragment, "n", Map.of(0L, n));
            update.commit();
        }
        List<SidecarFile> old = table.snapshot().fragments().get(0).sidecars();
        assertEquals(2, old.size());
        Transaction folds = table.begin("fold");
        folds.foldSidecars(fragment, Optional.of(SidecarPlace.file(sidecar())), old);
        Snapshot folded = folds.commit();
        assertEquals(1, folded.fragments().get(0).sidecars().size());
        assertEquals(List.of("[1, 7, a]", "[2, 2, b]"), read(folded));
        Transaction drops = table.begin("fold");
        drops.foldSidecars(fragment, Optional.empty(), folded.fragments().get(0).sidecars());
        assertEquals(List.of("[1, 1, a]", "[2, 2, b]"), read(drops.commit()));
    }

    /** Rows of a table whose declarations stay are not read again. */
    @Test
    void rowsAreCheckedAgainstNewDeclarations() throws IOException {
        Transaction twice = table.begin("insert");
        Rows.insert(twice, folder, row(1L, 9, "again"));
        twice.commit();
        TableProperties keyed = new TableProperties(List.of(), List.of(1), List.of(), Map.of());
        Transaction declares = table.begin("declare");
        declares.setProperties(keyed);
        refused("has the key of a row before it", declares::commit);
        Transaction replaces = table.begin("replace");
        Schema anew =
                new SchemaEdit(replaces.snapshot()).replaceAll(Rows.schema()).schema();
        replaces.replaceAll(anew, new TableProperties(List.of(), List.of(4), List.of(), Map.of()));
        String file = replaces.newDataFile();
        Rows.write(folder, file, anew, row(1L, 1, "a"), row(1L, 2, "b"));
        replaces.addFragment(file);
        refused("has the key of a row before it", replaces::commit);
        assertEquals(2, table.snapshot().version());
    }

    @Test
    void aReplacedTableHasNoneOfItsRows() throws IOException {
        Transaction replaces = table.begin("replace");
        Schema anew =
                new SchemaEdit(replaces.snapshot()).replaceAll(Rows.schema()).schema();
        TableProperties missing = new TableProperties(List.of(), List.of(1), List.of(), Map.of());
        refused("a declared column has the field id 1", () -> replaces.replaceAll(anew, missing));
        TableProperties twice = new TableProperties(List.of(), List.of(4, 4), List.of(), Map.of());
        refused("column 'k' is twice in the key", () -> replaces.replaceAll(anew, twice));
        replaces.replaceAll(anew, TableProperties.NONE);
        insert(table);
        assertThrows(CommitConflictException.class, replaces::commit);
        Transaction again = table.begin("replace");
        again.replaceAll(anew, TableProperties.NONE);
        assertEquals(List.of(), read(again.commit()));
    }

    private void insert(Table into) throws IOException {
        Transaction more = into.begin("insert");
        Rows.insert(more, folder, row(3L, 3, "c"));
        more.commit();
    }
}
