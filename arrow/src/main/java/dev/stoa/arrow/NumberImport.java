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

import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.Physical;
import dev.stoa.format.StoaException;
import dev.stoa.format.Type;
import java.math.BigInteger;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.IntervalUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;

/** Copies long integers, dates, times, intervals and decimals. */
final class NumberImport {
    private static final long MILLIS_OF_DAY = 86_400_000;

    private NumberImport() {}

    static ColumnVector read(FieldVector vector, Type type, String path, int from, int count, boolean[] nulls)
            throws StoaException {
        ArrowBuf data = vector.getDataBuffer();
        ArrowType arrow = vector.getField().getType();
        return switch (type.kind()) {
            case INT64, UINT64 -> new LongVector(type, OnHeap.longs(data, from, count, path), nulls, count);
            case UINT32 -> {
                long[] values = widened(data, from, count, path);
                for (int i = 0; i < count; i++) {
                    values[i] &= 0xFFFF_FFFFL;
                }
                yield new LongVector(type, values, nulls, count);
            }
            case DATE -> date(data, (ArrowType.Date) arrow, type, path, from, nulls, count);
            case TIME -> {
                ArrowType.Time time = (ArrowType.Time) arrow;
                yield units(
                        time.getBitWidth() == 32
                                ? widened(data, from, count, path)
                                : OnHeap.longs(data, from, count, path),
                        TypeExport.digits(time.getUnit()),
                        type,
                        path,
                        from,
                        nulls,
                        count);
            }
            case TIMESTAMP -> {
                int digits = TypeExport.digits(((ArrowType.Timestamp) arrow).getUnit());
                yield units(OnHeap.longs(data, from, count, path), digits, type, path, from, nulls, count);
            }
            case INTERVAL_DAY_TIME -> {
                int digits = TypeExport.digits(((ArrowType.Duration) arrow).getUnit());
                yield units(OnHeap.longs(data, from, count, path), digits, type, path, from, nulls, count);
            }
            case INTERVAL_MONTH_DAY_NANO -> interval(data, (ArrowType.Interval) arrow, type, path, from, nulls, count);
            case DECIMAL -> decimal(data, (ArrowType.Decimal) arrow, type, path, from, nulls, count);
            default -> throw new IllegalStateException(path + ": " + type);
        };
    }

    private static long[] widened(ArrowBuf data, int from, int count, String path) throws CorruptFileException {
        int[] ints = OnHeap.ints(data, from, count, path);
        long[] values = new long[count];
        for (int i = 0; i < count; i++) {
            values[i] = ints[i];
        }
        return values;
    }

    private static StoaException refuse(String path, int row, Type type, Object value, String why) {
        return new StoaException("column '" + path + "', row " + row + " of its Arrow vector: the value " + value
                + " can't be a " + type + ": " + why);
    }

    private static boolean isNull(boolean[] nulls, int row) {
        return nulls.length != 0 && nulls[row];
    }

    private static IntVector date(
            ArrowBuf data, ArrowType.Date arrow, Type type, String path, int from, boolean[] nulls, int count)
            throws StoaException {
        if (arrow.getUnit() == DateUnit.DAY) {
            return new IntVector(type, OnHeap.ints(data, from, count, path), nulls, count);
        }
        long[] millis = OnHeap.longs(data, from, count, path);
        int[] days = new int[count];
        for (int i = 0; i < count; i++) {
            long day = millis[i] / MILLIS_OF_DAY;
            if (!isNull(nulls, i) && (day * MILLIS_OF_DAY != millis[i] || (int) day != day)) {
                throw refuse(path, from + i, type, millis[i], "it is not a whole day of 32 bits");
            }
            days[i] = (int) day;
        }
        return new IntVector(type, days, nulls, count);
    }

    /** Times in units of Arrow's; a type of fewer digits takes those that need no more. */
    private static ColumnVector units(
            long[] values, int digits, Type type, String path, int from, boolean[] nulls, int count)
            throws StoaException {
        long factor = 1;
        for (int more = digits - type.precision(); more > 0; more--) {
            factor *= 10;
        }
        for (int i = 0; i < count && factor > 1; i++) {
            if (!isNull(nulls, i) && values[i] % factor != 0) {
                throw refuse(path, from + i, type, values[i], "it has more digits of the second");
            }
            values[i] /= factor;
        }
        return type.physical() == Physical.LONG
                ? new LongVector(type, values, nulls, count)
                : Int128Vector.narrow(type, values, nulls, count);
    }

    private static Int128Vector interval(
            ArrowBuf data, ArrowType.Interval arrow, Type type, String path, int from, boolean[] nulls, int count)
            throws CorruptFileException {
        long[] high = new long[count];
        long[] low = new long[count];
        if (arrow.getUnit() == IntervalUnit.DAY_TIME) {
            OnHeap.check(data, (long) from + count, 8, path);
            for (int i = 0; i < count; i++) {
                high[i] = Integer.toUnsignedLong(data.getInt(8L * (from + i)));
                low[i] = 1_000_000L * data.getInt(8L * (from + i) + 4);
            }
        } else {
            OnHeap.check(data, (long) from + count, 16, path);
            for (int i = 0; i < count; i++) {
                high[i] = Long.rotateLeft(data.getLong(16L * (from + i)), 32); // the months come first
                low[i] = data.getLong(16L * (from + i) + 8);
            }
        }
        return new Int128Vector(type, high, low, nulls, count);
    }

    private static ColumnVector decimal(
            ArrowBuf data, ArrowType.Decimal arrow, Type type, String path, int from, boolean[] nulls, int count)
            throws StoaException {
        int words = arrow.getBitWidth() / 64;
        OnHeap.check(data, (long) from + count, 8L * words, path);
        if (type.physical() == Physical.BYTES) {
            return large(data, type, path, from, nulls, count);
        }
        long[] low = new long[count];
        long[] high = new long[count];
        int kept = type.physical() == Physical.LONG ? 1 : 2;
        for (int i = 0; i < count; i++) {
            long at = 8L * words * (from + i);
            low[i] = data.getLong(at);
            high[i] = data.getLong(at + 8);
            long sign = (kept == 1 ? low[i] : high[i]) >> 63;
            boolean fits = kept == 2 || high[i] == sign;
            for (int word = 2; word < words; word++) {
                fits &= data.getLong(at + 8L * word) == sign;
            }
            if (!fits && !isNull(nulls, i)) {
                throw refuse(path, from + i, type, unscaled(data, at, words), "it has more digits");
            }
        }
        return kept == 1 ? new LongVector(type, low, nulls, count) : new Int128Vector(type, high, low, nulls, count);
    }

    /** Decimals of more than 38 digits: the shortest big-endian bytes. */
    private static BytesVector large(ArrowBuf data, Type type, String path, int from, boolean[] nulls, int count)
            throws CorruptFileException {
        if (32L * count > Integer.MAX_VALUE - 16) {
            throw new CorruptFileException("column '" + path + "': " + count + " decimals are too many for one row");
        }
        int[] offsets = new int[count + 1];
        byte[] bytes = new byte[32 * count];
        for (int i = 0; i < count; i++) {
            byte[] value = isNull(nulls, i)
                    ? new byte[0]
                    : unscaled(data, 32L * (from + i), 4).toByteArray();
            System.arraycopy(value, 0, bytes, offsets[i], value.length);
            offsets[i + 1] = offsets[i] + value.length;
        }
        return new BytesVector(type, bytes, offsets, nulls, count);
    }

    private static BigInteger unscaled(ArrowBuf data, long at, int words) {
        byte[] bytes = new byte[8 * words];
        for (int i = 0; i < bytes.length; i++) {
            bytes[bytes.length - 1 - i] = data.getByte(at + i);
        }
        return new BigInteger(bytes);
    }
}
