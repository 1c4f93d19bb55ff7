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
package dev.stoa.format.internal.meta;

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
import dev.stoa.format.TypeKind;
import dev.stoa.format.internal.encoding.wire.ByteSink;
import dev.stoa.format.internal.encoding.wire.Wire;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The MinMax of a column: one row per zone (format-spec, section 5).
 *
 * @param flags by zone: {@link #HAS_MIN}, {@link #HAS_MAX}, {@link #MIN_EXACT}, {@link #MAX_EXACT}
 * @param nullCounts by zone
 * @param nanCounts by zone; empty for types without NaN
 * @param min by zone, null where absent; of the column's type ({@link NullVector} if the type has no order)
 * @param max likewise
 * @param totalLength bytes of all values of a BYTES column
 */
public record MinMax(
        byte[] flags, long[] nullCounts, long[] nanCounts, ColumnVector min, ColumnVector max, long totalLength) {
    /** Flag: the zone has a min. */
    public static final int HAS_MIN = 1;

    /** Flag: the zone has a max. */
    public static final int HAS_MAX = 2;

    /** Flag: the min is a value of the zone. */
    public static final int MIN_EXACT = 4;

    /** Flag: the max is a value of the zone. */
    public static final int MAX_EXACT = 8;

    /** Number of zones. */
    public int zones() {
        return flags.length;
    }

    /** Whether a zone has a flag. */
    public boolean is(int zone, int flag) {
        return (flags[zone] & flag) != 0;
    }

    /** Whether values of a type have bounds. */
    public static boolean isOrdered(Type type) {
        return switch (type.kind()) {
            case NULL, STRUCT, LIST, MAP, VARIANT, GEOMETRY, GEOGRAPHY, INTERVAL_MONTH_DAY_NANO -> false;
            default -> true;
        };
    }

    /** Whether values of a type may be NaN. */
    public static boolean hasNaN(Type type) {
        return type.kind() == TypeKind.FLOAT16 || type.kind() == TypeKind.FLOAT32 || type.kind() == TypeKind.FLOAT64;
    }

    /** Whether values of a type are texts or bytes of any length. */
    public static boolean hasLength(Type type) {
        return switch (type.kind()) {
            case STRING, VARCHAR, CHAR, BINARY, JSON, BSON, ENUM -> true;
            default -> false;
        };
    }

    /** The bytes of the entry. */
    public byte[] toBytes(Type type) {
        ByteSink out = new ByteSink();
        int zones = flags.length;
        out.varint(zones);
        out.bytes(flags, 0, zones);
        out.packed(nullCounts, zones);
        if (hasNaN(type)) {
            out.packed(nanCounts, zones);
        }
        if (isOrdered(type)) {
            values(out, min, HAS_MIN);
            values(out, max, HAS_MAX);
        }
        out.varint(totalLength);
        out.varint(0);
        return out.toByteArray();
    }

    private void values(ByteSink out, ColumnVector bounds, int flag) {
        int[] there = new int[flags.length];
        int n = 0;
        for (int zone = 0; zone < flags.length; zone++) {
            if (is(zone, flag)) {
                there[n++] = zone;
            }
        }
        long[] values = new long[n];
        if (bounds instanceof BooleanVector v) {
            for (int i = 0; i < n; i++) {
                values[i] = v.values()[there[i]];
            }
            out.packed(values, n);
        } else if (bounds instanceof IntVector v) {
            for (int i = 0; i < n; i++) {
                values[i] = v.values()[there[i]];
            }
            out.packed(values, n);
        } else if (bounds instanceof LongVector v) {
            for (int i = 0; i < n; i++) {
                values[i] = v.values()[there[i]];
            }
            out.packed(values, n);
        } else if (bounds instanceof Int128Vector v) {
            for (int i = 0; i < n; i++) {
                values[i] = v.low()[there[i]];
            }
            out.packed(values, n);
            for (int i = 0; i < n; i++) {
                values[i] = v.high(there[i]);
            }
            out.packed(values, n);
        } else if (bounds instanceof FloatVector v) {
            for (int i = 0; i < n; i++) {
                out.u32(Float.floatToRawIntBits(v.values()[there[i]]));
            }
        } else if (bounds instanceof DoubleVector v) {
            for (int i = 0; i < n; i++) {
                out.u64(Double.doubleToRawLongBits(v.values()[there[i]]));
            }
        } else if (bounds instanceof BytesVector v) {
            for (int i = 0; i < n; i++) {
                values[i] = v.length(there[i]);
            }
            out.packed(values, n);
            for (int i = 0; i < n; i++) {
                out.bytes(v.data(), v.start(there[i]), v.length(there[i]));
            }
        } else {
            throw new IllegalArgumentException("bounds of " + bounds.type() + " in a " + bounds.getClass());
        }
    }

    /**
     * Reads and checks an entry.
     *
     * @param bytes the entry, from position to limit; its CRC has been checked
     * @param zones the number of zones that the row set has
     * @param where the entry for messages
     */
    public static MinMax read(ByteBuffer bytes, Type type, long zones, String where) throws StoaException {
        ByteBuffer in = bytes.slice().order(ByteOrder.LITTLE_ENDIAN);
        try {
            int z = Records.count(in, 1);
            Records.check(z == zones, where, "number of zones", z);
            byte[] flags = new byte[z];
            in.get(flags);
            for (byte flag : flags) {
                Records.check((flag & ~0xF) == 0, where, "flags of a zone", flag);
                Records.check(isOrdered(type) || flag == 0, where, "flags of a zone", flag);
            }
            long[] nullCounts = Records.packed(in, z);
            for (long count : nullCounts) {
                Records.check(count >= 0 && count <= Layout.MAX_ROWS, where, "null count", count);
            }
            long[] nanCounts = hasNaN(type) ? Records.packed(in, z) : new long[0];
            for (long count : nanCounts) {
                Records.check(count >= 0 && count <= Layout.MAX_ROWS, where, "NaN count", count);
            }
            ColumnVector min = isOrdered(type) ? bounds(in, type, flags, HAS_MIN) : new NullVector(z);
            ColumnVector max = isOrdered(type) ? bounds(in, type, flags, HAS_MAX) : new NullVector(z);
            long totalLength = Wire.varint(in);
            Records.check(totalLength >= 0, where, "total length", totalLength);
            OptionalEntries.skip(in, where);
            Records.check(!in.hasRemaining(), where, "bytes left over", in.remaining());
            return new MinMax(flags, nullCounts, nanCounts, min, max, totalLength);
        } catch (CorruptFileException e) {
            throw e.getMessage().startsWith(where) ? e : new CorruptFileException(where + ": " + e.getMessage(), e);
        }
    }

    private static ColumnVector bounds(ByteBuffer in, Type type, byte[] flags, int flag) throws StoaException {
        int zones = flags.length;
        boolean[] nulls = new boolean[zones];
        int n = 0;
        for (int zone = 0; zone < zones; zone++) {
            nulls[zone] = (flags[zone] & flag) == 0;
            n += nulls[zone] ? 0 : 1;
        }
        Physical shape = type.physical();
        return switch (shape) {
            case BOOLEAN -> {
                byte[] values = new byte[zones];
                long[] packed = spread(Records.packed(in, n), nulls);
                for (int i = 0; i < zones; i++) {
                    Records.check(packed[i] == 0 || packed[i] == 1, "MinMax", "boolean bound", packed[i]);
                    values[i] = (byte) packed[i];
                }
                yield new BooleanVector(type, values, nulls, zones);
            }
            case INT -> {
                int[] values = new int[zones];
                long[] packed = spread(Records.packed(in, n), nulls);
                for (int i = 0; i < zones; i++) {
                    Records.check(packed[i] == (int) packed[i], "MinMax", "bound", packed[i]);
                    values[i] = (int) packed[i];
                }
                yield new IntVector(type, values, nulls, zones);
            }
            case LONG -> new LongVector(type, spread(Records.packed(in, n), nulls), nulls, zones);
            case INT128 -> {
                long[] low = spread(Records.packed(in, n), nulls);
                yield new Int128Vector(type, spread(Records.packed(in, n), nulls), low, nulls, zones);
            }
            case FLOAT -> {
                float[] values = new float[zones];
                for (int i = 0; i < zones; i++) {
                    values[i] = nulls[i] ? 0 : Float.intBitsToFloat((int) Wire.u32(in));
                    Records.check(!Float.isNaN(values[i]), "MinMax", "bound, NaN,", i);
                }
                yield new FloatVector(type, values, nulls, zones);
            }
            case DOUBLE -> {
                double[] values = new double[zones];
                for (int i = 0; i < zones; i++) {
                    values[i] = nulls[i] ? 0 : Double.longBitsToDouble(Wire.u64(in));
                    Records.check(!Double.isNaN(values[i]), "MinMax", "bound, NaN,", i);
                }
                yield new DoubleVector(type, values, nulls, zones);
            }
            case BYTES -> {
                long[] lengths = spread(Records.packed(in, n), nulls);
                int[] offsets = new int[zones + 1];
                for (int i = 0; i < zones; i++) {
                    Records.check(
                            lengths[i] >= 0 && lengths[i] <= in.remaining() - offsets[i],
                            "MinMax",
                            "length of a bound",
                            lengths[i]);
                    offsets[i + 1] = offsets[i] + (int) lengths[i];
                }
                byte[] data = new byte[offsets[zones]];
                in.get(data);
                yield new BytesVector(type, data, offsets, nulls, zones);
            }
            case NONE -> new NullVector(zones);
        };
    }

    private static long[] spread(long[] values, boolean[] nulls) {
        long[] spread = new long[nulls.length];
        int n = 0;
        for (int i = 0; i < nulls.length; i++) {
            spread[i] = nulls[i] ? 0 : values[n++];
        }
        return spread;
    }
}
