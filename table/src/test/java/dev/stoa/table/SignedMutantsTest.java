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

import com.sun.management.ThreadMXBean;
import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.StoaException;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.Filter;
import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.table.internal.logfile.Cells;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tables of which one file lies, with all checksums right: an entry of the log, a checkpoint, a sidecar, a data file. Whatever
 * is done with such a table ends well or by a {@link StoaException}, in bounded memory, and expiry leaves alone what a
 * version that is kept needs.
 *
 * <p>{@code -Dstoa.mutants=100000} tries so many; {@code -Dstoa.seed} repeats the first.
 */
@Timeout(7200)
@Tag("soak")
class SignedMutantsTest {
    /** What one operation on a table of a few kilobytes may allocate, garbage included. */
    private static final long MOST_BYTES = 512L << 20;

    /** Rows of a mutant may be as many as a file may claim; so many are looked at. */
    private static final int MOST_ROWS = 50_000;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final WriterOptions WRITER =
            WriterOptions.DEFAULT.withSizes(1024, 4096).withVectorsPerZone(1);
    private static final Filter SOME = new Filter.Between(ColumnPath.of("k"), 20L, 400L);

    private final Map<String, Integer> outcomes = new HashMap<>();
    private final Map<String, AssertionError> failures = new LinkedHashMap<>();

    /** Something that is done with a table. */
    private interface Work {
        void run(MemoryFolder folder) throws IOException;
    }

    private static Schema schema() {
        Type list = Type.list(Field.nullable("element", Rows.STRING));
        return Schema.of(
                Field.required("k", Rows.LONG),
                Field.nullable("n", Rows.INT),
                Field.nullable("s", Rows.STRING),
                Field.nullable("d", Type.decimal(20, 2)),
                Field.nullable("f", Type.of(TypeKind.FLOAT64)),
                Field.nullable("tags", list));
    }

    /** A table of several versions, checkpoints, sidecars, partitions and orders. */
    private static MemoryFolder table(boolean isKeyed) throws IOException {
        MemoryFolder folder = new MemoryFolder();
        TableProperties properties = isKeyed
                ? new TableProperties(
                        List.of(new TableProperties.SortColumn(1, false, false)), List.of(1), List.of(), Map.of())
                : new TableProperties(
                        List.of(), List.of(), List.of(new TableProperties.PartitionColumn(1, "hash(2)")), Map.of());
        Table table = Table.create(folder, schema(), properties, TableSettings.DEFAULT);
        TableOperations operations = TableOperations.of(table).with(OperationOptions.DEFAULT.withWriter(WRITER));
        for (int version = 1; version <= 10; version++) {
            switch (version % 5) {
                case 2 ->
                    operations.update(
                            List.of(Assignment.literal("n", version), Assignment.literal("s", "v" + version)),
                            Optional.of(new Filter.Between(ColumnPath.of("k"), 100L, 130L + version)));
                case 4 -> operations.delete(new Filter.Between(ColumnPath.of("k"), 40L * version, 40L * version + 9));
                default -> insert(operations, version);
            }
        }
        return folder;
    }

    private static void insert(TableOperations operations, int version) throws IOException {
        List<List<Object>> columns = new ArrayList<>();
        for (int i = 0; i < schema().fields().size(); i++) {
            columns.add(new ArrayList<>());
        }
        int rows = version == 1 ? 1200 : 60;
        for (int i = 0; i < rows; i++) {
            long k = version == 1 ? 2L * i : 2L * (i * 13 + version) + 1;
            columns.get(0).add(k);
            columns.get(1).add(i % 7 == 0 ? null : i);
            columns.get(2).add(i % 5 == 0 ? null : "text " + k % 100);
            columns.get(3).add(i % 3 == 0 ? null : new BigDecimal(k).setScale(2));
            columns.get(4).add(i % 11 == 0 ? Double.NaN : k / 4.0);
            columns.get(5).add(i % 4 == 0 ? null : List.of("t" + i % 3, "u"));
        }
        List<ColumnVector> vectors = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            vectors.add(Cells.vector(schema().fields().get(i).type(), columns.get(i)));
        }
        try (RowInsert insert = operations.insert()) {
            insert.write(new Batch(schema(), vectors, rows));
            insert.commit();
        }
    }

    @Test
    void whoeverLiesIsRefusedOrRead() throws Exception {
        long seed = Seeds.next(getClass());
        int mutants = Integer.getInteger("stoa.mutants", 10);
        List<MemoryFolder> tables = List.of(table(true), table(false));
        for (MemoryFolder table : tables) {
            for (Map.Entry<String, Work> work : works(Set.of()).entrySet()) {
                work.getValue().run(table.copy()); // as it is, each goes well
            }
        }
        for (int i = 0; i < mutants; i++) {
            Random random = new Random(seed + i);
            mutant(tables.get(random.nextInt(2)).copy(), random, seed + i);
        }
        System.out.println("SignedMutantsTest: " + mutants + " mutants: " + new TreeMap<>(outcomes));
        failures.values().forEach(Throwable::printStackTrace);
        assertEquals(Set.of(), failures.keySet());
        assertTrue(mutants < 100 || outcomes.keySet().stream().anyMatch(o -> o.contains("refused")), "none refused");
    }

    private void mutant(MemoryFolder folder, Random random, long seed) throws IOException {
        List<String> names = new ArrayList<>();
        for (String in : List.of("_stoa", "_stoa/sidecars", "data")) {
            folder.list(in).stream()
                    .filter(entry -> !entry.isFolder() && !entry.name().equals("hint"))
                    .forEach(entry -> names.add(in + "/" + entry.name()));
        }
        String name = names.get(random.nextInt(names.size()));
        boolean isOfLog = !name.endsWith(".stoa");
        SignedFile file = new SignedFile(folder.bytes(name));
        SignedFile.Part part;
        do {
            part = SignedFile.Part.values()[random.nextInt(SignedFile.Part.values().length)];
        } while (!file.has(part));
        folder.put(name, file.mutate(part, random));
        if (isOfLog && random.nextBoolean()) {
            folder.delete("_stoa/hint");
        }
        Set<String> needed = isOfLog ? Set.of() : new HashSet<>(names);
        String what = "-Dstoa.seed=" + seed + " -Dstoa.mutants=1: " + part + " of " + name;
        for (Map.Entry<String, Work> work : works(needed).entrySet()) {
            if (random.nextInt(works(needed).size()) > 3) {
                continue; // four of them, about
            }
            outcomes.merge(
                    (isOfLog ? "log, " : "files, ") + work.getKey() + " " + outcome(work, folder.copy(), what),
                    1,
                    Integer::sum);
        }
    }

    private String outcome(Map.Entry<String, Work> work, MemoryFolder folder, String what) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        String outcome;
        try {
            work.getValue().run(folder);
            outcome = "done";
        } catch (StoaException e) {
            outcome = "refused";
        } catch (IOException e) {
            outcome = failed(what + ", " + work.getKey() + ": not a StoaException", e);
        } catch (RuntimeException | Error e) {
            outcome = failed(what + ", " + work.getKey(), e);
        }
        long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
        if (allocated > MOST_BYTES) {
            outcome = failed(what + ", " + work.getKey(), new IllegalStateException(allocated + " bytes"));
        }
        return outcome;
    }

    /** Keeps a failure; of several of one place, the first. */
    private String failed(String what, Throwable failure) {
        StackTraceElement[] stack = failure.getStackTrace();
        String place = failure.getClass().getName() + " at " + (stack.length == 0 ? "?" : stack[0]);
        failures.putIfAbsent(place, new AssertionError(what, failure));
        return "failed";
    }

    /** What is done with each table, by name. */
    private static Map<String, Work> works(Set<String> needed) {
        Map<String, Work> works = new LinkedHashMap<>();
        works.put("scan", folder -> scan(open(folder).snapshot().scan()));
        works.put("filter", folder -> scan(open(folder).snapshot().scan().filter(SOME)));
        works.put("older", folder -> {
            Table table = open(folder);
            for (CommitInfo commit : table.commits(20)) {
                scan(table.snapshotAt(commit.version()).scan().filter(SOME));
            }
        });
        works.put("verify", folder -> TableVerifier.verify(folder, true, (bytes, of) -> {}));
        works.put("verify quickly", folder -> TableVerifier.verify(folder, false, (bytes, of) -> {}));
        works.put("repair", folder -> {
            TableRepair plan =
                    TableRepair.plan(folder, RepairOptions.DEFAULT, TableSettings.DEFAULT, (bytes, of) -> {});
            plan.steps();
            plan.losses();
        });
        works.put("expire", folder -> expire(folder, needed));
        works.put(
                "update", folder -> operations(folder).update(List.of(Assignment.literal("n", 7)), Optional.of(SOME)));
        works.put("delete", folder -> operations(folder).delete(SOME));
        works.put("compact", folder -> {
            Table table = open(folder);
            CompactionPlan plan = Compaction.plan(table.snapshot(), 1L << 30, CompactionCosts.DEFAULT);
            Compaction.run(table, plan, WRITER);
        });
        return works;
    }

    private static Table open(MemoryFolder folder) throws IOException {
        return Table.open(folder, TableSettings.DEFAULT);
    }

    private static TableOperations operations(MemoryFolder folder) throws IOException {
        return TableOperations.of(open(folder)).with(OperationOptions.DEFAULT.withWriter(WRITER));
    }

    private static void scan(TableScanBuilder builder) throws IOException {
        try (TableScan scan = builder.build()) {
            for (int rows = 0;
                    rows < MOST_ROWS && scan.next();
                    rows += scan.batch().rowCount()) {
                Batch batch = scan.batch();
                for (int i = 0; i < batch.selectedCount(); i++) {
                    for (ColumnVector column : batch.columns()) {
                        Rows.value(column, batch.selected(i));
                    }
                }
            }
        }
    }

    /** Removes what is old; what was needed before the lie and what a version that is kept needs is there still. */
    private static void expire(MemoryFolder folder, Set<String> needed) throws IOException {
        Table table = open(folder);
        Expiry expiry = Expiry.plan(table, Duration.ZERO, 3, Duration.ZERO);
        Set<String> kept = new HashSet<>();
        for (long version = expiry.oldestVersion(); version <= expiry.newestVersion(); version++) {
            for (Fragment fragment : table.snapshotAt(version).fragments()) {
                fragment.files().forEach(file -> kept.add(file.path()));
                fragment.sidecars().stream()
                        .filter(sidecar -> !sidecar.isInLog())
                        .forEach(sidecar -> kept.add(sidecar.path()));
            }
        }
        for (Expiry.OldFile file : expiry.files()) {
            assertTrue(!kept.contains(file.path()), () -> "needed, but to be removed: " + file);
            assertTrue(!needed.contains(file.path()), () -> "was needed, but is to be removed: " + file);
        }
        expiry.run();
    }
}
