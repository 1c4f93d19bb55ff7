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
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/**
 * Checks the outputs of {@code MultipleOutputs}. Hadoop checks, and publishes, only what the job's own output format writes. A base
 * path may also name a folder outside that of the job.
 */
final class NamedOutputs {
    private NamedOutputs() {}

    /**
     * Passes if the file that a task begins will count.
     *
     * @param committer of the output's folder, which the job runs if its own output format has the same
     * @throws IOException if the file is inside a table with a log, or the job's own output format does not publish it
     */
    static void check(TaskAttemptContext task, Path file, OutputCommitter committer) throws IOException {
        Path output = FileOutputFormat.getOutputPath(task);
        // not that of the file, which committers of S3A may put on the local disk first
        FileSystem fs = output.getFileSystem(task.getConfiguration());
        boolean isInOutput = isBelow(file, fs.makeQualified(output));
        if (isInOutput && JobSettings.isChecked(task.getConfiguration(), output)) {
            return;
        }
        FileRows.check(task.getConfiguration(), isInOutput ? output : file.getParent());
        if (isInOutput
                && committer instanceof FileOutputCommitter folders
                && !fs.exists(folders.getJobAttemptPath(task).getParent())) {
            throw new IOException(
                    file + ": its rows would be lost, as the job's own output format publishes no files in " + output
                            + ": call LazyOutputFormat.setOutputFormatClass(job, StoaOutputFormat.class)");
        }
    }

    private static boolean isBelow(Path file, Path folder) {
        Path above = file.getParent();
        while (above != null && !above.equals(folder)) {
            above = above.getParent();
        }
        return above != null;
    }
}
