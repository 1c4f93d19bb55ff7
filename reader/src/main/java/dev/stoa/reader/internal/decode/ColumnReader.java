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
package dev.stoa.reader.internal.decode;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.ListVector;
import dev.stoa.format.NullVector;
import dev.stoa.format.StructVector;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.internal.file.ReadColumn;
import dev.stoa.reader.internal.overlay.ColumnChanges;
import dev.stoa.reader.internal.overlay.FixedValues;
import dev.stoa.reader.internal.overlay.VectorAppender;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads rows of a column with all its fields and elements: puts the vectors of its row sets together. A result is valid
 * until the next read.
 */
public abstract sealed class ColumnReader {
    private final ReadColumn column;
    private final ScanContext context;

    private ColumnReader(ReadColumn column, ScanContext context) {
        this.column = column;
        this.context = context;
    }

    /** A reader of a column. */
    public static ColumnReader of(ReadColumn column, ScanContext context) {
        if (column.isList()) {
            return new Lists(column, context);
        }
        return column.isStruct() ? new Structs(column, context) : new Leaves(column, context);
    }

    final ReadColumn column() {
        return column;
    }

    final ScanContext context() {
        return context;
    }

    /**
     * Reads rows.
     *
     * @throws Budget.ExceededException if they need more memory than the batch may have
     */
    public abstract ColumnVector read(long from, int rows) throws IOException;

    /** Returns the least bytes of arrays per row, and, for lists, element. */
    public abstract int width();

    private static final class Leaves extends ColumnReader {
        private final VectorRows values;
        private final int width;

        Leaves(ReadColumn column, ScanContext context) {
            super(column, context);
            this.values = context.rows(column);
            this.width = values.width();
        }

        @Override
        public ColumnVector read(long from, int rows) throws IOException {
            context().budget().add((long) rows * width, column());
            values.load(from, rows);
            if (column().type().kind() == TypeKind.NULL) {
                return new NullVector(rows);
            }
            ColumnVector vector = values.vector();
            if (values.isConstant()) {
                vector.setConstant();
            }
            return vector;
        }

        @Override
        public int width() {
            return width;
        }
    }

    private static final class Structs extends ColumnReader {
        private final VectorRows validity;
        private final List<ColumnReader> fields = new ArrayList<>();

        Structs(ReadColumn column, ScanContext context) {
            super(column, context);
            this.validity = context.rows(column);
            column.children().forEach(child -> fields.add(of(child, context)));
        }

        @Override
        public ColumnVector read(long from, int rows) throws IOException {
            context().budget().add((long) rows * validity.width(), column());
            validity.load(from, rows);
            List<ColumnVector> vectors = new ArrayList<>(fields.size());
            for (ColumnReader field : fields) {
                vectors.add(field.read(from, rows));
            }
            return new StructVector(column().type(), vectors, validity.nulls(), rows);
        }

        @Override
        public int width() {
            int width = validity.width();
            for (ColumnReader field : fields) {
                width += field.width();
            }
            return width;
        }
    }

    private static final class Lists extends ColumnReader {
        private final ListRows lists;
        private final List<ColumnReader> elements = new ArrayList<>();
        private final Type elementType;
        private final Optional<ColumnChanges> changes;
        private final VectorAppender overlaid;
        private int[] offsets = new int[1];

        Lists(ReadColumn column, ScanContext context) {
            super(column, context);
            this.changes = context.overlay().changes(column);
            this.overlaid = VectorAppender.of(column.type());
            this.lists = (ListRows) context.rows(column);
            this.elementType = ListVector.elementType(column.type());
            column.children().forEach(child -> elements.add(of(child, context)));
        }

        @Override
        public ColumnVector read(long from, int rows) throws IOException {
            context().budget().add((long) rows * width(), column());
            long start = rows == 0 ? 0 : lists.elementStart(from);
            lists.load(from, rows);
            int[] lengths = lists.lengths();
            long count = 0;
            for (int i = 0; i < rows; i++) {
                count += lengths[i];
            }
            int elementWidth = 0;
            for (ColumnReader element : elements) {
                elementWidth += element.width();
            }
            checkCount(count, elementWidth);
            if (offsets.length < rows + 1) {
                offsets = new int[FixedValues.capacity(rows + 1)];
            }
            for (int i = 0; i < rows; i++) {
                offsets[i + 1] = offsets[i] + lengths[i];
            }
            if (count > 0) {
                context().fetch(column().children(), start, start + count);
            }
            List<ColumnVector> vectors = new ArrayList<>(elements.size());
            for (ColumnReader element : elements) {
                vectors.add(element.read(start, (int) count));
            }
            ColumnVector inner = column().type().kind() == TypeKind.MAP
                    ? new StructVector(elementType, vectors, ColumnVector.NO_NULLS, (int) count)
                    : vectors.get(0);
            ListVector stored = new ListVector(column().type(), offsets, inner, lists.nulls(), rows);
            return changes.isPresent() ? overlay(changes.get(), stored, from) : stored;
        }

        /** Puts new lists in the place of old ones. */
        private ColumnVector overlay(ColumnChanges changed, ListVector stored, long from) {
            int first = changed.from(from);
            int end = changed.from(from + stored.size());
            if (first == end) {
                return stored;
            }
            context().budget().add(VectorAppender.bytes(changed.values(), first, end - first), column());
            context().budget().add(VectorAppender.bytes(stored, 0, stored.size()), column());
            overlaid.clear();
            int row = 0;
            for (int i = first; i < end; i++) {
                int place = (int) (changed.row(i) - from);
                overlaid.append(stored, row, place - row);
                overlaid.append(changed.values(), i, 1);
                row = place + 1;
            }
            overlaid.append(stored, row, stored.size() - row);
            return overlaid.vector();
        }

        /** Before anything is fetched or allocated for elements, the least that they need is known. */
        private void checkCount(long count, int elementWidth) {
            context().budget().check(count * elementWidth, column());
            if (count > Integer.MAX_VALUE - 8) {
                throw new Budget.ExceededException("column '" + column().path() + "' has " + count + " elements");
            }
        }

        @Override
        public int width() {
            return lists.width();
        }
    }
}
