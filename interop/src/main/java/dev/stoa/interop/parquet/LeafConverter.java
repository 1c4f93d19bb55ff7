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
package dev.stoa.interop.parquet;

import dev.stoa.format.BooleanVector;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.DoubleVector;
import dev.stoa.format.FloatVector;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.NullVector;
import dev.stoa.format.Physical;
import dev.stoa.format.StoaException;
import dev.stoa.format.Type;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * Turns the values of a Parquet leaf into a vector of a Stoa type. It spreads them over the rows that are not null, widens
 * them, and checks that they fit the type. It brings legacy dates and timestamps into the proleptic calendar. The arrays of
 * a vector are reused by the next one.
 */
final class LeafConverter {
    private final Type type;
    private final PrimitiveTypeName primitive;
    private final FileCalendar calendar;
    private byte[] outBytes = new byte[0];
    private int[] outInts = new int[0];
    private long[] outLongs = new long[0];
    private long[] outHighs = new long[0];
    private float[] outFloats = new float[0];
    private double[] outDoubles = new double[0];
    private final BytesBuffer shortest = new BytesBuffer();

    LeafConverter(Type type, PrimitiveType primitive, FileCalendar calendar) {
        this.type = type;
        this.primitive = primitive.getPrimitiveTypeName();
        this.calendar = calendar;
    }

    /**
     * Builds a vector.
     *
     * @param values the first {@code present} belong to the vector's rows that are not null
     * @param nulls the mask; {@link ColumnVector#NO_NULLS} if no row is null
     */
    ColumnVector convert(Values values, int present, boolean[] nulls, int slots) throws StoaException {
        return switch (type.kind()) {
            case NULL -> {
                if (present > 0) {
                    throw new CorruptFileException("a column of the null type has values");
                }
                yield new NullVector(slots);
            }
            case BOOLEAN -> booleans(values, nulls, slots);
            case INT8 -> narrow(values, present, nulls, slots, 8, true);
            case INT16 -> narrow(values, present, nulls, slots, 16, true);
            case UINT8 -> narrow(values, present, nulls, slots, 8, false);
            case UINT16 -> narrow(values, present, nulls, slots, 16, false);
            case INT32 -> new IntVector(type, ints(values, nulls, slots), nulls, slots);
            case DATE -> {
                int[] days = ints(values, nulls, slots);
                calendar.dates(days, nulls, slots);
                yield new IntVector(type, days, nulls, slots);
            }
            case UINT32 -> {
                long[] longs = longs(values, nulls, slots);
                for (int i = 0; i < slots; i++) {
                    longs[i] &= 0xFFFF_FFFFL;
                }
                yield new LongVector(type, longs, nulls, slots);
            }
            case INT64, UINT64, TIME -> new LongVector(type, longs(values, nulls, slots), nulls, slots);
            case FLOAT32 -> floats(values, nulls, slots);
            case FLOAT64 -> doubles(values, nulls, slots);
            case FLOAT16 -> halves(values, nulls, slots);
            case TIMESTAMP -> timestamps(values, nulls, slots);
            case DECIMAL -> decimals(values, present, nulls, slots);
            case INTERVAL_MONTH_DAY_NANO -> intervals(values, nulls, slots);
            default ->
                new BytesVector(type, values.bytes().data(), spreadOffsets(values.bytes(), nulls, slots), nulls, slots);
        };
    }

    private BooleanVector booleans(Values values, boolean[] nulls, int slots) {
        if (nulls.length == 0) {
            return new BooleanVector(type, values.booleans(), nulls, slots);
        }
        if (outBytes.length < slots) {
            outBytes = new byte[BytesBuffer.grown(outBytes.length, slots)];
        }
        int next = 0;
        for (int i = 0; i < slots; i++) {
            outBytes[i] = nulls[i] ? 0 : values.booleans()[next++];
        }
        return new BooleanVector(type, outBytes, nulls, slots);
    }

    /** Integers of fewer bits, which some writers extend to 32 without regard to their sign. */
    private IntVector narrow(Values values, int present, boolean[] nulls, int slots, int bits, boolean signed)
            throws CorruptFileException {
        int[] in = values.ints();
        int unused = 32 - bits;
        for (int i = 0; i < present; i++) {
            int asSigned = in[i] << unused >> unused;
            int asUnsigned = in[i] << unused >>> unused;
            if (in[i] != asSigned && in[i] != asUnsigned) {
                throw new CorruptFileException("the value " + in[i] + " is out of the range of " + type);
            }
            in[i] = signed ? asSigned : asUnsigned;
        }
        return new IntVector(type, ints(values, nulls, slots), nulls, slots);
    }

    /** INT32 values by row; 0 where null. */
    private int[] ints(Values values, boolean[] nulls, int slots) {
        if (nulls.length == 0) {
            return values.ints();
        }
        outInts = NodeAssembler.room(outInts, slots);
        int[] in = values.ints();
        int next = 0;
        for (int i = 0; i < slots; i++) {
            outInts[i] = nulls[i] ? 0 : in[next++];
        }
        return outInts;
    }

    /** INT64 or INT32 values by row; 0 where null. */
    private long[] longs(Values values, boolean[] nulls, int slots) {
        boolean small = primitive == PrimitiveTypeName.INT32;
        if (!small && nulls.length == 0) {
            return values.longs();
        }
        outLongs = NodeAssembler.room(outLongs, slots);
        int next = 0;
        for (int i = 0; i < slots; i++) {
            if (nulls.length != 0 && nulls[i]) {
                outLongs[i] = 0;
            } else {
                outLongs[i] = small ? values.ints()[next++] : values.longs()[next++];
            }
        }
        return outLongs;
    }

    private FloatVector floats(Values values, boolean[] nulls, int slots) {
        if (outFloats.length < slots) {
            outFloats = new float[BytesBuffer.grown(outFloats.length, slots)];
        }
        int[] bits = ints(values, nulls, slots);
        for (int i = 0; i < slots; i++) {
            outFloats[i] = Float.intBitsToFloat(bits[i]);
        }
        return new FloatVector(type, outFloats, nulls, slots);
    }

    private DoubleVector doubles(Values values, boolean[] nulls, int slots) {
        if (outDoubles.length < slots) {
            outDoubles = new double[BytesBuffer.grown(outDoubles.length, slots)];
        }
        long[] bits = longs(values, nulls, slots);
        for (int i = 0; i < slots; i++) {
            outDoubles[i] = Double.longBitsToDouble(bits[i]);
        }
        return new DoubleVector(type, outDoubles, nulls, slots);
    }

    private IntVector halves(Values values, boolean[] nulls, int slots) {
        outInts = NodeAssembler.room(outInts, slots);
        byte[] data = values.bytes().data();
        int at = 0;
        for (int i = 0; i < slots; i++) {
            if (nulls.length != 0 && nulls[i]) {
                outInts[i] = 0;
            } else {
                outInts[i] = (data[at] & 0xFF) | (data[at + 1] & 0xFF) << 8;
                at += 2;
            }
        }
        return new IntVector(type, outInts, nulls, slots);
    }

    private ColumnVector timestamps(Values values, boolean[] nulls, int slots) throws StoaException {
        if (primitive == PrimitiveTypeName.INT96) {
            outLongs = NodeAssembler.room(outLongs, slots);
            outHighs = NodeAssembler.room(outHighs, slots);
            byte[] data = values.bytes().data();
            int at = 0;
            for (int i = 0; i < slots; i++) {
                if (nulls.length != 0 && nulls[i]) {
                    outLongs[i] = 0;
                    outHighs[i] = 0;
                } else {
                    calendar.int96(PageBytes.longAt(data, at), PageBytes.intAt(data, at + 8), i, outHighs, outLongs);
                    at += 12;
                }
            }
            return wide(nulls, slots);
        }
        long[] units = longs(values, nulls, slots);
        if (type.utc()) {
            calendar.timestamps(units, nulls, slots, type.precision());
        }
        return type.physical() == Physical.LONG
                ? new LongVector(type, units, nulls, slots)
                : Int128Vector.narrow(type, units, nulls, slots);
    }

    /** A vector of {@link #outHighs} and {@link #outLongs}, without the high halves if they say nothing. */
    private Int128Vector wide(boolean[] nulls, int slots) {
        boolean narrow = true;
        for (int i = 0; i < slots; i++) {
            narrow &= outHighs[i] == outLongs[i] >> 63;
        }
        return narrow
                ? Int128Vector.narrow(type, outLongs, nulls, slots)
                : new Int128Vector(type, outHighs, outLongs, nulls, slots);
    }

    private ColumnVector decimals(Values values, int present, boolean[] nulls, int slots) throws StoaException {
        Physical shape = type.physical();
        if (!values.isBytes() && shape != Physical.BYTES) {
            long[] unscaled = longs(values, nulls, slots);
            return shape == Physical.LONG
                    ? new LongVector(type, unscaled, nulls, slots)
                    : Int128Vector.narrow(type, unscaled, nulls, slots);
        }
        if (shape == Physical.BYTES) {
            return bigDecimals(values, present, nulls, slots);
        }
        outLongs = NodeAssembler.room(outLongs, slots);
        outHighs = NodeAssembler.room(outHighs, slots);
        byte[] data = values.bytes().data();
        int[] offsets = values.bytes().offsets();
        int next = 0;
        for (int i = 0; i < slots; i++) {
            if (nulls.length != 0 && nulls[i]) {
                outLongs[i] = 0;
                outHighs[i] = 0;
                continue;
            }
            int start = BigEndian.shortest(data, offsets[next], offsets[next + 1]);
            int end = offsets[++next];
            if (end - start > (shape == Physical.LONG ? 8 : 16)) {
                throw new CorruptFileException("a value of " + (end - start) + " bytes is too large for " + type);
            }
            outLongs[i] = BigEndian.low(data, start, end);
            outHighs[i] = BigEndian.high(data, start, end);
        }
        return shape == Physical.LONG ? new LongVector(type, outLongs, nulls, slots) : wide(nulls, slots);
    }

    private BytesVector bigDecimals(Values values, int present, boolean[] nulls, int slots) throws StoaException {
        shortest.clear();
        byte[] eight = new byte[8];
        for (int i = 0; i < present; i++) {
            if (values.isBytes() && values.bytes().length(i) > 0) {
                byte[] data = values.bytes().data();
                int end = values.bytes().offsets()[i + 1];
                int start = BigEndian.shortest(data, values.bytes().offsets()[i], end);
                shortest.add(data, start, end - start);
            } else {
                long value = switch (primitive) {
                    case INT32 -> values.ints()[i];
                    case INT64 -> values.longs()[i];
                    default -> 0;
                };
                BigEndian.put(value, eight);
                int start = BigEndian.shortest(eight, 0, 8);
                shortest.add(eight, start, 8 - start);
            }
        }
        return new BytesVector(type, shortest.data(), spreadOffsets(shortest, nulls, slots), nulls, slots);
    }

    private Int128Vector intervals(Values values, boolean[] nulls, int slots) throws StoaException {
        outLongs = NodeAssembler.room(outLongs, slots);
        outHighs = NodeAssembler.room(outHighs, slots);
        byte[] data = values.bytes().data();
        int at = 0;
        for (int i = 0; i < slots; i++) {
            if (nulls.length != 0 && nulls[i]) {
                outLongs[i] = 0;
                outHighs[i] = 0;
                continue;
            }
            int months = PageBytes.intAt(data, at);
            int days = PageBytes.intAt(data, at + 4);
            long millis = PageBytes.intAt(data, at + 8) & 0xFFFF_FFFFL;
            if (months < 0 || days < 0) {
                throw new StoaException("an interval of " + Integer.toUnsignedString(months) + " months and "
                        + Integer.toUnsignedString(days) + " days is out of the range of " + type);
            }
            outHighs[i] = (long) months << 32 | days;
            outLongs[i] = millis * 1_000_000;
            at += 12;
        }
        return new Int128Vector(type, outHighs, outLongs, nulls, slots);
    }

    /** Offsets by row: a null row is empty. */
    private int[] spreadOffsets(BytesBuffer bytes, boolean[] nulls, int slots) {
        if (nulls.length == 0) {
            return bytes.offsets();
        }
        outInts = NodeAssembler.room(outInts, slots + 1);
        int[] in = bytes.offsets();
        int next = 0;
        for (int i = 0; i < slots; i++) {
            outInts[i] = in[next];
            next += nulls[i] ? 0 : 1;
        }
        outInts[slots] = in[next];
        return outInts;
    }
}
