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
package dev.stoa.table.internal.commit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.reader.Filter;
import dev.stoa.reader.RowRanges;
import dev.stoa.table.Damage;
import dev.stoa.table.Fragment;
import dev.stoa.table.RowInsert;
import dev.stoa.table.Rows;
import dev.stoa.table.Seeds;
import dev.stoa.table.Sidecars;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.table.Transaction;
import dev.stoa.table.internal.compact.Rewriting;
import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.table.internal.scan.OrderedRows;
import dev.stoa.writer.JavaRows;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Writers that are under way while a compaction rewrites their fragments, each history twice: with the compaction, and without
 * it on a copy of the table. Rows and their order are the same.
 */
class RewriteRaceTest {
    private static final TableSettings SETTINGS =
            TableSettings.DEFAULT.withPauses(Duration.ZERO, Duration.ZERO, pause -> {});
    private static final int HISTORIES = Integer.getInteger("stoa.histories", 15);
    private static final int KEYS = 12;

    private Random random;
    private boolean isSorted;
    private boolean descends;
    private final Set<String> reserved = new HashSet<>();
    private int named;
    private int spacing;
    private boolean deletes;

    /** What a writer does, the same in each table. */
    private interface Racer {
        /** Begins, and returns what commits it. */
        Ending begin(Table table) throws IOException;
    }

    /** Commits. */
    private interface Ending {
        void commit() throws IOException;
    }

    @ParameterizedTest
    @CsvSource({"true, false", "true, true", "false, false"})
    void aCompactionChangesNoOrder(boolean withOrder, boolean descending) throws IOException {
        random = new Random(Seeds.next(RewriteRaceTest.class));
        isSorted = withOrder;
        descends = descending;
        for (int history = 0; history < HISTORIES; history++) {
            history("history " + history);
        }
    }

    private void history(String what) throws IOException {
        spacing = random.nextBoolean() ? 1000 : KEYS - 3;
        MemoryFolder folder = new MemoryFolder();
        prepare(folder);
        Table with = Table.open(folder, SETTINGS);
        Table without = Table.open(folder.copy(), SETTINGS);
        List<UUID> rewritten = rewritten(with.snapshot());
        boolean isExact = rewritten.size() == 1 && (isSorted || !deletes); // else a deleted row may have held two apart
        reserved.clear();
        deletes = true;
        List<Racer> racers = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            racers.add(racer(with.snapshot()));
        }
        int early = random.nextInt(racers.size() + 1);
        List<Ending> endings = new ArrayList<>();
        for (Racer racer : racers) {
            endings.add(racer.begin(with));
        }
        Transaction compact = with.begin("compact");
        new Rewriting(compact, WriterOptions.DEFAULT).rows(rewritten);
        for (int i = 0; i < endings.size(); i++) {
            if (i == early) {
                compact.commit();
            }
            endings.get(i).commit();
        }
        if (early == endings.size()) {
            compact.commit();
        }
        for (Ending ending : all(racers, without)) {
            ending.commit();
        }
        compare(without.snapshot(), with.snapshot(), isExact, what);
        compare(without.snapshot(), Table.open(folder, SETTINGS).snapshot(), isExact, what);
        Damage.assertSound(folder);
    }

    private static List<Ending> all(List<Racer> racers, Table table) throws IOException {
        List<Ending> endings = new ArrayList<>();
        for (Racer racer : racers) {
            endings.add(racer.begin(table));
        }
        return endings;
    }

    /** Fragments whose keys follow each other, with rows of later inserts among theirs, and deleted and changed rows. */
    private void prepare(MemoryFolder folder) throws IOException {
        TableProperties properties = isSorted
                ? new TableProperties(
                        List.of(new TableProperties.SortColumn(1, descends, false)), List.of(), List.of(), Map.of())
                : TableProperties.NONE;
        Table table = Table.create(folder, Rows.schema(), properties, SETTINGS);
        Transaction insert = table.begin("insert");
        int hosts = 1 + random.nextInt(3);
        for (int host = 0; host < hosts; host++) {
            Rows.insert(insert, folder, rows(host, 1 + random.nextInt(15)));
        }
        insert.commit();
        deletes = random.nextInt(3) > 0;
        for (int i = random.nextInt(5); i > 0; i--) {
            reserved.clear();
            racer(table.snapshot()).begin(table).commit();
        }
    }

    /** Sorted rows with keys of one host, some twice. */
    private Object[][] rows(int host, int count) {
        Object[][] rows = new Object[count][];
        for (int i = 0; i < count; i++) {
            long key = (long) host * spacing + random.nextInt(KEYS);
            Object n = random.nextInt(4) == 0 ? null : random.nextInt(50);
            rows[i] = Rows.row(key, n, "row " + named++);
        }
        Comparator<Object[]> byKey = Comparator.comparingLong(row -> (Long) row[0]);
        Arrays.sort(rows, descends ? byKey.reversed() : byKey);
        return rows;
    }

    /** Hosts that can become one: the rows of each come after those of the one before. */
    private List<UUID> rewritten(Snapshot snapshot) throws IOException {
        Map<UUID, NavigableMap<Long, List<Object>>> all = OrderedRows.byRow(snapshot);
        Map<UUID, List<String>> rows = new HashMap<>();
        for (UUID host : OrderedRows.hosts(snapshot)) {
            rows.put(host, OrderedRows.of(snapshot, host, all));
        }
        List<UUID> hosts = rows.keySet().stream()
                .filter(host -> !rows.get(host).isEmpty())
                .sorted(Comparator.comparingLong(
                        host -> signedKey(rows.get(host).get(0))))
                .toList();
        if (hosts.isEmpty()) {
            return List.of(OrderedRows.hosts(snapshot).get(0));
        }
        int first = random.nextInt(hosts.size());
        int most = first + 1 + random.nextInt(hosts.size() - first);
        int end = first + 1;
        while (end < most
                && signedKey(last(rows.get(hosts.get(end - 1))))
                        <= signedKey(rows.get(hosts.get(end)).get(0))) {
            end++;
        }
        return hosts.subList(first, end);
    }

    private static String last(List<String> rows) {
        return rows.get(rows.size() - 1);
    }

    private long signedKey(String row) {
        return descends ? -key(row) : key(row);
    }

    private Racer racer(Snapshot snapshot) throws IOException {
        if (random.nextInt(3) == 0) {
            Object[][] rows = rows(random.nextInt(3), 1 + random.nextInt(6));
            List<UUID> hosts = OrderedRows.hosts(snapshot);
            UUID host = hosts.get(random.nextInt(hosts.size()));
            return isSorted ? inserted(rows) : anchored(snapshot.fragment(host).orElseThrow(), rows);
        }
        Map<UUID, RowRanges> deleted = new TreeMap<>();
        Map<UUID, SortedMap<Long, Object>> modified = new TreeMap<>();
        int rarity = 1 + random.nextInt(5);
        Map<UUID, NavigableMap<Long, List<Object>>> all = OrderedRows.byRow(snapshot);
        for (Fragment fragment : snapshot.fragments()) {
            List<Long> gone = new ArrayList<>();
            TreeMap<Long, Object> changed = new TreeMap<>();
            for (Long row : all.get(fragment.id()).keySet()) {
                if (random.nextInt(rarity) > 0 || !reserved.add(fragment.id() + " " + row)) {
                    continue;
                }
                if (deletes && random.nextBoolean()) {
                    gone.add(row);
                } else {
                    changed.put(row, random.nextInt(4) == 0 ? null : 100 + random.nextInt(50));
                }
            }
            deleted.put(
                    fragment.id(),
                    RowRanges.of(gone.stream().mapToLong(Long::longValue).toArray()));
            modified.put(fragment.id(), changed);
        }
        return table -> {
            Transaction transaction = table.begin("change");
            for (UUID id : deleted.keySet()) {
                Map<String, SortedMap<Long, Object>> values =
                        modified.get(id).isEmpty() ? Map.of() : Map.of("n", modified.get(id));
                if (!deleted.get(id).isEmpty() || !values.isEmpty()) {
                    Sidecars.change(transaction, table.folder(), id, deleted.get(id), values);
                }
            }
            return transaction::commit;
        };
    }

    private static Racer inserted(Object[][] rows) {
        return table -> {
            RowInsert insert = TableOperations.of(table).insert();
            insert.write(JavaRows.batch(Rows.schema(), List.of(rows)));
            return () -> {
                try (insert) {
                    insert.commit();
                }
            };
        };
    }

    /** Rows put among those of a fragment of a table without order. */
    private Racer anchored(Fragment host, Object[][] rows) {
        long[] positions = new long[rows.length];
        Arrays.setAll(positions, i -> random.nextInt((int) host.rows() + 1));
        Arrays.sort(positions);
        return table -> {
            Transaction transaction = table.begin("insert");
            Sidecars.insert(transaction, table.folder(), host.id(), positions, rows);
            return transaction::commit;
        };
    }

    private void compare(Snapshot expected, Snapshot actual, boolean isExact, String what) throws IOException {
        assertEquals(sorted(Rows.read(expected)), sorted(Rows.read(actual)), what);
        assertEquals(expected.rowCount(), actual.rowCount(), what);
        Filter changed = Filter.greaterOrEqual("n", 100);
        assertEquals(sorted(Rows.read(expected, changed)), sorted(Rows.read(actual, changed)), what);
        List<List<String>> groups = groups(actual);
        if (isExact) {
            assertEquals(sortedGroups(groups(expected)), sortedGroups(groups), what);
        }
        if (isSorted) {
            for (List<String> group : groups) {
                assertInOrder(group, what);
            }
            assertInOrder(Rows.read(actual.scan().ordered()), what);
        }
    }

    private static List<String> sorted(List<String> rows) {
        return rows.stream().sorted().toList();
    }

    private static List<List<String>> groups(Snapshot snapshot) throws IOException {
        Map<UUID, NavigableMap<Long, List<Object>>> all = OrderedRows.byRow(snapshot);
        List<List<String>> groups = new ArrayList<>();
        for (UUID host : OrderedRows.hosts(snapshot)) {
            List<String> rows = OrderedRows.of(snapshot, host, all);
            if (!rows.isEmpty()) {
                groups.add(rows);
            }
        }
        return groups;
    }

    private static List<List<String>> sortedGroups(List<List<String>> groups) {
        return groups.stream().sorted(Comparator.comparing(List::toString)).toList();
    }

    private void assertInOrder(List<String> rows, String what) {
        for (int i = 1; i < rows.size(); i++) {
            assertTrue(signedKey(rows.get(i - 1)) <= signedKey(rows.get(i)), what + ": " + rows);
        }
    }

    private static long key(String row) {
        return Long.parseLong(row.substring(1, row.indexOf(',')));
    }
}
