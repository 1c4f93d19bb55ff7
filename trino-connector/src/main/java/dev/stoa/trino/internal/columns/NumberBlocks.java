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
package dev.stoa.trino.internal.columns;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.TypeKind;
import io.trino.spi.block.Block;
import io.trino.spi.block.ByteArrayBlock;
import io.trino.spi.block.Fixed12Block;
import io.trino.spi.block.Int128ArrayBlock;
import io.trino.spi.block.IntArrayBlock;
import io.trino.spi.block.LongArrayBlock;
import io.trino.spi.block.ShortArrayBlock;
import io.trino.spi.type.SmallintType;
import io.trino.spi.type.TinyintType;
import io.trino.spi.type.Type;
import java.math.BigInteger;
import java.util.Optional;
import java.util.function.LongUnaryOperator;

/** Numbers and times as blocks. */
final class NumberBlocks {
    private NumberBlocks() {}

    static Block ints(IntVector vector, Type type, Rows rows) {
        int count = rows.count();
        int[] values = vector.values();
        Optional<long[]> valid = Rows.valid(rows.nullsOf(vector), count);
        if (type instanceof TinyintType) {
            byte[] bytes = new byte[count];
            for (int i = 0; i < count; i++) {
                bytes[i] = (byte) values[rows.row(i)];
            }
            return new ByteArrayBlock(count, valid, bytes);
        } else if (type instanceof SmallintType) {
            short[] shorts = new short[count];
            for (int i = 0; i < count; i++) {
                shorts[i] = (short) values[rows.row(i)];
            }
            return new ShortArrayBlock(count, valid, shorts);
        }
        int[] ints = rows.of(values);
        if (vector.type().kind() == TypeKind.FLOAT16) {
            for (int i = 0; i < count; i++) {
                ints[i] = Float.floatToRawIntBits(Float.float16ToFloat((short) ints[i]));
            }
        }
        return new IntArrayBlock(count, valid, ints);
    }

    static Block longs(LongVector vector, Type type, Rows rows) {
        dev.stoa.format.Type stored = vector.type();
        return switch (stored.kind()) {
            case UINT64 -> unsigned(vector, rows);
            case TIME -> mapped(vector, rows, TimeUnits.ofDay(stored));
            case TIMESTAMP ->
                stored.utc()
                        ? instants(vector, rows, row -> BigInteger.valueOf(vector.values()[row]))
                        : mapped(vector, rows, TimeUnits.micros(stored));
            default -> mapped(vector, rows, TimeUnits.SAME);
        };
    }

    private static Block unsigned(LongVector vector, Rows rows) {
        long[] values = new long[2 * rows.count()];
        for (int i = 0; i < rows.count(); i++) {
            values[2 * i + 1] = vector.values()[rows.row(i)];
        }
        return new Int128ArrayBlock(rows.count(), Rows.valid(rows.nullsOf(vector), rows.count()), values);
    }

    private static Block mapped(LongVector vector, Rows rows, TimeUnits units) {
        boolean[] nulls = rows.nullsOf(vector);
        long[] values = rows.of(vector.values());
        if (!units.areSame()) {
            for (int i = 0; i < values.length; i++) {
                values[i] = nulls.length == 0 || !nulls[i] ? units.of(values[i]) : 0;
            }
        }
        return new LongArrayBlock(values.length, Rows.valid(nulls, values.length), values);
    }

    static Block wide(Int128Vector vector, Type type, Rows rows) {
        dev.stoa.format.Type stored = vector.type();
        if (stored.kind() != TypeKind.TIMESTAMP) {
            long[] values = new long[2 * rows.count()];
            for (int i = 0; i < rows.count(); i++) {
                int row = rows.row(i);
                values[2 * i] = vector.high(row);
                values[2 * i + 1] = vector.low()[row];
            }
            return new Int128ArrayBlock(rows.count(), Rows.valid(rows.nullsOf(vector), rows.count()), values);
        }
        return stored.utc()
                ? instants(vector, rows, vector::get)
                : fixed(vector, rows, vector::get, TimeUnits.MICRO_DIGITS, micros -> micros);
    }

    /** The number of units in a row. */
    private interface Units {
        BigInteger at(int row);
    }

    private static Block instants(ColumnVector vector, Rows rows, Units units) {
        int digits = vector.type().precision();
        if (digits > TimeUnits.MILLI_DIGITS) {
            return fixed(vector, rows, units, TimeUnits.MILLI_DIGITS, TimeUnits::utc);
        }
        boolean[] nulls = rows.nullsOf(vector);
        long[] values = new long[rows.count()];
        for (int i = 0; i < values.length; i++) {
            if (nulls.length == 0 || !nulls[i]) {
                long millis = TimeUnits.exact(
                        units.at(rows.row(i)).multiply(BigInteger.TEN.pow(TimeUnits.MILLI_DIGITS - digits)));
                values[i] = TimeUnits.utc(millis);
            }
        }
        return new LongArrayBlock(values.length, Rows.valid(nulls, values.length), values);
    }

    /** Times in two parts: a number of larger units, and the picoseconds beyond them. */
    private static Block fixed(ColumnVector vector, Rows rows, Units units, int digits, LongUnaryOperator first) {
        int stored = vector.type().precision();
        BigInteger divisor = BigInteger.TEN.pow(stored - digits);
        int picos = (int) TimeUnits.power(TimeUnits.PICO_DIGITS - stored);
        boolean[] nulls = rows.nullsOf(vector);
        int[] values = new int[Fixed12Block.FIXED12_BYTES / Integer.BYTES * rows.count()];
        for (int i = 0; i < rows.count(); i++) {
            if (nulls.length == 0 || !nulls[i]) {
                BigInteger[] parts = units.at(rows.row(i)).divideAndRemainder(divisor);
                boolean isBelow = parts[1].signum() < 0;
                BigInteger whole = isBelow ? parts[0].subtract(BigInteger.ONE) : parts[0];
                BigInteger rest = isBelow ? parts[1].add(divisor) : parts[1];
                Fixed12Block.encodeFixed12(
                        first.applyAsLong(TimeUnits.exact(whole)), rest.intValueExact() * picos, values, i);
            }
        }
        return new Fixed12Block(rows.count(), Rows.valid(nulls, rows.count()), values);
    }
}
