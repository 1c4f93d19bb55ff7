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
import dev.stoa.format.internal.meta.Layout;
import java.io.IOException;
import java.util.List;

/**
 * Writes the rows of a row set: cuts them so that no piece crosses the end of a vector, and gives each piece to all
 * columns.
 */
final class RowSetWriter {
    private final List<NodeWriter> columns;
    private final Spread spread;
    private final Rows piece = new Rows();
    private List<ColumnVector> vectors = List.of();
    private long rows;

    /** Runs a task for each column of a piece: one after the other, or by several threads. */
    @FunctionalInterface
    interface Spread {
        /** Runs the task for every number below {@code columns}. */
        void append(int columns, Workers.Task task) throws IOException;
    }

    RowSetWriter(List<NodeWriter> columns, Spread spread) {
        this.columns = columns;
        this.spread = spread;
    }

    /** Appends to one column after the other. */
    static void inTurn(int columns, Workers.Task task) throws IOException {
        for (int i = 0; i < columns; i++) {
            task.run(i);
        }
    }

    /** Number of rows so far. */
    long rows() {
        return rows;
    }

    /** The columns at the top of the row set. */
    List<NodeWriter> columns() {
        return columns;
    }

    /** Names the vectors, one per column, whose rows are added. */
    void begin(List<ColumnVector> source) {
        vectors = source;
    }

    /** Adds rows {@code from..to-1} of the vectors. */
    void add(int from, int to) throws IOException {
        int at = from;
        while (at < to) {
            int room = (int) (Layout.VECTOR_ROWS - rows % Layout.VECTOR_ROWS) - piece.count();
            int count = Math.min(room, to - at);
            piece.add(at, count);
            at += count;
            if (count == room) {
                flush();
            }
        }
    }

    /** Ends what {@link #begin} began. */
    void end() throws IOException {
        flush();
        vectors = List.of();
    }

    private void flush() throws IOException {
        if (piece.count() == 0) {
            return;
        }
        spread.append(columns.size(), i -> columns.get(i).append(vectors.get(i), piece, ColumnVector.NO_NULLS, rows));
        rows += piece.count();
        piece.clear();
    }
}
