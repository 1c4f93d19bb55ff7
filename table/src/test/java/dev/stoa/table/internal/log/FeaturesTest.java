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

import static dev.stoa.table.Rows.row;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.UnsupportedFileException;
import dev.stoa.reader.FileIdentity;
import dev.stoa.reader.StoaFile;
import dev.stoa.table.CommitInfo;
import dev.stoa.table.Compaction;
import dev.stoa.table.CompactionCosts;
import dev.stoa.table.CompactionPlan;
import dev.stoa.table.DataFile;
import dev.stoa.table.Expiry;
import dev.stoa.table.RepairOptions;
import dev.stoa.table.Rows;
import dev.stoa.table.Table;
import dev.stoa.table.TableBranch;
import dev.stoa.table.TableFault;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableRepair;
import dev.stoa.table.TableSettings;
import dev.stoa.table.TableVerifier;
import dev.stoa.table.Transaction;
import dev.stoa.table.internal.logfile.LogColumn;
import dev.stoa.table.internal.logfile.LogKind;
import dev.stoa.table.internal.logfile.MemorySink;
import dev.stoa.vio.LocalFolder;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** A table of a later release, which needs features that this one does not know. */
class FeaturesTest {
    @TempDir
    Path path;

    /** What an entry says after its commit. */
    private interface Actions {
        void write(LogWriter writer) throws IOException;
    }

    private Table created() throws IOException {
        return Table.create(new LocalFolder(path), Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT);
    }

    private Transaction insert(Table table) throws IOException {
        Transaction insert = table.begin("insert");
        String file = insert.newDataFile();
        Rows.write(new LocalFolder(path), file, table.snapshot().schema(), row(1L, 1, "s"));
        insert.addFragment(file);
        return insert;
    }

    /** Commits features as a later release would, after the newest version of a table. */
    private void commit(Table table, TableFeatures features) throws IOException {
        commit(table, writer -> writer.features(features));
    }

    private void commit(Table table, Actions actions) throws IOException {
        Log log = new Log(new LocalFolder(path));
        CommitInfo below = table.snapshot().commit();
        long version = below.version() + 1;
        CommitInfo info = new CommitInfo(version, below.time(), UUID.randomUUID(), "later", below.version(), false, 0);
        UUID id = log.entry(0).orElseThrow().table();
        MemorySink sink = new MemorySink("entry", 1 << 20);
        try (LogWriter writer =
                new LogWriter(sink, LogKind.ENTRY, id, info, EnumSet.allOf(LogColumn.class), Map.of())) {
            writer.commit(info, Optional.of(table.snapshot().state().position().entry()));
            actions.write(writer);
            writer.finish();
        }
        log.create(version, sink.toByteArray(), OptionalInt.empty());
    }

    private Table open() throws IOException {
        return Table.open(new LocalFolder(path), TableSettings.DEFAULT);
    }

    private static void refused(String problem, Executable call) {
        UnsupportedFileException e = assertThrows(UnsupportedFileException.class, call);
        assertTrue(e.getMessage().contains(problem), e.getMessage());
    }

    @Test
    void anUnknownReaderFeatureRefusesTheTable() throws IOException {
        commit(created(), new TableFeatures(Set.of("defaults"), Set.of()));
        refused("the table needs the reader features [defaults]", this::open);
    }

    /** A set is gathered in time that grows with its size: a square of it would take minutes. */
    @Test
    @Tag("slow")
    void manyFeaturesAreReadInOneGo() throws IOException {
        Set<String> names = new TreeSet<>();
        for (int i = 0; i < 200_000; i++) {
            names.add("feature" + i);
        }
        commit(created(), new TableFeatures(Set.of(), names));
        TableFeatures read =
                new Log(new LocalFolder(path)).entry(1).orElseThrow().features().orElseThrow();
        assertEquals(names, read.writer());
    }

    /** Commits, checkpoints and expiry are refused, so that they break no promise of the feature. Reading goes on. */
    @Test
    void anUnknownWriterFeatureLeavesTheTableReadable() throws IOException {
        Table before = created();
        insert(before).commit();
        commit(before, new TableFeatures(Set.of(), Set.of("checks")));
        Table table = open();
        assertEquals(2, table.snapshot().version());
        assertEquals(1, table.snapshot().rowCount());
        String problem = "the table needs the writer features [checks]";
        refused(problem, () -> table.begin("insert"));
        refused(problem, () -> Expiry.plan(table, Duration.ZERO, 1, Duration.ZERO));
        Log log = new Log(new LocalFolder(path));
        List<LogContents> entries = new ArrayList<>();
        for (int version = 0; version <= 2; version++) {
            entries.add(log.entry(version).orElseThrow());
        }
        TableState state = TableState.of(entries.get(0), "0").with(entries.subList(1, 3), List.of("1", "2"));
        assertFalse(log.makeCheckpoint(state));
        assertFalse(Files.exists(path.resolve("_stoa/0000000000000000002.checkpoint")));
    }

    @Test
    void anUnknownWriterFeatureRefusesCompactions() throws IOException {
        Table before = created();
        insert(before).commit();
        insert(before).commit();
        CompactionPlan plan = Compaction.plan(before.snapshot(), Long.MAX_VALUE, CompactionCosts.DEFAULT);
        assertFalse(plan.chosen().isEmpty());
        commit(before, new TableFeatures(Set.of(), Set.of("checks")));
        Table table = open();
        refused(
                "the table needs the writer features [checks]",
                () -> Compaction.run(table, plan, WriterOptions.DEFAULT));
        assertEquals(3, open().snapshot().version());
    }

    /** A writer that checks nothing may bring rows that break a constraint. They are found by verification. */
    @Test
    void rowsThatBreakAConstraintAreFound() throws IOException {
        Table table = created();
        insert(table).commit();
        Log log = new Log(new LocalFolder(path));
        CommitInfo below = table.snapshot().commit();
        CommitInfo info = new CommitInfo(2, below.time(), UUID.randomUUID(), "careless", 1, false, 0);
        MemorySink sink = new MemorySink("entry", 1 << 20);
        try (LogWriter writer = new LogWriter(
                sink,
                LogKind.ENTRY,
                log.entry(0).orElseThrow().table(),
                info,
                EnumSet.allOf(LogColumn.class),
                Map.of())) {
            writer.commit(info, Optional.of(table.snapshot().state().position().entry()));
            writer.properties(Map.of("check.large", "n > 5"));
            writer.features(new TableFeatures(Set.of(), Set.of("check")));
            writer.finish();
        }
        log.create(2, sink.toByteArray(), OptionalInt.empty());
        List<TableFault> faults = TableVerifier.verify(new LocalFolder(path), true, (done, all) -> {})
                .faults();
        assertEquals(1, faults.size(), faults.toString());
        assertEquals(TableFault.Kind.UNDECLARED_ROWS, faults.get(0).kind());
        assertEquals(
                "the row with n = 1 breaks the constraint 'large', check (n > 5)",
                faults.get(0).what());
    }

    /** A later release may give rows ids, in columns of reserved field ids. This one reads the others and changes nothing. */
    @Test
    void filesMayHaveColumnsOfReservedFields() throws IOException {
        Table before = created();
        List<Field> fields = new ArrayList<>(before.snapshot().schema().fields());
        fields.add(Field.required("_row_id", Rows.LONG).withFieldId(Integer.MAX_VALUE));
        fields.add(Field.required("_row_version", Rows.LONG).withFieldId(Integer.MAX_VALUE - 1));
        LocalFolder folder = new LocalFolder(path);
        Rows.write(folder, "data/f.stoa", new Schema(fields), row(5L, 6, "s", 7L, 1L));
        FileIdentity file;
        try (StoaFile stoa = StoaFile.open(folder.open("data/f.stoa", OptionalLong.empty()))) {
            file = stoa.identity();
        }
        UUID fragment = UUID.randomUUID();
        commit(before, writer -> {
            writer.fragment(fragment, 1, Optional.empty());
            writer.file(fragment, new DataFile.Added("data/f.stoa", file, Optional.empty(), 1, Map.of()));
            writer.features(new TableFeatures(Set.of(), Set.of("row-ids")));
        });
        Table table = open();
        assertEquals(List.of("[5, 6, s]"), Rows.read(table.snapshot()));
        refused("the table needs the writer features [row-ids]", () -> table.begin("insert"));
    }

    /** A transaction that began before the feature came is refused when it commits. */
    @Test
    void aTransactionThatAFeatureOvertakesIsRefused() throws IOException {
        Table early = created();
        Transaction insert = insert(early);
        commit(early, new TableFeatures(Set.of(), Set.of("checks")));
        refused("the table needs the writer features [checks]", insert::commit);
        assertEquals(0, open().snapshot().rowCount());
    }

    /** A plan writes nothing, so it is shown. Its steps are refused before the first one. */
    @Test
    void aRepairMovesNothing() throws IOException {
        Table table = created();
        insert(table).commit();
        commit(table, new TableFeatures(Set.of(), Set.of("checks")));
        Path data;
        try (Stream<Path> files = Files.list(path.resolve("data"))) {
            data = files.findFirst().orElseThrow();
        }
        byte[] bytes = Files.readAllBytes(data);
        Files.write(data, Arrays.copyOf(bytes, bytes.length - 1));
        TableRepair repair = TableRepair.plan(
                new LocalFolder(path), RepairOptions.DEFAULT, TableSettings.DEFAULT, (done, all) -> {});
        assertFalse(repair.isEmpty());
        List<Path> before = files();
        refused("the table needs the writer features [checks]", () -> repair.apply(rows -> {}));
        assertEquals(before, files());
    }

    /** What a property needs, its table names; what no property needs any more, it no longer names, except sidecars in the log. */
    @Test
    void propertiesNeedFeatures() {
        TableProperties none = TableProperties.NONE;
        TableFeatures other = new TableFeatures(Set.of("r"), Set.of("w"));
        assertEquals(other, other.with(none));
        Map<String, String> named =
                Map.of("check.c", "n > 5", "tag.t", "1", "branch.b", new TableBranch(1, new UUID(1, 2)).toString());
        for (String name : named.keySet()) {
            TableFeatures with = other.with(none.withOther(Map.of(name, named.get(name))));
            String feature = Map.of("check.c", "check", "tag.t", "tags", "branch.b", "branches")
                    .get(name);
            assertEquals(new TableFeatures(Set.of("r"), Set.of("w", feature)), with);
            assertEquals(other, with.with(none));
        }
        TableProperties truncated = new TableProperties(
                List.of(), List.of(), List.of(new TableProperties.PartitionColumn(1, "truncate(4)")), Map.of());
        assertEquals(new TableFeatures(Set.of("r", "truncate"), Set.of("w")), other.with(truncated));
        assertEquals(other, other.with(truncated).with(none));
        TableProperties identity = new TableProperties(
                List.of(), List.of(), List.of(new TableProperties.PartitionColumn(1, "identity")), Map.of());
        assertEquals(other, other.with(identity));
    }

    @Test
    void sidecarsInTheLogAreAFeatureOfBoth() {
        TableProperties set = TableProperties.NONE.withOther(Map.of(TableProperties.SIDECARS_IN_LOG, "true"));
        TableFeatures both = new TableFeatures(Set.of("sidecars-in-log"), Set.of("sidecars-in-log"));
        assertEquals(both, TableFeatures.NONE.with(set));
        assertEquals(both, TableFeatures.ofNew(set));
        assertEquals(both, TableFeatures.ofNew(TableProperties.NONE), "new tables have them");
        TableProperties not = TableProperties.NONE.withOther(Map.of(TableProperties.SIDECARS_IN_LOG, "false"));
        assertEquals(TableFeatures.NONE, TableFeatures.ofNew(not));
        assertEquals(both, both.with(TableProperties.NONE), "the log still has them");
        assertTrue(both.hasSidecarsInLog());
        assertFalse(new TableFeatures(Set.of(), Set.of("sidecars-in-log")).hasSidecarsInLog());
    }

    @Test
    void onlyKnownFeaturesAreReadAndWritten() throws IOException {
        TableFeatures all = new TableFeatures(
                Set.of("truncate", "sidecars-in-log"), Set.of("check", "tags", "branches", "sidecars-in-log"));
        all.checkReadable("t");
        all.checkWritable("t");
        assertTrue(all.isWritable());
        TableFeatures later = new TableFeatures(Set.of("check"), Set.of("truncate", "check"));
        refused("t: the table needs the reader features [check]", () -> later.checkReadable("t"));
        refused("t: the table needs the writer features [truncate]", () -> later.checkWritable("t"));
        assertFalse(later.isWritable());
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.walk(path)) {
            return files.sorted().toList();
        }
    }
}
