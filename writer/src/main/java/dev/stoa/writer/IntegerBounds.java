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

import dev.stoa.format.BooleanVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.Physical;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.internal.meta.MinMax;

/** Bounds of values of at most 64 bits that are ordered as integers. */
final class IntegerBounds extends Bounds {
    private final Type type;
    /** Flips the sign bit of unsigned values, so that they compare as signed. */
    private final long flip;

    private final Longs mins = new Longs();
    private final Longs maxs = new Longs();
    private long min = Long.MAX_VALUE;
    private long max = Long.MIN_VALUE;
    private boolean any;

    IntegerBounds(Type type, int vectorsPerZone) {
        super(vectorsPerZone);
        this.type = type;
        this.flip = type.kind() == TypeKind.UINT64 ? Long.MIN_VALUE : 0;
    }

    @Override
    void booleans(byte[] values, boolean[] isNull, int n) {
        int low = 1;
        int high = 0;
        int count = 0;
        for (int i = 0; i < n; i++) {
            if (isNull.length == 0 || !isNull[i]) {
                low &= values[i];
                high |= values[i];
                count++;
            }
        }
        merge(low, high, count > 0);
    }

    @Override
    void ints(int[] values, boolean[] isNull, int n) {
        int low = Integer.MAX_VALUE;
        int high = Integer.MIN_VALUE;
        if (isNull.length == 0) {
            for (int i = 0; i < n; i++) {
                low = Math.min(low, values[i]);
                high = Math.max(high, values[i]);
            }
            merge(low, high, n > 0);
            return;
        }
        boolean valid = false;
        for (int i = 0; i < n; i++) {
            if (!isNull[i]) {
                valid = true;
                low = Math.min(low, values[i]);
                high = Math.max(high, values[i]);
            }
        }
        merge(low, high, valid);
    }

    @Override
    void longs(long[] values, boolean[] isNull, int n) {
        long low = Long.MAX_VALUE;
        long high = Long.MIN_VALUE;
        if (isNull.length == 0) {
            for (int i = 0; i < n; i++) {
                long value = values[i] ^ flip;
                low = Math.min(low, value);
                high = Math.max(high, value);
            }
            merge(low, high, n > 0);
            return;
        }
        boolean valid = false;
        for (int i = 0; i < n; i++) {
            if (!isNull[i]) {
                valid = true;
                long value = values[i] ^ flip;
                low = Math.min(low, value);
                high = Math.max(high, value);
            }
        }
        merge(low, high, valid);
    }

    private void merge(long low, long high, boolean valid) {
        if (valid) {
            any = true;
            min = Math.min(min, low);
            max = Math.max(max, high);
        }
    }

    @Override
    int closeZone() {
        boolean there = any;
        mins.add(there ? min ^ flip : 0);
        maxs.add(there ? max ^ flip : 0);
        min = Long.MAX_VALUE;
        max = Long.MIN_VALUE;
        any = false;
        return there ? MinMax.HAS_MIN | MinMax.HAS_MAX | MinMax.MIN_EXACT | MinMax.MAX_EXACT : 0;
    }

    @Override
    ColumnVector mins() {
        return vector(mins);
    }

    @Override
    ColumnVector maxs() {
        return vector(maxs);
    }

    private ColumnVector vector(Longs values) {
        int n = zones();
        if (type.physical() == Physical.LONG) {
            return new LongVector(type, values.toArray(), ColumnVector.NO_NULLS, n);
        }
        if (type.physical() == Physical.BOOLEAN) {
            byte[] bytes = new byte[n];
            for (int i = 0; i < n; i++) {
                bytes[i] = (byte) values.get(i);
            }
            return new BooleanVector(type, bytes, ColumnVector.NO_NULLS, n);
        }
        int[] ints = new int[n];
        for (int i = 0; i < n; i++) {
            ints[i] = (int) values.get(i);
        }
        return new IntVector(type, ints, ColumnVector.NO_NULLS, n);
    }
}
