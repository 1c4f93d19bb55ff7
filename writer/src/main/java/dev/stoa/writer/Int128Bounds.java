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
import dev.stoa.format.Int128Vector;
import dev.stoa.format.Type;
import dev.stoa.format.internal.meta.MinMax;

/** Bounds of 128-bit integers. */
final class Int128Bounds extends Bounds {
    private final Type type;
    private final Longs minHighs = new Longs();
    private final Longs minLows = new Longs();
    private final Longs maxHighs = new Longs();
    private final Longs maxLows = new Longs();
    private long minHigh = Long.MAX_VALUE;
    private long minLow = -1;
    private long maxHigh = Long.MIN_VALUE;
    private long maxLow;
    private boolean any;

    Int128Bounds(Type type, int vectorsPerZone) {
        super(vectorsPerZone);
        this.type = type;
    }

    /** Compares 128-bit values as signed. */
    static int compare(long high1, long low1, long high2, long low2) {
        return high1 != high2 ? Long.compare(high1, high2) : Long.compareUnsigned(low1, low2);
    }

    @Override
    void int128(long[] high, long[] low, boolean[] isNull, int n) {
        for (int i = 0; i < n; i++) {
            if (isNull.length != 0 && isNull[i]) {
                continue;
            }
            any = true;
            long h = high[i];
            if (compare(h, low[i], minHigh, minLow) < 0) {
                minHigh = h;
                minLow = low[i];
            }
            if (compare(h, low[i], maxHigh, maxLow) > 0) {
                maxHigh = h;
                maxLow = low[i];
            }
        }
    }

    @Override
    int closeZone() {
        boolean there = any;
        minHighs.add(there ? minHigh : 0);
        minLows.add(there ? minLow : 0);
        maxHighs.add(there ? maxHigh : 0);
        maxLows.add(there ? maxLow : 0);
        minHigh = Long.MAX_VALUE;
        minLow = -1;
        maxHigh = Long.MIN_VALUE;
        maxLow = 0;
        any = false;
        return there ? MinMax.HAS_MIN | MinMax.HAS_MAX | MinMax.MIN_EXACT | MinMax.MAX_EXACT : 0;
    }

    @Override
    ColumnVector mins() {
        return new Int128Vector(type, minHighs.toArray(), minLows.toArray(), ColumnVector.NO_NULLS, zones());
    }

    @Override
    ColumnVector maxs() {
        return new Int128Vector(type, maxHighs.toArray(), maxLows.toArray(), ColumnVector.NO_NULLS, zones());
    }
}
