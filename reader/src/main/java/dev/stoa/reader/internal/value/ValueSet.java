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
package dev.stoa.reader.internal.value;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.internal.encoding.select.IntegerSet;
import dev.stoa.format.internal.meta.MinMax;
import java.util.List;
import java.util.Optional;

/** A set of values of a column's type: those that make a comparison true. Nulls are in no set. */
public interface ValueSet {

    /** The most values of a set to look up in an index. */
    int MAX_POINTS = 1000;

    /** Sets {@code out[i]} to whether the value at row i is in the set; at null rows to anything. */
    void test(ColumnVector vector, int rows, boolean[] out);

    /** Returns the result for values that are neither null nor NaN, by the bounds of their zone. */
    Match match(MinMax minMax, int zone);

    /** Whether NaN is in the set; of types with NaN. */
    default boolean containsNaN() {
        return false;
    }

    /** The set as one of integers, if what is stored of the type are integers of at most 64 bits in its order. */
    default Optional<IntegerSet> integers() {
        return Optional.empty();
    }

    /** The values of the set one by one, if they are few and an index may know them. */
    default Optional<List<ValuePoint>> points() {
        return Optional.empty();
    }

    /** The same set for another thread: this one, unless tests share what they reuse. */
    default ValueSet copy() {
        return this;
    }

    /** All values of the type that are not in this set. */
    ValueSet complement();
}
