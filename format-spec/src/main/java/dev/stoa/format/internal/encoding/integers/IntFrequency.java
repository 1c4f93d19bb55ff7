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
package dev.stoa.format.internal.encoding.integers;

import dev.stoa.format.internal.encoding.choice.Sampling;
import dev.stoa.format.internal.encoding.wire.ByteSink;
import dev.stoa.format.internal.encoding.wire.Scratch;
import java.util.Arrays;

/** Splits integers of 32 bits into a frequent one, the positions of the others, and their values (FREQUENT). */
final class IntFrequency {
    /** The size of the sample that shows the frequent value. */
    private static final int SAMPLE = 256;

    /** A frequent value makes up at least 1/8 of the values. */
    private static final int RARE = 8;

    private final int[] sample = new int[SAMPLE];
    private final BitsWriter writer = new BitsWriter();
    private byte[] areOthers = new byte[0];
    private int[] others = new int[0];
    private int frequent;
    private int count;

    /** Splits {@code values[0..n)}, which are some; false if no value is frequent. */
    boolean split(int[] values, int n) {
        int size = Math.min(SAMPLE, n);
        for (int i = 0; i < size; i++) {
            sample[i] = values[Sampling.position(i, size, n)];
        }
        Arrays.sort(sample, 0, size);
        int most = 0;
        for (int from = 0, to = 1; to <= size; to++) {
            if (to == size || sample[to] != sample[from]) {
                if (to - from > most) {
                    most = to - from;
                    frequent = sample[from];
                }
                from = to;
            }
        }
        areOthers = Scratch.grow(areOthers, n);
        others = Scratch.grow(others, n + 1);
        count = 0;
        for (int i = 0; i < n; i++) {
            int other = values[i] == frequent ? 0 : 1;
            areOthers[i] = (byte) other;
            others[count] = values[i];
            count += other;
        }
        return n - count >= n / RARE;
    }

    /** The values that are not the frequent one, from index 0. */
    int[] values() {
        return others;
    }

    /** The number of values that are not the frequent one. */
    int count() {
        return count;
    }

    /** Writes the frequent value, and the positions of the others among n values. */
    void write(int n, ByteSink out) {
        out.zigzag(frequent);
        writer.write(areOthers, n, out);
    }
}
