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
import static org.junit.jupiter.api.Assertions.fail;

import dev.stoa.format.StoaException;
import dev.stoa.reader.Filter;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random tables lose random files of their logs. After a repair each version has the rows that it had, or is one of those that
 * the repair names as lost.
 */
@Tag("soak")
class RepairModelTest {
    private static final int CASES = Integer.getInteger("stoa.repair.cases", 20);
    private static final Pattern RANGE =
            Pattern.compile("(?:perhaps )?the versions (\\d+) to (\\d+)(?: can no longer be read; |, unless ).*");
    /** The repair goes back to an expired version, and to those of its rows that still have files. */
    private static final Pattern EXPIRED = Pattern.compile("the versions up to \\d+ can no longer be read, but .*");

    private static final Pattern BACK = Pattern.compile("the changes of all versions behind (\\d+): .*");
    private static final String NO_VERSION = "the rest of the log shows no complete version";
    private static final String NO_BEGINNING = "the log can't be repaired: ";
    private static final String NO_FLOOR = "no other file holds the oldest version that this marker named";

    private final NavigableMap<Long, List<String>> versions = new TreeMap<>();
    private Random random;
    private MemoryFolder whole;
    private long floor;
    private long newest;
    private long key;
    private String what;

    @Test
    void aRepairNamesWhatIsLost() throws IOException {
        long seed = Seeds.next(RepairModelTest.class);
        List<String> failures = new ArrayList<>();
        for (int i = 0; i < CASES; i++) {
            random = new Random(seed + i);
            what = "-Dstoa.seed=" + (seed + i) + " -Dstoa.repair.cases=1";
            try {
                run();
            } catch (IOException | RuntimeException | AssertionError e) {
                AssertionError failure = new AssertionError(what, e);
                failure.printStackTrace();
                failures.add(failure.getMessage());
            }
        }
        assertEquals(List.of(), failures);
    }

    private void run() throws IOException {
        make();
        what += "; versions " + floor + " to " + newest + ", checkpoints "
                + new Log(whole).list().checkpoints();
        MemoryFolder damaged = whole.copy();
        int count = 1 + random.nextInt(4);
        for (int i = 0; i < count; i++) {
            damage(damaged);
        }
        if (damaged.list(Log.FOLDER).isEmpty()) {
            return; // no sign of a table is left
        }
        readsAreRight(damaged);
        repair(damaged);
    }

    // the table

    private void make() throws IOException {
        versions.clear();
        whole = new MemoryFolder();
        key = 0;
        TableProperties properties = random.nextBoolean()
                ? TableProperties.NONE
                : TableProperties.NONE.withOther(
                        Map.of(TableProperties.PART_FRAGMENTS, String.valueOf(2 + random.nextInt(3))));
        Table table = Table.create(whole, Rows.schema(), properties, TableSettings.DEFAULT);
        int steps = 2 + random.nextInt(26);
        MemoryFolder before = whole.copy();
        for (int i = 0; i < steps; i++) {
            if (random.nextInt(12) == 0) {
                before = whole.copy();
                int keep = 1 + random.nextInt(6);
                Expiry.plan(open(whole), Duration.ZERO, keep, Duration.ZERO).run();
                if (random.nextBoolean()) {
                    stopExpiry(before);
                }
            }
            step(random.nextInt(3) == 0 ? open(whole) : table);
            remember();
        }
        Snapshot last = open(whole).snapshot();
        newest = last.version();
        floor = last.state().floor().version();
    }

    /** Keeps the rows of new versions, as a repair may go back to those that expire later. */
    private void remember() throws IOException {
        Table table = open(whole);
        long last = table.snapshot().version();
        for (long version = versions.isEmpty() ? 0 : versions.lastKey() + 1; version <= last; version++) {
            versions.put(version, rows(table.snapshotAt(version)));
        }
    }

    private static Table open(MemoryFolder folder) throws IOException {
        return Table.open(folder, TableSettings.DEFAULT);
    }

    private static List<String> rows(Snapshot snapshot) throws IOException {
        return Rows.read(snapshot).stream().sorted().toList();
    }

    /** Takes back some files of the log: an expiry was stopped after it had raised the floor. */
    private void stopExpiry(MemoryFolder before) throws IOException {
        for (var entry : before.list(Log.FOLDER)) {
            String path = Log.FOLDER + "/" + entry.name();
            if (!entry.isFolder() && whole.find(path).isEmpty() && random.nextInt(8) > 0) {
                whole.put(path, before.bytes(path));
            }
        }
        for (var part : before.list(Log.PARTS)) {
            String path = Log.PARTS + "/" + part.name();
            if (whole.find(path).isEmpty()) {
                whole.put(path, before.bytes(path));
            }
        }
        for (String folder : List.of(Table.DATA, Log.SIDECARS)) {
            for (var file : before.list(folder)) {
                String path = folder + "/" + file.name();
                if (whole.find(path).isEmpty() && random.nextInt(3) > 0) {
                    whole.put(path, before.bytes(path));
                }
            }
        }
    }

    private void step(Table table) throws IOException {
        TableOperations operations = TableOperations.of(table);
        long low = random.nextInt((int) key + 1);
        Filter where = Filter.between("k", low, low + random.nextInt(12));
        switch (random.nextInt(10)) {
            case 0, 1 -> operations.delete(where);
            case 2, 3 -> operations.update(List.of(Assignment.literal("n", random.nextInt(100))), Optional.of(where));
            case 4 ->
                Compaction.run(
                        table,
                        Compaction.plan(table.snapshot(), 1L << 40, CompactionCosts.DEFAULT),
                        WriterOptions.DEFAULT);
            case 5 -> {
                Transaction change = table.begin("set");
                change.setProperties(
                        change.snapshot().properties().withOther(Map.of("comment", "c" + random.nextInt(100))));
                change.commit();
            }
            default -> insert(table);
        }
    }

    private void insert(Table table) throws IOException {
        Transaction insert = table.begin("insert");
        int files = random.nextInt(8) == 0 ? 20 : 1 + random.nextInt(3);
        for (int i = 0; i < files; i++) {
            Object[][] rows = new Object[1 + random.nextInt(6)][];
            for (int r = 0; r < rows.length; r++) {
                rows[r] = Rows.row(
                        key, random.nextInt(5) == 0 ? null : random.nextInt(100), key % 7 == 0 ? null : "s" + key);
                key++;
            }
            Rows.insert(insert, whole, rows);
        }
        insert.commit();
    }

    // the damage

    private void damage(MemoryFolder damaged) throws IOException {
        List<String> files = new ArrayList<>();
        for (var entry : damaged.list(Log.FOLDER)) {
            if (!entry.isFolder()) {
                files.add(Log.FOLDER + "/" + entry.name());
            }
        }
        for (String folder : List.of(Log.PARTS, Log.FOLDER + "/floor")) {
            damaged.list(folder).forEach(file -> files.add(folder + "/" + file.name()));
        }
        if (files.isEmpty()) {
            return;
        }
        String path = files.get(random.nextInt(files.size()));
        byte[] bytes = damaged.bytes(path);
        int kind = random.nextInt(10);
        what += "; " + kind + " " + path;
        switch (kind) {
            case 0, 1, 2, 3, 4 -> damaged.delete(path);
            case 5, 6, 7 -> {
                if (bytes.length > 0) {
                    bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
                }
                damaged.put(path, bytes);
            }
            case 8 -> damaged.put(path, Arrays.copyOf(bytes, random.nextInt(bytes.length + 1)));
            default -> damaged.put(path, damaged.bytes(files.get(random.nextInt(files.size()))));
        }
    }

    /** Before the repair: the rows of the version that it names, or a failure of a type of its own. */
    private void readsAreRight(MemoryFolder damaged) throws IOException {
        try {
            Snapshot snapshot = open(damaged).snapshot();
            if (versions.containsKey(snapshot.version())) {
                assertEquals(versions.get(snapshot.version()), rows(snapshot), what + ": before");
            }
        } catch (StoaException e) {
            assertTrue(e.getMessage() != null && !e.getMessage().isEmpty(), what);
        }
    }

    private static boolean isSame(MemoryFolder a, MemoryFolder b, String path) {
        return b.find(path).isPresent() && a.find(path).isPresent() && Arrays.equals(a.bytes(path), b.bytes(path));
    }

    /** The newest version that whole files tell, or -1. */
    private long told(MemoryFolder damaged) throws IOException {
        long told = -1;
        boolean follows = false;
        for (long version = 0; version <= newest; version++) {
            boolean entry = isSame(whole, damaged, Log.entryName(version)) && (version == 0 || follows);
            follows = entry || version >= floor && isWhole(damaged, version);
            told = follows ? version : told;
        }
        return told;
    }

    private boolean isWhole(MemoryFolder damaged, long checkpoint) throws IOException {
        if (!isSame(whole, damaged, Log.checkpointName(checkpoint))) {
            return false;
        }
        for (var part : new Log(whole).parts(checkpoint).orElseThrow()) {
            if (!isSame(whole, damaged, part.path())) {
                return false;
            }
        }
        return true;
    }

    private boolean hasCheckpoint(MemoryFolder damaged) throws IOException {
        for (long version : new Log(whole).list().checkpoints()) {
            if (version > 0 && isWhole(damaged, version)) {
                return true;
            }
        }
        return false;
    }

    /** The newest version that something in the log tells of. */
    private long evident(MemoryFolder damaged) throws IOException {
        Log log = new Log(damaged);
        long evident = log.hint().orElse(-1);
        Log.Listing listing = log.list();
        evident = Math.max(
                evident, listing.entries().isEmpty() ? -1 : listing.entries().last());
        return Math.max(
                evident,
                listing.checkpoints().isEmpty() ? -1 : listing.checkpoints().last());
    }

    // the repair

    private void repair(MemoryFolder damaged) throws IOException {
        long told = told(damaged);
        long evident = evident(damaged);
        boolean pastGaps = random.nextInt(6) == 0;
        RepairOptions options = RepairOptions.DEFAULT.withPastGaps(pastGaps);
        TableRepair plan;
        try {
            plan = plan(damaged, options);
        } catch (TableException e) {
            // expired versions need not come back
            boolean isFloorLost = e.getMessage().contains(NO_FLOOR);
            assertTrue(
                    isFloorLost
                            || e.getMessage().contains(NO_VERSION)
                            || e.getMessage().contains(NO_BEGINNING),
                    what + ": " + e);
            boolean isRefused = told < floor || isFloorLost && !hasCheckpoint(damaged);
            assertTrue(isRefused, what + ": version " + told + " is whole, but " + e);
            return;
        }
        List<String> losses = new ArrayList<>(plan.losses());
        what += "; " + plan.steps() + "; " + losses;
        if (!plan.unrepaired().isEmpty()) {
            return; // older versions need files of the table that an expiry has removed
        }
        long rows = plan.rows();
        if (random.nextInt(4) == 0) {
            losses.addAll(stopAndGoOn(damaged, plan, options));
        } else {
            plan.apply(done -> {});
        }
        assertEquals(List.of(), Damage.verify(damaged).faults(), what);
        Snapshot snapshot = open(damaged).snapshot();
        assertEquals(rows, snapshot.rowCount(), what);
        assertTrue(plan(damaged, options).isEmpty(), what + ": a second repair has work");
        boolean isOfExpired = losses.stream().anyMatch(EXPIRED.asMatchPredicate()) && told < floor;
        if (!pastGaps && !isOfExpired) {
            assertVersions(damaged, snapshot.version(), losses, told, evident);
        }
        key += 1000;
        Transaction more = open(damaged).begin("more");
        Rows.insert(more, damaged, Rows.row(key, 1, "more"));
        more.commit();
        assertEquals(rows + 1, open(damaged).snapshot().rowCount(), what);
    }

    private static TableRepair plan(dev.stoa.vio.Folder folder, RepairOptions options) throws IOException {
        return TableRepair.plan(folder, options, TableSettings.DEFAULT, (bytes, of) -> {});
    }

    /** Stops the repair at some operation; another one goes on. Returns what is lost besides, such as older versions. */
    private List<String> stopAndGoOn(MemoryFolder damaged, TableRepair first, RepairOptions options)
            throws IOException {
        DyingFolder dying = new DyingFolder(damaged, Long.MAX_VALUE);
        TableRepair stopped = plan(dying, options);
        dying.dieAfter(random.nextInt(40));
        try {
            stopped.apply(done -> {});
        } catch (IOException e) {
            assertTrue(!dying.isAlive(), what + ": " + e);
        }
        TableRepair next = plan(damaged, options);
        what += "; stopped, then " + next.steps() + next.losses();
        assertEquals(first.rows(), next.rows(), what);
        next.apply(done -> {});
        return next.losses();
    }

    private void assertVersions(MemoryFolder damaged, long last, List<String> losses, long told, long evident)
            throws IOException {
        long from = floor;
        long back = Math.min(newest, evident);
        for (String loss : losses) {
            Matcher range = RANGE.matcher(loss);
            Matcher behind = BACK.matcher(loss);
            if (range.matches()) {
                from = Math.max(from, Long.parseLong(range.group(2)) + 1);
            } else if (behind.matches()) {
                back = Math.min(back, Long.parseLong(behind.group(1)));
            } else if (!loss.startsWith("perhaps the newest versions")) {
                fail(what + ": what is lost? " + loss);
            }
        }
        assertTrue(back >= Math.min(told, back) && back >= told, what + ": version " + told + " is whole");
        for (long version = floor; version <= last; version++) {
            if (version < from) {
                assertGone(damaged, version);
            } else {
                assertEquals(
                        versions.get(Math.min(version, back)),
                        rows(open(damaged).snapshotAt(version)),
                        what + ": version " + version);
            }
        }
    }

    private void assertGone(MemoryFolder damaged, long version) throws IOException {
        try {
            open(damaged).snapshotAt(version);
            fail(what + ": version " + version + " is not lost");
        } catch (StoaException e) {
            assertTrue(!e.getMessage().isEmpty(), what);
        }
    }
}
