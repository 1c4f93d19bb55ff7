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

import static dev.stoa.table.Rows.row;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.stoa.delta.Anchors;
import dev.stoa.delta.Sidecar;
import dev.stoa.reader.RowRanges;
import dev.stoa.table.Damage;
import dev.stoa.table.RowInsert;
import dev.stoa.table.Rows;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.Sidecars;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.table.Transaction;
import dev.stoa.table.internal.compact.Rewriting;
import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.writer.JavaRows;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Changes that are under way while their fragment is rewritten: what becomes of each sidecar and of its anchors. */
class MovedChangesTest {
    private static final TableSettings SETTINGS =
            TableSettings.DEFAULT.withPauses(Duration.ZERO, Duration.ZERO, pause -> {});

    private final MemoryFolder folder = new MemoryFolder();
    private Table table;

    /** What others do meanwhile. */
    private interface Doing {
        void run() throws IOException;
    }

    private List<UUID> create(TableProperties properties, Object[][]... fragments) throws IOException {
        table = Table.create(folder, Rows.schema(), properties, SETTINGS);
        Transaction insert = table.begin("insert");
        List<UUID> ids = new ArrayList<>();
        for (Object[][] rows : fragments) {
            ids.add(Rows.insert(insert, folder, rows));
        }
        insert.commit();
        return ids;
    }

    private static TableProperties sortedByKey() {
        return new TableProperties(
                List.of(new TableProperties.SortColumn(1, false, false)), List.of(), List.of(), Map.of());
    }

    /** Rows of keys, numbers and texts alike. */
    private static Object[][] rows(long... keys) {
        Object[][] rows = new Object[keys.length][];
        for (int i = 0; i < keys.length; i++) {
            rows[i] = row(keys[i], (int) keys[i], "host");
        }
        return rows;
    }

    private void delete(UUID fragment, long... rows) throws IOException {
        Transaction delete = table.begin("delete");
        Sidecars.delete(delete, folder, fragment, rows);
        delete.commit();
    }

    private UUID rewrite(UUID... hosts) throws IOException {
        Transaction compact = table.begin("compact");
        UUID successor = new Rewriting(compact, WriterOptions.DEFAULT).rows(List.of(hosts));
        compact.commit();
        return successor;
    }

    private List<SidecarFile> sidecars(UUID fragment) throws IOException {
        return table.snapshot().fragment(fragment).orElseThrow().sidecars();
    }

    /** More values than are written at once, in ranges that deleted rows part. */
    @Test
    void manyValuesFollow() throws IOException {
        int count = 20_000;
        Object[][] rows = new Object[count][];
        for (int i = 0; i < count; i++) {
            rows[i] = row((long) i, i, "host");
        }
        UUID fragment = create(TableProperties.NONE, rows).get(0);
        delete(fragment, 0, 1, 5000, 9096, 9097, 9098, 9100, 13_196, 19_999);
        Transaction writer = table.begin("update");
        SortedMap<Long, Object> values = new TreeMap<>();
        for (long row = 0; row < count; row++) {
            values.put(row, row % 7 == 0 ? null : (int) (row * 3));
        }
        SortedMap<Long, Object> texts = new TreeMap<>(Map.of(5000L, "gone", 5001L, "new", 9099L, "also"));
        Sidecars.change(writer, folder, fragment, RowRanges.of(7), Map.of("n", values, "s", texts));
        UUID successor = rewrite(fragment);
        Snapshot after = writer.commit();
        List<String> expected = new ArrayList<>();
        List<Integer> gone = List.of(0, 1, 7, 5000, 9096, 9097, 9098, 9100, 13_196, 19_999);
        for (int i = 0; i < count; i++) {
            if (!gone.contains(i)) {
                String text = i == 5001 ? "new" : i == 9099 ? "also" : "host";
                expected.add("[" + i + ", " + (i % 7 == 0 ? null : i * 3) + ", " + text + "]");
            }
        }
        assertEquals(expected, Rows.read(after));
        assertEquals(1, sidecars(successor).size());
        assertEquals(List.of(2, 3), sidecars(successor).get(0).fields());
        Damage.assertSound(folder);
    }

    /** A sidecar may change rows that are deleted in its own snapshot. */
    @Test
    void changesOfRowsThatWereGoneAreLeftOut() throws IOException {
        UUID fragment = create(TableProperties.NONE, rows(0, 1, 2, 3)).get(0);
        delete(fragment, 1, 2);
        Transaction both = table.begin("change");
        Sidecars.change(both, folder, fragment, RowRanges.of(2), Map.of("n", new TreeMap<>(Map.of(1L, 11))));
        Transaction modifying = table.begin("change");
        Sidecars.modify(modifying, folder, fragment, "s", Map.of(1L, "gone", 3L, "kept"));
        UUID successor = rewrite(fragment);
        both.commit();
        assertEquals(List.of(), sidecars(successor));
        modifying.commit();
        assertEquals(1, sidecars(successor).size());
        assertEquals(List.of("[0, 0, host]", "[3, 3, kept]"), Rows.read(table.snapshot()));
        Damage.assertSound(folder);
    }

    /** Two fragments become one; the transaction removes one of them, and one without a row left. */
    @Test
    void aRemovalDeletesTheRowsThatAreLeft() throws IOException {
        List<UUID> ids = create(TableProperties.NONE, rows(0, 1), rows(10, 11, 12), rows(20), rows(30));
        delete(ids.get(1), 1);
        delete(ids.get(2), 0);
        Transaction empty = table.begin("remove");
        empty.removeFragment(ids.get(2));
        Transaction remove = table.begin("remove");
        remove.removeFragment(ids.get(1));
        Transaction other = table.begin("remove");
        other.removeFragment(ids.get(3));
        UUID successor = rewrite(ids.get(0), ids.get(1), ids.get(2));
        empty.commit();
        assertEquals(List.of(), sidecars(successor), "it had no row left");
        other.commit();
        assertEquals(List.of(), sidecars(successor), "it has nothing to do with the others");
        remove.commit();
        assertEquals(1, sidecars(successor).size());
        assertEquals(List.of("[0, 0, host]", "[1, 1, host]"), Rows.read(table.snapshot()));
        Damage.assertSound(folder);
    }

    /** Places rows while hosts become one, and returns where each run of them stands in the successor. */
    private List<String> placed(Doing meanwhile, List<UUID> hosts, long... keys) throws IOException {
        Object[][] guests = rows(keys);
        UUID successor;
        try (RowInsert insert = TableOperations.of(table).insert()) {
            insert.write(JavaRows.batch(Rows.schema(), List.of(guests)));
            meanwhile.run();
            successor = rewrite(hosts.toArray(new UUID[0]));
            insert.commit();
        }
        List<String> rows = Rows.read(table.snapshot().scan().ordered());
        List<Long> read = rows.stream()
                .map(row -> Long.parseLong(row.substring(1, row.indexOf(','))))
                .toList();
        assertEquals(read.stream().sorted().toList(), read);
        List<String> runs = new ArrayList<>();
        for (SidecarFile sidecar : sidecars(successor)) {
            try (Sidecar open = sidecar.open(folder)) {
                Anchors anchors = open.anchors();
                for (int run = 0; run < anchors.size(); run++) {
                    runs.add(anchors.count(run) + " at " + anchors.position(run));
                }
            }
        }
        Damage.assertSound(folder);
        return runs;
    }

    /** A deleted row held inserted ones behind the rows of the fragment in front, which the successor has, too. */
    @Test
    void rowsMoveAmongThoseOfTheFragmentInFront() throws IOException {
        List<UUID> ids = create(sortedByKey(), rows(10, 16, 17, 18, 18, 19), rows(15, 20, 30));
        delete(ids.get(1), 0);
        assertEquals(
                List.of("1 at 1", "1 at 3", "1 at 5", "1 at 6", "1 at 7"), placed(() -> {}, ids, 15, 17, 18, 19, 21));
    }

    /** A fragment came since the rows were placed, and a deleted row would have kept them in front of its rows. */
    @Test
    void rowsMoveAmongThoseOfTheFragmentBehind() throws IOException {
        List<UUID> ids = new ArrayList<>(create(sortedByKey(), rows(10, 20, 100)));
        delete(ids.get(0), 2);
        assertEquals(
                List.of("1 at 1", "3 at 4"),
                placed(
                        () -> {
                            Transaction insert = table.begin("insert");
                            ids.add(Rows.insert(insert, folder, rows(45, 50, 60, 60, 70, 80)));
                            insert.commit();
                        },
                        ids,
                        15,
                        50,
                        55,
                        60));
    }

    /** Equal rows come in the order of their commits. */
    @Test
    void rowsStandBehindEqualOnes() throws IOException {
        UUID host = create(sortedByKey(), rows(10, 20, 30)).get(0);
        TableOperations operations = TableOperations.of(table);
        try (RowInsert insert = operations.insert()) {
            insert.write(JavaRows.batch(Rows.schema(), List.of(rows(22, 24, 24, 26))));
            insert.commit();
        }
        assertEquals(
                List.of("1 at 2", "2 at 5", "1 at 6", "1 at 7"), placed(() -> {}, List.of(host), 21, 24, 25, 29, 30));
    }

    /** Guests of a guest. The rows of both stand in front of the first row of their hosts. */
    @Test
    void rowsInFrontOfFirstRowsFollow() throws IOException {
        UUID host = create(sortedByKey(), rows(10, 40)).get(0);
        Transaction first = table.begin("insert");
        UUID guest = Sidecars.insert(first, folder, host, new long[] {0, 1, 1}, rows(5, 20, 30));
        first.commit();
        Transaction second = table.begin("insert");
        Sidecars.insert(second, folder, guest, new long[] {0, 1}, rows(2, 15));
        second.commit();
        Transaction late = table.begin("insert");
        Sidecars.insert(late, folder, host, new long[] {0, 0, 0}, rows(1, 3, 7));
        Transaction nested = table.begin("insert");
        Sidecars.insert(nested, folder, guest, new long[] {0, 0, 1, 1}, rows(0, 4, 12, 18));
        rewrite(host);
        late.commit();
        nested.commit();
        List<String> expected = LongStream.of(0, 1, 2, 3, 4, 5, 7, 10, 12, 15, 18, 20, 30, 40)
                .mapToObj(key -> "[" + key + ", " + key + ", host]")
                .toList();
        assertEquals(expected, Rows.read(table.snapshot().scan().ordered()));
        Damage.assertSound(folder);
    }

    /** Each row of the host has rows of others in front of it. */
    @Test
    void changesOfScatteredRowsFollow() throws IOException {
        long[] keys = LongStream.range(0, 20).map(key -> 10 * key).toArray();
        UUID host = create(TableProperties.NONE, rows(keys)).get(0);
        Transaction insert = table.begin("insert");
        long[] positions = LongStream.range(0, 20).toArray();
        Sidecars.insert(
                insert,
                folder,
                host,
                positions,
                rows(LongStream.of(keys).map(key -> key + 5).toArray()));
        insert.commit();
        delete(host, 3, 17);
        Transaction update = table.begin("update");
        SortedMap<Long, Object> values = new TreeMap<>(Map.of(0L, 1000, 2L, 1002, 4L, 1004, 16L, 1016, 19L, 1019));
        Sidecars.change(update, folder, host, RowRanges.of(9, 10), Map.of("n", values));
        rewrite(host);
        update.commit();
        List<String> expected = new ArrayList<>();
        for (long row = 0; row < 20; row++) {
            expected.add("[" + (10 * row + 5) + ", " + (10 * row + 5) + ", host]");
            if (!List.of(3L, 9L, 10L, 17L).contains(row)) {
                expected.add("[" + 10 * row + ", " + values.getOrDefault(row, 10 * row) + ", host]");
            }
        }
        assertEquals(expected, Rows.read(table.snapshot()));
        Damage.assertSound(folder);
    }

    /** The rows of each insert lie apart, and the last insert is the version that is rewritten. */
    @Test
    void changesOfInsertedRowsFollow() throws IOException {
        UUID host = create(TableProperties.NONE, rows(0, 10, 20, 30)).get(0);
        List<UUID> guests = new ArrayList<>();
        for (long guest = 1; guest <= 8; guest++) {
            Transaction insert = table.begin("insert");
            guests.add(
                    Sidecars.insert(insert, folder, host, new long[] {1, 2, 3}, rows(guest, 10 + guest, 20 + guest)));
            insert.commit();
        }
        Transaction update = table.begin("update");
        for (UUID guest : guests) {
            Sidecars.modify(update, folder, guest, "n", Map.of(1L, 100));
        }
        rewrite(host);
        update.commit();
        List<String> expected = LongStream.range(0, 31)
                .filter(key -> key % 10 != 9)
                .mapToObj(key -> "[" + key + ", " + (key > 10 && key < 19 ? 100 : key) + ", host]")
                .toList();
        assertEquals(expected, Rows.read(table.snapshot()));
        Damage.assertSound(folder);
    }

    /** The sidecars of the rewritten fragment are gone, and nothing of them is needed. */
    @Test
    void changesOfOtherFragmentsReadNothingOfARewrittenOne() throws IOException {
        List<UUID> ids = create(TableProperties.NONE, rows(0, 1), rows(10, 11));
        delete(ids.get(0), 1);
        String sidecar = sidecars(ids.get(0)).get(0).path();
        Transaction update = Table.open(folder, SETTINGS).begin("update"); // which has read no sidecar yet
        Sidecars.modify(update, folder, ids.get(1), "n", Map.of(0L, 7));
        UUID successor = rewrite(ids.get(0));
        folder.delete(sidecar);
        update.commit();
        assertEquals(List.of(), sidecars(successor));
        assertEquals(
                Set.of("[0, 0, host]", "[10, 7, host]", "[11, 11, host]"), Set.copyOf(Rows.read(table.snapshot())));
    }
}
