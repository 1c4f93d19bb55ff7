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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two jobs that are submitted with one output folder before either has begun: Hadoop's check of the folder passes for both. */
class TwoJobsTest {
    private static final String FIRST = "attempt_202601010000_0001_m_000000_0";
    private static final String SECOND = "attempt_202601010000_0002_m_000000_0";

    @TempDir
    private Path folder;

    private Configuration conf;
    private org.apache.hadoop.fs.Path output;

    @BeforeEach
    void begin() throws IOException {
        conf = Lines.local(folder);
        output = new org.apache.hadoop.fs.Path(folder.resolve("out").toUri());
        conf = Lines.write(conf, output).getConfiguration();
    }

    private TaskAttemptContextImpl task(String attempt) {
        return new TaskAttemptContextImpl(conf, TaskAttemptID.forName(attempt));
    }

    private static OutputCommitter committer(TaskAttemptContextImpl task) throws IOException {
        return new StoaOutputFormat().getOutputCommitter(task);
    }

    private static void refused(OutputCommitter committer, JobContext job, String because) throws IOException {
        String message =
                assertThrows(IOException.class, () -> committer.setupJob(job)).getMessage();
        assertTrue(message.contains("another job") && message.contains(because), message);
        committer.abortJob(job, JobStatus.State.FAILED);
    }

    @Test
    void theSecondIsRefusedAndTheFirstIsWhole() throws Exception {
        TaskAttemptContextImpl first = task(FIRST);
        OutputCommitter committer = committer(first);
        committer.setupJob(first);
        committer.setupTask(first);
        write(first);
        refused(committer(task(SECOND)), task(SECOND), "job_202601010000_0001");
        committer.commitTask(first);
        refused(committer(task(SECOND)), task(SECOND), "job_202601010000_0001");
        committer.commitJob(first);
        assertEquals(1, Lines.files(conf, output).size());
    }

    private static void write(TaskAttemptContextImpl task) throws Exception {
        StoaOutputFormat format = new StoaOutputFormat();
        var writer = format.getRecordWriter(task);
        writer.write(null, Lines.row(1));
        writer.close(task);
    }

    @Test
    void aJobThatBeginsAfterTheEndOfAnotherReplacesNothing() throws Exception {
        new StoaOutputFormat().checkOutputSpecs(task(SECOND));
        Lines.run(Lines.write(Lines.local(folder), output));
        refused(committer(task(SECOND)), task(SECOND), "out/");
        Lines.check(conf, Lines.files(conf, output));
    }

    @Test
    void aRestartedMasterGoesOn() throws Exception {
        TaskAttemptContextImpl first = task(FIRST);
        new StoaOutputFormat().checkOutputSpecs(first);
        committer(first).setupJob(first);
        Files.createFile(folder.resolve("out/part-m-00000.stoa")); // by algorithm 2
        committer(first).setupJob(first);
        committer(first).abortJob(first, JobStatus.State.KILLED);
        assertTrue(Files.notExists(folder.resolve("out/_temporary")));
    }

    /** Algorithm 2 has published all files, and deleted the pending ones, before the master tells that the job has ended. */
    @Test
    void aMasterGoesOnThatBeginsAfterTheCommitOfAnEarlierOne() throws Exception {
        TaskAttemptContextImpl first = task(FIRST);
        new StoaOutputFormat().checkOutputSpecs(first);
        committer(first).setupJob(first);
        Files.createFile(folder.resolve("out/part-m-00000.stoa"));
        committer(first).commitJob(first);
        refused(committer(first), first, "out/");
        conf.setInt("mapreduce.job.application.attempt.id", 2);
        TaskAttemptContextImpl again = task(FIRST);
        committer(again).setupJob(again);
        committer(again).commitJob(again);
        assertEquals(1, Lines.files(conf, output).size());
    }

    @Test
    void hiddenFilesOfOthersAreNoRows() throws Exception {
        TaskAttemptContextImpl first = task(FIRST);
        new StoaOutputFormat().checkOutputSpecs(first);
        Files.createDirectories(folder.resolve("out/_logs"));
        committer(first).setupJob(first);
        committer(first).commitJob(first);
    }

    @Test
    void theOlderInterfaceRefusesTheSecond() throws Exception {
        JobConf job = new JobConf(conf);
        new StoaMapredOutputFormat().checkOutputSpecs(null, job);
        OutputCommitter committer = job.getOutputCommitter();
        var first = new org.apache.hadoop.mapred.JobContextImpl(
                job, TaskAttemptID.forName(FIRST).getJobID());
        var second = new org.apache.hadoop.mapred.JobContextImpl(
                job, TaskAttemptID.forName(SECOND).getJobID());
        committer.setupJob(first);
        refused(committer, second, "job_202601010000_0001");
        committer.commitJob(first);
        refused(committer, second, "_SUCCESS");
    }
}
