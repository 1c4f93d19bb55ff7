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
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapred.FileInputFormat;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapred.Reporter;

/** {@link StoaInputFormat} for the older interface, {@code org.apache.hadoop.mapred}; what is read is set by the methods of that one. */
public final class StoaMapredInputFormat extends FileInputFormat<NullWritable, StoaRow> {

    /** Called by Hadoop. */
    public StoaMapredInputFormat() {}

    /**
     * Divides the input, and obtains the tokens of its file systems.
     *
     * @throws IOException as by {@link StoaInputFormat#getSplits}
     * @throws IllegalArgumentException as there
     */
    @Override
    public InputSplit[] getSplits(JobConf job, int wanted) throws IOException {
        return SplitPlanner.splits(job, job.getCredentials(), getInputPaths(job), getInputPathFilter(job))
                .toArray(InputSplit[]::new);
    }

    @Override
    public RecordReader<NullWritable, StoaRow> getRecordReader(InputSplit split, JobConf job, Reporter reporter)
            throws IOException {
        reporter.setStatus(split.toString());
        return new MapredRowReader((StoaSplit) split, new SplitRows(job, (StoaSplit) split, reporter::getCounter));
    }
}
