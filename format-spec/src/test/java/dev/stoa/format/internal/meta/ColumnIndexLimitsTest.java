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
package dev.stoa.format.internal.meta;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Physical;
import dev.stoa.format.StoaException;
import dev.stoa.format.internal.encoding.wire.BytesEncoding;
import dev.stoa.format.internal.encoding.wire.Encoding;
import dev.stoa.format.internal.encoding.wire.IntegerEncoding;
import dev.stoa.format.internal.meta.ColumnIndex.Block;
import dev.stoa.format.internal.meta.ColumnIndex.DictionaryPart;
import dev.stoa.format.internal.meta.ColumnIndex.Extent;
import dev.stoa.format.internal.meta.ColumnIndex.Page;
import dev.stoa.format.internal.meta.ColumnIndex.PagedVector;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every limit of a column's index from both sides. */
class ColumnIndexLimitsTest {

    private static final long END = 100_000_000;
    private static final int HEADER = Layout.HEADER_BYTES;
    private static final Encoding PLAIN = new Encoding.Plain();

    private Physical shape = Physical.INT;
    private long vectors = 3;
    private boolean isList;
    private List<DictionaryPart> dictionaries = List.of();
    private List<Extent> extents = List.of(new Extent(1000, 2));
    private List<Block> blocks = List.of(new Block(3, PLAIN));
    private int[] granuleVectors = {2, 1};
    private int[] granuleLengths = {300, 20};
    private List<PagedVector> paged = List.of();
    private long[] childStarts = {};

    private byte[] toBytes() {
        int[] crcs = new int[granuleLengths.length];
        return new ColumnIndex(
                        dictionaries,
                        extents,
                        blocks,
                        new ColumnIndex.Granules(granuleVectors, granuleLengths, crcs),
                        paged,
                        childStarts)
                .toBytes();
    }

    private ColumnIndex read() throws StoaException {
        byte[] bytes = toBytes();
        ColumnIndex read = ColumnIndex.read(ByteBuffer.wrap(bytes), shape, vectors, isList, END, "i");
        assertArrayEquals(bytes, read.toBytes());
        return read;
    }

    private void refuses(String why) {
        CorruptFileException e = assertThrows(CorruptFileException.class, this::read, why);
        assertTrue(e.getMessage().startsWith("i: ") && e.getMessage().contains(why), e.getMessage());
    }

    @Test
    void vectorsAreCountedAlikeEverywhere() throws StoaException {
        assertEquals(3, read().vectorCount());
        vectors = 2;
        refuses("vectors of a block");
        vectors = 4;
        refuses("vectors of all blocks");
        vectors = 1L << 31;
        refuses("number of vectors");
        vectors = 3;
        granuleVectors = new int[] {2, 2};
        refuses("vectors of all granules");
        granuleVectors = new int[] {1, 1};
        refuses("vectors of all granules");
        granuleVectors = new int[] {3, 0};
        refuses("vectors of a granule");
        vectors = 4097;
        blocks = List.of(new Block(4097, PLAIN));
        granuleVectors = new int[] {4096, 1};
        assertEquals(4097, read().vectorCount());
        granuleVectors = new int[] {4097, 0};
        refuses("vectors of a granule");
    }

    private void refuses(String why, byte[] bytes) {
        CorruptFileException e = assertThrows(
                CorruptFileException.class,
                () -> ColumnIndex.read(ByteBuffer.wrap(bytes), shape, vectors, isList, END, "i"),
                why);
        assertTrue(e.getMessage().contains(why), e.getMessage());
    }

    @Test
    void blocksCoverTheVectors() {
        for (int covered : new int[] {0, 2, 4}) {
            blocks = List.of(new Block(covered, PLAIN));
            refuses(covered == 2 ? "vectors of all blocks" : "vectors of a block");
        }
        blocks = List.of(new Block(3, new Encoding.Dictionary(0, new IntegerEncoding.Pfor())));
        refuses("dictionary");
    }

    private void oneGranule(int vectors, int length) {
        this.vectors = vectors;
        extents = List.of(new Extent(1000, 1));
        blocks = List.of(new Block(vectors, PLAIN));
        granuleVectors = new int[] {vectors};
        granuleLengths = new int[] {length};
    }

    @Test
    void oneGranuleOfOneBlockIsShort() throws StoaException {
        oneGranule(4096, 300);
        byte[] bytes = toBytes();
        assertEquals(1, bytes[0]);
        assertTrue(bytes.length <= 11, bytes.length + " bytes");
        assertEquals(1000, read().granuleOffset(0));
        assertEquals(300, read().granuleLength(0));
        assertEquals(4096, read().granuleStart(1));
        oneGranule(7, 0); // without bytes it has neither place nor CRC
        assertEquals(toBytes().length, bytes.length - 7);
        assertEquals(7, read().vectorCount());
        isList = true;
        oneGranule(3, 300);
        childStarts = new long[] {0, 5, Layout.MAX_ROWS};
        assertEquals(1, toBytes()[0]);
        assertEquals(5, read().childStart(1));
    }

    @Test
    void whatASmallIndexCannotSayIsFull() throws StoaException {
        oneGranule(3, 300);
        dictionary(7, 4000, 28);
        assertEquals(0, toBytes()[0]);
        assertEquals(1, read().dictionaries().size());
        dictionaries = List.of();
        blocks = List.of(new Block(2, PLAIN), new Block(1, PLAIN));
        assertEquals(0, toBytes()[0]);
        assertEquals(2, read().blocks().size());
        oneGranule(1, 300);
        shape = Physical.BYTES;
        blocks = List.of(new Block(1, new BytesEncoding.Bytes(new IntegerEncoding.Pfor())));
        paged = List.of(new PagedVector(0, List.of(new Page(0, 10, 10, 4))));
        assertEquals(0, toBytes()[0]);
        assertEquals(1, read().pagedVectors().size());
    }

    @Test
    void aShortIndexHasTheSameLimits() throws StoaException {
        oneGranule(3, 300);
        byte[] bytes = toBytes();
        for (long wrong : new long[] {0, 4097, 1L << 31}) {
            vectors = wrong;
            refuses("vectors", bytes);
        }
        vectors = 3;
        refuses("bytes left over", Arrays.copyOf(bytes, bytes.length + 1));
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThrows(
                    CorruptFileException.class,
                    () -> ColumnIndex.read(ByteBuffer.wrap(cut), shape, vectors, isList, END, "i"),
                    length + " bytes");
        }
        bytes[0] = 2;
        refuses("form", bytes);
        oneGranule(3, Layout.MAX_GRANULE_BYTES);
        assertEquals(Layout.MAX_GRANULE_BYTES, read().granuleLength(0));
        oneGranule(3, Layout.MAX_GRANULE_BYTES + 1);
        refuses("length of a granule");
        oneGranule(3, 300);
        for (long wrong : new long[] {HEADER - 1, END - 299, Long.MAX_VALUE - 10}) {
            extents = List.of(new Extent(wrong, 1));
            refuses("place of an extent");
        }
        extents = List.of(new Extent(1000, 1));
        blocks = List.of(new Block(3, new Encoding.Dictionary(0, new IntegerEncoding.Pfor())));
        refuses("dictionary");
    }

    @Test
    void nothingIsLeftOver() {
        byte[] bytes = toBytes();
        refuses("bytes left over", Arrays.copyOf(bytes, bytes.length + 1));
    }

    @Test
    void granulesHaveLimits() throws StoaException {
        granuleLengths = new int[] {Layout.MAX_GRANULE_BYTES, 0};
        assertEquals(Layout.MAX_GRANULE_BYTES, read().granuleLength(0));
        granuleLengths = new int[] {Layout.MAX_GRANULE_BYTES + 1, 0};
        refuses("length of a granule");
        granuleLengths = new int[] {1, -1};
        refuses("length of a granule");
    }

    @Test
    void extentsLieInTheData() throws StoaException {
        extents = List.of(new Extent(HEADER, 2));
        assertEquals(HEADER + 300, read().granuleOffset(1));
        extents = List.of(new Extent(END - 320, 2));
        assertEquals(END - 20, read().granuleOffset(1));
        for (long wrong : new long[] {HEADER - 1, 0, -1, END - 319, END, Long.MAX_VALUE - 10}) {
            extents = List.of(new Extent(wrong, 2));
            refuses("place of an extent");
        }
        extents = List.of(new Extent(1000, 1), new Extent(END - 19, 1));
        refuses("place of an extent");
        extents = List.of(new Extent(1000, 1), new Extent(END - 20, 1));
        assertEquals(END - 20, read().granuleOffset(1));
        // what has no bytes lies anywhere
        granuleLengths = new int[] {0, 0};
        extents = List.of(new Extent(0, 2));
        assertEquals(0, read().granuleOffset(1));
        extents = List.of(new Extent(0, 2), new Extent(0, 0));
        refuses("granules of an extent");
    }

    @Test
    void whatIsStoredInAllFitsTheFile() throws StoaException {
        int large = Layout.MAX_GRANULE_BYTES;
        int n = (int) ((END - HEADER) / large) + 1;
        vectors = n;
        blocks = List.of(new Block(n, PLAIN));
        granuleVectors = new int[n];
        granuleLengths = new int[n];
        List<Extent> all = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            granuleVectors[i] = 1;
            granuleLengths[i] = large;
            all.add(new Extent(1000, 1)); // over one another: each fits, together they don't
        }
        extents = all;
        refuses("stored bytes in all");
        granuleLengths[n - 1] = (int) (END - HEADER - (n - 1L) * large);
        assertEquals(n, read().granuleCount());
        granuleLengths[n - 1]++;
        refuses("stored bytes in all");
        granuleLengths[n - 1]--;
        dictionaries = List.of(new DictionaryPart(PLAIN, 1, 1000, 1, 5));
        refuses("stored bytes in all");
        dictionaries = List.of();
        shape = Physical.BYTES;
        blocks = List.of(new Block(n, new BytesEncoding.Bytes(new IntegerEncoding.Pfor())));
        paged = List.of(new PagedVector(0, List.of(new Page(0, 1, 1, 4))));
        refuses("stored bytes in all");
    }

    private void dictionary(int entries, long offset, int length) {
        dictionaries = List.of(new DictionaryPart(PLAIN, entries, offset, length, 5));
    }

    @Test
    void dictionariesHaveLimits() throws StoaException {
        for (int entries : new int[] {1, Layout.MAX_DICTIONARY_ENTRIES}) {
            dictionary(entries, 4000, 28);
            assertEquals(entries, read().dictionaries().get(0).entries());
        }
        for (int entries : new int[] {0, -1, Layout.MAX_DICTIONARY_ENTRIES + 1}) {
            dictionary(entries, 4000, 28);
            refuses("entries of a dictionary");
        }
        for (int length : new int[] {0, 64 << 20}) {
            dictionary(7, 4000, length);
            assertEquals(length, read().dictionaries().get(0).length());
        }
        for (int length : new int[] {-1, (64 << 20) + 1}) {
            dictionary(7, 4000, length);
            refuses("length of a dictionary");
        }
        for (long offset : new long[] {HEADER, END - 28}) {
            dictionary(7, offset, 28);
            assertEquals(offset, read().dictionaries().get(0).offset());
        }
        for (long offset : new long[] {HEADER - 1, -1, END - 27, Long.MAX_VALUE}) {
            dictionary(7, offset, 28);
            refuses("place of a dictionary");
        }
    }

    private static DictionaryPart entries(Encoding encoding) {
        return new DictionaryPart(encoding, 7, 4000, 28, 5);
    }

    private static Encoding symbols(int table) {
        return new BytesEncoding.Fsst(table, new IntegerEncoding.Pfor(), new IntegerEncoding.Pfor());
    }

    /** Entries may be made of symbols, and those of the table of symbols are not. */
    @Test
    void dictionariesLeadToTables() throws StoaException {
        Encoding plain = new BytesEncoding.Bytes(new IntegerEncoding.Pfor());
        shape = Physical.BYTES;
        blocks = List.of(new Block(3, plain));
        dictionaries = List.of(entries(symbols(1)), entries(plain));
        assertEquals(2, read().dictionaries().size());
        for (List<DictionaryPart> wrong : List.of(
                List.of(entries(symbols(0)), entries(plain)),
                List.of(entries(symbols(2)), entries(plain)),
                List.of(entries(symbols(1)), entries(symbols(2)), entries(plain)))) {
            dictionaries = wrong;
            refuses("dictionary of dictionary 0");
        }
        dictionaries = List.of(entries(plain));
        blocks = List.of(new Block(3, symbols(0)));
        assertEquals(1, read().dictionaries().size());
        blocks = List.of(new Block(3, symbols(1)));
        refuses("dictionary is out of range: 1");
    }

    private void page(int firstValue, int rawLength, int length) {
        paged = List.of(new PagedVector(1, List.of(new Page(firstValue, rawLength, length, 4))));
    }

    private void bytes() {
        shape = Physical.BYTES;
        blocks = List.of(new Block(3, new BytesEncoding.Bytes(new IntegerEncoding.Pfor())));
        extents = List.of(new Extent(1000, 3));
        granuleVectors = new int[] {1, 1, 1};
        granuleLengths = new int[] {300, 20, 5};
    }

    @Test
    void pagesHaveLimits() throws StoaException {
        bytes();
        int most = Layout.MAX_GRANULE_BYTES;
        for (int[] right : new int[][] {{0, 1, 1}, {4095, most, most}, {0, 1, 2 * most}, {0, 255, 1}}) {
            page(right[0], right[1], right[2]);
            assertEquals(1320 + right[2], read().granuleOffset(2));
        }
        for (int first : new int[] {-1, 4096}) {
            page(first, 1, 1);
            refuses("first value of a page");
        }
        for (int raw : new int[] {0, -1, most + 1}) {
            page(0, raw, most);
            refuses("raw length of a page");
        }
        for (int length : new int[] {0, -1, 2 * most + 1}) {
            page(0, 1, length);
            refuses("length of a page");
        }
        page(0, 256, 1); // no compression makes so much of a byte
        refuses("length of a page");
        paged = List.of(
                new PagedVector(0, List.of()), new PagedVector(1, Collections.nCopies(3, new Page(0, 1, 1, 4))));
        refuses("pages of a vector");
    }

    @Test
    void pagedVectorsAscendAndAreAloneInTheirGranules() throws StoaException {
        bytes();
        List<Page> pages = List.of(new Page(0, 10, 10, 4));
        paged = List.of(new PagedVector(0, pages), new PagedVector(2, pages));
        ColumnIndex read = read();
        assertEquals(1310, read.granuleOffset(1));
        assertEquals(0, read.pagedOrdinal(0));
        assertTrue(read.pagedOrdinal(1) < 0);
        assertEquals(1, read.pagedOrdinal(2));
        // the pages of the last one lie in the data, too
        extents = List.of(new Extent(END - 345, 3));
        assertEquals(END - 345, read().extents().get(0).offset());
        extents = List.of(new Extent(END - 344, 3));
        refuses("place of an extent");
        extents = List.of(new Extent(1000, 3));
        paged = List.of(new PagedVector(2, pages), new PagedVector(0, pages));
        refuses("paged vector");
        paged = List.of(new PagedVector(1, pages), new PagedVector(1, pages));
        refuses("paged vector");
        paged = List.of(new PagedVector(3, pages));
        refuses("paged vector");
        granuleVectors = new int[] {2, 1};
        granuleLengths = new int[] {300, 20};
        extents = List.of(new Extent(1000, 2));
        paged = List.of(new PagedVector(1, pages));
        refuses("granule of the paged vector");
        shape = Physical.INT;
        blocks = List.of(new Block(3, PLAIN));
        refuses("paged vector");
    }

    @Test
    void elementsOfListsAscendFromZero() throws StoaException {
        isList = true;
        childStarts = new long[] {0, 0, Layout.MAX_ROWS};
        assertEquals(Layout.MAX_ROWS, read().childStart(2));
        for (long[] wrong : new long[][] {{0, 2, 1}, {0, -1, 0}, {0, 0, Layout.MAX_ROWS + 1}}) {
            childStarts = wrong;
            refuses("first element of vector");
        }
        childStarts = new long[] {0};
        refuses("number of vectors");
    }
}
