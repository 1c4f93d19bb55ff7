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
import dev.stoa.format.Type;
import dev.stoa.format.internal.encoding.wire.ByteSink;
import dev.stoa.format.internal.meta.ColumnIndex;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.format.internal.meta.SchemaNodes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Writes the column of a node of the schema; a nested one passes rows on to its children. */
abstract class NodeWriter {
    private final WriterContext context;
    private final SchemaNodes.Node node;
    private final ColumnStore store;
    private final List<Spill.Piece> saved = new ArrayList<>(0);
    private int savedRows;
    private long held;

    NodeWriter(WriterContext context, SchemaNodes.Node node) {
        this.context = context;
        this.node = node;
        this.store = new ColumnStore(context, node.field().type());
        context.add(this);
    }

    final SchemaNodes.Node node() {
        return node;
    }

    final ColumnStore store() {
        return store;
    }

    /** The rows that are not a vector yet. */
    abstract VectorValues values();

    /**
     * Appends rows of a vector; they don't go beyond the end of a vector of the column.
     *
     * @param parentNulls which of the rows are null because a struct above is; length 0 for none
     * @param firstRow the ordinal of the first of the rows in the row set
     */
    abstract void append(ColumnVector vector, Rows rows, boolean[] parentNulls, long firstRow) throws IOException;

    /** Null rows of the column. */
    long nulls() {
        return store.nulls();
    }

    /** Which rows are null: those of the vector, and those of a null struct. */
    final boolean[] effectiveNulls(ColumnVector vector, Rows rows, boolean[] parentNulls, long firstRow)
            throws RejectedDataException {
        checkType(vector);
        boolean[] own = rows.nulls(vector);
        if (own.length == 0) {
            return parentNulls;
        }
        if (!node.field().nullable()) {
            for (int i = 0; i < own.length; i++) {
                if (own[i] && (parentNulls.length == 0 || !parentNulls[i])) {
                    throw rejected(firstRow + i, "is null, but the column is declared to have no nulls");
                }
            }
        }
        for (int i = 0; i < parentNulls.length; i++) {
            own[i] |= parentNulls[i];
        }
        return own;
    }

    private void checkType(ColumnVector vector) {
        Type type = node.field().type();
        boolean fits = type.kind().isNested()
                ? vector.type().kind() == type.kind()
                : vector.type().equals(type);
        if (!fits) {
            throw new IllegalArgumentException(
                    "column '" + node.path() + "' is " + type + ", the vector holds " + vector.type());
        }
    }

    final RejectedDataException rejected(long row, String problem) {
        return new RejectedDataException(node.path(), row, problem);
    }

    /** Ends the vector if it is full, and counts memory. */
    final void appended() throws IOException {
        if (savedRows + values().size() == Layout.VECTOR_ROWS) {
            endVector();
        }
        account();
        context.relieve();
    }

    final void account() {
        long now = values().heldBytes();
        context.budget().add(now - held);
        held = now;
    }

    /** Ends the vector under way. */
    void endVector() throws IOException {
        restore();
        store.add(values());
        values().clear();
    }

    /** Brings rows back that were put aside. */
    final void restore() throws IOException {
        if (saved.isEmpty()) {
            return;
        }
        ByteSink sink = context.workspace().saved();
        values().save(sink);
        ByteBuffer last = ByteBuffer.wrap(sink.toByteArray()).order(ByteOrder.LITTLE_ENDIAN);
        values().clear();
        for (Spill.Piece piece : saved) {
            byte[] bytes = new byte[piece.length()];
            context.spill().read(piece, bytes, 0);
            context.spill().release(piece);
            values().load(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN));
        }
        saved.clear();
        savedRows = 0;
        values().load(last);
    }

    /** Puts the rows under way aside, and gives their memory back. */
    void saveAside(Spill spill) throws IOException {
        if (values().size() > 0) {
            ByteSink sink = context.workspace().saved();
            values().save(sink);
            saved.add(spill.write(sink.array(), 0, sink.size()));
            savedRows += values().size();
        }
        values().release();
        account();
    }

    /** Gives memory back that holds nothing. */
    final void releaseIdle() {
        if (values().size() == 0) {
            values().release();
            account();
        }
    }

    /** Ends the last vector and writes what is left; the index, if the column has one. */
    final Optional<ColumnIndex> finish() throws IOException {
        if (savedRows + values().size() > 0) {
            endVector();
        }
        values().release();
        account();
        return store.vectors() == 0 ? Optional.empty() : Optional.of(store.finish(childStarts()));
    }

    /** List, map: by vector, the row of its first element. */
    long[] childStarts() {
        return new long[0];
    }
}
