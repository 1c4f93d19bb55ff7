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
package dev.stoa.benchmarks.peers;

import dev.stoa.benchmarks.harness.Delivery;
import dev.stoa.benchmarks.harness.IoCounts;
import dev.stoa.benchmarks.harness.ReadResult;
import java.util.Arrays;

/**
 * The consumer of the numbers that qualify, the same for all readers in Java. It counts them and takes sum and maximum. If
 * every bit counts, it takes a checksum in place of the sum.
 */
public final class Qualifying {
    private static final boolean FULL = Touch.DELIVERY == Delivery.FULL;

    /** An eighth of a full batch. */
    private static final int PART = 512;

    private int[] room = new int[0];
    /** Sums by position, as that is what compilers turn into vector instructions most surely; the numbers are small. */
    private int[] sums = new int[8 * PART];

    private int[] maxima = new int[8 * PART];
    private long count;
    private long sum;
    private int max;

    /** An array with room for {@code rows} numbers and one more, for a reader that leaves the last test to its caller. */
    int[] room(int rows) {
        if (room.length <= rows) {
            room = new int[rows + 1];
        }
        return room;
    }

    private void add(int value) {
        count++;
        sum += FULL ? Touch.number(value) : value;
        max = Math.max(max, value);
    }

    /** The first numbers of an array. */
    void add(int[] values, int rows) {
        if (FULL) {
            for (int i = 0; i < rows; i++) {
                add(values[i]);
            }
            return;
        }
        if (sums.length < rows) {
            sums = Arrays.copyOf(sums, rows);
            maxima = Arrays.copyOf(maxima, rows);
        }
        if (rows == 8 * PART) {
            addPartsTo(sums, values);
        } else {
            addTo(sums, values, rows);
        }
        raise(maxima, values, rows);
        count += rows;
    }

    /** Eight values at once from fixed places: the sums stay in the processor's nearest cache. */
    private static void addPartsTo(int[] sums, int[] values) {
        for (int i = 0; i < PART; i++) {
            sums[i] += ((values[i] + values[i + PART]) + (values[i + 2 * PART] + values[i + 3 * PART]))
                    + ((values[i + 4 * PART] + values[i + 5 * PART]) + (values[i + 6 * PART] + values[i + 7 * PART]));
        }
    }

    /** Of small numbers: {@code Math.max} becomes a vector instruction in newer compilers only. */
    private static int max(int a, int b) {
        int difference = a - b;
        return a - (difference & difference >> 31);
    }

    private static void addTo(int[] sums, int[] values, int rows) {
        for (int i = 0; i < rows; i++) {
            sums[i] += values[i];
        }
    }

    private static void raise(int[] maxima, int[] values, int rows) {
        for (int i = 0; i < rows; i++) {
            maxima[i] = max(maxima[i], values[i]);
        }
    }

    /** The numbers at some places of an array. */
    void add(int[] values, int[] places, int rows) {
        if (FULL) {
            for (int i = 0; i < rows; i++) {
                add(values[places[i]]);
            }
            return;
        }
        int total = 0;
        int most = max;
        for (int i = 0; i < rows; i++) {
            int value = values[places[i]];
            total += value;
            most = Math.max(most, value);
        }
        count += rows;
        sum += total;
        max = most;
    }

    /** The answer. */
    ReadResult result() {
        long total = sum;
        for (int part : sums) {
            total += part;
        }
        int most = max;
        for (int part : maxima) {
            most = Math.max(most, part);
        }
        return result(count, total, most);
    }

    /** The answer of one that has counted, and taken sum and maximum, by itself. */
    public static ReadResult result(long count, long sum, int max) {
        return new ReadResult(count, sum + 31 * count + ((long) max << 40), IoCounts.NONE);
    }

    /** The answer to a query that needs only the maximum. */
    static ReadResult maximum(int max) {
        return new ReadResult(1, max, IoCounts.NONE);
    }
}
