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

import dev.stoa.reader.ColumnBounds;
import java.util.OptionalDouble;

/**
 * The values of a column in the rows that a filter leaves, as far as the log tells. The bounds are exact; the other numbers are guesses.
 *
 * @param bounds of the values before the filter, of at least all rows
 * @param nulls the part of the rows that are null, 0 to 1
 * @param from where the remaining values begin between the bounds: 0 at the min, 1 at the max
 * @param to where they end, at least {@code from}
 * @param distinct the number of different values, at most the number of rows; absent if nothing tells
 */
public record ColumnEstimate(ColumnBounds bounds, double nulls, double from, double to, OptionalDouble distinct) {

    /**
     * Checks the shares.
     *
     * @throws IllegalArgumentException if they are out of range
     */
    public ColumnEstimate {
        if (!(nulls >= 0 && nulls <= 1 && from >= 0 && from <= to && to <= 1)) {
            throw new IllegalArgumentException(nulls + " nulls, and values from " + from + " to " + to);
        }
    }
}
