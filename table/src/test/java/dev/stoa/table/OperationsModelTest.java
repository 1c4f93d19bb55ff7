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

import dev.stoa.delta.Anchors;
import dev.stoa.delta.Sidecar;
import dev.stoa.format.Batch;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.Filter;
import dev.stoa.reader.internal.overlay.RowBuffer;
import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.table.internal.scan.FragmentScan;
import dev.stoa.table.internal.schema.RowOrder;
import dev.stoa.table.internal.schema.TableColumn;
import dev.stoa.writer.JavaRows;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random operations on a table and on a list of rows: after each, the table holds what the list does; in the end every
 * version does, and what two differ in makes one of the other.
 */
@Tag("soak")
class OperationsModelTest {
    private static final int OPERATIONS = 24 * Integer.getInteger("stoa.delta.times", 1);
    private static final int KEYS = 400;

    /** A row: key, number, text. */
    private record Entry(long k, Integer n, String s) {
        Object[] values() {
            return new Object[] {k, n, s};
        }

        @Override
        public String toString() {
            return "[" + k + ", " + n + ", " + s + "]";
        }
    }

    /** A condition on both sides. */
    private record Condition(Filter filter, Predicate<Entry> test) {}

    /** So many commits upkeep adds to one at most. */
    private static final int UPKEEPS = 2;

    private Random random;
    private Table table;
    private boolean keyed;
    private boolean sorted;
    private List<Entry> rows = new ArrayList<>();

    @ParameterizedTest
    @CsvSource({"false, false, 1000000", "true, false, 1000000", "false, true, 2000", "true, true, 1000000"})
    void tablesAreLists(boolean withKey, boolean withOrder, long bufferBytes) throws IOException {
        keyed = withKey;
        sorted = withOrder;
        random = new Random(Seeds.next(OperationsModelTest.class));
        List<TableProperties.SortColumn> order = sorted
                ? List.of(
                        new TableProperties.SortColumn(1, random.nextBoolean(), false),
                        new TableProperties.SortColumn(2, random.nextBoolean(), random.nextBoolean()))
                : List.of();
        table = Table.create(
                new MemoryFolder(),
                Rows.schema(),
                new TableProperties(order, keyed ? List.of(1) : List.of(), List.of(), Map.of()),
                TableSettings.DEFAULT.withKeptRows(random.nextBoolean() ? 0 : 16_384));
        Map<Long, List<Entry>> versions = new TreeMap<>();
        versions.put(0L, List.of());
        TableOperations operations =
                TableOperations.of(table).with(OperationOptions.DEFAULT.withBufferBytes(bufferBytes));
        for (int i = 0; i < OPERATIONS; i++) {
            long before = table.snapshot().version();
            String what = step(operations, versions);
            Snapshot now = table.snapshot();
            assertEquals(texts(rows), read(now), what);
            assertEquals(rows.size(), now.rowCount(), what);
            assertTrue(now.version() <= before + 1 + UPKEEPS, what);
            for (long version = Math.min(before + 1, now.version()); version <= now.version(); version++) {
                versions.put(version, List.copyOf(rows));
            }
            if (sorted) {
                checkAnchors(now, what);
            }
        }
        for (Map.Entry<Long, List<Entry>> version : versions.entrySet()) {
            assertEquals(texts(version.getValue()), read(table.snapshotAt(version.getKey())));
        }
        List<Long> all = new ArrayList<>(versions.keySet());
        for (int i = 0; i < 8; i++) {
            long from = all.get(random.nextInt(all.size()));
            long to = all.get(random.nextInt(all.size()));
            checkDiff(from, to, versions);
        }
        Damage.assertSound(table.folder());
    }

    private static List<String> texts(List<Entry> entries) {
        return entries.stream().map(Entry::toString).sorted().toList();
    }

    private static List<String> read(Snapshot snapshot) throws IOException {
        return Rows.read(snapshot).stream().sorted().toList();
    }

    private String step(TableOperations operations, Map<Long, List<Entry>> versions) throws IOException {
        switch (random.nextInt(10)) {
            case 0, 1, 2 -> {
                return insert(operations);
            }
            case 3, 4 -> {
                Condition where = condition();
                OperationResult result = operations.delete(where.filter);
                int count = rows.size();
                rows.removeIf(where.test);
                assertEquals(count - rows.size(), result.deleted());
                return "delete " + where.filter;
            }
            case 5, 6 -> {
                return update(operations);
            }
            case 7 -> {
                if (!keyed) {
                    return insert(operations);
                }
                return switch (random.nextInt(3)) {
                    case 0 -> upsert(operations);
                    case 1 -> updateByKey(operations);
                    default -> deleteByKey(operations);
                };
            }
            case 8 -> {
                long version = new ArrayList<>(versions.keySet()).get(random.nextInt(versions.size()));
                operations.rollback(version);
                rows = new ArrayList<>(versions.get(version));
                return "rollback to " + version;
            }
            default -> {
                if (random.nextInt(4) > 0) {
                    return insert(operations);
                }
                rows = random.nextBoolean() ? new ArrayList<>() : news(new HashSet<>());
                if (rows.isEmpty()) {
                    operations.truncate();
                    return "truncate";
                }
                write(operations.overwrite(), rows);
                return "overwrite";
            }
        }
    }

    private static OperationResult write(RowInsert insert, List<Entry> entries) throws IOException {
        try (insert) {
            for (int from = 0; from < entries.size(); from += 50) {
                List<Object[]> some = entries.subList(from, Math.min(from + 50, entries.size())).stream()
                        .map(Entry::values)
                        .toList();
                insert.write(JavaRows.batch(Rows.schema(), some));
            }
            return insert.commit();
        }
    }

    private Entry entry(long k) {
        return new Entry(
                k,
                random.nextInt(5) == 0 ? null : random.nextInt(20),
                random.nextInt(5) == 0 ? null : "s" + random.nextInt(9));
    }

    /** Rows with other keys than those, if keys are unique. */
    private List<Entry> news(Set<Long> taken) {
        List<Entry> entries = new ArrayList<>();
        int count = 1 + random.nextInt(120);
        for (int i = 0; i < count; i++) {
            long k = random.nextInt(KEYS);
            if (!keyed || taken.add(k)) {
                entries.add(entry(k));
            }
        }
        return entries;
    }

    private String insert(TableOperations operations) throws IOException {
        Set<Long> taken = new HashSet<>();
        rows.forEach(row -> taken.add(row.k));
        if (keyed && !rows.isEmpty() && random.nextInt(3) == 0) {
            List<Entry> clash = List.of(entry(KEYS + 1), entry(rows.get(random.nextInt(rows.size())).k));
            assertThrows(DuplicateKeyException.class, () -> write(operations.insert(), clash));
            return "refused insert";
        }
        List<Entry> entries = news(taken);
        assertEquals(entries.size(), write(operations.insert(), entries).inserted());
        rows.addAll(entries);
        return "insert " + entries;
    }

    private String upsert(TableOperations operations) throws IOException {
        List<Entry> entries = news(new HashSet<>());
        OperationResult result = write(operations.upsert(), entries);
        Map<Long, Entry> all = new TreeMap<>();
        rows.forEach(row -> all.put(row.k, row));
        int before = all.size();
        for (Entry entry : entries) {
            all.put(entry.k, entry);
        }
        rows = new ArrayList<>(all.values());
        assertEquals(all.size() - before, result.inserted());
        assertEquals(entries.size() - (all.size() - before), result.updated());
        return "upsert " + entries;
    }

    private String updateByKey(TableOperations operations) throws IOException {
        List<Entry> entries = news(new HashSet<>());
        boolean whole = random.nextBoolean();
        Schema some = new Schema(whole ? Rows.schema().fields() : List.of(field("s"), field("k")));
        OperationResult result;
        try (KeyedChange update = operations.updateByKey()) {
            for (Entry entry : entries) {
                Object[] row = whole ? entry.values() : new Object[] {entry.s, entry.k};
                update.write(JavaRows.batch(some, List.<Object[]>of(row)));
            }
            result = update.commit();
        }
        Map<Long, Entry> news = new TreeMap<>();
        entries.forEach(entry -> news.put(entry.k, entry));
        assertEquals(rows.stream().filter(row -> news.containsKey(row.k)).count(), result.updated());
        assertEquals(0, result.inserted());
        rows.replaceAll(row -> {
            Entry entry = news.get(row.k);
            return entry == null ? row : whole ? entry : new Entry(row.k, row.n, entry.s);
        });
        return "update by key " + entries;
    }

    private static Field field(String name) {
        return Rows.schema().fields().get(Rows.schema().indexOf(name).orElseThrow());
    }

    private String deleteByKey(TableOperations operations) throws IOException {
        List<Object[]> keys = new ArrayList<>();
        Set<Long> gone = new HashSet<>();
        for (int i = random.nextInt(60); i >= 0; i--) {
            long k = random.nextInt(KEYS);
            keys.add(new Object[] {k});
            gone.add(k);
        }
        OperationResult result;
        try (KeyedChange delete = operations.deleteByKey()) {
            delete.write(JavaRows.batch(Schema.of(field("k")), keys));
            result = delete.commit();
        }
        int before = rows.size();
        rows.removeIf(row -> gone.contains(row.k));
        assertEquals(before - rows.size(), result.deleted());
        return "delete by key " + gone;
    }

    private Condition condition() {
        int n = random.nextInt(20);
        long k = random.nextInt(KEYS);
        return switch (random.nextInt(5)) {
            case 0 -> new Condition(Filter.equal("n", n), row -> Objects.equals(row.n, n));
            case 1 -> new Condition(Filter.isNull("s"), row -> row.s == null);
            case 2 -> new Condition(Filter.between("k", k, k + 40), row -> row.k >= k && row.k <= k + 40);
            case 3 ->
                new Condition(
                        Filter.or(Filter.equal("s", "s1"), Filter.less("k", k / 8)),
                        row -> "s1".equals(row.s) || row.k < k / 8);
            default -> new Condition(Filter.equal("n", -1), row -> false);
        };
    }

    private String update(TableOperations operations) throws IOException {
        Condition where = condition();
        boolean isNumber = random.nextBoolean() && !sorted;
        String text = random.nextInt(4) == 0 ? null : "u" + random.nextInt(9);
        Assignment assignment = isNumber
                ? new Assignment(
                        "n",
                        new Expression.Arithmetic(
                                new Expression.Column(ColumnPath.of("n")),
                                Expression.Operator.PLUS,
                                new Expression.Literal(Optional.of(1L))))
                : Assignment.literal("s", text);
        OperationResult result = operations.update(List.of(assignment), Optional.of(where.filter));
        assertEquals(rows.stream().filter(where.test).count(), result.updated());
        rows.replaceAll(row -> {
            if (!where.test.test(row)) {
                return row;
            }
            return isNumber ? new Entry(row.k, row.n == null ? null : row.n + 1, row.s) : new Entry(row.k, row.n, text);
        });
        return "update " + assignment + " where " + where.filter;
    }

    private void checkDiff(long from, long to, Map<Long, List<Entry>> versions) throws IOException {
        List<String> made = new ArrayList<>(texts(versions.get(from)));
        Set<String> identities = new HashSet<>();
        try (TableDiff diff = TableDiff.of(table.snapshotAt(from), table.snapshotAt(to))) {
            while (diff.next()) {
                TableDiff.Rows rows = diff.rows();
                for (int i = 0; i < rows.rows().length; i++) {
                    assertTrue(identities.add(rows.fragment() + " " + rows.rows()[i]), "a row is told once");
                    if (rows.before().isPresent()) {
                        assertTrue(made.remove(OperationsTest.text(rows.before(), i)));
                    }
                    if (rows.after().isPresent()) {
                        made.add(OperationsTest.text(rows.after(), i));
                    }
                }
            }
        }
        made.sort(Comparator.naturalOrder());
        assertEquals(texts(versions.get(to)), made, "from " + from + " to " + to);
    }

    /** Fragments are sorted, and what is anchored in one stands between rows that are not greater and not less. */
    private void checkAnchors(Snapshot snapshot, String what) throws IOException {
        RowOrder order = snapshot.image().order();
        for (Fragment host : snapshot.fragments()) {
            Batch base = bare(snapshot, host, order);
            for (int i = 1; i < base.rowCount(); i++) {
                assertTrue(order.compare(order.vectors(base), i - 1, order.vectors(base), i) <= 0, what);
            }
            for (SidecarFile file : host.sidecars()) {
                if (file.inserted().isEmpty()
                        || snapshot.fragment(file.inserted().get()).isEmpty()) {
                    continue;
                }
                Batch guests =
                        bare(snapshot, snapshot.fragment(file.inserted().get()).get(), order);
                checkPlaces(snapshot, order, file, base, guests, what);
            }
        }
    }

    private static void checkPlaces(
            Snapshot snapshot, RowOrder order, SidecarFile file, Batch base, Batch guests, String what)
            throws IOException {
        try (Sidecar sidecar = file.open(snapshot.folder())) {
            Anchors anchors = sidecar.anchors();
            assertEquals(guests.rowCount(), anchors.rows(), what);
            int guest = 0;
            for (int run = 0; run < anchors.size(); run++) {
                int place = (int) anchors.position(run);
                for (int i = 0; i < anchors.count(run); i++, guest++) {
                    boolean after = place == 0
                            || order.compare(order.vectors(base), place - 1, order.vectors(guests), guest) <= 0;
                    boolean before = place == base.rowCount()
                            || order.compare(order.vectors(guests), guest, order.vectors(base), place) < 0;
                    assertTrue(after && before, what);
                }
            }
        }
    }

    /** The columns that tell the order, of all rows that a fragment ever had. */
    private static Batch bare(Snapshot snapshot, Fragment fragment, RowOrder order) throws IOException {
        Fragment bare = new Fragment(
                fragment.id(), fragment.rows(), fragment.partition(), fragment.files(), List.of(), fragment.row());
        List<TableColumn> columns = new ArrayList<>();
        for (Field field : order.fields()) {
            columns.add(new TableColumn(ColumnPath.of(field.name()), List.of(field)));
        }
        RowBuffer rows = new RowBuffer(new Schema(order.fields()));
        try (FragmentScan scan =
                FragmentScan.open(snapshot.image(), bare, columns, Optional.empty(), Optional.empty())) {
            while (scan.next()) {
                rows.append(scan.batch());
            }
        }
        return rows.batch();
    }
}
