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
package dev.stoa.spark.internal.write;

import dev.stoa.format.Batch;
import dev.stoa.spark.internal.columns.SparkTypes;
import dev.stoa.spark.internal.gather.RowGatherer;
import dev.stoa.spark.internal.read.BatchReader;
import dev.stoa.spark.internal.store.TablePath;
import dev.stoa.table.ChangeWriter;
import dev.stoa.table.FragmentWriter;
import dev.stoa.table.Snapshot;
import dev.stoa.table.WrittenFiles;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.write.DeltaWriter;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Writes what a task has for a table, to files of its own: new rows, and changes of existing rows. Changes come by file and
 * position.
 */
final class StoaDataWriter implements DeltaWriter<InternalRow> {
    private static final int FILE = 0;
    private static final int POSITION = 1;

    private final FragmentWriter files;
    private final boolean isSorting;
    private final ChangeWriter changes;
    private final RowGatherer inserted;
    private final RowGatherer updated;
    private final long[] positions = new long[RowGatherer.BATCH_ROWS];
    private final Map<UTF8String, UUID> fragments = new HashMap<>();
    private UTF8String file = UTF8String.EMPTY_UTF8;
    private UUID fragment = new UUID(0, 0);
    private long rows;

    /**
     * A writer.
     *
     * @param path of the table
     * @param snapshot whose rows may be changed
     * @param given the columns of new and updated rows: all of the table, or none if rows are only deleted
     * @param fileBytes after about how many bytes another file is begun
     * @param mostFiles the most files
     * @param isSorting whether new rows come in another than the declared order
     */
    StoaDataWriter(
            TablePath path, Snapshot snapshot, StructType given, long fileBytes, int mostFiles, boolean isSorting)
            throws IOException {
        this.isSorting = isSorting;
        files = new FragmentWriter(snapshot, WriterOptions.DEFAULT, fileBytes).mostFiles(mostFiles);
        changes = new ChangeWriter(snapshot, WriterOptions.DEFAULT);
        inserted = new RowGatherer(snapshot.schema(), given);
        updated = new RowGatherer(snapshot.schema(), given);
        snapshot.fragments()
                .forEach(of -> fragments.put(
                        BatchReader.file(path, snapshot, of.files().get(0).path()), of.id()));
    }

    @Override
    public void write(InternalRow row) throws IOException {
        insert(row);
    }

    @Override
    public void insert(InternalRow row) throws IOException {
        rows++;
        if (inserted.add(row)) {
            flushInserted();
        }
    }

    @Override
    public void delete(InternalRow metadata, InternalRow id) throws IOException {
        goTo(id);
        changes.delete(fragment, id.getLong(POSITION));
        rows++;
    }

    @Override
    public void update(InternalRow metadata, InternalRow id, InternalRow row) throws IOException {
        goTo(id);
        positions[updated.rows()] = id.getLong(POSITION);
        rows++;
        if (updated.add(row)) {
            flushUpdated();
        }
    }

    /** Goes to the fragment of a row. */
    private void goTo(InternalRow id) throws IOException {
        UTF8String of = id.getUTF8String(FILE);
        if (!of.equals(file)) {
            flushUpdated();
            UUID found = fragments.get(of);
            if (found == null) {
                throw new IOException("can't change a row of " + of + ", because the table has no such file");
            }
            file = of.clone();
            fragment = found;
        }
    }

    private void flushUpdated() throws IOException {
        if (updated.rows() > 0) {
            long[] numbers = Arrays.copyOf(positions, updated.rows());
            Batch rows = changes.withFinerTimes(fragment, numbers, updated.batch(), SparkTypes.MICRO_DIGITS);
            int[] moved = changes.update(fragment, numbers, rows);
            if (moved.length > 0) {
                files.writeUnordered(new Batch(rows.schema(), rows.columns(), rows.rowCount(), 0, moved, moved.length));
            }
            updated.clear();
        }
    }

    private void flushInserted() throws IOException {
        if (inserted.rows() > 0) {
            if (isSorting) {
                files.writeUnordered(inserted.batch());
            } else {
                files.write(inserted.batch());
            }
            inserted.clear();
        }
    }

    @Override
    public CustomTaskMetric[] currentMetricsValues() {
        return WriteMetrics.ofTask(rows);
    }

    @Override
    public WriterCommitMessage commit() throws IOException {
        flushUpdated();
        flushInserted();
        return TaskMessage.of(new WrittenFiles(files.finish(), changes.finish()));
    }

    @Override
    public void abort() throws IOException {
        try {
            files.abort();
        } finally {
            changes.abort();
        }
    }

    @Override
    public void close() throws IOException {
        try {
            files.close();
        } finally {
            changes.close();
        }
    }
}
