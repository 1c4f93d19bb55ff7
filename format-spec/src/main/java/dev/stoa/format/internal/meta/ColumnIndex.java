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

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Physical;
import dev.stoa.format.StoaException;
import dev.stoa.format.UnsupportedFileException;
import dev.stoa.format.internal.encoding.wire.ByteSink;
import dev.stoa.format.internal.encoding.wire.Encoding;
import dev.stoa.format.internal.encoding.wire.Wire;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Where the vectors of a column are and how they are encoded (format-spec, section 6.2). Immutable; arrays are not to be
 * changed.
 */
public final class ColumnIndex {
    /** The index says everything. */
    private static final int FULL = 0;

    /** The index is that of one granule. */
    private static final int SHORT = 1;

    /** No LZ4 block becomes more than so many times its length; so stored bytes bound what pages can claim. */
    private static final int MAX_LZ4_RATIO = 255;

    private final List<DictionaryPart> dictionaries;
    private final List<Extent> extents;
    private final List<Block> blocks;
    private final int[] granuleLengths;
    private final int[] granuleCrcs;
    private final List<PagedVector> pagedVectors;
    private final long[] childStarts;
    /** First vector of each granule, and the number of vectors at the end. */
    private final int[] granuleStarts;

    private final long[] granuleOffsets;
    /** First vector of each block, and the number of vectors at the end. */
    private final int[] blockStarts;

    /**
     * A dictionary's place.
     *
     * @param encoding encoding of its entries
     * @param entries number of entries
     * @param offset where it is
     * @param length stored bytes
     * @param crc CRC of the stored bytes
     */
    public record DictionaryPart(Encoding encoding, int entries, long offset, int length, int crc) {}

    /**
     * Granules, with their pages, that are contiguous in the file.
     *
     * @param offset where it starts
     * @param granules number of granules
     */
    public record Extent(long offset, int granules) {}

    /**
     * Vectors that share an encoding.
     *
     * @param vectors number of vectors
     * @param encoding the encoding
     */
    public record Block(int vectors, Encoding encoding) {}

    /**
     * A vector whose bytes are in pages.
     *
     * @param vector the vector
     * @param pages its pages
     */
    public record PagedVector(int vector, List<Page> pages) {
        /** Stored bytes of all pages. */
        public long storedLength() {
            long sum = 0;
            for (Page page : pages) {
                sum += page.length();
            }
            return sum;
        }
    }

    /**
     * A page.
     *
     * @param firstValue value to which its first byte belongs
     * @param rawLength bytes before compression
     * @param length stored bytes
     * @param crc CRC of the stored bytes
     */
    public record Page(int firstValue, int rawLength, int length, int crc) {}

    /**
     * An index.
     *
     * @param granuleVectors number of vectors of each granule
     * @param granuleLengths bytes of each granule
     * @param granuleCrcs CRC of each granule
     * @param childStarts list, map: by vector, the row of its first element; else empty
     */
    public ColumnIndex(
            List<DictionaryPart> dictionaries,
            List<Extent> extents,
            List<Block> blocks,
            int[] granuleVectors,
            int[] granuleLengths,
            int[] granuleCrcs,
            List<PagedVector> pagedVectors,
            long[] childStarts) {
        this.dictionaries = List.copyOf(dictionaries);
        this.extents = List.copyOf(extents);
        this.blocks = List.copyOf(blocks);
        this.granuleLengths = granuleLengths;
        this.granuleCrcs = granuleCrcs;
        this.pagedVectors = List.copyOf(pagedVectors);
        this.childStarts = childStarts;
        this.granuleStarts = starts(granuleVectors);
        this.blockStarts = starts(blocks.stream().mapToInt(Block::vectors).toArray());
        this.granuleOffsets = new long[granuleVectors.length];
        int granule = 0;
        int paged = 0;
        for (Extent extent : extents) {
            long at = extent.offset();
            for (int i = 0; i < extent.granules(); i++, granule++) {
                granuleOffsets[granule] = at;
                at += granuleLengths[granule];
                if (paged < this.pagedVectors.size()
                        && this.pagedVectors.get(paged).vector() == granuleStarts[granule]) {
                    at += this.pagedVectors.get(paged++).storedLength();
                }
            }
        }
    }

    private static int[] starts(int[] counts) {
        int[] starts = new int[counts.length + 1];
        for (int i = 0; i < counts.length; i++) {
            starts[i + 1] = Math.addExact(starts[i], counts[i]);
        }
        return starts;
    }

    /** The dictionaries, by id. */
    public List<DictionaryPart> dictionaries() {
        return dictionaries;
    }

    /** The extents. */
    public List<Extent> extents() {
        return extents;
    }

    /** The blocks. */
    public List<Block> blocks() {
        return blocks;
    }

    /** The paged vectors, ascending. */
    public List<PagedVector> pagedVectors() {
        return pagedVectors;
    }

    /** Number of vectors. */
    public int vectorCount() {
        return blockStarts[blocks.size()];
    }

    /** Number of granules. */
    public int granuleCount() {
        return granuleLengths.length;
    }

    /** The granule of a vector. */
    public int granuleOf(int vector) {
        return indexOf(granuleStarts, vector);
    }

    /** The block of a vector. */
    public int blockOf(int vector) {
        return indexOf(blockStarts, vector);
    }

    private static int indexOf(int[] starts, int vector) {
        int parts = starts.length - 1;
        if (vector < starts[parts]) {
            // most have the same number of vectors, so this is most often the place
            int guess = (int) ((long) vector * parts / starts[parts]);
            if (starts[guess] <= vector && vector < starts[guess + 1]) {
                return guess;
            }
        }
        int i = Arrays.binarySearch(starts, vector);
        return i >= 0 ? i : -i - 2;
    }

    /** The first vector of a granule; of the number of granules: the number of vectors. */
    public int granuleStart(int granule) {
        return granuleStarts[granule];
    }

    /** The first vector of a block; of the number of blocks: the number of vectors. */
    public int blockStart(int block) {
        return blockStarts[block];
    }

    /** Where a granule is in the file; meaningless for one of length 0. */
    public long granuleOffset(int granule) {
        return granuleOffsets[granule];
    }

    /** Bytes of a granule, without pages. */
    public int granuleLength(int granule) {
        return granuleLengths[granule];
    }

    /** CRC of a granule. */
    public int granuleCrc(int granule) {
        return granuleCrcs[granule];
    }

    /** List, map: the row in the element row set at which the elements of a vector start. */
    public long childStart(int vector) {
        return childStarts[vector];
    }

    /** The bytes of the index. */
    public byte[] toBytes() {
        ByteSink out = new ByteSink();
        if (isShort()) {
            out.u8(SHORT);
            writeShort(out);
        } else {
            out.u8(FULL);
            writeFull(out);
        }
        return out.toByteArray();
    }

    private void writeFull(ByteSink out) {
        out.varint(dictionaries.size());
        for (DictionaryPart d : dictionaries) {
            d.encoding().write(out);
            out.varint(d.entries());
            out.varint(d.offset());
            out.varint(d.length());
            out.u32(d.crc());
        }
        out.varint(extents.size());
        for (Extent e : extents) {
            out.varint(e.offset());
            out.varint(e.granules());
        }
        out.varint(blocks.size());
        for (Block b : blocks) {
            out.varint(b.vectors());
            b.encoding().write(out);
        }
        int n = granuleCount();
        long[] values = new long[n];
        for (int i = 0; i < n; i++) {
            values[i] = (long) granuleStarts[i + 1] - granuleStarts[i];
        }
        out.packed(values, n);
        for (int i = 0; i < n; i++) {
            values[i] = granuleLengths[i];
        }
        out.packed(values, n);
        for (int crc : granuleCrcs) {
            out.u32(crc);
        }
        out.varint(pagedVectors.size());
        for (PagedVector p : pagedVectors) {
            out.varint(p.vector());
            out.varint(p.pages().size());
            for (Page page : p.pages()) {
                out.varint(page.firstValue());
                out.varint(page.rawLength());
                out.varint(page.length());
                out.u32(page.crc());
            }
        }
        writeChildStarts(out);
        out.varint(0);
    }

    /** Whether the index consists of one granule and its encoding. */
    private boolean isShort() {
        return dictionaries.isEmpty()
                && pagedVectors.isEmpty()
                && blocks.size() == 1
                && granuleCount() == 1
                && extents.size() == 1
                && granuleStarts[1] == vectorCount()
                && vectorCount() <= Layout.MAX_GRANULE_VECTORS;
    }

    private void writeShort(ByteSink out) {
        blocks.get(0).encoding().write(out);
        out.varint(granuleLengths[0]);
        if (granuleLengths[0] != 0) {
            out.varint(granuleOffsets[0]);
            out.u32(granuleCrcs[0]);
        }
        writeChildStarts(out);
    }

    /** Those of the first vector start at 0, which needs no bytes. */
    private void writeChildStarts(ByteSink out) {
        for (int vector = 1; vector < childStarts.length; vector++) {
            out.u64(childStarts[vector]);
        }
    }

    /**
     * Reads and checks an index.
     *
     * @param bytes the index, from position to limit; its CRC has been checked
     * @param shape shape of the column's values
     * @param vectors the number of vectors that the row set has
     * @param isList whether the column is a list or map
     * @param dataEnd where the data must have ended: the start of the MinMax section
     * @param where the index for messages, such as "x.stoa: column 'a', index (byte 1234)"
     * @throws CorruptFileException if a rule is broken
     * @throws UnsupportedFileException if an encoding is not known
     */
    public static ColumnIndex read(
            ByteBuffer bytes, Physical shape, long vectors, boolean isList, long dataEnd, String where)
            throws StoaException {
        try {
            return new Parser(bytes.slice().order(ByteOrder.LITTLE_ENDIAN), dataEnd, where)
                    .parse(shape, vectors, isList);
        } catch (CorruptFileException e) {
            throw e.getMessage().startsWith(where) ? e : new CorruptFileException(where + ": " + e.getMessage(), e);
        } catch (UnsupportedFileException e) {
            throw e.getMessage().startsWith(where) ? e : new UnsupportedFileException(where + ": " + e.getMessage());
        }
    }

    /** Reads an index from bytes that may be hostile. */
    private record Parser(ByteBuffer in, long dataEnd, String where) {

        ColumnIndex parse(Physical shape, long vectors, boolean isList) throws StoaException {
            Records.check(vectors <= Integer.MAX_VALUE, where, "number of vectors", vectors);
            int form = Wire.u8(in);
            Records.check(form == FULL || form == SHORT, where, "form", form);
            ColumnIndex index =
                    form == SHORT ? shortForm(shape, (int) vectors, isList) : fullForm(shape, vectors, isList);
            Records.check(!in.hasRemaining(), where, "bytes left over", in.remaining());
            checkPlaces(index);
            return index;
        }

        private ColumnIndex shortForm(Physical shape, int vectors, boolean isList) throws StoaException {
            Records.check(
                    vectors >= 1 && vectors <= Layout.MAX_GRANULE_VECTORS, where, "vectors of a granule", vectors);
            Encoding encoding = Encoding.read(in, shape);
            int used = encoding.dictionary().orElse(-1);
            Records.check(used < 0, where, "dictionary", used);
            int length = Wire.count(in, Layout.MAX_GRANULE_BYTES, "length of a granule");
            long offset = length == 0 ? 0 : Wire.varint(in);
            int crc = length == 0 ? 0 : Wire.i32(in);
            return new ColumnIndex(
                    List.of(),
                    List.of(new Extent(offset, 1)),
                    List.of(new Block(vectors, encoding)),
                    new int[] {vectors},
                    new int[] {length},
                    new int[] {crc},
                    List.of(),
                    childStarts(isList ? vectors : 0));
        }

        private ColumnIndex fullForm(Physical shape, long vectors, boolean isList) throws StoaException {
            List<DictionaryPart> dictionaries = dictionaries(shape);
            List<Extent> extents = new ArrayList<>();
            long granules = 0;
            for (int n = Records.count(in, 2); n > 0; n--) {
                long offset = Wire.varint(in);
                int count = Records.count(in, 4);
                Records.check(count >= 1, where, "granules of an extent", count);
                granules += count;
                extents.add(new Extent(offset, count));
            }
            Records.check(granules <= in.remaining() / 4, where, "number of granules", granules);
            List<Block> blocks = new ArrayList<>();
            long covered = 0;
            for (int n = Records.count(in, 2); n > 0; n--) {
                long count = Wire.varint(in);
                Records.check(count >= 1 && count <= vectors - covered, where, "vectors of a block", count);
                covered += count;
                blocks.add(new Block((int) count, Encoding.read(in, shape)));
            }
            Records.check(covered == vectors, where, "vectors of all blocks", covered);
            for (int i = 0; i < dictionaries.size(); i++) {
                int used = dictionaries.get(i).encoding().dictionary().orElse(-1);
                boolean isTable = used < 0
                        || (used < dictionaries.size()
                                && dictionaries
                                        .get(used)
                                        .encoding()
                                        .dictionary()
                                        .isEmpty());
                Records.check(isTable, where, "dictionary of dictionary " + i, used);
            }
            for (Block block : blocks) {
                int used = block.encoding().dictionary().orElse(-1);
                Records.check(used < dictionaries.size(), where, "dictionary", used);
            }
            int n = (int) granules;
            int[] counts = bounded(n, 1, Layout.MAX_GRANULE_VECTORS, "vectors of a granule");
            int[] lengths = bounded(n, 0, Layout.MAX_GRANULE_BYTES, "length of a granule");
            long inGranules = 0;
            for (int count : counts) {
                inGranules += count;
            }
            Records.check(inGranules == vectors, where, "vectors of all granules", inGranules);
            int[] crcs = new int[n];
            for (int i = 0; i < n; i++) {
                crcs[i] = (int) Wire.u32(in);
            }
            List<PagedVector> paged = paged(shape, vectors);
            long[] childStarts = childStarts(isList ? (int) vectors : 0);
            OptionalEntries.skip(in, where);
            return new ColumnIndex(dictionaries, extents, blocks, counts, lengths, crcs, paged, childStarts);
        }

        private List<DictionaryPart> dictionaries(Physical shape) throws StoaException {
            List<DictionaryPart> dictionaries = new ArrayList<>();
            for (int n = Records.count(in, 8); n > 0; n--) {
                Encoding encoding = Encoding.readEntries(in, shape);
                long entries = Wire.varint(in);
                long offset = Wire.varint(in);
                long length = Wire.varint(in);
                int crc = (int) Wire.u32(in);
                Records.check(
                        entries >= 1 && entries <= Layout.MAX_DICTIONARY_ENTRIES,
                        where,
                        "entries of a dictionary",
                        entries);
                Records.check(length >= 0 && length <= 64L << 20, where, "length of a dictionary", length);
                Records.check(
                        offset >= Layout.HEADER_BYTES && offset <= dataEnd - length,
                        where,
                        "place of a dictionary",
                        offset);
                dictionaries.add(new DictionaryPart(encoding, (int) entries, offset, (int) length, crc));
            }
            return dictionaries;
        }

        private int[] bounded(int n, int min, int max, String what) throws StoaException {
            long[] values = Records.packed(in, n);
            int[] bounded = new int[n];
            for (int i = 0; i < n; i++) {
                Records.check(values[i] >= min && values[i] <= max, where, what, values[i]);
                bounded[i] = (int) values[i];
            }
            return bounded;
        }

        private List<PagedVector> paged(Physical shape, long vectors) throws StoaException {
            List<PagedVector> paged = new ArrayList<>();
            long last = -1;
            for (int n = Records.count(in, 9); n > 0; n--) {
                long vector = Wire.varint(in);
                Records.check(
                        shape == Physical.BYTES && vector > last && vector < vectors, where, "paged vector", vector);
                last = vector;
                List<Page> pages = new ArrayList<>();
                for (int p = Records.count(in, 7); p > 0; p--) {
                    long firstValue = Wire.varint(in);
                    long rawLength = Wire.varint(in);
                    long length = Wire.varint(in);
                    int crc = (int) Wire.u32(in);
                    Records.check(
                            firstValue >= 0 && firstValue < Layout.VECTOR_ROWS,
                            where,
                            "first value of a page",
                            firstValue);
                    Records.check(
                            rawLength >= 1 && rawLength <= Layout.MAX_GRANULE_BYTES,
                            where,
                            "raw length of a page",
                            rawLength);
                    Records.check(
                            length >= 1
                                    && length <= 2L * Layout.MAX_GRANULE_BYTES
                                    && rawLength <= length * MAX_LZ4_RATIO,
                            where,
                            "length of a page",
                            length);
                    pages.add(new Page((int) firstValue, (int) rawLength, (int) length, crc));
                }
                Records.check(!pages.isEmpty(), where, "pages of a vector", 0);
                paged.add(new PagedVector((int) vector, List.copyOf(pages)));
            }
            return paged;
        }

        private long[] childStarts(int vectors) throws StoaException {
            Records.check(vectors - 1 <= in.remaining() / 8, where, "number of vectors", vectors);
            long[] starts = new long[vectors];
            for (int i = 1; i < vectors; i++) {
                starts[i] = Wire.u64(in);
                Records.check(
                        starts[i] >= starts[i - 1] && starts[i] <= Layout.MAX_ROWS,
                        where,
                        "first element of vector " + i,
                        starts[i]);
            }
            return starts;
        }

        private void checkPlaces(ColumnIndex index) throws CorruptFileException {
            for (PagedVector p : index.pagedVectors) {
                int granule = index.granuleOf(p.vector());
                Records.check(
                        index.granuleStart(granule + 1) - index.granuleStart(granule) == 1,
                        where,
                        "granule of the paged vector",
                        p.vector());
            }
            long stored = 0;
            for (int length : index.granuleLengths) {
                stored += length;
            }
            for (PagedVector p : index.pagedVectors) {
                stored += p.storedLength();
            }
            for (DictionaryPart d : index.dictionaries) {
                stored += d.length();
            }
            Records.check(stored <= dataEnd - Layout.HEADER_BYTES, where, "stored bytes in all", stored);
            int granule = 0;
            for (Extent extent : index.extents) {
                int lastGranule = granule + extent.granules() - 1;
                long end = index.granuleOffset(lastGranule) + index.granuleLength(lastGranule);
                int vector = index.granuleStart(lastGranule);
                int paged = index.pagedOrdinal(vector);
                end += paged >= 0 ? index.pagedVectors.get(paged).storedLength() : 0;
                boolean empty = end == extent.offset();
                Records.check(
                        empty || (extent.offset() >= Layout.HEADER_BYTES && end > extent.offset() && end <= dataEnd),
                        where,
                        "place of an extent",
                        extent.offset());
                granule += extent.granules();
            }
        }
    }

    /** The ordinal in {@link #pagedVectors()} of a vector, or a negative number. */
    public int pagedOrdinal(int vector) {
        int low = 0;
        int high = pagedVectors.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int at = pagedVectors.get(middle).vector();
            if (at == vector) {
                return middle;
            } else if (at < vector) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }
}
