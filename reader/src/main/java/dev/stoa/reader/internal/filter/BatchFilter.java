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
package dev.stoa.reader.internal.filter;

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.FieldNames;
import dev.stoa.format.Schema;
import dev.stoa.format.SelectedRows;
import dev.stoa.format.StructVector;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.internal.kernel.Masks;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.Filter;
import dev.stoa.reader.internal.value.Match;
import dev.stoa.reader.internal.value.RowMask;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Tests the rows of batches, for those that put batches together of several scans. A scan that reads all columns of its
 * filter had better test them itself: it then need not decode them all. For one thread.
 */
public final class BatchFilter {
    private static final int[] NO_ROWS = new int[0];

    private final Schema schema;
    private final Predicate predicate;
    private final List<ColumnPath> columns;
    /** By predicate column, the top-level column that it is or is in. */
    private final int[] ordinals;

    private final RowMask mask = new RowMask();
    private final RowMask before = new RowMask();
    private final SelectedRows kept = new SelectedRows();
    private final OneZone zone = new OneZone();

    BatchFilter(Schema schema, Predicate predicate, List<ColumnPath> columns) {
        this.schema = schema;
        this.predicate = predicate;
        this.columns = columns;
        this.ordinals = new int[columns.size()];
        for (int i = 0; i < ordinals.length; i++) {
            ColumnPath path = columns.get(i);
            ordinals[i] = FieldNames.find(schema.fields(), path.names().get(0))
                    .orElseThrow(() -> new IllegalArgumentException("no column '" + path + "'"));
        }
    }

    private BatchFilter(Schema schema, Predicate predicate, List<ColumnPath> columns, int[] ordinals) {
        this.schema = schema;
        this.predicate = predicate;
        this.columns = columns;
        this.ordinals = ordinals;
    }

    /** The same for another thread. */
    public BatchFilter copy() {
        return new BatchFilter(schema, predicate.copy(), columns, ordinals);
    }

    /**
     * Resolves a filter.
     *
     * @param schema of the batches
     * @throws IllegalArgumentException if a column is not there, or a literal does not fit its column
     */
    public static BatchFilter of(Filter filter, Schema schema) {
        FilterColumns columns = new FilterColumns(path -> type(schema, path));
        Predicate predicate = new FilterCompiler(columns).compile(filter);
        return new BatchFilter(schema, predicate, List.copyOf(columns.paths()));
    }

    /** The type of a field, through structs. */
    private static Optional<Type> type(Schema schema, ColumnPath path) {
        List<Field> fields = schema.fields();
        Optional<Type> type = Optional.empty();
        for (String name : path.names()) {
            OptionalInt at = FieldNames.find(fields, name);
            if (at.isEmpty()) {
                return Optional.empty();
            }
            type = Optional.of(fields.get(at.getAsInt()).type());
            boolean isStruct = type.get().kind() == TypeKind.STRUCT;
            fields = isStruct ? type.get().fields() : List.of();
        }
        return type;
    }

    /**
     * Keeps the selected rows of a batch that make the filter true. A result is valid until it filters the next batch.
     *
     * @throws IllegalArgumentException if the batch has another schema, or more rows than a vector
     */
    public Batch filter(Batch batch) throws IOException {
        if (!batch.schema().equals(schema)) {
            throw new IllegalArgumentException("the batch has the schema " + batch.schema() + ", not " + schema);
        }
        if (batch.rowCount() > Masks.WORDS * Long.SIZE) {
            throw new IllegalArgumentException("a batch of " + batch.rowCount() + " rows is longer than a vector");
        }
        predicate.test(new BatchRows(batch), batch.rowCount(), mask);
        if (!batch.isAllSelected()) {
            before.fill(0, false);
            int[] selection = batch.selection();
            for (int i = 0; i < batch.selectedCount(); i++) {
                before.words()[selection[i] >>> 6] |= 1L << selection[i];
            }
            mask.and(before);
        }
        kept.set(mask.words(), 0, batch.rowCount());
        return new Batch(schema, batch.columns(), batch.rowCount(), batch.firstRow(), kept);
    }

    /**
     * {@link #filter(Batch)}, where rows are tested only if bounds don't tell.
     *
     * @param bounded the columns of the batch, all without fields
     */
    public Batch filter(Batch batch, List<BoundedVector> bounded) throws IOException {
        zone.start(batch.rowCount());
        for (int ordinal : ordinals) {
            zone.add(Optional.of(bounded.get(ordinal).minMax()), batch.rowCount());
        }
        return switch (batch.rowCount() == 0 ? Match.NONE : predicate.match(zone, 0)) {
            case ALL -> batch;
            case NONE -> new Batch(schema, batch.columns(), batch.rowCount(), batch.firstRow(), NO_ROWS, 0);
            case SOME -> filter(batch);
        };
    }

    /** The rows of a batch. */
    private final class BatchRows implements Predicate.Rows {
        private final Batch batch;

        BatchRows(Batch batch) {
            this.batch = batch;
        }

        @Override
        public boolean test(Predicate.InSet condition, RowMask out) {
            return false;
        }

        @Override
        public ColumnVector values(int column) {
            List<String> names = columns.get(column).names();
            ColumnVector vector = batch.column(ordinals[column]);
            for (String name : names.subList(1, names.size())) {
                int ordinal = FieldNames.find(vector.type().fields(), name).orElseThrow();
                vector = ((StructVector) vector).field(ordinal);
            }
            return vector;
        }

        @Override
        public boolean[] nulls(int column) {
            return values(column).nulls();
        }
    }
}
