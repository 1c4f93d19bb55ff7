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
package dev.stoa.benchmarks.engines;

import dev.stoa.hive.StoaInputFormat;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hive.ql.exec.Utilities;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedInputFormatInterface;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedSupport;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapred.FileInputFormat;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapred.Reporter;

/**
 * Shows what Hive itself costs. The first read of a split counts its batches. Each later one decodes only the first batch
 * and delivers it as often.
 */
public final class ReadyInputFormat extends FileInputFormat<NullWritable, Writable>
        implements VectorizedInputFormatInterface {
    private static final Map<String, Integer> BATCHES = new ConcurrentHashMap<>();

    private final StoaInputFormat files = new StoaInputFormat();

    /** Called by Hive. */
    public ReadyInputFormat() {}

    /** Forgets how many batches splits have: another statement reads others. */
    static void forget() {
        BATCHES.clear();
    }

    @Override
    public VectorizedSupport.Support[] getSupportedFeatures() {
        return files.getSupportedFeatures();
    }

    @Override
    public InputSplit[] getSplits(JobConf job, int wanted) throws IOException {
        return files.getSplits(job, wanted);
    }

    @Override
    public RecordReader<NullWritable, Writable> getRecordReader(InputSplit split, JobConf job, Reporter reporter)
            throws IOException {
        RecordReader<NullWritable, Writable> all = files.getRecordReader(split, job, reporter);
        boolean batches = Utilities.getIsVectorized(job); // Hive fetches few rows one by one
        return batches ? new Ready(all, split.toString()) : all;
    }

    private static final class Ready implements RecordReader<NullWritable, Writable> {
        private final RecordReader<NullWritable, Writable> all;
        private final String split;
        private final Integer known; // null in the first read
        private int delivered;
        private int size;

        Ready(RecordReader<NullWritable, Writable> all, String split) {
            this.all = all;
            this.split = split;
            this.known = BATCHES.get(split);
        }

        @Override
        public boolean next(NullWritable key, Writable value) throws IOException {
            VectorizedRowBatch batch = (VectorizedRowBatch) value;
            if (known != null && delivered > 0) {
                batch.size = size;
                batch.selectedInUse = false;
                return delivered++ < known;
            }
            if (!all.next(key, value)) {
                BATCHES.putIfAbsent(split, delivered);
                return false;
            }
            size = batch.size;
            delivered++;
            return true;
        }

        @Override
        public NullWritable createKey() {
            return all.createKey();
        }

        @Override
        public Writable createValue() {
            return all.createValue();
        }

        @Override
        public long getPos() throws IOException {
            return all.getPos();
        }

        @Override
        public float getProgress() throws IOException {
            return all.getProgress();
        }

        @Override
        public void close() throws IOException {
            all.close();
        }
    }
}
