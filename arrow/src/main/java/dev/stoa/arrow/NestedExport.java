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
package dev.stoa.arrow;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.ListVector;
import dev.stoa.format.StoaException;
import dev.stoa.format.StructVector;
import java.util.List;
import java.util.function.Consumer;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.ipc.message.ArrowDictionaryBatch;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;

/** Gathers columns that have other columns in them. */
abstract class NestedExport extends ColumnExport {
    final List<ColumnExport> children;

    private NestedExport(BatchMemory memory, Field field, String path, List<ColumnExport> children) {
        super(memory, field, path);
        this.children = children;
    }

    @Override
    long bytes() {
        long bytes = rows();
        for (ColumnExport child : children) {
            bytes += child.bytes();
        }
        return bytes;
    }

    @Override
    void takeValues(List<ArrowFieldNode> nodes, List<ArrowBuf> buffers) {
        for (ColumnExport child : children) {
            child.take(nodes, buffers);
        }
    }

    @Override
    void giveDictionaries(Consumer<ArrowDictionaryBatch> target) {
        children.forEach(child -> child.giveDictionaries(target));
    }

    @Override
    public void close() {
        children.forEach(ColumnExport::close);
    }

    /** Structs and variants. */
    static final class Structs extends NestedExport {
        Structs(BatchMemory memory, Field field, String path, List<ColumnExport> children) {
            super(memory, field, path, children);
        }

        @Override
        long bytes(ColumnVector vector, Runs selected) {
            long bytes = selected.rows();
            for (int i = 0; i < children.size(); i++) {
                bytes += children.get(i).bytes(((StructVector) vector).field(i), selected);
            }
            return bytes;
        }

        @Override
        void values(ColumnVector vector, Runs selected) throws StoaException {
            for (int i = 0; i < children.size(); i++) {
                children.get(i).append(((StructVector) vector).field(i), selected);
            }
        }
    }

    /** Lists and maps. */
    static final class Lists extends NestedExport {
        private final ColumnExport elements;
        private final OffHeap offsets;
        private final Runs below = new Runs();
        private int[] ends = new int[0];

        Lists(BatchMemory memory, Field field, String path, List<ColumnExport> children) {
            super(memory, field, path, children);
            this.elements = children.get(0);
            this.offsets = new OffHeap(memory);
        }

        @Override
        long bytes(ColumnVector vector, Runs selected) {
            return 4L * selected.rows() + elements.bytes(((ListVector) vector).elements(), below(vector, selected));
        }

        @Override
        long bytes() {
            return offsets.used() + super.bytes();
        }

        private Runs below(ColumnVector vector, Runs selected) {
            int[] starts = ((ListVector) vector).offsets();
            below.clear();
            for (int run = 0; run < selected.count(); run++) {
                below.add(starts[selected.from(run)], starts[selected.to(run)]);
            }
            return below;
        }

        @Override
        void values(ColumnVector vector, Runs selected) throws StoaException {
            int[] starts = ((ListVector) vector).offsets();
            if (ends.length < selected.rows() + 1) {
                ends = new int[selected.rows() + 1];
            }
            int n = 0;
            if (offsets.used() == 0) {
                ends[n++] = 0;
            }
            int end = elements.rows();
            for (int run = 0; run < selected.count(); run++) {
                int shift = end - starts[selected.from(run)];
                for (int row = selected.from(run); row < selected.to(run); row++) {
                    ends[n++] = starts[row + 1] + shift;
                }
                end = starts[selected.to(run)] + shift;
            }
            offsets.putInts(ends, 0, n);
            elements.append(((ListVector) vector).elements(), below(vector, selected));
        }

        @Override
        void takeValues(List<ArrowFieldNode> nodes, List<ArrowBuf> buffers) {
            if (offsets.used() == 0) {
                offsets.putInts(new int[1], 0, 1);
            }
            buffers.add(offsets.take());
            super.takeValues(nodes, buffers);
        }

        @Override
        public void close() {
            offsets.close();
            super.close();
        }
    }
}
