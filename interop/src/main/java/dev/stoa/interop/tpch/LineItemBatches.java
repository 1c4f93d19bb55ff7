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
package dev.stoa.interop.tpch;

import dev.stoa.format.Batch;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.Type;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/** Gathers rows of a {@link LineItemStore} in a given order into batches that reuse their arrays. */
final class LineItemBatches implements Iterator<Batch> {
    private static final int ROWS = LineItems.BATCH_ROWS;

    private final LineItemStore store;
    private final int[] order;
    private int next;

    private final long[][] longs = new long[7][ROWS];
    private final int[][] ints = new int[4][ROWS];
    private final Texts[] texts = {new Texts(), new Texts(), new Texts(), new Texts(), new Texts()};

    LineItemBatches(LineItemStore store, int[] order) {
        this.store = store;
        this.order = order;
    }

    @Override
    public boolean hasNext() {
        return next < order.length;
    }

    @Override
    public Batch next() {
        if (!hasNext()) {
            throw new NoSuchElementException("the table has " + order.length + " rows");
        }
        int first = next;
        int count = Math.min(ROWS, order.length - first);
        next += count;
        List<ColumnVector> columns = List.of(
                wide(0, 0, store.orderKey, 1, first, count),
                wide(1, 1, store.partKey, 1, first, count),
                wide(2, 2, store.suppKey, 1, first, count),
                narrow(3, 0, store.lineNumber, first, count),
                wide(4, 3, store.quantity, 100, first, count),
                wide(5, 4, store.priceCents, 1, first, count),
                wide(6, 5, store.discountPercent, 1, first, count),
                wide(7, 6, store.taxPercent, 1, first, count),
                coded(8, 0, store.returnFlag, store.returnFlags, first, count),
                coded(9, 1, store.lineStatus, store.lineStatuses, first, count),
                dates(10, 1, store.shipDate, first, count),
                dates(11, 2, store.commitDate, first, count),
                dates(12, 3, store.receiptDate, first, count),
                coded(13, 2, store.shipInstruct, store.shipInstructs, first, count),
                coded(14, 3, store.shipMode, store.shipModes, first, count),
                comments(15, 4, first, count));
        return new Batch(LineItems.schema(), columns, count, first, new int[0], count);
    }

    private static Type type(int column) {
        return LineItems.schema().fields().get(column).type();
    }

    private LongVector wide(int column, int slot, int[] source, int factor, int first, int count) {
        long[] out = longs[slot];
        for (int i = 0; i < count; i++) {
            out[i] = (long) source[order[first + i]] * factor;
        }
        return new LongVector(type(column), out, ColumnVector.NO_NULLS, count);
    }

    private LongVector wide(int column, int slot, byte[] source, int factor, int first, int count) {
        long[] out = longs[slot];
        for (int i = 0; i < count; i++) {
            out[i] = (long) source[order[first + i]] * factor;
        }
        return new LongVector(type(column), out, ColumnVector.NO_NULLS, count);
    }

    private IntVector narrow(int column, int slot, byte[] source, int first, int count) {
        int[] out = ints[slot];
        for (int i = 0; i < count; i++) {
            out[i] = source[order[first + i]];
        }
        return new IntVector(type(column), out, ColumnVector.NO_NULLS, count);
    }

    private IntVector dates(int column, int slot, int[] source, int first, int count) {
        int[] out = ints[slot];
        for (int i = 0; i < count; i++) {
            out[i] = source[order[first + i]];
        }
        return new IntVector(type(column), out, ColumnVector.NO_NULLS, count);
    }

    private BytesVector coded(int column, int slot, byte[] codes, StringCodes names, int first, int count) {
        Texts out = texts[slot];
        out.clear();
        for (int i = 0; i < count; i++) {
            byte[] text = names.textOf(codes[order[first + i]]);
            out.add(text, 0, text.length);
        }
        return out.vector(type(column), count);
    }

    private BytesVector comments(int column, int slot, int first, int count) {
        Texts out = texts[slot];
        out.clear();
        for (int i = 0; i < count; i++) {
            int row = order[first + i];
            int start = store.commentStart[row];
            out.add(store.comments, start, store.commentStart[row + 1] - start);
        }
        return out.vector(type(column), count);
    }

    /** Texts of a batch, one after the other. */
    private static final class Texts {
        private final int[] offsets = new int[ROWS + 1];
        private byte[] data = new byte[16 * ROWS];
        private int size;

        void clear() {
            size = 0;
        }

        void add(byte[] source, int start, int length) {
            int from = offsets[size];
            if (from + length > data.length) {
                data = Arrays.copyOf(data, Math.max(from + length, 2 * data.length));
            }
            System.arraycopy(source, start, data, from, length);
            offsets[++size] = from + length;
        }

        BytesVector vector(Type type, int count) {
            return new BytesVector(type, data, offsets, ColumnVector.NO_NULLS, count);
        }
    }
}
