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
import dev.stoa.format.internal.encoding.wire.Encoding;
import dev.stoa.format.internal.encoding.wire.Wire;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads a {@link ColumnIndex} from bytes that may be hostile, and holds it to the rules of format-spec, section 6.2.
 *
 * @param in the bytes, little-endian
 * @param dataEnd where the data must have ended
 * @param where the index for messages
 */
record ColumnIndexReader(ByteBuffer in, long dataEnd, String where) {
    /** The most raw bytes per stored byte of an LZ4 block. So the stored bytes bound the lengths that pages can claim. */
    private static final int MAX_LZ4_RATIO = 255;

    /**
     * Reads and checks it.
     *
     * @param shape shape of the column's values
     * @param vectors the number of vectors that the row set has
     * @param isList whether the column is a list or map
     */
    ColumnIndex parse(Physical shape, long vectors, boolean isList) throws StoaException {
        Records.check(vectors <= Integer.MAX_VALUE, where, "number of vectors", vectors);
        int form = Wire.u8(in);
        Records.check(form == ColumnIndex.FULL || form == ColumnIndex.SHORT, where, "form", form);
        ColumnIndex index =
                form == ColumnIndex.SHORT ? shortForm(shape, (int) vectors, isList) : fullForm(shape, vectors, isList);
        Records.check(!in.hasRemaining(), where, "bytes left over", in.remaining());
        checkPlaces(index);
        return index;
    }

    private ColumnIndex shortForm(Physical shape, int vectors, boolean isList) throws StoaException {
        Records.check(vectors >= 1 && vectors <= Layout.MAX_GRANULE_VECTORS, where, "vectors of a granule", vectors);
        Encoding encoding = Encoding.read(in, shape);
        int used = encoding.dictionary().orElse(-1);
        Records.check(used < 0, where, "dictionary", used);
        int length = Wire.count(in, Layout.MAX_GRANULE_BYTES, "length of a granule");
        long offset = length == 0 ? 0 : Wire.varint(in);
        int crc = length == 0 ? 0 : Wire.i32(in);
        return new ColumnIndex(
                List.of(),
                List.of(new ColumnIndex.Extent(offset, 1)),
                List.of(new ColumnIndex.Block(vectors, encoding)),
                new ColumnIndex.Granules(new int[] {vectors}, new int[] {length}, new int[] {crc}),
                List.of(),
                childStarts(isList ? vectors : 0));
    }

    private ColumnIndex fullForm(Physical shape, long vectors, boolean isList) throws StoaException {
        List<ColumnIndex.DictionaryPart> dictionaries = dictionaries(shape);
        List<ColumnIndex.Extent> extents = new ArrayList<>();
        long granules = 0;
        for (int n = Records.count(in, 2); n > 0; n--) {
            long offset = Wire.varint(in);
            int count = Records.count(in, 4);
            Records.check(count >= 1, where, "granules of an extent", count);
            granules += count;
            extents.add(new ColumnIndex.Extent(offset, count));
        }
        Records.check(granules <= in.remaining() / 4, where, "number of granules", granules);
        List<ColumnIndex.Block> blocks = new ArrayList<>();
        long covered = 0;
        for (int n = Records.count(in, 2); n > 0; n--) {
            long count = Wire.varint(in);
            Records.check(count >= 1 && count <= vectors - covered, where, "vectors of a block", count);
            covered += count;
            blocks.add(new ColumnIndex.Block((int) count, Encoding.read(in, shape)));
        }
        Records.check(covered == vectors, where, "vectors of all blocks", covered);
        for (int i = 0; i < dictionaries.size(); i++) {
            int used = dictionaries.get(i).encoding().dictionary().orElse(-1);
            boolean isTable = used < 0
                    || (used < dictionaries.size()
                            && dictionaries.get(used).encoding().dictionary().isEmpty());
            Records.check(isTable, where, "dictionary of dictionary " + i, used);
        }
        for (ColumnIndex.Block block : blocks) {
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
        List<ColumnIndex.PagedVector> paged = paged(shape, vectors);
        long[] childStarts = childStarts(isList ? (int) vectors : 0);
        OptionalEntries.skip(in, where);
        return new ColumnIndex(
                dictionaries, extents, blocks, new ColumnIndex.Granules(counts, lengths, crcs), paged, childStarts);
    }

    private List<ColumnIndex.DictionaryPart> dictionaries(Physical shape) throws StoaException {
        List<ColumnIndex.DictionaryPart> dictionaries = new ArrayList<>();
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
            dictionaries.add(new ColumnIndex.DictionaryPart(encoding, (int) entries, offset, (int) length, crc));
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

    private List<ColumnIndex.PagedVector> paged(Physical shape, long vectors) throws StoaException {
        List<ColumnIndex.PagedVector> paged = new ArrayList<>();
        long last = -1;
        for (int n = Records.count(in, 9); n > 0; n--) {
            long vector = Wire.varint(in);
            Records.check(shape == Physical.BYTES && vector > last && vector < vectors, where, "paged vector", vector);
            last = vector;
            List<ColumnIndex.Page> pages = new ArrayList<>();
            for (int p = Records.count(in, 7); p > 0; p--) {
                long firstValue = Wire.varint(in);
                long rawLength = Wire.varint(in);
                long length = Wire.varint(in);
                int crc = (int) Wire.u32(in);
                Records.check(
                        firstValue >= 0 && firstValue < Layout.VECTOR_ROWS, where, "first value of a page", firstValue);
                Records.check(
                        rawLength >= 1 && rawLength <= Layout.MAX_GRANULE_BYTES,
                        where,
                        "raw length of a page",
                        rawLength);
                Records.check(
                        length >= 1 && length <= 2L * Layout.MAX_GRANULE_BYTES && rawLength <= length * MAX_LZ4_RATIO,
                        where,
                        "length of a page",
                        length);
                pages.add(new ColumnIndex.Page((int) firstValue, (int) rawLength, (int) length, crc));
            }
            Records.check(!pages.isEmpty(), where, "pages of a vector", 0);
            paged.add(new ColumnIndex.PagedVector((int) vector, List.copyOf(pages)));
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
        for (ColumnIndex.PagedVector p : index.pagedVectors()) {
            int granule = index.granuleOf(p.vector());
            Records.check(
                    index.granuleStart(granule + 1) - index.granuleStart(granule) == 1,
                    where,
                    "granule of the paged vector",
                    p.vector());
        }
        long stored = 0;
        for (int granule = 0; granule < index.granuleCount(); granule++) {
            stored += index.granuleLength(granule);
        }
        for (ColumnIndex.PagedVector p : index.pagedVectors()) {
            stored += p.storedLength();
        }
        for (ColumnIndex.DictionaryPart d : index.dictionaries()) {
            stored += d.length();
        }
        Records.check(stored <= dataEnd - Layout.HEADER_BYTES, where, "stored bytes in all", stored);
        int granule = 0;
        for (ColumnIndex.Extent extent : index.extents()) {
            int lastGranule = granule + extent.granules() - 1;
            long end = index.granuleOffset(lastGranule) + index.granuleLength(lastGranule);
            int vector = index.granuleStart(lastGranule);
            int paged = index.pagedOrdinal(vector);
            end += paged >= 0 ? index.pagedVectors().get(paged).storedLength() : 0;
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
