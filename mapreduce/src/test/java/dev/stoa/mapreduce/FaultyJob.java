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
import java.nio.file.Files;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitterFactory;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/** A program for {@code hadoop jar}: a job that writes {@link Lines}, and whose processes die as a setting says. */
public final class FaultyJob extends Configured implements Tool {
    /** The setting. */
    static final String FAULT = "test.fault";

    /** A setting: the local folder with an empty file for each process that comes to a place of a fault. */
    static final String MARKS = "test.marks";

    /** The first attempt of a task is killed in the middle of its file. */
    static final String KILLED_TASK = "killed-task";
    /** The first attempt of a task waits in the middle of its file. */
    static final String SLOW_TASK = "slow-task";
    /** The master of the job is killed after it has published one file. */
    static final String KILLED_COMMIT = "killed-commit";

    private static final int SLOW_SECONDS = 120;

    @Override
    public int run(String[] args) throws Exception {
        Job job = Lines.write(getConf(), new Path(args[0]));
        job.setJarByClass(FaultyJob.class);
        job.setReducerClass(FaultyRows.class);
        if (getConf().get(FAULT).equals(KILLED_COMMIT)) {
            job.getConfiguration().set("mapreduce.outputcommitter.factory.class", FaultyCommitters.class.getName());
        }
        return job.waitForCompletion(false) ? 0 : 1;
    }

    public static void main(String[] args) throws Exception {
        System.exit(ToolRunner.run(new FaultyJob(), args));
    }

    /** Notes that a process has come to the place of a fault. */
    private static void mark(Configuration conf, String name) throws IOException {
        java.nio.file.Path marks = Files.createDirectories(java.nio.file.Path.of(conf.get(MARKS)));
        Files.write(marks.resolve(name), new byte[0]);
    }

    /** Kills this process (SIGKILL). */
    private static void kill() throws IOException {
        try {
            new ProcessBuilder(
                            "kill", "-9", Long.toString(ProcessHandle.current().pid()))
                    .start()
                    .waitFor();
            Thread.sleep(Long.MAX_VALUE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The rows of {@link Lines}. */
    static final class FaultyRows extends Reducer<LongWritable, NullWritable, NullWritable, Object[]> {
        @Override
        protected void reduce(LongWritable group, Iterable<NullWritable> values, Context context)
                throws IOException, InterruptedException {
            long first = group.get() * Lines.GROUP;
            for (long id = first; id < first + Lines.GROUP; id++) {
                if (id == first + Lines.GROUP / 2) {
                    fail(context);
                }
                context.write(NullWritable.get(), Lines.row(id));
            }
        }

        private static void fail(Context context) throws IOException, InterruptedException {
            TaskAttemptID attempt = context.getTaskAttemptID();
            if (attempt.getTaskID().getId() != 1) {
                return;
            }
            mark(context.getConfiguration(), attempt.toString());
            if (attempt.getId() > 0) {
                return;
            }
            switch (context.getConfiguration().get(FAULT)) {
                case KILLED_TASK -> kill();
                case SLOW_TASK -> {
                    for (int second = 0; second < SLOW_SECONDS; second++) {
                        Thread.sleep(1000);
                        context.progress();
                    }
                }
                default -> {
                    // the master of the job fails
                }
            }
        }
    }

    /** Makes Hadoop's committers, which die once. */
    public static final class FaultyCommitters extends PathOutputCommitterFactory {
        @Override
        public PathOutputCommitter createOutputCommitter(Path output, TaskAttemptContext task) throws IOException {
            return new OneJobCommitter(output, task) {
                @Override
                public void commitJob(JobContext job) throws IOException {
                    Configuration conf = job.getConfiguration();
                    if (conf.get(FAULT).equals(KILLED_COMMIT)
                            && conf.getInt("mapreduce.job.application.attempt.id", 0) == 1) {
                        FileSystem fs = output.getFileSystem(conf);
                        Path file = new Path(
                                getJobAttemptPath(job),
                                "task_" + job.getJobID().toString().substring("job_".length())
                                        + "_r_000000/part-r-00000.stoa");
                        if (fs.exists(file)) { // algorithm 2 has published it before
                            fs.rename(file, new Path(output, file.getName()));
                        }
                        mark(conf, KILLED_COMMIT);
                        kill();
                    }
                    super.commitJob(job);
                }
            };
        }
    }
}
