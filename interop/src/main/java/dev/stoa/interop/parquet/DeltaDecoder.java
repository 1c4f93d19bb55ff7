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

/** Decodes DELTA_BINARY_PACKED integers. */
final class DeltaDecoder {
    private static final int MAX_MINIBLOCK = 1 << 24;
    private static final int MAX_MINIBLOCKS = 1 << 16;

    private final PageBytes in;
    private final int miniblockSize;
    private final int[] widths;
    private final int total;
    private int read;
    private long value;
    private long minDelta;
    private int miniblock;
    private int leftInMiniblock;
    private long bit;

    DeltaDecoder(PageBytes in) throws CorruptFileException {
        this.in = in;
        long block = in.nextVarlong();
        long miniblocks = in.nextVarlong();
        long count = in.nextVarlong();
        if (miniblocks < 1 || miniblocks > MAX_MINIBLOCKS || block < 1 || block % miniblocks != 0) {
            throw new CorruptFileException(
                    "a page of deltas has blocks of " + block + " values in " + miniblocks + " parts");
        }
        long size = block / miniblocks;
        if (size % 8 != 0 || size > MAX_MINIBLOCK || count < 0 || count > Integer.MAX_VALUE) {
            throw new CorruptFileException("a page of " + count + " deltas has miniblocks of " + size + " values");
        }
        miniblockSize = (int) size;
        total = (int) count;
        widths = new int[(int) miniblocks];
        miniblock = widths.length;
        value = in.nextZigzag();
    }

    /** The number of integers in the page. */
    int total() {
        return total;
    }

    void read(long[] out, int at, int n) throws CorruptFileException {
        if (n > total - read) {
            throw new CorruptFileException("a page of deltas holds " + total + " values, more are needed");
        }
        for (int i = 0; i < n; i++) {
            if (read > 0) {
                if (leftInMiniblock == 0) {
                    nextMiniblock();
                }
                int width = widths[miniblock];
                value += minDelta + PageBytes.bits(in.data(), bit, width);
                bit += width;
                leftInMiniblock--;
            }
            read++;
            out[at + i] = value;
        }
    }

    private void nextMiniblock() throws CorruptFileException {
        miniblock++;
        if (miniblock >= widths.length) {
            minDelta = in.nextZigzag();
            for (int i = 0; i < widths.length; i++) {
                widths[i] = in.nextByte();
            }
            miniblock = 0;
        }
        int width = widths[miniblock];
        if (width > 64) {
            throw new CorruptFileException("a page of deltas packs integers at a width of " + width + " bits");
        }
        long whole = (long) miniblockSize * width / 8;
        // The last miniblock may be cut after its last value.
        long needed = ((long) Math.min(miniblockSize, total - read) * width + 7) / 8;
        bit = in.take(Math.max(needed, Math.min(whole, in.remaining()))) * 8L;
        leftInMiniblock = miniblockSize;
    }
}
