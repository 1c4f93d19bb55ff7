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
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.delta.Anchors;
import dev.stoa.delta.Sidecar;
import dev.stoa.delta.SidecarTarget;
import dev.stoa.delta.SidecarWriter;
import dev.stoa.format.Field;
import dev.stoa.format.IntVector;
import dev.stoa.reader.RowChanges;
import dev.stoa.reader.RowRanges;
import dev.stoa.table.Rows;
import dev.stoa.table.Seeds;
import dev.stoa.table.Table;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.table.internal.log.TableState;
import dev.stoa.table.internal.logfile.Cells;
import dev.stoa.table.internal.logfile.SidecarPlace;
import dev.stoa.vio.SinkOptions;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each deleted row comes in one sidecar of a transaction, and no deleted row is lost. */
class RepeatedDeletesTest {
    private static final UUID FRAGMENT = new UUID(1, 2);
    private static final int ROWS = 100;

    private final MemoryFolder folder = new MemoryFolder();
    private TableState state;
    private RepeatedDeletes repeated;
    private int paths;

    @BeforeEach
    void make() throws IOException {
        TableProperties files = TableProperties.NONE.withOther(Map.of(TableProperties.SIDECARS_IN_LOG, "false"));
        Table table = Table.create(folder, Rows.schema(), files, TableSettings.DEFAULT);
        state = table.snapshot().state();
        repeated = new RepeatedDeletes(folder, state, () -> "rest/" + paths++);
    }

    private interface Changes {
        void to(SidecarWriter writer) throws IOException;
    }

    private SidecarPlace sidecar(RowRanges deleted, List<Field> fields, Changes changes) throws IOException {
        String path = "s/" + paths++;
        SidecarTarget target = new SidecarTarget(FRAGMENT.toString(), ROWS, 0);
        try (SidecarWriter writer =
                SidecarWriter.create(folder.create(path, SinkOptions.DEFAULT), target, fields, WriterOptions.DEFAULT)) {
            writer.delete(deleted);
            changes.to(writer);
            writer.finish();
        }
        return SidecarPlace.file(path);
    }

    private SidecarPlace deletes(RowRanges rows) throws IOException {
        return sidecar(rows, List.of(), writer -> {});
    }

    /** The rows that a sidecar deletes, as text. */
    private String rows(Optional<SidecarPlace> place) throws IOException {
        try (Sidecar sidecar = Sidecar.open(place.orElseThrow().source(folder, OptionalLong.empty()))) {
            assertEquals(new SidecarTarget(FRAGMENT.toString(), ROWS, 0), sidecar.target());
            return sidecar.deletedRows().toString();
        }
    }

    @Test
    void theFirstOfAFragmentIsNotRead() throws IOException {
        for (UUID fragment : List.of(FRAGMENT, new UUID(3, 4))) {
            SidecarPlace nothing = SidecarPlace.file("nothing/" + fragment);
            assertSame(nothing, repeated.without(fragment, nothing).orElseThrow());
        }
    }

    @Test
    void repeatedRowsAreLeftOut() throws IOException {
        assertTrue(
                repeated.without(FRAGMENT, deletes(RowRanges.between(10, 20))).isPresent());
        SidecarPlace others = deletes(RowRanges.between(20, 30));
        assertSame(others, repeated.without(FRAGMENT, others).orElseThrow(), "none is repeated");
        assertEquals(Optional.empty(), repeated.without(FRAGMENT, deletes(RowRanges.between(12, 28))));
        assertEquals(
                RowRanges.of(new long[] {0, 30}, new long[] {10, ROWS}).toString(),
                rows(repeated.without(FRAGMENT, deletes(RowRanges.between(0, ROWS)))));
        assertEquals(Optional.empty(), repeated.without(FRAGMENT, deletes(RowRanges.of(0, 50, 99))));
        SidecarPlace same = deletes(RowRanges.of(15));
        assertSame(same, repeated.without(new UUID(3, 4), same).orElseThrow(), "of another fragment");
    }

    @Test
    void eachRowIsDeletedOnce() throws IOException {
        Random random = new Random(Seeds.next(RepeatedDeletesTest.class));
        for (int run = 0; run < 20; run++) {
            RepeatedDeletes deletes = new RepeatedDeletes(folder, state, () -> "rest/" + paths++);
            BitSet all = new BitSet();
            for (int task = 0; task < 6; task++) {
                BitSet rows = new BitSet();
                int first = random.nextInt(ROWS);
                rows.set(first, Math.min(ROWS, first + 1 + random.nextInt(40)));
                rows.set(random.nextInt(ROWS));
                Optional<SidecarPlace> rest = deletes.without(FRAGMENT, deletes(ranges(rows)));
                rows.andNot(all);
                if (rows.isEmpty()) {
                    assertEquals(Optional.empty(), rest);
                } else {
                    assertEquals(ranges(rows).toString(), rows(rest));
                }
                all.or(rows);
            }
        }
    }

    private static RowRanges ranges(BitSet rows) {
        return RowRanges.of(rows.stream().asLongStream().toArray());
    }

    /** What a sidecar does, as text. */
    private String changes(Optional<SidecarPlace> place, Field field) throws IOException {
        try (Sidecar sidecar = Sidecar.open(place.orElseThrow().source(folder, OptionalLong.empty()))) {
            RowChanges values = sidecar.values(Map.of(field.fieldId().getAsInt(), "v"), 0, ROWS);
            String changed = values.isEmpty()
                    ? ""
                    : Arrays.toString(values.rows("v")) + " = "
                            + ((IntVector) values.values("v").orElseThrow()).values()[0];
            Anchors anchors = sidecar.anchors();
            String inserts = anchors.size() == 0 ? "" : anchors.position(0) + " + " + anchors.count(0);
            return sidecar.deletedRows() + " " + changed + " " + inserts;
        }
    }

    /** Where no row is repeated it stays as it is. */
    @Test
    void otherChangesStay() throws IOException {
        Field field = state.schema().schema().fields().get(1);
        Changes values = writer ->
                writer.modify(field.fieldId().getAsInt(), new long[] {7}, Cells.vector(field.type(), List.of(42)));
        Changes anchors = writer -> writer.anchor(Anchors.of(new long[] {3}, new long[] {2}));
        SidecarPlace first = sidecar(RowRanges.of(1), List.of(field), values);
        assertSame(first, repeated.without(FRAGMENT, first).orElseThrow());
        SidecarPlace second = sidecar(RowRanges.of(2), List.of(field), values);
        assertSame(second, repeated.without(FRAGMENT, second).orElseThrow());
        SidecarPlace third = sidecar(RowRanges.of(3), List.of(), anchors);
        assertSame(third, repeated.without(FRAGMENT, third).orElseThrow());
        assertEquals(
                RowRanges.of(4) + " [7] = 42 ",
                changes(repeated.without(FRAGMENT, sidecar(RowRanges.of(3, 4), List.of(field), values)), field));
        assertEquals(
                RowRanges.of() + " [7] = 42 ",
                changes(repeated.without(FRAGMENT, sidecar(RowRanges.of(3), List.of(field), values)), field));
        assertEquals(
                RowRanges.of() + "  3 + 2",
                changes(repeated.without(FRAGMENT, sidecar(RowRanges.of(2, 4), List.of(), anchors)), field));
        assertEquals(Optional.empty(), repeated.without(FRAGMENT, deletes(RowRanges.of(1, 2, 3, 4))));
        SidecarPlace more = deletes(RowRanges.of(5));
        assertSame(more, repeated.without(FRAGMENT, more).orElseThrow(), "no sidecar has it so far");
    }
}
