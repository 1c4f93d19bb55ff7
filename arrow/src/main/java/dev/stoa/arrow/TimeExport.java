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
package dev.stoa.arrow;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.LongVector;
import dev.stoa.format.Physical;
import dev.stoa.format.StoaException;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import java.math.BigInteger;
import org.apache.arrow.memory.util.MemoryUtil;

/** Gathers times, timestamps and durations whose values are others in Arrow: of a finer unit, or of another width. */
final class TimeExport extends FixedExport {
    private final long factor;
    private final boolean isInt;
    private final long least;
    private final long most;

    TimeExport(BatchMemory memory, Field field, String path) {
        super(memory, field, path, isInt(field.type()) ? 4 : 8);
        this.isInt = isInt(field.type());
        this.factor = factor(field.type());
        this.least = (isInt ? Integer.MIN_VALUE : Long.MIN_VALUE) / factor;
        this.most = (isInt ? Integer.MAX_VALUE : Long.MAX_VALUE) / factor;
    }

    /** Whether the values are the same longs in Arrow. */
    static boolean isPlain(Type type) {
        return type.physical() == Physical.LONG && !isInt(type) && factor(type) == 1;
    }

    private static boolean isInt(Type type) {
        return type.kind() == TypeKind.TIME && type.precision() <= 3;
    }

    private static long factor(Type type) {
        int digits = type.precision();
        long factor = 1;
        for (int more = digits == 0 ? 0 : (digits + 2) / 3 * 3 - digits; more > 0; more--) {
            factor *= 10;
        }
        return factor;
    }

    @Override
    void copy(ColumnVector vector, Runs selected, OffHeap to) throws StoaException {
        long at = to.room((isInt ? 4L : 8L) * selected.rows());
        long[] values = vector instanceof LongVector plain ? plain.values() : ((Int128Vector) vector).low();
        boolean isWide = vector instanceof Int128Vector wide && !wide.isNarrow();
        for (int run = 0; run < selected.count(); run++) {
            for (int row = selected.from(run); row < selected.to(run); row++) {
                long value = values[row];
                boolean fits = value >= least
                        && value <= most
                        && (!isWide || ((Int128Vector) vector).high()[row] == value >> 63);
                if (!fits && !vector.isNull(row)) {
                    throw tooLarge(vector, row);
                }
                long taken = fits ? value * factor : 0;
                if (isInt) {
                    MemoryUtil.putInt(at, (int) taken);
                    at += 4;
                } else {
                    MemoryUtil.putLong(at, taken);
                    at += 8;
                }
            }
        }
    }

    private StoaException tooLarge(ColumnVector vector, int row) {
        Object value = vector instanceof Int128Vector wide
                ? wide.get(row)
                : BigInteger.valueOf(((LongVector) vector).values()[row]);
        return new StoaException("column '" + path() + "' holds the " + vector.type() + " value " + value
                + ", which Arrow can't express: times " + factor + " it takes more than " + (isInt ? 32 : 64)
                + " bits");
    }
}
