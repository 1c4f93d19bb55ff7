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
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.DoubleVector;
import dev.stoa.format.Field;
import dev.stoa.format.Float16;
import dev.stoa.format.FloatVector;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.IntVector;
import dev.stoa.format.ListVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.NullVector;
import dev.stoa.format.StoaException;
import dev.stoa.format.StructVector;
import dev.stoa.format.Type;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.hive.common.type.HiveDecimal;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.Decimal64ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DecimalColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DoubleColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ListColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.MapColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.StructColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.TimestampColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.UnionColumnVector;

/** Makes vectors of those that ORC's reader fills. It shares no array with them. */
final class VectorImport {
    private static final long MILLIS_PER_SECOND = 1000;
    private static final int NANOS_PER_MILLI = 1_000_000;
    private static final int NANOS_PER_SECOND = 1_000_000_000;

    private final FileTime time;
    private final Consumer<String> notes;

    /**
     * An import from one file.
     *
     * @param notes receives what was changed
     */
    VectorImport(FileTime time, Consumer<String> notes) {
        this.time = time;
        this.notes = notes;
    }

    /**
     * Converts a column.
     *
     * @param path its name, for messages
     * @throws StoaException if a value does not fit the type; it names the column
     */
    ColumnVector column(String path, Type type, org.apache.hadoop.hive.ql.exec.vector.ColumnVector from, int rows)
            throws StoaException {
        return new Column(path, type, from, rows, nulls(from, rows, false)).vector();
    }

    /** The rows that are null; {@code all} where the vector was not filled, as it is in a struct that is null everywhere. */
    private static boolean[] nulls(org.apache.hadoop.hive.ql.exec.vector.ColumnVector from, int rows, boolean all) {
        if (from.noNulls && !all) {
            return ColumnVector.NO_NULLS;
        }
        boolean[] nulls = Arrays.copyOf(from.isNull, rows);
        if (all || from.isRepeating) {
            Arrays.fill(nulls, all || from.isNull[0]);
        }
        return nulls;
    }

    private static boolean isAllNull(boolean[] nulls) {
        for (boolean isNull : nulls) {
            if (!isNull) {
                return false;
            }
        }
        return nulls.length > 0;
    }

    /** A column on its way. */
    private final class Column {
        private final String path;
        private final Type type;
        private final org.apache.hadoop.hive.ql.exec.vector.ColumnVector from;
        private final int rows;
        private final boolean[] nulls;

        Column(
                String path,
                Type type,
                org.apache.hadoop.hive.ql.exec.vector.ColumnVector from,
                int rows,
                boolean[] nulls) {
            this.path = path;
            this.type = type;
            this.from = from;
            this.rows = rows;
            this.nulls = nulls;
        }

        ColumnVector vector() throws StoaException {
            try {
                return switch (type.kind()) {
                    case NULL -> nothing();
                    case STRUCT, VARIANT -> from instanceof UnionColumnVector union ? union(union) : struct();
                    case LIST -> {
                        ListColumnVector list = (ListColumnVector) from;
                        int[] offsets = offsets(list.offsets, list.lengths);
                        yield new ListVector(type, offsets, elements(0, list.child, offsets[rows]), nulls, rows);
                    }
                    case MAP -> map((MapColumnVector) from);
                    default ->
                        switch (type.physical()) {
                            case BOOLEAN -> booleans();
                            case INT -> new IntVector(type, ints(), nulls, rows);
                            case LONG -> new LongVector(type, longs(), nulls, rows);
                            case INT128 -> int128();
                            case FLOAT -> floats();
                            case DOUBLE -> doubles();
                            case BYTES -> bytes();
                            case NONE -> throw new IllegalStateException("no values: " + type);
                        };
                };
            } catch (ArithmeticException e) {
                throw new StoaException("column '" + path + "' holds a value that does not fit " + type, e);
            }
        }

        private boolean isNull(int row) {
            return nulls.length != 0 && nulls[row];
        }

        private int at(int row) {
            return from.isRepeating ? 0 : row;
        }

        /** A column of the type null, which other programs may have given values. */
        private NullVector nothing() {
            for (int i = 0; i < rows; i++) {
                if (!isNull(i)) {
                    throw new ArithmeticException("a value in row " + i);
                }
            }
            return new NullVector(rows);
        }

        private BooleanVector booleans() {
            LongColumnVector longs = (LongColumnVector) from;
            byte[] values = new byte[rows];
            for (int i = 0; i < rows; i++) {
                values[i] = (byte) (isNull(i) || longs.vector[at(i)] == 0 ? 0 : 1);
            }
            return new BooleanVector(type, values, nulls, rows);
        }

        private int[] ints() throws StoaException {
            int[] values = new int[rows];
            for (int i = 0; i < rows; i++) {
                if (!isNull(i)) {
                    values[i] = switch (type.kind()) {
                        case FLOAT16 -> Float16.ofFloat((float) ((DoubleColumnVector) from).vector[at(i)]);
                        case DATE -> time.day(Math.toIntExact(integer(i)));
                        case INT8 -> cut(integer(i), (byte) integer(i));
                        case INT16 -> cut(integer(i), (short) integer(i));
                        case INT32 -> cut(integer(i), (int) integer(i));
                        default -> Math.toIntExact(integer(i));
                    };
                }
            }
            return values;
        }

        private long integer(int row) {
            return ((LongColumnVector) from).vector[at(row)];
        }

        /** Some writers encode a negative number as a large one: its low bits are the number. */
        private int cut(long value, int low) {
            if (value != low) {
                notes.accept("column '" + path + "' holds numbers that are too large for " + type
                        + ": their low bits are taken, as by other readers of ORC");
            }
            return low;
        }

        private long[] longs() throws StoaException {
            long[] values = new long[rows];
            for (int i = 0; i < rows; i++) {
                if (!isNull(i)) {
                    values[i] = switch (type.kind()) {
                        case TIMESTAMP -> Math.addExact(Math.multiplyExact(second(i), power()), fraction(i));
                        case UINT64 -> unsigned(unscaled(i));
                        case DECIMAL -> decimal64(i);
                        default -> integer(i);
                    };
                }
            }
            return values;
        }

        private static long unsigned(BigInteger value) {
            if (value.signum() < 0 || value.bitLength() > Long.SIZE) {
                throw new ArithmeticException(value.toString());
            }
            return value.longValue();
        }

        private long decimal64(int row) {
            return from instanceof Decimal64ColumnVector longs && longs.scale == type.scale()
                    ? longs.vector[at(row)]
                    : unscaled(row).longValueExact();
        }

        private BigInteger unscaled(int row) {
            HiveDecimal value = from instanceof Decimal64ColumnVector longs
                    ? HiveDecimal.create(longs.vector[at(row)], longs.scale)
                    : ((DecimalColumnVector) from).vector[at(row)].getHiveDecimal();
            return value.bigDecimalValue().setScale(type.scale()).unscaledValue();
        }

        /**
         * The second that a time is in. Java's writer keeps how much of it is over. Arrow's writer keeps a negative fraction of times
         * before 1970, which belongs to the second before.
         */
        private long second(int row) throws StoaException {
            TimestampColumnVector times = (TimestampColumnVector) from;
            long millis = times.time[at(row)];
            int nanos = times.nanos[at(row)];
            if (nanos < 0) {
                // the reader has added the fraction's milliseconds, without it a time is a whole second
                long whole = millis - nanos / NANOS_PER_MILLI;
                return time.second(whole + Math.floorDiv(nanos, NANOS_PER_SECOND) * MILLIS_PER_SECOND, 0, type.utc());
            }
            return time.second(millis, nanos, type.utc());
        }

        private long power() {
            return pow10(type.precision());
        }

        private long fraction(int row) {
            long unit = pow10(TypeImport.NANO_DIGITS - type.precision());
            int nanos = ((TimestampColumnVector) from).nanos[at(row)];
            nanos = nanos < 0 ? Math.floorMod(nanos, NANOS_PER_SECOND) : nanos;
            if (nanos % unit != 0) {
                throw new ArithmeticException(nanos + " ns");
            }
            return nanos / unit;
        }

        private Int128Vector int128() throws StoaException {
            long[] high = new long[rows];
            long[] low = new long[rows];
            for (int i = 0; i < rows; i++) {
                if (isNull(i)) {
                    continue;
                }
                if (from instanceof TimestampColumnVector) {
                    long second = second(i);
                    long product = second * power();
                    low[i] = product + fraction(i);
                    high[i] = Math.multiplyHigh(second, power()) + (Long.compareUnsigned(low[i], product) < 0 ? 1 : 0);
                } else {
                    BigInteger value = unscaled(i);
                    high[i] = value.shiftRight(64).longValue();
                    low[i] = value.longValue();
                }
            }
            return new Int128Vector(type, high, low, nulls, rows);
        }

        private FloatVector floats() {
            float[] values = new float[rows];
            for (int i = 0; i < rows; i++) {
                values[i] = isNull(i) ? 0 : (float) ((DoubleColumnVector) from).vector[at(i)];
            }
            return new FloatVector(type, values, nulls, rows);
        }

        private DoubleVector doubles() {
            double[] values = new double[rows];
            for (int i = 0; i < rows; i++) {
                values[i] = isNull(i) ? 0 : ((DoubleColumnVector) from).vector[at(i)];
            }
            return new DoubleVector(type, values, nulls, rows);
        }

        private BytesVector bytes() {
            BytesColumnVector texts = (BytesColumnVector) from;
            int[] offsets = new int[rows + 1];
            for (int i = 0; i < rows; i++) {
                offsets[i + 1] = isNull(i) ? offsets[i] : Math.addExact(offsets[i], texts.length[at(i)]);
            }
            byte[] data = new byte[offsets[rows]];
            for (int i = 0; i < rows; i++) {
                if (!isNull(i)) {
                    int at = at(i);
                    System.arraycopy(texts.vector[at], texts.start[at], data, offsets[i], texts.length[at]);
                }
            }
            return new BytesVector(type, data, offsets, nulls, rows);
        }

        private ColumnVector child(
                Field field, org.apache.hadoop.hive.ql.exec.vector.ColumnVector child, int count, boolean allNull)
                throws StoaException {
            return new Column(path + "." + field.name(), field.type(), child, count, nulls(child, count, allNull))
                    .vector();
        }

        private ColumnVector elements(int field, org.apache.hadoop.hive.ql.exec.vector.ColumnVector child, int count)
                throws StoaException {
            // without elements, the reader leaves what was there before
            return child(type.fields().get(field), child, count, count == 0);
        }

        private StructVector struct() throws StoaException {
            boolean allNull = isAllNull(nulls);
            List<ColumnVector> fields = new ArrayList<>();
            for (int i = 0; i < type.fields().size(); i++) {
                fields.add(child(type.fields().get(i), ((StructColumnVector) from).fields[i], rows, allNull));
            }
            return new StructVector(type, fields, nulls, rows);
        }

        private StructVector union(UnionColumnVector union) throws StoaException {
            boolean allNull = isAllNull(nulls);
            int[] tags = new int[rows];
            for (int i = 0; i < rows; i++) {
                tags[i] = isNull(i) ? 0 : union.tags[at(i)];
            }
            List<ColumnVector> fields = new ArrayList<>();
            fields.add(new IntVector(type.fields().get(0).type(), tags, ColumnVector.NO_NULLS, rows));
            for (int i = 0; i < union.fields.length; i++) {
                fields.add(child(type.fields().get(i + 1), union.fields[i], rows, allNull));
            }
            return new StructVector(type, fields, nulls, rows);
        }

        private ListVector map(MapColumnVector map) throws StoaException {
            int[] offsets = offsets(map.offsets, map.lengths);
            int count = offsets[rows];
            StructVector entries = new StructVector(
                    ListVector.entryType(type),
                    List.of(elements(0, map.keys, count), elements(1, map.values, count)),
                    ColumnVector.NO_NULLS,
                    count);
            return new ListVector(type, offsets, entries, nulls, rows);
        }

        /** The reader lays the elements of all rows one after the other. */
        private int[] offsets(long[] starts, long[] lengths) throws CorruptFileException {
            int[] offsets = new int[rows + 1];
            for (int i = 0; i < rows; i++) {
                long length = isNull(i) ? 0 : lengths[at(i)];
                if (length < 0 || (!isNull(i) && starts[at(i)] != offsets[i])) {
                    throw new CorruptFileException("column '" + path + "': the lengths of lists are wrong");
                }
                offsets[i + 1] = Math.addExact(offsets[i], Math.toIntExact(length));
            }
            return offsets;
        }
    }

    /** A power of ten. */
    static long pow10(int exponent) {
        long power = 1;
        for (int i = 0; i < exponent; i++) {
            power *= 10;
        }
        return power;
    }
}
