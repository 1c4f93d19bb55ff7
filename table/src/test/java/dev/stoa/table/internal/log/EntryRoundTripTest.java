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
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.ContentHash;
import dev.stoa.format.Field;
import dev.stoa.format.IntVector;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.ColumnBounds;
import dev.stoa.reader.FileIdentity;
import dev.stoa.reader.StoaFile;
import dev.stoa.table.CommitInfo;
import dev.stoa.table.DataFile;
import dev.stoa.table.Fragment;
import dev.stoa.table.Rows;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.TableProperties;
import dev.stoa.table.internal.logfile.Cells;
import dev.stoa.table.internal.logfile.LogColumn;
import dev.stoa.table.internal.logfile.LogFile;
import dev.stoa.table.internal.logfile.LogKind;
import dev.stoa.table.internal.logfile.LogRow;
import dev.stoa.table.internal.logfile.PackedBounds;
import dev.stoa.table.internal.logfile.SidecarPlace;
import dev.stoa.table.internal.schema.TableSchema;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What goes into an entry comes out of it, and out of a checkpoint that copies its rows. */
class EntryRoundTripTest {
    private static final UUID TABLE = new UUID(5, 5);
    private static final Type DOUBLE = Type.of(TypeKind.FLOAT64);
    private static final TableSchema NARROW = TableSchema.numbered(schema(Rows.INT), false);
    private static final TableSchema WIDE = TableSchema.numbered(schema(Rows.LONG), false);
    private static final TableFeatures FEATURES =
            new TableFeatures(Set.of("sidecars-in-log", "truncate"), Set.of("later", "sidecars-in-log"));

    private final MemoryFolder folder = new MemoryFolder();
    private long ids;

    private static Schema schema(Type first) {
        return Schema.of(Field.nullable("a", first), Field.nullable("b", Rows.STRING), Field.nullable("c", DOUBLE));
    }

    private UUID id() {
        return new UUID(0x4000 + ids++, Long.MIN_VALUE + ids);
    }

    private FileIdentity identity() {
        return new FileIdentity(id(), 1000 + ids, new ContentHash(ids, -ids));
    }

    /** Bounds of an int or a long, of a text with a length, and of doubles with NaNs. */
    private Map<Integer, ColumnBounds> bounds(Type first) {
        long least = ids;
        Object min = first.equals(Rows.INT) ? (Object) (int) least : (Object) least;
        Optional<ColumnVector> low = Optional.of(Cells.vector(first, List.of(min)));
        return Map.of(
                1, new ColumnBounds(first, 10, 1, 0, low, ids % 2 == 0, Optional.empty(), false),
                2,
                        new ColumnBounds(
                                Rows.STRING,
                                10,
                                2,
                                0,
                                Optional.empty(),
                                false,
                                Optional.of(Cells.vector(Rows.STRING, List.of("t" + least))),
                                ids % 3 == 0,
                                OptionalLong.of(70 + least)),
                3, ColumnBounds.unknown(DOUBLE, 10, 3, 4 + least % 3));
    }

    private DataFile.Added file(Optional<List<Integer>> fields, long folded, Type first) {
        return new DataFile.Added("data/" + id() + ".stoa", identity(), fields, folded, bounds(first));
    }

    private SidecarFile.Added sidecar(boolean isInLog, Optional<UUID> inserted, OptionalLong folded, Type first) {
        FileIdentity identity = identity();
        String path = Log.SIDECARS + "/" + identity.uuid() + ".stoa";
        SidecarPlace place = isInLog ? new SidecarPlace(path, new byte[] {1, (byte) ids, 3}) : SidecarPlace.file(path);
        return new SidecarFile.Added(place, identity, ids % 7, List.of(1, 3), inserted, bounds(first), folded);
    }

    private UUID insert(Changes changes, Optional<String> partition, Type first) {
        UUID id = id();
        changes.added.put(id, new Changes.NewFragment(100 + ids, partition, file(Optional.empty(), 0, first)));
        return id;
    }

    private byte[] write(long version, Optional<ContentHash> previous, Changes changes, long keys) throws IOException {
        CommitInfo info = new CommitInfo(
                version, Instant.ofEpochSecond(version, 123_000), id(), "test", Math.max(0, version - 1), true, keys);
        byte[] bytes = EntryWriter.bytes(Log.entryName(version), TABLE, previous, info, changes);
        folder.put(Log.entryName(version), bytes);
        LogContents read = read(version, bytes);
        assertEquals(info, read.info());
        assertEquals(TABLE, read.table());
        assertEquals(previous, read.link().previous());
        return bytes;
    }

    private static LogContents read(long version, byte[] bytes) throws IOException {
        return new MemoryFile(Log.entryName(version), bytes).contents(LogKind.ENTRY, version);
    }

    private static String text(ColumnBounds bounds) {
        String min = bounds.min().map(v -> text(v)).orElse("none");
        String max = bounds.max().map(v -> text(v)).orElse("none");
        return bounds.rows() + " " + bounds.nullCount() + " " + bounds.nanCount() + " " + min + bounds.minExact() + " "
                + max + bounds.maxExact() + " " + bounds.length();
    }

    private static String text(ColumnVector value) {
        return value instanceof BytesVector v
                ? v.getString(0)
                : String.valueOf(value instanceof IntVector i ? i.values()[0] : Cells.longAt(value, 0));
    }

    private static String text(Map<Integer, ColumnBounds> bounds) {
        return text(bounds.get(1)) + "," + text(bounds.get(2)) + "," + text(bounds.get(3));
    }

    private static String text(LogRow row) throws IOException {
        List<String> texts = new ArrayList<>();
        for (int field = 1; field <= 3; field++) {
            texts.add(text(row.file().bounds(field, row.row()).orElseThrow()));
        }
        return String.join(",", texts);
    }

    private static String text(UUID fragment, DataFile.Added file) {
        return "file " + fragment + file.path() + file.identity() + file.fields() + file.folded() + text(file.bounds());
    }

    private static String text(UUID fragment, SidecarFile.Added sidecar, long version) {
        return "sidecar " + fragment + sidecar.place().path() + sidecar.identity()
                + List.of(sidecar.place().contents().length, sidecar.folded().orElse(version), sidecar.deletedRows())
                + sidecar.fields() + sidecar.inserted() + text(sidecar.bounds());
    }

    private static String text(UUID fragment, DataFile file) throws IOException {
        return "file " + fragment + file.path() + file.identity() + file.fields() + file.folded() + text(file.row());
    }

    private static String text(UUID fragment, SidecarFile sidecar) throws IOException {
        return "sidecar " + fragment + sidecar.path() + sidecar.identity()
                + List.of(sidecar.place().contents().length, sidecar.version(), sidecar.deletedRows())
                + sidecar.fields() + sidecar.inserted() + text(sidecar.row());
    }

    /** What is put into an entry, in its order. */
    private static List<String> put(Changes changes, long version) {
        List<String> texts = new ArrayList<>();
        changes.removed.values().forEach(removed -> texts.add(removed.toString()));
        changes.dropped.forEach(dropped -> texts.add(dropped.toString()));
        changes.added.forEach((id, added) -> {
            texts.add("fragment " + id + added.rows() + added.partition());
            texts.add(text(id, added.file()));
        });
        changes.files.forEach((id, files) -> files.forEach(file -> texts.add(text(id, file))));
        changes.sidecars.forEach((id, some) -> some.forEach(sidecar -> texts.add(text(id, sidecar, version))));
        return texts;
    }

    private static List<String> got(LogContents contents) throws IOException {
        List<String> texts = new ArrayList<>();
        for (Action action : contents.actions()) {
            if (action instanceof Action.AddFragment a) {
                Fragment fragment = a.fragment();
                texts.add("fragment " + fragment.id() + fragment.rows() + fragment.partition());
            } else if (action instanceof Action.AddFile a) {
                texts.add(text(a.fragment(), a.file()));
            } else if (action instanceof Action.AddSidecar a) {
                texts.add(text(a.fragment(), a.sidecar()));
            } else {
                texts.add(action.toString());
            }
        }
        return texts;
    }

    private static boolean isPacked(byte[] entry) throws IOException {
        try (StoaFile file = StoaFile.open(new MemoryFile("entry", entry).open())) {
            boolean hasCells =
                    file.schema().indexOf(LogColumn.BOUNDS.columnName()).isPresent();
            assertEquals(!hasCells, file.schema().indexOf("f1").isPresent());
            return hasCells;
        }
    }

    /** All that a commit can do, with bounds in cells or in columns. */
    private Changes all(int inserts, List<UUID> before) {
        Changes changes = new Changes();
        UUID successor = insert(changes, Optional.of("p=1"), Rows.LONG);
        for (int i = 1; i < inserts; i++) {
            insert(changes, i % 2 == 0 ? Optional.of("p=" + i) : Optional.empty(), i % 3 == 0 ? Rows.INT : Rows.LONG);
        }
        changes.removed.put(before.get(0), new Action.RemoveFragment(before.get(0), Optional.of(successor), 17));
        changes.removed.put(before.get(1), new Action.RemoveFragment(before.get(1), Optional.empty(), 0));
        changes.add(changes.files, before.get(2), file(Optional.of(List.of(1, 3)), 1, Rows.LONG));
        changes.add(changes.files, before.get(2), file(Optional.of(List.of(2)), 0, Rows.LONG));
        changes.add(changes.sidecars, before.get(3), sidecar(true, Optional.of(id()), OptionalLong.empty(), Rows.LONG));
        changes.add(changes.sidecars, before.get(3), sidecar(false, Optional.empty(), OptionalLong.empty(), Rows.INT));
        changes.add(changes.sidecars, before.get(4), sidecar(false, Optional.empty(), OptionalLong.of(1), Rows.LONG));
        return changes;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 11, 12, 2100})
    void entriesSayWhatIsPutIntoThem(int inserts) throws IOException {
        Changes first = new Changes();
        List<UUID> before = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            before.add(insert(first, Optional.empty(), Rows.INT));
        }
        first.schema = Optional.of(NARROW);
        first.properties = Optional.of(
                new TableProperties(List.of(), List.of(2), List.of(), Map.of("comment", "x", "tag.a", "0")));
        first.features = Optional.of(FEATURES);
        byte[] bytes = write(0, Optional.empty(), first, 0);
        LogContents zero = read(0, bytes);
        assertTrue(isPacked(bytes));
        assertEquals(put(first, 0), got(zero));
        assertEquals(Optional.of(NARROW), zero.schema());
        assertEquals(first.properties.map(TableProperties::toTexts), zero.properties());
        assertEquals(Optional.of(FEATURES), zero.features());
        assertArrayEquals(new long[0], zero.keys());
        TableState state = TableState.of(zero, Log.entryName(0));

        Changes second = new Changes();
        second.add(second.sidecars, before.get(4), sidecar(false, Optional.empty(), OptionalLong.empty(), Rows.INT));
        LogContents one = read(1, write(1, Optional.of(zero.link().hash()), second, 0));
        assertEquals(put(second, 1), got(one));
        UUID old = second.sidecars.get(before.get(4)).get(0).identity().uuid();

        Changes third = all(inserts, before);
        third.dropped.add(new Action.DropSidecar(before.get(4), old));
        third.schema = Optional.of(WIDE);
        third.keys = new long[] {Long.MIN_VALUE, -1, 0, 7};
        bytes = write(2, Optional.of(one.link().hash()), third, 9);
        LogContents two = read(2, bytes);
        // a file for each insert, two more files, and three sidecars
        assertEquals(inserts + 5 <= PackedBounds.MOST_ROWS, isPacked(bytes));
        assertEquals(put(third, 2), got(two));
        assertArrayEquals(third.keys, two.keys());
        assertTrue(two.hasUnlistedKeys());
        assertEquals(Optional.of(WIDE), two.schema());
        assertEquals(Optional.empty(), two.properties());
        assertEquals(Optional.empty(), two.features());

        state = state.with(List.of(one, two), List.of(Log.entryName(1), Log.entryName(2)));
        checkCheckpoints(state);
    }

    /** An engine asks for the bounds of each column before it plans a statement. */
    @Test
    void boundsOfAllFieldsAreReadOnce() throws IOException {
        Changes changes = new Changes();
        insert(changes, Optional.empty(), Rows.LONG);
        changes.schema = Optional.of(WIDE);
        MemoryFile bytes = new MemoryFile("entry", write(0, Optional.empty(), changes, 0));
        FileIdentity identity;
        try (StoaFile file = StoaFile.open(bytes.open())) {
            identity = file.identity();
        }
        int[] opened = new int[1];
        LogFile entry = new LogFile(
                () -> {
                    opened[0]++;
                    return bytes.open();
                },
                "entry",
                0,
                identity);
        List<Action> actions = bytes.contents(LogKind.ENTRY, 0).actions();
        long row = ((Action.AddFile) actions.get(1)).file().row().row();
        for (int field = 1; field <= 3; field++) {
            assertTrue(entry.bounds(field, row).isPresent());
            assertEquals(Optional.empty(), entry.bounds(field, 0));
        }
        assertEquals(Optional.empty(), entry.bounds(4, row));
        assertEquals(1, opened[0]);
        entry.forget();
        assertTrue(entry.bounds(2, row).isPresent());
        assertEquals(2, opened[0]);
    }

    private static List<String> texts(TableState state) throws IOException {
        List<String> texts = new ArrayList<>();
        for (Fragment fragment : state.fragments().values()) {
            texts.add("fragment " + fragment.id() + fragment.rows() + fragment.partition());
            for (DataFile file : fragment.files()) {
                texts.add(text(fragment.id(), file));
            }
            for (SidecarFile sidecar : fragment.sidecars()) {
                texts.add(text(fragment.id(), sidecar));
            }
        }
        return texts;
    }

    /** Whether it has parts or not, a checkpoint is the state. */
    private void checkCheckpoints(TableState state) throws IOException {
        for (int most : new int[] {state.fragments().size() / 3, 1_000_000}) {
            CheckpointWriter.write(state, folder, Log.checkpointName(2), most, this::id);
            TableState read = new Log(folder).checkpoint(2).orElseThrow();
            assertEquals(state.fragments().size() >= most, read.held().base().size() > 0);
            assertEquals(texts(state), texts(read));
            assertEquals(state.schema(), read.schema());
            assertEquals(state.properties(), read.properties());
            assertEquals(state.features(), read.features());
            assertEquals(state.info(), read.info());
            assertEquals(state.position().entry(), read.position().entry());
            assertEquals(state.position().floor(), read.position().floor());
            folder.delete(Log.checkpointName(2));
        }
    }

    private static void assertHasNot(byte[] entry, LogColumn... columns) throws IOException {
        try (StoaFile file = StoaFile.open(new MemoryFile("entry", entry).open())) {
            for (LogColumn column : columns) {
                assertTrue(file.schema().indexOf(column.columnName()).isEmpty(), column.toString());
            }
        }
    }

    /** Columns that are null in all rows would cost bytes in each entry. */
    @Test
    void entriesHaveTheColumnsThatTheyNeed() throws IOException {
        Changes columns = new Changes();
        columns.schema = Optional.of(NARROW);
        assertHasNot(
                write(0, Optional.empty(), columns, 0),
                LogColumn.PREVIOUS,
                LogColumn.BOUNDS,
                LogColumn.PATH,
                LogColumn.PARTITION,
                LogColumn.OTHER,
                LogColumn.CONTENTS,
                LogColumn.HASH);
        Changes rows = new Changes();
        UUID id = insert(rows, Optional.empty(), Rows.INT);
        rows.add(rows.sidecars, id, sidecar(false, Optional.empty(), OptionalLong.empty(), Rows.INT));
        assertHasNot(
                write(1, Optional.of(new ContentHash(1, 1)), rows, 0),
                LogColumn.PARTITION,
                LogColumn.CONTENTS,
                LogColumn.NAME,
                LogColumn.VALUE);
    }

    @Test
    void entriesThatOnlySetPropertiesOrFeatures() throws IOException {
        Optional<ContentHash> previous = Optional.of(new ContentHash(1, 1));
        Changes properties = new Changes();
        properties.properties =
                Optional.of(new TableProperties(List.of(), List.of(), List.of(), Map.of("comment", "x")));
        LogContents read = read(1, write(1, previous, properties, 0));
        assertEquals(properties.properties.map(TableProperties::toTexts), read.properties());
        assertEquals(Optional.empty(), read.schema());
        Changes features = new Changes();
        features.features = Optional.of(FEATURES);
        assertEquals(
                Optional.of(FEATURES), read(1, write(1, previous, features, 0)).features());
    }

    private static DataFile.Added only(DataFile.Added file, int field) {
        Map<Integer, ColumnBounds> one = Map.of(field, file.bounds().get(field));
        return new DataFile.Added(file.path(), file.identity(), file.fields(), file.folded(), one);
    }

    /** New fragments know field a, files know field b, and sidecars know field c: each has a column. */
    @Test
    void boundsOfAllRowsHaveColumns() throws IOException {
        Changes changes = new Changes();
        UUID id = id();
        for (int i = 0; i <= PackedBounds.MOST_ROWS; i++) {
            Type first = i == PackedBounds.MOST_ROWS ? Rows.LONG : Rows.INT;
            changes.added.put(
                    id(), new Changes.NewFragment(9, Optional.empty(), only(file(Optional.empty(), 0, first), 1)));
        }
        changes.add(changes.files, id, only(file(Optional.of(List.of(2)), 0, Rows.INT), 2));
        SidecarFile.Added sidecar = sidecar(false, Optional.empty(), OptionalLong.empty(), Rows.INT);
        changes.add(
                changes.sidecars,
                id,
                new SidecarFile.Added(
                        sidecar.place(),
                        sidecar.identity(),
                        1,
                        List.of(3),
                        Optional.empty(),
                        Map.of(3, sidecar.bounds().get(3)),
                        OptionalLong.empty()));
        byte[] bytes = write(1, Optional.of(new ContentHash(1, 1)), changes, 0);
        assertFalse(isPacked(bytes));
        int[] found = new int[4];
        for (Action action : read(1, bytes).actions()) {
            Optional<LogRow> row = action instanceof Action.AddFile file
                    ? Optional.of(file.file().row())
                    : action instanceof Action.AddSidecar added
                            ? Optional.of(added.sidecar().row())
                            : Optional.empty();
            for (int field = 1; field <= 3 && row.isPresent(); field++) {
                Optional<ColumnBounds> bounds =
                        row.get().file().bounds(field, row.get().row());
                found[field] += bounds.isPresent() ? 1 : 0;
                assertEquals(
                        field == 1 && bounds.isPresent(),
                        bounds.isPresent() && bounds.get().type().equals(Rows.LONG));
            }
        }
        assertArrayEquals(new int[] {0, PackedBounds.MOST_ROWS + 1, 1, 1}, found);
    }

    /** A rollback makes a column narrow again: bounds that a checkpoint can't copy are not told, and rows are. */
    @Test
    void boundsOfAWiderTypeAreNotCopied() throws IOException {
        Changes first = new Changes();
        UUID narrow = insert(first, Optional.empty(), Rows.INT);
        first.schema = Optional.of(NARROW);
        first.properties = Optional.of(TableProperties.NONE);
        LogContents zero = read(0, write(0, Optional.empty(), first, 0));
        Changes second = new Changes();
        second.schema = Optional.of(WIDE);
        for (int i = 0; i <= PackedBounds.MOST_ROWS; i++) {
            insert(second, Optional.empty(), Rows.LONG);
        }
        LogContents one = read(1, write(1, Optional.of(zero.link().hash()), second, 0));
        Changes third = new Changes();
        third.schema = Optional.of(NARROW);
        LogContents two = read(2, write(2, Optional.of(one.link().hash()), third, 0));
        TableState state = TableState.of(zero, Log.entryName(0))
                .with(List.of(one, two), List.of(Log.entryName(1), Log.entryName(2)));
        CheckpointWriter.write(state, folder, Log.checkpointName(2), 1_000_000, this::id);
        TableState read = new Log(folder).checkpoint(2).orElseThrow();
        assertEquals(state.fragments().keySet(), read.fragments().keySet());
        for (Fragment fragment : read.fragments().values()) {
            LogRow row = fragment.files().get(0).row();
            Optional<ColumnBounds> bounds = row.file().bounds(1, row.row());
            assertEquals(fragment.id().equals(narrow), bounds.isPresent());
            assertTrue(row.file().bounds(2, row.row()).isPresent());
        }
    }
}
