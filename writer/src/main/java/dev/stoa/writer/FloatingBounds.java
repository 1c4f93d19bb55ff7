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
import dev.stoa.format.DoubleVector;
import dev.stoa.format.FloatVector;
import dev.stoa.format.Physical;
import dev.stoa.format.Type;
import dev.stoa.format.internal.meta.MinMax;

/** Bounds of single and double precision numbers: NaN is counted apart; a zero min is -0.0, a zero max +0.0. */
final class FloatingBounds extends Bounds {
    private final Type type;
    private final Longs mins = new Longs();
    private final Longs maxs = new Longs();
    private final Longs nans = new Longs();
    private double min = Double.POSITIVE_INFINITY;
    private double max = Double.NEGATIVE_INFINITY;
    private boolean any;
    private long nan;

    FloatingBounds(Type type, int vectorsPerZone) {
        super(vectorsPerZone);
        this.type = type;
    }

    @Override
    void floats(float[] values, boolean[] isNull, int n) {
        float low = Float.POSITIVE_INFINITY;
        float high = Float.NEGATIVE_INFINITY;
        int numbers = 0;
        int notNumbers = 0;
        for (int i = 0; i < n; i++) {
            if (isNull.length != 0 && isNull[i]) {
                continue;
            }
            float value = values[i];
            if (Float.isNaN(value)) {
                notNumbers++;
                continue;
            }
            numbers++;
            low = value < low ? value : low;
            high = value > high ? value : high;
        }
        merge(low, high, numbers, notNumbers);
    }

    @Override
    void doubles(double[] values, boolean[] isNull, int n) {
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        int numbers = 0;
        int notNumbers = 0;
        for (int i = 0; i < n; i++) {
            if (isNull.length != 0 && isNull[i]) {
                continue;
            }
            double value = values[i];
            if (Double.isNaN(value)) {
                notNumbers++;
                continue;
            }
            numbers++;
            low = value < low ? value : low;
            high = value > high ? value : high;
        }
        merge(low, high, numbers, notNumbers);
    }

    private void merge(double low, double high, int numbers, int notNumbers) {
        nan += notNumbers;
        if (numbers > 0) {
            any = true;
            min = low < min ? low : min;
            max = high > max ? high : max;
        }
    }

    @Override
    int closeZone() {
        boolean there = any;
        mins.add(Double.doubleToRawLongBits(!there ? 0.0 : min == 0 ? -0.0 : min));
        maxs.add(Double.doubleToRawLongBits(!there || max == 0 ? 0.0 : max));
        nans.add(nan);
        nan = 0;
        any = false;
        min = Double.POSITIVE_INFINITY;
        max = Double.NEGATIVE_INFINITY;
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

    private ColumnVector vector(Longs bits) {
        int n = zones();
        if (type.physical() == Physical.FLOAT) {
            float[] floats = new float[n];
            for (int i = 0; i < n; i++) {
                floats[i] = (float) Double.longBitsToDouble(bits.get(i));
            }
            return new FloatVector(type, floats, ColumnVector.NO_NULLS, n);
        }
        double[] doubles = new double[n];
        for (int i = 0; i < n; i++) {
            doubles[i] = Double.longBitsToDouble(bits.get(i));
        }
        return new DoubleVector(type, doubles, ColumnVector.NO_NULLS, n);
    }

    @Override
    long[] nanCounts() {
        return nans.toArray();
    }
}
