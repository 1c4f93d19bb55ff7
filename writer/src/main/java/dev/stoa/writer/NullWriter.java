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
import dev.stoa.format.internal.meta.SchemaNodes;

/** Counts the rows of a column of the null type, which has no bytes. */
final class NullWriter extends NodeWriter {
    private final VectorValues values = new Validity();
    private long rows;

    NullWriter(WriterContext context, SchemaNodes.Node node) {
        super(context, node);
    }

    @Override
    VectorValues values() {
        return values;
    }

    @Override
    void append(ColumnVector vector, Rows piece, boolean[] parentNulls, long firstRow) {
        rows += piece.count();
    }

    @Override
    long nulls() {
        return rows;
    }
}
