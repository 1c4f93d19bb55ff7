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

import dev.stoa.format.ColumnVector;
import dev.stoa.format.DoubleVector;
import dev.stoa.format.FloatVector;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.ColumnBounds;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The numbers between two bounds, as places from 0 to 1.
 *
 * @param min the least number
 * @param step between two numbers; 0 for floating-point numbers that differ
 * @param width from the least number to the end of the greatest one's step, above 0
 */
record NumberLine(double min, double step, double width) {

    /** The line of a column, if its values are numbers, days or times, and their bounds are known. */
    static Optional<NumberLine> of(ColumnBounds bounds) {
        if (bounds.min().isEmpty() || bounds.max().isEmpty()) {
            return Optional.empty();
        }
        OptionalDouble min = number(bounds.min().get());
        OptionalDouble max = number(bounds.max().get());
        if (min.isEmpty() || max.isEmpty() || !(min.getAsDouble() <= max.getAsDouble())) {
            return Optional.empty();
        }
        double range = max.getAsDouble() - min.getAsDouble();
        boolean isFloating =
                bounds.min().get() instanceof FloatVector || bounds.min().get() instanceof DoubleVector;
        double step = isFloating && range > 0 ? 0 : 1;
        return Optional.of(new NumberLine(min.getAsDouble(), step, range + step));
    }

    /** The only value of a vector as a number: that of a decimal without its scale. */
    static OptionalDouble number(ColumnVector value) {
        Type type = value.type();
        if (type.kind() == TypeKind.FLOAT16) {
            return OptionalDouble.empty();
        } else if (value instanceof IntVector v) {
            return OptionalDouble.of(v.values()[0]);
        } else if (value instanceof LongVector v) {
            long number = v.values()[0];
            boolean isHigh = type.kind() == TypeKind.UINT64 && number < 0;
            return OptionalDouble.of(isHigh ? number + 0x1p64 : number);
        } else if (value instanceof Int128Vector v) {
            return OptionalDouble.of(v.get(0).doubleValue());
        } else if (value instanceof FloatVector v) {
            return finite(v.values()[0]);
        } else if (value instanceof DoubleVector v) {
            return finite(v.values()[0]);
        }
        return OptionalDouble.empty();
    }

    private static OptionalDouble finite(double number) {
        return Double.isFinite(number) ? OptionalDouble.of(number) : OptionalDouble.empty();
    }

    /** Where a number begins. */
    double begin(double number) {
        return (number - min) / width;
    }

    /** Where it ends. */
    double end(double number) {
        return (number - min + step) / width;
    }

    /** A begin or an end as a place between the first and the last number, 0 to 1. */
    double between(double place, boolean isEnd) {
        double range = width - step;
        double number = place * width - (isEnd ? step : 0);
        return range > 0 ? Math.max(0, Math.min(1, number / range)) : isEnd ? 1 : 0;
    }
}
