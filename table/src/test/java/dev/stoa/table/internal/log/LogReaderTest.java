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
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.ContentHash;
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Field;
import dev.stoa.format.UnsupportedFileException;
import dev.stoa.table.Fragment;
import dev.stoa.table.Rows;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.internal.logfile.LogColumn;
import dev.stoa.table.internal.logfile.LogKind;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Entries that are sound files, and say what no entry may. */
class LogReaderTest {
    private static final long VERSION = 7;
    private static final UUID TABLE = new UUID(1, 2);
    private static final UUID FRAGMENT = new UUID(3, 4);

    private final Map<String, String> metadata = new LinkedHashMap<>(Map.of(
            LogWriter.EDITION_KEY, LogWriter.EDITION,
            LogWriter.KIND_KEY, LogKind.ENTRY.text(),
            LogWriter.TABLE_KEY, TABLE.toString()));

    /** A row of an action, with pairs of columns and cells. */
    private static Map<LogColumn, Object> row(String action, Object... cells) {
        return EntryRows.row(VERSION, action, cells);
    }

    private static Map<LogColumn, Object> commit(Object... cells) {
        Map<LogColumn, Object> row = row(
                LogWriter.COMMIT,
                LogColumn.TIME,
                0L,
                LogColumn.TRANSACTION,
                new UUID(5, 6),
                LogColumn.OPERATION,
                "test",
                LogColumn.BASE,
                VERSION,
                LogColumn.OVERWRITE,
                true,
                LogColumn.PREVIOUS,
                new byte[16],
                LogColumn.ROWS,
                0L);
        row.putAll(row(LogWriter.COMMIT, cells));
        return row;
    }

    private static Map<LogColumn, Object> key(long hash) {
        return row(LogWriter.KEY, LogColumn.HASH, hash);
    }

    private static Map<LogColumn, Object> property(String name) {
        return row(LogWriter.PROPERTY, LogColumn.NAME, name, LogColumn.VALUE, "v");
    }

    private static Map<LogColumn, Object> sidecar(long version) {
        return row(
                LogWriter.SIDECAR,
                LogColumn.FRAGMENT,
                FRAGMENT,
                LogColumn.PATH,
                "_stoa/sidecars/s.stoa",
                LogColumn.FILE,
                new UUID(7, 8),
                LogColumn.LENGTH,
                100L,
                LogColumn.DIGEST,
                new byte[16],
                LogColumn.ROWS,
                2L,
                LogColumn.VERSION,
                version);
    }

    private byte[] bytes(List<Field> fields, List<Map<LogColumn, Object>> rows) throws IOException {
        return EntryRows.bytes(fields, rows, metadata, WriterOptions.DEFAULT);
    }

    private LogContents read(List<Map<LogColumn, Object>> rows) throws IOException {
        byte[] bytes = bytes(LogColumn.fields(EnumSet.allOf(LogColumn.class)), rows);
        return new MemoryFile("entry", bytes).contents(LogKind.ENTRY, VERSION);
    }

    @SafeVarargs
    private void refused(String problem, Map<LogColumn, Object>... rows) {
        List<Map<LogColumn, Object>> all = new ArrayList<>();
        for (Map<LogColumn, Object> row : rows) {
            all.add(row);
        }
        CorruptFileException e = assertThrows(CorruptFileException.class, () -> read(all), problem);
        assertTrue(e.getMessage().startsWith("entry: ") && e.getMessage().contains(problem), e.getMessage());
    }

    @Test
    void whatMayBeSaidIsRead() throws IOException {
        List<Map<LogColumn, Object>> rows = new ArrayList<>(List.of(
                commit(LogColumn.ROWS, 40L),
                row(LogWriter.SCHEMA, LogColumn.FIELD, 0),
                row(LogWriter.PROPERTIES),
                property("a"),
                property("b"),
                row(LogWriter.FRAGMENT, LogColumn.FRAGMENT, FRAGMENT, LogColumn.ROWS, 9L, LogColumn.PARTITION, "p"),
                row(LogWriter.REMOVE, LogColumn.FRAGMENT, TABLE, LogColumn.OTHER, FRAGMENT, LogColumn.ROWS, 3L),
                sidecar(VERSION),
                row(LogWriter.DROP, LogColumn.FRAGMENT, FRAGMENT, LogColumn.FILE, TABLE)));
        long[] keys = LongStream.range(-20, 20).toArray();
        LongStream.of(keys).forEach(hash -> rows.add(key(hash)));
        LogContents read = read(rows);
        assertEquals(TABLE, read.table());
        assertEquals(VERSION, read.info().version());
        assertEquals(VERSION, read.info().base());
        assertTrue(read.info().overwrite());
        assertEquals(40, read.info().keys());
        assertEquals(0, read.schema().orElseThrow().lastFieldId());
        assertEquals(Map.of("a", "v", "b", "v"), read.properties().orElseThrow());
        assertArrayEquals(keys, read.keys());
        assertEquals(4, read.actions().size());
        Fragment added = ((Action.AddFragment) read.actions().get(0)).fragment();
        assertEquals(FRAGMENT, added.id());
        assertEquals(9, added.rows());
        assertEquals(Optional.of("p"), added.partition());
        assertEquals(
                new Action.RemoveFragment(TABLE, Optional.of(FRAGMENT), 3),
                read.actions().get(1));
        SidecarFile sidecar = ((Action.AddSidecar) read.actions().get(2)).sidecar();
        assertEquals(VERSION, sidecar.version());
        assertEquals(2, sidecar.deletedRows());
        assertEquals(List.of(), sidecar.fields());
        assertEquals(new Action.DropSidecar(FRAGMENT, TABLE), read.actions().get(3));
    }

    @Test
    void theFirstRowIsTheCommit() {
        refused("none of them is a commit");
        refused("row 0 is 'properties': the first row", row(LogWriter.PROPERTIES));
        refused("row 1 is 'commit': the first row, and no other", commit(), commit());
        refused("it says that it is version 6", commit(LogColumn.VERSION, VERSION - 1));
        refused("it was begun at version 8", commit(LogColumn.BASE, VERSION + 1));
        refused("'base' is -1", commit(LogColumn.BASE, -1L));
        refused("'fragment' is missing", commit(), row(LogWriter.REMOVE, LogColumn.ROWS, 0L));
    }

    /** An entry names the one before it; a checkpoint names its own, and the floor. */
    @Test
    void filesOfALogAreChained() throws IOException {
        Map<LogColumn, Object> alone = commit();
        alone.remove(LogColumn.PREVIOUS);
        refused("it names no entry before it", alone);
        List<Field> fields = LogColumn.fields(EnumSet.allOf(LogColumn.class));
        metadata.put(LogWriter.KIND_KEY, LogKind.CHECKPOINT.text());
        byte[] hash = new byte[16];
        hash[15] = 3;
        byte[] right =
                bytes(fields, List.of(commit(LogColumn.PREVIOUS, hash, LogColumn.MARKER, 2L, LogColumn.FLOOR, 5L)));
        ChainLink link = new MemoryFile("checkpoint", right)
                .contents(LogKind.CHECKPOINT, VERSION)
                .link();
        assertEquals(Optional.of(new ContentHash(0, 3)), link.previous());
        assertEquals(Optional.of(new Floor(2, 5)), link.floor());
        for (long[] wrong : new long[][] {{0, 8}, {3, 2}, {-1, 0}, {0, -1}}) {
            byte[] bytes = bytes(fields, List.of(commit(LogColumn.MARKER, wrong[0], LogColumn.FLOOR, wrong[1])));
            assertThrows(
                    CorruptFileException.class,
                    () -> new MemoryFile("checkpoint", bytes).contents(LogKind.CHECKPOINT, VERSION));
        }
    }

    @Test
    void whatIsSaidOnceIsNotSaidTwice() {
        Map<LogColumn, Object> schema = row(LogWriter.SCHEMA, LogColumn.FIELD, 0);
        refused("two schemas", commit(), schema, schema);
        refused("two sets of properties", commit(), row(LogWriter.PROPERTIES), row(LogWriter.PROPERTIES));
        refused("a property without a set", commit(), property("a"));
        refused("two properties of one name", commit(), row(LogWriter.PROPERTIES), property("a"), property("a"));
    }

    @Test
    void keysAscendAndSidecarsAreNotOfTheFuture() {
        refused("the keys do not ascend", commit(), key(1), key(1));
        refused("the keys do not ascend", commit(), key(1), key(2), key(-3));
        refused("a sidecar of version 8", commit(), sidecar(VERSION + 1));
    }

    @Test
    void otherFilesAreNoEntries() {
        metadata.put(LogWriter.KIND_KEY, LogKind.CHECKPOINT.text());
        refused("it is no entry", commit());
        metadata.remove(LogWriter.KIND_KEY);
        refused("it is no entry", commit());
        metadata.put(LogWriter.KIND_KEY, LogKind.ENTRY.text());
        metadata.put(LogWriter.TABLE_KEY, "mine");
        refused("it names no table", commit());
        metadata.remove(LogWriter.TABLE_KEY);
        refused("it names no table", commit());
        metadata.put(LogWriter.EDITION_KEY, "99");
        assertThrows(UnsupportedFileException.class, () -> read(List.of(commit())));
        metadata.remove(LogWriter.EDITION_KEY);
        refused("neither an entry nor a checkpoint", commit());
    }

    private void unsupported(String problem, byte[] bytes) {
        UnsupportedFileException e = assertThrows(
                UnsupportedFileException.class, () -> new MemoryFile("entry", bytes).contents(LogKind.ENTRY, VERSION));
        assertTrue(e.getMessage().startsWith("entry: ") && e.getMessage().contains(problem), e.getMessage());
    }

    /** A release that passes over what it does not know gives wrong rows. */
    @Test
    void whatALaterReleaseMaySayIsRefusedByName() throws IOException {
        List<Field> fields = LogColumn.fields(EnumSet.allOf(LogColumn.class));
        for (String action : List.of("sleep", "key_file", "drop_key_file")) {
            unsupported("row 1 is the action '" + action + "'", bytes(fields, List.of(commit(), row(action))));
        }
        LogContents passed = read(List.of(commit(), row("_tag", LogColumn.NAME, "audited"), key(7)));
        assertEquals(List.of(), passed.actions());
        assertArrayEquals(new long[] {7}, passed.keys());
        int last = fields.size();
        fields.add(Field.nullable("last", Rows.LONG));
        for (String column : List.of("first_row_id", "encrypted", "f0")) {
            fields.set(last, Field.nullable(column, Rows.LONG));
            unsupported("it has the column '" + column + "'", bytes(fields, List.of(commit())));
        }
        for (String column : List.of("_comment", "_first_row_id", "_next_row_id")) {
            fields.set(last, Field.nullable(column, Rows.LONG));
            byte[] optional = bytes(fields, List.of(commit()));
            assertEquals(
                    VERSION,
                    new MemoryFile("entry", optional)
                            .contents(LogKind.ENTRY, VERSION)
                            .info()
                            .version());
        }
    }

    private static Map<LogColumn, Object> feature(String name, String who) {
        return row(LogWriter.FEATURE, LogColumn.NAME, name, LogColumn.VALUE, who);
    }

    @Test
    void featuresAreReadAndThoseOfReadersRefused() throws IOException {
        List<Field> fields = LogColumn.fields(EnumSet.allOf(LogColumn.class));
        Map<LogColumn, Object> set = row(LogWriter.FEATURES);
        assertEquals(
                new TableFeatures(Set.of(), Set.of("checks", "identity")),
                read(List.of(commit(), set, feature("checks", "writer"), feature("identity", "writer")))
                        .features()
                        .orElseThrow());
        assertEquals(TableFeatures.NONE, read(List.of(commit(), set)).features().orElseThrow());
        assertEquals(Optional.empty(), read(List.of(commit())).features());
        unsupported(
                "the table needs the reader features [clones, defaults]",
                bytes(fields, List.of(commit(), set, feature("defaults", "reader"), feature("clones", "reader"))));
        refused("two sets of features", commit(), set, set);
        refused("a feature without a set", commit(), feature("a", "writer"));
        refused("two features of one name", commit(), set, feature("a", "writer"), feature("a", "writer"));
        refused("a feature of a 'cook'", commit(), set, feature("a", "cook"));
    }

    @Test
    void columnsHaveTheirTypes() throws IOException {
        Set<LogColumn> columns = EnumSet.of(LogColumn.PREVIOUS);
        columns.addAll(LogColumn.OF_COMMIT);
        List<Field> fields = new ArrayList<>(LogColumn.fields(columns));
        byte[] few = bytes(fields, List.of(commit()));
        assertEquals(
                VERSION,
                new MemoryFile("entry", few)
                        .contents(LogKind.ENTRY, VERSION)
                        .info()
                        .version(),
                "columns may be missing");
        fields.add(Field.nullable("hash", Rows.INT));
        byte[] wrong = bytes(fields, List.of(commit(LogColumn.HASH, 1)));
        CorruptFileException e = assertThrows(
                CorruptFileException.class, () -> new MemoryFile("entry", wrong).contents(LogKind.ENTRY, VERSION));
        assertTrue(e.getMessage().contains("its column 'hash' is"), e.getMessage());
    }
}
