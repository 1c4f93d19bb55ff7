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
package dev.stoa.reader.internal.filter;

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.DoubleVector;
import dev.stoa.format.FloatVector;
import dev.stoa.format.IntVector;
import dev.stoa.format.NullVector;
import dev.stoa.format.Physical;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.format.internal.meta.MinMax;
import dev.stoa.reader.Aggregates;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.internal.value.FloatKeys;
import dev.stoa.reader.internal.value.Keys;
import dev.stoa.reader.internal.value.SingleRow;
import dev.stoa.reader.internal.value.ValueOrder;
import java.util.Optional;

/** Counts and bounds of a column so far, from zones and from values. */
public final class Bounds {
    private final Type type;
    private final ValueOrder order;
    private final boolean hasKeys;
    private long[] keys = new long[0];
    private long nulls;
    private long nans;
    private Optional<ColumnVector> min = Optional.empty();
    private Optional<ColumnVector> max = Optional.empty();

    public Bounds(Type type) {
        this.type = type;
        this.order = new ValueOrder(type);
        Physical shape = type.physical();
        this.hasKeys =
                MinMax.isOrdered(type) && shape != Physical.BYTES && shape != Physical.INT128 && shape != Physical.NONE;
    }

    /** Whether the metadata of a zone whose rows all count is exact enough to be added. */
    public boolean knows(MinMax minMax, int zone, long rows) {
        long values = rows - minMax.nullCounts()[zone] - nans(minMax, zone);
        if (values < 0 || values > rows) {
            return false; // it contradicts itself
        }
        return values == 0 || !MinMax.isOrdered(type) || (knowsMin(minMax, zone) && knowsMax(minMax, zone));
    }

    /** Adds a zone which it {@link #knows}. */
    public void add(MinMax minMax, int zone) {
        nulls += minMax.nullCounts()[zone];
        nans += nans(minMax, zone);
        if (minMax.is(zone, MinMax.HAS_MIN) && isBelow(minMax.min(), zone)) {
            min = Optional.of(SingleRow.of(minMax.min(), zone));
        }
        if (minMax.is(zone, MinMax.HAS_MAX) && isAbove(minMax.max(), zone)) {
            max = Optional.of(SingleRow.of(minMax.max(), zone));
        }
    }

    private static long nans(MinMax minMax, int zone) {
        return minMax.nanCounts().length == 0 ? 0 : minMax.nanCounts()[zone];
    }

    /** A bound that is no value of the zone tells enough if it does not reach beyond what was found before. */
    private boolean knowsMin(MinMax minMax, int zone) {
        return minMax.is(zone, MinMax.HAS_MIN) && (minMax.is(zone, MinMax.MIN_EXACT) || !isBelow(minMax.min(), zone));
    }

    private boolean knowsMax(MinMax minMax, int zone) {
        return minMax.is(zone, MinMax.HAS_MAX) && (minMax.is(zone, MinMax.MAX_EXACT) || !isAbove(minMax.max(), zone));
    }

    private boolean isBelow(ColumnVector vector, int row) {
        return min.isEmpty() || order.compare(vector, row, min.get(), 0) < 0;
    }

    private boolean isAbove(ColumnVector vector, int row) {
        return max.isEmpty() || order.compare(vector, row, max.get(), 0) > 0;
    }

    /** Adds the selected rows of a batch. */
    public void add(ColumnVector vector, Batch batch) {
        if (vector instanceof NullVector) {
            nulls += batch.selectedCount();
        } else if (hasKeys) {
            addKeys(vector, batch);
        } else {
            addRows(vector, batch);
        }
    }

    private void addKeys(ColumnVector vector, Batch batch) {
        if (keys.length < batch.rowCount()) {
            keys = new long[Math.max(batch.rowCount(), Layout.VECTOR_ROWS)];
        }
        Keys.of(type, vector, batch.rowCount(), keys);
        boolean mayBeNaN = MinMax.hasNaN(type);
        long least = Long.MAX_VALUE;
        long most = Long.MIN_VALUE;
        int leastRow = -1;
        int mostRow = -1;
        for (int i = 0; i < batch.selectedCount(); i++) {
            int row = batch.selected(i);
            if (vector.isNull(row)) {
                nulls++;
                continue;
            }
            long key = keys[row];
            if (mayBeNaN && key == FloatKeys.NAN) {
                nans++;
                continue;
            }
            if (key < least || leastRow < 0) {
                least = key;
                leastRow = row;
            }
            if (key > most || mostRow < 0) {
                most = key;
                mostRow = row;
            }
        }
        addValues(vector, leastRow, mostRow);
    }

    private void addRows(ColumnVector vector, Batch batch) {
        boolean isOrdered = MinMax.isOrdered(type);
        int least = -1;
        int most = -1;
        for (int i = 0; i < batch.selectedCount(); i++) {
            int row = batch.selected(i);
            if (vector.isNull(row)) {
                nulls++;
            } else if (isOrdered) {
                least = least < 0 || order.compare(vector, row, vector, least) < 0 ? row : least;
                most = most < 0 || order.compare(vector, row, vector, most) > 0 ? row : most;
            }
        }
        addValues(vector, least, most);
    }

    private void addValues(ColumnVector vector, int least, int most) {
        if (least >= 0 && isBelow(vector, least)) {
            min = Optional.of(SingleRow.of(vector, least));
        }
        if (most >= 0 && isAbove(vector, most)) {
            max = Optional.of(SingleRow.of(vector, most));
        }
    }

    /** Adds what was found elsewhere of a column of the same type. */
    public void merge(Bounds other) {
        nulls += other.nulls;
        nans += other.nans;
        if (other.min.isPresent() && isBelow(other.min.get(), 0)) {
            min = other.min;
        }
        if (other.max.isPresent() && isAbove(other.max.get(), 0)) {
            max = other.max;
        }
    }

    public Aggregates.Column result(ColumnPath path) {
        return new Aggregates.Column(path, nulls, nans, min.map(v -> zero(v, -0.0)), max.map(v -> zero(v, 0.0)));
    }

    /** Returns of the two zeros the one in MinMax, so that the origin of a bound does not matter. */
    private ColumnVector zero(ColumnVector vector, double zero) {
        if (vector instanceof DoubleVector v && v.values()[0] == 0) {
            return new DoubleVector(type, new double[] {zero}, ColumnVector.NO_NULLS, 1);
        } else if (vector instanceof FloatVector v && v.values()[0] == 0) {
            return new FloatVector(type, new float[] {(float) zero}, ColumnVector.NO_NULLS, 1);
        } else if (type.kind() == TypeKind.FLOAT16 && (((IntVector) vector).values()[0] & 0x7FFF) == 0) {
            return new IntVector(type, new int[] {1 / zero < 0 ? 0x8000 : 0}, ColumnVector.NO_NULLS, 1);
        }
        return vector;
    }
}
