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

import dev.stoa.reader.Verifier;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.vio.Folder;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The health of a table tells of damaged checkpoints, which readers pass over. */
class TableHealthTest {
    private final MemoryFolder folder = new MemoryFolder();

    /** Version 4: four parts in the checkpoints 3 and 4. */
    @BeforeEach
    void make() throws IOException {
        PartsTest.make(folder);
        Transaction insert = open(folder).begin("insert");
        Rows.insert(insert, folder, Rows.row(50L, 5, "more"));
        insert.commit();
        PartsTest.checkpoint(folder);
    }

    private static Table open(Folder of) throws IOException {
        return Table.open(of, TableSettings.DEFAULT);
    }

    private static TableHealth health(Folder of) throws IOException {
        return TableHealth.of(open(of), Duration.ofDays(7), Duration.ofDays(1), CompactionCosts.DEFAULT);
    }

    private String part(int number) {
        return Log.PARTS + "/" + folder.list(Log.PARTS).get(number).name();
    }

    private void flip(String path, int at) {
        byte[] bytes = folder.bytes(path);
        bytes[at] ^= 16;
        folder.put(path, bytes);
    }

    private void assertDamage(TableFault.Kind kind, String path, String what) throws IOException {
        assertEquals(9, Rows.read(open(folder).snapshot()).size(), "readers have another way");
        TableHealth health = health(folder);
        assertEquals(10, health.logFiles().files());
        assertEquals(Set.of(TableHealth.Work.DAMAGE), health.work());
        assertEquals(1, health.figures().get("damagedLogFiles"));
        assertEquals(0, health.gauges().get("stoa_table_healthy"));
        TableFault fault = health.logFiles().faults().get(0);
        assertEquals(kind, fault.kind());
        assertEquals(path, fault.path());
        assertTrue(fault.what().contains(what), fault.what());
    }

    @Test
    void aSoundTableIsHealthy() throws IOException {
        TableHealth health = health(folder);
        assertEquals(Set.of(), health.work());
        assertEquals(new TableHealth.LogFiles(10, List.of()), health.logFiles());
        assertEquals(0, health.figures().get("damagedLogFiles"));
    }

    @Test
    void aDamagedPartIsNamedWithItsPlace() throws IOException {
        flip(part(2), folder.bytes(part(2)).length / 3);
        assertDamage(TableFault.Kind.DAMAGED_CHECKPOINT, part(2), "byte ");
    }

    @Test
    void aMissingPartIsNamed() throws IOException {
        String part = part(1);
        folder.delete(part);
        assertDamage(TableFault.Kind.DAMAGED_CHECKPOINT, part, "it is missing");
    }

    @Test
    void anotherFileInPlaceOfAPartIsNamed() throws IOException {
        String part = part(1);
        folder.put(part, folder.bytes(part(0)));
        assertDamage(TableFault.Kind.DAMAGED_CHECKPOINT, part, "it is another file than the log names");
    }

    @Test
    void aDamagedCheckpointIsNamed() throws IOException {
        flip(Log.checkpointName(4), folder.bytes(Log.checkpointName(4)).length / 3);
        assertDamage(TableFault.Kind.DAMAGED_CHECKPOINT, Log.checkpointName(4), "byte ");
    }

    /** The newest version needs no entry below its checkpoint, but older versions and the next expiry do. */
    @Test
    void missingAndDamagedEntriesBelowTheNewestCheckpointAreNamed() throws IOException {
        folder.delete(Log.entryName(2));
        flip(Log.entryName(3), folder.bytes(Log.entryName(3)).length / 3);
        assertEquals(9, Rows.read(open(folder).snapshot()).size(), "readers have another way");
        TableHealth health = health(folder);
        assertEquals(Set.of(TableHealth.Work.DAMAGE), health.work());
        assertEquals(2, health.figures().get("damagedLogFiles"));
        List<TableFault> faults = health.logFiles().faults();
        assertEquals(
                new TableFault(
                        TableFault.Kind.MISSING_ENTRY,
                        Log.entryName(2),
                        "it is missing, though files of later versions exist",
                        true),
                faults.get(0));
        assertEquals(TableFault.Kind.DAMAGED_ENTRY, faults.get(1).kind());
        assertEquals(Log.entryName(3), faults.get(1).path());
        flip(part(2), folder.bytes(part(2)).length / 3);
        assertEquals(3, health(folder).figures().get("damagedLogFiles"));
    }

    /** Damages one column of bounds in a file of the log, and nothing else. */
    private void spoilBounds(String path, String column) throws IOException {
        byte[] bytes = folder.bytes(path);
        for (int at = 16; at < bytes.length; at += 8) {
            byte[] bad = bytes.clone();
            bad[at] ^= 8;
            folder.put(path, bad);
            List<Verifier.Problem> problems = new Log(folder).problems(path);
            if (!problems.isEmpty()
                    && problems.stream().allMatch(problem -> problem.toString().contains("column '" + column))) {
                return;
            }
        }
        throw new AssertionError("no byte is of " + column);
    }

    /** An entry of few files has the bounds of all columns in one. Scans that need no bounds read the rows either way. */
    @ParameterizedTest
    @CsvSource({
        "1, bounds', 'the columns ''k'', ''n'', ''s'' in the file '",
        "1, bounds', ' can''t be read, so scans open each of these files'",
        "20, f2., 'the column ''n'' in the files data/'",
        "20, f3., ' and 17 more can''t be read, so scans open each of these files'"
    })
    void damagedBoundsOfAnEntryAreNamed(int files, String column, String what) throws IOException {
        Transaction insert = open(folder).begin("insert");
        for (int i = 0; i < files; i++) {
            Rows.insert(insert, folder, Rows.row(60L + i, i, "more" + i));
        }
        insert.commit();
        PartsTest.checkpoint(folder);
        int sound = health(folder).logFiles().files();
        spoilBounds(Log.entryName(5), column);
        TableHealth health = health(folder);
        assertEquals(sound, health.logFiles().files());
        assertEquals(Set.of(TableHealth.Work.DAMAGE), health.work());
        assertEquals(1, health.figures().get("damagedLogFiles"));
        TableFault fault = health.logFiles().faults().get(0);
        assertEquals(TableFault.Kind.DAMAGED_ENTRY, fault.kind());
        assertEquals(Log.entryName(5), fault.path());
        assertTrue(fault.what().contains("; the bounds of "), fault.what());
        assertTrue(fault.what().contains(what), fault.what());
    }

    @Test
    void damagedBoundsOfACheckpointAreNamed() throws IOException {
        spoilBounds(part(2), "f2.");
        TableFault ofPart = health(folder).logFiles().faults().get(0);
        assertEquals(part(2), ofPart.path());
        assertTrue(ofPart.what().contains("; the bounds of the column 'n' in the files data/"), ofPart.what());
        spoilBounds(Log.checkpointName(4), "f3.");
        List<TableFault> faults = health(folder).logFiles().faults();
        assertEquals(2, faults.size());
        assertEquals(Log.checkpointName(4), faults.get(0).path());
        assertTrue(
                faults.get(0).what().contains("; the bounds of the column 's' in the files _stoa/parts/"),
                faults.get(0).what());
    }

    /** A table whose newest checkpoint is sound may lose all older versions with that of the oldest. */
    @Test
    void theCheckpointOfTheOldestVersionIsChecked() throws IOException {
        Expiry.plan(open(folder), Duration.ZERO, 1, Duration.ZERO).run();
        for (int i = 0; i < 8; i++) {
            Transaction insert = open(folder).begin("insert");
            Rows.insert(insert, folder, Rows.row(60L + i, 5, "more"));
            insert.commit();
        }
        assertTrue(new Log(folder).list().checkpoints().last() > 4);
        assertEquals(Set.of(), health(folder).work());
        folder.delete(Log.checkpointName(4));
        TableHealth health = health(folder);
        assertEquals(
                List.of(new TableFault(
                        TableFault.Kind.MISSING_CHECKPOINT, Log.checkpointName(4), "it is missing", true)),
                health.logFiles().faults());
    }

    /** The checkpoint was listed, and the files of the older one are gone. */
    @Test
    void anExpiryMeanwhileIsNoDamage() throws IOException {
        Table late = open(new ForwardingFolder(folder) {
            private boolean isExpired;

            @Override
            public Optional<Entry> find(String name) throws IOException {
                if (name.equals(Log.checkpointName(4)) && !isExpired && isChecking()) {
                    isExpired = true;
                    expire();
                }
                return super.find(name);
            }
        });
        TableHealth health = TableHealth.of(late, Duration.ofDays(7), Duration.ofDays(1), CompactionCosts.DEFAULT);
        assertEquals(List.of(), health.logFiles().faults());
        assertEquals(List.of(5L), List.copyOf(new Log(folder).list().checkpoints()));
    }

    private static boolean isChecking() {
        return StackWalker.getInstance()
                .walk(frames -> frames.anyMatch(frame -> frame.getClassName().endsWith(".CheckpointFiles")));
    }

    private void expire() throws IOException {
        Transaction insert = open(folder).begin("insert");
        Rows.insert(insert, folder, Rows.row(51L, 5, "more"));
        insert.commit();
        for (int i = 0; i < 2; i++) {
            Expiry.plan(open(folder), Duration.ZERO, 1, Duration.ZERO).run();
        }
    }
}
