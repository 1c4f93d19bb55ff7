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
import org.apache.hadoop.mapred.FileOutputCommitter;
import org.apache.hadoop.mapred.FileOutputFormat;
import org.apache.hadoop.mapred.JobContext;

/** {@link OneJobCommitter} for the older interface, {@code org.apache.hadoop.mapred}. Hadoop makes it by its name. */
final class MapredOneJobCommitter extends FileOutputCommitter {
    private static OneJob folder(JobContext job) throws IOException {
        return new OneJob(job.getJobConf(), FileOutputFormat.getOutputPath(job.getJobConf()), job.getJobID());
    }

    @Override
    public void setupJob(JobContext job) throws IOException {
        folder(job).begin();
        super.setupJob(job);
    }

    /** Deletes nothing of another job that has the folder. */
    @Override
    public void abortJob(JobContext job, int state) throws IOException {
        if (folder(job).hasBegun()) {
            super.abortJob(job, state);
        }
    }
}
