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
package dev.stoa.reader;

import dev.stoa.format.BooleanVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.DoubleVector;
import dev.stoa.format.FloatVector;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.internal.meta.MinMax;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;

/** A set of values of at most 64 bits: ranges of signed keys that are ordered as the values are. */
final class KeySet implements ValueSet {
    private static final long UNSIGNED = Long.MIN_VALUE;

    private final Type type;
    private final IntegerRanges ranges;
    private final long[] lows;
    private final long[] highs;
    private long[] scratch = new long[0];

    /** A set of these keys: signed values, unsigned ones of uint64, or {@link FloatKeys}. */
    KeySet(Type type, IntegerRanges ranges) {
        this.type = type;
        this.ranges = ranges;
        List<IntegerRanges.IntegerRange> all = ranges.ranges();
        this.lows = new long[all.size()];
        this.highs = new long[all.size()];
        long flip = type.kind() == TypeKind.UINT64 ? UNSIGNED : 0;
        for (int i = 0; i < lows.length; i++) {
            lows[i] = all.get(i).low().longValue() ^ flip;
            highs[i] = all.get(i).high().longValue() ^ flip;
        }
    }

    @Override
    public void test(ColumnVector vector, int rows, boolean[] out) {
        if (lows.length == 0) {
            Arrays.fill(out, 0, rows, false);
            return;
        }
        if (scratch.length < rows) {
            scratch = new long[Math.max(rows, 4096)];
        }
        keys(vector, rows, scratch);
        if (lows.length == 1) {
            testOne(scratch, rows, lows[0], highs[0], out);
        } else {
            for (int i = 0; i < rows; i++) {
                out[i] = contains(scratch[i]);
            }
        }
    }

    private static void testOne(long[] keys, int rows, long low, long high, boolean[] out) {
        for (int i = 0; i < rows; i++) {
            out[i] = keys[i] >= low & keys[i] <= high;
        }
    }

    private boolean contains(long key) {
        int at = Arrays.binarySearch(lows, key);
        if (at >= 0) {
            return true;
        }
        int before = -at - 2;
        return before >= 0 && key <= highs[before];
    }

    private void keys(ColumnVector vector, int rows, long[] keys) {
        if (vector instanceof IntVector v) {
            int[] values = v.values();
            if (type.kind() == TypeKind.FLOAT16) {
                for (int i = 0; i < rows; i++) {
                    keys[i] = FloatKeys.ofHalf(values[i]);
                }
            } else {
                for (int i = 0; i < rows; i++) {
                    keys[i] = values[i];
                }
            }
        } else if (vector instanceof LongVector v) {
            long flip = type.kind() == TypeKind.UINT64 ? UNSIGNED : 0;
            long[] values = v.values();
            for (int i = 0; i < rows; i++) {
                keys[i] = values[i] ^ flip;
            }
        } else if (vector instanceof DoubleVector v) {
            double[] values = v.values();
            for (int i = 0; i < rows; i++) {
                keys[i] = FloatKeys.ofDouble(values[i]);
            }
        } else if (vector instanceof FloatVector v) {
            float[] values = v.values();
            for (int i = 0; i < rows; i++) {
                keys[i] = FloatKeys.ofDouble(values[i]);
            }
        } else if (vector instanceof BooleanVector v) {
            byte[] values = v.values();
            for (int i = 0; i < rows; i++) {
                keys[i] = values[i];
            }
        } else {
            throw new IllegalArgumentException(
                    "no keys of a " + vector.getClass().getSimpleName());
        }
    }

    private long key(ColumnVector vector, int row) {
        if (vector instanceof IntVector v) {
            int value = v.values()[row];
            return type.kind() == TypeKind.FLOAT16 ? FloatKeys.ofHalf(value) : value;
        } else if (vector instanceof LongVector v) {
            return v.values()[row] ^ (type.kind() == TypeKind.UINT64 ? UNSIGNED : 0);
        } else if (vector instanceof DoubleVector v) {
            return FloatKeys.ofDouble(v.values()[row]);
        } else if (vector instanceof FloatVector v) {
            return FloatKeys.ofDouble(v.values()[row]);
        } else if (vector instanceof BooleanVector v) {
            return v.values()[row];
        }
        throw new IllegalArgumentException("no keys of a " + vector.getClass().getSimpleName());
    }

    @Override
    public Match match(MinMax minMax, int zone) {
        long low = minMax.is(zone, MinMax.HAS_MIN) ? key(minMax.min(), zone) : Long.MIN_VALUE;
        long high = minMax.is(zone, MinMax.HAS_MAX) ? key(minMax.max(), zone) : Long.MAX_VALUE;
        for (int i = 0; i < lows.length; i++) {
            if (lows[i] <= low && high <= highs[i]) {
                return Match.ALL;
            }
            if (lows[i] <= high && low <= highs[i]) {
                return Match.SOME;
            }
        }
        return Match.NONE;
    }

    @Override
    public boolean containsNaN() {
        return ranges.contains(BigInteger.valueOf(FloatKeys.NAN));
    }

    @Override
    public ValueSet complement() {
        return new KeySet(type, ranges.complement());
    }
}
