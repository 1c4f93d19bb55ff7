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
package dev.stoa.reader;

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.StoaException;
import dev.stoa.format.internal.meta.ColumnIndex;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.reader.ModuleCipher.Module;
import dev.stoa.vio.Range;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Copies what is stored of a column to another place of the data, module by module, and encrypts or decrypts it on the way
 * (format-spec, section 15). A prototype.
 */
final class ColumnModules {
    /** Changes the bytes of a module. */
    interface Change {
        byte[] apply(byte[] bytes, Module module, int node, long ordinal) throws StoaException;
    }

    private final int node;
    private final ColumnIndex index;
    private final byte[] data;
    /** What each module of the source has more than the index says. */
    private final int more;

    private final Change change;
    private final List<Range> copied = new ArrayList<>();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    ColumnModules(int node, ColumnIndex index, byte[] data, int more, Change change) {
        this.node = node;
        this.index = index;
        this.data = data;
        this.more = more;
        this.change = change;
    }

    /** The changed bytes, once they are copied. */
    byte[] bytes() {
        return out.toByteArray();
    }

    /**
     * Copies all modules.
     *
     * @param offset where the changed bytes will be
     * @return their index: with the lengths of the plaintext, and the CRC of what is stored
     */
    ColumnIndex copy(long offset, boolean isList) throws StoaException {
        List<ColumnIndex.DictionaryPart> dictionaries = new ArrayList<>();
        for (ColumnIndex.DictionaryPart d : index.dictionaries()) {
            long to = offset + out.size();
            int crc = copy(d.offset(), d.length(), d.crc(), Module.DICTIONARY, dictionaries.size());
            dictionaries.add(new ColumnIndex.DictionaryPart(d.encoding(), d.entries(), to, d.length(), crc));
        }
        int n = index.granuleCount();
        int[] counts = new int[n];
        int[] lengths = new int[n];
        int[] crcs = new int[n];
        List<ColumnIndex.Extent> extents = new ArrayList<>();
        List<ColumnIndex.PagedVector> paged = new ArrayList<>();
        int granule = 0;
        int page = 0;
        for (ColumnIndex.Extent extent : index.extents()) {
            long at = extent.offset();
            extents.add(new ColumnIndex.Extent(offset + out.size(), extent.granules()));
            for (int i = 0; i < extent.granules(); i++, granule++) {
                counts[granule] = index.granuleStart(granule + 1) - index.granuleStart(granule);
                lengths[granule] = index.granuleLength(granule);
                if (lengths[granule] > 0) {
                    crcs[granule] = copy(at, lengths[granule], index.granuleCrc(granule), Module.GRANULE, granule);
                    at += lengths[granule] + more;
                }
                int ordinal = index.pagedOrdinal(index.granuleStart(granule));
                if (ordinal >= 0) {
                    List<ColumnIndex.Page> pages = new ArrayList<>();
                    for (ColumnIndex.Page p : index.pagedVectors().get(ordinal).pages()) {
                        int crc = copy(at, p.length(), p.crc(), Module.PAGE, page++);
                        pages.add(new ColumnIndex.Page(p.firstValue(), p.rawLength(), p.length(), crc));
                        at += p.length() + more;
                    }
                    paged.add(new ColumnIndex.PagedVector(index.granuleStart(granule), pages));
                }
            }
        }
        long[] starts = new long[isList ? index.vectorCount() : 0];
        for (int i = 0; i < starts.length; i++) {
            starts[i] = index.childStart(i);
        }
        return new ColumnIndex(
                dictionaries, extents, index.blocks(), new ColumnIndex.Granules(counts, lengths, crcs), paged, starts);
    }

    /** Overwrites what was copied. */
    void wipe(byte[] target) {
        copied.forEach(range -> Arrays.fill(target, (int) range.offset(), (int) range.end(), (byte) 0));
    }

    private int copy(long at, int length, int crc, Module module, long ordinal) throws StoaException {
        copied.add(new Range(at, length + more));
        byte[] stored = Arrays.copyOfRange(data, (int) at, (int) at + length + more);
        if (Layout.crc(stored, 0, stored.length) != crc) {
            throw new CorruptFileException(module + " " + ordinal + " of node " + node + " is damaged");
        }
        byte[] changed = change.apply(stored, module, node, ordinal);
        out.writeBytes(changed);
        return Layout.crc(changed, 0, changed.length);
    }
}
