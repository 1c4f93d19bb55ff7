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
package dev.stoa.table.statistics;

import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.ColumnBounds;
import java.util.Optional;
import java.util.OptionalDouble;

/** Guesses how many different values a column has if they were not counted. */
final class DistinctGuess {
    /** Whole numbers are taken for keys if their range has at most this number of values for each row. */
    private static final double MOST_GAPS = 10;

    private DistinctGuess() {}

    /**
     * The number of different values by the bounds. Whole numbers and days count as keys, or as references to keys,
     * if they fill at least a tenth of their range. The number is then the smaller one of the range and the number of values.
     *
     * @param values the number of rows that are not null
     */
    static OptionalDouble of(ColumnBounds bounds, Optional<NumberLine> line, double values) {
        Type type = bounds.type();
        if (type.kind() == TypeKind.BOOLEAN) {
            return OptionalDouble.of(Math.min(2, values));
        } else if (line.isEmpty()) {
            return OptionalDouble.empty();
        }
        double range = line.get().width();
        boolean isPoint = range == line.get().step();
        return isPoint || isWhole(type) && range <= MOST_GAPS * values
                ? OptionalDouble.of(Math.min(range, values))
                : OptionalDouble.empty();
    }

    private static boolean isWhole(Type type) {
        return switch (type.kind()) {
            case INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, DATE, DECIMAL -> true;
            default -> false;
        };
    }
}
