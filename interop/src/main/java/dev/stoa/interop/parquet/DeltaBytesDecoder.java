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

/** DELTA_LENGTH_BYTE_ARRAY, and DELTA_BYTE_ARRAY, which adds the length of the prefix shared with the value before. */
final class DeltaBytesDecoder extends ValueDecoder {
    private static final long[] NONE = new long[0];

    private final PageBytes in;
    private final int count;
    private final long[] prefixes;
    private final long[] lengths;
    private byte[] previous;
    private int next;

    private DeltaBytesDecoder(String name, PageBytes in, int count, long[] prefixes, long[] lengths, byte[] previous) {
        super(name);
        this.in = in;
        this.count = count;
        this.prefixes = prefixes;
        this.lengths = lengths;
        this.previous = previous;
    }

    static DeltaBytesDecoder ofLengths(PageBytes in, int max) throws CorruptFileException {
        long[] lengths = integers(in, max);
        return new DeltaBytesDecoder("DELTA_LENGTH_BYTE_ARRAY", in, lengths.length, NONE, lengths, new byte[0]);
    }

    /**
     * With prefixes.
     *
     * @param previous the value before the page's first: empty, except for old writers that did not start pages anew
     */
    static DeltaBytesDecoder ofPrefixes(PageBytes in, int max, byte[] previous) throws CorruptFileException {
        long[] prefixes = integers(in, max);
        long[] lengths = integers(in, max);
        if (prefixes.length != lengths.length) {
            throw new CorruptFileException(
                    "a page holds " + prefixes.length + " prefixes, but " + lengths.length + " suffixes");
        }
        return new DeltaBytesDecoder("DELTA_BYTE_ARRAY", in, lengths.length, prefixes, lengths, previous);
    }

    private static long[] integers(PageBytes in, int max) throws CorruptFileException {
        DeltaDecoder deltas = new DeltaDecoder(in);
        if (deltas.total() > max) {
            throw new CorruptFileException("a page of " + max + " values holds " + deltas.total() + " lengths");
        }
        long[] all = new long[deltas.total()];
        deltas.read(all, 0, all.length);
        return all;
    }

    /** The value before the next one. */
    byte[] previous() {
        return previous;
    }

    @Override
    int fitting(int n, long bytes) {
        long left = bytes;
        for (int i = 0; i < n && next + i < count; i++) {
            left -= Math.max(0, lengths[next + i]) + (prefixes.length == 0 ? 0 : Math.max(0, prefixes[next + i]));
            if (left < 0) {
                return Math.max(i, 1);
            }
        }
        return n;
    }

    @Override
    void readBytes(BytesBuffer out, int n) throws StoaException {
        if (n > count - next) {
            throw new CorruptFileException("a page holds " + count + " byte strings, more are needed");
        }
        int first = out.count();
        for (int i = 0; i < n; i++, next++) {
            long length = lengths[next];
            int start = in.take(length);
            if (prefixes.length == 0) {
                out.add(in.data(), start, (int) length);
                continue;
            }
            long prefix = prefixes[next];
            boolean fromBuffer = out.count() > first;
            byte[] before = fromBuffer ? out.data() : previous;
            int beforeStart = fromBuffer ? out.offsets()[out.count() - 1] : 0;
            int beforeLength = fromBuffer ? out.size() - beforeStart : previous.length;
            if (prefix < 0 || prefix > beforeLength) {
                throw new CorruptFileException("a value shares " + prefix + " bytes with the one before, which has "
                        + beforeLength + " bytes");
            }
            out.addAfterPrefix(before, beforeStart, (int) prefix, in.data(), start, (int) length);
        }
        if (prefixes.length != 0 && n > 0) {
            int start = out.offsets()[out.count() - 1];
            previous = java.util.Arrays.copyOfRange(out.data(), start, out.size());
        }
    }
}
