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
package dev.stoa.reader.internal.decode;

import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.internal.encoding.decode.BytesOutput;
import dev.stoa.format.internal.encoding.decode.DecodedDictionary;
import dev.stoa.format.internal.encoding.wire.Encoding;
import dev.stoa.reader.internal.fetch.ColumnData;
import dev.stoa.reader.internal.file.ReadColumn;
import dev.stoa.reader.internal.overlay.ExtendedDictionary;
import dev.stoa.reader.internal.overlay.FixedValues;
import dev.stoa.reader.internal.overlay.VectorChanges;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/**
 * Rows of a column of shape BYTES. Dictionaries stay: those of the file as long as all rows are of one, those of a vector
 * if rows are of one vector only. Other rows are plain.
 */
public final class BytesRows extends VectorRows {
    private static final BytesVector NO_DICTIONARY = plain(new byte[0], new int[1], 0);

    /** The most new values that all become entries of a dictionary. */
    private static final int MAX_NEW_ENTRIES = 1 << 16;

    private final BytesOutput decoded = new BytesOutput();
    private final PagedBytes paged;
    private boolean isPaged;
    /** The dictionary of the file that was used last, and its vector. */
    private Optional<DecodedDictionary> keptSource = Optional.empty();

    private BytesVector kept = NO_DICTIONARY;
    /** {@link #kept} as a dictionary with new values, if all of the column became entries. */
    private Optional<ExtendedDictionary> keptExtended = Optional.empty();
    /** The dictionary of the decoded vector, unless it is plain or paged. */
    private BytesVector dictionary = NO_DICTIONARY;
    /** The new values of a vector without ids, which are put in their places where rows are gathered. */
    private Optional<VectorChanges> mixedIn = Optional.empty();

    private BytesVector gatheredDictionary = NO_DICTIONARY;
    private boolean gatheredIds;
    private int[] ids = new int[0];
    private int[] offsets = new int[1];
    private byte[] bytes = new byte[0];
    private long end;
    private int gatherCount;

    BytesRows(ReadColumn column, ScanContext context) {
        super(column, context);
        this.paged = new PagedBytes(context);
    }

    private static BytesVector plain(byte[] data, int[] offsets, int size) {
        return new BytesVector(
                dev.stoa.format.Type.of(dev.stoa.format.TypeKind.BINARY), data, offsets, ColumnVector.NO_NULLS, size);
    }

    @Override
    boolean decode(ColumnData from, Encoding root, int vector, int n, boolean[] outNulls) throws IOException {
        int pagedOrdinal = from.index().pagedOrdinal(vector);
        isPaged = pagedOrdinal >= 0;
        mixedIn = Optional.empty();
        try {
            if (isPaged) {
                return paged.decode(from, pagedOrdinal, root, n, outNulls);
            }
            DecodedDictionary source = from.dictionary(root);
            boolean hasNulls =
                    context().decoder().bytes(root, from.payload(vector), decodedRows(), source, decoded, outNulls);
            if (decoded.form() == BytesOutput.Form.DICTIONARY_IDS) {
                keep(source);
                dictionary = kept;
            } else if (decoded.form() == BytesOutput.Form.LOCAL_IDS) {
                dictionary = new BytesVector(
                        column().type(), decoded.data(), decoded.offsets(), ColumnVector.NO_NULLS, decoded.entries());
            }
            return hasNulls;
        } catch (CorruptFileException e) {
            throw from.inVector(vector, e);
        }
    }

    /**
     * Rows that are ids stay ids: new values become entries after those of the dictionary. All of the column become entries
     * at once, if they are not too many, so that all vectors have one dictionary.
     */
    @Override
    void overlayValues(VectorChanges changed, int n) {
        if (!hasIds()) {
            mixedIn = Optional.of(changed);
            return;
        }
        if (decoded.form() == BytesOutput.Form.DICTIONARY_IDS && keptExtended.isPresent()) {
            keptExtended.get().putIds(changed, decoded.ids());
            return;
        }
        if (decoded.form() == BytesOutput.Form.DICTIONARY_IDS) {
            dictionary = UsedEntries.of(column().type(), dictionary, decoded.ids(), n);
        }
        ExtendedDictionary extended = ExtendedDictionary.of(
                column().type(), dictionary, (BytesVector) changed.values(), changed.from(), changed.to());
        dictionary = extended.entries();
        extended.putIds(changed, decoded.ids());
    }

    /** Keeps one vector per dictionary, so that who works once per entry can tell that it is the same. */
    private void keep(DecodedDictionary source) {
        if (keptSource.isEmpty() || keptSource.get() != source) {
            keptSource = Optional.of(source);
            BytesVector entries = new BytesVector(
                    column().type(), source.data(), source.offsets(), ColumnVector.NO_NULLS, source.size());
            keptExtended = newValues()
                    .map(changes -> (BytesVector) changes.values())
                    .filter(values -> values.dictionary().orElse(values).size() <= MAX_NEW_ENTRIES)
                    .map(values -> ExtendedDictionary.of(column().type(), entries, values, 0, values.size()));
            kept = keptExtended.map(ExtendedDictionary::entries).orElse(entries);
        }
    }

    private boolean hasIds() {
        return !isPaged && decoded.form() != BytesOutput.Form.PLAIN;
    }

    @Override
    void beginGather(int count) {
        gatherCount = count;
        gatheredIds = true;
        gatheredDictionary = NO_DICTIONARY;
        end = 0;
        if (ids.length < count) {
            ids = new int[FixedValues.capacity(count)];
        }
    }

    @Override
    void append(int at, int n, int to) throws IOException {
        boolean only = to == 0 && n == gatherCount;
        boolean sharable = hasIds() && (only || decoded.form() == BytesOutput.Form.DICTIONARY_IDS);
        if (gatheredIds && sharable && (to == 0 || dictionary == gatheredDictionary)) {
            gatheredDictionary = dictionary;
            System.arraycopy(decoded.ids(), at, ids, to, n);
            return;
        }
        if (gatheredIds) {
            spellOut(to);
        }
        if (hasIds()) {
            appendEntries(decoded.ids(), at, n, to, dictionary);
        } else if (mixedIn.isPresent()) {
            appendMixed(mixedIn.get(), at, n, to);
        } else {
            appendStored(at, n, to);
        }
    }

    /** Appends rows of the decoded vector, and new values in their places. */
    private void appendMixed(VectorChanges changed, int at, int n, int to) throws IOException {
        BytesVector values = (BytesVector) changed.values();
        int row = at;
        for (int i = changed.from(); i < changed.to(); i++) {
            int place = changed.places()[i];
            if (place < row || place >= at + n) {
                continue;
            }
            appendStored(row, place - row, to + row - at);
            int length = values.isNull(i) ? 0 : values.length(i);
            reserve(length);
            System.arraycopy(values.data(), length == 0 ? 0 : values.start(i), bytes, (int) end, length);
            end += length;
            offsets[to + place - at + 1] = (int) end;
            row = place + 1;
        }
        appendStored(row, at + n - row, to + row - at);
    }

    /** Appends values as the file has them. */
    private void appendStored(int at, int n, int to) throws IOException {
        if (isPaged) {
            reserve(paged.length(at, n));
            paged.read(at, n, bytes, (int) end);
            for (int i = 0; i < n; i++) {
                end += paged.length(at + i, 1);
                offsets[to + i + 1] = (int) end;
            }
        } else {
            int[] from = decoded.offsets();
            int length = from[at + n] - from[at];
            reserve(length);
            System.arraycopy(decoded.data(), from[at], bytes, (int) end, length);
            for (int i = 1; i <= n; i++) {
                offsets[to + i] = (int) (end + from[at + i] - from[at]);
            }
            end += length;
        }
    }

    /** Turns the ids of the rows gathered so far into values. */
    private void spellOut(int count) {
        gatheredIds = false;
        if (offsets.length < gatherCount + 1) {
            offsets = new int[FixedValues.capacity(gatherCount + 1)];
        }
        offsets[0] = 0;
        end = 0;
        appendEntries(ids, 0, count, 0, gatheredDictionary);
    }

    private void appendEntries(int[] fromIds, int at, int n, int to, BytesVector entries) {
        int[] from = entries.offsets();
        long length = 0;
        for (int i = 0; i < n; i++) {
            length += entries.size() == 0 ? 0 : from[fromIds[at + i] + 1] - from[fromIds[at + i]];
        }
        reserve(length);
        for (int i = 0; i < n; i++) {
            int id = fromIds[at + i];
            int size = entries.size() == 0 ? 0 : from[id + 1] - from[id];
            System.arraycopy(entries.data(), size == 0 ? 0 : from[id], bytes, (int) end, size);
            end += size;
            offsets[to + i + 1] = (int) end;
        }
    }

    private void reserve(long more) {
        context().budget().add(more, column());
        long need = end + more;
        if (need > Integer.MAX_VALUE - 8) {
            throw new Budget.ExceededException("column '" + column().path() + "' has " + need
                    + " bytes of values, an array holds " + (Integer.MAX_VALUE - 8));
        }
        if (bytes.length < need) {
            bytes = Arrays.copyOf(bytes, FixedValues.capacity((int) need));
        }
    }

    @Override
    public ColumnVector vector() throws IOException {
        if (isGathered()) {
            return gatheredIds && rows() > 0
                    ? new BytesVector(column().type(), ids, gatheredDictionary, nulls(), rows())
                    : new BytesVector(column().type(), bytes, offsets, nulls(), rows());
        }
        if (isPaged || mixedIn.isPresent()) {
            beginGather(rows());
            gatheredIds = false;
            spellOut(0);
            append(0, rows(), 0);
            return new BytesVector(column().type(), bytes, offsets, nulls(), rows());
        }
        if (hasIds()) {
            return new BytesVector(column().type(), decoded.ids(), dictionary, nulls(), rows());
        }
        context().budget().add(decoded.offsets()[rows()], column());
        return new BytesVector(column().type(), decoded.data(), decoded.offsets(), nulls(), rows());
    }

    @Override
    int width() {
        return 5;
    }
}
