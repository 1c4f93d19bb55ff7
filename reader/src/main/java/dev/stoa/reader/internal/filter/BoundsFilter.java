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
package dev.stoa.reader.internal.filter;

import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.internal.meta.MinMax;
import dev.stoa.reader.ColumnBounds;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.Filter;
import dev.stoa.reader.internal.value.Match;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Tells by bounds alone whether a filter may be true on some of their rows. A scan does this zone by zone; this class does
 * it for anything larger. For one thread.
 */
public final class BoundsFilter {
    private final Predicate predicate;
    private final List<ColumnPath> columns;
    private final OneZone zone = new OneZone();

    private BoundsFilter(Predicate predicate, List<ColumnPath> columns) {
        this.predicate = predicate;
        this.columns = columns;
    }

    /**
     * Resolves a filter.
     *
     * @param types the type of a column of the filter, if it exists
     * @throws IllegalArgumentException if a column does not exist, or a literal does not fit its column
     */
    public static BoundsFilter of(Filter filter, Function<ColumnPath, Optional<Type>> types) {
        FilterColumns columns = new FilterColumns(types);
        Predicate predicate = new FilterCompiler(columns).compile(filter);
        return new BoundsFilter(predicate, List.copyOf(columns.paths()));
    }

    /**
     * Returns a test of the rows of batches by the same filter.
     *
     * @param schema of the batches, with columns of the types of the filter's
     * @throws IllegalArgumentException if a column is not there
     */
    public BatchFilter ofBatches(Schema schema) {
        return new BatchFilter(schema, predicate.copy(), columns);
    }

    /** The columns whose bounds it needs, in this order. */
    public List<ColumnPath> columns() {
        return columns;
    }

    /**
     * Whether the filter may be true on one of the rows.
     *
     * @param rows the number of rows
     * @param bounds of each of {@link #columns}, which may count rows with new values twice; absent if unknown
     */
    public boolean mayMatch(long rows, List<Optional<ColumnBounds>> bounds) {
        zone.start(rows);
        for (Optional<ColumnBounds> column : bounds) {
            boolean tells = column.isPresent()
                    && (!MinMax.isOrdered(column.get().type())
                            || column.get().values() == 0
                            || column.get().min().isPresent()
                            || column.get().max().isPresent());
            zone.add(
                    tells ? Optional.of(column.get().asZone()) : Optional.empty(),
                    column.map(ColumnBounds::rows).orElse(rows));
        }
        return rows > 0 && predicate.match(zone, 0) != Match.NONE;
    }
}
