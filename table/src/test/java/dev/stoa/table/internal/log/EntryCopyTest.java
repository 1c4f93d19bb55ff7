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

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Batch;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.ContentHash;
import dev.stoa.format.StructVector;
import dev.stoa.format.Type;
import dev.stoa.reader.ColumnBounds;
import dev.stoa.reader.Scan;
import dev.stoa.reader.StoaFile;
import dev.stoa.reader.Verifier;
import dev.stoa.table.DataFile;
import dev.stoa.table.Rows;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.Sidecars;
import dev.stoa.table.Table;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.table.Transaction;
import dev.stoa.table.internal.logfile.Cells;
import dev.stoa.table.internal.logfile.LogFile;
import dev.stoa.table.internal.logfile.LogKind;
import dev.stoa.table.internal.logfile.LogRow;
import dev.stoa.table.internal.logfile.MemorySink;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A copy of an entry says the same, and has the bounds that can be read, or that files tell. */
class EntryCopyTest {
    private static final int VERSION = 2;
    private static final int MANY = 20;

    /** Two rows of the log add a file, and a vector has 4,096 rows. */
    private static final int SEVERAL_VECTORS = 2_100;

    /** Makes keys of many bytes. */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private static final String NAME = Log.entryName(VERSION);

    private final MemoryFolder folder = new MemoryFolder();
    private final Log log = new Log(folder);
    private TableState below;
    private LogContents before;

    /** Version 2 inserts files, gives a fragment a sidecar, and changes whatever an entry can change. */
    private void make(int files) throws IOException {
        Table table = Table.create(folder, Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT);
        Transaction first = table.begin("first");
        UUID changed = Rows.insert(first, folder, Rows.row(1L, 1, "a"), Rows.row(2L, 2, "b"));
        UUID removed = Rows.insert(first, folder, Rows.row(3L, 3, "c"));
        first.commit();
        Transaction mixed = table.begin("mixed");
        ManyFragments.insert(
                mixed,
                folder,
                files,
                i -> Rows.row(files == SEVERAL_VECTORS ? i * SPREAD : 10L + i, 100 + i, i % 2 == 0 ? null : "t" + i));
        Sidecars.modify(mixed, folder, changed, "n", Map.of(1L, 70));
        mixed.removeFragment(removed);
        mixed.insertKeys(new long[] {-3, 4, 9});
        mixed.setProperties(TableProperties.NONE.withOther(Map.of("comment", "x")));
        mixed.commit();
        LogContents created = log.entry(0).orElseThrow();
        LogContents inserted = log.entry(1).orElseThrow();
        below = TableState.of(created, Log.entryName(0)).with(List.of(inserted), List.of(Log.entryName(1)));
        before = log.entry(VERSION).orElseThrow();
    }

    /** What an entry says of its files, and of the bounds of their fields. */
    private static List<String> texts(LogContents entry, int... fields) throws IOException {
        List<String> texts = new ArrayList<>();
        for (Action action : entry.actions()) {
            if (action instanceof Action.AddFile added) {
                DataFile file = added.file();
                texts.add(file.path() + text(file.row(), fields));
            } else if (action instanceof Action.AddSidecar added) {
                SidecarFile file = added.sidecar();
                texts.add(file.path() + text(file.row(), fields));
            }
        }
        return texts;
    }

    private static String text(LogRow row, int... fields) throws IOException {
        List<Type> types = List.of(Rows.LONG, Rows.INT, Rows.STRING);
        StringBuilder text = new StringBuilder();
        for (int field : fields) {
            Optional<ColumnBounds> known = FragmentBounds.ofRow(row, field, types.get(field - 1));
            text.append(", ")
                    .append(field)
                    .append(": ")
                    .append(known.map(bounds -> bounds.rows() + " " + bounds.nullCount()
                                    + bounds.min()
                                            .map(v -> " " + Rows.value(v, 0))
                                            .orElse("")
                                    + bounds.max()
                                            .map(v -> " " + Rows.value(v, 0))
                                            .orElse(""))
                            .orElse("unknown"));
        }
        return text.toString();
    }

    private EntryCopy.Copy copy() throws IOException {
        LogContents entry = log.entryWithoutBounds(NAME, VERSION).orElseThrow();
        TableState made = below.after(List.of(entry), List.of(NAME));
        return EntryCopy.withBounds(log, entry, made, entry.link().previous());
    }

    private static LogContents contents(EntryCopy.Copy copy) throws IOException {
        return new MemoryFile(NAME, copy.bytes()).contents(LogKind.ENTRY, VERSION);
    }

    @ParameterizedTest
    @CsvSource({"3, bounds", "20, f1.", "20, f2.", "20, f3."})
    void filesTellTheBoundsThatAreDamaged(int files, String column) throws IOException {
        make(files);
        List<String> expected = texts(before, 1, 2, 3);
        DamagedColumn.flip(folder, NAME, column);
        EntryCopy.Copy copy = copy();
        LogContents entry = contents(copy);
        assertEquals(expected, texts(entry, 1, 2, 3));
        assertEquals(files + 1, copy.readFiles());
        assertEquals(0, copy.unknownFiles());
        assertTrue(entry.isSame(before));
        assertEquals(before.info(), entry.info());
        assertEquals(before.table(), entry.table());
        assertEquals(before.link().previous(), entry.link().previous());
        assertEquals(before.schema(), entry.schema());
        assertEquals(before.properties(), entry.properties());
        assertEquals(before.features(), entry.features());
        assertArrayEquals(new long[] {-3, 4, 9}, entry.keys());
        assertEquals(List.of(), problems(copy));
    }

    private static List<Verifier.Problem> problems(EntryCopy.Copy copy) throws IOException {
        return Verifier.verify(new MemoryFile(NAME, copy.bytes()).open(), (bytes, of) -> {});
    }

    /** One data file is gone, and another one has the name of the second. */
    private List<String> spoilFiles() throws IOException {
        List<String> paths = before.actions().stream()
                .filter(Action.AddFile.class::isInstance)
                .map(action -> ((Action.AddFile) action).file().path())
                .toList();
        folder.delete(paths.get(0));
        folder.put(paths.get(1), folder.bytes(paths.get(2)));
        return paths.subList(0, 2);
    }

    @ParameterizedTest
    @CsvSource({"3, bounds, 1", "20, f2., 2"})
    void boundsThatNoFileTellsAreLeftOut(int files, String column, int field) throws IOException {
        make(files);
        List<String> expected = new ArrayList<>(texts(before, field));
        List<String> spoilt = spoilFiles();
        expected.replaceAll(text -> spoilt.stream()
                .filter(text::startsWith)
                .map(path -> path + ", " + field + ": unknown")
                .findFirst()
                .orElse(text));
        assertNotEquals(texts(before, field), expected);
        DamagedColumn.flip(folder, NAME, column);
        EntryCopy.Copy copy = copy();
        assertEquals(expected, texts(contents(copy), field));
        assertEquals(files - 1, copy.readFiles());
        assertEquals(2, copy.unknownFiles());
    }

    @Test
    void soundBoundsStayWithoutTheirFiles() throws IOException {
        make(MANY);
        List<String> expected = texts(before, 1, 3);
        spoilFiles();
        DamagedColumn.flip(folder, NAME, "f2.");
        assertEquals(expected, texts(contents(copy()), 1, 3));
    }

    /** Nothing is read from files if all bounds can be read. */
    @ParameterizedTest
    @CsvSource({"3", "20"})
    void aSoundEntryStaysAsItIs(int files) throws IOException {
        make(files);
        EntryCopy.Copy copy = copy();
        assertArrayEquals(folder.bytes(NAME), copy.bytes());
        assertEquals(0, copy.readFiles() + copy.unknownFiles());
    }

    @Test
    @Tag("slow")
    void severalVectorsAreCopied() throws IOException {
        make(SEVERAL_VECTORS);
        List<String> expected = texts(before, 1, 2, 3);
        byte[] right = folder.bytes(NAME);
        DamagedColumn.flip(folder, NAME, "f1.");
        assertCopied(expected, SEVERAL_VECTORS + 1);
        folder.put(NAME, right);
        forge(before, "f1", Integer.MAX_VALUE);
        assertCopied(expected, 1);
    }

    private void assertCopied(List<String> expected, int readFiles) throws IOException {
        EntryCopy.Copy copy = copy();
        assertEquals(readFiles, copy.readFiles());
        assertEquals(0, copy.unknownFiles());
        LogContents entry = contents(copy);
        assertEquals(expected, texts(entry, 1, 2, 3));
        assertTrue(entry.isSame(before));
        assertArrayEquals(new long[] {-3, 4, 9}, entry.keys());
        assertEquals(List.of(), problems(copy));
    }

    @Test
    @Tag("slow")
    void anEntryOfSeveralVectorsFollowsAnotherOne() throws IOException {
        make(SEVERAL_VECTORS);
        ContentHash other = new ContentHash(1, 2);
        byte[] bytes = EntryCopy.following(log, before, other);
        LogContents entry = new MemoryFile(NAME, bytes).contents(LogKind.ENTRY, VERSION);
        assertTrue(entry.follows(other));
        assertTrue(entry.isSame(before));
        assertEquals(before.info(), entry.info());
        assertEquals(before.properties(), entry.properties());
        assertEquals(texts(before, 1, 2, 3), texts(entry, 1, 2, 3));
        assertArrayEquals(new long[] {-3, 4, 9}, entry.keys());
    }

    /** Bounds in one row break a rule, and all checksums fit. */
    @ParameterizedTest
    @CsvSource({"3, bounds, '1: unknown, 2: unknown, 3: unknown'", "20, f2, '1: 1 0 10 10, 2: unknown, 3: 1 1'"})
    void theBoundsOfOtherRowsStay(int files, String column, String known) throws IOException {
        make(files);
        List<String> expected = texts(before, 1, 2, 3);
        forge(before, column, 0);
        List<String> spoilt = spoilFiles();
        EntryCopy.Copy copy = copy();
        assertEquals(1, copy.readFiles() + copy.unknownFiles(), "only the file of the bad row is asked");
        List<String> found = texts(contents(copy), 1, 2, 3);
        assertEquals(expected.subList(1, expected.size()), found.subList(1, found.size()));
        assertEquals(spoilt.get(0) + ", " + known, found.get(0));
    }

    /** Writes the entry with bounds that break a rule, for the file that comes after some files. */
    private void forge(LogContents entry, String column, int files) throws IOException {
        List<Long> rows = entry.actions().stream()
                .filter(Action.AddFile.class::isInstance)
                .map(action -> ((Action.AddFile) action).file().row().row())
                .sorted()
                .toList();
        long bad = rows.get(Math.min(files, rows.size() - 1));
        MemorySink sink = new MemorySink(NAME, 1 << 20);
        try (StoaFile file = StoaFile.open(folder.open(NAME, OptionalLong.empty()));
                Scan scan = file.scan().build();
                LogWriter writer = new LogWriter(
                        sink,
                        LogKind.ENTRY,
                        entry.table(),
                        entry.info(),
                        LogFile.columns(file),
                        LogFile.bounded(file))) {
            writer.commit(entry.info(), entry.link().previous());
            while (scan.next()) {
                Batch batch = scan.batch();
                List<ColumnVector> columns = new ArrayList<>(batch.columns());
                int at = batch.schema().indexOf(column).orElseThrow();
                columns.set(at, forged(columns.get(at), (int) (bad - batch.firstRow())));
                int[] selection = IntStream.range(batch.firstRow() == 0 ? 1 : 0, batch.rowCount())
                        .toArray();
                writer.copy(new Batch(
                        batch.schema(), columns, batch.rowCount(), batch.firstRow(), selection, selection.length));
            }
            writer.finish();
        }
        folder.put(NAME, sink.toByteArray());
        assertEquals(List.of(), log.problems(NAME));
    }

    /** A cell that is cut short, or bounds without a number of rows. */
    private static ColumnVector forged(ColumnVector column, int bad) {
        if (column instanceof StructVector struct) {
            List<ColumnVector> children = new ArrayList<>(struct.fields());
            List<Object> rows = new ArrayList<>();
            boolean[] nulls = new boolean[struct.size()];
            for (int i = 0; i < struct.size(); i++) {
                nulls[i] = struct.isNull(i);
                rows.add(nulls[i] || i == bad ? null : Rows.value(children.get(0), i));
            }
            children.set(0, Cells.vector(children.get(0).type(), rows));
            return new StructVector(struct.type(), children, nulls, nulls.length);
        }
        List<Object> cells = new ArrayList<>();
        for (int i = 0; i < column.size(); i++) {
            byte[] cell = column.isNull(i) ? null : ((BytesVector) column).get(i);
            cells.add(i == bad ? new byte[] {1} : cell);
        }
        return Cells.vector(column.type(), cells);
    }
}
