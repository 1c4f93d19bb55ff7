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
package dev.stoa.delta;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** An image as a plain list of rows, and the same operations on it and on an editor. */
final class Model {
    static final int COLUMNS = 5;

    private static long references;

    final long baseRows;
    final List<Row> rows;

    private Model(long baseRows, List<Row> rows) {
        this.baseRows = baseRows;
        this.rows = rows;
    }

    static Model of(int baseRows) {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < baseRows; i++) {
            rows.add(Row.base(i));
        }
        return new Model(baseRows, rows);
    }

    Model copy() {
        return new Model(baseRows, new ArrayList<>(rows));
    }

    static long reference() {
        return references++;
    }

    /** Does one random operation on both; tends to a number of rows. */
    void operate(Random random, DeltaEditor editor, int wantedRows) {
        int kind = random.nextInt(10);
        boolean many = rows.size() > wantedRows;
        if (rows.isEmpty() || kind < (many ? 2 : 4)) {
            int at = place(random, rows.size() + 1);
            long reference = reference();
            rows.add(at, Row.inserted(reference));
            editor.insert(at, reference);
        } else if (kind < 6) {
            int at = place(random, rows.size());
            int most = random.nextInt(50) == 0 ? 100 : random.nextInt(8) == 0 ? 8 : 1;
            int count = Math.min(rows.size() - at, 1 + random.nextInt(most));
            rows.subList(at, at + count).clear();
            editor.delete(at, count);
        } else {
            int at = place(random, rows.size());
            int column = random.nextInt(COLUMNS);
            long value = random.nextInt(8) == 0 ? DeltaTree.SET_NULL : reference();
            rows.set(at, rows.get(at).modify(column, value));
            editor.modify(at, column, value);
        }
    }

    /** Mostly anywhere, often the same few places, or an end. */
    private static int place(Random random, int rows) {
        return switch (random.nextInt(10)) {
            case 0 -> rows - 1;
            case 1 -> 0;
            case 2, 3 -> rows / 3 + random.nextInt(Math.min(3, rows - rows / 3));
            default -> random.nextInt(rows);
        };
    }

    /** The rows as a scan of ranges of a stack finds them. */
    static List<Row> scan(DeltaStack stack, Random random) {
        List<Row> found = new ArrayList<>();
        DeltaScan scan = stack.scan();
        RangeChanges changes = new RangeChanges();
        int most = 1 + random.nextInt(300);
        long first = 0;
        do {
            long end = Math.min(stack.baseRows(), first + 1 + random.nextInt(most));
            do {
                assertEquals(scan.read(first, end, changes), !changes.isEmpty());
                add(found, changes, first);
                first = changes.end();
            } while (!changes.isComplete());
            assertEquals(end, first);
        } while (first < stack.baseRows());
        return found;
    }

    static void add(List<Row> found, RangeChanges changes, long first) {
        long end = changes.end();
        int insert = 0;
        int delete = 0;
        for (int at = 0; at <= end - first; at++) {
            while (insert < changes.inserts() && changes.insertPositions()[insert] == at) {
                Map<Integer, Long> modified = modified(changes.ofInserted(), insert);
                found.add(new Row(-1, changes.insertRows()[insert++], modified));
            }
            if (delete < changes.deletes() && at >= changes.deleteEnds()[delete]) {
                delete++;
            }
            boolean deleted = delete < changes.deletes() && at >= changes.deleteStarts()[delete];
            if (!deleted && at < end - first) {
                found.add(new Row(first + at, 0, modified(changes.ofBase(), at)));
            }
        }
        assertEquals(changes.inserts(), insert);
    }

    private static Map<Integer, Long> modified(Modifies modifies, int row) {
        Map<Integer, Long> modified = new TreeMap<>();
        if (modifies.isEmpty()) {
            return modified;
        }
        int[] rows = new int[modifies.size()];
        long[] values = new long[modifies.size()];
        for (int column = 0; column < COLUMNS; column++) {
            int count = modifies.select(column, rows, values);
            assertEquals(modifies.contain(column), count > 0);
            for (int i = 0; i < count; i++) {
                if (rows[i] == row) {
                    modified.put(column, values[i]);
                }
            }
        }
        return modified;
    }

    void check(DeltaTree tree, Random random) {
        Invariants.check(tree);
        check(DeltaStack.of(tree), random);
    }

    /** Compares all that a stack says. */
    void check(DeltaStack stack, Random random) {
        assertEquals(rows.size(), stack.rows());
        assertEquals(baseRows, stack.baseRows());
        assertEquals(rows, scan(stack, random));
        long sid = 0;
        for (int i = 0; i < rows.size(); i++) {
            Row row = rows.get(i);
            assertEquals(row.insertedAt(), stack.insertedAt(i));
            for (int column = 0; column < COLUMNS; column++) {
                assertEquals(row.modified().getOrDefault(column, DeltaTree.NOT_CHANGED), stack.modifiedAt(i, column));
            }
            if (row.base() < 0) {
                continue;
            }
            assertEquals(row.base(), stack.sidOf(i));
            for (; sid < row.base(); sid++) {
                assertEquals(true, stack.isDeleted(sid));
            }
            assertEquals(false, stack.isDeleted(sid));
            assertEquals(i, stack.ridOf(sid++));
        }
        assertEquals(stack.rows(), stack.ridOf(baseRows));
    }
}
