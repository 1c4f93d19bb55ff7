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
import dev.stoa.format.StoaException;

/** BYTE_STREAM_SPLIT: the first bytes of all values, then all second bytes, and so on. */
final class SplitDecoder extends ValueDecoder {
    private final byte[] data;
    private final int start;
    private final int width;
    private final int count;
    private final byte[] one;
    private int next;

    /**
     * A decoder.
     *
     * @param width bytes of a value, at least 1
     */
    SplitDecoder(PageBytes in, int width) throws CorruptFileException {
        super("BYTE_STREAM_SPLIT");
        this.width = width;
        int bytes = in.remaining();
        if (bytes % width != 0) {
            throw new CorruptFileException(bytes + " bytes are not a whole number of values of " + width + " bytes");
        }
        data = in.data();
        count = bytes / width;
        start = in.take(bytes);
        one = new byte[width];
    }

    private void check(int n, int wantedWidth) throws CorruptFileException {
        if (width != wantedWidth || n > count - next) {
            throw new CorruptFileException(
                    "a page holds " + count + " split values of " + width + " bytes, more are needed");
        }
    }

    @Override
    void readInts(int[] out, int at, int n) throws CorruptFileException {
        check(n, 4);
        for (int i = 0; i < n; i++, next++) {
            int p = start + next;
            out[at + i] = (data[p] & 0xFF)
                    | (data[p + count] & 0xFF) << 8
                    | (data[p + 2 * count] & 0xFF) << 16
                    | data[p + 3 * count] << 24;
        }
    }

    @Override
    void readLongs(long[] out, int at, int n) throws CorruptFileException {
        check(n, 8);
        for (int i = 0; i < n; i++, next++) {
            long value = 0;
            for (int b = 7; b >= 0; b--) {
                value = value << 8 | (data[start + next + b * count] & 0xFF);
            }
            out[at + i] = value;
        }
    }

    @Override
    void readBytes(BytesBuffer out, int n) throws StoaException {
        check(n, width);
        for (int i = 0; i < n; i++, next++) {
            for (int b = 0; b < width; b++) {
                one[b] = data[start + next + b * count];
            }
            out.add(one, 0, width);
        }
    }
}
