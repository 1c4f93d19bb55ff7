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
package dev.stoa.interop.parquet;

import dev.stoa.format.CorruptFileException;
import java.util.Arrays;

/** Decodes Parquet's hybrid of run lengths and bit packing: levels, dictionary ids and booleans. */
final class RunDecoder {
    private final PageBytes in;
    private final int width;
    private int left;
    private boolean packed;
    private int runValue;
    private long bit;

    /**
     * A decoder.
     *
     * @param width bits of a value, 0..32; values of width 0 take no bytes
     */
    RunDecoder(PageBytes in, int width) throws CorruptFileException {
        if (width < 0 || width > 32) {
            throw new CorruptFileException("a page packs integers at a width of " + width + " bits");
        }
        this.in = in;
        this.width = width;
    }

    void read(int[] out, int at, int n) throws CorruptFileException {
        int done = 0;
        while (done < n) {
            int step = Math.min(advance(), n - done);
            if (packed) {
                byte[] data = in.data();
                for (int i = 0; i < step; i++) {
                    out[at + done + i] = (int) PageBytes.bits(data, bit, width);
                    bit += width;
                }
            } else {
                Arrays.fill(out, at + done, at + done + step, runValue);
            }
            left -= step;
            done += step;
        }
    }

    /** Reads small values, such as levels. Each must be at most {@code max}. */
    void read(byte[] out, int at, int n, int max) throws CorruptFileException {
        int done = 0;
        while (done < n) {
            int step = Math.min(advance(), n - done);
            if (packed) {
                byte[] data = in.data();
                int seen = 0;
                for (int i = 0; i < step; i++) {
                    int value = (int) PageBytes.bits(data, bit, width);
                    seen = Math.max(seen, value);
                    out[at + done + i] = (byte) value;
                    bit += width;
                }
                checkLevel(seen, max);
            } else {
                checkLevel(runValue, max);
                Arrays.fill(out, at + done, at + done + step, (byte) runValue);
            }
            left -= step;
            done += step;
        }
    }

    private static void checkLevel(int value, int max) throws CorruptFileException {
        if (value < 0 || value > max) {
            throw new CorruptFileException("a page holds the value " + value + " where " + max + " is the largest");
        }
    }

    /** Makes sure that the current run has values, and returns how many. */
    private int advance() throws CorruptFileException {
        if (width == 0) {
            left = Integer.MAX_VALUE;
            packed = false;
            runValue = 0;
        }
        while (left == 0) {
            if (in.remaining() == 0) {
                throw new CorruptFileException("a page ends before its last value");
            }
            int header = in.nextVarint();
            packed = (header & 1) == 1;
            if (packed) {
                long values = (header >>> 1) * 8L;
                // The last group may be cut where the page ends.
                long bytes = Math.min((values * width + 7) / 8, in.remaining());
                bit = (long) in.take(bytes) * 8;
                left = (int) Math.min(Math.min(values, bytes * 8 / width), Integer.MAX_VALUE);
            } else {
                left = header >>> 1;
                runValue = 0;
                int size = (width + 7) / 8;
                int start = in.take(size);
                for (int i = 0; i < size; i++) {
                    runValue |= (in.data()[start + i] & 0xFF) << (8 * i);
                }
            }
        }
        return left;
    }
}
