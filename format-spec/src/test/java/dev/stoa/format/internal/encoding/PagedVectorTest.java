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
package dev.stoa.format.internal.encoding;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Physical;
import dev.stoa.format.internal.encoding.columns.ColumnEncoder;
import dev.stoa.format.internal.encoding.columns.EncoderContext;
import dev.stoa.format.internal.encoding.columns.PageWriter;
import dev.stoa.format.internal.encoding.decode.BytesOutput;
import dev.stoa.format.internal.encoding.decode.DecodedDictionary;
import dev.stoa.format.internal.encoding.decode.VectorDecoder;
import dev.stoa.format.internal.encoding.wire.ByteSink;
import dev.stoa.format.internal.encoding.wire.Encoding;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Vectors whose values are too many bytes for one granule: heads and pages. */
final class PagedVectorTest {
    private record Page(int firstValue, int raw, byte[] stored) {}

    private static final boolean[] NO_NULLS = new boolean[0];

    @Test
    void valuesOfAllSizesComeBack() throws Exception {
        long seed = 99;
        Random random = new Random(seed);
        int n = 60;
        byte[][] values = new byte[n][];
        boolean[] nulls = new boolean[n];
        for (int i = 0; i < n; i++) {
            nulls[i] = i % 7 == 3;
            values[i] = new byte[nulls[i] ? 0 : i == 20 ? 2_500_000 : i == 21 ? 0 : random.nextInt(100_000)];
            if (i % 2 == 0) {
                random.nextBytes(values[i]);
            }
        }
        int[] offsets = new int[n + 1];
        for (int i = 0; i < n; i++) {
            offsets[i + 1] = offsets[i] + values[i].length;
        }
        byte[] data = new byte[offsets[n]];
        for (int i = 0; i < n; i++) {
            System.arraycopy(values[i], 0, data, offsets[i], values[i].length);
        }
        ColumnEncoder encoder = new ColumnEncoder(Physical.BYTES, new EncoderContext(1 << 20));
        ByteSink head = new ByteSink();
        assertTrue(encoder.bytes(data, offsets, nulls, n, head));
        assertTrue(encoder.isPaged());
        assertEquals("NULLABLE[compact](LZ4(PFOR))", encoder.encoding().toString());

        // the same head when the caller streams
        ColumnEncoder streaming = new ColumnEncoder(Physical.BYTES, new EncoderContext(1 << 20));
        ByteSink streamed = new ByteSink();
        int[] lengths = new int[n];
        for (int i = 0; i < n; i++) {
            lengths[i] = values[i].length;
        }
        assertTrue(streaming.pagedHead(lengths, nulls, n, streamed));
        assertEquals(encoder.encoding(), streaming.encoding());
        assertArrayEquals(head.toByteArray(), streamed.toByteArray());

        List<Page> pages = new ArrayList<>();
        PageWriter writer = new PageWriter();
        PageWriter.Target target =
                (first, raw, stored, length) -> pages.add(new Page(first, raw, Arrays.copyOf(stored, length)));
        for (int i = 0; i < n; i++) {
            if (!nulls[i]) {
                writer.value(values[i], 0, values[i].length, target);
            }
        }
        writer.finish(target);

        VectorDecoder decoder = new VectorDecoder();
        int[] read = new int[n];
        boolean[] readNulls = new boolean[n];
        assertTrue(decoder.pagedLengths(encoder.encoding(), ByteBuffer.wrap(head.toByteArray()), n, read, readNulls));
        assertArrayEquals(nulls, readNulls);
        assertArrayEquals(lengths, read);
        byte[] all = new byte[offsets[n]];
        int at = 0;
        boolean rawPage = false;
        boolean packedPage = false;
        for (Page page : pages) {
            assertTrue(page.raw <= VectorDecoder.MAX_PAGE_BYTES);
            rawPage |= page.raw == page.stored.length;
            packedPage |= page.raw > page.stored.length;
            int row = rowOf(page.firstValue, nulls);
            assertTrue(offsets[row] <= at && at < offsets[row + 1], "the page's first byte is in its first value");
            assertTrue(
                    at + page.raw == data.length
                            || Arrays.binarySearch(offsets, at + page.raw) >= 0
                            || (at < offsets[21] && at + page.raw > offsets[20]),
                    "only a long value is cut");
            decoder.page(encoder.encoding(), ByteBuffer.wrap(page.stored), page.raw, all, at);
            at += page.raw;
        }
        assertTrue(rawPage && packedPage, "pages of both kinds");
        assertArrayEquals(data, all);
        assertThrows(
                CorruptFileException.class,
                () -> decoder.page(encoder.encoding(), ByteBuffer.wrap(new byte[5]), 100, new byte[100], 0));
    }

    private static int rowOf(int value, boolean[] nulls) {
        int row = 0;
        for (int left = value; nulls[row] || left > 0; row++) {
            left -= nulls[row] ? 0 : 1;
        }
        return row;
    }

    @Test
    void longEqualValuesNeedNoPages() throws Exception {
        int n = 4096;
        byte[] data = new byte[3 * 1000 * n];
        int[] offsets = new int[n + 1];
        for (int i = 0; i < n; i++) {
            Arrays.fill(data, offsets[i], offsets[i] + 2000, (byte) (i % 3));
            offsets[i + 1] = offsets[i] + 2000;
        }
        ColumnEncoder encoder = new ColumnEncoder(Physical.BYTES, new EncoderContext(1 << 20));
        ByteSink out = new ByteSink();
        encoder.bytes(data, offsets, NO_NULLS, n, out);
        assertFalse(encoder.isPaged());
        assertTrue(
                encoder.encoding() instanceof Encoding.Dictionary,
                encoder.encoding().toString());
        assertTrue(out.size() < 1100, "bytes " + out.size());
    }

    @Test
    void pagedAndUnpagedVectorsShareABlockOfOneEncoding() throws Exception {
        ColumnEncoder encoder = new ColumnEncoder(Physical.BYTES, new EncoderContext(1 << 20));
        Random random = new Random(5);
        ByteSink out = new ByteSink();
        for (int vector = 0; vector < 6; vector++) {
            int length = vector % 2 == 0 ? 1100 : 220;
            int n = 1000;
            int[] offsets = new int[n + 1];
            byte[] data = new byte[length * n];
            for (int i = 0; i < data.length; i++) {
                data[i] = (byte) (i % length < 4 ? 'a' + random.nextInt(8) : i % length);
            }
            for (int i = 0; i < n; i++) {
                offsets[i + 1] = offsets[i] + length;
            }
            out.clear();
            encoder.bytes(data, offsets, NO_NULLS, n, out);
            assertEquals(vector % 2 == 0, encoder.isPaged());
            if (!encoder.isPaged()) {
                assertEquals("LZ4(PFOR)", encoder.encoding().toString());
                BytesOutput read = new BytesOutput();
                new VectorDecoder()
                        .bytes(
                                encoder.encoding(),
                                ByteBuffer.wrap(out.toByteArray()),
                                n,
                                DecodedDictionary.NONE,
                                read,
                                new boolean[n]);
                assertArrayEquals(data, Arrays.copyOf(read.data(), data.length));
            }
        }
    }
}
