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
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.CorruptFileException;
import dev.stoa.reader.Filter;
import dev.stoa.table.internal.log.Changes;
import dev.stoa.table.internal.log.EntryWriter;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.SmallParts;
import dev.stoa.table.internal.log.TableFeatures;
import dev.stoa.table.internal.log.TableState;
import dev.stoa.table.internal.logfile.SidecarPlace;
import dev.stoa.vio.Folder;
import dev.stoa.vio.LocalFolder;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Small sidecars are in the entry of their commit; large and many ones are files. */
@Tag("smoke")
class SidecarsInLogTest {
    private static final TableProperties NO_UPKEEP =
            TableProperties.NONE.withOther(Map.of(TableProperties.UPKEEP, "false"));

    @TempDir
    Path path;

    private LocalFolder folder() {
        return new LocalFolder(path);
    }

    private Table create(TableProperties properties, int rows) throws IOException {
        Table table = Table.create(folder(), Rows.schema(), properties, TableSettings.DEFAULT);
        Transaction insert = table.begin("insert");
        Object[][] all = new Object[rows][];
        for (int i = 0; i < rows; i++) {
            all[i] = Rows.row((long) i, i, "s" + i);
        }
        Rows.insert(insert, folder(), all);
        insert.commit();
        return table;
    }

    private List<String> sidecarFiles() throws IOException {
        Path sidecars = path.resolve(Log.SIDECARS);
        if (!Files.isDirectory(sidecars)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(sidecars)) {
            return files.map(Path::toString).toList();
        }
    }

    private static List<SidecarFile> sidecars(Snapshot snapshot) throws IOException {
        return snapshot.fragments().stream()
                .flatMap(fragment -> fragment.sidecars().stream())
                .toList();
    }

    @Test
    void deletesOfThreeRowsTakeOneRequest() throws IOException, InterruptedException {
        Table table = create(NO_UPKEEP, 10_000);
        Set<String> feature = Set.of("sidecars-in-log");
        assertEquals(
                new TableFeatures(feature, feature), table.snapshot().state().features());
        OperationResult deleted = TableOperations.of(table).delete(Filter.in("k", List.of(7L, 4000L, 9000L)));
        assertEquals(0, deleted.files());
        TableOperations.of(table).update(List.of(Assignment.literal("s", "other")), Optional.of(Filter.equal("k", 8)));
        assertEquals(List.of(), sidecarFiles());
        Table again = Table.open(folder(), TableSettings.DEFAULT);
        assertEquals(9997, again.snapshot().rowCount());
        assertEquals(List.of("[8, 8, other]"), Rows.read(again.snapshot(), Filter.between("k", 7, 8)));
        assertTrue(sidecars(again.snapshot()).stream().allMatch(SidecarFile::isInLog));
        Damage.assertSound(folder());
        assertEquals(ReferenceTables.lines(again.snapshot()), ReferenceTables.run("table", path));
        long entry = Files.size(path.resolve(Log.entryName(2)));
        assertTrue(entry <= 2000, "the entry of a delete of three rows has " + entry + " bytes");
    }

    @Test
    void aTableMayKeepThemInFiles() throws IOException {
        Table table = create(TableProperties.NONE.withOther(Map.of(TableProperties.SIDECARS_IN_LOG, "false")), 10);
        TableOperations.of(table).delete(Filter.equal("k", 1));
        assertEquals(1, sidecarFiles().size());
        assertEquals(TableFeatures.NONE, table.snapshot().state().features());
        Transaction change = table.begin("properties");
        change.setProperties(TableProperties.NONE.withOther(Map.of(TableProperties.SIDECARS_IN_LOG, "true")));
        change.commit();
        TableOperations.of(table).delete(Filter.equal("k", 2));
        assertEquals(1, sidecarFiles().size(), "the user has asked for it");
        assertEquals(8, Table.open(folder(), TableSettings.DEFAULT).snapshot().rowCount());
        TableProperties wrong = TableProperties.NONE.withOther(Map.of(TableProperties.SIDECARS_IN_LOG, "yes"));
        assertThrows(IllegalArgumentException.class, () -> table.begin("x").setProperties(wrong));
        Damage.assertSound(folder());
    }

    /** Deletes some of the shuffled numbers of 100,000 rows: a sidecar of them takes about two bytes a row. */
    private static List<ChangeWriter.Written> scattered(Snapshot snapshot, UUID fragment, int from, int to)
            throws IOException {
        List<Integer> rows = new ArrayList<>(IntStream.range(0, 100_000).boxed().toList());
        Collections.shuffle(rows, new Random(1));
        try (ChangeWriter writer = new ChangeWriter(snapshot, WriterOptions.DEFAULT)) {
            for (int row : rows.subList(from, to).stream().sorted().toList()) {
                writer.delete(fragment, row);
            }
            return writer.finish();
        }
    }

    @Test
    void largeOnesAreFiles() throws IOException {
        Table table = create(NO_UPKEEP, 100_000);
        UUID fragment = table.snapshot().fragments().get(0).id();
        ChangeWriter.Written small =
                scattered(table.snapshot(), fragment, 0, 1000).get(0);
        ChangeWriter.Written large =
                scattered(table.snapshot(), fragment, 0, 40_000).get(0);
        assertTrue(small.contents().length > 0, "in memory");
        assertEquals(0, large.contents().length, "in a file");
        assertEquals(1, sidecarFiles().size());
        Transaction delete = table.begin("delete");
        new WrittenFiles(List.of(), List.of(large)).addTo(delete);
        delete.commit();
        assertEquals(
                60_000, Table.open(folder(), TableSettings.DEFAULT).snapshot().rowCount());
    }

    /** An entry takes 64 KiB of sidecars, and a version 1 MiB. */
    @Test
    void manyOnesAreFiles() throws IOException {
        Table table = create(NO_UPKEEP, 100_000);
        UUID fragment = table.snapshot().fragments().get(0).id();
        List<byte[]> messages = new ArrayList<>();
        for (int task = 0; task < 7; task++) {
            int first = task * 8_000;
            messages.add(
                    new WrittenFiles(List.of(), scattered(table.snapshot(), fragment, first, first + 8_000)).bytes());
        }
        long inLog = 0;
        for (int i = 0; i < 24; i++) {
            Transaction delete = table.begin("delete");
            for (byte[] message : messages) {
                WrittenFiles.of(message).addTo(delete);
            }
            long after = inLog(delete.commit());
            assertTrue(after - inLog <= 64 << 10, after - inLog + " bytes in one entry");
            inLog = after;
        }
        assertTrue(inLog > 1_000_000 && inLog <= 1 << 20, inLog + " bytes in the log");
        Snapshot again = Table.open(folder(), TableSettings.DEFAULT).snapshot();
        assertEquals(inLog, inLog(again));
        List<SidecarFile> files =
                sidecars(again).stream().filter(sidecar -> !sidecar.isInLog()).toList();
        assertEquals(sidecarFiles().size(), files.size());
    }

    @Test
    void aRollbackHasTheRoomOfOneEntry() throws IOException {
        Table table = create(NO_UPKEEP, 100_000);
        UUID fragment = table.snapshot().fragments().get(0).id();
        for (int i = 0; i < 14; i++) {
            Transaction delete = table.begin("delete");
            List<ChangeWriter.Written> changes = scattered(table.snapshot(), fragment, 7000 * i, 7000 * i + 7000);
            new WrittenFiles(List.of(), changes).addTo(delete);
            delete.commit();
        }
        Snapshot before = table.snapshot();
        assertTrue(inLog(before) > 64 << 10, inLog(before) + " bytes");
        assertEquals(List.of(), sidecarFiles());
        TableOperations.of(table).truncate();
        TableOperations.of(table).rollback(before.version());
        Snapshot back = Table.open(folder(), TableSettings.DEFAULT).snapshot();
        assertEquals(before.rowCount(), back.rowCount());
        assertTrue(inLog(back) <= 64 << 10, inLog(back) + " bytes in one entry");
        assertTrue(!sidecarFiles().isEmpty(), "the others are files");
        Damage.assertSound(folder());
    }

    private static long inLog(Snapshot snapshot) throws IOException {
        return sidecars(snapshot).stream()
                .filter(SidecarFile::isInLog)
                .mapToLong(sidecar -> sidecar.identity().length())
                .sum();
    }

    /** A value in the log goes with the versions that have it. */
    @Test
    void expiryErasesValues() throws IOException {
        Table table = create(NO_UPKEEP, 10);
        TableOperations.of(table)
                .update(List.of(Assignment.literal("s", "Adams-0417")), Optional.of(Filter.equal("k", 3)));
        assertTrue(isThere("Adams-0417"));
        SmallParts.checkpoint(folder(), table.snapshot().state(), 1, UUID::randomUUID);
        TableOperations.of(table).delete(Filter.equal("k", 3));
        CompactionPlan plan = Compaction.plan(table.snapshot(), 1 << 30, CompactionCosts.DEFAULT);
        Compaction.run(table, plan, WriterOptions.DEFAULT);
        Expiry expiry = Expiry.plan(table, Duration.ZERO, 1, Duration.ZERO);
        assertTrue(
                expiry.files().stream().allMatch(file -> Files.exists(path.resolve(file.path()))),
                "a sidecar in the log is no file to remove");
        expiry.run();
        Table again = Table.open(folder(), TableSettings.DEFAULT);
        assertEquals(9, again.snapshot().rowCount());
        assertEquals(List.of(), sidecars(again.snapshot()));
        try (Stream<Path> parts = Files.list(path.resolve(Log.PARTS))) {
            for (Path part : parts.toList()) {
                assertFalse(Files.readString(part, StandardCharsets.ISO_8859_1).contains("Adams-0417"), part::toString);
            }
        }
        assertFalse(isThere("Adams-0417"));
    }

    private boolean isThere(String text) throws IOException {
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (Files.readString(file, StandardCharsets.ISO_8859_1).contains(text)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** A checkpoint and its parts say the same as the entries. */
    @Test
    void checkpointsHaveThem() throws IOException, InterruptedException {
        Map<String, String> small = Map.of(TableProperties.UPKEEP, "false", TableProperties.PART_FRAGMENTS, "2");
        Table table = create(TableProperties.NONE.withOther(small), 10);
        for (int i = 0; i < 4; i++) {
            Transaction more = table.begin("insert");
            Rows.insert(more, folder(), Rows.row(100L + i, i, "x"), Rows.row(200L + i, i, "y"));
            more.commit();
        }
        for (int i = 0; i < 9; i++) {
            TableOperations.of(table)
                    .update(
                            List.of(Assignment.literal("n", 50 + i)),
                            Optional.of(Filter.in("k", List.of((long) i, 100L + i % 4))));
            Snapshot again = Table.open(folder(), TableSettings.DEFAULT).snapshot();
            assertEquals(Rows.read(table.snapshot()), Rows.read(again));
            assertEquals(sidecars(table.snapshot()).size(), sidecars(again).size());
        }
        TableState last = Table.open(folder(), TableSettings.DEFAULT).snapshot().state();
        assertEquals(13, last.checkpoint());
        assertEquals(2, last.held().base().size());
        Damage.assertSound(folder());
        assertEquals(ReferenceTables.lines(table.snapshot()), ReferenceTables.run("table", path));
    }

    /** Tasks of Spark get the fragments that they read with what the log says of them. */
    @Test
    void partsOfSnapshotsHaveThem() throws IOException {
        Table table = create(NO_UPKEEP, 10);
        TableOperations.of(table).delete(Filter.less("k", 4));
        Snapshot snapshot = table.snapshot();
        SnapshotPart part =
                SnapshotPart.of(snapshot, List.of(snapshot.fragments().get(0).id()));
        Snapshot opened = part.open(folder());
        assertEquals(Rows.read(snapshot), Rows.read(opened));
        try (ChangeWriter writer = new ChangeWriter(opened, WriterOptions.DEFAULT)) {
            writer.delete(opened.fragments().get(0).id(), 8);
            assertTrue(writer.finish().get(0).contents().length > 0);
        }
    }

    /** A writer that is wrong: the entry has the bytes of another sidecar than it says. */
    @Test
    void anotherSidecarIsRefusedAndDropped() throws IOException {
        Table table = create(NO_UPKEEP, 10);
        UUID fragment = table.snapshot().fragments().get(0).id();
        List<ChangeWriter.Written> two = new ArrayList<>();
        for (int row : new int[] {3, 5}) {
            try (ChangeWriter writer = new ChangeWriter(table.snapshot(), WriterOptions.DEFAULT)) {
                writer.delete(fragment, row);
                two.addAll(writer.finish());
            }
        }
        Transaction right = table.begin("delete");
        right.addSidecar(two.get(0), Optional.empty());
        Changes changes = right.changes();
        SidecarFile.Added added = changes.sidecars.get(fragment).get(0);
        SidecarPlace wrong = new SidecarPlace(two.get(1).path(), two.get(1).contents());
        changes.sidecars
                .get(fragment)
                .set(
                        0,
                        new SidecarFile.Added(
                                wrong,
                                added.identity(),
                                1,
                                added.fields(),
                                Optional.empty(),
                                Map.of(),
                                OptionalLong.empty()));
        right.commit();
        Table open = Table.open(folder(), TableSettings.DEFAULT);
        CorruptFileException e = assertThrows(CorruptFileException.class, () -> Rows.read(open.snapshot()));
        assertTrue(e.getMessage().contains("not the sidecar that the table's log names"), e.getMessage());
        assertEquals(List.of(TableFault.Kind.REPLACED_SIDECAR), Damage.kinds(folder()));
        TableRepair repair =
                TableRepair.plan(folder(), RepairOptions.DEFAULT, TableSettings.DEFAULT, (bytes, of) -> {});
        assertEquals(
                1,
                repair.losses().stream()
                        .filter(loss -> loss.contains("1 rows that it deleted are back"))
                        .count());
        repair.apply(rows -> {});
        assertEquals(10, Table.open(folder(), TableSettings.DEFAULT).snapshot().rowCount());
        Damage.assertSound(folder());
    }

    /** What the log may not hold is refused when it is read. */
    @Test
    void tooLargeOnesAreRefused() throws IOException {
        Table table = create(NO_UPKEEP, 10);
        TableOperations.of(table).delete(Filter.equal("k", 3));
        TableState state = table.snapshot().state();
        UUID fragment = table.snapshot().fragments().get(0).id();
        SidecarFile old = sidecars(table.snapshot()).get(0);
        Changes changes = new Changes();
        SidecarPlace large = new SidecarPlace(old.path(), new byte[SidecarPlace.MOST_BYTES + 1]);
        changes.add(
                changes.sidecars,
                fragment,
                new SidecarFile.Added(
                        large, old.identity(), 1, List.of(), Optional.empty(), Map.of(), OptionalLong.empty()));
        CommitInfo below = state.info();
        CommitInfo info = new CommitInfo(3, below.time(), UUID.randomUUID(), "x", 2, false, 0);
        byte[] bytes = EntryWriter.bytes(
                "entry", state.table(), Optional.of(state.position().entry()), info, changes);
        Folder folder = folder();
        new Log(folder).create(3, bytes, OptionalInt.empty());
        CorruptFileException e =
                assertThrows(CorruptFileException.class, () -> Table.open(folder, TableSettings.DEFAULT));
        assertTrue(e.getMessage().contains("a sidecar of 16385 bytes in the log"), e.getMessage());
    }
}
