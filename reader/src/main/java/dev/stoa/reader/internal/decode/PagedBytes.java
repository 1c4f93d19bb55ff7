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

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.internal.encoding.wire.Encoding;
import dev.stoa.format.internal.meta.ColumnIndex;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.reader.internal.fetch.ColumnData;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** A paged vector (format-spec, section 6.1): its head is decoded at once, pages when their values are needed. */
public final class PagedBytes {
    private static final int NOTHING = -1;

    private final ScanContext context;
    private int[] lengths = new int[0];
    private long[] starts = new long[0];
    private long[] pageStarts = new long[0];
    private Encoding encoding;
    private ColumnData data;
    private int ordinal;
    private byte[] page = new byte[0];
    private long pageInArray = NOTHING;

    PagedBytes(ScanContext context) {
        this.context = context;
    }

    /** Decodes the head; true when some row is null. */
    boolean decode(ColumnData columnData, int pagedOrdinal, Encoding root, int n, boolean[] nulls) throws IOException {
        if (lengths.length < n) {
            lengths = new int[Layout.VECTOR_ROWS];
            starts = new long[Layout.VECTOR_ROWS + 1];
        }
        data = columnData;
        ordinal = pagedOrdinal;
        encoding = root;
        pageInArray = NOTHING;
        int vector = data.index().pagedVectors().get(ordinal).vector();
        boolean hasNulls = context.decoder().pagedLengths(root, data.payload(vector), n, lengths, nulls);
        for (int i = 0; i < n; i++) {
            starts[i + 1] = starts[i] + lengths[i];
        }
        pageStarts = data.pageStarts(ordinal);
        long inPages = pageStarts[pageStarts.length - 1];
        if (starts[n] != inPages) {
            throw new CorruptFileException("its values have " + starts[n] + " bytes, its pages " + inPages);
        }
        checkFirstValues(root, n, hasNulls, nulls);
        return hasNulls;
    }

    private void checkFirstValues(Encoding root, int n, boolean hasNulls, boolean[] nulls) throws CorruptFileException {
        boolean compact = root instanceof Encoding.Nullable nullable && nullable.compact();
        List<ColumnIndex.Page> pages = data.index().pagedVectors().get(ordinal).pages();
        int row = 0;
        int value = 0;
        for (int p = 0; p < pages.size(); p++) {
            while (row < n && starts[row + 1] <= pageStarts[p]) {
                value += compact && hasNulls && nulls[row] ? 0 : 1;
                row++;
            }
            if (starts[row] < pageStarts[p] && lengths[row] <= Layout.MAX_GRANULE_BYTES) {
                throw new CorruptFileException("page " + p + " starts within a value of " + lengths[row] + " bytes");
            }
            if (pages.get(p).firstValue() != value) {
                throw new CorruptFileException("page " + p + " starts with value " + value + ", the index says "
                        + pages.get(p).firstValue());
            }
        }
    }

    /** The number of bytes of some rows. */
    long length(int at, int rows) {
        return starts[at + rows] - starts[at];
    }

    /** Reads the bytes of some rows, fetching the pages that are not here. */
    void read(int at, int rows, byte[] out, int to) throws IOException {
        long from = starts[at];
        long end = starts[at + rows];
        if (from == end) {
            return;
        }
        int first = pageOf(from);
        int last = pageOf(end - 1);
        context.fetchPages(data, ordinal, first, last);
        for (int p = first; p <= last; p++) {
            long start = Math.max(from, pageStarts[p]);
            long stop = Math.min(end, pageStarts[p + 1]);
            int target = to + (int) (start - from);
            int rawLength = (int) (pageStarts[p + 1] - pageStarts[p]);
            if (start == pageStarts[p] && stop == pageStarts[p + 1]) {
                decodePage(p, rawLength, out, target);
                continue;
            }
            if (pageInArray != p) {
                pageInArray = NOTHING;
                if (page.length < rawLength) {
                    page = new byte[Layout.MAX_GRANULE_BYTES];
                }
                decodePage(p, rawLength, page, 0);
                pageInArray = p;
            }
            System.arraycopy(page, (int) (start - pageStarts[p]), out, target, (int) (stop - start));
        }
    }

    private void decodePage(int p, int rawLength, byte[] out, int to) throws IOException {
        try {
            context.decoder().page(encoding, data.page(ordinal, p).slice(), rawLength, out, to);
        } catch (CorruptFileException e) {
            throw new CorruptFileException(
                    data.where("page " + p + " of a paged vector", data.pageOffsets(ordinal)[p]) + ": "
                            + e.getMessage(),
                    e);
        }
    }

    private int pageOf(long position) {
        int i = Arrays.binarySearch(pageStarts, position);
        return i >= 0 ? i : -i - 2;
    }
}
