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
import dev.stoa.format.StructVector;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.format.internal.meta.SchemaNodes;
import java.io.IOException;
import java.util.List;

/** Writes the validity of a struct or variant, and its fields. Without a null row it has no bytes. */
final class StructWriter extends NodeWriter {
    private final Validity values = new Validity();
    private final List<NodeWriter> fields;
    /** Full vectors without nulls at the start of the column, which are not stored unless nulls follow. */
    private int validVectors;

    StructWriter(WriterContext context, SchemaNodes.Node node, NodeTree tree) {
        super(context, node);
        this.fields = tree.childrenOf(node);
    }

    @Override
    VectorValues values() {
        return values;
    }

    @Override
    void append(ColumnVector vector, Rows rows, boolean[] parentNulls, long firstRow) throws IOException {
        boolean[] nulls = effectiveNulls(vector, rows, parentNulls, firstRow);
        StructVector struct = (StructVector) vector;
        values.append(vector, rows, nulls);
        appended();
        for (int i = 0; i < fields.size(); i++) {
            fields.get(i).append(struct.field(i), rows, nulls, firstRow);
        }
    }

    @Override
    void endVector() throws IOException {
        restore();
        if (values.nullCount() == 0 && store().vectors() == 0) {
            validVectors++;
            values.clear();
            return;
        }
        if (validVectors > 0) {
            Validity valid = new Validity();
            valid.added(Layout.VECTOR_ROWS, ColumnVector.NO_NULLS);
            for (; validVectors > 0; validVectors--) {
                store().add(valid);
            }
        }
        super.endVector();
    }
}
