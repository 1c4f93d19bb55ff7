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
package dev.stoa.writer;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.IntVector;
import dev.stoa.format.Type;
import dev.stoa.format.internal.meta.MinMax;

/** Bounds of half-precision numbers, given as their bits: NaN is counted apart, and both zeros are equal. */
final class Float16Bounds extends Bounds {
    private static final int SIGN = 0x8000;
    private static final int INFINITY = 0x7C00;

    private final Type type;
    private final Ints mins = new Ints();
    private final Ints maxs = new Ints();
    private final Longs nans = new Longs();
    private int min = Integer.MAX_VALUE;
    private int max = Integer.MIN_VALUE;
    private long nan;

    Float16Bounds(Type type, int vectorsPerZone) {
        super(vectorsPerZone);
        this.type = type;
    }

    /** A number that is ordered as the half is; 0 for both zeros. */
    static int key(int bits) {
        int magnitude = bits & ~SIGN;
        return (bits & SIGN) == 0 ? magnitude : -magnitude;
    }

    /** Whether the bits are a NaN. */
    static boolean isNaN(int bits) {
        return (bits & ~SIGN) > INFINITY;
    }

    @Override
    void ints(int[] values, boolean[] isNull, int n) {
        for (int i = 0; i < n; i++) {
            if (isNull.length != 0 && isNull[i]) {
                continue;
            }
            if (isNaN(values[i])) {
                nan++;
                continue;
            }
            int key = key(values[i]);
            min = Math.min(min, key);
            max = Math.max(max, key);
        }
    }

    @Override
    int closeZone() {
        boolean there = min <= max;
        mins.add(!there ? 0 : min <= 0 ? SIGN | -min : min);
        maxs.add(!there ? 0 : max < 0 ? SIGN | -max : max);
        nans.add(nan);
        nan = 0;
        min = Integer.MAX_VALUE;
        max = Integer.MIN_VALUE;
        return there ? MinMax.HAS_MIN | MinMax.HAS_MAX | MinMax.MIN_EXACT | MinMax.MAX_EXACT : 0;
    }

    @Override
    ColumnVector mins() {
        return new IntVector(type, mins.toArray(), ColumnVector.NO_NULLS, zones());
    }

    @Override
    ColumnVector maxs() {
        return new IntVector(type, maxs.toArray(), ColumnVector.NO_NULLS, zones());
    }

    @Override
    long[] nanCounts() {
        return nans.toArray();
    }
}
