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
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/**
 * Where the vectors of a column are and how they are encoded (format-spec, section 6.2). Immutable; arrays are not to be
 * changed.
 */
public final class ColumnIndex {
    /** The index says everything. */
    static final int FULL = 0;

    /** The index is that of one granule. */
    static final int SHORT = 1;

    private final List<DictionaryPart> dictionaries;
    private final List<Extent> extents;
    private final List<Block> blocks;
    private final int[] granuleLengths;
    private final int[] granuleCrcs;
    private final List<PagedVector> pagedVectors;
    private final long[] childStarts;
    private final VectorParts granuleParts;
    private final long[] granuleOffsets;
    private final VectorParts blockParts;

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
     * The granules, by ordinal.
     *
     * @param vectors number of vectors of each
     * @param lengths bytes of each, without pages
     * @param crcs CRC of each
     */
    public record Granules(int[] vectors, int[] lengths, int[] crcs) {}

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
     * @param firstValue the value that its first byte belongs to
     * @param rawLength bytes before compression
     * @param length stored bytes
     * @param crc CRC of the stored bytes
     */
    public record Page(int firstValue, int rawLength, int length, int crc) {}

    /**
     * An index.
     *
     * @param pagedVectors the vectors whose bytes are in pages, ascending
     * @param childStarts list, map: by vector, the row of its first element; else empty
     */
    public ColumnIndex(
            List<DictionaryPart> dictionaries,
            List<Extent> extents,
            List<Block> blocks,
            Granules granules,
            List<PagedVector> pagedVectors,
            long[] childStarts) {
        this.dictionaries = List.copyOf(dictionaries);
        this.extents = List.copyOf(extents);
        this.blocks = List.copyOf(blocks);
        this.granuleLengths = granules.lengths();
        this.granuleCrcs = granules.crcs();
        this.pagedVectors = List.copyOf(pagedVectors);
        this.childStarts = childStarts;
        this.granuleParts = VectorParts.of(granules.vectors());
        this.blockParts =
                VectorParts.of(blocks.stream().mapToInt(Block::vectors).toArray());
        this.granuleOffsets = new long[granuleLengths.length];
        int granule = 0;
        int paged = 0;
        for (Extent extent : extents) {
            long at = extent.offset();
            for (int i = 0; i < extent.granules(); i++, granule++) {
                granuleOffsets[granule] = at;
                at += granuleLengths[granule];
                if (paged < this.pagedVectors.size()
                        && this.pagedVectors.get(paged).vector() == granuleParts.start(granule)) {
                    at += this.pagedVectors.get(paged++).storedLength();
                }
            }
        }
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
        return blockParts.vectorCount();
    }

    /** Number of granules. */
    public int granuleCount() {
        return granuleLengths.length;
    }

    /** The granule of a vector. */
    public int granuleOf(int vector) {
        return granuleParts.indexOf(vector);
    }

    /** The block of a vector. */
    public int blockOf(int vector) {
        return blockParts.indexOf(vector);
    }

    /** The first vector of a granule; of the number of granules: the number of vectors. */
    public int granuleStart(int granule) {
        return granuleParts.start(granule);
    }

    /** The first vector of a block; of the number of blocks: the number of vectors. */
    public int blockStart(int block) {
        return blockParts.start(block);
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

    /** List, map: the first row of a vector's elements in the element row set. */
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
            values[i] = (long) granuleParts.start(i + 1) - granuleParts.start(i);
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
                && granuleParts.vectorCount() == vectorCount()
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
            return new ColumnIndexReader(bytes.slice().order(ByteOrder.LITTLE_ENDIAN), dataEnd, where)
                    .parse(shape, vectors, isList);
        } catch (CorruptFileException e) {
            throw e.getMessage().startsWith(where) ? e : new CorruptFileException(where + ": " + e.getMessage(), e);
        } catch (UnsupportedFileException e) {
            throw e.getMessage().startsWith(where) ? e : new UnsupportedFileException(where + ": " + e.getMessage());
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
