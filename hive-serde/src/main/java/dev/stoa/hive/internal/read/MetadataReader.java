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

import dev.stoa.hive.internal.rows.StoaRow;
import dev.stoa.hive.internal.store.MetadataTable;
import dev.stoa.hive.internal.store.Snapshots;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.common.type.TimestampTZUtil;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.ql.exec.Utilities;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordReader;

/** Reads a table of metadata: as batches where Hive's plan is vectorised, else as rows. */
public final class MetadataReader implements RecordReader<NullWritable, Writable> {
    private final JobConf job;
    private final List<Object[]> rows;
    private int next;

    public MetadataReader(JobConf job, Path folder, MetadataTable table) throws IOException {
        this.job = job;
        String zone = HiveConf.getVar(job, HiveConf.ConfVars.HIVE_LOCAL_TIME_ZONE);
        this.rows = table.rows(Snapshots.open(job, folder), TimestampTZUtil.parseTimeZone(zone));
    }

    @Override
    public boolean next(NullWritable key, Writable to) {
        if (to instanceof VectorizedRowBatch batch) {
            return next(batch);
        }
        if (next == rows.size()) {
            return false;
        }
        ((StoaRow) to).set(rows.get(next++));
        return true;
    }

    private boolean next(VectorizedRowBatch to) {
        to.reset();
        to.size = Math.min(to.getMaxSize(), rows.size() - next);
        for (int row = 0; row < to.size; row++) {
            Object[] values = rows.get(next++);
            for (int column = 0; column < values.length; column++) {
                if (to.cols[column] != null) {
                    put(to.cols[column], row, values[column]);
                }
            }
        }
        return to.size > 0;
    }

    /** Times are not among the values: Hive vectorises no plan with their type. */
    private static void put(ColumnVector to, int row, Object value) {
        if (value == null) {
            to.noNulls = false;
            to.isNull[row] = true;
        } else if (to instanceof BytesColumnVector texts) {
            texts.setVal(row, ((String) value).getBytes(StandardCharsets.UTF_8));
        } else {
            ((LongColumnVector) to).vector[row] = value instanceof Boolean is ? is ? 1 : 0 : (Long) value;
        }
    }

    @Override
    public NullWritable createKey() {
        return NullWritable.get();
    }

    @Override
    public Writable createValue() {
        return Utilities.getIsVectorized(job)
                ? Utilities.getVectorizedRowBatchCtx(job).createVectorizedRowBatch()
                : new StoaRow();
    }

    @Override
    public long getPos() {
        return next;
    }

    @Override
    public float getProgress() {
        return rows.isEmpty() ? 1 : (float) next / rows.size();
    }

    @Override
    public void close() {}
}
