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
package dev.stoa.hive;

import dev.stoa.format.Batch;
import java.io.IOException;
import org.apache.hadoop.hive.ql.io.StatsProvidingRecordReader;
import org.apache.hadoop.hive.serde2.SerDeStats;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordReader;

/** Reads a split row by row: for plans that are not vectorised, and for results that are fetched without a task. */
final class RowReader implements RecordReader<NullWritable, StoaRow>, StatsProvidingRecordReader {
    private final StoaSplit split;
    private final SplitScan scan;
    private final int width;
    private Batch batch;
    private int next;

    RowReader(JobConf job, StoaSplit split) throws IOException {
        TableColumns table = TableColumns.of(job);
        this.split = split;
        this.width = table.names().size();
        this.scan = new SplitScan(job, split, table);
    }

    @Override
    public boolean next(NullWritable key, StoaRow row) throws IOException {
        while (batch == null || next == batch.selectedCount()) {
            if (!scan.next()) {
                return false;
            }
            batch = scan.batch();
            next = 0;
        }
        int at = batch.selected(next++);
        Object[] values = new Object[width];
        for (int i = 0; i < scan.columns().size(); i++) {
            ReadColumn column = scan.columns().get(i);
            values[column.ordinal()] = column.get(batch.column(i), at);
        }
        row.set(values);
        return true;
    }

    @Override
    public NullWritable createKey() {
        return NullWritable.get();
    }

    @Override
    public StoaRow createValue() {
        return new StoaRow();
    }

    @Override
    public long getPos() {
        return split.getStart() + (long) (scan.progress() * split.getLength());
    }

    @Override
    public float getProgress() {
        return scan.progress();
    }

    @Override
    public SerDeStats getStats() {
        return Stats.of(scan.rows(), split.getLength());
    }

    @Override
    public void close() throws IOException {
        scan.close();
    }
}
