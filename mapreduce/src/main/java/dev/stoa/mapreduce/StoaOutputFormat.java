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

import dev.stoa.format.Schema;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/**
 * Writes rows for MapReduce: a file for each task, complete in itself, where the job's committer says, and visible when it says so.
 * Any committer will do. A row is an array of one plain Java object for each column, as {@link dev.stoa.writer.RowAppender} takes
 * them.
 *
 * <pre>{@code
 * job.setOutputFormatClass(StoaOutputFormat.class);
 * StoaOutputFormat.setOutputPath(job, new Path("hdfs:///lake/totals"));
 * StoaOutputFormat.setSchema(job.getConfiguration(), Schema.of(
 *     Field.required("customer", Type.of(TypeKind.INT64)),
 *     Field.nullable("total", Type.decimal(15, 2))));
 * ...
 * context.write(NullWritable.get(), new Object[] {customer, total});
 * }</pre>
 */
public final class StoaOutputFormat extends FileOutputFormat<NullWritable, Object[]> {
    private Optional<OutputCommitter> committer = Optional.empty();

    /** Called by Hadoop. */
    public StoaOutputFormat() {}

    /**
     * Says which columns are written.
     *
     * @param job its configuration, of either interface
     */
    public static void setSchema(Configuration job, Schema schema) throws IOException {
        JobSettings.schema(job, schema);
    }

    /**
     * Passes if the job can write, and obtains the token of the output's file system.
     *
     * @throws IOException if no schema is set, the output already exists or is in a table with a log
     */
    @Override
    public void checkOutputSpecs(JobContext job) throws IOException {
        super.checkOutputSpecs(job);
        FileRows.check(job.getConfiguration(), getOutputPath(job));
        JobSettings.checked(job.getConfiguration(), getOutputPath(job));
    }

    /** Hadoop's own committer lets no second job into the folder; others are the job's choice. */
    @Override
    public synchronized OutputCommitter getOutputCommitter(TaskAttemptContext task) throws IOException {
        if (committer.isEmpty()) {
            OutputCommitter chosen = super.getOutputCommitter(task);
            Path output = getOutputPath(task);
            boolean isHadoops = chosen.getClass() == FileOutputCommitter.class && output != null;
            committer = Optional.of(isHadoops ? new OneJobCommitter(output, task) : chosen);
        }
        return committer.get();
    }

    /**
     * Begins a file.
     *
     * @throws IOException if it can't be made, is in a table with a log, or would not be published
     */
    @Override
    public RecordWriter<NullWritable, Object[]> getRecordWriter(TaskAttemptContext task) throws IOException {
        Path file = getDefaultWorkFile(task, FileRows.EXTENSION);
        NamedOutputs.check(task, file, getOutputCommitter(task));
        FileRows rows = new FileRows(task.getConfiguration(), file);
        return new RecordWriter<>() {
            @Override
            public void write(NullWritable key, Object[] row) throws IOException {
                rows.write(row);
            }

            @Override
            public void close(TaskAttemptContext context) throws IOException {
                rows.close();
            }
        };
    }
}
