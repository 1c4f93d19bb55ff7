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
package dev.stoa.table.internal.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.CorruptFileException;
import dev.stoa.table.DataFile;
import dev.stoa.table.Fragment;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.TableProperties;
import dev.stoa.table.internal.logfile.LogFile;
import dev.stoa.table.internal.logfile.LogKind;
import dev.stoa.table.internal.logfile.LogRow;
import dev.stoa.table.internal.logfile.SidecarPlace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Fragments of a checkpoint of four parts, and changes of them: what is known without reading parts, and what contradicts. */
class FragmentsTest extends CheckpointedLog {
    private static final String NAME = "changes";

    private Fragments held;

    /** The fragments of the parts, in their order. */
    private List<UUID> ids;

    @BeforeEach
    void make() throws IOException {
        fourParts();
        ids = new ArrayList<>(entries.fragments().keySet());
        held = open(log.read(Log.checkpointName(1), LogKind.CHECKPOINT, 1).orElseThrow());
    }

    private Fragments open(LogContents checkpoint) {
        BaseParts.Others none = (version, failure) -> {
            throw failure;
        };
        return Fragments.of(BaseParts.of(folder, checkpoint, none, BaseParts.NONE), 1);
    }

    private LogRow row(long version) {
        return new LogRow(new LogFile(folder, NAME, version, identity()), 0);
    }

    private Fragment fragment(UUID id, long version, int files) {
        DataFile file = new DataFile("data/" + id() + ".stoa", identity(), Optional.empty(), 0, row(version));
        return new Fragment(id, 10, Optional.empty(), List.of(file).subList(0, files), List.of(), row(version));
    }

    private SidecarFile inLog(int length) {
        SidecarPlace place = new SidecarPlace("s" + length, new byte[length]);
        return new SidecarFile(place, identity(), 2, 1, List.of(1), Optional.empty(), row(2));
    }

    private static Action remove(UUID id) {
        return new Action.RemoveFragment(id, Optional.empty(), 0);
    }

    private static Fragments after(Fragments before, Action... actions) throws IOException {
        ChangedFragments change = before.change();
        change.apply(List.of(actions), NAME);
        return change.at(2);
    }

    private static void refused(String problem, Executable reading) {
        CorruptFileException e = assertThrows(CorruptFileException.class, reading);
        assertTrue(e.getMessage().endsWith(": " + problem), e.getMessage());
    }

    private List<Integer> read() {
        List<Integer> read = new ArrayList<>();
        for (int i = 0; i < held.base().size(); i++) {
            if (held.base().isRead(i)) {
                read.add(i);
            }
        }
        return read;
    }

    private static BitSet only(int part) {
        BitSet one = new BitSet();
        one.set(part);
        return one;
    }

    @Test
    void aFragmentIsAddedOnceAndHasAFile() throws IOException {
        Fragment some = fragment(id(), 2, 1);
        Fragments one = Fragments.of(Map.of(some.id(), some));
        refused(
                "fragment " + some.id() + " is added, but there already",
                () -> after(one, new Action.AddFragment(some)));
        Fragment empty = fragment(id(), 2, 0);
        refused("fragment " + empty.id() + " has no file", () -> after(one, new Action.AddFragment(empty)));
        assertEquals(
                1, after(one, new Action.AddFragment(empty), remove(empty.id())).size());
    }

    /** Wherever the file of the log has them: the fragment may come later there. */
    @Test
    void sidecarsAreAddedAfterAllElse() throws IOException {
        Fragment added = fragment(id(), 2, 1);
        SidecarFile sidecar = inLog(9);
        Fragments changed = after(
                Fragments.of(Map.of()), new Action.AddSidecar(added.id(), sidecar), new Action.AddFragment(added));
        assertEquals(List.of(sidecar), changed.get(added.id()).orElseThrow().sidecars());
    }

    @Test
    void whatIsNotThereIsNotChanged() throws IOException {
        Fragment some = fragment(id(), 2, 1);
        Fragments one = Fragments.of(Map.of(some.id(), some));
        UUID other = id();
        refused("no fragment " + other, () -> after(one, remove(other)));
        refused(some + " has no sidecar " + other, () -> after(one, new Action.DropSidecar(some.id(), other)));
        Fragments without = after(held, remove(ids.get(0)));
        refused("no fragment " + ids.get(0), () -> after(without, remove(ids.get(0))));
    }

    /** Parts that are not read yet may have it. */
    @Test
    void aChangeOfNoFragmentIsFoundWhenAllPartsAreRead() throws IOException {
        UUID other = id();
        refused("no fragment " + other, after(held, remove(other))::all);
        refused("no fragment " + other, after(held, remove(other))::changedParts);
    }

    @Test
    void aFragmentOfAPartIsNotAddedAgain() throws IOException {
        Fragment again = fragment(ids.get(0), 2, 1);
        refused(again + " is added a second time by a later version", after(held, new Action.AddFragment(again))::all);
    }

    @Test
    void aFragmentIsInOnePart() throws IOException {
        LogContents right =
                log.read(Log.checkpointName(1), LogKind.CHECKPOINT, 1).orElseThrow();
        ChainLink link = right.link();
        List<PartFile> twice = List.of(link.parts().get(0), link.parts().get(0));
        Fragments wrong = open(new LogContents(
                new ChainLink(link.table(), link.hash(), link.previous(), link.floor(), twice),
                right.info(),
                right.schema(),
                right.properties(),
                right.features(),
                right.actions(),
                right.keys()));
        refused("fragment " + ids.get(0) + " is in two parts", wrong::all);
    }

    @Test
    void sizesAreKnownWithoutReadingAPart() throws IOException {
        Fragment old = fragment(id(), 1, 1);
        Fragment added = fragment(id(), 2, 1);
        SidecarFile ofPart = inLog(100);
        SidecarFile ofOther = inLog(20);
        Fragments changed = after(
                held,
                remove(ids.get(0)),
                new Action.AddFragment(old),
                new Action.AddFragment(added),
                new Action.AddFragment(fragment(id(), 3, 1)),
                new Action.AddSidecar(ids.get(1), ofPart),
                new Action.AddSidecar(added.id(), ofOther));
        assertEquals(4 * MOST, held.size());
        assertEquals(4 * MOST - 1, after(held, remove(ids.get(0))).size());
        assertEquals(4 * MOST + 2, changed.size());
        assertEquals(120, changed.sidecarBytes());
        assertEquals(2, changed.newerThanCheckpoint());
        assertEquals(2, changed.changeCount());
        UUID sidecar = ofPart.identity().uuid();
        assertEquals(
                20, after(changed, new Action.DropSidecar(ids.get(1), sidecar)).sidecarBytes());
        assertEquals(20, after(changed, remove(ids.get(1))).sidecarBytes());
        assertEquals(List.of(), read());
    }

    /** All others are read only if none of those that were read has the fragment. */
    @Test
    void changedPartsAreLookedForAmongThoseThatWereRead() throws IOException {
        held.ofPart(1);
        assertEquals(only(1), after(held, remove(ids.get(MOST))).changedParts());
        assertEquals(List.of(1), read());
        assertEquals(only(3), after(held, remove(ids.get(3 * MOST))).changedParts());
        assertEquals(List.of(0, 1, 2, 3), read());
    }

    @Test
    void aFragmentIsLookedForInPartsThatWereRead() throws IOException {
        UUID some = ids.get(MOST + 1);
        held.ofPart(1);
        assertEquals(some, held.get(some).orElseThrow().id());
        assertEquals(Optional.empty(), after(held, remove(ids.get(0))).get(ids.get(0)));
        assertEquals(List.of(1), read());
        assertEquals(ids.get(0), held.get(ids.get(0)).orElseThrow().id());
        assertEquals(List.of(0, 1, 2, 3), read());
        assertEquals(some, held.get(some).orElseThrow().id());
        assertEquals(Optional.empty(), held.get(id()));
    }

    @Test
    void statesTellOfTheirParts() throws IOException {
        assertTrue(shared.sharesParts());
        assertFalse(shared.with(new Floor(1, 2)).sharesParts());
        assertEquals(3, shared.checkpointInterval());
        assertEquals(4, entries.checkpointInterval());
        assertEquals(0, shared.sidecarBytes());
        List<Action> all = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            all.add(new Action.AddFragment(fragment(id(), 2, 1)));
        }
        all.add(new Action.AddSidecar(ids.get(0), inLog(7)));
        Action[] actions = all.toArray(new Action[0]);
        assertEquals(
                5,
                with(entries, after(Fragments.of(entries.fragments()), actions)).checkpointInterval());
        TableState large = with(shared, after(held, actions));
        assertEquals(3, large.checkpointInterval(), "changes of parts count, not what is in none");
        assertEquals(7, large.sidecarBytes());
    }

    @Test
    void sidecarsAreInTheLogIfFeaturesAndPropertiesAllowIt() {
        Set<String> name = Set.of(TableProperties.SIDECARS_IN_LOG);
        TableProperties not = TableProperties.NONE.withOther(Map.of(TableProperties.SIDECARS_IN_LOG, "false"));
        assertTrue(keepsSidecars(TableProperties.NONE, new TableFeatures(name, name)));
        assertFalse(keepsSidecars(not, new TableFeatures(name, name)));
        assertFalse(keepsSidecars(TableProperties.NONE, TableFeatures.NONE));
    }

    private boolean keepsSidecars(TableProperties properties, TableFeatures features) {
        return new TableState(entries.position(), entries.info(), entries.schema(), properties, features, held)
                .keepsSidecars();
    }

    @Test
    void aFirstEntryHasASchema() throws IOException {
        LogContents later = log.entry(1).orElseThrow();
        refused("it has no schema, though nothing stands before it", () -> TableState.of(later, NAME));
    }

    private static TableState with(TableState state, Fragments held) {
        return new TableState(
                state.position(), state.info(), state.schema(), state.properties(), state.features(), held);
    }
}
