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
package dev.stoa.reader.internal.fetch;

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.internal.encoding.decode.DecodedDictionary;
import dev.stoa.format.internal.encoding.wire.Encoding;
import dev.stoa.format.internal.encoding.wire.Wire;
import dev.stoa.format.internal.meta.ColumnIndex;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.reader.internal.file.FileBytes;
import dev.stoa.reader.internal.file.ReadColumn;
import dev.stoa.reader.internal.file.ScanCounters;
import dev.stoa.vio.Range;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Supplier;

/** The stored bytes of one column that a scan holds. They are handed out only after their checksum passed. */
public final class ColumnData {
    private static final int MAX_DICTIONARIES = 8;

    /** Few stored bytes may make a large dictionary, so no more than the one in use is kept above this. */
    private static final long MAX_DICTIONARY_BYTES = 4 << 20;

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final ReadColumn column;
    private final ColumnIndex index;
    private final FileBytes file;
    private final ScanCounters counters;
    private final GranuleRuns granules = new GranuleRuns();
    private final Map<Long, Slot> pages = new HashMap<>();
    private final Map<Integer, Slot> dictionaries = new HashMap<>();
    private final Map<Integer, DecodedDictionary> decoded = new HashMap<>();
    /** How many fetches rely on a decoded dictionary. */
    private final Map<Integer, Integer> pins = new HashMap<>();

    /** The dictionary of the last request. */
    private int lastDictionary = -1;

    private DecodedDictionary last = DecodedDictionary.NONE;

    /** The granule that is split into payloads: checked bytes, the vectors openFirst..openEnd-1. */
    private ByteBuffer open = NOTHING;

    private int openGranule;
    private int openFirst;
    private int openEnd;
    private int[] payloadEnds = new int[2];

    ColumnData(ReadColumn column, FileBytes file, ScanCounters counters) {
        this.column = column;
        this.index = column.index().orElseThrow();
        this.file = file;
        this.counters = counters;
    }

    public ReadColumn column() {
        return column;
    }

    public ColumnIndex index() {
        return index;
    }

    GranuleRuns granules() {
        return granules;
    }

    /** Pages by {@link #pageKey}. */
    Map<Long, Slot> pages() {
        return pages;
    }

    static long pageKey(int pagedVector, int page) {
        return (long) pagedVector << 32 | page;
    }

    Map<Integer, Slot> dictionaries() {
        return dictionaries;
    }

    /** Whether a dictionary is here, decoded. */
    boolean isDecoded(int id) {
        return decoded.containsKey(id);
    }

    /** Keeps a decoded dictionary until it is unpinned as often. */
    void pinDictionary(int id) {
        pins.merge(id, 1, Integer::sum);
    }

    void unpinDictionary(int id) {
        pins.computeIfPresent(id, (key, count) -> count == 1 ? null : count - 1);
    }

    /** Drops the decoded dictionaries, except the one that was used last and those pinned, when they are many. */
    void trimDictionaries() {
        if (decoded.size() > MAX_DICTIONARIES || (decoded.size() > 1 && decodedBytes() > MAX_DICTIONARY_BYTES)) {
            decoded.keySet().removeIf(id -> id != lastDictionary && !pins.containsKey(id));
        }
    }

    private long decodedBytes() {
        long sum = 0;
        for (DecodedDictionary dictionary : decoded.values()) {
            sum += dictionary.retainedBytes();
        }
        return sum;
    }

    /** The payload of a vector; for a paged one, its head. */
    public ByteBuffer payload(int vector) throws IOException {
        if (vector < openFirst || vector >= openEnd) {
            open(vector >= openEnd && openEnd > 0 ? granuleFrom(vector) : index.granuleOf(vector));
        }
        int at = vector - openFirst;
        return open.slice(payloadEnds[at], payloadEnds[at + 1] - payloadEnds[at]);
    }

    /** Returns the granule of a vector after the open one, most often the next. */
    private int granuleFrom(int vector) {
        int next = openGranule + 1;
        return vector < index.granuleStart(next + 1) ? next : index.granuleOf(vector);
    }

    private void open(int granule) throws IOException {
        close();
        int first = index.granuleStart(granule);
        int count = index.granuleStart(granule + 1) - first;
        if (payloadEnds.length < count + 1) {
            payloadEnds = new int[count + 1];
        }
        if (index.granuleLength(granule) == 0) {
            open = NOTHING;
            Arrays.fill(payloadEnds, 0);
        } else {
            open = granule(granule);
            if (count == 1) {
                payloadEnds[0] = 0;
                payloadEnds[1] = open.remaining();
            } else {
                split(granule, count);
            }
        }
        openGranule = granule;
        openFirst = first;
        openEnd = first + count;
    }

    /** Forgets the open granule, when granules go. */
    void close() {
        open = NOTHING;
        openFirst = 0;
        openEnd = 0;
    }

    private void split(int granule, int count) throws CorruptFileException {
        ByteBuffer in = open.slice().order(ByteOrder.LITTLE_ENDIAN);
        try {
            long sum = 0;
            for (int i = 1; i <= count; i++) {
                sum += Wire.varint(in, Layout.MAX_GRANULE_BYTES, "length of a payload");
                payloadEnds[i] = (int) Math.min(sum, Integer.MAX_VALUE);
            }
            if (sum != in.remaining()) {
                throw new CorruptFileException("payloads have " + sum + " bytes, " + in.remaining() + " are there");
            }
        } catch (CorruptFileException e) {
            throw new CorruptFileException(
                    where("granule " + granule, index.granuleOffset(granule)) + ": " + e.getMessage(), e);
        }
        int start = in.position();
        payloadEnds[0] = start;
        for (int i = 1; i <= count; i++) {
            payloadEnds[i] += start;
        }
    }

    private ByteBuffer granule(int granule) throws IOException {
        GranuleRun run = granules.of(granule)
                .orElseThrow(() -> new IllegalStateException(
                        "granule " + granule + " of column '" + column.path() + "' was not fetched"));
        ByteBuffer bytes = run.bytes(granule);
        if (!run.isChecked(granule)) {
            if (Layout.crc(bytes) == index.granuleCrc(granule)) {
                run.pass(granule);
            } else {
                bytes = readAgain(granule);
                run.pass(granule, bytes);
            }
        }
        return bytes;
    }

    private ByteBuffer readAgain(int granule) throws IOException {
        Range range = new Range(index.granuleOffset(granule), index.granuleLength(granule));
        String what = "granule " + granule + " (vectors " + index.granuleStart(granule) + ".."
                + (index.granuleStart(granule + 1) - 1) + ")";
        return file.readAgain(range, index.granuleCrc(granule), where(what, range.offset()), counters);
    }

    /** The stored bytes of a page. */
    public ByteBuffer page(int pagedVector, int page) throws IOException {
        Slot slot = pages.get(pageKey(pagedVector, page));
        if (slot == null) {
            throw new IllegalStateException("page " + page + " of column '" + column.path() + "' was not fetched");
        }
        return checked(
                slot,
                () -> "page " + page + " of vector "
                        + index.pagedVectors().get(pagedVector).vector());
    }

    private ByteBuffer checked(Slot slot, Supplier<String> what) throws IOException {
        if (!slot.isChecked()) {
            ByteBuffer bytes = slot.bytes();
            if (Layout.crc(bytes) != slot.crc()) {
                bytes = file.readAgain(
                        slot.range(), slot.crc(), where(what.get(), slot.range().offset()), counters);
            }
            slot.pass(bytes);
        }
        return slot.bytes();
    }

    /** Returns the dictionary that an encoding refers to, decoded; or none. */
    public DecodedDictionary dictionary(Encoding encoding) throws IOException {
        OptionalInt id = encoding.dictionary();
        return id.isPresent() ? dictionary(id.getAsInt()) : DecodedDictionary.NONE;
    }

    /** A dictionary, decoded. */
    public DecodedDictionary dictionary(int id) throws IOException {
        if (id != lastDictionary) {
            last = decode(id);
            lastDictionary = id;
        }
        return last;
    }

    private DecodedDictionary decode(int id) throws IOException {
        DecodedDictionary known = decoded.get(id);
        if (known != null) {
            return known;
        }
        Slot slot = dictionaries.get(id);
        if (slot == null) {
            throw new IllegalStateException("dictionary " + id + " of column '" + column.path() + "' was not fetched");
        }
        ColumnIndex.DictionaryPart part = index.dictionaries().get(id);
        ByteBuffer bytes = checked(slot, () -> "dictionary " + id);
        try {
            OptionalInt table = part.encoding().dictionary();
            DecodedDictionary dictionary = DecodedDictionary.decode(
                    part.encoding(),
                    column.shape(),
                    part.entries(),
                    bytes.slice(),
                    table.isPresent() ? dictionary(table.getAsInt()) : DecodedDictionary.NONE);
            if (decodedBytes() + dictionary.retainedBytes() > MAX_DICTIONARY_BYTES) {
                decoded.keySet().removeIf(dictionaries::containsKey); // these can be decoded again from what is here
            }
            decoded.put(id, dictionary);
            return dictionary;
        } catch (CorruptFileException e) {
            throw new CorruptFileException(where("dictionary " + id, part.offset()) + ": " + e.getMessage(), e);
        }
    }

    /** The name of a part of the column for messages. */
    public String where(String what, long offset) {
        return file.name() + ": column '" + column.path() + "', " + what + " (byte " + offset + ")";
    }

    /** The name of a vector for messages. */
    public String whereVector(int vector) {
        int block = index.blockOf(vector);
        return where("vector " + vector + " in block " + block, index.granuleOffset(index.granuleOf(vector)));
    }

    /** Returns the failure of a vector with its place, which the failure of a checksum names itself. */
    public CorruptFileException inVector(int vector, CorruptFileException e) {
        return String.valueOf(e.getMessage()).startsWith(file.name() + ": ")
                ? e
                : new CorruptFileException(whereVector(vector) + ": " + e.getMessage(), e);
    }

    /** The raw bytes before each page of a paged vector; one number more than it has pages. */
    public long[] pageStarts(int pagedVector) {
        var pageList = index.pagedVectors().get(pagedVector).pages();
        long[] starts = new long[pageList.size() + 1];
        for (int i = 0; i < pageList.size(); i++) {
            starts[i + 1] = starts[i] + pageList.get(i).rawLength();
        }
        return starts;
    }

    /** Where the stored bytes of each page of a paged vector are. */
    public long[] pageOffsets(int pagedVector) {
        ColumnIndex.PagedVector paged = index.pagedVectors().get(pagedVector);
        long[] offsets = new long[paged.pages().size()];
        int granule = index.granuleOf(paged.vector());
        long at = index.granuleOffset(granule) + index.granuleLength(granule);
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = at;
            at += paged.pages().get(i).length();
        }
        return offsets;
    }
}
