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
package dev.stoa.table.internal.check;

import dev.stoa.format.ColumnVector;
import dev.stoa.reader.ColumnBounds;
import dev.stoa.reader.internal.value.ValueOrder;
import java.util.Optional;

/** Compares the bounds of a column in the log with those of its values. */
final class BoundsCheck {
    private BoundsCheck() {}

    /**
     * Compares. The log may be right in spite of a difference if the known bounds are not exact.
     *
     * @param told the bounds in the log
     * @param known the known bounds of the values, of the same type
     */
    static Optional<String> difference(ColumnBounds told, ColumnBounds known) {
        if (!hasSameCounts(told, known)) {
            return Optional.of("it has " + known.nullCount() + " nulls and " + known.nanCount() + " NaNs in "
                    + known.rows() + " rows, by the log " + told.nullCount() + " and " + told.nanCount() + " in "
                    + told.rows());
        }
        boolean isMin = isBound(told.min(), told.minExact(), known.min(), known.minExact(), 1);
        boolean isMax = isBound(told.max(), told.maxExact(), known.max(), known.maxExact(), -1);
        return isMin && isMax
                ? Optional.empty()
                : Optional.of("the bounds that the log has are not those of its values");
    }

    static boolean hasSameCounts(ColumnBounds told, ColumnBounds known) {
        return told.rows() == known.rows()
                && told.nullCount() == known.nullCount()
                && told.nanCount() == known.nanCount();
    }

    /** Whether a minimum, or with the sign -1 a maximum, rules out none of the values, and is one of them if it is exact. */
    private static boolean isBound(
            Optional<ColumnVector> told, boolean isExact, Optional<ColumnVector> known, boolean isKnown, int sign) {
        if (told.isEmpty() || known.isEmpty()) {
            return told.isEmpty();
        }
        int order = sign * new ValueOrder(told.get().type()).compare(told.get(), 0, known.get(), 0);
        return isExact ? isKnown && order == 0 : order <= 0;
    }
}
