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

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.reader.Aggregates;
import dev.stoa.reader.ColumnPath;
import java.util.List;

/** Counts the nulls of values, and finds their bounds, as {@link Aggregates} has them of rows. For one thread. */
public final class ValueBounds {
    private static final Schema NO_COLUMNS = Schema.of();

    private final Bounds bounds;

    /** Of no values yet. Types without an order have no bounds. */
    public ValueBounds(Type type) {
        this.bounds = new Bounds(type);
    }

    /** Adds all rows of a vector of the type. */
    public void add(ColumnVector values) {
        bounds.add(values, new Batch(NO_COLUMNS, List.of(), values.size()));
    }

    /** Adds the rows of a vector of the type that a batch selects. */
    public void add(ColumnVector values, Batch rows) {
        bounds.add(values, rows);
    }

    /** The bounds up to now. */
    public Aggregates.Column result(String column) {
        return bounds.result(ColumnPath.of(column));
    }
}
