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
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.internal.meta.MinMax;
import dev.stoa.reader.Aggregates;
import dev.stoa.reader.ColumnBounds;
import dev.stoa.reader.ColumnPath;
import java.util.List;

/**
 * A vector that stays, with its nulls, minimum and maximum. By these a filter may pass or rule out all of its rows. For
 * {@link BatchFilter}. Immutable, as long as the vector's arrays don't change.
 */
public final class BoundedVector {
    private final ColumnVector values;
    private final MinMax minMax;

    private BoundedVector(ColumnVector values, MinMax minMax) {
        this.values = values;
        this.minMax = minMax;
    }

    /**
     * Finds the bounds of a vector.
     *
     * @throws IllegalArgumentException if its values have fields or elements
     */
    public static BoundedVector of(ColumnVector values) {
        if (values.type().kind().isNested()) {
            throw new IllegalArgumentException("values of " + values.type() + " have no bounds");
        }
        Field field = Field.nullable("values", values.type());
        Bounds bounds = new Bounds(values.type());
        bounds.add(values, new Batch(Schema.of(field), List.of(values), values.size()));
        Aggregates.Column found = bounds.result(ColumnPath.of(field.name()));
        return new BoundedVector(
                values, ColumnBounds.of(values.type(), values.size(), found).asZone());
    }

    /** The vector. */
    public ColumnVector values() {
        return values;
    }

    /** The bounds, as those of a column with one zone. */
    MinMax minMax() {
        return minMax;
    }
}
