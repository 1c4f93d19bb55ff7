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
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Batch;
import dev.stoa.table.internal.change.SortedRuns;
import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.vio.Folder;
import dev.stoa.vio.WriteFailedException;
import dev.stoa.writer.JavaRows;
import dev.stoa.writer.WriterMemory;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FragmentWriterTest {
    private static final long FEW_BYTES = 20_000;

    private final long seed = Seeds.next(FragmentWriterTest.class);
    private final Random random = new Random(seed);

    @TempDir
    Path spill;

    private record Row(long k, Integer n, String s) {}

    private static TableProperties declared(boolean isDivided) {
        return new TableProperties(
                List.of(new TableProperties.SortColumn(2, true, true)),
                List.of(),
                isDivided ? List.of(new TableProperties.PartitionColumn(3, "value")) : List.of(),
                Map.of());
    }

    private List<Row> rows(int count) {
        List<Row> rows = new ArrayList<>();
        for (int k = 0; k < count; k++) {
            Integer n = random.nextInt(20) == 0 ? null : random.nextInt(count);
            rows.add(new Row(k, n, "part " + random.nextInt(3)));
        }
        return rows;
    }

    private void write(FragmentWriter files, Snapshot snapshot, List<Row> rows) throws IOException {
        int from = 0;
        while (from < rows.size()) {
            int to = Math.min(rows.size(), from + 1 + random.nextInt(300));
            files.writeUnordered(batch(snapshot, rows.subList(from, to)));
            from = to;
        }
    }

    private static Batch batch(Snapshot snapshot, List<Row> rows) throws IOException {
        return JavaRows.batch(
                snapshot.schema(),
                rows.stream().map(r -> new Object[] {r.k, r.n, r.s}).toList());
    }

    private WriterOptions options() {
        return WriterOptions.DEFAULT.withSpillFolder(Optional.of(spill));
    }

    /** Compares what a table gives in order with rows, for each partition: equal rows of several partitions come in any order. */
    private void assertInOrder(List<Row> rows, Table table) throws IOException {
        List<String> read = Rows.read(table.snapshot().scan().ordered());
        assertEquals(rows.size(), read.size(), "seed " + seed);
        Comparator<Row> order = Comparator.comparing(Row::n, Comparator.nullsFirst(Comparator.<Integer>reverseOrder()));
        for (int part = 0; part < 3; part++) {
            String s = "part " + part;
            List<String> expected = rows.stream()
                    .filter(row -> row.s.equals(s))
                    .sorted(order)
                    .map(row -> Arrays.asList(row.k, row.n, row.s).toString())
                    .toList();
            assertEquals(
                    expected, read.stream().filter(row -> row.endsWith(s + "]")).toList(), "seed " + seed);
        }
    }

    private long spilled() throws IOException {
        try (Stream<Path> files = Files.list(spill)) {
            return files.count();
        }
    }

    /** Memory holds a small part of the rows. The writer sorts them all, keeps equal ones as they came, and its files do not overlap. */
    @Test
    void rowsThatMemoryDoesNotHoldAreMerged() throws IOException {
        for (boolean isDivided : new boolean[] {false, true}) {
            MemoryFolder folder = new MemoryFolder();
            Table table = Table.create(folder, Rows.schema(), declared(isDivided), TableSettings.DEFAULT);
            Snapshot base = table.snapshot();
            List<Row> rows = rows(8_000 + random.nextInt(4_000));
            Transaction transaction = table.begin("insert");
            try (FragmentWriter files = new FragmentWriter(base, options(), Long.MAX_VALUE, FEW_BYTES)) {
                write(files, base, rows);
                assertTrue(files.writtenBytes() > 0, "what is put aside counts");
                List<FragmentWriter.Written> written = files.finish();
                assertEquals(isDivided ? 3 : 1, written.size(), "seed " + seed);
                for (FragmentWriter.Written file : written) {
                    assertEquals(isDivided, file.partition() != null, "scans prune files by their partitions");
                    transaction.addFragment(file.path(), Optional.ofNullable(file.partition()));
                }
            }
            transaction.commit();
            assertInOrder(rows, table);
            assertEquals(0, spilled());
        }
    }

    /** What needs more runs than are merged at once is written in several parts. */
    @Test
    void veryManyRowsAreMergedInParts() throws IOException {
        MemoryFolder folder = new MemoryFolder();
        Table table = Table.create(folder, Rows.schema(), declared(false), TableSettings.DEFAULT);
        Snapshot base = table.snapshot();
        List<Row> rows = rows((SortedRuns.MOST + 8) * 1_000);
        Transaction transaction = table.begin("insert");
        try (FragmentWriter files = new FragmentWriter(base, options(), Long.MAX_VALUE, FEW_BYTES)) {
            for (int i = 0; i < rows.size(); i += 1_000) {
                files.writeUnordered(batch(base, rows.subList(i, i + 1_000)));
            }
            List<FragmentWriter.Written> written = files.finish();
            assertEquals(2, written.size());
            for (FragmentWriter.Written file : written) {
                transaction.addFragment(file.path());
            }
        }
        transaction.commit();
        assertInOrder(rows, table);
        assertEquals(0, spilled());
    }

    /** Without a folder to put rows aside each run is a file of its own. */
    @Test
    void runsAreFilesWhereNothingCanBePutAside() throws IOException {
        Table table = Table.create(new MemoryFolder(), Rows.schema(), declared(false), TableSettings.DEFAULT);
        Snapshot base = table.snapshot();
        WriterOptions options = WriterOptions.DEFAULT.withSpillFolder(Optional.empty());
        try (FragmentWriter files = new FragmentWriter(base, options, Long.MAX_VALUE, FEW_BYTES)) {
            write(files, base, rows(8_000));
            assertTrue(files.finish().size() > 2);
        }
    }

    /** A folder that takes nothing fails the write, and no file stays in the table. */
    @Test
    void aFailureLeavesNothing() throws IOException {
        MemoryFolder folder = new MemoryFolder();
        Table table = Table.create(folder, Rows.schema(), declared(true), TableSettings.DEFAULT);
        Snapshot base = table.snapshot();
        WriterOptions options = WriterOptions.DEFAULT.withSpillFolder(Optional.of(spill.resolve("gone")));
        List<Folder.Entry> before = folder.list("");
        try (FragmentWriter files = new FragmentWriter(base, options, Long.MAX_VALUE, FEW_BYTES)) {
            WriteFailedException failed =
                    assertThrows(WriteFailedException.class, () -> write(files, base, rows(8_000)));
            assertTrue(failed.getMessage().contains("gone"), failed.getMessage());
            files.abort();
        }
        assertEquals(before, folder.list(""));
        // of three partitions two are written before the limit refuses the last
        try (FragmentWriter files = new FragmentWriter(base, options(), Long.MAX_VALUE, FEW_BYTES).mostFiles(2)) {
            write(files, base, rows(8_000));
            assertThrows(TableException.class, files::finish);
        }
        assertEquals(before, folder.list(""));
        assertEquals(0, spilled());
    }

    private static TableProperties divided() {
        return new TableProperties(
                List.of(), List.of(), List.of(new TableProperties.PartitionColumn(3, "value")), Map.of());
    }

    /** Whatever is open gives its memory back, and what is put aside goes. */
    @Test
    void whatIsNotFinishedLeavesNothing() throws IOException {
        for (TableProperties properties : List.of(TableProperties.NONE, divided(), declared(true))) {
            FaultyFolder folder = new FaultyFolder(new MemoryFolder());
            Snapshot base = Table.create(folder, Rows.schema(), properties, TableSettings.DEFAULT)
                    .snapshot();
            List<Folder.Entry> before = folder.list("");
            for (int way = 0; way < 3; way++) {
                WriterMemory memory = new WriterMemory(1 << 20);
                try (FragmentWriter files =
                        new FragmentWriter(base, options().withMemory(memory), FEW_BYTES, FEW_BYTES)) {
                    write(files, base, rows(8_000));
                    if (way == 0) {
                        files.abort();
                    } else if (way == 1) {
                        folder.fault = name -> FaultyFolder.AtCommit.DISK_FULL;
                        assertThrows(IOException.class, files::finish);
                        folder.fault = name -> FaultyFolder.AtCommit.DONE;
                        files.abort();
                    }
                }
                assertEquals(0, memory.used(), properties + ", way " + way);
                assertEquals(0, spilled());
                if (way < 2) {
                    assertEquals(before, folder.list(""), "way " + way);
                }
            }
        }
    }

    @Test
    void bytesAreThoseOfTheFiles() throws IOException {
        for (TableProperties properties : List.of(TableProperties.NONE, divided(), declared(true))) {
            MemoryFolder folder = new MemoryFolder();
            Table table = Table.create(folder, Rows.schema(), properties, TableSettings.DEFAULT);
            Snapshot base = table.snapshot();
            Transaction insert = table.begin("insert");
            try (FragmentWriter files = new FragmentWriter(base, options(), FEW_BYTES, FEW_BYTES)) {
                long last = 0;
                for (int i = 0; i < 8; i++) {
                    write(files, base, rows(1_000));
                    assertTrue(files.writtenBytes() >= last - FEW_BYTES, "it grows but for encoding");
                    last = files.writtenBytes();
                }
                long lengths = 0;
                for (FragmentWriter.Written file : files.finish()) {
                    insert.addFragment(file.path(), Optional.ofNullable(file.partition()));
                    lengths += folder.find(file.path()).orElseThrow().length();
                }
                assertEquals(lengths, files.writtenBytes());
                AddedFiles added = insert.addedFiles();
                assertTrue(added.files() > 0);
                assertEquals(new AddedFiles(added.files(), 0, lengths, 8_000, 0), added);
            }
            insert.commit();
            assertEquals(8_000, table.snapshot().rowCount());
        }
    }

    /** Also of files that earlier rows needed. */
    @Test
    void theLimitIsOfAllFiles() throws IOException {
        Table table = Table.create(new MemoryFolder(), Rows.schema(), declared(true), TableSettings.DEFAULT);
        Snapshot base = table.snapshot();
        WriterOptions options = WriterOptions.DEFAULT.withSpillFolder(Optional.empty());
        for (int most : new int[] {6, 5}) {
            try (FragmentWriter files = new FragmentWriter(base, options, Long.MAX_VALUE, 1).mostFiles(most)) {
                List<Row> three = List.of(new Row(1, 1, "a"), new Row(2, 1, "b"), new Row(3, 1, "c"));
                files.writeUnordered(batch(base, three));
                if (most == 6) {
                    files.writeUnordered(batch(base, three));
                    assertEquals(6, files.finish().size());
                } else {
                    assertThrows(TableException.class, () -> files.writeUnordered(batch(base, three)));
                }
            }
        }
    }
}
