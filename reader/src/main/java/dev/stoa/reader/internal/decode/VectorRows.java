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

import dev.stoa.format.ColumnVector;
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.internal.encoding.decode.VectorDecoder;
import dev.stoa.format.internal.encoding.decode.WantedRows;
import dev.stoa.format.internal.encoding.wire.Encoding;
import dev.stoa.format.internal.meta.ColumnIndex;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.reader.internal.fetch.ColumnData;
import dev.stoa.reader.internal.file.ReadColumn;
import dev.stoa.reader.internal.overlay.ColumnChanges;
import dev.stoa.reader.internal.overlay.FixedValues;
import dev.stoa.reader.internal.overlay.VectorChanges;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/**
 * Reads any rows of one column, without its children, vector by vector. A result is valid until the next load. Rows
 * that start a vector and end within it are not copied.
 */
public abstract class VectorRows {
    private static final int NOTHING = -1;

    private final ReadColumn column;
    private final ScanContext context;
    private final Optional<VectorChanges> changes;
    private Optional<ColumnData> data = Optional.empty();
    /** The block of the vector that was decoded last: the vectors blockFirst..blockEnd-1. */
    private Encoding encoding = new Encoding.AllNull();

    private int blockFirst;
    private int blockEnd;
    private int decodedVector = NOTHING;
    /** The decoded rows of the vector, most often all. */
    private WantedRows decodedRows = WantedRows.all(0);

    private boolean decodedHasNulls;
    private boolean decodedConstant;
    /** The number of rows in the arrays that hold the value of a constant {@link #encoding}; 0 for other encodings. */
    private int filledRows;

    private boolean[] decodedNulls = new boolean[0];
    private boolean[] gatheredNulls = new boolean[0];
    private boolean[] nulls = ColumnVector.NO_NULLS;
    private int rows;
    private boolean gathered;

    VectorRows(ReadColumn column, ScanContext context) {
        this.column = column;
        this.context = context;
        this.changes = context.overlay().changes(column).map(VectorChanges::new);
    }

    final ReadColumn column() {
        return column;
    }

    final ScanContext context() {
        return context;
    }

    /** The new values of the column. */
    final Optional<ColumnChanges> newValues() {
        return context.overlay().changes(column);
    }

    /** The number of rows that were loaded. */
    final int rows() {
        return rows;
    }

    /** Whether the rows are gathered, not just those of the decoded vector. */
    final boolean isGathered() {
        return gathered;
    }

    /** Whether the loaded rows are known to be equal, and not null. */
    final boolean isConstant() {
        return decodedConstant && !gathered && rows > 0;
    }

    /** The null mask of the loaded rows. */
    public final boolean[] nulls() {
        return nulls;
    }

    /** The rows that the subclass must decode. */
    final WantedRows decodedRows() {
        return decodedRows;
    }

    /** Loads rows; those of more than zero must have been fetched. */
    public final void load(long from, int count) throws IOException {
        rows = count;
        int vector = (int) (from / Layout.VECTOR_ROWS);
        int at = (int) (from % Layout.VECTOR_ROWS);
        if (count == 0) {
            gathered = true;
            nulls = ColumnVector.NO_NULLS;
            beginGather(0);
        } else if (at == 0 && count <= vectorRows(vector)) {
            decode(vector, 0, count);
            gathered = false;
            nulls = decodedHasNulls ? decodedNulls : ColumnVector.NO_NULLS;
        } else {
            gathered = true;
            gather(vector, at, count);
        }
    }

    private void gather(int firstVector, int firstAt, int count) throws IOException {
        boolean any = false;
        beginGather(count);
        int vector = firstVector;
        int at = firstAt;
        int to = 0;
        while (to < count) {
            int n = Math.min(count - to, vectorRows(vector) - at);
            decode(vector, at, at + n);
            append(at, n, to);
            if (decodedHasNulls) {
                if (gatheredNulls.length < count) {
                    gatheredNulls = Arrays.copyOf(any ? gatheredNulls : new boolean[0], FixedValues.capacity(count));
                }
                if (!any) {
                    Arrays.fill(gatheredNulls, 0, to, false);
                    any = true;
                }
                System.arraycopy(decodedNulls, at, gatheredNulls, to, n);
            } else if (any) {
                Arrays.fill(gatheredNulls, to, to + n, false);
            }
            to += n;
            at = 0;
            vector++;
        }
        nulls = any ? gatheredNulls : ColumnVector.NO_NULLS;
    }

    /** The number of rows of a vector. */
    public final int vectorRows(int vector) {
        return (int) Math.min(Layout.VECTOR_ROWS, column.rowSet().rows() - (long) vector * Layout.VECTOR_ROWS);
    }

    /** Decodes a vector if it isn't the one that is decoded. */
    final void decode(int vector) throws IOException {
        decode(vector, 0, vectorRows(vector));
    }

    /**
     * Decodes some rows of a vector, unless they are decoded. If the encoding can leave rows out, the first call for a vector
     * decodes these alone. A caller that starts with the vector's first row, or comes back for more of its rows, reads on, so
     * it gets all. Of a vector with few selected rows, all calls get these.
     */
    private void decode(int vector, int from, int end) throws IOException {
        Optional<int[]> selected = context.fewRows(column, vector);
        if (vector == decodedVector
                && from >= decodedRows.from()
                && end <= decodedRows.to()
                && (decodedRows.few().isEmpty() || decodedRows.few().equals(selected))) {
            return;
        }
        int n = vectorRows(vector);
        boolean isPart = from > 0 && vector != decodedVector;
        decodedVector = NOTHING;
        decodedRows = WantedRows.all(n);
        boolean[] outNulls = context.nullScratch();
        if (column.index().isEmpty()) {
            decodedHasNulls = !column.isStruct();
            decodedConstant = false;
            Arrays.fill(outNulls, 0, n, true);
        } else {
            if (vector < blockFirst || vector >= blockEnd) {
                begin(vector);
            }
            if (selected.isPresent() && VectorDecoder.decodesFew(encoding)) {
                decodedRows = WantedRows.few(n, selected.get());
            } else if (isPart && VectorDecoder.leavesRowsOut(encoding)) {
                decodedRows = WantedRows.range(n, from, end);
            }
            if (n > filledRows || data.orElseThrow().payload(vector).hasRemaining()) {
                filledRows = 0;
                decodedHasNulls = decode(data.orElseThrow(), encoding, vector, n, outNulls);
                decodedConstant = context.decoder().isConstant();
                boolean kept = decodedConstant
                        && encoding instanceof Encoding.Constant
                        && dependsOnValuesOnly()
                        && data.orElseThrow().index().pagedVectors().isEmpty();
                filledRows = kept ? n : 0;
            }
            context.counters().columnVectorsDecoded++;
            if (decodedHasNulls && !column.mayBeNull()) {
                throw nullsOfNotNullable(data.orElseThrow(), vector);
            }
        }
        if (decodedHasNulls) {
            if (decodedNulls.length < n) {
                decodedNulls = new boolean[Layout.VECTOR_ROWS];
            }
            System.arraycopy(outNulls, 0, decodedNulls, 0, n);
        }
        if (changes.isPresent() && changes.get().seek(vector)) {
            overlay(changes.get(), n);
        }
        decodedVector = vector;
    }

    /** Lays new values over the decoded vector. */
    private void overlay(VectorChanges changed, int n) throws IOException {
        filledRows = 0;
        decodedConstant = false;
        overlayNulls(changed, n);
        overlayValues(changed, n);
    }

    private void overlayNulls(VectorChanges changed, int n) {
        boolean[] newNulls = changed.values().nulls();
        if (newNulls.length == 0 && !decodedHasNulls) {
            return;
        }
        if (!decodedHasNulls) {
            if (decodedNulls.length < n) {
                decodedNulls = new boolean[Layout.VECTOR_ROWS];
            }
            Arrays.fill(decodedNulls, 0, n, false);
            decodedHasNulls = true;
        }
        char[] places = changed.places();
        for (int i = changed.from(); i < changed.to(); i++) {
            decodedNulls[places[i]] = newNulls.length != 0 && newNulls[i];
        }
    }

    /** Goes to the block of a vector. */
    private void begin(int vector) {
        if (data.isEmpty()) {
            data = Optional.of(context.store().data(column));
        }
        ColumnIndex index = data.get().index();
        int block = index.blockOf(vector);
        encoding = index.blocks().get(block).encoding();
        filledRows = 0;
        blockFirst = index.blockStart(block);
        blockEnd = index.blockStart(block + 1);
    }

    public static CorruptFileException nullsOfNotNullable(ColumnData data, int vector) {
        return new CorruptFileException(data.whereVector(vector)
                + ": there are nulls, but neither the column nor a struct above it is nullable");
    }

    /** Whether vectors of equal values leave the same state in the subclass, wherever they are. */
    boolean dependsOnValuesOnly() {
        return true;
    }

    /**
     * Decodes a vector into the arrays of the subclass, at least its {@link #decodedRows}; true when some row is null.
     */
    abstract boolean decode(ColumnData from, Encoding root, int vector, int n, boolean[] outNulls) throws IOException;

    /** Lays new values over those that were just decoded; nulls are not looked at. */
    abstract void overlayValues(VectorChanges changed, int n) throws IOException;

    /** Rows will be gathered. */
    abstract void beginGather(int count);

    /** Appends rows of the decoded vector to those gathered. */
    abstract void append(int at, int n, int to) throws IOException;

    /** The loaded rows, of the type of the column. */
    public abstract ColumnVector vector() throws IOException;

    /** Returns the least bytes per row in a batch. */
    abstract int width();
}
