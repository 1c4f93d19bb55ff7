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

import dev.stoa.format.Type;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.column.ColumnDescriptor;

/**
 * The source of the vector of one Stoa field: the levels of its existing rows, and the Parquet leaves below it (Melnik et
 * al., "Dremel", VLDB 2010, for the levels).
 *
 * <p>A node lives at a repetition depth: 0 for the rows of the table, one more within each list or map. At depth d, a row
 * starts at each entry of a leaf that meets two conditions. Its repetition level is at most d, and its definition level at
 * least that of the enclosing element.
 */
abstract sealed class ImportNode {
    private final Type type;
    private final int definition;

    private ImportNode(Type type, int definition) {
        this.type = type;
        this.definition = definition;
    }

    /** The Stoa type of the vector. */
    final Type type() {
        return type;
    }

    /** A row is null where the definition level is below this. */
    final int definition() {
        return definition;
    }

    /** The ordinals of all leaves below, in order. */
    final List<Integer> leaves() {
        List<Integer> all = new ArrayList<>();
        collect(all);
        return all;
    }

    abstract void collect(List<Integer> leaves);

    /** A column with values. */
    static final class Leaf extends ImportNode {
        private final int ordinal;
        private final ColumnDescriptor column;

        Leaf(Type type, ColumnDescriptor column, int ordinal) {
            super(type, column.getMaxDefinitionLevel());
            this.column = column;
            this.ordinal = ordinal;
        }

        int ordinal() {
            return ordinal;
        }

        ColumnDescriptor column() {
            return column;
        }

        @Override
        void collect(List<Integer> leaves) {
            leaves.add(ordinal);
        }
    }

    /** A struct, a variant, or the entries of a map. */
    static final class Struct extends ImportNode {
        private final List<ImportNode> children;

        Struct(Type type, int definition, List<ImportNode> children) {
            super(type, definition);
            this.children = List.copyOf(children);
        }

        List<ImportNode> children() {
            return children;
        }

        @Override
        void collect(List<Integer> leaves) {
            children.forEach(child -> child.collect(leaves));
        }
    }

    /** A list or map: the repetition depth of its elements, the definition level of an existing one, and the elements. */
    static final class Repeated extends ImportNode {
        private final int depth;
        private final int elementDefinition;
        private final ImportNode element;

        Repeated(Type type, int definition, int depth, int elementDefinition, ImportNode element) {
            super(type, definition);
            this.depth = depth;
            this.elementDefinition = elementDefinition;
            this.element = element;
        }

        int depth() {
            return depth;
        }

        int elementDefinition() {
            return elementDefinition;
        }

        ImportNode element() {
            return element;
        }

        @Override
        void collect(List<Integer> leaves) {
            element.collect(leaves);
        }
    }
}
