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

import static dev.stoa.table.Rows.insert;
import static dev.stoa.table.Rows.read;
import static dev.stoa.table.Rows.row;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Field;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.Filter;
import dev.stoa.table.internal.log.BranchFolder;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.vio.Folder;
import dev.stoa.vio.LocalFolder;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Branches: write, audit, publish. */
class BranchTest {
    @TempDir
    private Path path;

    private Folder folder;
    private Table table;

    @BeforeEach
    void create() throws IOException {
        folder = new LocalFolder(path);
        table = Table.create(folder, Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT);
        inserted(table, 1);
        inserted(table, 2);
    }

    private static void inserted(Table into, long k) throws IOException {
        Transaction transaction = into.begin("insert");
        insert(transaction, into.folder(), row(k, 1, "s"));
        transaction.commit();
    }

    private Table branch(String name) throws IOException {
        TableOperations.of(table).branch(name, OptionalLong.empty());
        return Table.open(folder, TableSettings.DEFAULT).branch(name);
    }

    private void expire() throws IOException {
        Expiry.plan(table, Duration.ZERO, 1, Duration.ZERO).run();
    }

    private static void refused(String why, Executable call) {
        Exception e = assertThrows(Exception.class, call);
        assertTrue(e.getMessage().contains(why), e.toString());
    }

    /** Its log has no entry 0 and no floor marker: the checkpoint stands for both. */
    @Test
    void aBranchOfTheFirstVersionIsSound() throws IOException {
        TableOperations.of(table).branch("first", OptionalLong.of(0));
        Damage.assertSound(folder);
        Table first = Table.open(folder, TableSettings.DEFAULT).branch("first");
        inserted(first, 3);
        assertEquals(List.of("[3, 1, s]"), read(first.snapshot()));
        Damage.assertSound(folder);
    }

    @Test
    void aBranchIsWrittenReadAndPublished() throws IOException {
        Table audit = branch("audit");
        inserted(audit, 3);
        TableOperations.of(audit).delete(Filter.equal("k", 1L));
        assertEquals(List.of("[2, 1, s]", "[3, 1, s]"), read(audit.snapshot()));
        assertEquals(List.of("[1, 1, s]", "[2, 1, s]"), read(table.snapshot()));
        assertEquals(List.of("[1, 1, s]", "[2, 1, s]"), read(audit.snapshotAt(2)));
        refused("no version 1: the branch begins with version 2", () -> audit.snapshotAt(1));
        refused(
                "its log does not begin with version 1: drop the branch",
                () -> Branches.first(audit, new TableBranch(1, new UUID(1, 2))));
        long before = table.snapshot().version();
        TableOperations.of(table).publish("audit");
        assertEquals(before + 1, table.snapshot().version());
        assertEquals(List.of("[2, 1, s]", "[3, 1, s]"), read(table.snapshot()));
        inserted(audit, 4);
        TableOperations.of(table).publish("audit");
        assertEquals(3, read(table.snapshot()).size());
        TableOperations.of(table).dropBranch("audit");
        refused("no branch 'audit': the table has no branches", () -> table.branch("audit"));
        assertEquals(
                3, read(Table.open(folder, TableSettings.DEFAULT).snapshot()).size());
    }

    @Test
    void columnsAndConstraintsOfABranchArePublished() throws IOException {
        Table audit = branch("audit");
        TableOperations.of(audit)
                .alter(snapshot -> new SchemaEdit(snapshot)
                        .add(Field.nullable("more", Type.of(TypeKind.INT32)))
                        .schema());
        TableOperations.of(audit)
                .run("add", t -> t.setProperties(t.snapshot().properties().withCheck("c", "k > 0")));
        TableOperations.of(table).publish("audit");
        assertEquals(4, table.snapshot().schema().fields().size());
        assertEquals(Set.of("c"), table.snapshot().properties().checks().keySet());
        assertEquals(Set.of("audit"), table.snapshot().properties().branches().keySet());
        refused("breaks the constraint 'c'", () -> {
            try (RowInsert insert = TableOperations.of(table).insert()) {
                insert.write(dev.stoa.writer.JavaRows.batch(
                        table.snapshot().schema(), List.<Object[]>of(new Object[] {-1L, 1, "s", 2})));
                insert.commit();
            }
        });
    }

    @Test
    void aTableThatHasChangedIsNotOverwritten() throws IOException {
        Table audit = branch("audit");
        inserted(audit, 3);
        TableOperations.of(table).tag("kept", OptionalLong.empty(), false);
        inserted(table, 4);
        refused(
                "it has changed since the branch 'audit' was made from version 2",
                () -> TableOperations.of(table).publish("audit"));
        assertEquals(3, read(table.snapshot()).size());
        TableOperations.of(table).rollback(2);
        TableOperations.of(table).publish("audit");
        assertEquals(List.of("[1, 1, s]", "[2, 1, s]", "[3, 1, s]"), read(table.snapshot()));
        assertEquals(Set.of("kept"), table.snapshot().properties().tags().keySet());
    }

    @Test
    void expiryKeepsTheFilesOfBranchesUntilTheyAreDropped() throws IOException {
        Table audit = branch("audit");
        inserted(audit, 3);
        TableOperations.of(audit).delete(Filter.equal("k", 1L));
        TableOperations.of(table).truncate();
        expire();
        refused("expired", () -> table.snapshotAt(2));
        assertEquals(
                List.of("[2, 1, s]", "[3, 1, s]"), read(table.branch("audit").snapshot()));
        assertEquals(
                List.of("[1, 1, s]", "[2, 1, s]"), read(table.branch("audit").snapshotAt(2)));
        refused("it is a branch", () -> Expiry.plan(audit, Duration.ZERO, 1, Duration.ZERO));
        TableOperations.of(table).dropBranch("audit");
        expire();
        expire();
        assertEquals(List.of(), folder.list("data"));
        assertTrue(folder.list(BranchFolder.ALL).stream().noneMatch(entry -> hasFiles(entry.name())));
    }

    private boolean hasFiles(String log) {
        try {
            return folder.list(BranchFolder.ALL + "/" + log).stream().anyMatch(entry -> !entry.isFolder());
        } catch (IOException e) {
            return false;
        }
    }

    /** A branch that comes between the plan of an expiry and its run keeps its files. */
    @Test
    void aBranchThatComesMeanwhileStopsTheExpiry() throws IOException {
        TableOperations.of(table).truncate();
        Expiry expiry = Expiry.plan(table, Duration.ZERO, 1, Duration.ZERO);
        TableOperations.of(table).branch("old", OptionalLong.of(2));
        refused("a branch was made meanwhile of version 2", expiry::run);
        assertEquals(2, read(table.branch("old").snapshot()).size());
        refused("no version 2 any more", () -> TableOperations.of(table).branch("late", OptionalLong.of(2)));
        expire();
        assertEquals(2, read(table.branch("old").snapshot()).size());
    }

    /** An expiry that does not know the branch yet has removed what the branch begins with. */
    @Test
    void aBranchOfAVersionThatExpiresMeanwhileIsTakenBack() throws IOException {
        folder =
                new MemoryFolder(); // an expiry without a safe age would remove what a local disk has not published yet
        table = Table.create(folder, Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT);
        inserted(table, 1);
        inserted(table, 2);
        AtomicBoolean once = new AtomicBoolean(true);
        FaultyFolder faulty = new FaultyFolder(folder);
        faulty.fault = name -> {
            if (name.endsWith(".commit") && once.getAndSet(false)) {
                expire();
            }
            return FaultyFolder.AtCommit.DONE;
        };
        TableOperations late = TableOperations.of(Table.open(faulty, TableSettings.DEFAULT));
        refused("version 1 expired meanwhile: name a later one", () -> late.branch("late", OptionalLong.of(1)));
        assertFalse(once.get());
        assertEquals(Map.of(), table.snapshot().properties().branches());
    }

    @Test
    void namesAreChecked() throws IOException {
        Table audit = branch("audit");
        for (String name : List.of("main", "2", "a b", "a@b", "")) {
            refused(
                    "is not a valid name of a branch",
                    () -> TableOperations.of(table).branch(name, OptionalLong.empty()));
        }
        refused("exists already", () -> TableOperations.of(table).branch("audit", OptionalLong.empty()));
        refused("a branch has the name", () -> TableOperations.of(table).tag("audit", OptionalLong.empty(), false));
        refused("no branch 'none'; the branches are audit", () -> table.branch("none"));
        refused("no branch 'none'", () -> TableOperations.of(table).dropBranch("none"));
        refused("it is a branch", () -> TableOperations.of(audit).branch("more", OptionalLong.empty()));
        refused("it is a branch", () -> TableOperations.of(audit).tag("x", OptionalLong.empty(), false));
        refused(
                "it is a branch: publish it from the table",
                () -> TableOperations.of(audit).publish("audit"));
        refused("it is a branch", () -> audit.branch("more"));
        assertFalse(audit.snapshot().properties().branches().containsKey("audit"));
    }

    @Test
    void eachOperationReturnsTheVersionThatItMade() throws IOException {
        TableOperations operations = TableOperations.of(table);
        List<OperationResult> results = List.of(
                operations.tag("two", OptionalLong.empty(), false),
                operations.untag("two"),
                operations.branch("audit", OptionalLong.empty()),
                operations.publish("audit"),
                operations.dropBranch("audit"),
                operations.alter(snapshot -> new SchemaEdit(snapshot)
                        .add(Field.nullable("more", Type.of(TypeKind.INT32)))
                        .schema()));
        assertEquals(
                List.of(3L, 4L, 5L, 6L, 7L, 8L),
                results.stream().map(result -> result.snapshot().version()).toList());
    }

    /** A release that does not know branches must not expire the table. */
    @Test
    void theFeatureIsThereAsLongAsABranch() throws IOException {
        branch("audit");
        assertTrue(table.snapshot().state().features().writer().contains("branches"));
        TableOperations.of(table).dropBranch("audit");
        assertFalse(table.snapshot().state().features().writer().contains("branches"));
    }

    /** A table with branches is whole, is verified, and is removed as a whole. */
    @Test
    void tablesWithBranchesAreVerifiedAndRemoved() throws IOException {
        inserted(branch("audit"), 3);
        TableReport report = TableVerifier.verify(folder, true, (bytes, of) -> {});
        assertEquals(List.of(), report.faults(), report.toString());
        assertEquals(List.of(), report.unreferenced(), report.toString());
        refused("it is a branch", () -> TableRemoval.plan(Table.branchFolder(folder, "audit")));
        TableRemoval.plan(folder).run();
        assertTrue(folder.list("").isEmpty());
    }

    /** A file that only a branch has, and a file of its log. */
    @Test
    void damageOfBranchesIsNamed() throws IOException {
        Table audit = branch("audit");
        inserted(audit, 3);
        String data = audit.snapshot().fragments().get(2).files().get(0).path();
        Files.write(path.resolve(data), new byte[10]);
        List<TableFault> faults =
                TableVerifier.verify(folder, true, (bytes, of) -> {}).faults();
        assertEquals(1, faults.size(), faults.toString());
        assertEquals(data, faults.get(0).path());
        assertTrue(faults.get(0).what().startsWith("in the branch 'audit': "), faults.toString());
        String log = BranchFolder.ALL + "/"
                + table.snapshot().properties().branches().get("audit").log();
        Files.write(path.resolve(log + "/" + Log.entryName(3).substring(Log.FOLDER.length() + 1)), new byte[10]);
        TableReport report = TableVerifier.verify(folder, true, (bytes, of) -> {});
        assertEquals(1, report.faults().size(), report.toString());
        assertTrue(report.faults().get(0).path().startsWith(log + "/"), report.toString());
        assertEquals(List.of(), report.unreferenced());
        assertEquals(
                List.of(data),
                report.doubtful().stream().map(Expiry.OldFile::path).toList());
    }

    /** A repair takes files that only a branch has from a copy, and says what to do about others. */
    @Test
    void repairMendsOrNamesBranches() throws IOException {
        Table audit = branch("audit");
        inserted(audit, 3);
        Path copy = path.resolveSibling(path.getFileName() + "-copy");
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.toList()) {
                Files.copy(file, copy.resolve(path.relativize(file).toString()));
            }
        }
        String data = audit.snapshot().fragments().get(2).files().get(0).path();
        Files.write(path.resolve(data), new byte[10]);
        TableRepair repair = TableRepair.plan(folder, RepairOptions.DEFAULT, TableSettings.DEFAULT, (bytes, of) -> {});
        assertTrue(repair.isEmpty(), repair.steps().toString());
        assertEquals(1, repair.unrepaired().size(), repair.unrepaired().toString());
        String said = repair.unrepaired().get(0);
        assertTrue(said.startsWith("in the branch 'audit': " + data + ": "), said);
        assertTrue(said.endsWith("or drop the branch by 'stoa table branch TABLE --drop audit'"), said);

        RepairOptions options = RepairOptions.DEFAULT.withCopy(new LocalFolder(copy));
        repair = TableRepair.plan(folder, options, TableSettings.DEFAULT, (bytes, of) -> {});
        assertEquals(List.of(), repair.unrepaired());
        assertEquals(1, repair.steps().size(), repair.steps().toString());
        repair.apply(rows -> {});
        assertEquals(
                List.of(), TableVerifier.verify(folder, true, (bytes, of) -> {}).faults());
        assertEquals(3, read(table.branch("audit").snapshot()).size());

        String log = BranchFolder.ALL + "/"
                + table.snapshot().properties().branches().get("audit").log();
        for (Folder.Entry entry : folder.list(log)) {
            if (!entry.isFolder()) {
                Files.delete(path.resolve(log + "/" + entry.name()));
            }
        }
        repair = TableRepair.plan(folder, RepairOptions.DEFAULT, TableSettings.DEFAULT, (bytes, of) -> {});
        assertTrue(
                repair.unrepaired().get(0).startsWith("in the branch 'audit': "),
                repair.unrepaired().toString());
    }

    /** A branch counts its versions by itself: what it folded into columns says nothing of the table's changes. */
    @Test
    void aBranchWithMoreVersionsThanTheTableIsPublished() throws IOException {
        Table audit = branch("audit");
        for (int n = 2; n < 7; n++) {
            update(audit, n);
        }
        Snapshot snapshot = audit.snapshot();
        UUID any = snapshot.fragments().get(0).id();
        CompactionJob job = new CompactionJob(CompactionJob.Kind.COLUMNS, List.of(any), List.of(2), 0, 0, 0, "test");
        Compaction.run(audit, new CompactionPlan(snapshot.version(), List.of(job), List.of()), WriterOptions.DEFAULT);
        update(audit, 7);
        TableOperations.of(table).publish("audit");
        assertEquals(List.of("[1, 7, s]", "[2, 7, s]"), read(table.snapshot()));
        update(table, 8);
        assertEquals(List.of("[1, 8, s]", "[2, 8, s]"), read(table.snapshot()));
    }

    private static void update(Table table, int n) throws IOException {
        TableOperations.of(table).update(List.of(Assignment.literal("n", n)), Optional.empty());
    }

    /** A branch that is dropped while it is published: its files may be gone by the commit. */
    @Test
    void aDroppedBranchIsNotPublished() throws IOException {
        inserted(branch("audit"), 3);
        Transaction publishing = table.begin("publish audit");
        new Branches(table).publish("audit", publishing);
        TableOperations.of(Table.open(folder, TableSettings.DEFAULT)).dropBranch("audit");
        Expiry.plan(table, Duration.ZERO, 10, Duration.ZERO).run();
        refused("both have changed the properties", publishing::commit);
        assertEquals(List.of("[1, 1, s]", "[2, 1, s]"), read(table.snapshot()));
    }

    /** A branch of the first version of a table has neither entry nor floor marker of it. */
    @Test
    void aBranchOfTheFirstVersionNeedsNoListing() throws IOException {
        TableOperations.of(table).branch("empty", OptionalLong.of(0));
        TableBranch branch = table.snapshot().properties().branches().get("empty");
        Folder log = BranchFolder.of(new UnlistedFolder(folder), "empty", branch);
        folder.delete(BranchFolder.ALL + "/" + branch.log() + "/hint");
        Table empty = Table.open(log, TableSettings.DEFAULT);
        assertEquals(List.of(), read(empty.snapshot()));
        assertEquals(0, Branches.first(empty, branch).version());
    }

    /** A folder whose listings are as old as the table. */
    private static final class UnlistedFolder extends ForwardingFolder {
        UnlistedFolder(Folder folder) {
            super(folder);
        }

        @Override
        public List<Entry> list(String name) {
            return List.of();
        }
    }

    /** Random statements on a table and its branches leave the rows that sets have. */
    @Test
    void randomHistoriesOfBranchesKeepTheirRows() throws IOException {
        long seed = Long.getLong("stoa.seed", System.nanoTime());
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        Map<String, Set<Long>> rows = new HashMap<>();
        rows.put("", new TreeSet<>(Set.of(1L, 2L)));
        long next = 3;
        for (int step = 0; step < 25; step++) {
            List<String> names = new ArrayList<>(new TreeSet<>(rows.keySet()));
            String name = names.get(random.nextInt(names.size()));
            Table at = name.isEmpty() ? table : table.branch(name);
            switch (random.nextInt(6)) {
                case 0, 1 -> {
                    inserted(at, next);
                    rows.get(name).add(next++);
                }
                case 2 -> {
                    long gone = random.nextLong(next);
                    TableOperations.of(at).delete(Filter.equal("k", gone));
                    rows.get(name).remove(gone);
                }
                case 3 -> {
                    String made = "b" + step;
                    if (rows.size() < 4) {
                        TableOperations.of(table).branch(made, OptionalLong.empty());
                        rows.put(made, new TreeSet<>(rows.get("")));
                    }
                }
                case 4 -> expire();
                default -> {
                    if (!name.isEmpty()) {
                        try {
                            TableOperations.of(table).publish(name);
                            rows.put("", new TreeSet<>(rows.get(name)));
                        } catch (TableException e) {
                            assertTrue(e.getMessage().contains("it has changed since"), e.getMessage());
                            TableOperations.of(table).dropBranch(name);
                            rows.remove(name);
                        }
                    }
                }
            }
            for (Map.Entry<String, Set<Long>> expected : rows.entrySet()) {
                Table one = expected.getKey().isEmpty() ? table : table.branch(expected.getKey());
                List<String> texts = expected.getValue().stream()
                        .map(k -> "[" + k + ", 1, s]")
                        .sorted()
                        .toList();
                List<String> found = read(one.snapshot()).stream().sorted().toList();
                assertEquals(texts, found, "seed " + seed + ", step " + step + ", branch '" + expected.getKey() + "'");
            }
        }
    }
}
