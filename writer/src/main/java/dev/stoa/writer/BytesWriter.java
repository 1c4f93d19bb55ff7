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

import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.format.internal.meta.SchemaNodes;
import java.io.IOException;
import java.util.Arrays;

/** Writes a column of shape BYTES. */
final class BytesWriter extends NodeWriter {
    /** A dictionary with more entries per row than this is not worth a look at all of them. */
    private static final int MAX_ENTRIES_PER_ROW = 4;

    private static final int UNKNOWN = -1;

    private final BytesCheck check;
    private final BytesValues values;
    /** Bytes of the vector under way that were put aside. */
    private long savedBytes;

    private boolean busy;

    BytesWriter(WriterContext context, SchemaNodes.Node node) {
        super(context, node);
        this.check = new BytesCheck(node.field().type());
        this.values = new BytesValues(context, store());
    }

    @Override
    VectorValues values() {
        return values;
    }

    @Override
    void append(ColumnVector vector, Rows rows, boolean[] parentNulls, long firstRow) throws IOException {
        boolean[] nulls = effectiveNulls(vector, rows, parentNulls, firstRow);
        BytesVector bytes = (BytesVector) vector;
        if (savedBytes > 0 && isTooMuch(rawBytes(bytes, rows))) {
            restore();
            savedBytes = 0;
        }
        busy = true;
        if (bytes.dictionary().isPresent()) {
            appendEntries(bytes, bytes.dictionary().get().size(), rows, nulls, firstRow);
        } else {
            appendPlain(bytes, rows, nulls, firstRow);
        }
        values.added(rows.count(), nulls);
        busy = false;
        appended();
    }

    private void appendPlain(BytesVector vector, Rows rows, boolean[] nulls, long firstRow) throws IOException {
        byte[] data = vector.data();
        int[] offsets = vector.offsets();
        int i = 0;
        for (int run = 0; run < rows.runs(); run++) {
            int start = rows.start(run);
            int end = start + rows.length(run);
            if (nulls.length == 0 && appendAtOnce(data, offsets, start, end)) {
                i += end - start;
                continue;
            }
            for (int row = start; row < end; row++, i++) {
                if (nulls.length != 0 && nulls[i]) {
                    values.nullRow();
                } else {
                    int from = offsets[row];
                    int length = offsets[row + 1] - from;
                    checkPlace(data, from, length, firstRow + i);
                    int stored = check.storedLength(data, from, length);
                    if (stored < 0) {
                        throw rejected(firstRow + i, check.problem(data, from, length));
                    }
                    add(data, check.keepsEnd() ? from + length - stored : from, stored);
                }
            }
        }
    }

    /** Appends neighbours that need no look at each; false if that can't be. */
    private boolean appendAtOnce(byte[] data, int[] offsets, int start, int end) {
        int from = offsets[start];
        int length = offsets[end] - from;
        if (!isPlace(data, from, length)
                || values.isPaging()
                || isTooMuch(length)
                || !areInOrder(offsets, start, end)) {
            return false;
        }
        if (!check.takesAll() && !(check.takesAscii() && Utf8.isAscii(data, from, from + length))) {
            return false;
        }
        values.values(data, offsets, start, end - start);
        return true;
    }

    private static boolean areInOrder(int[] offsets, int start, int end) {
        int negative = 0;
        for (int i = start; i < end; i++) {
            negative |= offsets[i + 1] - offsets[i];
        }
        return negative >= 0;
    }

    private void appendEntries(BytesVector vector, int entries, Rows rows, boolean[] nulls, long firstRow)
            throws IOException {
        byte[] data = vector.data();
        int[] offsets = vector.offsets();
        int[] ids = vector.ids();
        boolean isSmall = entries <= (long) MAX_ENTRIES_PER_ROW * rows.count();
        int[] storedLengths = new int[isSmall ? entries : 0];
        Arrays.fill(storedLengths, UNKNOWN);
        int i = 0;
        for (int run = 0; run < rows.runs(); run++) {
            for (int row = rows.start(run); row < rows.start(run) + rows.length(run); row++, i++) {
                if (nulls.length != 0 && nulls[i]) {
                    values.nullRow();
                    continue;
                }
                int id = ids[row];
                if (id < 0 || id >= entries) {
                    throw rejected(firstRow + i, "the id " + id + " is not in a dictionary of " + entries + " entries");
                }
                int from = offsets[id];
                int length = offsets[id + 1] - from;
                int stored = isSmall ? storedLengths[id] : UNKNOWN;
                if (stored == UNKNOWN) {
                    checkPlace(data, from, length, firstRow + i);
                    stored = check.storedLength(data, from, length);
                    if (stored < 0) {
                        throw rejected(firstRow + i, check.problem(data, from, length));
                    }
                    if (isSmall) {
                        storedLengths[id] = stored;
                    }
                }
                add(data, check.keepsEnd() ? from + length - stored : from, stored);
            }
        }
    }

    private static boolean isPlace(byte[] data, int from, int length) {
        return from >= 0 && length >= 0 && length <= data.length - from;
    }

    private void checkPlace(byte[] data, int from, int length, long row) throws RejectedDataException {
        if (!isPlace(data, from, length)) {
            throw rejected(
                    row,
                    "the value is said to be at " + from + " with " + length + " bytes, of " + data.length
                            + " bytes of data");
        }
    }

    private static long rawBytes(BytesVector vector, Rows rows) {
        long sum = 0;
        for (int run = 0; run < rows.runs(); run++) {
            for (int row = rows.start(run); row < rows.start(run) + rows.length(run); row++) {
                sum += vector.isNull(row) ? 0 : vector.length(row);
            }
        }
        return sum;
    }

    private boolean isTooMuch(long more) {
        return values.isFull(savedBytes + more);
    }

    private void add(byte[] data, int from, int length) throws IOException {
        if (isTooMuch(length)) {
            values.startPage();
            if (length > Layout.MAX_GRANULE_BYTES) {
                values.largeValue(data, from, length);
                return;
            }
        }
        values.value(data, from, length);
    }

    @Override
    void endVector() throws IOException {
        busy = true;
        super.endVector();
        savedBytes = 0;
        busy = false;
    }

    @Override
    void saveAside(Spill spill) throws IOException {
        if (busy) {
            return;
        }
        if (values.isPaging()) {
            values.startPage();
            values.releaseData();
            account();
        } else {
            savedBytes += values.dataSize();
            super.saveAside(spill);
        }
    }
}
