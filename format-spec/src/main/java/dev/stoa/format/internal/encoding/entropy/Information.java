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
package dev.stoa.format.internal.encoding.entropy;

import dev.stoa.format.internal.kernel.Rans;

/** Information in bits, in fixed point, the same on every machine. */
final class Information {
    /** Fractional bits. */
    static final int FRACTION = 16;

    /** Binary logarithms of 0 (taken as 1), 1, 2 and so on. */
    private static final int[] LOG = new int[(1 << Rans.MAX_SCALE) + 1];

    static {
        for (int i = 2; i < LOG.length; i++) {
            LOG[i] = (int) Math.round(StrictMath.log(i) / StrictMath.log(2) * (1 << FRACTION));
        }
    }

    private Information() {}

    /** {@code whole} bits. */
    static long bits(long whole) {
        return whole << FRACTION;
    }

    /** The binary logarithm of 1..2^{@link Rans#MAX_SCALE}; 0 of 0. */
    static int log(int number) {
        return LOG[number];
    }

    /** The bytes that this information takes, rounded up. */
    static long bytes(long information) {
        return (information >>> FRACTION) + Byte.SIZE - 1 >>> 3;
    }
}
