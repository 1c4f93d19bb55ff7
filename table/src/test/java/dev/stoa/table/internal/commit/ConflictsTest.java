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
package dev.stoa.table.internal.commit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.stoa.format.ContentHash;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.reader.FileIdentity;
import dev.stoa.table.CommitConflictException;
import dev.stoa.table.CommitConflictException.Kind;
import dev.stoa.table.CommitInfo;
import dev.stoa.table.DataFile;
import dev.stoa.table.Fragment;
import dev.stoa.table.Rows;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.TableProperties;
import dev.stoa.table.internal.log.Action;
import dev.stoa.table.internal.log.ChainLink;
import dev.stoa.table.internal.log.Changes;
import dev.stoa.table.internal.log.EntryWriter;
import dev.stoa.table.internal.log.Floor;
import dev.stoa.table.internal.log.Fragments;
import dev.stoa.table.internal.log.LogContents;
import dev.stoa.table.internal.log.LogPosition;
import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.table.internal.log.TableFeatures;
import dev.stoa.table.internal.log.TableState;
import dev.stoa.table.internal.logfile.LogFile;
import dev.stoa.table.internal.logfile.LogRow;
import dev.stoa.table.internal.logfile.SidecarPlace;
import dev.stoa.table.internal.schema.TableSchema;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Conflicts by what two commits say, without files: of keys, and with rewrites. */
class ConflictsTest {
    private static final UUID TABLE = new UUID(1, 2);
    private static final UUID FRAGMENT = new UUID(3, 4);
    private static final UUID SUCCESSOR = new UUID(5, 6);
    private static final FileIdentity FILE = new FileIdentity(new UUID(7, 8), 100, new ContentHash(0, 1));
    private static final long BASE = 3;
    private static final long VERSION = 5;

    private final Changes mine = new Changes();
    private long theirKeys;
    private long[] theirHashes = new long[0];
    private Optional<TableSchema> theirSchema = Optional.empty();
    private List<Action> theirActions = List.of();

    private static TableSchema schema(Field key) {
        return TableSchema.numbered(new Schema(List.of(key)), false);
    }

    private static CommitInfo info(long version, long keys) {
        return new CommitInfo(version, Instant.EPOCH, new UUID(9, version), "test", BASE, false, keys);
    }

    private Optional<Kind> conflict() throws IOException {
        LogRow row = new LogRow(new LogFile(new MemoryFolder(), "entry", 0, FILE), 0);
        Fragment fragment = new Fragment(FRAGMENT, 10, Optional.empty(), List.of(), List.of(), row);
        TableProperties keyed = new TableProperties(List.of(), List.of(1), List.of(), Map.of());
        TableState before = new TableState(
                new LogPosition(TABLE, FILE.hash(), Floor.NONE, 0),
                info(VERSION - 1, 0),
                schema(Field.required("k", Rows.INT)),
                keyed,
                new TableFeatures(Set.of(), Set.of()),
                Fragments.of(Map.of(FRAGMENT, fragment)));
        LogContents theirs = new LogContents(
                new ChainLink(TABLE, FILE.hash(), Optional.of(FILE.hash()), Optional.empty(), List.of()),
                info(VERSION, theirKeys),
                theirSchema,
                Optional.empty(),
                Optional.empty(),
                theirActions,
                theirHashes);
        try {
            new Conflicts(new MemoryFolder(), mine, BASE, before, theirs).check();
            return Optional.empty();
        } catch (CommitConflictException e) {
            return Optional.of(e.kind());
        }
    }

    private Optional<Kind> conflict(long[] own, long... theirs) throws IOException {
        mine.keys = own;
        theirHashes = theirs;
        theirKeys = theirs.length;
        return conflict();
    }

    @Test
    void oneKeyOfBothIsEnough() throws IOException {
        Optional<Kind> both = Optional.of(Kind.KEY);
        assertEquals(both, conflict(new long[] {5, 9}, 1, 9));
        assertEquals(both, conflict(new long[] {1, 9}, 5, 9));
        assertEquals(both, conflict(new long[] {1, 3}, 1, 2));
        assertEquals(both, conflict(new long[] {-7}, -9, -8, -7, 4));
        assertEquals(Optional.empty(), conflict(new long[] {2, 8}, 1, 9));
        assertEquals(Optional.empty(), conflict(new long[] {9}, 1, 2));
        assertEquals(Optional.empty(), conflict(new long[] {1}, 2));
        assertEquals(Optional.empty(), conflict(new long[0], 1));
        assertEquals(Optional.empty(), conflict(new long[] {1}));
    }

    /** Keys that are not listed may be any. */
    @Test
    void keysThatAreNotListedMayBeTheSame() throws IOException {
        long[] most = LongStream.range(0, EntryWriter.MAX_KEYS).toArray();
        assertEquals(Optional.empty(), conflict(most, -1));
        long[] more = LongStream.rangeClosed(0, EntryWriter.MAX_KEYS).toArray();
        assertEquals(Optional.of(Kind.KEY), conflict(more, -1));
        mine.keys = new long[] {-2};
        theirKeys = 2; // and one is listed
        assertEquals(Optional.of(Kind.KEY), conflict());
        theirKeys = 1;
        assertEquals(Optional.empty(), conflict());
    }

    /** The hash of a key is one of its type's bytes. */
    @Test
    void keysOfAnotherTypeCanNotBeCompared() throws IOException {
        TableSchema wider = schema(Field.required("k", Rows.LONG));
        mine.keys = new long[] {1};
        theirSchema = Optional.of(wider);
        assertEquals(Optional.of(Kind.SCHEMA), conflict());
        mine.keys = new long[0];
        assertEquals(Optional.empty(), conflict());
        theirSchema = Optional.empty();
        mine.schema = Optional.of(wider);
        assertEquals(Optional.empty(), conflict());
        assertEquals(Optional.of(Kind.SCHEMA), conflict(new long[0], 1));
    }

    private static List<Action> folded(long version) {
        LogRow row = new LogRow(new LogFile(new MemoryFolder(), "entry", 0, FILE), 0);
        SidecarFile sidecar =
                new SidecarFile(SidecarPlace.file("s"), FILE, version, 1, List.of(), Optional.empty(), row);
        return List.of(new Action.AddSidecar(FRAGMENT, sidecar));
    }

    /** Of changes that were folded meanwhile nobody can tell which were there when the rewrite began. */
    @Test
    void aRewriteTakesNoFoldedChangesAlongThatItDidNotSee() throws IOException {
        mine.removed.put(FRAGMENT, new Action.RemoveFragment(FRAGMENT, Optional.of(SUCCESSOR), 0));
        theirActions = folded(BASE + 1);
        assertEquals(Optional.of(Kind.OVERWRITE), conflict());
        theirActions = folded(BASE);
        assertEquals(Optional.empty(), conflict(), "it has read them");
        theirActions = folded(VERSION);
        assertEquals(Optional.empty(), conflict(), "new ones are taken along");
        mine.removed.put(FRAGMENT, new Action.RemoveFragment(FRAGMENT, Optional.empty(), 0));
        assertEquals(Optional.of(Kind.OVERWRITE), conflict(), "new ones of rows that go");
        theirActions = folded(BASE + 1);
        assertEquals(Optional.empty(), conflict(), "folding changes no row");
    }

    @Test
    void changesAreFoldedOnce() throws IOException {
        Action.DropSidecar drop = new Action.DropSidecar(FRAGMENT, FILE.uuid());
        mine.dropped.add(drop);
        theirActions = List.of(drop);
        assertEquals(Optional.of(Kind.OVERWRITE), conflict());
        theirActions = List.of(new Action.DropSidecar(FRAGMENT, TABLE));
        assertEquals(Optional.empty(), conflict());
        theirActions = List.of(new Action.RemoveFragment(FRAGMENT, Optional.of(SUCCESSOR), 0));
        assertEquals(Optional.of(Kind.OVERWRITE), conflict(), "what was folded is in no file any more");
    }

    /** A rewrite has read the columns of the old files; a removal needs none. */
    @Test
    void aRewriteMissesColumnsThatAreAddedMeanwhile() throws IOException {
        LogRow row = new LogRow(new LogFile(new MemoryFolder(), "entry", 0, FILE), 0);
        DataFile file = new DataFile("f", FILE, Optional.of(List.of(1)), 0, row);
        theirActions = List.of(new Action.AddFile(FRAGMENT, file));
        mine.removed.put(FRAGMENT, new Action.RemoveFragment(FRAGMENT, Optional.of(SUCCESSOR), 0));
        assertEquals(Optional.of(Kind.OVERWRITE), conflict());
        mine.removed.put(FRAGMENT, new Action.RemoveFragment(FRAGMENT, Optional.empty(), 0));
        assertEquals(Optional.empty(), conflict());
    }

    @Test
    void whatIsFoldedInOneFragmentTouchesNoOther() throws IOException {
        mine.dropped.add(new Action.DropSidecar(SUCCESSOR, FILE.uuid()));
        theirActions = List.of(new Action.RemoveFragment(FRAGMENT, Optional.empty(), 0));
        assertEquals(Optional.empty(), conflict(), "this one is not changed here");
        mine.sidecars.put(FRAGMENT, List.of());
        assertEquals(Optional.of(Kind.OVERWRITE), conflict());
        theirActions = List.of(new Action.RemoveFragment(FRAGMENT, Optional.of(SUCCESSOR), 0));
        assertEquals(Optional.empty(), conflict(), "changes of rows follow them");
        mine.dropped.add(new Action.DropSidecar(FRAGMENT, FILE.uuid()));
        assertEquals(Optional.of(Kind.OVERWRITE), conflict(), "folded changes do not");
    }
}
