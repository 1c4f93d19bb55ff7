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

/** PLAIN_DICTIONARY and RLE_DICTIONARY: ids into the column chunk's dictionary. */
final class DictionaryDecoder extends ValueDecoder {
    private final Values dictionary;
    private final RunDecoder runs;
    private int[] ids = new int[0];

    DictionaryDecoder(PageBytes in, Values dictionary) throws CorruptFileException {
        super("dictionary");
        this.dictionary = dictionary;
        this.runs = new RunDecoder(in, in.nextByte());
    }

    private int[] nextIds(int n) throws CorruptFileException {
        if (ids.length < n) {
            ids = new int[BytesBuffer.grown(ids.length, n)];
        }
        runs.read(ids, 0, n);
        int max = 0;
        for (int i = 0; i < n; i++) {
            max |= ids[i] < 0 ? Integer.MIN_VALUE : 0;
            max = max < 0 ? max : Math.max(max, ids[i]);
        }
        if (n > 0 && (max < 0 || max >= dictionary.count())) {
            throw new CorruptFileException(
                    "a page refers to entry " + (max & 0xFFFF_FFFFL) + " of a dictionary of " + dictionary.count());
        }
        return ids;
    }

    @Override
    void readBooleans(byte[] out, int at, int n) throws StoaException {
        int[] from = nextIds(n);
        byte[] entries = dictionary.booleans();
        for (int i = 0; i < n; i++) {
            out[at + i] = entries[from[i]];
        }
    }

    @Override
    void readInts(int[] out, int at, int n) throws StoaException {
        int[] from = nextIds(n);
        int[] entries = dictionary.ints();
        for (int i = 0; i < n; i++) {
            out[at + i] = entries[from[i]];
        }
    }

    @Override
    void readLongs(long[] out, int at, int n) throws StoaException {
        int[] from = nextIds(n);
        long[] entries = dictionary.longs();
        for (int i = 0; i < n; i++) {
            out[at + i] = entries[from[i]];
        }
    }

    @Override
    int fitting(int n, long bytes) {
        return fitting(n, bytes, dictionary);
    }

    static int fitting(int n, long bytes, Values dictionary) {
        return (int) Math.max(
                1, Math.min(n, bytes / Math.max(1, dictionary.bytes().longest())));
    }

    @Override
    void readBytes(BytesBuffer out, int n) throws StoaException {
        int[] from = nextIds(n);
        byte[] entries = dictionary.bytes().data();
        int[] offsets = dictionary.bytes().offsets();
        for (int i = 0; i < n; i++) {
            int start = offsets[from[i]];
            out.add(entries, start, offsets[from[i] + 1] - start);
        }
    }
}
