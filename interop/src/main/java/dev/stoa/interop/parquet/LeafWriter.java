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
import dev.stoa.format.DoubleVector;
import dev.stoa.format.FloatVector;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.NullVector;
import dev.stoa.format.StoaException;
import dev.stoa.format.TypeKind;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Optional;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/** Writes the values of vectors into one Parquet column; refuses, by column name, what its type can't hold. */
final class LeafWriter {
    private static final long JULIAN_DAY_OF_EPOCH = 2_440_588;
    private static final long NANOS_PER_DAY = 86_400_000_000_000L;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final String name;
    private final PrimitiveType type;
    private final PrimitiveTypeName primitive;
    private final byte[] fixed;
    private Optional<ColumnWriter> column = Optional.empty();
    private ColumnVector vector = new NullVector(0);

    LeafWriter(ImportNode.Leaf leaf) {
        this.name = String.join(".", leaf.column().getPath());
        this.type = leaf.column().getPrimitiveType();
        this.primitive = type.getPrimitiveTypeName();
        this.fixed = new byte[Math.max(8, Math.max(0, DataPageContent.fixedLength(leaf.column())))];
    }

    /** The column's path, as text. */
    String name() {
        return name;
    }

    /** Writes into a new row group from now on. */
    void continueIn(ColumnWriter next) {
        column = Optional.of(next);
    }

    /** Takes values from this vector from now on. */
    void bind(ColumnVector values) {
        vector = values;
    }

    void writeNull(int repetition, int definition) {
        column.orElseThrow().writeNull(repetition, definition);
    }

    /** Writes the value of a row, which is not null. */
    void write(int row, int repetition, int definition) throws StoaException {
        ColumnWriter out = column.orElseThrow();
        switch (primitive) {
            case BOOLEAN -> out.write(((BooleanVector) vector).values()[row] != 0, repetition, definition);
            case FLOAT -> out.write(((FloatVector) vector).values()[row], repetition, definition);
            case DOUBLE -> out.write(((DoubleVector) vector).values()[row], repetition, definition);
            case INT32 -> out.write(intValue(row), repetition, definition);
            case INT64 -> out.write(longValue(row), repetition, definition);
            case INT96 -> out.write(int96(row), repetition, definition);
            case BINARY, FIXED_LEN_BYTE_ARRAY -> out.write(bytes(row), repetition, definition);
        }
    }

    private int intValue(int row) throws StoaException {
        if (vector instanceof IntVector ints) {
            return ints.values()[row];
        }
        long value = longValue(row);
        boolean fits = vector.type().kind() == TypeKind.UINT32 ? value >>> 32 == 0 : value == (int) value;
        if (!fits) {
            throw refuse(Long.toString(value));
        }
        return (int) value;
    }

    private long longValue(int row) throws StoaException {
        if (vector instanceof LongVector longs) {
            return longs.values()[row];
        }
        if (vector instanceof Int128Vector wide) {
            if (wide.high(row) != wide.low()[row] >> 63) {
                throw refuse(wide.get(row).toString());
            }
            return wide.low()[row];
        }
        BigInteger big = new BigInteger(((BytesVector) vector).get(row));
        if (big.bitLength() > 63) {
            throw refuse(big.toString());
        }
        return big.longValue();
    }

    private Binary bytes(int row) throws StoaException {
        return switch (vector.type().kind()) {
            case DECIMAL -> decimal(row);
            case FLOAT16 -> {
                int bits = ((IntVector) vector).values()[row];
                fixed[0] = (byte) bits;
                fixed[1] = (byte) (bits >> 8);
                yield Binary.fromReusedByteArray(fixed, 0, 2);
            }
            case INTERVAL_MONTH_DAY_NANO -> interval(row);
            default -> {
                BytesVector from = (BytesVector) vector;
                int length = from.length(row);
                if (primitive == PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY && length != type.getTypeLength()) {
                    throw refuse("of " + length + " bytes");
                }
                yield Binary.fromReusedByteArray(from.data(), from.start(row), length);
            }
        };
    }

    private Binary decimal(int row) throws StoaException {
        byte[] unscaled;
        if (vector instanceof LongVector longs) {
            BigEndian.put(longs.values()[row], fixed);
            unscaled = Arrays.copyOf(fixed, 8);
        } else {
            unscaled =
                    vector instanceof Int128Vector wide ? wide.get(row).toByteArray() : ((BytesVector) vector).get(row);
        }
        int start = BigEndian.shortest(unscaled, 0, unscaled.length);
        int length = unscaled.length - start;
        if (primitive == PrimitiveTypeName.BINARY) {
            return Binary.fromConstantByteArray(unscaled, start, length);
        }
        int size = type.getTypeLength();
        if (length > size) {
            throw refuse(new BigInteger(unscaled).toString());
        }
        Arrays.fill(fixed, 0, size - length, (byte) (length > 0 ? unscaled[start] >> 7 : 0));
        System.arraycopy(unscaled, start, fixed, size - length, length);
        return Binary.fromReusedByteArray(fixed, 0, size);
    }

    private Binary interval(int row) throws StoaException {
        Int128Vector wide = (Int128Vector) vector;
        long high = wide.high(row);
        int months = (int) (high >> 32);
        int days = (int) high;
        long nanos = wide.low()[row];
        long millis = nanos / NANOS_PER_MILLI;
        if (months < 0 || days < 0 || nanos < 0 || nanos % NANOS_PER_MILLI != 0 || millis >>> 32 != 0) {
            throw refuse("of " + months + " months, " + days + " days and " + nanos + " nanoseconds");
        }
        ByteBuffer.wrap(fixed)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(months)
                .putInt(days)
                .putInt((int) millis);
        return Binary.fromReusedByteArray(fixed, 0, 12);
    }

    private Binary int96(int row) throws StoaException {
        Int128Vector wide = (Int128Vector) vector;
        long days;
        long nanos;
        if (wide.high(row) == wide.low()[row] >> 63) {
            days = Math.floorDiv(wide.low()[row], NANOS_PER_DAY);
            nanos = Math.floorMod(wide.low()[row], NANOS_PER_DAY);
        } else {
            BigInteger day = BigInteger.valueOf(NANOS_PER_DAY);
            BigInteger all = wide.get(row);
            nanos = all.mod(day).longValue();
            BigInteger whole = all.subtract(BigInteger.valueOf(nanos)).divide(day);
            if (whole.bitLength() > 40) {
                throw refuse(all.toString());
            }
            days = whole.longValue();
        }
        long julian = days + JULIAN_DAY_OF_EPOCH;
        if (julian != (int) julian) {
            throw refuse(wide.get(row).toString());
        }
        ByteBuffer.wrap(fixed).order(ByteOrder.LITTLE_ENDIAN).putLong(nanos).putInt((int) julian);
        return Binary.fromReusedByteArray(fixed, 0, 12);
    }

    private StoaException refuse(String value) {
        return new StoaException("column '" + name + "' holds the " + vector.type() + " value " + value
                + ", which does not fit Parquet's " + type);
    }
}
