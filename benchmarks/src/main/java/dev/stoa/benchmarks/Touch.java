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
 * The consumer of all decoded values, the same for every contender: it turns each value into a number that is added up.
 *
 * <p>While times are taken the number is cheap (an integer is itself; text gives its length, first and last byte), so that
 * readers are measured and not the consumer. With the system property {@code stoa.benchmarks.full} every bit of every value
 * counts; such runs are not timed, they show that all contenders deliver the same values.
 */
final class Touch {

    /** The system property that makes every bit count. */
    static final String FULL_PROPERTY = "stoa.benchmarks.full";

    private static final boolean FULL = Boolean.getBoolean(FULL_PROPERTY);

    private Touch() {}

    static long number(long value) {
        return FULL ? mix(value) : value;
    }

    static long numbers(int[] values, int count) {
        long a = 0;
        long b = 0;
        long c = 0;
        long d = 0;
        int i = 0;
        for (; i <= count - 4; i += 4) {
            a += number(values[i]);
            b += number(values[i + 1]);
            c += number(values[i + 2]);
            d += number(values[i + 3]);
        }
        for (; i < count; i++) {
            a += number(values[i]);
        }
        return a + b + c + d;
    }

    static long numbers(long[] values, int count) {
        long a = 0;
        long b = 0;
        long c = 0;
        long d = 0;
        int i = 0;
        for (; i <= count - 4; i += 4) {
            a += number(values[i]);
            b += number(values[i + 1]);
            c += number(values[i + 2]);
            d += number(values[i + 3]);
        }
        for (; i < count; i++) {
            a += number(values[i]);
        }
        return a + b + c + d;
    }

    static long text(byte[] data, int start, int length) {
        if (FULL) {
            long hash = length;
            for (int i = start; i < start + length; i++) {
                hash = hash * 31 + data[i];
            }
            return mix(hash);
        }
        return length == 0 ? 0 : length + (data[start] << 8) + (data[start + length - 1] << 16);
    }

    /** The finaliser of MurmurHash3: spreads each bit over all bits. */
    private static long mix(long value) {
        long x = value;
        x = (x ^ (x >>> 33)) * 0xff51afd7ed558ccdL;
        x = (x ^ (x >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return x ^ (x >>> 33);
    }
}
