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

/** Minimum and maximum of arrays, in loops that the JIT compiler vectorises (ints) or at least overlaps (longs). */
public final class Reductions {
    private Reductions() {}

    /**
     * The largest of {@code values[0..count)} taken as unsigned, or -1 if there is none. One comparison of the result
     * with a limit shows that all values, negative ones included, are valid codes or positions.
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

    /** The smallest of {@code values[from..to)}, or {@link Integer#MAX_VALUE} if there is none. */
    public static int min(int[] values, int from, int to) {
        int min = Integer.MAX_VALUE;
        for (int i = from; i < to; i++) {
            min = Math.min(min, values[i]);
        }
        return min;
    }

    /** The largest of {@code values[from..to)}, or {@link Integer#MIN_VALUE} if there is none. */
    public static int max(int[] values, int from, int to) {
        int max = Integer.MIN_VALUE;
        for (int i = from; i < to; i++) {
            max = Math.max(max, values[i]);
        }
        return max;
    }

    /** The smallest of {@code values[from..to)}, or {@link Long#MAX_VALUE} if there is none. */
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

    /** The largest of {@code values[from..to)}, or {@link Long#MIN_VALUE} if there is none. */
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
}
