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
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.ColumnVector;
import dev.stoa.reader.ColumnBounds;
import dev.stoa.reader.Filter;
import dev.stoa.reader.RowRanges;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.vio.Folder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The only checkpoint of a table is damaged: a repair keeps each row that a scan can read. */
class DamagedBoundsTest {
    private static final int STEP = 307;
    private static final int ROUNDS = 30;

    private final MemoryFolder folder = new MemoryFolder();
    private List<String> rows;
    private List<String> bounds;
    private String root;
    private List<String> parts;

    /** Four parts have two fragments each, and the checkpoint itself has one. One fragment has new values. No entry lies below. */
    @BeforeEach
    void make() throws IOException {
        PartsTest.make(folder);
        Transaction change = open(folder).begin("change");
        Sidecars.change(
                change,
                folder,
                change.snapshot().fragments().get(2).id(),
                RowRanges.of(),
                Map.of("n", new TreeMap<>(Map.of(0L, 70))));
        Rows.insert(change, folder, Rows.row(50L, null, "more"), Rows.row(51L, 5, null));
        change.commit();
        PartsTest.checkpoint(folder);
        Expiry.plan(open(folder), Duration.ZERO, 1, Duration.ZERO).run();
        rows = Rows.read(open(folder).snapshot());
        bounds = bounds(folder);
        root = Log.checkpointName(4);
        parts = folder.list(Log.PARTS).stream()
                .map(part -> Log.PARTS + "/" + part.name())
                .toList();
        assertEquals(4, parts.size());
    }

    private static Table open(Folder of) throws IOException {
        return Table.open(of, TableSettings.DEFAULT);
    }

    private static void flip(MemoryFolder of, String path, int at) {
        byte[] bytes = of.bytes(path);
        bytes[at] ^= 16;
        of.put(path, bytes);
    }

    private static Optional<List<String>> rowsOf(Folder of) {
        try {
            return Optional.of(Rows.read(open(of).snapshot()));
        } catch (IOException e) {
            return Optional.empty(); // more than bounds is damaged
        }
    }

    private static TableRepair plan(Folder of) throws IOException {
        return TableRepair.plan(of, RepairOptions.DEFAULT, TableSettings.DEFAULT, (bytes, all) -> {});
    }

    /** Whether the rows could be read before, and so after the repair. */
    private boolean isKept(MemoryFolder damaged, String what) throws IOException {
        if (rowsOf(damaged).isEmpty()) {
            return false;
        }
        TableRepair plan = plan(damaged);
        assertEquals(List.of(), plan.losses(), what);
        plan.apply(done -> {});
        TableReport report = Damage.verify(damaged);
        assertEquals(List.of(), report.faults(), what);
        assertEquals(List.of(), report.unreferenced(), what);
        assertEquals(Optional.of(rows), rowsOf(damaged), what);
        Snapshot snapshot = open(damaged).snapshot();
        assertEquals(List.of("[20, 70, s]"), Rows.read(snapshot, Filter.equal("n", 70)), what);
        assertEquals(List.of("[51, 5, null]"), Rows.read(snapshot, Filter.isNull("s")), what);
        assertEquals(bounds, bounds(damaged), what);
        return true;
    }

    /** What the log says of each column of each fragment. */
    private static List<String> bounds(Folder of) throws IOException {
        List<String> all = new ArrayList<>();
        Snapshot snapshot = open(of).snapshot();
        for (Fragment fragment : snapshot.fragments()) {
            for (int field = 1; field <= 3; field++) {
                all.add(fragment.id() + ", field " + field + ": "
                        + snapshot.bounds(fragment, field)
                                .map(DamagedBoundsTest::text)
                                .orElse("unknown"));
            }
        }
        return all;
    }

    private static String text(ColumnBounds bounds) {
        return bounds.rows() + " rows, " + bounds.nullCount() + " nulls, " + value(bounds.min()) + " to "
                + value(bounds.max()) + ", exact " + bounds.minExact() + " " + bounds.maxExact() + ", "
                + bounds.length();
    }

    private static Object value(Optional<ColumnVector> bound) {
        return bound.map(vector -> Rows.value(vector, 0)).orElse("unknown");
    }

    @Test
    void damageAtEachPlace() throws IOException {
        int kept = 0;
        List<String> files = new ArrayList<>(parts);
        files.add(root);
        for (String file : files) {
            int length = folder.bytes(file).length;
            for (int at = 0; at < length; at += STEP) {
                MemoryFolder damaged = folder.copy();
                flip(damaged, file, at);
                kept += isKept(damaged, file + " at " + at) ? 1 : 0;
            }
        }
        assertTrue(kept > 10, "only " + kept + " places");
    }

    @Test
    void damageInSeveralFiles() throws IOException {
        Random random = new Random(Seeds.next(DamagedBoundsTest.class));
        List<String> files = new ArrayList<>(parts);
        files.add(root);
        for (int round = 0; round < ROUNDS; round++) {
            MemoryFolder damaged = folder.copy();
            StringBuilder what = new StringBuilder();
            for (int i = 1 + random.nextInt(4); i > 0; i--) {
                String file = files.get(random.nextInt(files.size()));
                int at = random.nextInt(folder.bytes(file).length);
                flip(damaged, file, at);
                what.append(file).append(" at ").append(at).append(", ");
            }
            isKept(damaged, what.toString());
        }
    }

    /** Damages the bounds of a field in a file of the log, and nothing else. */
    private MemoryFolder withoutBounds(String file, String column) throws IOException {
        int length = folder.bytes(file).length;
        for (int at = 0; at < length; at++) {
            MemoryFolder damaged = folder.copy();
            flip(damaged, file, at);
            boolean isColumn = new Log(damaged)
                    .problems(file).stream()
                            .anyMatch(problem -> problem.toString().contains("column '" + column));
            if (isColumn && rowsOf(damaged).isPresent()) {
                return damaged;
            }
        }
        throw new AssertionError("no byte is of " + column);
    }

    /** A filtered scan reads the files that it can't rule out, and no bounds are guessed. */
    @Test
    void scansReadTheSameRowsWithoutDamagedBounds() throws IOException {
        for (String file : List.of(parts.get(0), parts.get(1), root)) {
            for (int field = 2; field <= 3; field++) {
                Table table = open(withoutBounds(file, "f" + field + "."));
                Snapshot snapshot = table.snapshot();
                String what = file + ", field " + field;
                assertEquals(List.of("[20, 70, s]"), Rows.read(snapshot, Filter.equal("n", 70)), what);
                assertEquals(List.of("[51, 5, null]"), Rows.read(snapshot, Filter.isNull("s")), what);
                assertEquals(Optional.empty(), snapshot.bounds(snapshot.fragments(), field), what);
                assertEquals(rows, Rows.read(snapshot), what);
                assertEquals(
                        Set.of(TableHealth.Work.DAMAGE),
                        TableHealth.of(table, Duration.ofDays(7), Duration.ofDays(1), CompactionCosts.DEFAULT)
                                .work(),
                        what);
            }
        }
    }

    @Test
    void boundsThatNoFileTellsAreLeftOut() throws IOException {
        String part = parts.get(0);
        MemoryFolder damaged = withoutBounds(part, "f3.");
        List<String> steps = plan(damaged).steps();
        assertEquals(4, steps.size(), steps::toString);
        assertTrue(steps.get(0).startsWith(Log.PARTS), steps::toString);
        assertEquals(
                root + ": written: the same, as only bounds of values were damaged; 2 files told theirs", steps.get(1));
        assertEquals(
                part + ": set aside: its bounds of values are damaged, and another part has its rows", steps.get(2));
        Snapshot snapshot = open(damaged).snapshot();
        String data = null;
        for (Fragment fragment : snapshot.fragments()) {
            DataFile file = fragment.files().get(0);
            if (file.row().file().toString().equals(part)) {
                data = file.path();
            }
        }
        damaged.put(data, "not a file".getBytes(StandardCharsets.US_ASCII));
        TableRepair plan = plan(damaged);
        assertEquals(
                root
                        + ": written: the same, as only bounds of values were damaged; 1 files told theirs, the bounds of 1"
                        + " others are left out",
                plan.steps().get(1));
        plan.apply(done -> {});
        Damage.assertSound(damaged);
        assertEquals(rows.size() - 1, rowsOf(damaged).orElseThrow().size(), "only the file without bounds is lost");
    }
}
