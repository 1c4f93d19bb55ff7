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
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.table.CommitConflictException.Kind;
import dev.stoa.table.internal.log.EntryWriter;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.MemoryFolder;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every kind of change against every other, both begun at one version. */
class ConflictTest {
    private static final TableSettings SETTINGS =
            TableSettings.DEFAULT.withPauses(Duration.ZERO, Duration.ZERO, pause -> {});

    private MemoryFolder folder;
    private Table table;
    private UUID fragment;
    private UUID other;

    /** Something that a transaction does. */
    private interface Doing {
        void to(Transaction transaction) throws IOException;
    }

    @BeforeEach
    void makeTable() throws IOException {
        folder = new MemoryFolder();
        Table made = Table.create(folder, Rows.schema(), TableProperties.NONE, SETTINGS);
        Transaction insert = made.begin("insert");
        fragment = insert(insert, folder, row(0L, 0, "a"), row(1L, 1, "b"), row(2L, 2, "c"), row(3L, 3, "d"));
        other = insert(insert, folder, row(9L, 9, "z"));
        insert.commit();
        table = Table.open(folder, SETTINGS);
    }

    private Map<String, Doing> doings() {
        Map<String, Doing> all = new LinkedHashMap<>();
        all.put("insert", t -> insert(t, folder, row(5L, 5, "n")));
        all.put("delete 1", t -> Sidecars.delete(t, folder, fragment, 1));
        all.put("n of 1", t -> Sidecars.modify(t, folder, fragment, "n", Map.of(1L, 11)));
        all.put("s of 1", t -> Sidecars.modify(t, folder, fragment, "s", Map.of(1L, "x")));
        all.put("n of 2", t -> Sidecars.modify(t, folder, fragment, "n", Map.of(2L, 22)));
        all.put("remove", t -> t.removeFragment(fragment));
        all.put("rewrite n", this::rewrite);
        all.put("overwrite", Transaction::overwriteAll);
        all.put("key 7", t -> t.insertKeys(new long[] {7, 8}));
        all.put("drop n", t -> t.setSchema(t.snapshot().schema().select(List.of("k", "s"))));
        all.put("add column", t -> {
            List<Field> fields = new ArrayList<>(t.snapshot().schema().fields());
            fields.add(Field.nullable("new", Rows.INT).withFieldId(t.snapshot().lastFieldId() + 1));
            t.setSchema(new Schema(fields));
        });
        all.put("declare key", t -> t.setProperties(new TableProperties(List.of(), List.of(1), List.of(), Map.of())));
        return all;
    }

    private void rewrite(Transaction transaction) throws IOException {
        String file = transaction.newDataFile();
        Schema n = transaction.snapshot().schema().select(List.of("n"));
        Rows.write(folder, file, n, row(0), row(1), row(2), row(3));
        transaction.replaceColumns(fragment, file, List.of(2));
    }

    /** Which pairs conflict, and how; written down, not computed. Keys alone are inserted with rows. */
    private static Optional<Kind> expected(String a, String b) {
        List<String> rows = List.of("delete 1", "n of 1", "s of 1", "n of 2");
        if (a.equals("rewrite n") && (b.equals("overwrite") || b.equals("remove"))) {
            return Optional.empty(); // the rows are what they were
        }
        if (a.equals("overwrite") || b.equals("overwrite")) {
            String with = a.equals("overwrite") ? b : a;
            boolean isData =
                    !List.of("key 7", "drop n", "add column", "declare key").contains(with);
            return isData
                    ? Optional.of(Kind.OVERWRITE)
                    : with.equals("declare key") ? Optional.of(Kind.SCHEMA) : Optional.empty();
        }
        if (a.equals("remove") || b.equals("remove")) {
            String with = a.equals("remove") ? b : a;
            if (with.equals("declare key")) {
                return Optional.of(Kind.SCHEMA);
            }
            boolean touches = rows.contains(with) || with.equals("remove") || with.equals("rewrite n");
            return touches ? Optional.of(Kind.OVERWRITE) : Optional.empty();
        }
        List<String> schema = List.of("drop n", "add column");
        if (schema.contains(a) && schema.contains(b)) {
            return Optional.of(Kind.SCHEMA);
        }
        if (a.equals("drop n") || b.equals("drop n")) {
            String with = a.equals("drop n") ? b : a;
            return List.of("n of 1", "n of 2").contains(with) ? Optional.of(Kind.SCHEMA) : Optional.empty();
        }
        if (a.equals("rewrite n") && b.equals("declare key")) {
            return Optional.empty();
        }
        if (a.equals("declare key") || b.equals("declare key")) {
            String with = a.equals("declare key") ? b : a;
            return with.equals("key 7") || with.equals("add column") ? Optional.empty() : Optional.of(Kind.SCHEMA);
        }
        if (a.equals("key 7") && b.equals("key 7")) {
            return Optional.of(Kind.KEY);
        }
        if (a.equals("rewrite n") && b.equals("rewrite n")) {
            return Optional.of(Kind.OVERWRITE);
        }
        boolean sameRow = rows.contains(a)
                && (a.equals(b)
                        || (a.equals("delete 1") && (b.equals("n of 1") || b.equals("s of 1")))
                        || (b.equals("delete 1") && (a.equals("n of 1") || a.equals("s of 1"))));
        return sameRow ? Optional.of(Kind.ROW) : Optional.empty();
    }

    @Test
    void everyPair() throws IOException {
        List<String> names = List.copyOf(doings().keySet());
        MemoryFolder made = folder;
        for (String first : names) {
            for (String second : names) {
                folder = made.copy();
                table = Table.open(folder, SETTINGS);
                Transaction a = table.begin(first);
                Transaction b = table.begin(second);
                doings().get(first).to(a);
                doings().get(second).to(b);
                boolean onlyKeys = first.equals("key 7") || second.equals("key 7");
                if (first.equals("key 7")) {
                    a.removeFragment(other); // keys come with rows, whatever they are
                }
                if (second.equals("key 7")) {
                    insert(b, folder, row(7L, 7, "k"));
                }
                Snapshot after = a.commit();
                String pair = first + ", then " + second;
                Optional<Kind> expected = onlyKeys ? expectedOfKeys(first, second) : expected(first, second);
                if (expected.isPresent()) {
                    CommitConflictException e = assertThrows(CommitConflictException.class, b::commit, pair);
                    assertEquals(expected.get(), e.kind(), () -> pair + ": " + e.getMessage());
                    assertEquals(a.id(), e.transaction());
                    assertEquals(2, e.version());
                    assertTrue(e.getMessage().contains("conflict with version 2 (" + first), e.getMessage());
                    assertEquals(2, table.snapshot().version());
                } else {
                    assertEquals(3, b.commit().version(), pair);
                    assertEquals(after.version(), table.snapshotAt(2).version());
                    read(table.snapshot());
                }
            }
        }
    }

    private static Optional<Kind> expectedOfKeys(String first, String second) {
        if (first.equals(second)) {
            return Optional.of(Kind.KEY);
        }
        String with = first.equals("key 7") ? second : first;
        return with.equals("overwrite")
                ? Optional.of(Kind.OVERWRITE)
                : with.equals("declare key") ? Optional.of(Kind.SCHEMA) : Optional.empty();
    }

    /** What a transaction declares names columns that another drops or renames. Whoever comes second would leave a broken table. */
    @Test
    void aColumnIsNotDeclaredAndDroppedAtOnce() throws IOException {
        Map<String, TableProperties> declared = Map.of(
                "order",
                new TableProperties(
                        List.of(new TableProperties.SortColumn(2, false, false)), List.of(), List.of(), Map.of()),
                "key",
                new TableProperties(List.of(), List.of(2), List.of(), Map.of()),
                "partitions",
                new TableProperties(
                        List.of(), List.of(), List.of(new TableProperties.PartitionColumn(2, "hash(4)")), Map.of()),
                "constraint",
                TableProperties.NONE.withCheck("positive", "n >= 0"));
        Map<String, Doing> columns = Map.of(
                "drop",
                doings().get("drop n"),
                "rename",
                t -> t.setSchema(new SchemaEdit(t.snapshot()).rename("n", "m").schema()));
        MemoryFolder made = folder;
        for (String what : declared.keySet()) {
            for (String change : columns.keySet()) {
                for (boolean isDeclaredFirst : List.of(true, false)) {
                    folder = made.copy();
                    table = Table.open(folder, SETTINGS);
                    Transaction declares = table.begin("declare");
                    Transaction changes = table.begin("alter");
                    declares.setProperties(declared.get(what));
                    columns.get(change).to(changes);
                    (isDeclaredFirst ? declares : changes).commit();
                    Transaction second = isDeclaredFirst ? changes : declares;
                    String pair = what + ", " + change + ", " + isDeclaredFirst;
                    if (change.equals("rename") && !what.equals("constraint")) {
                        assertEquals(3, second.commit().version(), pair + ": the column keeps its id");
                    } else {
                        CommitConflictException e = assertThrows(CommitConflictException.class, second::commit, pair);
                        assertEquals(Kind.SCHEMA, e.kind(), pair);
                        assertTrue(e.getMessage().contains("column 'n' belongs to the "), e.getMessage());
                    }
                    read(Table.open(folder, SETTINGS).snapshot());
                }
            }
        }
    }

    @Test
    void bothChangesOfOneFragmentCount() throws IOException {
        Transaction a = table.begin("update");
        Transaction b = table.begin("update");
        Transaction c = table.begin("delete");
        Transaction d = table.begin("fold");
        Sidecars.modify(a, folder, fragment, "n", Map.of(1L, 11));
        Sidecars.modify(b, folder, fragment, "s", Map.of(1L, "x"));
        Sidecars.delete(c, folder, fragment, 0, 3);
        rewrite(d);
        a.commit();
        b.commit();
        c.commit();
        d.commit();
        assertEquals(List.of("[1, 11, x]", "[2, 2, c]", "[9, 9, z]"), read(table.snapshot()), "newer than the rewrite");
        assertEquals(3, table.snapshot().rowCount());
        assertEquals(
                List.of("[1, 11, x]"),
                read(table.snapshot(), dev.stoa.reader.Filter.greaterOrEqual("n", 10)),
                "found by the bounds of the new value");
        Snapshot opened = Table.open(folder, TableSettings.DEFAULT).snapshot();
        assertEquals(read(table.snapshot()), read(opened));
    }

    @Test
    void theLoserOfEveryRaceGivesUp() throws IOException {
        Table patient = Table.open(
                folder, TableSettings.DEFAULT.withAttempts(1).withPauses(Duration.ZERO, Duration.ZERO, pause -> {}));
        Transaction late = patient.begin("insert");
        insert(late, folder, row(5L, 5, "n"));
        Transaction first = table.begin("insert");
        insert(first, folder, row(6L, 6, "m"));
        first.commit();
        assertEquals(
                Kind.RACE,
                assertThrows(CommitConflictException.class, late::commit).kind());
    }

    /** Each attempt follows all commits so far, after a pause that grows. */
    @Test
    void attemptsAreCountedAndPausesGrow() throws IOException {
        List<Duration> pauses = new ArrayList<>();
        TableSettings few = TableSettings.DEFAULT
                .withAttempts(4)
                .withRandom(() -> 0) // half of the longest pause
                .withPauses(Duration.ofSeconds(8), Duration.ofSeconds(100), pauses::add);
        FaultyFolder contested = new FaultyFolder(folder);
        AtomicInteger races = new AtomicInteger(3);
        contested.fault = name -> {
            if (name.endsWith(".commit") && races.getAndDecrement() > 0) {
                for (int i = 0; i < 5; i++) {
                    Transaction first = table.begin("insert");
                    insert(first, folder, row(6L, 6, "m"));
                    first.commit();
                }
            }
            return FaultyFolder.AtCommit.DONE;
        };
        Table patient = Table.open(contested, few);
        Transaction third = patient.begin("insert");
        insert(third, contested, row(5L, 5, "n"));
        assertEquals(17, third.commit().version(), "at the fourth attempt");
        assertEquals(
                List.of(4L, 8L, 16L), pauses.stream().map(Duration::toSeconds).toList());
        races.set(4);
        Transaction late = patient.begin("insert");
        insert(late, contested, row(5L, 5, "n"));
        CommitConflictException e = assertThrows(CommitConflictException.class, late::commit);
        assertTrue(e.getMessage().contains("others were faster in all of 4 attempts"), e.getMessage());
        assertEquals(6, pauses.size());
    }

    /** The number after an expired version is free again, but an entry that takes it is no version. */
    @Test
    void aTransactionOnAnExpiredVersionBeginsAnew() throws IOException {
        Transaction late = table.begin("insert");
        insert(late, folder, row(5L, 5, "n"));
        for (int i = 0; i < 3; i++) {
            Transaction first = table.begin("insert");
            insert(first, folder, row(6L, 6, "m"));
            first.commit();
        }
        Expiry.plan(table, Duration.ZERO, 1, Duration.ZERO).run();
        TableException e = assertThrows(TableException.class, late::commit);
        assertTrue(
                e.getMessage()
                        .endsWith(
                                "version 1, behind which the transaction was to be committed, was expired; begin anew"),
                e.getMessage());
        assertEquals(Optional.empty(), folder.find(Log.entryName(2)));
    }

    @Test
    void anEntryThatDoesNotFollowIsNotFollowed() throws IOException {
        Transaction late = table.begin("insert");
        insert(late, folder, row(5L, 5, "n"));
        MemoryFolder other = folder.copy();
        for (MemoryFolder history : List.of(other, folder)) {
            Table made = Table.open(history, SETTINGS);
            for (int i = 0; i < 2; i++) {
                Transaction first = made.begin("insert");
                insert(first, history, row(6L, 6, "m"));
                first.commit();
            }
        }
        folder.put(Log.entryName(3), other.bytes(Log.entryName(3)));
        CorruptFileException e = assertThrows(CorruptFileException.class, late::commit);
        assertTrue(e.getMessage().contains(Log.entryName(3)), e.getMessage());
        assertEquals(Optional.empty(), folder.find(Log.entryName(4)));
    }

    /** Of more keys than an entry lists nobody can tell that they are others. */
    @Test
    @Tag("slow")
    void keysThatAreNotListedConflict() throws IOException {
        long[] many = LongStream.rangeClosed(1, EntryWriter.MAX_KEYS + 1L)
                .map(i -> i * 0x9E3779B97F4A7C15L) // as hashes are: an entry has no more rows than bytes
                .toArray();
        for (boolean first : new boolean[] {true, false}) {
            for (boolean isMany : new boolean[] {true, false}) {
                long[] keys = isMany ? many : Arrays.copyOf(many, EntryWriter.MAX_KEYS);
                Transaction one = table.begin("many keys");
                insert(one, folder, row(5L, 5, "n"));
                one.insertKeys(keys);
                Transaction two = table.begin("one other key");
                insert(two, folder, row(6L, 6, "n"));
                two.insertKeys(new long[] {0});
                (first ? one : two).commit();
                Transaction later = first ? two : one;
                if (isMany) {
                    CommitConflictException e = assertThrows(CommitConflictException.class, later::commit);
                    assertEquals(CommitConflictException.Kind.KEY, e.kind());
                } else {
                    later.commit();
                }
            }
        }
    }
}
