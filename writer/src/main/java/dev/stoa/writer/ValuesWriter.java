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
import dev.stoa.format.internal.meta.SchemaNodes;
import java.io.IOException;

/** Writes a column whose values have a fixed width. */
final class ValuesWriter extends NodeWriter {
    private final VectorValues values;

    ValuesWriter(WriterContext context, SchemaNodes.Node node) {
        super(context, node);
        this.values = valuesOf(node.field().type());
    }

    private static VectorValues valuesOf(Type type) {
        return switch (type.physical()) {
            case BOOLEAN -> new BooleanValues(type);
            case INT -> new IntValues(type);
            case LONG -> new LongValues(type);
            case INT128 -> new Int128Values(type);
            case FLOAT -> new FloatValues();
            case DOUBLE -> new DoubleValues();
            case NONE, BYTES -> throw new IllegalArgumentException(type + " has no values of a fixed width");
        };
    }

    @Override
    VectorValues values() {
        return values;
    }

    @Override
    void append(ColumnVector vector, Rows rows, boolean[] parentNulls, long firstRow) throws IOException {
        int from = values.size();
        values.append(vector, rows, effectiveNulls(vector, rows, parentNulls, firstRow));
        int wrong = values.firstWrong(from);
        if (wrong < values.size()) {
            throw rejected(firstRow + wrong - from, values.problem(wrong));
        }
        appended();
    }
}
