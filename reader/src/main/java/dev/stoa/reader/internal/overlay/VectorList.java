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

import java.util.Arrays;

/** Some vectors, to be looked up one after the other. Immutable. */
public final class VectorList {
    private final int[] vectors;

    /** Takes the ordinals, ascending, which must not change any more. */
    VectorList(int[] vectors) {
        this.vectors = vectors;
    }

    public int size() {
        return vectors.length;
    }

    /** The ordinal of the vector at a place. */
    public int get(int place) {
        return vectors[place];
    }

    /** Whether a vector is at a place that {@link #placeOf} gave for it. */
    boolean has(int place, int vector) {
        return place >= 0 && vectors[place] == vector;
    }

    /** Returns the last place with a vector up to the given one; -1 if none exists. Quickest if it is soon after {@code low}. */
    int placeOf(int vector, int low) {
        if (low >= 0 && vectors[low] <= vector) { // mostly it is this one or the next
            int next = low + 1;
            if (next == vectors.length || vectors[next] > vector) {
                return low;
            } else if (vectors[next] == vector) {
                return next;
            }
        }
        int from = Math.max(0, low);
        if (from >= vectors.length || vectors[from] > vector) {
            from = 0;
        }
        int step = 1;
        int end = from;
        while (end < vectors.length && vectors[end] <= vector) {
            from = end;
            end += step;
            step += step;
        }
        int found = Arrays.binarySearch(vectors, from, Math.min(end, vectors.length), vector);
        return found >= 0 ? found : -found - 2;
    }
}
