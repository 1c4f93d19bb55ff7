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
package dev.stoa.mapreduce;

import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapred.FileOutputCommitter;
import org.apache.hadoop.mapred.FileOutputFormat;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordWriter;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.util.Progressable;

/** {@link StoaOutputFormat} for the older interface, {@code org.apache.hadoop.mapred}. */
public final class StoaMapredOutputFormat extends FileOutputFormat<NullWritable, Object[]> {
    /** Called by Hadoop. */
    public StoaMapredOutputFormat() {}

    /**
     * Passes if the job can write, and obtains the token of the output's file system.
     *
     * @throws IOException as by {@link StoaOutputFormat#checkOutputSpecs}
     */
    @Override
    public void checkOutputSpecs(FileSystem ignored, JobConf job) throws IOException {
        super.checkOutputSpecs(ignored, job);
        FileRows.check(job, getOutputPath(job));
        JobSettings.checked(job, getOutputPath(job));
        if (job.getOutputCommitter().getClass() == FileOutputCommitter.class) {
            job.setOutputCommitter(MapredOneJobCommitter.class);
        }
    }

    /**
     * Begins a file.
     *
     * @throws IOException if it can't be made, or is in a table with a log
     */
    @Override
    public RecordWriter<NullWritable, Object[]> getRecordWriter(
            FileSystem ignored, JobConf job, String name, Progressable progress) throws IOException {
        if (!(job.getOutputFormat() instanceof StoaMapredOutputFormat)) {
            FileRows.check(job, getOutputPath(job)); // Hadoop does not check a named output
        }
        FileRows rows = new FileRows(job, getTaskOutputPath(job, name + FileRows.EXTENSION));
        return new RecordWriter<>() {
            @Override
            public void write(NullWritable key, Object[] row) throws IOException {
                rows.write(row);
            }

            @Override
            public void close(Reporter reporter) throws IOException {
                rows.close();
            }
        };
    }
}
