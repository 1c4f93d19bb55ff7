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
package dev.stoa.interop.orc;

import dev.stoa.format.BooleanVector;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.DoubleVector;
import dev.stoa.format.Float16;
import dev.stoa.format.FloatVector;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.IntVector;
import dev.stoa.format.ListVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.StoaException;
import dev.stoa.format.StructVector;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import java.math.BigInteger;
import java.util.Arrays;
import org.apache.hadoop.hive.common.type.HiveDecimal;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DateColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.Decimal64ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DecimalColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DoubleColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ListColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.MapColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.StructColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.TimestampColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.UnionColumnVector;

/** Fills the vectors that ORC's writer takes with some rows of others. */
final class VectorExport {
    private static final long MILLIS_PER_SECOND = 1000;
    private static final int NANOS_PER_MILLI = 1_000_000;

    private VectorExport() {}

    /**
     * Fills a vector.
     *
     * @param path the column's name, for messages
     * @param rows the rows to take: the first {@code n} count
     * @throws StoaException if ORC can't express a value; it names the column
     */
    static void fill(
            String path, ColumnVector from, int[] rows, int n, org.apache.hadoop.hive.ql.exec.vector.ColumnVector to)
            throws StoaException {
        to.reset();
        to.ensureSize(n, false);
        boolean isNullType = from.type().kind() == TypeKind.NULL;
        if (from.hasNulls() || isNullType) {
            to.noNulls = false;
            for (int i = 0; i < n; i++) {
                to.isNull[i] = isNullType || from.isNull(rows[i]);
            }
        }
        if (isNullType) {
            return;
        }
        if (to instanceof StructColumnVector struct) {
            for (int i = 0; i < struct.fields.length; i++) {
                child(path, (StructVector) from, i, rows, n, struct.fields[i]);
            }
        } else if (to instanceof UnionColumnVector union) {
            union(path, (StructVector) from, rows, n, union);
        } else if (to instanceof ListColumnVector list) {
            int[] elements = elements((ListVector) from, rows, n, list.offsets, list.lengths);
            list.childCount = elements.length;
            fill(path + ".element", ((ListVector) from).elements(), elements, elements.length, list.child);
        } else if (to instanceof MapColumnVector map) {
            int[] elements = elements((ListVector) from, rows, n, map.offsets, map.lengths);
            map.childCount = elements.length;
            StructVector entries = (StructVector) ((ListVector) from).elements();
            fill(path + ".key", entries.field(0), elements, elements.length, map.keys);
            fill(path + ".value", entries.field(1), elements, elements.length, map.values);
        } else {
            values(path, from, rows, n, to);
        }
    }

    private static void child(
            String path,
            StructVector struct,
            int field,
            int[] rows,
            int n,
            org.apache.hadoop.hive.ql.exec.vector.ColumnVector to)
            throws StoaException {
        fill(path + "." + struct.type().fields().get(field).name(), struct.field(field), rows, n, to);
    }

    private static void union(String path, StructVector from, int[] rows, int n, UnionColumnVector to)
            throws StoaException {
        int[] tags = ((IntVector) from.field(0)).values();
        for (int i = 0; i < n; i++) {
            boolean isNull = from.isNull(rows[i]);
            int tag = isNull ? 0 : tags[rows[i]];
            if (tag < 0 || tag >= to.fields.length) {
                throw new StoaException("column '" + path + "' is a union of " + to.fields.length
                        + " types in ORC, and a row has the tag " + tag);
            }
            to.tags[i] = tag;
            for (int field = 0; field < to.fields.length && !isNull; field++) {
                if (field != tag && !from.field(field + 1).isNull(rows[i])) {
                    throw new StoaException("column '" + path + "' is a union in ORC, and a row of the tag " + tag
                            + " has a value in '" + TypeImport.member(field) + "' too");
                }
            }
        }
        for (int field = 0; field < to.fields.length; field++) {
            child(path, from, field + 1, rows, n, to.fields[field]);
        }
    }

    /** The elements of some rows; says in {@code offsets} and {@code lengths} where they go. */
    private static int[] elements(ListVector from, int[] rows, int n, long[] offsets, long[] lengths) {
        int[] elements = new int[n];
        int count = 0;
        for (int i = 0; i < n; i++) {
            offsets[i] = count;
            lengths[i] = 0;
            if (from.isNull(rows[i])) {
                continue;
            }
            int start = from.offsets()[rows[i]];
            int length = from.offsets()[rows[i] + 1] - start;
            lengths[i] = length;
            if (length > elements.length - count) {
                elements = Arrays.copyOf(elements, Math.max(Math.addExact(count, length), 2 * elements.length));
            }
            for (int e = 0; e < length; e++) {
                elements[count++] = start + e;
            }
        }
        return Arrays.copyOf(elements, count);
    }

    private static void values(
            String path, ColumnVector from, int[] rows, int n, org.apache.hadoop.hive.ql.exec.vector.ColumnVector to)
            throws StoaException {
        if (to instanceof TimestampColumnVector times) {
            times.changeCalendar(true, false);
            times.setIsUTC(true);
        } else if (to instanceof DateColumnVector days) {
            days.changeCalendar(true, false);
        }
        for (int i = 0; i < n; i++) {
            if (!from.isNull(rows[i])) {
                value(path, from, rows[i], to, i);
            }
        }
    }

    private static void value(
            String path, ColumnVector from, int row, org.apache.hadoop.hive.ql.exec.vector.ColumnVector to, int at)
            throws StoaException {
        if (to instanceof TimestampColumnVector times) {
            timestamp(path, from.type(), integer(from, row), times, at);
        } else if (to instanceof DecimalColumnVector decimals) {
            decimals.vector[at].set(
                    HiveDecimal.create(integer(from, row), from.type().scale()));
        } else if (to instanceof Decimal64ColumnVector decimals) {
            decimals.vector[at] = ((LongVector) from).values()[row];
        } else if (to instanceof BytesColumnVector texts) {
            BytesVector bytes = (BytesVector) from;
            texts.setRef(at, bytes.data(), bytes.start(row), bytes.length(row));
        } else if (to instanceof DoubleColumnVector doubles) {
            doubles.vector[at] = floating(from, row);
        } else if (from instanceof BooleanVector booleans) {
            ((LongColumnVector) to).vector[at] = booleans.values()[row];
        } else {
            ((LongColumnVector) to).vector[at] =
                    from instanceof IntVector ints ? ints.values()[row] : ((LongVector) from).values()[row];
        }
    }

    private static double floating(ColumnVector from, int row) {
        if (from instanceof FloatVector floats) {
            return floats.values()[row];
        }
        return from instanceof DoubleVector doubles
                ? doubles.values()[row]
                : Float16.toFloat(((IntVector) from).values()[row]);
    }

    private static BigInteger integer(ColumnVector from, int row) {
        if (from instanceof LongVector longs) {
            long value = longs.values()[row];
            return from.type().kind() == TypeKind.UINT64
                    ? new BigInteger(Long.toUnsignedString(value))
                    : BigInteger.valueOf(value);
        }
        return ((Int128Vector) from).get(row);
    }

    /**
     * ORC keeps seconds, rounded towards 1970, and nanoseconds. Its readers take a second off a negative time with
     * milliseconds. So the last second before 1970 is the same as the first one after it.
     */
    private static void timestamp(String path, Type type, BigInteger units, TimestampColumnVector to, int at)
            throws StoaException {
        long perSecond = VectorImport.pow10(type.precision());
        long nanosPerUnit = VectorImport.pow10(TypeImport.NANO_DIGITS - type.precision());
        BigInteger[] parts = units.divideAndRemainder(BigInteger.valueOf(perSecond));
        long rest = parts[1].longValue();
        BigInteger second = rest < 0 ? parts[0].subtract(BigInteger.ONE) : parts[0];
        int nanos = (int) ((rest < 0 ? rest + perSecond : rest) * nanosPerUnit);
        if (second.abs().bitLength() > 63 - 11
                || (second.equals(BigInteger.ONE.negate()) && nanos >= NANOS_PER_MILLI)) {
            throw new StoaException("column '" + path + "' holds the " + type + " value " + units
                    + ", which ORC can't express: its seconds are kept rounded towards 1970");
        }
        to.time[at] = second.longValue() * MILLIS_PER_SECOND + nanos / NANOS_PER_MILLI;
        to.nanos[at] = nanos;
    }
}
