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
import dev.stoa.format.StoaException;
import dev.stoa.format.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.ipc.message.ArrowDictionaryBatch;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;

/** Gathers the rows of a column as buffers of one Arrow vector. */
abstract class ColumnExport implements AutoCloseable {
    private final BatchMemory memory;
    private final String path;
    private final boolean nullable;
    private final Bits valid = new Bits();
    private int rows;
    /** Whether a null was met: before it only rows are counted. */
    private boolean anyNull;

    ColumnExport(BatchMemory memory, Field field, String path) {
        this.memory = memory;
        this.path = path;
        this.nullable = field.nullable();
    }

    /**
     * A gatherer for a column of a type that {@link TypeExport} accepts.
     *
     * @param arrow the field that it has in Arrow
     */
    static ColumnExport of(
            BatchMemory memory, Field field, org.apache.arrow.vector.types.pojo.Field arrow, String path) {
        Type type = field.type();
        if (arrow.getDictionary() != null) {
            return new DictionaryExport(
                    memory, field, path, arrow.getDictionary().getId());
        }
        return switch (type.kind()) {
            case NULL -> new NullExport(memory, field, path);
            case BOOLEAN -> new BooleanExport(memory, field, path);
            case STRUCT, VARIANT -> new NestedExport.Structs(memory, field, path, children(memory, type, arrow, path));
            case LIST -> new NestedExport.Lists(memory, field, path, children(memory, type, arrow, path));
            case MAP -> {
                Field entries = Field.required("entries", Type.struct(type.fields()));
                ColumnExport pairs = of(memory, entries, arrow.getChildren().get(0), path);
                yield new NestedExport.Lists(memory, field, path, List.of(pairs));
            }
            case FIXED, UUID -> new BytesExport.Fixed(memory, field, path);
            case STRING, CHAR, VARCHAR, JSON, ENUM, BINARY, BSON, GEOMETRY, GEOGRAPHY ->
                new BytesExport.Variable(memory, field, path);
            default -> FixedExport.of(memory, field, path);
        };
    }

    private static List<ColumnExport> children(
            BatchMemory memory, Type type, org.apache.arrow.vector.types.pojo.Field arrow, String path) {
        List<ColumnExport> children = new ArrayList<>();
        for (int i = 0; i < type.fields().size(); i++) {
            Field field = type.fields().get(i);
            children.add(of(memory, field, arrow.getChildren().get(i), path + "." + field.name()));
        }
        return children;
    }

    final BatchMemory memory() {
        return memory;
    }

    final String path() {
        return path;
    }

    final int rows() {
        return rows;
    }

    /** At most how many bytes {@link #append} takes. */
    abstract long bytes(ColumnVector vector, Runs selected);

    /** How many bytes are gathered, about. */
    abstract long bytes();

    /**
     * Appends rows of a vector.
     *
     * @throws StoaException if Arrow can't express a value
     */
    final void append(ColumnVector vector, Runs selected) throws StoaException {
        if (nullable && vector.hasNulls()) {
            if (!anyNull) {
                anyNull = true;
                valid.fill(rows);
            }
            valid.putValid(vector.nulls(), selected);
        } else if (anyNull) {
            valid.fill(selected.rows());
        }
        rows += selected.rows();
        values(vector, selected);
    }

    /** Appends the values. */
    abstract void values(ColumnVector vector, Runs selected) throws StoaException;

    /** Hands the vector's nodes and buffers over, those of its children too; the caller releases the buffers. */
    final void take(List<ArrowFieldNode> nodes, List<ArrowBuf> buffers) {
        nodes.add(new ArrowFieldNode(rows, anyNull ? rows - valid.ones() : 0));
        // without a buffer arrow-java would fill one of its own, twice
        buffers.add(anyNull ? valid.take(memory) : Bits.ones(memory, rows));
        rows = 0;
        anyNull = false;
        takeValues(nodes, buffers);
    }

    abstract void takeValues(List<ArrowFieldNode> nodes, List<ArrowBuf> buffers);

    /**
     * Gives the dictionaries that have changed since the last batch, those of its children too.
     *
     * @param target closes each
     */
    void giveDictionaries(Consumer<ArrowDictionaryBatch> target) {
        // most columns have none
    }

    @Override
    public abstract void close();

    /** The null type, which has no buffers. */
    private static final class NullExport extends ColumnExport {
        NullExport(BatchMemory memory, Field field, String path) {
            super(memory, field, path);
        }

        @Override
        long bytes(ColumnVector vector, Runs selected) {
            return selected.rows();
        }

        @Override
        long bytes() {
            return rows();
        }

        @Override
        void values(ColumnVector vector, Runs selected) {
            // all are null
        }

        @Override
        void takeValues(List<ArrowFieldNode> nodes, List<ArrowBuf> buffers) {
            buffers.remove(buffers.size() - 1).close();
        }

        @Override
        public void close() {
            // holds nothing
        }
    }

    private static final class BooleanExport extends ColumnExport {
        private final Bits bits = new Bits();

        BooleanExport(BatchMemory memory, Field field, String path) {
            super(memory, field, path);
        }

        @Override
        long bytes(ColumnVector vector, Runs selected) {
            return selected.rows();
        }

        @Override
        long bytes() {
            return rows();
        }

        @Override
        void values(ColumnVector vector, Runs selected) {
            bits.putBooleans(((dev.stoa.format.BooleanVector) vector).values(), selected);
        }

        @Override
        void takeValues(List<ArrowFieldNode> nodes, List<ArrowBuf> buffers) {
            buffers.add(bits.take(memory()));
        }

        @Override
        public void close() {
            // holds nothing off the heap
        }
    }
}
