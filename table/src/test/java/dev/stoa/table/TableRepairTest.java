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

import static dev.stoa.table.Damage.assertOnly;
import static dev.stoa.table.Damage.checkpoint;
import static dev.stoa.table.Damage.cut;
import static dev.stoa.table.Damage.data;
import static dev.stoa.table.Damage.entry;
import static dev.stoa.table.Damage.flip;
import static dev.stoa.table.Damage.sidecar;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.CorruptFileException;
import dev.stoa.table.internal.check.LogAudit;
import dev.stoa.table.internal.log.Floor;
import dev.stoa.table.internal.log.Floors;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.LogContents;
import dev.stoa.vio.LocalFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A repaired table is sound and has the rows that the plan promised; nothing is lost that was not named. */
class TableRepairTest extends RepairedTable {
    @Test
    void aSoundTableIsLeftAlone() throws IOException {
        TableRepair repair = repair(RepairOptions.DEFAULT);
        assertTrue(repair.isEmpty());
        assertEquals(List.of(), repair.losses());
        assertEquals(List.of(), repair.steps());
    }

    @Test
    void aLaterCheckpointStandsForALostEntry() throws IOException {
        cut(entry(path, 5));
        TableRepair repair = repair(RepairOptions.DEFAULT);
        assertEquals(rowsOf(copy, 9), rows());
        assertTrue(repair.losses().toString().contains("versions 0 to 7 can no longer be read"), "" + repair.losses());
        assertThrows(TableException.class, () -> rowsOf(path, 7));
    }

    @Test
    void withoutACheckpointTheTableGoesBack() throws IOException {
        Files.delete(checkpoint(path, 8));
        Files.delete(entry(path, 5));
        TableRepair repair = repair(RepairOptions.DEFAULT);
        assertEquals(rowsOf(copy, 4), rows());
        assertTrue(repair.losses().toString().contains("6 (insert), 7 (insert), 8 (insert), 9"), "" + repair.losses());
        Table again = Table.open(folder(), TableSettings.DEFAULT);
        assertEquals(9, again.snapshot().version(), "no number is given again");
        assertEquals("repair", again.commits(1).get(0).operation());
        Rows.insert(again.begin("insert"), folder(), Rows.row(1L, 1, "goes on"));
        assertEquals(rowsOf(copy, 3), rowsOf(path, 3));
    }

    @Test
    void pastGapsOnlyTheLostCommitIsMissing() throws IOException {
        Files.delete(checkpoint(path, 8));
        Files.delete(entry(path, 7));
        repair(RepairOptions.DEFAULT.withPastGaps(true));
        List<String> expected = new ArrayList<>(rowsOf(copy, 9));
        expected.removeIf(row -> row.startsWith("[7"));
        assertEquals(expected, rows());
    }

    @Test
    void anEntryWithoutItsBoundsLosesNothing() throws IOException {
        Table removing = Table.open(folder(), TableSettings.DEFAULT);
        Transaction mixed = removing.begin("mixed");
        mixed.removeFragment(removing.snapshot().fragments().get(3).id());
        mixed.dropSidecar(
                removing.snapshot().fragments().get(0).id(),
                removing.snapshot()
                        .fragments()
                        .get(0)
                        .sidecars()
                        .get(2)
                        .identity()
                        .uuid());
        mixed.insertKeys(new long[] {3, 4});
        Rows.insert(mixed, folder(), new Object[] {1L, 2, "three"});
        mixed.setProperties(removing.snapshot().properties().withOther(Map.of("a", "b")));
        mixed.commit();
        List<String> before = rows();
        LogContents said = new Log(folder()).entry(10).orElseThrow();
        byte[] bytes = Files.readAllBytes(entry(path, 10));
        int damaged = 0;
        for (int at = 20; at < bytes.length; at += bytes.length / 40) {
            byte[] bad = bytes.clone();
            bad[at] ^= 8;
            Files.write(entry(path, 10), bad);
            if (!LogAudit.read(new Log(folder())).withoutBounds().isEmpty()) {
                damaged++;
                TableRepair repair = plan(RepairOptions.DEFAULT);
                assertEquals(List.of(), repair.losses());
                repair.apply(rows -> {});
                assertTrue(new Log(folder()).entry(10).orElseThrow().isSame(said));
                assertEquals(before, rows());
                break;
            }
        }
        assertEquals(1, damaged, "no byte of the entry is of bounds alone");
        Damage.assertSound(folder());
        assertEquals(
                "b",
                Table.open(folder(), TableSettings.DEFAULT)
                        .snapshot()
                        .properties()
                        .other()
                        .get("a"));
    }

    /** An entry of few rows has their bounds in one column. */
    @Test
    void damagedBoundsOfFewRowsLoseNothing() throws IOException {
        byte[] bytes = Files.readAllBytes(entry(path, 7));
        List<String> rows = rows();
        byte[] damaged = {};
        for (int at = 0; at < bytes.length && damaged.length == 0; at += 8) {
            byte[] bad = bytes.clone();
            bad[at] ^= 8;
            Files.write(entry(path, 7), bad);
            List<TableFault> faults = LogAudit.read(new Log(folder())).faults();
            if (!faults.isEmpty() && faults.get(0).what().contains("column 'bounds'")) {
                damaged = bad;
            }
        }
        assertTrue(damaged.length > 0, "no byte is of bounds");
        Files.write(entry(path, 7), damaged);
        assertEquals(List.of(), repair(RepairOptions.DEFAULT).losses());
        assertEquals(rows, rows());
    }

    /** Inserts, changes and removals, after which only the checkpoint survives. */
    @Test
    void aLostEntryIsToldAnewByItsCheckpoint() throws IOException {
        OperationsTest.insert(table, Rows.row(1L, 1, "one"));
        OperationsTest.insert(table, Rows.row(2L, 2, "two"));
        Transaction mixed = table.begin("mixed");
        Snapshot before = table.snapshot();
        Fragment first = before.fragments().get(0);
        mixed.removeFragment(before.fragments().get(3).id());
        mixed.dropSidecar(first.id(), first.sidecars().get(2).identity().uuid());
        mixed.insertKeys(new long[] {3, 4});
        Rows.insert(mixed, folder(), new Object[] {3L, 2, "three"});
        mixed.setProperties(before.properties().withOther(Map.of("a", "b")));
        mixed.commit();
        OperationsTest.insert(table, Rows.row(4L, 4, "four"));
        assertTrue(Files.exists(checkpoint(path, 12)));
        Path whole = temp.resolve("whole");
        Damage.copy(path, whole);
        cut(entry(path, 4));
        flip(entry(path, 8), 0.1);
        Files.delete(entry(path, 12));
        TableRepair repair = repair(RepairOptions.DEFAULT);
        assertEquals(List.of(), repair.losses());
        for (long version = 0; version <= 13; version++) {
            assertEquals(rowsOf(whole, version), rowsOf(path, version), "version " + version);
        }
        assertEquals("b", open().snapshot().properties().other().get("a"));
        assertEquals("mixed", open().commits(2).get(1).operation());
    }

    /** The newest version has a checkpoint and no entry afterwards. */
    @Test
    void aTableExpiresAfterItsRepair() throws IOException {
        TableOperations.of(table).tag("old", OptionalLong.of(3), false);
        OperationsTest.insert(table, Rows.row(1L, 1, "one"));
        OperationsTest.insert(table, Rows.row(2L, 2, "two"));
        List<String> rows = rows();
        cut(entry(path, 11));
        cut(entry(path, 12));
        String losses = repair(RepairOptions.DEFAULT).losses().toString();
        assertTrue(losses.contains("versions 0 to 11 can no longer be read"), losses);
        assertTrue(losses.contains("the tag 'old' names version 3"), losses);
        assertEquals(List.of(12L), versions());
        String notes = Damage.verify(folder()).notes().toString();
        assertTrue(notes.contains("the tag 'old' names version 3"), notes);
        String gone = assertThrows(TableException.class, () -> open().snapshotAt("old"))
                .getMessage();
        assertTrue(gone.endsWith("no version 3 any more: it was expired, or lost in a repair; the oldest is 12"), gone);
        Expiry.plan(open(), Duration.ZERO, 1, Duration.ZERO).run();
        assertEquals(rows, rows());
        assertEquals(List.of(), Damage.verify(folder()).unreferenced(), "the marker of the oldest version counts");
    }

    private List<Long> versions() throws IOException {
        return CommitSize.last(open(), 20).stream()
                .map(size -> size.commit().version())
                .toList();
    }

    @Test
    void theNewestEntryIsLostWithItsRowsOnly() throws IOException {
        cut(entry(path, 9));
        repair(RepairOptions.DEFAULT);
        assertEquals(rowsOf(copy, 8), rows());
    }

    @Test
    void checkpointsAndHintsAreMadeOfEntries() throws IOException {
        flip(checkpoint(path, 8), 0.5);
        Files.copy(checkpoint(path, 8), checkpoint(path, 4), StandardCopyOption.REPLACE_EXISTING);
        Files.writeString(path.resolve(Log.HINT), "nonsense");
        repair(RepairOptions.DEFAULT);
        assertEquals(rowsOf(copy, 9), rows());
        assertEquals(rowsOf(copy, 2), rowsOf(path, 2));
    }

    @Test
    void aCheckpointGetsAnEntry() throws IOException {
        for (int version = 0; version <= 8; version++) {
            Files.delete(entry(path, version));
        }
        repair(RepairOptions.DEFAULT);
        assertEquals(rowsOf(copy, 9), rows());
    }

    /** Three expiries, whose markers are damaged or lost one at a time. */
    @Test
    void floorMarkersAreWrittenAnew() throws IOException {
        for (int keep : new int[] {6, 4, 2}) {
            Expiry.plan(table, Duration.ZERO, keep, Duration.ZERO).run();
        }
        List<String> rows = rows();
        Path kept = temp.resolve("kept");
        Damage.copy(path, kept);
        for (int number = 1; number <= 3; number++) {
            path = temp.resolve("flipped" + number);
            Damage.copy(kept, path);
            Path marker = path.resolve(Floors.name(number));
            flip(marker, 0.5);
            assertOnly(TableFault.Kind.DAMAGED_FLOOR, marker, path);
            repair(RepairOptions.DEFAULT);
            assertEquals(rows, rows());
            assertEquals(8, open().snapshot().state().floor().version());
            Expiry.plan(open(), Duration.ZERO, 1, Duration.ZERO).run();
            assertEquals(new Floor(4, 9), open().snapshot().state().floor());
            Damage.assertSound(folder());
        }
        path = temp.resolve("foreign");
        Damage.copy(kept, path);
        Path other = temp.resolve("other");
        Expiry.plan(Damage.table(other), Duration.ZERO, 2, Duration.ZERO).run();
        for (int number = 2; number <= 3; number++) {
            Files.delete(path.resolve(Floors.name(number)));
        }
        Files.copy(other.resolve(Floors.name(1)), path.resolve(Floors.name(1)), StandardCopyOption.REPLACE_EXISTING);
        assertThrows(CorruptFileException.class, this::open);
        assertOnly(TableFault.Kind.DAMAGED_FLOOR, path.resolve(Floors.name(1)), path);
        repair(RepairOptions.DEFAULT);
        assertEquals(rows, rows());
        path = temp.resolve("missing");
        Damage.copy(kept, path);
        Files.delete(path.resolve(Floors.name(2)));
        assertOnly(TableFault.Kind.DAMAGED_FLOOR, path.resolve(Floors.name(2)), path);
        repair(RepairOptions.DEFAULT.withCopy(new LocalFolder(kept)));
        assertEquals(rows, rows());
    }

    /** An entry that was lost, and one of another history in its place. */
    @Test
    void aSwappedEntryCostsWhatFollowsItOrWhatItHas() throws IOException {
        Path other = temp.resolve("other");
        Damage.copy(copy, other);
        for (int version = 9; version > 6; version--) {
            Files.delete(entry(other, version));
        }
        Files.delete(checkpoint(other, 8));
        Files.delete(other.resolve(Log.HINT));
        Table swapped = Table.open(
                new LocalFolder(other), TableSettings.DEFAULT.withClock(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC)));
        Transaction insert = swapped.begin("insert");
        Rows.insert(insert, swapped.folder(), Rows.row(77L, 1, "other"));
        insert.commit();
        Damage.copy(other.resolve("data"), path.resolve("data"));
        Files.copy(entry(other, 7), entry(path, 7), StandardCopyOption.REPLACE_EXISTING);
        Files.delete(checkpoint(path, 8));
        Files.delete(path.resolve(Log.HINT));
        Path before = temp.resolve("before");
        Damage.copy(path, before);
        assertOnly(TableFault.Kind.DAMAGED_ENTRY, entry(path, 8), path);

        repair(RepairOptions.DEFAULT);
        assertEquals(rowsOf(other, 7), rows());

        path = temp.resolve("past");
        Damage.copy(before, path);
        repair(RepairOptions.DEFAULT.withPastGaps(true));
        assertEquals(
                rowsOf(copy, 9).size() - 5000 + 1,
                rows().size(),
                "without the rows of the lost version 7, with the others");

        path = temp.resolve("copied");
        Damage.copy(before, path);
        repair(RepairOptions.DEFAULT.withCopy(new LocalFolder(copy)));
        assertEquals(rowsOf(copy, 9), rows());
    }

    @Test
    void whatNothingTellsIsNotGuessed() throws IOException {
        for (int version = 0; version <= 9; version++) {
            Files.delete(entry(path, version));
        }
        Files.delete(checkpoint(path, 4));
        Files.delete(checkpoint(path, 8));
        assertThrows(TableException.class, () -> plan(RepairOptions.DEFAULT));
        repair(RepairOptions.DEFAULT.withCopy(new LocalFolder(copy)));
        assertEquals(rowsOf(copy, 9), rows());
        assertEquals(rowsOf(copy, 3), rowsOf(path, 3));
    }

    @Test
    void aCopyGivesBackWhatIsMissingOrDamaged() throws IOException {
        Files.delete(entry(path, 1));
        cut(entry(path, 6));
        flip(checkpoint(path, 8), 0.4);
        Files.delete(data(table, path, 0));
        flip(data(table, path, 2), 0.4);
        Files.delete(sidecar(table, path, 0, 2));
        Path replaced = data(table, path, 3);
        Files.copy(data(table, path, 1), replaced, StandardCopyOption.REPLACE_EXISTING);
        TableRepair repair = repair(RepairOptions.DEFAULT.withCopy(new LocalFolder(copy)));
        assertEquals(List.of(), repair.losses());
        for (long version = 0; version <= 9; version++) {
            assertEquals(rowsOf(copy, version), rowsOf(path, version));
        }
    }

    @Test
    void aTableThatWasChangedSinceIsNotRepaired() throws IOException {
        flip(entry(path, 9), 0.5);
        TableRepair repair = plan(RepairOptions.DEFAULT);
        Files.copy(entry(copy, 9), entry(path, 10));
        assertThrows(TableException.class, () -> repair.apply(rows -> {}));
    }

    /** Stopped after any operation, it has left the table as it was or repaired, and can be done again. */
    @Test
    void aRepairThatIsStoppedIsDoneAgain() throws IOException {
        cut(entry(path, 6));
        Files.delete(checkpoint(path, 8));
        Files.delete(data(table, path, 1));
        List<String> expected = new ArrayList<>(rowsOf(copy, 5));
        expected.removeIf(row -> row.startsWith("[3"));
        stopAndRepeat(expected, 23);
    }

    /** An entry that is written anew takes those after it with it, one by one. */
    @Test
    void entriesThatAreChainedAnewAreNotLostWhenARepairIsStopped() throws IOException {
        flip(entry(path, 6), 0.5);
        assertEquals(List.of(), plan(RepairOptions.DEFAULT).losses(), "only bounds are damaged");
        stopAndRepeat(rowsOf(copy, 9), 5);
    }

    /** The same where a checkpoint gets an entry. */
    @Test
    void anEntryThatIsReplacedIsNotLostWhenARepairIsStopped() throws IOException {
        cut(entry(path, 8));
        stopAndRepeat(rowsOf(copy, 9), 5);
    }

    private void stopAndRepeat(List<String> expected, int step) throws IOException {
        Path damaged = temp.resolve("damaged");
        Damage.copy(path, damaged);
        boolean isDone = false;
        for (long operations = 3; !isDone; operations += step) {
            path = temp.resolve("killed" + operations);
            Damage.copy(damaged, path);
            DyingFolder dying = new DyingFolder(folder(), Long.MAX_VALUE);
            TableRepair repair =
                    TableRepair.plan(dying, RepairOptions.DEFAULT, TableSettings.DEFAULT, (bytes, of) -> {});
            dying.dieAfter(operations);
            try {
                repair.apply(rows -> {});
                isDone = dying.isAlive();
            } catch (IOException e) {
                assertTrue(!dying.isAlive(), e::toString);
            }
            TableRepair again = plan(RepairOptions.DEFAULT);
            again.apply(rows -> {});
            assertEquals(List.of(), again.unrepaired());
            Damage.assertSound(folder());
            assertEquals(expected, rows(), "stopped after " + operations + " operations");
        }
    }

    /** Whatever is damaged is found or does no harm; a repair leaves a sound table with the rows that it promised. */
    @Test
    void randomDamage() throws IOException {
        Random random = new Random(Seeds.next(TableRepairTest.class));
        Set<String> known = new HashSet<>();
        for (long version = 0; version <= 9; version++) {
            known.addAll(rowsOf(copy, version));
        }
        List<String> all = rowsOf(copy, 9);
        List<String> files = new ArrayList<>(files().keySet());
        for (int round = 0; round < Integer.getInteger("stoa.damages", 8); round++) {
            path = temp.resolve("random" + round);
            Damage.copy(copy, path);
            StringBuilder what = new StringBuilder();
            for (int i = 0; i <= random.nextInt(3); i++) {
                what.append(damage(files, random)).append("; ");
            }
            TableReport report = Damage.verify(folder());
            if (report.isSound()) {
                List<String> rows = rows();
                // a newest entry that is gone was never there, as far as anybody can tell
                assertTrue(rows.equals(all) || rows.equals(rowsOf(copy, report.newest())), what.toString());
                continue;
            }
            boolean hasCopy = random.nextBoolean();
            RepairOptions options = RepairOptions.DEFAULT
                    .withPastGaps(random.nextBoolean())
                    .withCopy(new LocalFolder(hasCopy ? copy : temp.resolve("nowhere")));
            TableRepair repair;
            try {
                repair = plan(options);
            } catch (TableException e) { // such as without entry 0 and all checkpoints
                assertThrows(IOException.class, this::rows, what::toString);
                continue;
            }
            repair.apply(rows -> {});
            assertEquals(
                    repair.unrepaired().isEmpty(), Damage.verify(folder()).isSound(), what + " " + repair.unrepaired());
            List<String> rows = rows();
            assertEquals(repair.rows(), rows.size(), what.toString());
            assertTrue(known.containsAll(rows), what.toString());
            if (hasCopy && !rows.equals(all)) { // as above
                assertEquals(rowsOf(copy, report.newest()), rows, what.toString());
            }
        }
    }

    private String damage(List<String> files, Random random) throws IOException {
        String name = files.get(random.nextInt(files.size()));
        Path file = path.resolve(name);
        if (!Files.exists(file) || Files.size(file) == 0) {
            return name + " is gone already";
        }
        switch (random.nextInt(4)) {
            case 0 -> {
                Files.delete(file);
                return name + " deleted";
            }
            case 1 -> {
                byte[] bytes = Files.readAllBytes(file);
                int length = random.nextInt(bytes.length);
                Files.write(file, java.util.Arrays.copyOf(bytes, length));
                return name + " cut to " + length;
            }
            case 2 -> {
                double at = random.nextDouble();
                flip(file, at);
                return name + " flipped at " + at;
            }
            default -> {
                String other = files.get(random.nextInt(files.size()));
                Files.copy(copy.resolve(other), file, StandardCopyOption.REPLACE_EXISTING);
                return name + " replaced by " + other;
            }
        }
    }
}
