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
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.ListVector;
import dev.stoa.format.StoaException;
import dev.stoa.format.StructVector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Builds the vectors of one node, batch after batch, in arrays of its own that it reuses. Structs and lists are built
 * from the levels of their first leaf; those of the other leaves must agree.
 */
abstract sealed class NodeAssembler permits LeafAssembler, NodeAssembler.OfStruct, NodeAssembler.OfList {

    /**
     * Builds a vector.
     *
     * @param depth the repetition depth of the rows
     * @param slots the number of rows
     * @param batch the leaves, and how many of their entries are in the batch
     */
    abstract ColumnVector assemble(int depth, int slots, LeafEntries batch) throws StoaException;

    static NodeAssembler of(ImportNode node, List<LeafConverter> converters) {
        if (node instanceof ImportNode.Leaf leaf) {
            return new LeafAssembler(leaf, converters.get(leaf.ordinal()));
        }
        return node instanceof ImportNode.Struct struct
                ? new OfStruct(struct, converters)
                : new OfList((ImportNode.Repeated) node, converters);
    }

    /** The leaves' readers, and the number of entries of each that belong to the batch. */
    record LeafEntries(List<LeafReader> readers, int[] entries) {}

    private static CorruptFileException disagree(LeafReader leaf) {
        return new CorruptFileException("the levels of column '"
                + String.join(".", leaf.column().getPath()) + "' disagree with those of the columns beside it");
    }

    static final class OfStruct extends NodeAssembler {
        private final ImportNode.Struct node;
        private final List<Integer> leaves;
        private final List<NodeAssembler> children = new ArrayList<>();
        private boolean[] nulls = new boolean[0];
        private boolean[] others = new boolean[0];

        private OfStruct(ImportNode.Struct node, List<LeafConverter> converters) {
            this.node = node;
            this.leaves = node.leaves();
            node.children().forEach(child -> children.add(of(child, converters)));
        }

        @Override
        ColumnVector assemble(int depth, int slots, LeafEntries batch) throws StoaException {
            boolean anyNull = false;
            for (int i = 0; i < leaves.size(); i++) {
                LeafReader leaf = batch.readers.get(leaves.get(i));
                if (leaf.elementDefinition(depth) >= node.definition()) {
                    break;
                }
                if (i == 0) {
                    nulls = room(nulls, slots);
                    anyNull = nulls(leaf, batch.entries[leaves.get(i)], depth, slots, nulls);
                } else {
                    others = room(others, slots);
                    nulls(leaf, batch.entries[leaves.get(i)], depth, slots, others);
                    if (!Arrays.equals(nulls, 0, slots, others, 0, slots)) {
                        throw disagree(leaf);
                    }
                }
            }
            List<ColumnVector> fields = new ArrayList<>(children.size());
            for (NodeAssembler child : children) {
                fields.add(child.assemble(depth, slots, batch));
            }
            return new StructVector(node.type(), fields, anyNull ? nulls : ColumnVector.NO_NULLS, slots);
        }

        private boolean nulls(LeafReader leaf, int entries, int depth, int slots, boolean[] out)
                throws CorruptFileException {
            int slot = 0;
            int there = leaf.elementDefinition(depth);
            boolean any = false;
            for (int i = 0; i < entries; i++) {
                int definition = leaf.definition(i);
                if (leaf.repetition(i) <= depth && definition >= there) {
                    if (slot == slots) {
                        throw disagree(leaf);
                    }
                    boolean isNull = definition < node.definition();
                    any |= isNull;
                    out[slot++] = isNull;
                }
            }
            if (slot != slots) {
                throw disagree(leaf);
            }
            return any;
        }
    }

    static final class OfList extends NodeAssembler {
        private final ImportNode.Repeated node;
        private final List<Integer> leaves;
        private final NodeAssembler element;
        private boolean[] nulls = new boolean[0];
        private boolean[] otherNulls = new boolean[0];
        private int[] offsets = new int[0];
        private int[] otherOffsets = new int[0];

        private OfList(ImportNode.Repeated node, List<LeafConverter> converters) {
            this.node = node;
            this.leaves = node.leaves();
            this.element = of(node.element(), converters);
        }

        @Override
        ColumnVector assemble(int depth, int slots, LeafEntries batch) throws StoaException {
            nulls = room(nulls, slots);
            offsets = room(offsets, slots + 1);
            boolean anyNull = lists(batch, 0, depth, slots, offsets, nulls);
            for (int i = 1; i < leaves.size(); i++) {
                otherNulls = room(otherNulls, slots);
                otherOffsets = room(otherOffsets, slots + 1);
                lists(batch, i, depth, slots, otherOffsets, otherNulls);
                if (!Arrays.equals(offsets, 0, slots + 1, otherOffsets, 0, slots + 1)
                        || !Arrays.equals(nulls, 0, slots, otherNulls, 0, slots)) {
                    throw disagree(batch.readers.get(leaves.get(i)));
                }
            }
            ColumnVector elements = element.assemble(depth + 1, offsets[slots], batch);
            return new ListVector(node.type(), offsets, elements, anyNull ? nulls : ColumnVector.NO_NULLS, slots);
        }

        private boolean lists(LeafEntries batch, int which, int depth, int slots, int[] outOffsets, boolean[] outNulls)
                throws CorruptFileException {
            LeafReader leaf = batch.readers.get(leaves.get(which));
            int entries = batch.entries[leaves.get(which)];
            int there = leaf.elementDefinition(depth);
            int slot = 0;
            int elements = 0;
            boolean any = false;
            for (int i = 0; i < entries; i++) {
                int repetition = leaf.repetition(i);
                int definition = leaf.definition(i);
                if (repetition <= depth && definition >= there) {
                    if (slot == slots) {
                        throw disagree(leaf);
                    }
                    boolean isNull = definition < node.definition();
                    any |= isNull;
                    outNulls[slot] = isNull;
                    outOffsets[slot++] = elements;
                }
                if (repetition <= depth + 1 && definition >= node.elementDefinition()) {
                    elements++;
                }
            }
            if (slot != slots) {
                throw disagree(leaf);
            }
            outOffsets[slots] = elements;
            return any;
        }
    }

    static boolean[] room(boolean[] array, int n) {
        return array.length >= n ? array : new boolean[BytesBuffer.grown(array.length, n)];
    }

    static int[] room(int[] array, int n) {
        return array.length >= n ? array : new int[BytesBuffer.grown(array.length, n)];
    }

    static long[] room(long[] array, int n) {
        return array.length >= n ? array : new long[BytesBuffer.grown(array.length, n)];
    }
}
