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
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The consumer of all that is decoded, the same for every contender. It turns values into a number, for the contender to add
 * up; how, {@link Delivery} says. It is as cheap as may be, so that readers are measured and not the consumer.
 */
public final class Touch {
    /** The delivery of this process. */
    public static final Delivery DELIVERY = Delivery.ofProcess();

    private static final boolean FULL = DELIVERY == Delivery.FULL;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** An eighth of the batches that both Stoa and Spark hand out. */
    private static final int PART = 512;

    private static int[] byPosition = new int[1 << 13];

    private Touch() {}

    /**
     * Returns the rest of the sum at the end of a read. Arrays of int of any length are added up by position, as compilers turn
     * this into vector instructions.
     */
    public static long rest() {
        long rest = 0;
        for (int part : byPosition) {
            rest += part;
        }
        Arrays.fill(byPosition, 0);
        return rest;
    }

    /** A number. */
    static long number(long value) {
        return FULL ? mix(value) : value;
    }

    /** The first numbers of an array. */
    static long numbers(int[] values, int count) {
        if (DELIVERY == Delivery.ARRAYS) {
            if (count == 8 * PART) {
                return parts(values);
            }
            if (byPosition.length < count) {
                byPosition = Arrays.copyOf(byPosition, Math.max(count, 2 * byPosition.length));
            }
            add(values, byPosition, count);
            return 0;
        }
        long total = 0;
        for (int i = 0; i < count; i++) {
            total += FULL ? mix(values[i]) : values[i];
        }
        return total;
    }

    private static void add(int[] values, int[] sums, int count) {
        for (int i = 0; i < count; i++) {
            sums[i] += values[i];
        }
    }

    /** The first numbers of an array. */
    static long numbers(long[] values, int count) {
        if (FULL) {
            return mixed(values, count);
        }
        return count == 8 * PART ? parts(values) : plain(values, count);
    }

    /** Eight values at once from fixed places, which is what compilers turn into vector instructions. */
    private static int parts(int[] values) {
        int total = 0;
        for (int i = 0; i < PART; i++) {
            total += ((values[i] + values[i + PART]) + (values[i + 2 * PART] + values[i + 3 * PART]))
                    + ((values[i + 4 * PART] + values[i + 5 * PART]) + (values[i + 6 * PART] + values[i + 7 * PART]));
        }
        return total;
    }

    private static long parts(long[] values) {
        long total = 0;
        for (int i = 0; i < PART; i++) {
            total += ((values[i] + values[i + PART]) + (values[i + 2 * PART] + values[i + 3 * PART]))
                    + ((values[i + 4 * PART] + values[i + 5 * PART]) + (values[i + 6 * PART] + values[i + 7 * PART]));
        }
        return total;
    }

    private static long mixed(long[] values, int count) {
        long total = 0;
        for (int i = 0; i < count; i++) {
            total += mix(values[i]);
        }
        return total;
    }

    private static long plain(long[] values, int count) {
        long a = 0;
        long b = 0;
        long c = 0;
        long d = 0;
        int i = 0;
        for (; i <= count - 4; i += 4) {
            a += values[i];
            b += values[i + 1];
            c += values[i + 2];
            d += values[i + 3];
        }
        for (; i < count; i++) {
            a += values[i];
        }
        return a + b + c + d;
    }

    /** A text on its own. */
    static long text(byte[] data, int start, int length) {
        if (DELIVERY == Delivery.ARRAYS) {
            return length + bytes(data, start, start + length);
        }
        if (FULL) {
            long hash = length;
            for (int i = start; i < start + length; i++) {
                hash = hash * 31 + data[i];
            }
            return mix(hash);
        }
        return length == 0 ? 0 : length + (data[start] << 8) + (data[start + length - 1] << 16);
    }

    /** Texts one after the other; the last one ends at {@code offsets[count]}. */
    static long texts(byte[] data, int[] offsets, int count) {
        if (DELIVERY == Delivery.ARRAYS) {
            return numbers(offsets, count + 1) + bytes(data, offsets[0], offsets[count]);
        }
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += text(data, offsets[i], offsets[i + 1] - offsets[i]);
        }
        return sum;
    }

    /** Bytes, eight at a time. */
    static long bytes(byte[] data, int start, int end) {
        long a = 0;
        long b = 0;
        long c = 0;
        long d = 0;
        int i = start;
        for (; i <= end - 32; i += 32) {
            a += (long) LONGS.get(data, i);
            b += (long) LONGS.get(data, i + 8);
            c += (long) LONGS.get(data, i + 16);
            d += (long) LONGS.get(data, i + 24);
        }
        for (; i < end; i++) {
            a += data[i];
        }
        return a + b + c + d;
    }

    /** The finaliser of MurmurHash3: spreads each bit over all bits. */
    private static long mix(long value) {
        long x = value;
        x = (x ^ (x >>> 33)) * 0xff51afd7ed558ccdL;
        x = (x ^ (x >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return x ^ (x >>> 33);
    }
}
