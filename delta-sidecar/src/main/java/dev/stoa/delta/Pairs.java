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
package dev.stoa.delta;

import dev.stoa.format.Batch;
import dev.stoa.format.LongVector;
import java.util.Arrays;

/** Pairs of numbers as they are read. */
final class Pairs {
    /** The most pairs that one allocation makes room for at first. */
    private static final int MOST_AT_ONCE = 1 << 20;

    private long[] firsts;
    private long[] seconds;
    private int size;

    /** Begins without pairs, and with room for the expected number. */
    Pairs(long expected) {
        int room = (int) Math.max(16, Math.min(MOST_AT_ONCE, expected));
        this.firsts = new long[room];
        this.seconds = new long[room];
    }

    /** The numbers of a column of a batch. */
    static long[] of(Batch batch, int column) {
        return ((LongVector) batch.column(column)).values();
    }

    void add(long first, long second) {
        if (size == firsts.length) {
            firsts = Arrays.copyOf(firsts, 2 * size);
            seconds = Arrays.copyOf(seconds, 2 * size);
        }
        firsts[size] = first;
        seconds[size++] = second;
    }

    int size() {
        return size;
    }

    long[] firsts() {
        return size == firsts.length ? firsts : Arrays.copyOf(firsts, size);
    }

    long[] seconds() {
        return size == seconds.length ? seconds : Arrays.copyOf(seconds, size);
    }
}
