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
package dev.stoa.table.internal.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.ContentHash;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.reader.ColumnBounds;
import dev.stoa.reader.FileIdentity;
import dev.stoa.table.CommitInfo;
import dev.stoa.table.DataFile;
import dev.stoa.table.Fragment;
import dev.stoa.table.Rows;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.TableProperties;
import dev.stoa.table.internal.log.Action;
import dev.stoa.table.internal.log.Changes;
import dev.stoa.table.internal.log.EntryWriter;
import dev.stoa.table.internal.log.FragmentBounds;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.LogContents;
import dev.stoa.table.internal.log.MemoryFile;
import dev.stoa.table.internal.log.TableFeatures;
import dev.stoa.table.internal.log.TableState;
import dev.stoa.table.internal.logfile.LogKind;
import dev.stoa.table.internal.logfile.LogRow;
import dev.stoa.table.internal.logfile.SidecarPlace;
import dev.stoa.table.internal.schema.TableSchema;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A rewritten entry says what the lost or damaged one said, and nothing else. */
class EntryRewriteTest {
    private static final UUID TABLE = new UUID(5, 5);
    private static final TableSchema NARROW = TableSchema.numbered(schema(Rows.INT), false);
    private static final TableSchema WIDE = TableSchema.numbered(schema(Rows.LONG), false);
    private static final TableProperties COMMENTED = TableProperties.NONE.withOther(Map.of("comment", "x"));
    private static final TableFeatures FEATURES = new TableFeatures(Set.of("sidecars-in-log"), Set.of());

    private final List<UUID> fragments = new ArrayList<>();
    private long ids;
    private TableState first;

    private static Schema schema(Type type) {
        return Schema.of(Field.nullable("a", type), Field.nullable("b", Rows.STRING));
    }

    private UUID id() {
        return new UUID(0x4000 + ids++, Long.MIN_VALUE + ids);
    }

    private FileIdentity identity() {
        return new FileIdentity(id(), 1000 + ids, new ContentHash(ids, -ids));
    }

    private Map<Integer, ColumnBounds> bounds() {
        return Map.of(1, ColumnBounds.unknown(Rows.INT, 10, ids % 10, 0));
    }

    private DataFile.Added file(Optional<List<Integer>> fields, long folded) {
        return new DataFile.Added("data/" + id() + ".stoa", identity(), fields, folded, bounds());
    }

    private SidecarFile.Added sidecar(OptionalLong folded) {
        FileIdentity identity = identity();
        SidecarPlace place = SidecarPlace.file(Log.SIDECARS + "/" + identity.uuid() + ".stoa");
        return new SidecarFile.Added(place, identity, ids % 7, List.of(1), Optional.of(id()), bounds(), folded);
    }

    private UUID insert(Changes changes, Optional<String> partition) {
        UUID id = id();
        changes.added.put(id, new Changes.NewFragment(100 + ids, partition, file(Optional.empty(), 0)));
        return id;
    }

    /** An entry as a transaction writes it, which lists as many keys as it added. */
    private LogContents entry(long version, Optional<TableState> below, Changes changes) throws IOException {
        CommitInfo info = new CommitInfo(
                version,
                Instant.ofEpochSecond(version, 123_000),
                id(),
                "test",
                Math.max(0, version - 1),
                changes.overwrites,
                changes.keys.length);
        byte[] bytes = EntryWriter.bytes(
                Log.entryName(version),
                TABLE,
                below.map(state -> state.position().entry()),
                info,
                changes);
        return read(version, bytes);
    }

    private static LogContents read(long version, byte[] bytes) throws IOException {
        return new MemoryFile(Log.entryName(version), bytes).contents(LogKind.ENTRY, version);
    }

    private static TableState after(TableState below, LogContents entry) throws IOException {
        return below.with(List.of(entry), List.of(Log.entryName(entry.info().version())));
    }

    private TableState commit(TableState below, Changes changes) throws IOException {
        return after(below, entry(below.version() + 1, Optional.of(below), changes));
    }

    @BeforeEach
    void begin() throws IOException {
        Changes changes = new Changes();
        for (int i = 0; i < 4; i++) {
            fragments.add(insert(changes, i == 0 ? Optional.of("p=1") : Optional.empty()));
        }
        changes.schema = Optional.of(NARROW);
        changes.properties = Optional.of(TableProperties.NONE);
        first = TableState.of(entry(0, Optional.empty(), changes), Log.entryName(0));
    }

    private static String text(LogRow row) throws IOException {
        return " " + FragmentBounds.ofRow(row, 1, Rows.INT).map(ColumnBounds::nullCount);
    }

    private static String text(Fragment fragment) {
        return "fragment " + fragment.id() + " " + fragment.rows() + " " + fragment.partition();
    }

    private static String text(DataFile file) throws IOException {
        return "file " + file.path() + file.identity() + file.fields() + file.folded() + text(file.row());
    }

    private static String text(SidecarFile file) throws IOException {
        return "sidecar " + file.place() + file.identity() + file.version() + file.deletedRows() + file.fields()
                + file.inserted() + text(file.row());
    }

    private static List<String> actions(LogContents entry) throws IOException {
        List<String> texts = new ArrayList<>();
        for (Action action : entry.actions()) {
            if (action instanceof Action.AddFragment a) {
                texts.add(text(a.fragment()));
            } else if (action instanceof Action.AddFile a) {
                texts.add(a.fragment() + text(a.file()));
            } else if (action instanceof Action.AddSidecar a) {
                texts.add(a.fragment() + text(a.sidecar()));
            } else {
                texts.add(action.toString());
            }
        }
        return texts;
    }

    /** All actions that an entry can have, of versions 1 and 2. */
    private Changes all(UUID dropped) {
        Changes changes = new Changes();
        UUID added = insert(changes, Optional.of("p=2"));
        changes.add(changes.files, added, file(Optional.of(List.of(2)), 0));
        insert(changes, Optional.empty());
        changes.removed.put(fragments.get(0), new Action.RemoveFragment(fragments.get(0), Optional.empty(), 0));
        changes.add(changes.files, fragments.get(1), file(Optional.of(List.of(1)), 1));
        changes.add(changes.files, fragments.get(1), file(Optional.of(List.of(2)), 0));
        changes.dropped.add(new Action.DropSidecar(fragments.get(2), dropped));
        changes.add(changes.sidecars, fragments.get(2), sidecar(OptionalLong.empty()));
        changes.add(changes.sidecars, fragments.get(3), sidecar(OptionalLong.of(1)));
        return changes;
    }

    private TableState withSidecar() throws IOException {
        Changes changes = new Changes();
        changes.add(changes.sidecars, fragments.get(2), sidecar(OptionalLong.empty()));
        changes.add(changes.sidecars, fragments.get(2), sidecar(OptionalLong.empty()));
        return commit(first, changes);
    }

    private UUID oldest(TableState state) throws IOException {
        return state.fragments()
                .get(fragments.get(2))
                .sidecars()
                .get(0)
                .identity()
                .uuid();
    }

    private LogContents between(TableState below, TableState made) throws IOException {
        LogContents entry = read(made.version(), EntryRewrite.between(Log.entryName(made.version()), below, made));
        assertEquals(made.info(), entry.info());
        assertEquals(TABLE, entry.table());
        assertTrue(entry.follows(below.position().entry()));
        return entry;
    }

    @Test
    void anEntryBetweenTwoVersionsHasAllActions() throws IOException {
        TableState below = withSidecar();
        LogContents entry = assertRewritten(below, all(oldest(below)));
        assertEquals(Optional.empty(), entry.schema());
        assertEquals(Optional.empty(), entry.properties());
        assertEquals(Optional.empty(), entry.features());
    }

    @Test
    void eachDeclarationThatChangedIsSaid() throws IOException {
        Changes schema = new Changes();
        schema.schema = Optional.of(WIDE);
        Changes properties = new Changes();
        properties.properties = Optional.of(COMMENTED);
        Changes features = new Changes();
        features.features = Optional.of(FEATURES);
        features.overwrites = true;
        for (Changes changes : List.of(schema, properties, features)) {
            LogContents lost = entry(1, Optional.of(first), changes);
            TableState made = after(first, lost);
            LogContents entry = between(first, made);
            assertEquals(changes.schema, entry.schema());
            assertEquals(changes.properties.map(TableProperties::toTexts), entry.properties());
            assertEquals(changes.features, entry.features());
            assertEquals(List.of(), entry.actions());
            assertEquals(Optional.empty(), CheckpointCheck.difference(made, after(first, entry)));
        }
    }

    /** A rollback removes a fragment and brings it back. If the entry only dropped a sidecar, it would say that all rows stay. */
    @Test
    void anOverwriteBringsFragmentsBack() throws IOException {
        TableState below = withSidecar();
        Fragment fragment = below.fragments().get(fragments.get(2));
        DataFile file = fragment.files().get(0);
        SidecarFile oldest = fragment.sidecars().get(0);
        Changes back = new Changes();
        back.overwrites = true;
        back.removed.put(fragment.id(), new Action.RemoveFragment(fragment.id(), Optional.empty(), 0));
        back.added.put(
                fragment.id(),
                new Changes.NewFragment(
                        fragment.rows(),
                        fragment.partition(),
                        new DataFile.Added(
                                file.path(),
                                file.identity(),
                                file.fields(),
                                file.folded(),
                                FragmentBounds.ofRow(file.row(), Map.of(1, Rows.INT)))));
        assertRewritten(below, back);
        back.add(
                back.sidecars,
                fragment.id(),
                new SidecarFile.Added(
                        oldest.place(),
                        oldest.identity(),
                        oldest.deletedRows(),
                        oldest.fields(),
                        oldest.inserted(),
                        FragmentBounds.ofRow(oldest.row(), Map.of(1, Rows.INT)),
                        OptionalLong.empty()));
        assertRewritten(below, back);
    }

    /** Fails unless the entry of some changes is written anew with the same actions. */
    private LogContents assertRewritten(TableState below, Changes changes) throws IOException {
        LogContents lost = entry(below.version() + 1, Optional.of(below), changes);
        TableState made = after(below, lost);
        LogContents entry = between(below, made);
        assertEquals(
                actions(lost).stream().sorted().toList(),
                actions(entry).stream().sorted().toList());
        assertEquals(Optional.empty(), CheckpointCheck.difference(made, after(below, entry)));
        assertEquals(lost.keepsRows(), entry.keepsRows());
        return entry;
    }

    /** A later version has a fragment of the same id whose files are others, or fewer: it is another one. */
    @Test
    void aFragmentWithoutItsFirstFilesIsAnother() throws IOException {
        Changes more = new Changes();
        more.add(more.files, fragments.get(1), file(Optional.of(List.of(1)), 0));
        TableState below = commit(first, more);
        Changes other = new Changes();
        other.add(other.files, fragments.get(1), file(Optional.of(List.of(1)), 0));
        TableState made = commit(commit(first, other), new Changes());
        List<String> texts = actions(between(below, made));
        Fragment fragment = made.fragments().get(fragments.get(1));
        List<String> expected = new ArrayList<>();
        expected.add(new Action.RemoveFragment(fragment.id(), Optional.empty(), 0).toString());
        expected.add(text(fragment));
        for (DataFile file : fragment.files()) {
            expected.add(fragment.id() + text(file));
        }
        assertEquals(expected, texts);

        TableState fewer = commit(commit(first, new Changes()), new Changes());
        assertEquals(expected.subList(0, 3), actions(between(below, fewer)));
    }
}
