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
package dev.stoa.vio.internal.plan;

import java.util.Arrays;

/**
 * Pieces of a file, sorted and disjoint.
 *
 * @param starts offsets, ascending
 * @param ends ends; each at most the next offset
 */
public record Pieces(long[] starts, long[] ends) {

    int count() {
        return starts.length;
    }

    /** From the first byte to the last. */
    long extent() {
        return ends[count() - 1] - starts[0];
    }

    /** The bytes of all pieces. */
    long bytes() {
        long bytes = 0;
        for (int i = 0; i < count(); i++) {
            bytes += ends[i] - starts[i];
        }
        return bytes;
    }

    /** The length of the longest request that can't be helped, where pieces are split into parts of some length. */
    long longestPart(int length) {
        long longest = 1;
        for (int i = 0; i < count(); i++) {
            long whole = ends[i] - starts[i];
            longest = Math.max(longest, whole / Grouping.parts(whole, length));
        }
        return longest;
    }

    /** The lengths of gaps, each once, ascending; without gaps, one of length 0. */
    long[] gaps() {
        long[] gaps = new long[Math.max(1, count())];
        for (int i = 1; i < count(); i++) {
            gaps[i] = starts[i] - ends[i - 1];
        }
        return Arrays.stream(gaps).sorted().distinct().toArray();
    }
}
