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

import dev.stoa.format.ColumnVector;
import dev.stoa.format.internal.encoding.columns.ColumnEncoder;
import dev.stoa.format.internal.encoding.columns.PageWriter;
import dev.stoa.format.internal.encoding.wire.ByteSink;
import dev.stoa.format.internal.meta.Layout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Rows of a column of shape BYTES. When the rows have more bytes than a page, they leave as pages (format-spec, section 6.1). So a
 * vector of large values is never in memory whole.
 */
final class BytesValues extends VectorValues {
    private static final int NULL = -1;

    private final WriterContext context;
    private final ColumnStore store;
    private int[] lengths = new int[0];
    private byte[] data = new byte[0];
    private int dataSize;
    /** Rows, with those that {@link #added} does not count yet. */
    private int filled;
    /** Rows whose bytes have left as pages, and the values among them. */
    private int pagedRows;

    private int pagedValues;
    private boolean paging;
    /** Rows whose values are in the bounds. */
    private int boundedRows;

    BytesValues(WriterContext context, ColumnStore store) {
        this.context = context;
        this.store = store;
    }

    /** Whether some bytes of the vector have left as pages. */
    boolean isPaging() {
        return paging;
    }

    /** Whether more bytes, of the given number, would be too many to keep. */
    boolean isFull(long bytes) {
        return dataSize + bytes > Layout.MAX_GRANULE_BYTES;
    }

    /** Bytes kept. */
    int dataSize() {
        return dataSize;
    }

    void nullRow() {
        ensureRows(filled + 1);
        lengths[filled++] = NULL;
    }

    /** Adds a value; only if it is not too much to keep. */
    void value(byte[] source, int from, int length) {
        ensureRows(filled + 1);
        ensureData(length);
        System.arraycopy(source, from, data, dataSize, length);
        dataSize += length;
        lengths[filled++] = length;
    }

    /** Adds adjacent values; only if they are not too much to keep. */
    void values(byte[] source, int[] offsets, int first, int count) {
        ensureRows(filled + count);
        int from = offsets[first];
        int length = offsets[first + count] - from;
        ensureData(length);
        System.arraycopy(source, from, data, dataSize, length);
        dataSize += length;
        for (int i = 0; i < count; i++) {
            lengths[filled + i] = offsets[first + i + 1] - offsets[first + i];
        }
        filled += count;
    }

    /** Adds a value of more than a page; call {@link #startPage} before. */
    void largeValue(byte[] source, int from, int length) throws IOException {
        ensureRows(filled + 1);
        lengths[filled++] = length;
        store.bounds().bytes(source, from, length);
        store.bounds().addLength(length);
        boundedRows = filled;
        page(source, from, filled - 1);
    }

    /** Lets the bytes that are kept leave as pages. */
    void startPage() throws IOException {
        paging = true;
        addToBounds();
        page(data, 0, pagedRows);
        dataSize = 0;
    }

    /** Adds the values that are kept to the bounds. */
    private void addToBounds() {
        Bounds bounds = store.bounds();
        int at = 0;
        for (int row = boundedRows; row < filled; row++) {
            if (lengths[row] != NULL) {
                bounds.bytes(data, at, lengths[row]);
                at += lengths[row];
            }
        }
        bounds.addLength(at);
        boundedRows = filled;
    }

    private void page(byte[] source, int from, int firstRow) throws IOException {
        int base = pagedValues;
        PageWriter pages = context.workspace().pages();
        PageWriter.Target target = (value, raw, stored, length) -> store.page(base + value, raw, stored, length);
        int at = from;
        for (int row = firstRow; row < filled; row++) {
            if (lengths[row] != NULL) {
                pages.value(source, at, lengths[row], target);
                at += lengths[row];
                pagedValues++;
            }
        }
        pages.finish(target);
        pagedRows = filled;
    }

    private void ensureRows(int needed) {
        if (lengths.length < needed) {
            lengths = Arrays.copyOf(lengths, capacity(lengths.length, needed));
        }
    }

    private void ensureData(int more) {
        int needed = dataSize + more;
        if (data.length < needed) {
            data = Arrays.copyOf(
                    data, Math.max(needed, Math.min(Layout.MAX_GRANULE_BYTES, Math.max(64, data.length * 2))));
        }
    }

    @Override
    boolean encode(ColumnEncoder encoder, ByteSink out) throws IOException {
        int n = size();
        if (paging) {
            startPage();
            int[] clean = Arrays.copyOf(lengths, n);
            for (int i = 0; i < n; i++) {
                clean[i] = Math.max(0, clean[i]);
            }
            return encoder.pagedHead(clean, nulls(), n, out);
        }
        int[] offsets = new int[n + 1];
        for (int i = 0; i < n; i++) {
            offsets[i + 1] = offsets[i] + Math.max(0, lengths[i]);
        }
        boolean isNewBlock = encoder.bytes(data, offsets, nulls(), n, out);
        if (encoder.forEachEntry(data, store.bounds()::bytes)) {
            store.bounds().addLength(dataSize);
            boundedRows = n;
        } else {
            addToBounds();
        }
        if (encoder.isPaged()) {
            startPage();
        }
        return isNewBlock;
    }

    @Override
    void collect(Bounds bounds) {}

    @Override
    void copy(ColumnVector vector, Rows rows, boolean[] isNull) {
        throw new IllegalStateException("values of variable length come one by one");
    }

    @Override
    long valueBytes() {
        return 4L * lengths.length + data.length;
    }

    @Override
    void saveValues(ByteSink out) {
        out.ints(lengths, size());
        out.u32(dataSize);
        out.bytes(data, 0, dataSize);
    }

    @Override
    void loadValues(ByteBuffer in, int count) {
        ensureRows(filled + count);
        in.asIntBuffer().get(lengths, filled, count);
        in.position(in.position() + 4 * count);
        filled += count;
        int length = in.getInt();
        ensureData(length);
        in.get(data, dataSize, length);
        dataSize += length;
    }

    /** Gives back the memory of bytes that left as pages. */
    void releaseData() {
        data = new byte[0];
    }

    @Override
    void clearValues() {
        dataSize = 0;
        filled = 0;
        pagedRows = 0;
        pagedValues = 0;
        boundedRows = 0;
        paging = false;
    }

    @Override
    void releaseValues() {
        lengths = new int[0];
        data = new byte[0];
    }
}
