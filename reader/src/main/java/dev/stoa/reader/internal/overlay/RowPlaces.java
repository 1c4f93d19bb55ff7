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
package dev.stoa.reader.internal.overlay;

import dev.stoa.format.internal.meta.Layout;
import java.util.Arrays;

/** Rows by their vectors, ascending. A row takes two bytes: scans change many rows, and loading them takes time. Immutable. */
public final class RowPlaces {
    /** No row is greater. */
    public static final long MAX_ROW = ((long) Integer.MAX_VALUE + 1) * Layout.VECTOR_ROWS - 1;

    /** The vectors that have rows, and the first row of each, and one past the last of all. */
    private final VectorList vectors;

    private final int[] firsts;
    /** By row, counted from the first of its vector. */
    private final char[] places;

    private RowPlaces(VectorList vectors, int[] firsts, char[] places) {
        this.vectors = vectors;
        this.firsts = firsts;
        this.places = places;
    }

    /**
     * Divides rows.
     *
     * @param rows ascending, each once, at most {@link #MAX_ROW}
     */
    static RowPlaces of(long[] rows) {
        int[] vectors = new int[16];
        int[] firsts = new int[16];
        char[] places = new char[rows.length];
        int n = 0;
        for (int i = 0; i < rows.length; i++) {
            int vector = (int) (rows[i] / Layout.VECTOR_ROWS);
            if (n == 0 || vectors[n - 1] != vector) {
                if (n + 1 == vectors.length) {
                    vectors = Arrays.copyOf(vectors, n + n / 2);
                    firsts = Arrays.copyOf(firsts, n + n / 2);
                }
                vectors[n] = vector;
                firsts[n++] = i;
            }
            places[i] = (char) (rows[i] % Layout.VECTOR_ROWS);
        }
        firsts[n] = rows.length;
        return new RowPlaces(new VectorList(Arrays.copyOf(vectors, n)), Arrays.copyOf(firsts, n + 1), places);
    }

    int count() {
        return places.length;
    }

    /** The vectors that have rows. */
    public VectorList vectors() {
        return vectors;
    }

    /** The first row of the vector at a place among {@link #vectors}; for one past the last place the number of rows. */
    public int first(int place) {
        return firsts[place];
    }

    /** By row, where it is in its vector. */
    char[] places() {
        return places;
    }

    /** A row's number. */
    long row(int i) {
        int found = Arrays.binarySearch(firsts, i); // each vector has a row: no two are the same
        return base(found >= 0 ? found : -found - 2) + places[i];
    }

    private long base(int place) {
        return (long) vectors.get(place) * Layout.VECTOR_ROWS;
    }

    /** All numbers. */
    long[] rows() {
        long[] rows = new long[places.length];
        for (int v = 0; v < vectors.size(); v++) {
            long base = base(v);
            for (int i = firsts[v]; i < firsts[v + 1]; i++) {
                rows[i] = base + places[i];
            }
        }
        return rows;
    }

    /** The first that is not before a row. */
    int from(long row) {
        int vector = (int) Math.min(Integer.MAX_VALUE, row / Layout.VECTOR_ROWS);
        int place = vectors.placeOf(vector, -1);
        if (!vectors.has(place, vector)) {
            return firsts[place + 1];
        }
        long at = Math.min(row - base(place), Layout.VECTOR_ROWS);
        int low = firsts[place];
        int high = firsts[place + 1];
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (places[middle] < at) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
