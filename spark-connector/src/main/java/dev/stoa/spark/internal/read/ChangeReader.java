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
package dev.stoa.spark.internal.read;

import dev.stoa.format.Batch;
import dev.stoa.format.Field;
import dev.stoa.spark.internal.columns.FieldNotes;
import dev.stoa.spark.internal.columns.StoaColumn;
import dev.stoa.spark.internal.store.SparkErrors;
import dev.stoa.spark.internal.store.TaskStore;
import dev.stoa.table.Snapshot;
import dev.stoa.table.TableDiff;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.Changelog;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.execution.vectorized.ConstantColumnVector;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.apache.spark.unsafe.types.UTF8String;

/** Reads the differences of some fragments between two versions, as rows. */
final class ChangeReader implements PartitionReader<ColumnarBatch> {
    private final Factory feed;
    private final ChangePartition partition;
    private final Snapshot before;
    private final Snapshot after;
    private final TableDiff diff;
    private final Deque<ColumnarBatch> ready = new ArrayDeque<>();

    /**
     * Begins to read in a task.
     *
     * @param schema what Spark gets
     * @param ids the fields of the table's columns, by their names
     * @param store where the table is
     */
    record Factory(StructType schema, Map<String, Integer> ids, TaskStore store)
            implements PartitionReaderFactory, Serializable {
        Factory {
            ids = new HashMap<>(ids);
        }

        @Override
        public boolean supportColumnarReads(InputPartition partition) {
            return true;
        }

        @Override
        public PartitionReader<ColumnarBatch> createColumnarReader(InputPartition partition) {
            try {
                return new ReportedReader(new ChangeReader(this, (ChangePartition) partition));
            } catch (IOException | UncheckedIOException e) {
                throw SparkErrors.inTask(e);
            }
        }

        @Override
        public PartitionReader<InternalRow> createReader(InputPartition partition) {
            throw new UnsupportedOperationException("rows come in batches");
        }
    }

    private ChangeReader(Factory feed, ChangePartition partition) throws IOException {
        this.feed = feed;
        this.partition = partition;
        this.before = partition.before().open(feed.store().folder());
        this.after = partition.after().open(feed.store().folder());
        this.diff = TableDiff.of(before, after);
    }

    @Override
    public boolean next() throws IOException {
        ready.poll();
        while (ready.isEmpty()) {
            if (!diff.next()) {
                return false;
            }
            TableDiff.Rows rows = diff.rows();
            boolean isUpdate = rows.kind() == TableDiff.Kind.UPDATED;
            rows.before()
                    .ifPresent(batch -> add(
                            batch,
                            before,
                            isUpdate ? Changelog.CHANGE_TYPE_UPDATE_PREIMAGE : Changelog.CHANGE_TYPE_DELETE));
            rows.after()
                    .ifPresent(batch -> add(
                            batch,
                            after,
                            isUpdate ? Changelog.CHANGE_TYPE_UPDATE_POSTIMAGE : Changelog.CHANGE_TYPE_INSERT));
        }
        return true;
    }

    private void add(Batch batch, Snapshot side, String kind) {
        int rows = batch.selectedCount();
        ColumnVector[] columns = new ColumnVector[feed.schema().length()];
        for (int i = 0; i < columns.length; i++) {
            StructField field = feed.schema().fields()[i];
            columns[i] = switch (field.name()) {
                case ChangeFeed.KIND -> constant(field, rows, UTF8String.fromString(kind));
                case ChangeFeed.VERSION -> constant(field, rows, partition.version());
                case ChangeFeed.TIME -> constant(field, rows, partition.micros());
                default -> column(field, batch, side, rows);
            };
        }
        if (rows > 0) {
            ready.add(new ColumnarBatch(columns, rows));
        }
    }

    private static ConstantColumnVector constant(StructField field, int rows, Object value) {
        ConstantColumnVector column = new ConstantColumnVector(rows, field.dataType());
        if (value instanceof UTF8String text) {
            column.setUtf8String(text);
        } else {
            column.setLong((Long) value);
        }
        return column;
    }

    /** A column of the table, by its id; null if the version has none, refused if the batch has it with another type, or lacks it. */
    private ColumnVector column(StructField field, Batch batch, Snapshot side, int rows) {
        int id = feed.ids().get(field.name());
        for (int i = 0; i < batch.columns().size(); i++) {
            Field there = batch.schema().fields().get(i);
            if (there.fieldId().getAsInt() == id) {
                checkType(there, field);
                StoaColumn column = StoaColumn.of(there.type(), field.dataType());
                column.show(batch.column(i), batch.selection(), rows);
                return column;
            }
        }
        if (side.schema().field(id).isPresent()) {
            throw SparkErrors.refusal(
                    SparkErrors.Condition.STOA_UNSUPPORTED,
                    side + ": column '" + field.name() + "' is not in " + after
                            + " with a type that holds its values: read the changes of other versions, or leave the column out");
        }
        ConstantColumnVector nulls = new ConstantColumnVector(rows, field.dataType());
        nulls.setNull();
        return nulls;
    }

    /** In the older or the newer version: rows of both have the types of the newer one. */
    private void checkType(Field there, StructField field) {
        for (Snapshot side : List.of(after, before)) {
            Optional<Field> then = side.schema().field(there.fieldId().getAsInt());
            if (then.isPresent() && then.get().type().equals(there.type())) {
                if (!FieldNotes.schema(side).apply(then.get().name()).dataType().equals(field.dataType())) {
                    throw SparkErrors.refusal(
                            SparkErrors.Condition.STOA_UNSUPPORTED,
                            side + ": column '" + field.name() + "' was not yet "
                                    + field.dataType().catalogString()
                                    + ": read the changes of versions since its type changed, or leave the column out");
                }
                return;
            }
        }
    }

    @Override
    public ColumnarBatch get() {
        return ready.element();
    }

    @Override
    public void close() throws IOException {
        diff.close();
    }
}
