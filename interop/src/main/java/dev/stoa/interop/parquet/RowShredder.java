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
package dev.stoa.interop.parquet;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.ListVector;
import dev.stoa.format.StoaException;
import dev.stoa.format.StructVector;
import dev.stoa.format.TypeKind;
import java.util.List;

/** Takes vectors apart into Parquet's columns, a row at a time: values with their repetition and definition levels. */
final class RowShredder {
    private final List<LeafWriter> leaves;

    RowShredder(List<LeafWriter> leaves) {
        this.leaves = leaves;
    }

    /** Points the leaves' writers to the vectors of a new batch. */
    void bind(ImportNode node, ColumnVector vector) {
        if (node instanceof ImportNode.Leaf leaf) {
            leaves.get(leaf.ordinal()).bind(vector);
        } else if (node instanceof ImportNode.Struct struct) {
            for (int i = 0; i < struct.children().size(); i++) {
                bind(struct.children().get(i), ((StructVector) vector).field(i));
            }
        } else {
            bind(((ImportNode.Repeated) node).element(), ((ListVector) vector).elements());
        }
    }

    /**
     * Writes one row of a node.
     *
     * @param repetition the repetition level of its first entry
     * @param definition the level that the nodes above have reached
     */
    void write(ImportNode node, ColumnVector vector, int row, int repetition, int definition) throws StoaException {
        if (vector.isNull(row) || node.type().kind() == TypeKind.NULL) {
            nulls(node, repetition, definition);
        } else if (node instanceof ImportNode.Leaf leaf) {
            leaves.get(leaf.ordinal()).write(row, repetition, node.definition());
        } else if (node instanceof ImportNode.Struct struct) {
            StructVector fields = (StructVector) vector;
            for (int i = 0; i < struct.children().size(); i++) {
                write(struct.children().get(i), fields.field(i), row, repetition, node.definition());
            }
        } else {
            list((ImportNode.Repeated) node, (ListVector) vector, row, repetition);
        }
    }

    private void list(ImportNode.Repeated node, ListVector vector, int row, int repetition) throws StoaException {
        int start = vector.offsets()[row];
        int end = vector.offsets()[row + 1];
        if (start == end) {
            empty(node, repetition, node.definition());
        }
        for (int i = start; i < end; i++) {
            write(
                    node.element(),
                    vector.elements(),
                    i,
                    i == start ? repetition : node.depth(),
                    node.elementDefinition());
        }
    }

    private void nulls(ImportNode node, int repetition, int definition) throws StoaException {
        if (node.definition() <= definition) {
            int leaf = node.leaves().get(0);
            throw new StoaException("column '" + leaves.get(leaf).name()
                    + "' has a null where its schema allows none, which Parquet can't express");
        }
        empty(node, repetition, definition);
    }

    private void empty(ImportNode node, int repetition, int definition) {
        if (node instanceof ImportNode.Leaf leaf) {
            leaves.get(leaf.ordinal()).writeNull(repetition, definition);
        } else if (node instanceof ImportNode.Struct struct) {
            struct.children().forEach(child -> empty(child, repetition, definition));
        } else {
            empty(((ImportNode.Repeated) node).element(), repetition, definition);
        }
    }
}
