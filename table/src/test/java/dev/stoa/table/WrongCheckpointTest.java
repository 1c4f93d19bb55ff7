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

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.ContentHash;
import dev.stoa.reader.ColumnBounds;
import dev.stoa.reader.FileIdentity;
import dev.stoa.reader.RowRanges;
import dev.stoa.table.internal.log.Changes;
import dev.stoa.table.internal.log.History;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.LogPosition;
import dev.stoa.table.internal.log.TableFeatures;
import dev.stoa.table.internal.log.TableState;
import dev.stoa.table.internal.logfile.Cells;
import dev.stoa.table.internal.logfile.SidecarPlace;
import dev.stoa.vio.LocalFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A checkpoint of sound bytes says something else than the entries do: each difference is named. */
class WrongCheckpointTest {
    private static final UUID ADDED = new UUID(1, 2);
    private static final int NUMBER = 2;
    private static final Optional<List<Integer>> ALL = Optional.empty();
    private static final String FRAGMENT = "its fragment " + ADDED + " is not what the entries make of it";
    private static final String BOUNDS =
            "its bounds of the field 2 in fragment " + ADDED + " are not those of the entries";

    @TempDir
    private Path temp;

    /** Versions 0 and 1, a data file and a sidecar for version 2. */
    private Path below;

    private int tables;
    private UUID changed;
    private FileIdentity identity;
    private String data;
    private ColumnBounds bounds;
    private Changes.NewFragment fragment;
    private SidecarFile.Added sidecar;

    private Path path;
    private TableState right;

    @BeforeEach
    void make() throws IOException {
        below = temp.resolve("below");
        Table table = Table.create(folder(below), Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT);
        Transaction insert = table.begin("insert");
        changed = Rows.insert(insert, folder(below), Rows.row(1L, 10, "one"), Rows.row(2L, null, "two"));
        insert.commit();
        Fragment inserted = table.snapshot().fragments().get(0);
        bounds = table.snapshot().bounds(inserted, NUMBER).orElseThrow();
        identity = inserted.files().get(0).identity();
        data = inserted.files().get(0).path();
        fragment = fragment(2, data, ALL, 0, Map.of(NUMBER, bounds));
        Transaction change = table.begin("change");
        Sidecars.change(change, folder(below), changed, RowRanges.of(0), Map.of("n", new TreeMap<>(Map.of(1L, 7))));
        sidecar = change.changes().sidecars.get(changed).get(0);
        path = commit(fragment, sidecar);
        right = state(path);
        say(right);
        Damage.assertSound(folder(path));
    }

    private static LocalFolder folder(Path path) {
        return new LocalFolder(path);
    }

    private Changes.NewFragment fragment(
            long rows, String file, Optional<List<Integer>> fields, long folded, Map<Integer, ColumnBounds> of) {
        return new Changes.NewFragment(rows, Optional.empty(), new DataFile.Added(file, identity, fields, folded, of));
    }

    private Changes.NewFragment fragment(ColumnBounds of) {
        return fragment(2, data, ALL, 0, Map.of(NUMBER, of));
    }

    private SidecarFile.Added sidecar(
            SidecarPlace place, long deleted, List<Integer> fields, Optional<UUID> inserted, OptionalLong folded) {
        return new SidecarFile.Added(place, sidecar.identity(), deleted, fields, inserted, sidecar.bounds(), folded);
    }

    /** A copy with a version 2. */
    private Path commit(Changes.NewFragment added, SidecarFile.Added of) throws IOException {
        Path made = temp.resolve("t" + tables++);
        Damage.copy(below, made);
        Transaction both = Table.open(folder(made), TableSettings.DEFAULT).begin("both");
        both.changes().added.put(ADDED, added);
        both.changes().add(both.changes().sidecars, changed, of);
        both.commit();
        return made;
    }

    private static TableState state(Path of) throws IOException {
        return new History(new Log(folder(of))).newest().orElseThrow();
    }

    /** Gives the table a checkpoint of version 2. */
    private void say(TableState state) throws IOException {
        Files.deleteIfExists(Damage.checkpoint(path, 2));
        new Log(folder(path)).writeCheckpoint(state);
    }

    private void assertWrong(TableState state, String what) throws IOException {
        say(state);
        assertEquals(
                List.of(new TableFault(TableFault.Kind.WRONG_CHECKPOINT, Log.checkpointName(2), what, true)),
                Damage.verify(folder(path)).faults());
    }

    private TableState with(TableState other) {
        return new TableState(
                right.position(), right.info(), other.schema(), other.properties(), other.features(), other.held());
    }

    private void assertWrong(Changes.NewFragment added, String what) throws IOException {
        assertWrong(with(state(commit(added, sidecar))), what);
    }

    private void assertWrong(SidecarFile.Added of) throws IOException {
        assertWrong(
                with(state(commit(fragment, of))), "its fragment " + changed + " is not what the entries make of it");
    }

    @Test
    void whatTheTableDeclaresIsCompared() throws IOException {
        assertWrong(
                new TableState(
                        right.position(),
                        right.info(),
                        right.schema(),
                        right.properties().withOther(Map.of("a", "b")),
                        right.features(),
                        right.held()),
                "its properties are not those of the entries");
        assertWrong(
                new TableState(
                        right.position(),
                        right.info(),
                        right.schema(),
                        right.properties(),
                        new TableFeatures(Set.of(), Set.of()),
                        right.held()),
                "its features are not those of the entries");
        Path other = temp.resolve("other");
        Damage.copy(path, other);
        TableOperations.of(Table.open(folder(other), TableSettings.DEFAULT))
                .alter(snapshot -> new SchemaEdit(snapshot).drop("s").schema());
        assertWrong(with(state(other)), "its columns are not those of the entries");
    }

    @Test
    void theCommitIsCompared() throws IOException {
        CommitInfo info = right.info();
        UUID id = new UUID(3, 4);
        assertWrong(
                new TableState(
                        right.position(),
                        new CommitInfo(2, info.time(), id, "other", info.base(), info.overwrite(), info.keys()),
                        right.schema(),
                        right.properties(),
                        right.features(),
                        right.held()),
                "it tells of the transaction " + id + " (other), the entry of " + info.transaction() + " (both)");
        ContentHash hash = new ContentHash(1, 2);
        assertWrong(
                new TableState(
                        new LogPosition(right.table(), hash, right.floor(), right.checkpoint()),
                        info,
                        right.schema(),
                        right.properties(),
                        right.features(),
                        right.held()),
                "it stands for an entry with the hash " + hash + ", the entry has "
                        + right.position().entry());
        UUID table = new UUID(5, 6);
        assertWrong(
                new TableState(
                        new LogPosition(table, right.position().entry(), right.floor(), right.checkpoint()),
                        info,
                        right.schema(),
                        right.properties(),
                        right.features(),
                        right.held()),
                "it belongs to the table " + table + ", this one is " + right.table());
    }

    @Test
    void fragmentsAreCompared() throws IOException {
        Path other = commit(fragment, sidecar);
        Transaction remove = Table.open(folder(other), TableSettings.DEFAULT).begin("remove");
        remove.removeFragment(ADDED);
        remove.commit();
        assertWrong(with(state(other)), "it has 1 fragments, by the entries there are others, or not as many: 2");
        assertWrong(fragment(3, data, ALL, 0, Map.of(NUMBER, bounds)), FRAGMENT);
        assertWrong(new Changes.NewFragment(2, Optional.of("p"), fragment.file()), FRAGMENT);
        assertWrong(fragment(2, "data/other", ALL, 0, Map.of(NUMBER, bounds)), FRAGMENT);
        assertWrong(fragment(2, data, Optional.of(List.of(1, 2)), 0, Map.of(NUMBER, bounds)), FRAGMENT);
        assertWrong(fragment(2, data, ALL, 1, Map.of(NUMBER, bounds)), FRAGMENT);
        identity = new FileIdentity(identity.uuid(), identity.length(), new ContentHash(7, 8));
        assertWrong(fragment(bounds), FRAGMENT);
    }

    @Test
    void sidecarsAreCompared() throws IOException {
        SidecarPlace place = sidecar.place();
        List<Integer> fields = sidecar.fields();
        Optional<UUID> none = Optional.empty();
        OptionalLong now = OptionalLong.empty();
        assertWrong(sidecar(SidecarPlace.file("data/other"), 1, fields, none, now));
        assertWrong(sidecar(place, 0, fields, none, now));
        assertWrong(sidecar(place, 1, List.of(NUMBER, 3), none, now));
        assertWrong(sidecar(place, 1, fields, Optional.of(ADDED), now));
        assertWrong(sidecar(place, 1, fields, none, OptionalLong.of(1)));
        FileIdentity of = sidecar.identity();
        assertWrong(new SidecarFile.Added(
                place,
                new FileIdentity(of.uuid(), of.length(), new ContentHash(7, 8)),
                1,
                fields,
                none,
                sidecar.bounds(),
                now));
    }

    private ColumnBounds bounds(long rows, long nulls, Integer min, boolean minExact, Integer max, boolean maxExact) {
        return new ColumnBounds(Rows.INT, rows, nulls, 0, vector(min), minExact, vector(max), maxExact);
    }

    private static Optional<ColumnVector> vector(Integer value) {
        return Optional.ofNullable(value).map(v -> Cells.vector(Rows.INT, List.of(v)));
    }

    @Test
    void boundsAreCompared() throws IOException {
        assertWrong(fragment(bounds(2, 1, 9, true, 10, true)), BOUNDS);
        assertWrong(fragment(bounds(2, 1, 10, true, 11, true)), BOUNDS);
        assertWrong(fragment(bounds(2, 1, 10, false, 10, true)), BOUNDS);
        assertWrong(fragment(bounds(2, 1, 10, true, 10, false)), BOUNDS);
        assertWrong(fragment(bounds(2, 1, null, false, 10, true)), BOUNDS);
        assertWrong(fragment(bounds(2, 0, 10, true, 10, true)), BOUNDS);
        assertWrong(fragment(bounds(3, 1, 10, true, 10, true)), BOUNDS);
        ColumnBounds other = bounds(1, 0, 8, true, 8, true);
        assertWrong(
                with(state(commit(
                        fragment,
                        new SidecarFile.Added(
                                sidecar.place(),
                                sidecar.identity(),
                                1,
                                sidecar.fields(),
                                Optional.empty(),
                                Map.of(NUMBER, other),
                                OptionalLong.empty())))),
                BOUNDS.replace(ADDED.toString(), changed.toString()));
        say(with(state(commit(fragment(2, data, ALL, 0, Map.of()), sidecar))));
        Damage.assertSound(folder(path));
    }

    /** The entries have no bounds: a checkpoint must not either. */
    @Test
    void boundsThatTheEntriesDontHaveAreNamed() throws IOException {
        TableState bounded = right;
        path = commit(fragment(2, data, ALL, 0, Map.of()), sidecar);
        right = state(path);
        assertWrong(with(bounded), BOUNDS);
    }
}
