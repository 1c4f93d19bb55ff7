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
package dev.stoa.format.internal.meta;

import java.util.Arrays;

/** How the vectors of a column divide into consecutive parts, such as its granules. Immutable. */
final class VectorParts {
    /** First vector of each part, and the number of vectors at the end. */
    private final int[] starts;

    private VectorParts(int[] starts) {
        this.starts = starts;
    }

    /**
     * Parts with these numbers of vectors.
     *
     * @throws ArithmeticException if the vectors of all parts are more than an int can count
     */
    static VectorParts of(int[] counts) {
        int[] starts = new int[counts.length + 1];
        for (int i = 0; i < counts.length; i++) {
            starts[i + 1] = Math.addExact(starts[i], counts[i]);
        }
        return new VectorParts(starts);
    }

    /** Number of vectors of all parts. */
    int vectorCount() {
        return starts[starts.length - 1];
    }

    /** The first vector of a part; of the number of parts: the number of vectors. */
    int start(int part) {
        return starts[part];
    }

    /** The part of a vector. */
    int indexOf(int vector) {
        int parts = starts.length - 1;
        if (vector < starts[parts]) {
            // most have the same number of vectors, so this is most often the place
            int guess = (int) ((long) vector * parts / starts[parts]);
            if (starts[guess] <= vector && vector < starts[guess + 1]) {
                return guess;
            }
        }
        int i = Arrays.binarySearch(starts, vector);
        return i >= 0 ? i : -i - 2;
    }
}
