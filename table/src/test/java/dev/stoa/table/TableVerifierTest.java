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

import dev.stoa.format.ContentHash;
import dev.stoa.reader.ColumnBounds;
import dev.stoa.reader.FileIdentity;
import dev.stoa.table.internal.log.Changes;
import dev.stoa.table.internal.log.Fragments;
import dev.stoa.table.internal.log.History;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.LogPosition;
import dev.stoa.table.internal.log.TableState;
import dev.stoa.vio.Folder;
import dev.stoa.vio.LocalFolder;
import dev.stoa.writer.JavaRows;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What is wrong with a table is found and named, by the file; what is not wrong is not named. */
class TableVerifierTest extends DamagedTable {
    @Test
    void aSoundTableIsSound() throws IOException {
        Damage.assertSound(folder());
        TableReport report = Damage.verify(folder());
        assertEquals(0, report.oldest());
        assertEquals(9, report.newest());
        assertEquals(10, report.entries());
        assertEquals(2, report.checkpoints());
        assertEquals(6, report.dataFiles());
        assertEquals(3, report.sidecars());
        assertEquals(List.of(), report.unreferenced());
        Expiry.plan(table, Duration.ZERO, 2, Duration.ZERO).run();
        Damage.assertSound(folder());
        assertEquals(8, Damage.verify(folder()).oldest());
    }

    /** An expiry removes the log's files last. Until then entries below the floor name files that are gone. */
    @Test
    void anExpiryUnderWayDamagesNothing() throws IOException {
        TableOperations.of(table).truncate();
        Folder stopping = new ForwardingFolder(folder()) {
            @Override
            public boolean delete(String name) throws IOException {
                if (name.startsWith(Log.FOLDER)) {
                    throw new IOException("stopped");
                }
                return super.delete(name);
            }
        };
        Expiry expiry = Expiry.plan(Table.open(stopping, TableSettings.DEFAULT), Duration.ZERO, 1, Duration.ZERO);
        boolean[] isExpired = new boolean[1];
        TableReport report = TableVerifier.verify(folder(), true, (bytes, of) -> {
            if (!isExpired[0]) {
                isExpired[0] = true;
                assertThrows(IOException.class, expiry::run);
            }
        });
        assertTrue(isExpired[0]);
        assertEquals(List.of(), report.faults());
        assertEquals(10, report.oldest());
        assertEquals(List.of(), folder().list(Table.DATA));
    }

    @Test
    void filesOfADamagedEntryAreNamedApart() throws IOException {
        cut(entry(path, 9));
        TableReport report = Damage.verify(folder());
        assertEquals(List.of(), report.unreferenced());
        assertEquals(1, report.doubtful().size());
        assertTrue(report.doubtful().get(0).path().startsWith(Table.DATA + "/"));
    }

    @Test
    void whatIsWrongWithTheLogIsNamed() throws IOException {
        Files.move(entry(path, 5), temp.resolve("kept"));
        assertOnly(TableFault.Kind.MISSING_ENTRY, entry(path, 5), path);
        Files.copy(entry(path, 4), entry(path, 5));
        assertOnly(TableFault.Kind.DAMAGED_ENTRY, entry(path, 5), path);
        Files.copy(temp.resolve("kept"), entry(path, 5), StandardCopyOption.REPLACE_EXISTING);
        cut(entry(path, 5));
        assertOnly(TableFault.Kind.DAMAGED_ENTRY, entry(path, 5), path);
        Files.copy(temp.resolve("kept"), entry(path, 5), StandardCopyOption.REPLACE_EXISTING);
        for (double at : new double[] {0.3, 0.6, 0.99}) {
            flip(entry(path, 5), at);
            assertEquals(List.of(TableFault.Kind.DAMAGED_ENTRY), Damage.kinds(folder()), "at " + at);
            flip(entry(path, 5), at);
        }
        Damage.assertSound(folder());
    }

    @Test
    void theEntriesAtBothEndsAreMissed() throws IOException {
        Files.move(entry(path, 9), temp.resolve("kept"));
        Damage.assertSound(folder()); // nothing tells that it ever was there
        Files.move(temp.resolve("kept"), entry(path, 9));
        Files.delete(entry(path, 8));
        assertOnly(TableFault.Kind.MISSING_ENTRY, entry(path, 8), path);
        Files.delete(entry(path, 9));
        assertOnly(TableFault.Kind.MISSING_ENTRY, entry(path, 8), path); // its checkpoint is there
        Files.delete(checkpoint(path, 8));
        assertOnly(TableFault.Kind.WRONG_HINT, path.resolve(Log.HINT), path);
        for (int version = 0; version < 8; version++) {
            Files.delete(entry(path, version));
        }
        Files.delete(path.resolve(Log.HINT));
        assertOnly(TableFault.Kind.MISSING_ENTRY, entry(path, 0), path);
        Files.delete(checkpoint(path, 4));
        assertOnly(TableFault.Kind.MISSING_ENTRY, entry(path, 0), path);
    }

    /** An expiry raises the floor before it removes them. */
    @Test
    void theOldestEntriesAreMissed() throws IOException {
        for (int version = 0; version < 4; version++) {
            Files.delete(entry(path, version));
            assertOnly(TableFault.Kind.MISSING_ENTRY, entry(path, 0), path);
        }
    }

    @Test
    void filesOfOtherTablesAreNamed() throws IOException {
        Path other = temp.resolve("other");
        Damage.table(other);
        Files.copy(entry(other, 5), entry(path, 5), StandardCopyOption.REPLACE_EXISTING);
        assertOnly(TableFault.Kind.DAMAGED_ENTRY, entry(path, 5), path);
        Files.copy(entry(other, 0), entry(path, 0), StandardCopyOption.REPLACE_EXISTING);
        List<TableFault> faults = Damage.verify(folder()).faults();
        assertEquals(
                List.of(Log.entryName(0), Log.entryName(5)),
                faults.stream().map(TableFault::path).toList());
    }

    @Test
    void checkpointsAreComparedWithTheEntries() throws IOException {
        Files.copy(checkpoint(path, 8), temp.resolve("kept"));
        flip(checkpoint(path, 8), 0.5);
        assertOnly(TableFault.Kind.DAMAGED_CHECKPOINT, checkpoint(path, 8), path);
        Files.copy(checkpoint(path, 4), checkpoint(path, 8), StandardCopyOption.REPLACE_EXISTING);
        assertOnly(TableFault.Kind.DAMAGED_CHECKPOINT, checkpoint(path, 8), path);
        TableState right = new History(new Log(folder())).at(8).orElseThrow();
        wrong(new TableState(
                right.position(),
                right.info(),
                right.schema(),
                right.properties().withOther(Map.of("a", "b")),
                right.features(),
                right.held()));
        Map<UUID, Fragment> fewer = new java.util.LinkedHashMap<>(right.fragments());
        fewer.remove(fewer.keySet().iterator().next());
        wrong(new TableState(
                right.position(),
                right.info(),
                right.schema(),
                right.properties(),
                right.features(),
                Fragments.of(fewer)));
        wrong(new TableState(
                new LogPosition(right.table(), new ContentHash(1, 2), right.floor(), right.checkpoint()),
                right.info(),
                right.schema(),
                right.properties(),
                right.features(),
                right.held()));
    }

    private void wrong(TableState state) throws IOException {
        Files.delete(checkpoint(path, 8));
        new Log(folder()).writeCheckpoint(state);
        assertOnly(TableFault.Kind.WRONG_CHECKPOINT, checkpoint(path, 8), path);
    }

    @Test
    void aHintIsTheVersionOfACheckpoint() throws IOException {
        Path hint = path.resolve(Log.HINT);
        Files.writeString(hint, "4");
        Damage.assertSound(folder()); // an old one is no fault
        for (String wrong : List.of("", "eight", "10", "-1", "99999999999999999999")) {
            Files.writeString(hint, wrong);
            assertOnly(TableFault.Kind.WRONG_HINT, hint, path);
        }
        Files.delete(hint);
        Damage.assertSound(folder());
    }

    @Test
    void filesAreThoseThatTheLogNames() throws IOException {
        Path data = data(table, path, 1);
        Files.copy(data, temp.resolve("kept"));
        Files.delete(data);
        assertOnly(TableFault.Kind.MISSING_DATA, data, path);
        Files.copy(data(table, path, 2), data);
        assertOnly(TableFault.Kind.REPLACED_DATA, data, path);
        Files.copy(temp.resolve("kept"), data, StandardCopyOption.REPLACE_EXISTING);
        cut(data);
        assertOnly(TableFault.Kind.DAMAGED_DATA, data, path);
        for (double at : new double[] {0.1, 0.5, 0.7, 0.999}) {
            Files.copy(temp.resolve("kept"), data, StandardCopyOption.REPLACE_EXISTING);
            flip(data, at);
            assertOnly(TableFault.Kind.DAMAGED_DATA, data, path);
        }
        Files.copy(temp.resolve("kept"), data, StandardCopyOption.REPLACE_EXISTING);
        Path sidecar = sidecar(table, path, 0, 1);
        Files.copy(sidecar, temp.resolve("kept sidecar"));
        Files.copy(sidecar(table, path, 0, 2), sidecar, StandardCopyOption.REPLACE_EXISTING);
        assertOnly(TableFault.Kind.REPLACED_SIDECAR, sidecar, path);
        Files.delete(sidecar);
        assertOnly(TableFault.Kind.MISSING_SIDECAR, sidecar, path);
        Files.copy(temp.resolve("kept sidecar"), sidecar);
        flip(sidecar, 0.2);
        assertOnly(TableFault.Kind.DAMAGED_SIDECAR, sidecar, path);
    }

    @Test
    void filesOfOlderVersionsCountToo() throws IOException {
        Path data = data(table, path, 1);
        Transaction remove = table.begin("remove");
        remove.removeFragment(table.snapshot().fragments().get(1).id());
        remove.commit();
        Files.delete(data);
        TableFault fault = Damage.verify(folder()).faults().get(0);
        assertEquals(TableFault.Kind.MISSING_DATA, fault.kind());
        assertTrue(!fault.ofNewest());
    }

    @Test
    void whatTheLogSaysOfFilesIsCompared() throws IOException {
        Fragment first = table.snapshot().fragments().get(1);
        DataFile file = first.files().get(0);
        ColumnBounds right = table.snapshot().bounds(first, 1).orElseThrow();
        ColumnBounds other =
                table.snapshot().bounds(table.snapshot().fragments().get(2), 1).orElseThrow();
        Optional<List<Integer>> all = Optional.empty();
        add(first.rows(), new DataFile.Added(file.path(), file.identity(), all, 0, Map.of(1, right)));
        Damage.assertSound(folder());
        add(first.rows(), new DataFile.Added(file.path(), file.identity(), all, 0, Map.of(1, other)));
        assertEquals(List.of(TableFault.Kind.WRONG_ENTRY), Damage.kinds(folder()));
    }

    @Test
    void rowsAreCounted() throws IOException {
        Fragment first = table.snapshot().fragments().get(1);
        DataFile file = first.files().get(0);
        add(first.rows() - 1, new DataFile.Added(file.path(), file.identity(), Optional.empty(), 0, Map.of()));
        assertEquals(List.of(TableFault.Kind.WRONG_ENTRY), Damage.kinds(folder()));
        FileIdentity wrong =
                new FileIdentity(file.identity().uuid(), file.identity().length(), new ContentHash(0, 7));
        add(first.rows(), new DataFile.Added(file.path(), wrong, Optional.empty(), 0, Map.of()));
        assertTrue(Damage.kinds(folder()).contains(TableFault.Kind.REPLACED_DATA));
    }

    /** Commits a file as if it were another than it is: the newest version has nothing else. */
    private void add(long rows, DataFile.Added file) throws IOException {
        Transaction lie = table.begin("lie");
        lie.overwriteAll();
        lie.changes().added.put(UUID.randomUUID(), new Changes.NewFragment(rows, Optional.empty(), file));
        lie.commit();
    }

    @Test
    void declaredRowsAreChecked() throws IOException {
        Path sorted = temp.resolve("sorted");
        TableProperties keyed = new TableProperties(
                List.of(new TableProperties.SortColumn(1, false, false)),
                List.of(1),
                List.of(new TableProperties.PartitionColumn(2, "hash(2)")),
                Map.of());
        Table made = Table.create(new LocalFolder(sorted), Rows.schema(), keyed, TableSettings.DEFAULT);
        OperationsTest.insert(made, Rows.row(1L, 1, "a"), Rows.row(5L, 1, "b"), Rows.row(2L, 2, "c"));
        OperationsTest.upsert(made, Rows.row(3L, 1, "d"), Rows.row(2L, 2, "e"));
        Damage.assertSound(new LocalFolder(sorted));
        Transaction twice = made.begin("insert"); // nobody looks up its keys
        List<FragmentWriter.Written> written;
        try (FragmentWriter writer = new FragmentWriter(made.snapshot(), WriterOptions.DEFAULT, 1 << 20)) {
            writer.write(JavaRows.batch(made.snapshot().schema(), List.<Object[]>of(Rows.row(1L, 7, "x"))));
            written = writer.finish();
        }
        twice.addFragment(written.get(0).path(), Optional.of(written.get(0).partition()));
        twice.commit();
        TableReport report = Damage.verify(new LocalFolder(sorted));
        assertEquals(List.of(TableFault.Kind.UNDECLARED_ROWS), Damage.kinds(new LocalFolder(sorted)));
        assertTrue(
                report.faults().get(0).what().contains("k = 1"), report.faults().toString());
    }

    @Test
    void indexesAreChecked() throws IOException {
        List<String> made = TableIndexes.add(table.snapshot(), "k", "test");
        TableReport report = Damage.verify(folder());
        assertEquals(List.of(), report.faults());
        assertEquals(made.size(), report.indexes());
        assertEquals(List.of(), report.unreferenced());
        flip(path.resolve(made.get(0)), 0.3);
        assertOnly(TableFault.Kind.DAMAGED_INDEX, path.resolve(made.get(0)), path);
    }

    @Test
    void filesThatNothingReferencesAreListed() throws IOException {
        Transaction failed = table.begin("insert");
        Rows.insert(failed, folder(), new Object[] {1L, 1, "never committed"});
        TableReport report = Damage.verify(folder());
        assertTrue(report.isSound());
        assertEquals(1, report.unreferenced().size());
        assertThrows(
                TableException.class,
                () -> Damage.verify(new LocalFolder(Files.createDirectories(temp.resolve("plain")))));
    }

    @Test
    void aFileNameFarAwayIsNoReasonToCountUpToIt() throws IOException {
        Files.copy(entry(path, 3), entry(path, 7_000_000_000_000_000_000L));
        List<TableFault> faults = Damage.verify(folder()).faults();
        assertEquals(
                List.of(TableFault.Kind.DAMAGED_ENTRY, TableFault.Kind.MISSING_ENTRY),
                faults.stream().map(TableFault::kind).toList());
    }
}
