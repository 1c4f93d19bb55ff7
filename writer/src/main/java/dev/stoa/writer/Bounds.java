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
import dev.stoa.format.NullVector;
import dev.stoa.format.Physical;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.internal.meta.MinMax;
import java.util.Arrays;

/**
 * Gathers the MinMax of a column, zone by zone (format-spec, section 5). Numbers come a vector at a time; values of
 * variable length one at a time, since a vector of them may never be in memory whole. This class alone counts nulls, for
 * types without an order.
 */
class Bounds {
    private final int vectorsPerZone;
    private final Longs nullCounts = new Longs();
    private byte[] flags = new byte[1];
    private int zones;
    private int vectors;
    private long nulls;

    Bounds(int vectorsPerZone) {
        this.vectorsPerZone = vectorsPerZone;
    }

    /** The collector for a type. */
    static Bounds of(Type type, int vectorsPerZone) {
        if (type.physical() == Physical.BYTES) {
            return new BytesBounds(type, vectorsPerZone);
        }
        if (!MinMax.isOrdered(type)) {
            return new Bounds(vectorsPerZone);
        }
        return switch (type.physical()) {
            case FLOAT, DOUBLE -> new FloatingBounds(type, vectorsPerZone);
            case INT128 -> new Int128Bounds(type, vectorsPerZone);
            default ->
                type.kind() == TypeKind.FLOAT16
                        ? new Float16Bounds(type, vectorsPerZone)
                        : new IntegerBounds(type, vectorsPerZone);
        };
    }

    /** Adds booleans; a null mask of length 0 means none. */
    void booleans(byte[] values, boolean[] isNull, int n) {}

    /** Adds values of shape INT. */
    void ints(int[] values, boolean[] isNull, int n) {}

    /** Adds values of shape LONG. */
    void longs(long[] values, boolean[] isNull, int n) {}

    /** Adds values of shape INT128. */
    void int128(long[] high, long[] low, boolean[] isNull, int n) {}

    /** Adds values of shape FLOAT. */
    void floats(float[] values, boolean[] isNull, int n) {}

    /** Adds values of shape DOUBLE. */
    void doubles(double[] values, boolean[] isNull, int n) {}

    /** Adds a value of shape BYTES. */
    void bytes(byte[] data, int from, int length) {}

    /** Adds the length of values of shape BYTES that were added. */
    void addLength(long bytes) {}

    /** Ends a vector. */
    final void endVector(int nullRows) {
        nulls += nullRows;
        vectors++;
        if (vectors == vectorsPerZone) {
            endZone();
        }
    }

    private void endZone() {
        if (zones == flags.length) {
            flags = Arrays.copyOf(flags, zones * 2);
        }
        nullCounts.add(nulls);
        flags[zones++] = (byte) closeZone();
        nulls = 0;
        vectors = 0;
    }

    /** Keeps the bounds of the zone, and starts again; returns the zone's flags. */
    int closeZone() {
        return 0;
    }

    /** The mins of all zones. */
    ColumnVector mins() {
        return new NullVector(zones);
    }

    /** The maxs of all zones. */
    ColumnVector maxs() {
        return new NullVector(zones);
    }

    /** The NaN counts of all zones; empty for types without NaN. */
    long[] nanCounts() {
        return new long[0];
    }

    /** Bytes of all values of a BYTES column. */
    long totalLength() {
        return 0;
    }

    /** Number of zones that were closed. */
    final int zones() {
        return zones;
    }

    /** Ends the last zone; the MinMax of the column. */
    final MinMax finish() {
        if (vectors > 0) {
            endZone();
        }
        return new MinMax(
                Arrays.copyOf(flags, zones), nullCounts.toArray(), nanCounts(), mins(), maxs(), totalLength());
    }
}
