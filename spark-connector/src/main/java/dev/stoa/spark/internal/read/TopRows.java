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
package dev.stoa.spark.internal.read;

import dev.stoa.format.Batch;
import dev.stoa.format.BooleanVector;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.reader.RowRanges;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.UUID;

/** Finds the first rows by some keys, among rows that come in any order. */
final class TopRows {
    private final List<TopKey> keys;
    private final int limit;
    /** The last one of the first rows comes first. */
    private final PriorityQueue<Row> first;

    /**
     * A row with its keys.
     *
     * @param numbers the keys that are numbers, by the place of the key
     * @param texts the keys that are texts; null for null, and for numbers
     * @param nulls which keys are null
     */
    private record Row(UUID fragment, long row, long[] numbers, byte[][] texts, boolean[] nulls) {}

    TopRows(List<TopKey> keys, int limit) {
        this.keys = keys;
        this.limit = limit;
        this.first = new PriorityQueue<>((a, b) -> compare(b, a));
    }

    private int compare(Row a, Row b) {
        for (int key = 0; key < keys.size(); key++) {
            int order = a.nulls[key] || b.nulls[key]
                    ? nullOrder(key, a.nulls[key], b.nulls[key])
                    : signed(
                            key,
                            a.texts[key] == null
                                    ? Long.compare(a.numbers[key], b.numbers[key])
                                    : Arrays.compareUnsigned(a.texts[key], b.texts[key]));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private int nullOrder(int key, boolean isNull, boolean isOtherNull) {
        int order = Boolean.compare(isOtherNull, isNull);
        return keys.get(key).isNullsFirst() ? order : -order;
    }

    private int signed(int key, int order) {
        return keys.get(key).isDescending() ? -order : order;
    }

    /** Looks at the selected rows of a batch, whose columns are the keys. */
    void add(UUID fragment, Batch batch) {
        int count = batch.selectedCount();
        boolean isAll = count == batch.rowCount();
        int[] selection = batch.selection();
        for (int i = 0; i < count; i++) {
            int row = isAll ? i : selection[i];
            if (first.size() < limit) {
                first.add(row(fragment, batch, row));
            } else if (isBefore(batch, row, first.element())) {
                first.remove();
                first.add(row(fragment, batch, row));
            }
        }
    }

    private boolean isBefore(Batch batch, int row, Row other) {
        for (int key = 0; key < keys.size(); key++) {
            ColumnVector vector = batch.column(key);
            boolean isNull = vector.isNull(row);
            int order = isNull || other.nulls[key]
                    ? nullOrder(key, isNull, other.nulls[key])
                    : signed(key, compare(vector, row, other.numbers[key], other.texts[key]));
            if (order != 0) {
                return order < 0;
            }
        }
        return false;
    }

    private static int compare(ColumnVector vector, int row, long number, byte[] text) {
        if (vector instanceof BytesVector bytes) {
            int start = bytes.start(row);
            return Arrays.compareUnsigned(bytes.data(), start, start + bytes.length(row), text, 0, text.length);
        }
        return Long.compare(number(vector, row), number);
    }

    private static long number(ColumnVector vector, int row) {
        if (vector instanceof LongVector longs) {
            return longs.values()[row];
        } else if (vector instanceof IntVector ints) {
            return ints.values()[row];
        }
        return ((BooleanVector) vector).values()[row];
    }

    private Row row(UUID fragment, Batch batch, int row) {
        long[] numbers = new long[keys.size()];
        byte[][] texts = new byte[keys.size()][];
        boolean[] nulls = new boolean[keys.size()];
        for (int key = 0; key < keys.size(); key++) {
            ColumnVector vector = batch.column(key);
            nulls[key] = vector.isNull(row);
            if (!nulls[key] && vector instanceof BytesVector bytes) {
                texts[key] = bytes.get(row);
            } else if (!nulls[key]) {
                numbers[key] = number(vector, row);
            }
        }
        return new Row(fragment, batch.firstRow() + row, numbers, texts, nulls);
    }

    /** Returns the first rows, by fragment. */
    Map<UUID, RowRanges> rows() {
        Map<UUID, List<Long>> found = new LinkedHashMap<>();
        for (Row row : first) {
            found.computeIfAbsent(row.fragment(), fragment -> new ArrayList<>()).add(row.row());
        }
        Map<UUID, RowRanges> rows = new LinkedHashMap<>();
        found.forEach((fragment, places) -> rows.put(
                fragment,
                RowRanges.of(places.stream().mapToLong(Long::longValue).toArray())));
        return rows;
    }
}
