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

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Moves little-endian words in bulk between byte buffers, at any alignment, and the arrays that kernels work on. */
public final class Words {
    private Words() {}

    /** Copies {@code count} ints from the byte position {@code at} to {@code out[0..count)}; the position stays. */
    public static void read(ByteBuffer in, int at, int count, int[] out) {
        slice(in, at, count, Integer.BYTES).asIntBuffer().get(out, 0, count);
    }

    /** Copies {@code count} longs from the byte position {@code at} to {@code out[0..count)}; the position stays. */
    public static void read(ByteBuffer in, int at, int count, long[] out) {
        slice(in, at, count, Long.BYTES).asLongBuffer().get(out, 0, count);
    }

    /** Copies {@code words[0..count)} to {@code out} from index {@code at}; returns the index after them. */
    public static int write(int[] words, int count, byte[] out, int at) {
        slice(ByteBuffer.wrap(out), at, count, Integer.BYTES).asIntBuffer().put(words, 0, count);
        return at + count * Integer.BYTES;
    }

    /** Copies {@code words[0..count)} to {@code out} from index {@code at}; returns the index after them. */
    public static int write(long[] words, int count, byte[] out, int at) {
        slice(ByteBuffer.wrap(out), at, count, Long.BYTES).asLongBuffer().put(words, 0, count);
        return at + count * Long.BYTES;
    }

    private static ByteBuffer slice(ByteBuffer buffer, int at, int count, int size) {
        return buffer.slice(at, Math.multiplyExact(count, size)).order(ByteOrder.LITTLE_ENDIAN);
    }
}
