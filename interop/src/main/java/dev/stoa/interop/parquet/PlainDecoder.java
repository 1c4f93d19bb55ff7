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

/** PLAIN. */
final class PlainDecoder extends ValueDecoder {
    private final PageBytes in;
    private final int fixedLength;
    private int bit;

    /**
     * A decoder.
     *
     * @param fixedLength the length of each byte string, or -1 if each has its own
     */
    PlainDecoder(PageBytes in, int fixedLength) {
        super("PLAIN");
        this.in = in;
        this.fixedLength = fixedLength;
    }

    @Override
    void readBooleans(byte[] out, int at, int n) throws CorruptFileException {
        if ((bit + (long) n + 7) / 8 > in.remaining()) {
            throw new CorruptFileException("a page ends before its last boolean");
        }
        byte[] data = in.data();
        int start = in.position();
        for (int i = 0; i < n; i++, bit++) {
            out[at + i] = (byte) (data[start + (bit >>> 3)] >> (bit & 7) & 1);
        }
    }

    @Override
    void readInts(int[] out, int at, int n) throws CorruptFileException {
        byte[] data = in.data();
        int start = in.take(4L * n);
        for (int i = 0; i < n; i++) {
            out[at + i] = PageBytes.intAt(data, start + 4 * i);
        }
    }

    @Override
    void readLongs(long[] out, int at, int n) throws CorruptFileException {
        byte[] data = in.data();
        int start = in.take(8L * n);
        for (int i = 0; i < n; i++) {
            out[at + i] = PageBytes.longAt(data, start + 8 * i);
        }
    }

    @Override
    int fitting(int n, long bytes) {
        int at = in.position();
        long left = bytes;
        for (int i = 0; i < n; i++) {
            int length = fixedLength >= 0 ? fixedLength : in.end() - at < 4 ? 0 : PageBytes.intAt(in.data(), at);
            left -= Math.max(length, 0);
            if (left < 0) {
                return Math.max(i, 1);
            }
            at += Math.min(Math.max(length, 0) + (fixedLength >= 0 ? 0 : 4), in.end() - at);
        }
        return n;
    }

    @Override
    void readBytes(BytesBuffer out, int n) throws StoaException {
        for (int i = 0; i < n; i++) {
            int length = fixedLength < 0 ? in.nextInt() : fixedLength;
            out.add(in.data(), in.take(length), length);
        }
    }
}
