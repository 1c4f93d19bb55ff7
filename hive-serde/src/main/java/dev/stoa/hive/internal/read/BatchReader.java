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
package dev.stoa.hive.internal.read;

import dev.stoa.format.Batch;
import dev.stoa.hive.StoaSplit;
import dev.stoa.hive.internal.columns.TableColumns;
import dev.stoa.hive.internal.values.ReadColumn;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.hive.ql.exec.Utilities;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatchCtx;
import org.apache.hadoop.hive.ql.io.BucketIdentifier;
import org.apache.hadoop.hive.ql.metadata.VirtualColumn;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapred.JobConf;

/** Reads a split batch by batch. Rows that the pushed filter leaves out are not selected; the rest of the filter is Hive's. */
public final class BatchReader extends SplitReader<VectorizedRowBatch> {
    private static final int NOT_ASKED = -1;

    private final VectorizedRowBatchCtx context;
    private final Object[] partition;
    private final BucketIdentifier bucket;
    private final byte[] path;
    private final int pathColumn;
    private final int rowColumn;

    public BatchReader(JobConf job, StoaSplit split) throws IOException {
        super(job, split, TableColumns.of(job));
        this.context = Utilities.getVectorizedRowBatchCtx(job);
        this.partition = new Object[context.getPartitionColumnCount()];
        if (partition.length > 0) {
            VectorizedRowBatchCtx.getPartitionValues(context, job, split, partition);
        }
        this.bucket = BucketIdentifier.from(job, split.getPath());
        this.path = split.getPath().toString().getBytes(StandardCharsets.UTF_8);
        this.pathColumn = place(VirtualColumn.FILE_PATH);
        this.rowColumn = place(VirtualColumn.ROW_POSITION);
    }

    private int place(VirtualColumn column) {
        return context.isVirtualColumnNeeded(column.getName()) ? context.findVirtualColumnNum(column) : NOT_ASKED;
    }

    @Override
    public boolean next(NullWritable key, VectorizedRowBatch to) throws IOException {
        to.reset();
        // combined splits ask a second reader to fill the first one's batch
        if (partition.length > 0) {
            context.addPartitionColsToBatch(to, partition);
        }
        if (!scan().next()) {
            return false;
        }
        Batch batch = scan().batch();
        for (int i = 0; i < scan().columns().size(); i++) {
            ReadColumn column = scan().columns().get(i);
            ColumnVector vector = to.cols[column.ordinal()];
            if (vector != null) {
                column.fill(batch.column(i), batch.rowCount(), vector);
            }
        }
        for (int ordinal : scan().missing()) {
            if (to.cols[ordinal] != null) {
                ReadColumn.fillNulls(to.cols[ordinal]);
            }
        }
        fillPlaces(batch, to);
        to.size = batch.selectedCount();
        to.selectedInUse = !batch.isAllSelected();
        if (to.selectedInUse) {
            System.arraycopy(batch.selection(), 0, to.selected, 0, to.size);
        }
        if (bucket != null) {
            context.setBucketAndWriteIdOf(to, bucket);
        }
        return true;
    }

    private void fillPlaces(Batch batch, VectorizedRowBatch to) {
        if (pathColumn != NOT_ASKED) {
            BytesColumnVector paths = (BytesColumnVector) to.cols[pathColumn];
            paths.isRepeating = true;
            paths.setRef(0, path, 0, path.length);
        }
        if (rowColumn != NOT_ASKED) {
            long[] rows = ((LongColumnVector) to.cols[rowColumn]).vector;
            for (int i = 0; i < batch.rowCount(); i++) {
                rows[i] = batch.firstRow() + i;
            }
        }
    }

    @Override
    public VectorizedRowBatch createValue() {
        return context.createVectorizedRowBatch();
    }
}
