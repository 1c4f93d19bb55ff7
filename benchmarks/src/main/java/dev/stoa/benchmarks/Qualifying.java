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
package dev.stoa.benchmarks;

/**
 * The consumer of the numbers that qualify, the same for all readers in Java: counts them and takes sum and maximum; when
 * every bit is to count, a checksum of them.
 */
final class Qualifying {
    private static final boolean FULL = Touch.DELIVERY == Delivery.FULL;

    /** An eighth of the batches that most readers hand out. */
    private static final int PART = 512;

    private int[] room = new int[0];
    private long count;
    private long sum;
    private int max;

    /** An array in which a reader that leaves the last test to its caller may gather so many numbers, and one more. */
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
        count += rows;
        if (rows == 8 * PART) {
            sum += sumOfParts(values);
            max = Math.max(max, maxOfParts(values));
            return;
        }
        int total = 0;
        int most = max;
        for (int i = 0; i < rows; i++) {
            total += values[i];
            most = Math.max(most, values[i]);
        }
        sum += total;
        max = most;
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

    /** The sum, from fixed places, which is what compilers turn into vector instructions. */
    private static int sumOfParts(int[] v) {
        int total = 0;
        for (int i = 0; i < PART; i++) {
            total += ((v[i] + v[i + PART]) + (v[i + 2 * PART] + v[i + 3 * PART]))
                    + ((v[i + 4 * PART] + v[i + 5 * PART]) + (v[i + 6 * PART] + v[i + 7 * PART]));
        }
        return total;
    }

    private static int maxOfParts(int[] v) {
        int most = Integer.MIN_VALUE;
        for (int i = 0; i < PART; i++) {
            int a = Math.max(Math.max(v[i], v[i + PART]), Math.max(v[i + 2 * PART], v[i + 3 * PART]));
            int b = Math.max(Math.max(v[i + 4 * PART], v[i + 5 * PART]), Math.max(v[i + 6 * PART], v[i + 7 * PART]));
            most = Math.max(most, Math.max(a, b));
        }
        return most;
    }

    /** The answer. */
    ReadResult result() {
        return result(count, sum, max);
    }

    /** The answer of one that has counted, and taken sum and maximum, by itself. */
    static ReadResult result(long count, long sum, int max) {
        return new ReadResult(count, sum + 31 * count + ((long) max << 40), IoCounts.NONE);
    }

    /** The answer where only the maximum was wanted. */
    static ReadResult maximum(int max) {
        return new ReadResult(1, max, IoCounts.NONE);
    }
}
