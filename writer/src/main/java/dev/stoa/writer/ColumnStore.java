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
package dev.stoa.writer;

import dev.stoa.format.Type;
import dev.stoa.format.internal.encoding.columns.ColumnEncoder;
import dev.stoa.format.internal.encoding.columns.EncodedVector;
import dev.stoa.format.internal.encoding.decode.VectorDecoder;
import dev.stoa.format.internal.encoding.wire.ByteSink;
import dev.stoa.format.internal.encoding.wire.Encoding;
import dev.stoa.format.internal.encoding.wire.Wire;
import dev.stoa.format.internal.meta.ColumnIndex;
import dev.stoa.format.internal.meta.Layout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The encoded vectors of a column on their way into granules and extents (format-spec, section 6), and what its index will
 * say of them.
 */
final class ColumnStore {
    /**
     * At the end of a zone, a granule is closed with this part of the bytes that it needs elsewhere. So a read of some zones
     * seldom takes bytes of the next one. In lineitem sorted by date, a read of the first 1% of the rows then takes 9% less.
     */
    private static final int ZONE_END_PART = 4;

    private final WriterContext context;
    private final ColumnEncoder encoder;
    private final Bounds bounds;

    private final List<ColumnIndex.DictionaryPart> dictionaries = new ArrayList<>(0);
    private final List<ColumnIndex.Extent> extents = new ArrayList<>(1);
    private final List<Encoding> blockEncodings = new ArrayList<>(1);
    private final Ints blockStarts = new Ints();
    private final Ints granuleVectors = new Ints();
    private final Ints granuleLengths = new Ints();
    private final Ints granuleCrcs = new Ints();
    private final List<ColumnIndex.PagedVector> pagedVectors = new ArrayList<>(0);

    /** Payloads of the granule that is not closed yet. */
    private final List<byte[]> open = new ArrayList<>(1);

    private int openBytes;
    /** Granules and pages of the extent that is not written yet. */
    private SpillableBytes pending = new SpillableBytes();

    private int pendingGranules;
    /** Full extents that are not written yet. */
    private final List<SealedExtent> sealed = new ArrayList<>(0);
    /** Pages of the vector that is not encoded yet. */
    private final SpillableBytes pages = new SpillableBytes();

    private final List<ColumnIndex.Page> pageEntries = new ArrayList<>(0);
    private int vectors;
    private int lastRows;
    private long storedBytes;
    private long nulls;
    private long encoderBytes;

    private record SealedExtent(SpillableBytes parts, int granules) {}

    ColumnStore(WriterContext context, Type type) {
        this.context = context;
        this.encoder = new ColumnEncoder(type.physical(), context.workspace().encoders());
        this.bounds = Bounds.of(type, context.options().vectorsPerZone());
    }

    /** The MinMax under way. */
    Bounds bounds() {
        return bounds;
    }

    /** Number of vectors so far. */
    int vectors() {
        return vectors;
    }

    /** Number of null rows so far. */
    long nulls() {
        return nulls;
    }

    /** Bytes of granules, pages and dictionaries. */
    long storedBytes() {
        return storedBytes;
    }

    /** Takes a vector. */
    void add(VectorValues values) throws IOException {
        Workspace workspace = context.workspace();
        encoder.use(workspace.encoders());
        ByteSink payload = workspace.payload();
        if (values.encode(encoder, payload)) {
            blockEncodings.add(encoder.encoding());
            blockStarts.add(vectors);
        }
        values.collect(bounds);
        bounds.endVector(values.nullCount());
        nulls += values.nullCount();
        lastRows = values.size();
        if (!pageEntries.isEmpty()) {
            endPagedVector(payload);
        } else {
            addToGranule(payload.toByteArray());
        }
        vectors++;
        long bytes = encoder.retainedBytes();
        context.budget().add(bytes - encoderBytes);
        encoderBytes = bytes;
        if (pending.length() >= context.options().extentBytes()) {
            seal();
        }
    }

    private void addToGranule(byte[] payload) {
        int size = payload.length;
        boolean isFull = openBytes == 0 && size > 0 || openBytes + size > Layout.MAX_GRANULE_BYTES / 2;
        if (isFull && !open.isEmpty()) {
            closeGranule();
        }
        open.add(payload);
        openBytes += size;
        context.budget().add(size);
        if (openBytes >= leastGranule() || open.size() == Layout.MAX_GRANULE_VECTORS) {
            closeGranule();
        }
    }

    /** The number of bytes that close a granule after the vector at hand. */
    private int leastGranule() {
        int bytes = context.options().granuleBytes();
        boolean endsZone = (vectors + 1) % context.options().vectorsPerZone() == 0;
        return endsZone ? Math.max(1, bytes / ZONE_END_PART) : bytes;
    }

    private void endPagedVector(ByteSink head) {
        closeGranule();
        addGranule(head.toByteArray(), 1);
        context.budget().add(head.size());
        pagedVectors.add(new ColumnIndex.PagedVector(vectors, List.copyOf(pageEntries)));
        pageEntries.clear();
        storedBytes += pages.length();
        pending.addAll(pages);
    }

    /** Closes the granule under way, if any. */
    void closeGranule() {
        if (open.isEmpty()) {
            return;
        }
        byte[] granule = open.get(0);
        if (openBytes == 0) {
            granule = new byte[0];
        } else if (open.size() > 1) {
            ByteSink joined = new ByteSink(openBytes + 3 * open.size());
            for (byte[] payload : open) {
                joined.varint(payload.length);
            }
            for (byte[] payload : open) {
                joined.bytes(payload);
            }
            granule = joined.toByteArray();
        }
        context.budget().add(granule.length - openBytes);
        addGranule(granule, open.size());
        open.clear();
        openBytes = 0;
    }

    private void addGranule(byte[] granule, int count) {
        granuleVectors.add(count);
        granuleLengths.add(granule.length);
        granuleCrcs.add(granule.length == 0 ? 0 : Layout.crc(granule, 0, granule.length));
        pendingGranules++;
        storedBytes += granule.length;
        if (granule.length > 0) {
            pending.add(granule);
        }
    }

    /** Returns all vectors, from closed granules in memory. */
    private List<EncodedVector> encodedVectors() throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(pending.join());
        List<EncodedVector> all = new ArrayList<>(vectors);
        int block = 0;
        for (int granule = 0; granule < granuleVectors.size(); granule++) {
            int[] lengths = new int[granuleVectors.get(granule)];
            if (lengths.length == 1) {
                lengths[0] = granuleLengths.get(granule);
            } else if (granuleLengths.get(granule) > 0) {
                for (int i = 0; i < lengths.length; i++) {
                    lengths[i] = (int) Wire.varint(bytes);
                }
            }
            for (int length : lengths) {
                byte[] payload = new byte[length];
                bytes.get(payload);
                if (block + 1 < blockStarts.size() && blockStarts.get(block + 1) == all.size()) {
                    block++;
                }
                int rows = all.size() + 1 < vectors ? VectorDecoder.MAX_ROWS : lastRows;
                all.add(new EncodedVector(blockEncodings.get(block), rows, payload));
            }
        }
        return all;
    }

    /** Replaces all vectors. */
    private void replace(List<EncodedVector> others) {
        context.budget().add(-pending.heldBytes());
        pending = new SpillableBytes();
        pendingGranules = 0;
        granuleVectors.clear();
        granuleLengths.clear();
        granuleCrcs.clear();
        blockStarts.clear();
        blockEncodings.clear();
        storedBytes = 0;
        vectors = 0;
        for (EncodedVector vector : others) {
            if (vectors == 0 || !vector.encoding().equals(blockEncodings.get(blockEncodings.size() - 1))) {
                blockEncodings.add(vector.encoding());
                blockStarts.add(vectors);
            }
            addToGranule(vector.payload());
            vectors++;
        }
        closeGranule();
    }

    /** Takes a page of the vector that {@link #add} will end. */
    void page(int firstValue, int rawLength, byte[] stored, int storedLength) throws IOException {
        pageEntries.add(new ColumnIndex.Page(firstValue, rawLength, storedLength, Layout.crc(stored, 0, storedLength)));
        pages.add(Arrays.copyOf(stored, storedLength));
        context.budget().add(storedLength);
        context.relieve();
    }

    /** Puts encoded bytes aside. */
    void spill(Spill spill) throws IOException {
        for (SealedExtent extent : sealed) {
            putAside(extent.parts(), spill);
        }
        putAside(pending, spill);
        putAside(pages, spill);
    }

    private void putAside(SpillableBytes parts, Spill spill) throws IOException {
        context.budget().add(-parts.heldBytes());
        parts.spill(spill);
    }

    /** Makes an extent of all closed granules. */
    private void seal() {
        if (pendingGranules > 0) {
            sealed.add(new SealedExtent(pending, pendingGranules));
            pending = new SpillableBytes();
            pendingGranules = 0;
        }
    }

    /** Writes the full extents to the file. */
    void writeSealed() throws IOException {
        for (SealedExtent extent : sealed) {
            extents.add(new ColumnIndex.Extent(context.output().position(), extent.granules()));
            context.budget().add(-extent.parts().heldBytes());
            extent.parts().moveTo(context.output(), context.spill());
        }
        sealed.clear();
    }

    /** Writes all closed granules to the file. */
    void flushExtent() throws IOException {
        seal();
        writeSealed();
    }

    /**
     * Writes what is left.
     *
     * @param childStarts list, map: by vector, where its elements start
     */
    ColumnIndex finish(long[] childStarts) throws IOException {
        closeGranule();
        encoder.use(context.workspace().encoders());
        boolean isWhole = extents.isEmpty() && sealed.isEmpty() && pending.heldBytes() == pending.length();
        if (isWhole && pagedVectors.isEmpty() && encoder.maySortDictionary(storedBytes)) {
            encoder.sortDictionary(encodedVectors()).ifPresent(this::replace);
        }
        flushExtent();
        for (ColumnEncoder.StoredDictionary dictionary : encoder.dictionaries()) {
            ByteSink payload = dictionary.payload();
            dictionaries.add(new ColumnIndex.DictionaryPart(
                    dictionary.encoding(),
                    dictionary.entries(),
                    context.output().position(),
                    payload.size(),
                    Layout.crc(payload.array(), 0, payload.size())));
            context.output().write(payload.array(), 0, payload.size());
            storedBytes += payload.size();
        }
        context.budget().add(-encoderBytes);
        List<ColumnIndex.Block> blocks = new ArrayList<>();
        for (int i = 0; i < blockStarts.size(); i++) {
            int end = i + 1 < blockStarts.size() ? blockStarts.get(i + 1) : vectors;
            blocks.add(new ColumnIndex.Block(end - blockStarts.get(i), blockEncodings.get(i)));
        }
        return new ColumnIndex(
                dictionaries,
                extents,
                blocks,
                new ColumnIndex.Granules(granuleVectors.toArray(), granuleLengths.toArray(), granuleCrcs.toArray()),
                pagedVectors,
                childStarts);
    }
}
