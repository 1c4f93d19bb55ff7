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

import java.util.Random;
import java.util.function.IntUnaryOperator;

/** The layouts bit by bit, straight from their definitions, and random data. */
final class Naive {
    private Naive() {}

    /** A generator whose seed is printed; the system property {@code stoa.seed} repeats a run. */
    static Random random(String test) {
        long seed = Long.getLong("stoa.seed", System.nanoTime());
        System.out.println(test + ": -Dstoa.seed=" + seed);
        return new Random(seed);
    }

    /** The bits of a value at their place in the bytes: {@code place} maps a bit of the value to a bit of the bytes. */
    static void put(byte[] bytes, long value, int width, IntUnaryOperator place) {
        for (int b = 0; b < width; b++) {
            if ((value >>> b & 1) != 0) {
                int bit = place.applyAsInt(b);
                bytes[bit / 8] |= (byte) (1 << bit % 8);
            }
        }
    }

    /** {@code values - base}, cut to {@code width} bits, as one stream. */
    static byte[] straight(long[] values, int count, int width, long base) {
        byte[] bytes = new byte[(count * width + 7) / 8];
        for (int i = 0; i < count; i++) {
            int first = i * width;
            put(bytes, values[i] - base, width, b -> first + b);
        }
        return bytes;
    }

    /** {@code values - base}, cut to {@code width} bits, in lanes of {@code bits} bits. */
    static byte[] interleaved(long[] values, int bits, int width, long base) {
        int lanes = 4096 / bits;
        byte[] bytes = new byte[512 * width];
        for (int i = 0; i < 4096; i++) {
            int lane = i % lanes;
            int row = i / lanes;
            put(bytes, values[i] - base, width, b -> {
                int inLane = row * width + b;
                int word = inLane / bits * lanes + lane;
                return word * bits + inLane % bits;
            });
        }
        return bytes;
    }

    /** Values of many shapes: uniform bits, small, all extremes, constant, mostly small with rare large ones. */
    static long[] values(Random random, int count, int bits) {
        int shape = random.nextInt(5);
        int small = random.nextInt(bits + 1);
        long constant = random.nextLong();
        long[] extremes = {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, Integer.MIN_VALUE, Integer.MAX_VALUE};
        long[] values = new long[count];
        for (int i = 0; i < count; i++) {
            long any = random.nextLong();
            long low = small == 0 ? 0 : any >>> (64 - small);
            values[i] = switch (shape) {
                case 0 -> any;
                case 1 -> low;
                case 2 -> extremes[random.nextInt(extremes.length)];
                case 3 -> constant;
                default -> random.nextInt(50) == 0 ? any : low;
            };
            if (bits == 32) {
                values[i] = (int) values[i];
            }
        }
        return values;
    }

    /** The values as ints. */
    static int[] ints(long[] values) {
        int[] ints = new int[values.length];
        for (int i = 0; i < ints.length; i++) {
            ints[i] = (int) values[i];
        }
        return ints;
    }
}
