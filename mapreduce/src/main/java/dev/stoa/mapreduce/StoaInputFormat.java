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

import dev.stoa.reader.ColumnPath;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;

/**
 * Reads rows for MapReduce. A job has one or more input paths, or patterns of them. An input path is a table with a log, a
 * folder of Stoa files, or one file. A job reads the version of a table that is the newest when it is submitted. It reads
 * all files below a folder that are not hidden, whatever their names.
 *
 * <pre>{@code
 * job.setInputFormatClass(StoaInputFormat.class);
 * StoaInputFormat.addInputPath(job, new Path("hdfs:///lake/orders"));
 * StoaInputFormat.select(job.getConfiguration(), "customer", "total");
 * StoaInputFormat.filter(job.getConfiguration(), "day >= date '2024-01-01' and total > 100");
 * }</pre>
 *
 * <p>A split is rows, about as many as a block of the store has bytes of the selected columns; the usual settings of
 * {@link FileInputFormat} limit it. It goes to the hosts that have most of those bytes.
 */
public final class StoaInputFormat extends FileInputFormat<NullWritable, StoaRow> {

    /** Called by Hadoop. */
    public StoaInputFormat() {}

    /**
     * Selects columns by their paths ({@link ColumnPath#parse}), which come in this order; without this, all are read. None at all is
     * for counting rows.
     *
     * @param job its configuration, of either interface
     */
    public static void select(Configuration job, String... paths) {
        JobSettings.select(job, Arrays.stream(paths).map(ColumnPath::parse).toList());
    }

    /**
     * Reads only rows that make a condition true; its columns need not be selected. Fragments and zones without such rows are not
     * read.
     *
     * @param job its configuration, of either interface
     * @param condition as in SQL, see {@link dev.stoa.table.ConditionText}
     * @throws IllegalArgumentException if it is none; the message points at the position
     */
    public static void filter(Configuration job, String condition) {
        JobSettings.filter(job, condition);
    }

    /**
     * Divides the input, and obtains the tokens of its file systems.
     *
     * @throws IOException if a path is not there, or is neither a table nor Stoa files, or is within a table with a log
     * @throws IllegalArgumentException if a column is not there, or a literal of the condition does not fit its column
     */
    @Override
    public List<InputSplit> getSplits(JobContext job) throws IOException {
        return List.copyOf(SplitPlanner.splits(
                job.getConfiguration(), job.getCredentials(), getInputPaths(job), getInputPathFilter(job)));
    }

    @Override
    public RecordReader<NullWritable, StoaRow> createRecordReader(InputSplit split, TaskAttemptContext task) {
        return new RowReader();
    }
}
