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
package dev.stoa.format.internal.kernel;

/**
 * Checks, minimum and maximum of arrays.
 *
 * <p>Their form is measured. The figures are G values/s on JDK 17 / 25.
 * <ul>
 * <li>{@link #allBelow} is an OR over all values: eight in a step for a whole vector (18 / 24), otherwise one (8 / 24).
 * <li>C2 does not vectorise a plain loop of {@code Math.min} (1.4 / 1.4). So minimum and maximum run in four independent chains
 * (ints 3 to 4, longs 5).
 * <li>Sums of ints are two sums of 16 bits each (5 / 25).
 * <li>{@link #countInRange} adds up the borrows of subtractions in place of comparing (ints 7 / 20, longs 4 / 11; with
 * comparisons 1.1).
 * <li>The others have four chains (8 to 10).
 * </ul>
 */
public final class Reductions {
    /** The number of 16-bit values, of either sign, with a sum that fits an int. */
    private static final int SUMMABLE = 1 << 15;

    private static final int VECTOR = 4096;

    private Reductions() {}

    /**
     * Whether all of {@code values[0..count)} are in [0, {@code limit}): valid codes of a dictionary of that size, or valid
     * positions among {@code limit} rows.
     *
     * @param limit 0 or more
     */
    public static boolean allBelow(int[] values, int count, int limit) {
        if (count == VECTOR) {
            return vectorBelow(values, limit);
        }
        int last = limit - 1;
        int signs = 0;
        for (int i = 0; i < count; i++) {
            signs |= values[i] | (last - values[i]);
        }
        return signs >= 0;
    }

    /** Constant bases: with eight parts of any length the loop is ten times slower once it has seen several lengths. */
    private static boolean vectorBelow(int[] values, int limit) {
        int last = limit - 1;
        int signs = 0;
        for (int i = 0; i < VECTOR / 8; i++) {
            int a = values[i];
            int b = values[i + VECTOR / 8];
            int c = values[i + 2 * VECTOR / 8];
            int d = values[i + 3 * VECTOR / 8];
            int e = values[i + 4 * VECTOR / 8];
            int f = values[i + 5 * VECTOR / 8];
            int g = values[i + 6 * VECTOR / 8];
            int h = values[i + 7 * VECTOR / 8];
            signs |= (a | b | c | d | e | f | g | h)
                    | ((last - a) | (last - b) | (last - c) | (last - d))
                    | ((last - e) | (last - f) | (last - g) | (last - h));
        }
        return signs >= 0;
    }

    /** Whether none of {@code values[0..count)} is above {@code last}. No value is negative, and {@code last} is -1 or more. */
    public static boolean noneAbove(int[] values, int count, int last) {
        int signs = 0;
        if (count == VECTOR) {
            for (int i = 0; i < VECTOR / 8; i++) {
                signs |= (((last - values[i]) | (last - values[i + VECTOR / 8]))
                                | ((last - values[i + 2 * VECTOR / 8]) | (last - values[i + 3 * VECTOR / 8])))
                        | (((last - values[i + 4 * VECTOR / 8]) | (last - values[i + 5 * VECTOR / 8]))
                                | ((last - values[i + 6 * VECTOR / 8]) | (last - values[i + 7 * VECTOR / 8])));
            }
            return signs >= 0;
        }
        for (int i = 0; i < count; i++) {
            signs |= last - values[i];
        }
        return signs >= 0;
    }

    /**
     * The largest of {@code values[0..count)} taken as unsigned, or -1 if none exists: what to put into the message
     * when {@link #allBelow} says no.
     */
    public static long maxUnsigned(int[] values, int count) {
        if (count == 0) {
            return -1;
        }
        int max = Integer.MIN_VALUE;
        for (int i = 0; i < count; i++) {
            max = Math.max(max, values[i] ^ Integer.MIN_VALUE);
        }
        return (max ^ Integer.MIN_VALUE) & 0xffffffffL;
    }

    /** The smallest of {@code values[from..to)}, or {@link Integer#MAX_VALUE} if none exists. */
    public static int min(int[] values, int from, int to) {
        int a = Integer.MAX_VALUE;
        int b = a;
        int c = a;
        int d = a;
        int i = from;
        for (; i <= to - 4; i += 4) {
            a = Math.min(a, values[i]);
            b = Math.min(b, values[i + 1]);
            c = Math.min(c, values[i + 2]);
            d = Math.min(d, values[i + 3]);
        }
        for (; i < to; i++) {
            a = Math.min(a, values[i]);
        }
        return Math.min(Math.min(a, b), Math.min(c, d));
    }

    /** The largest of {@code values[from..to)}, or {@link Integer#MIN_VALUE} if none exists. */
    public static int max(int[] values, int from, int to) {
        int a = Integer.MIN_VALUE;
        int b = a;
        int c = a;
        int d = a;
        int i = from;
        for (; i <= to - 4; i += 4) {
            a = Math.max(a, values[i]);
            b = Math.max(b, values[i + 1]);
            c = Math.max(c, values[i + 2]);
            d = Math.max(d, values[i + 3]);
        }
        for (; i < to; i++) {
            a = Math.max(a, values[i]);
        }
        return Math.max(Math.max(a, b), Math.max(c, d));
    }

    /** The smallest of {@code values[from..to)}, or {@link Long#MAX_VALUE} if none exists. */
    public static long min(long[] values, int from, int to) {
        long a = Long.MAX_VALUE;
        long b = a;
        long c = a;
        long d = a;
        int i = from;
        for (; i <= to - 4; i += 4) {
            a = Math.min(a, values[i]);
            b = Math.min(b, values[i + 1]);
            c = Math.min(c, values[i + 2]);
            d = Math.min(d, values[i + 3]);
        }
        for (; i < to; i++) {
            a = Math.min(a, values[i]);
        }
        return Math.min(Math.min(a, b), Math.min(c, d));
    }

    /** The largest of {@code values[from..to)}, or {@link Long#MIN_VALUE} if none exists. */
    public static long max(long[] values, int from, int to) {
        long a = Long.MIN_VALUE;
        long b = a;
        long c = a;
        long d = a;
        int i = from;
        for (; i <= to - 4; i += 4) {
            a = Math.max(a, values[i]);
            b = Math.max(b, values[i + 1]);
            c = Math.max(c, values[i + 2]);
            d = Math.max(d, values[i + 3]);
        }
        for (; i < to; i++) {
            a = Math.max(a, values[i]);
        }
        return Math.max(Math.max(a, b), Math.max(c, d));
    }

    /** The sum of {@code values[from..to)}. */
    public static long sum(int[] values, int from, int to) {
        long sum = 0;
        int i = from;
        while (i < to) {
            int end = to - i > SUMMABLE ? i + SUMMABLE : to;
            int low = 0;
            int high = 0;
            for (; i < end; i++) {
                low += values[i] & 0xffff;
                high += values[i] >> 16;
            }
            sum += low + ((long) high << 16);
        }
        return sum;
    }

    /** The sum of {@code values[from..to)}, wrapping around. */
    public static long sum(long[] values, int from, int to) {
        long a = 0;
        long b = 0;
        long c = 0;
        long d = 0;
        int i = from;
        for (; i <= to - 4; i += 4) {
            a += values[i];
            b += values[i + 1];
            c += values[i + 2];
            d += values[i + 3];
        }
        for (; i < to; i++) {
            a += values[i];
        }
        return a + b + c + d;
    }

    /** All bits that are set in one of {@code values[from..to)}. */
    public static int or(int[] values, int from, int to) {
        int a = 0;
        int b = 0;
        int c = 0;
        int d = 0;
        int i = from;
        for (; i <= to - 4; i += 4) {
            a |= values[i];
            b |= values[i + 1];
            c |= values[i + 2];
            d |= values[i + 3];
        }
        for (; i < to; i++) {
            a |= values[i];
        }
        return a | b | c | d;
    }

    /** All bits that are set in one of {@code values[from..to)}. */
    public static long or(long[] values, int from, int to) {
        long a = 0;
        long b = 0;
        long c = 0;
        long d = 0;
        int i = from;
        for (; i <= to - 4; i += 4) {
            a |= values[i];
            b |= values[i + 1];
            c |= values[i + 2];
            d |= values[i + 3];
        }
        for (; i < to; i++) {
            a |= values[i];
        }
        return a | b | c | d;
    }

    /** The bits that are set in all of {@code values[from..to)}: all, if none exists. */
    public static int and(int[] values, int from, int to) {
        int a = -1;
        int b = -1;
        int c = -1;
        int d = -1;
        int i = from;
        for (; i <= to - 4; i += 4) {
            a &= values[i];
            b &= values[i + 1];
            c &= values[i + 2];
            d &= values[i + 3];
        }
        for (; i < to; i++) {
            a &= values[i];
        }
        return a & b & c & d;
    }

    /** The bits that are set in all of {@code values[from..to)}: all, if none exists. */
    public static long and(long[] values, int from, int to) {
        long a = -1;
        long b = -1;
        long c = -1;
        long d = -1;
        int i = from;
        for (; i <= to - 4; i += 4) {
            a &= values[i];
            b &= values[i + 1];
            c &= values[i + 2];
            d &= values[i + 3];
        }
        for (; i < to; i++) {
            a &= values[i];
        }
        return a & b & c & d;
    }

    /** How many of {@code values[from..to)} are in [{@code low}, {@code high}]; {@code low} is at most {@code high}. */
    public static int countInRange(int[] values, int from, int to, int low, int high) {
        int span = high - low;
        int outside = 0;
        for (int i = from; i < to; i++) {
            int offset = values[i] - low;
            // the borrow of span - offset: set if offset is larger as an unsigned number
            outside += ((~span & offset) | (~(span ^ offset) & (span - offset))) >>> 31;
        }
        return Math.max(0, to - from) - outside;
    }

    /** How many of {@code values[from..to)} are in [{@code low}, {@code high}]; {@code low} is at most {@code high}. */
    public static int countInRange(long[] values, int from, int to, long low, long high) {
        long span = high - low;
        long outside = 0;
        for (int i = from; i < to; i++) {
            long offset = values[i] - low;
            // the borrow of span - offset: set if offset is larger as an unsigned number
            outside += ((~span & offset) | (~(span ^ offset) & (span - offset))) >>> 63;
        }
        return Math.max(0, to - from) - (int) outside;
    }
}
