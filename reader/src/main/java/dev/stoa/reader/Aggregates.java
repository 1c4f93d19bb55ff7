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
package dev.stoa.reader;

import dev.stoa.format.ColumnVector;
import dev.stoa.reader.internal.value.ValueOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Exact counts and bounds of the rows that a scan would deliver; see {@link ScanBuilder#aggregate}.
 *
 * @param rows how many rows match
 * @param rowsFromMetadata of these, those that metadata alone counted, without a read of their values
 * @param columns in the order asked
 * @param stats what it took
 */
public record Aggregates(long rows, long rowsFromMetadata, List<Column> columns, ScanStats stats) {

    /**
     * One column.
     *
     * @param path of the column
     * @param nullCount rows where it is null
     * @param nanCount rows where it is NaN; 0 for types without
     * @param min the least value that is neither null nor NaN, as the only row of a vector. Absent if no row has such a
     *     value, or the type has no order. A zero of a floating-point column is -0.0
     * @param max the greatest likewise; a zero is +0.0
     */
    public record Column(
            ColumnPath path, long nullCount, long nanCount, Optional<ColumnVector> min, Optional<ColumnVector> max) {

        private Column plus(Column other) {
            return new Column(
                    path,
                    nullCount + other.nullCount,
                    nanCount + other.nanCount,
                    first(min, other.min, -1),
                    first(max, other.max, 1));
        }

        private static Optional<ColumnVector> first(Optional<ColumnVector> a, Optional<ColumnVector> b, int sign) {
            if (a.isEmpty() || b.isEmpty()) {
                return a.isPresent() ? a : b;
            }
            int order = new ValueOrder(a.get().type()).compare(a.get(), 0, b.get(), 0);
            return order * sign >= 0 ? a : b;
        }
    }

    /** These and those of other rows, of columns of the same types; their names are these. */
    public Aggregates plus(Aggregates other) {
        List<Column> all = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            all.add(columns.get(i).plus(other.columns.get(i)));
        }
        return new Aggregates(
                rows + other.rows, rowsFromMetadata + other.rowsFromMetadata, all, stats.plus(other.stats));
    }
}
