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

import dev.stoa.reader.Filter;
import dev.stoa.reader.RowRanges;
import dev.stoa.table.CommitConflictException.Kind;
import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.vio.Folder;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random transactions, several at once, against lists of rows; every version is what the lists say. */
@Tag("soak")
class ModelTest {
    private Random random;
    private Folder folder;

    /** By fragment, its rows; null where one is deleted. */
    private record Model(Map<UUID, Object[][]> fragments) {
        Model copy() {
            Map<UUID, Object[][]> copies = new LinkedHashMap<>();
            fragments.forEach((id, rows) -> copies.put(
                    id,
                    Arrays.stream(rows)
                            .map(row -> row == null ? null : row.clone())
                            .toArray(Object[][]::new)));
            return new Model(copies);
        }

        List<String> rows() {
            return fragments.values().stream()
                    .flatMap(Arrays::stream)
                    .filter(Objects::nonNull)
                    .map(Arrays::toString)
                    .toList();
        }
    }

    /** What a transaction does to some rows, and how that changes the model. */
    private final class Plan {
        private final Transaction transaction;
        private final Map<UUID, Object[][]> inserted = new LinkedHashMap<>();
        private final Map<UUID, Set<Long>> deleted = new HashMap<>();
        private final Map<UUID, Map<String, TreeMap<Long, Object>>> modified = new HashMap<>();
        private final Set<UUID> removed = new TreeSet<>();
        private final Map<UUID, String> rewritten = new HashMap<>();

        Plan(Table table, Model model) throws IOException {
            transaction = table.begin("random");
            List<UUID> ids = List.copyOf(model.fragments.keySet());
            if (ids.isEmpty() || random.nextInt(3) == 0) {
                insert();
            }
            if (!ids.isEmpty()) {
                UUID id = ids.get(random.nextInt(ids.size()));
                switch (random.nextInt(12)) {
                    case 0 -> {
                        transaction.removeFragment(id);
                        removed.add(id);
                    }
                    case 1, 2 -> rewrite(id, model.fragments.get(id));
                    default -> change(id, model.fragments.get(id));
                }
            }
        }

        private void insert() throws IOException {
            Object[][] rows = new Object[1 + random.nextInt(30)][];
            for (int i = 0; i < rows.length; i++) {
                rows[i] = new Object[] {random.nextLong(), value("n"), value("s")};
            }
            inserted.put(Rows.insert(transaction, folder, rows), rows);
        }

        private void change(UUID id, Object[][] rows) throws IOException {
            Set<Long> dead = new TreeSet<>();
            Map<String, TreeMap<Long, Object>> values = new HashMap<>();
            for (int i = 0; i < rows.length; i++) {
                if (rows[i] == null || random.nextInt(8) > 0) {
                    continue;
                }
                if (random.nextInt(3) == 0) {
                    dead.add((long) i);
                } else {
                    String column = random.nextBoolean() ? "n" : "s";
                    values.computeIfAbsent(column, name -> new TreeMap<>()).put((long) i, value(column));
                }
            }
            if (!dead.isEmpty() || !values.isEmpty()) {
                RowRanges ranges =
                        RowRanges.of(dead.stream().mapToLong(Long::longValue).toArray());
                Sidecars.change(transaction, folder, id, ranges, values);
                deleted.put(id, dead);
                modified.put(id, values);
            }
        }

        private void rewrite(UUID id, Object[][] rows) throws IOException {
            String column = random.nextBoolean() ? "n" : "s";
            List<Object[]> cells = new ArrayList<>();
            for (Object[] row : rows) {
                cells.add(new Object[] {row == null ? null : row[column.equals("n") ? 1 : 2]});
            }
            String file = transaction.newDataFile();
            Rows.write(
                    folder,
                    file,
                    transaction.snapshot().schema().select(List.of(column)),
                    cells.toArray(Object[][]::new));
            transaction.replaceColumns(id, file, List.of(column.equals("n") ? 2 : 3));
            rewritten.put(id, column);
        }

        private Object value(String column) {
            if (random.nextInt(5) == 0) {
                return null;
            }
            return column.equals("n") ? (Object) random.nextInt(100) : "s" + random.nextInt(20);
        }

        void apply(Model model) {
            removed.forEach(model.fragments::remove);
            model.fragments.putAll(inserted);
            deleted.forEach((id, rows) -> rows.forEach(row -> model.fragments.get(id)[row.intValue()] = null));
            modified.forEach((id, columns) -> columns.forEach((column, values) -> values.forEach(
                    (row, value) -> model.fragments.get(id)[row.intValue()][column.equals("n") ? 1 : 2] = value)));
        }

        private Set<UUID> touched() {
            Set<UUID> touched = new TreeSet<>(removed);
            touched.addAll(modified.keySet());
            touched.addAll(rewritten.keySet());
            return touched;
        }

        Optional<Kind> conflict(Plan first) {
            for (UUID id : touched()) {
                if (!first.touched().contains(id)) {
                    continue;
                }
                boolean sameColumn =
                        rewritten.containsKey(id) && Objects.equals(rewritten.get(id), first.rewritten.get(id));
                boolean onlyRewritten = first.rewritten.containsKey(id) && removed.contains(id);
                if ((removed.contains(id) && !onlyRewritten) || first.removed.contains(id) || sameColumn) {
                    return Optional.of(Kind.OVERWRITE);
                }
                if (modified.containsKey(id) && first.modified.containsKey(id) && sameRow(first, id)) {
                    return Optional.of(Kind.ROW);
                }
            }
            return Optional.empty();
        }

        private boolean sameRow(Plan other, UUID id) {
            Set<Long> mine = rows(id);
            Set<Long> theirs = other.rows(id);
            boolean same = deleted.get(id).stream().anyMatch(theirs::contains)
                    || other.deleted.get(id).stream().anyMatch(mine::contains);
            for (String column : modified.get(id).keySet()) {
                Map<Long, Object> others = other.modified.get(id).getOrDefault(column, new TreeMap<>());
                same |= modified.get(id).get(column).keySet().stream().anyMatch(others::containsKey);
            }
            return same;
        }

        private Set<Long> rows(UUID id) {
            Set<Long> rows = new TreeSet<>(deleted.get(id));
            modified.get(id).values().forEach(values -> rows.addAll(values.keySet()));
            return rows;
        }
    }

    @Test
    void everyVersionIsTheModels() throws IOException {
        random = new Random(Seeds.next(ModelTest.class));
        for (int history = 0; history < Integer.getInteger("stoa.histories", 8); history++) {
            folder = new MemoryFolder();
            history();
        }
    }

    private void history() throws IOException {
        Table table = Table.create(
                folder,
                Rows.schema(),
                TableProperties.NONE,
                TableSettings.DEFAULT.withPauses(Duration.ZERO, Duration.ZERO, pause -> {}));
        List<Model> versions = new ArrayList<>();
        versions.add(new Model(new LinkedHashMap<>()));
        for (int step = 0; step < 25; step++) {
            Model now = versions.get(versions.size() - 1);
            List<Plan> plans = new ArrayList<>();
            for (int i = 0; i <= random.nextInt(3); i++) {
                plans.add(new Plan(table, now));
            }
            List<Plan> committed = new ArrayList<>();
            for (Plan plan : plans) {
                commit(plan, committed, versions);
            }
        }
        Table opened = Table.open(folder, TableSettings.DEFAULT.withKeptRows(random.nextBoolean() ? 0 : 20));
        assertEquals(versions.size() - 1, opened.snapshot().version());
        for (int version = 0; version < versions.size(); version++) {
            check(opened.snapshotAt(version), versions.get(version));
        }
        Damage.assertSound(folder);
    }

    private void commit(Plan plan, List<Plan> committed, List<Model> versions) throws IOException {
        Optional<Kind> expected = Optional.empty();
        for (Plan first : committed) {
            expected = expected.or(() -> plan.conflict(first));
        }
        Model next = versions.get(versions.size() - 1).copy();
        try {
            Snapshot snapshot = plan.transaction.commit();
            assertEquals(Optional.empty(), expected);
            if (snapshot.version() == versions.size()) {
                plan.apply(next);
                versions.add(next);
                committed.add(plan);
            }
            check(snapshot, versions.get((int) snapshot.version()));
        } catch (CommitConflictException e) {
            assertEquals(expected, Optional.of(e.kind()), e.getMessage());
        }
    }

    private void check(Snapshot snapshot, Model model) throws IOException {
        assertEquals(model.rows(), Rows.read(snapshot));
        assertEquals(model.rows().size(), snapshot.rowCount());
        int low = random.nextInt(100);
        List<String> some = model.fragments.values().stream()
                .flatMap(Arrays::stream)
                .filter(row -> row != null && row[1] != null && (Integer) row[1] >= low && (Integer) row[1] < low + 10)
                .map(row -> "[" + row[2] + "]")
                .toList();
        assertEquals(
                some,
                Rows.read(snapshot.scan().select("s").filter(Filter.between("n", low, low + 9))),
                "n from " + low);
        List<String> ofText = model.fragments.values().stream()
                .flatMap(Arrays::stream)
                .filter(row -> row != null && Objects.equals(row[2], "s7") && !Objects.equals(row[1], 3))
                .filter(row -> row[1] != null)
                .map(Arrays::toString)
                .toList();
        assertEquals(
                ofText,
                Rows.read(snapshot, Filter.and(Filter.equal("s", "s7"), Filter.notEqual("n", 3))),
                "of two files");
    }
}
