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
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.ContentHash;
import dev.stoa.format.Field;
import dev.stoa.format.LongVector;
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
import dev.stoa.table.internal.logfile.Cells;
import dev.stoa.table.internal.logfile.LogKind;
import dev.stoa.table.internal.logfile.LogRow;
import dev.stoa.table.internal.logfile.SidecarPlace;
import dev.stoa.table.internal.schema.TableSchema;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The bounds of a fragment are those of the file that has the field, and of the sidecars that change it since. */
class FragmentBoundsTest {
    /** Field 1, a struct 2 with field 3. */
    private static final TableSchema SCHEMA = TableSchema.numbered(
            Schema.of(
                    Field.nullable("a", Rows.LONG),
                    Field.nullable("s", Type.struct(List.of(Field.nullable("b", Rows.LONG))))),
            false);

    private static final UUID ONE = new UUID(1, Long.MIN_VALUE);

    private Optional<TableState> state = Optional.empty();
    private long ids;

    private FileIdentity identity() {
        return new FileIdentity(new UUID(0x4000 + ids++, Long.MIN_VALUE), 9, new ContentHash(ids, 1));
    }

    private static ColumnBounds bounds(long least, long greatest) {
        return new ColumnBounds(Rows.LONG, 9, 1, 0, value(least), true, value(greatest), true);
    }

    private static Optional<ColumnVector> value(long value) {
        return Optional.of(new LongVector(Rows.LONG, new long[] {value}, ColumnVector.NO_NULLS, 1));
    }

    private DataFile.Added file(Optional<List<Integer>> fields, long folded, Map<Integer, ColumnBounds> known) {
        FileIdentity identity = identity();
        return new DataFile.Added("data/" + identity.uuid() + ".stoa", identity, fields, folded, known);
    }

    private void insert(Changes changes, UUID id, Map<Integer, ColumnBounds> known) {
        changes.added.put(id, new Changes.NewFragment(9, Optional.empty(), file(Optional.empty(), 0, known)));
    }

    private void sidecar(Changes changes, List<Integer> fields, Map<Integer, ColumnBounds> known) {
        FileIdentity identity = identity();
        changes.add(
                changes.sidecars,
                ONE,
                new SidecarFile.Added(
                        SidecarPlace.file(Log.SIDECARS + "/" + identity.uuid() + ".stoa"),
                        identity,
                        1,
                        fields,
                        Optional.empty(),
                        known,
                        OptionalLong.empty()));
    }

    private void commit(Changes changes) throws IOException {
        long version = state.map(before -> before.version() + 1).orElse(0L);
        if (version == 0) {
            changes.schema = Optional.of(SCHEMA);
            changes.properties = Optional.of(TableProperties.NONE);
        }
        CommitInfo info =
                new CommitInfo(version, Instant.EPOCH, identity().uuid(), "test", Math.max(0, version - 1), false, 0);
        String name = Log.entryName(version);
        Optional<ContentHash> previous = state.map(before -> before.position().entry());
        byte[] bytes = EntryWriter.bytes(name, new UUID(1, 1), previous, info, changes);
        LogContents entry = new MemoryFile(name, bytes).contents(LogKind.ENTRY, version);
        state = Optional.of(
                state.isEmpty() ? TableState.of(entry, name) : state.get().with(List.of(entry), List.of(name)));
    }

    private void check(int field, long least, long greatest) throws IOException {
        Fragment one = state.orElseThrow().fragments().get(ONE);
        ColumnBounds bounds = FragmentBounds.of(SCHEMA, List.of(one), field).orElseThrow();
        assertEquals(least, Cells.longAt(bounds.min().orElseThrow(), 0));
        assertEquals(greatest, Cells.longAt(bounds.max().orElseThrow(), 0));
    }

    @Test
    void newValuesCountUntilAFileHasThem() throws IOException {
        Changes insert = new Changes();
        insert(insert, ONE, Map.of(1, bounds(5, 9), 3, bounds(50, 90)));
        commit(insert);
        check(1, 5, 9);
        check(3, 50, 90);
        Changes first = new Changes();
        sidecar(first, List.of(1), Map.of(1, bounds(2, 6), 3, bounds(-1, 1000)));
        commit(first);
        check(1, 2, 9);
        check(3, 50, 90);
        Changes second = new Changes();
        sidecar(second, List.of(1, 2), Map.of(1, bounds(7, 12), 3, bounds(60, 100)));
        commit(second);
        check(1, 2, 12);
        check(3, 50, 100);
        Changes folded = new Changes();
        folded.add(folded.files, ONE, file(Optional.of(List.of(1)), 1, Map.of(1, bounds(3, 8))));
        commit(folded);
        check(1, 3, 12);
        check(3, 50, 100);
        Changes again = new Changes();
        again.add(again.files, ONE, file(Optional.of(List.of(1)), 2, Map.of(1, bounds(4, 8))));
        commit(again);
        check(1, 4, 8);
        Changes unknown = new Changes();
        sidecar(unknown, List.of(1), Map.of(3, bounds(0, 0)));
        commit(unknown);
        List<Fragment> one = List.of(state.orElseThrow().fragments().get(ONE));
        assertEquals(Optional.empty(), FragmentBounds.of(SCHEMA, one, 1), "nothing is known of the new values");
        check(3, 50, 100);
    }

    @Test
    void boundsOfSeveralFragments() throws IOException {
        Changes insert = new Changes();
        insert(insert, ONE, Map.of(1, bounds(5, 9), 3, bounds(1, 1)));
        insert(insert, new UUID(2, Long.MIN_VALUE), Map.of(1, bounds(7, 20)));
        commit(insert);
        List<Fragment> both = List.copyOf(state.orElseThrow().fragments().values());
        ColumnBounds all = FragmentBounds.of(SCHEMA, both, 1).orElseThrow();
        assertEquals(5, Cells.longAt(all.min().orElseThrow(), 0));
        assertEquals(20, Cells.longAt(all.max().orElseThrow(), 0));
        assertEquals(18, all.rows());
        assertEquals(Optional.empty(), FragmentBounds.of(SCHEMA, both, 3), "one says nothing");
        assertEquals(Optional.empty(), FragmentBounds.of(SCHEMA, List.of(), 1));
        assertThrows(IllegalArgumentException.class, () -> FragmentBounds.of(SCHEMA, both, 2));
        LogRow row = both.get(1).files().get(0).row();
        assertEquals(
                List.of(1),
                List.copyOf(FragmentBounds.ofRow(row, Map.of(1, Rows.LONG, 3, Rows.LONG))
                        .keySet()));
    }

    /** Rows that are all null have bounds of any type; others only of one that their type can be widened to. */
    @Test
    void boundsOfAnotherType() throws IOException {
        Changes insert = new Changes();
        Optional<ColumnVector> five = Optional.of(Cells.vector(Rows.INT, List.of(5)));
        insert(insert, ONE, Map.of(1, ColumnBounds.ofNulls(Rows.INT, 9), 3, bounds(1, 1)));
        insert(
                insert,
                new UUID(2, Long.MIN_VALUE),
                Map.of(1, new ColumnBounds(Rows.INT, 9, 0, 0, five, true, five, true)));
        commit(insert);
        List<Fragment> both = List.copyOf(state.orElseThrow().fragments().values());
        LogRow nulls = both.get(0).files().get(0).row();
        LogRow values = both.get(1).files().get(0).row();
        for (Type type : List.of(Rows.INT, Rows.LONG, Rows.STRING)) {
            ColumnBounds of = FragmentBounds.ofRow(nulls, 1, type).orElseThrow();
            assertEquals(type, of.type());
            assertEquals(9, of.nullCount());
        }
        assertEquals(
                5,
                Cells.longAt(
                        FragmentBounds.ofRow(values, 1, Rows.LONG)
                                .orElseThrow()
                                .min()
                                .orElseThrow(),
                        0));
        assertEquals(Optional.empty(), FragmentBounds.ofRow(values, 1, Rows.STRING));
        assertEquals(Optional.empty(), FragmentBounds.ofRow(nulls, 3, Rows.STRING));
    }
}
