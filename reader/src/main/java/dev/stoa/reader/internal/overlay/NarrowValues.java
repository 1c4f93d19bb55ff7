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

import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import java.util.Optional;

/**
 * Numbers, or ids of a dictionary, in few bytes: the difference of each from the least one. Laying values over takes hardly
 * longer than loading them. Immutable.
 */
public final class NarrowValues {
    private static final char[] NO_CHARS = new char[0];
    private static final int[] NO_INTS = new int[0];

    private final long least;
    /** One of both is empty. */
    private final char[] chars;

    private final int[] ints;

    private NarrowValues(long least, char[] chars, int[] ints) {
        this.least = least;
        this.chars = chars;
        this.ints = ints;
    }

    /** Those of a vector, if they are numbers or ids and close enough to each other. */
    static Optional<NarrowValues> of(ColumnVector vector) {
        if (vector instanceof LongVector v) {
            return ofLongs(v.values(), v.size());
        } else if (vector instanceof IntVector v) {
            return ofInts(v.values(), v.size());
        } else if (vector instanceof BytesVector v && v.dictionary().isPresent()) {
            return ofInts(v.ids(), v.size());
        }
        return Optional.empty();
    }

    private static Optional<NarrowValues> ofInts(int[] values, int count) {
        int least = Integer.MAX_VALUE;
        int most = Integer.MIN_VALUE;
        for (int i = 0; i < count; i++) {
            least = Math.min(least, values[i]);
            most = Math.max(most, values[i]);
        }
        if ((long) most - least > Character.MAX_VALUE) {
            return Optional.empty();
        }
        char[] chars = new char[count];
        for (int i = 0; i < count; i++) {
            chars[i] = (char) (values[i] - least);
        }
        return Optional.of(new NarrowValues(least, chars, NO_INTS));
    }

    private static Optional<NarrowValues> ofLongs(long[] values, int count) {
        long least = Long.MAX_VALUE;
        long most = Long.MIN_VALUE;
        for (int i = 0; i < count; i++) {
            least = Math.min(least, values[i]);
            most = Math.max(most, values[i]);
        }
        long range = most - least;
        if (range < 0 || range > Integer.MAX_VALUE) { // beyond 2^63 it is negative
            return Optional.empty();
        }
        if (range > Character.MAX_VALUE) {
            int[] ints = new int[count];
            for (int i = 0; i < count; i++) {
                ints[i] = (int) (values[i] - least);
            }
            return Optional.of(new NarrowValues(least, NO_CHARS, ints));
        }
        char[] chars = new char[count];
        for (int i = 0; i < count; i++) {
            chars[i] = (char) (values[i] - least);
        }
        return Optional.of(new NarrowValues(least, chars, NO_INTS));
    }

    /** Puts the values {@code from..to-1} in their places. */
    void put(char[] places, int from, int to, long[] out) {
        if (ints.length > 0) {
            for (int i = from; i < to; i++) {
                out[places[i]] = least + ints[i];
            }
        } else {
            for (int i = from; i < to; i++) {
                out[places[i]] = least + chars[i];
            }
        }
    }

    /** Puts the values {@code from..to-1}, which are ints, in their places. */
    void put(char[] places, int from, int to, int[] out) {
        int base = (int) least;
        for (int i = from; i < to; i++) {
            out[places[i]] = base + chars[i];
        }
    }

    /** Puts what the values {@code from..to-1}, which are ids, mean by now in their places. */
    void put(char[] places, int from, int to, int[] meanings, int[] out) {
        int base = (int) least;
        for (int i = from; i < to; i++) {
            out[places[i]] = meanings[base + chars[i]];
        }
    }
}
