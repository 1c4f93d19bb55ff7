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
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;

/** Hadoop's committer, for one job in a folder. */
class OneJobCommitter extends FileOutputCommitter {
    private final Path output;

    OneJobCommitter(Path output, TaskAttemptContext task) throws IOException {
        super(output, task);
        this.output = output;
    }

    private OneJob folder(JobContext job) throws IOException {
        return new OneJob(job.getConfiguration(), output, job.getJobID());
    }

    @Override
    public void setupJob(JobContext job) throws IOException {
        folder(job).begin();
        super.setupJob(job);
    }

    /** Deletes nothing of another job that has the folder. */
    @Override
    public void abortJob(JobContext job, JobStatus.State state) throws IOException {
        if (folder(job).hasBegun()) {
            super.abortJob(job, state);
        }
    }
}
