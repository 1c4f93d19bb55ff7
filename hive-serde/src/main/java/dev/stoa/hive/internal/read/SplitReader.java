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

import dev.stoa.hive.StoaSplit;
import dev.stoa.hive.internal.columns.TableColumns;
import dev.stoa.hive.internal.rows.Stats;
import java.io.IOException;
import org.apache.hadoop.hive.ql.io.StatsProvidingRecordReader;
import org.apache.hadoop.hive.serde2.SerDeStats;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordReader;

/**
 * Reads a split.
 *
 * @param <V> rows or batches
 */
abstract class SplitReader<V> implements RecordReader<NullWritable, V>, StatsProvidingRecordReader {
    private final StoaSplit split;
    private final SplitScan scan;

    SplitReader(JobConf job, StoaSplit split, TableColumns table) throws IOException {
        this.split = split;
        this.scan = new SplitScan(job, split, table);
    }

    final SplitScan scan() {
        return scan;
    }

    @Override
    public NullWritable createKey() {
        return NullWritable.get();
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
