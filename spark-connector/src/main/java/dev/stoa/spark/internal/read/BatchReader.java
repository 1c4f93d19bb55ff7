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
import dev.stoa.format.Type;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.RowRanges;
import dev.stoa.reader.ScanStats;
import dev.stoa.spark.internal.columns.IdentityColumns;
import dev.stoa.spark.internal.columns.StoaColumn;
import dev.stoa.spark.internal.store.TablePath;
import dev.stoa.spark.internal.write.RowColumn;
import dev.stoa.table.DataFile;
import dev.stoa.table.Fragment;
import dev.stoa.table.Snapshot;
import dev.stoa.table.TableScan;
import dev.stoa.table.TableScanBuilder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.spark.rdd.InputFileBlockHolder;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.execution.vectorized.ConstantColumnVector;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.apache.spark.unsafe.types.UTF8String;

/** Reads rows, batch by batch. */
public final class BatchReader implements PartitionReader<ColumnarBatch> {
    private final ScanTask task;
    private final Snapshot snapshot;
    private final Iterator<StoaPartition.Rows> rows;
    private final Map<UUID, RowRanges> chosen;
    /** The columns that show those of a scan, in their order. */
    private final List<StoaColumn> columns = new ArrayList<>();

    private final IdentityColumns.Files file = new IdentityColumns.Files();
    private final Map<String, ConstantColumnVector> metadata = new HashMap<>();
    private final IdentityColumns.Positions positions = new IdentityColumns.Positions();
    private final ColumnarBatch batch;
    private final ScanMetrics metrics;
    private Optional<TableScan> scan = Optional.empty();
    private long left;

    BatchReader(ScanTask task, Snapshot snapshot, List<StoaPartition.Rows> rows) {
        this(task, snapshot, rows, Map.of(), new ScanMetrics());
    }

    /**
     * A reader.
     *
     * @param chosen the only rows to read of some fragments
     * @param metrics what the task has counted so far
     */
    BatchReader(
            ScanTask task,
            Snapshot snapshot,
            List<StoaPartition.Rows> rows,
            Map<UUID, RowRanges> chosen,
            ScanMetrics metrics) {
        this.metrics = metrics;
        this.task = task;
        this.snapshot = snapshot;
        this.rows = rows.iterator();
        this.chosen = chosen;
        this.left = task.limit();
        Map<ColumnPath, Type> read = task.columns(snapshot.schema());
        List<ColumnVector> shown = new ArrayList<>();
        for (StructField field : task.schema().fields()) {
            Type type = read.get(ColumnPath.of(field.name()));
            if (type != null) {
                StoaColumn column = StoaColumn.of(type, field.dataType());
                columns.add(column);
                shown.add(column);
            } else if (field.dataType() instanceof StructType parts) {
                ConstantColumnVector all = new ConstantColumnVector(1, parts);
                for (int i = 0; i < parts.length(); i++) {
                    ConstantColumnVector part = new ConstantColumnVector(1, parts.fields()[i].dataType());
                    metadata.put(parts.fieldNames()[i], part);
                    all.setChild(i, part);
                }
                shown.add(all);
            } else {
                shown.add(field.dataType().equals(DataTypes.StringType) ? file : positions);
            }
        }
        batch = new ColumnarBatch(shown.toArray(ColumnVector[]::new));
    }

    @Override
    public boolean next() throws IOException {
        while (left > 0 || task.isTop()) {
            if (left > 0 && scan.isPresent() && scan.get().next()) {
                show(scan.get().batch());
                return true;
            }
            close();
            if (!rows.hasNext()) {
                return false;
            }
            StoaPartition.Rows some = rows.next();
            TableScanBuilder builder = task.scan(snapshot, some);
            Optional.ofNullable(chosen.get(some.fragment())).ifPresent(builder::rows);
            scan = Optional.of(builder.build());
            Fragment fragment = snapshot.fragment(some.fragment()).orElseThrow();
            show(fragment.files().get(0));
            metrics.begin(fragment);
            left = task.isTop() ? task.limit() : left;
        }
        return false;
    }

    /** Says which file the next rows are of, also to {@code input_file_name()}. */
    private void show(DataFile read) {
        UTF8String path = file(task.path(), snapshot, read.path());
        long bytes = read.identity().length();
        file.show(path);
        InputFileBlockHolder.set(path.toString(), 0, bytes);
        metadata.forEach((name, part) -> {
            switch (name) {
                case RowColumn.FILE_PATH -> part.setUtf8String(path);
                case RowColumn.FILE_NAME ->
                    part.setUtf8String(UTF8String.fromString(
                            read.path().substring(read.path().lastIndexOf('/') + 1)));
                default -> part.setLong(bytes);
            }
        });
    }

    /** Returns the text that identifies a file as a row's {@link RowColumn#file}. */
    public static UTF8String file(TablePath table, Snapshot snapshot, String file) {
        return UTF8String.fromString(table.folderOfFiles(snapshot.isOfBranch()) + "/" + file);
    }

    private void show(Batch read) {
        int count = (int) Math.min(left, read.selectedCount());
        int[] selection = read.selection();
        for (int i = 0; i < columns.size(); i++) {
            columns.get(i).show(read.column(i), selection, count);
        }
        positions.show(read.firstRow(), selection, count);
        batch.setNumRows(count);
        left -= count;
    }

    @Override
    public ColumnarBatch get() {
        return batch;
    }

    @Override
    public void close() throws IOException {
        if (scan.isPresent()) {
            InputFileBlockHolder.unset();
            TableScan open = scan.get();
            scan = Optional.empty();
            open.close();
            metrics.end(open.stats());
        }
    }

    @Override
    public CustomTaskMetric[] currentMetricsValues() {
        return metrics.ofTask(scan.map(TableScan::stats).orElse(ScanStats.NONE));
    }
}
