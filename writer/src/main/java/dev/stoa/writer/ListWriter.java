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
import dev.stoa.format.ListVector;
import dev.stoa.format.StructVector;
import dev.stoa.format.TypeKind;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.format.internal.meta.SchemaNodes;
import java.io.IOException;
import java.util.List;

/** Writes the lengths of a list or map, and passes the elements on to their row set. */
final class ListWriter extends NodeWriter {
    private final ListLengths values = new ListLengths();
    private final RowSetWriter elements;
    private final boolean isMap;
    private final Longs childStarts = new Longs();
    private long rows;
    private long elementRows;
    /** Elements that were appended for the next row. */
    private long ahead;

    ListWriter(WriterContext context, SchemaNodes.Node node, NodeTree tree) {
        super(context, node);
        this.isMap = node.field().type().kind() == TypeKind.MAP;
        this.elements = tree.rowSet(node.childRowSet(), tree.childrenOf(node));
    }

    @Override
    VectorValues values() {
        return values;
    }

    @Override
    void append(ColumnVector vector, Rows piece, boolean[] parentNulls, long firstRow) throws IOException {
        boolean[] nulls = effectiveNulls(vector, piece, parentNulls, firstRow);
        ListVector list = (ListVector) vector;
        int[] pieceLengths = lengths(list, piece, nulls, firstRow);
        values.append(pieceLengths, piece.count(), nulls);
        appended();
        begin(list.elements());
        int i = 0;
        for (int run = 0; run < piece.runs(); run++) {
            for (int row = piece.start(run); row < piece.start(run) + piece.length(run); row++, i++) {
                if (nulls.length == 0 || !nulls[i]) {
                    int from = list.offsets()[row];
                    int to = list.offsets()[row + 1];
                    checkEntries(list.elements(), from, to, firstRow + i);
                    elements.add(from, to);
                }
            }
        }
        elements.end();
    }

    private int[] lengths(ListVector list, Rows piece, boolean[] nulls, long firstRow) throws RejectedDataException {
        int[] result = new int[piece.count()];
        int[] offsets = list.offsets();
        int i = 0;
        for (int run = 0; run < piece.runs(); run++) {
            for (int row = piece.start(run); row < piece.start(run) + piece.length(run); row++, i++) {
                if (rows % Layout.VECTOR_ROWS == 0) {
                    childStarts.add(elementRows);
                }
                rows++;
                long length = ahead;
                if (nulls.length != 0 && nulls[i]) {
                    if (ahead > 0) {
                        throw rejected(firstRow + i, "is null, but " + ahead + " elements were appended for it");
                    }
                } else {
                    int from = offsets[row];
                    int to = offsets[row + 1];
                    if (from < 0 || to < from || to > list.elements().size()) {
                        throw rejected(
                                firstRow + i,
                                "the list is said to be from " + from + " to " + to + " of "
                                        + list.elements().size() + " elements");
                    }
                    length += to - from;
                }
                ahead = 0;
                if (length > Integer.MAX_VALUE) {
                    throw rejected(
                            firstRow + i,
                            "a list of " + length + " elements is too long, at most " + Integer.MAX_VALUE
                                    + " are possible");
                }
                elementRows += length;
                result[i] = (int) length;
            }
        }
        return result;
    }

    private void begin(ColumnVector vector) {
        elements.begin(isMap ? ((StructVector) vector).fields() : List.of(vector));
    }

    private void checkEntries(ColumnVector vector, int from, int to, long row) throws RejectedDataException {
        if (isMap && vector.hasNulls()) {
            for (int i = from; i < to; i++) {
                if (vector.isNull(i)) {
                    throw rejected(row, "an entry of the map is null");
                }
            }
        }
    }

    /** Appends elements of the next row. */
    void appendAhead(ColumnVector vector) throws IOException {
        ahead += vector.size();
        if (ahead > Integer.MAX_VALUE) {
            throw rejected(rows, "a list of " + ahead + " elements is too long");
        }
        checkEntries(vector, 0, vector.size(), rows);
        begin(vector);
        elements.add(0, vector.size());
        elements.end();
    }

    /** The number of elements appended for a row that is not appended yet. */
    long ahead() {
        return ahead;
    }

    @Override
    long[] childStarts() {
        return childStarts.toArray();
    }
}
