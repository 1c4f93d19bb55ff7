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
package dev.stoa.table.internal.compact;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Batch;
import dev.stoa.reader.Filter;
import dev.stoa.reader.RowRanges;
import dev.stoa.table.CommitConflictException;
import dev.stoa.table.Damage;
import dev.stoa.table.Fragment;
import dev.stoa.table.Rows;
import dev.stoa.table.Seeds;
import dev.stoa.table.Sidecars;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.table.Transaction;
import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.table.internal.scan.FragmentScan;
import dev.stoa.table.internal.scan.OrderedRows;
import dev.stoa.table.internal.schema.TableColumn;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Writers, each under way for a while, among random compactions, against a sorted list of rows: every version is what the
 * list says, in its order, and no writer ever fails.
 */
@Tag("soak")
class CompactionModelTest {
    private Random random;
    private MemoryFolder folder;
    private Table table;
    private final Set<Long> reserved = new HashSet<>();
    private int rewritten;

    /** A transaction under way, and what it does to the list. */
    private interface Plan {
        Transaction transaction();

        void apply(SortedMap<Long, List<Object>> model);
    }

    private record Writer(Transaction transaction, Map<Long, Optional<List<Object>>> rows) implements Plan {
        @Override
        public void apply(SortedMap<Long, List<Object>> model) {
            rows.forEach((key, row) -> {
                if (row.isPresent()) {
                    model.put(key, row.get());
                } else {
                    model.remove(key);
                }
            });
        }
    }

    private record Compactor(Transaction transaction) implements Plan {
        @Override
        public void apply(SortedMap<Long, List<Object>> model) {
            // rows stay as they are
        }
    }

    @Test
    void everyVersionIsTheModels() throws IOException {
        random = new Random(Seeds.next(CompactionModelTest.class));
        for (int history = 0; history < Integer.getInteger("stoa.histories", 4); history++) {
            history();
        }
        assertTrue(rewritten > 0, "no compaction was committed");
    }

    private void history() throws IOException {
        folder = new MemoryFolder();
        reserved.clear();
        TableProperties sorted = new TableProperties(
                List.of(new TableProperties.SortColumn(1, false, false)), List.of(), List.of(), Map.of());
        TableSettings settings = TableSettings.DEFAULT.withPauses(Duration.ZERO, Duration.ZERO, pause -> {});
        table = Table.create(folder, Rows.schema(), sorted, settings);
        TreeMap<Long, List<Object>> model = new TreeMap<>();
        List<SortedMap<Long, List<Object>>> versions = new ArrayList<>();
        versions.add(new TreeMap<>(model));
        Transaction first = table.begin("insert");
        for (long host = 0; host < 3; host++) {
            Object[][] rows = new Object[1 + random.nextInt(60)][];
            for (int i = 0; i < rows.length; i++) {
                rows[i] = new Object[] {host * 1_000_000 + i * 1000L, value(true), value(false)};
                model.put((Long) rows[i][0], list(rows[i]));
            }
            Rows.insert(first, folder, rows);
        }
        first.commit();
        versions.add(new TreeMap<>(model));
        List<Plan> open = new ArrayList<>();
        for (int step = 0; step < 40; step++) {
            if (open.size() < 5 && (open.isEmpty() || random.nextInt(5) < 3)) {
                open.add(random.nextInt(3) == 0 ? compactor() : writer());
            } else {
                commit(open.remove(random.nextInt(open.size())), model, versions);
            }
        }
        Table opened = Table.open(folder, settings);
        for (int version = 0; version < versions.size(); version++) {
            check(opened.snapshotAt(version), versions.get(version));
        }
        Damage.assertSound(folder);
    }

    private void commit(Plan plan, SortedMap<Long, List<Object>> model, List<SortedMap<Long, List<Object>>> versions)
            throws IOException {
        Snapshot snapshot;
        try {
            snapshot = plan.transaction().commit();
        } catch (CommitConflictException e) {
            assertTrue(plan instanceof Compactor, e.getMessage());
            return;
        }
        if (snapshot.version() == versions.size()) {
            rewritten += plan instanceof Compactor ? 1 : 0;
            plan.apply(model);
            versions.add(new TreeMap<>(model));
        }
        check(snapshot, versions.get((int) snapshot.version()));
    }

    private Object value(boolean isNumber) {
        if (random.nextInt(6) == 0) {
            return null;
        }
        return isNumber ? (Object) random.nextInt(50) : "s" + random.nextInt(20);
    }

    private static List<Object> list(Object... row) {
        List<Object> list = new ArrayList<>();
        for (Object value : row) {
            list.add(value);
        }
        return list;
    }

    private Plan writer() throws IOException {
        Transaction transaction = table.begin("random");
        Snapshot snapshot = transaction.snapshot();
        Map<Long, Optional<List<Object>>> changed = new HashMap<>();
        Map<UUID, NavigableMap<Long, List<Object>>> rows = OrderedRows.byRow(snapshot);
        for (Map.Entry<UUID, NavigableMap<Long, List<Object>>> fragment : rows.entrySet()) {
            if (random.nextInt(2) == 0) {
                change(transaction, fragment.getKey(), fragment.getValue(), changed);
            }
        }
        if (random.nextInt(2) == 0) {
            List<UUID> hosts = OrderedRows.hosts(snapshot);
            insert(transaction, hosts.get(random.nextInt(hosts.size())), changed);
        }
        return new Writer(transaction, changed);
    }

    private void change(
            Transaction transaction,
            UUID fragment,
            Map<Long, List<Object>> rows,
            Map<Long, Optional<List<Object>>> changed)
            throws IOException {
        Set<Long> deleted = new TreeSet<>();
        Map<String, TreeMap<Long, Object>> modified = new HashMap<>();
        int rarity = 2 + random.nextInt(30);
        boolean deletes = random.nextInt(3) > 0;
        for (Map.Entry<Long, List<Object>> row : rows.entrySet()) {
            Long key = (Long) row.getValue().get(0);
            if (random.nextInt(rarity) > 0 || !reserved.add(key)) {
                continue;
            }
            if (deletes && random.nextBoolean()) {
                deleted.add(row.getKey());
                changed.put(key, Optional.empty());
            } else {
                boolean isNumber = random.nextBoolean();
                Object value = value(isNumber);
                modified.computeIfAbsent(isNumber ? "n" : "s", name -> new TreeMap<>())
                        .put(row.getKey(), value);
                List<Object> now = new ArrayList<>(row.getValue());
                now.set(isNumber ? 1 : 2, value);
                changed.put(key, Optional.of(now));
            }
        }
        if (!deleted.isEmpty() || !modified.isEmpty()) {
            RowRanges ranges =
                    RowRanges.of(deleted.stream().mapToLong(Long::longValue).toArray());
            Sidecars.change(transaction, folder, fragment, ranges, modified);
        }
    }

    /** New keys between those of a host, put where they belong among its rows. */
    private void insert(Transaction transaction, UUID host, Map<Long, Optional<List<Object>>> changed)
            throws IOException {
        Snapshot snapshot = transaction.snapshot();
        List<Long> keys = new ArrayList<>();
        try (FragmentScan scan = FragmentScan.withDeleted(
                snapshot.image(),
                snapshot.fragment(host).orElseThrow(),
                TableColumn.all(snapshot.schema().select(List.of("k"))))) {
            while (scan.next()) {
                Batch batch = scan.batch();
                for (int i = 0; i < batch.selectedCount(); i++) {
                    keys.add((Long) Rows.value(batch.column(0), batch.selected(i)));
                }
            }
        }
        if (keys.isEmpty()) {
            return;
        }
        TreeMap<Long, List<Object>> inserted = new TreeMap<>();
        long span = keys.get(keys.size() - 1) - keys.get(0) + 500;
        for (int i = 0; i < 1 + random.nextInt(20); i++) {
            long key = keys.get(0) + (long) (random.nextDouble() * span);
            if (key % 1000 != 0 && reserved.add(-key - 1)) {
                inserted.put(key, list(key, value(true), value(false)));
            }
        }
        if (inserted.isEmpty()) {
            return;
        }
        long[] positions = new long[inserted.size()];
        int row = 0;
        for (Long key : inserted.keySet()) {
            int at = java.util.Collections.binarySearch(keys, key);
            positions[row++] = at < 0 ? -at - 1 : at;
            changed.put(key, Optional.of(inserted.get(key)));
        }
        Object[][] rows = inserted.values().stream().map(List::toArray).toArray(Object[][]::new);
        Sidecars.insert(transaction, folder, host, positions, rows);
    }

    private Plan compactor() throws IOException {
        Transaction transaction = table.begin("compact");
        Rewriting rewriting = new Rewriting(transaction, WriterOptions.DEFAULT);
        Snapshot snapshot = transaction.snapshot();
        List<UUID> hosts = OrderedRows.hosts(snapshot);
        Fragment fragment = snapshot.fragments().get(random.nextInt(snapshot.fragmentCount()));
        switch (random.nextInt(4)) {
            case 0 -> rewriting.fold(fragment.id());
            case 1 -> rewriting.columns(fragment.id(), random.nextBoolean() ? List.of(2) : List.of(2, 3));
            case 2 -> rewriting.rows(List.of(hosts.get(random.nextInt(hosts.size()))));
            default -> {
                Map<UUID, String> first = new HashMap<>();
                Map<UUID, NavigableMap<Long, List<Object>>> byRow = OrderedRows.byRow(snapshot);
                for (UUID host : hosts) {
                    List<String> rows = OrderedRows.of(snapshot, host, byRow);
                    first.put(host, rows.isEmpty() ? "" : rows.get(0));
                }
                rewriting.rows(hosts.stream()
                        .sorted(java.util.Comparator.comparingLong(host -> lowest(first.get(host))))
                        .limit(2)
                        .toList());
            }
        }
        return new Compactor(transaction);
    }

    private static long lowest(String row) {
        return row.isEmpty() ? Long.MIN_VALUE : Long.parseLong(row.substring(1, row.indexOf(',')));
    }

    private void check(Snapshot snapshot, SortedMap<Long, List<Object>> model) throws IOException {
        List<List<String>> groups = new ArrayList<>();
        Map<UUID, NavigableMap<Long, List<Object>>> byRow = OrderedRows.byRow(snapshot);
        for (UUID host : OrderedRows.hosts(snapshot)) {
            List<String> rows = OrderedRows.of(snapshot, host, byRow);
            if (!rows.isEmpty()) {
                groups.add(rows);
            }
        }
        groups.sort(java.util.Comparator.comparingLong(rows -> lowest(rows.get(0))));
        List<String> all = groups.stream().flatMap(List::stream).toList();
        List<String> expectedRows = model.values().stream().map(List::toString).toList();
        for (int i = 0; i < Math.min(all.size(), expectedRows.size()); i++) {
            assertEquals(expectedRows.get(i), all.get(i), snapshot + ", row " + i);
        }
        assertEquals(expectedRows.size(), all.size());
        assertEquals(model.size(), snapshot.rowCount());
        int low = random.nextInt(50);
        Set<String> some = new TreeSet<>(Rows.read(snapshot, Filter.between("n", low, low + 3)));
        Set<String> expected = new TreeSet<>();
        model.values().stream()
                .filter(row -> row.get(1) != null && (Integer) row.get(1) >= low && (Integer) row.get(1) <= low + 3)
                .forEach(row -> expected.add(row.toString()));
        assertEquals(expected, some);
    }
}
