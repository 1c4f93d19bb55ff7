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

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;

/**
 * Keeps a second job out of an output folder. Hadoop checks the folder when a job is submitted, and makes it when the job begins to
 * run. Of two jobs in it, each would publish, replace or delete files of the other, and both would succeed.
 *
 * <p>A job that begins makes a folder of its name among the committer's pending files, and then looks for others. So of two that
 * begin at once, at least one sees the other.
 */
final class OneJob {
    private final FileSystem fs;
    private final Configuration settings;
    private final Path output;
    private final Path pending;
    private final Path note;

    OneJob(Configuration job, Path output, JobID id) throws IOException {
        fs = output.getFileSystem(job);
        settings = job;
        this.output = output;
        pending = new Path(output, FileOutputCommitter.PENDING_DIR_NAME);
        note = new Path(pending, id.toString());
    }

    /** Whether the job has the folder: this master or an earlier one took it. */
    boolean hasBegun() throws IOException {
        return fs.exists(note);
    }

    /**
     * Takes the folder for the job.
     *
     * @throws IOException if another job has it, or has published files since this one was submitted
     */
    void begin() throws IOException {
        boolean isRepeated = hasBegun() || settings.getInt(MRJobConfig.APPLICATION_ATTEMPT_ID, 1) > 1;
        fs.mkdirs(note);
        Optional<Path> other = other(isRepeated);
        if (other.isPresent()) {
            fs.delete(note, false);
            throw new IOException(output + ": another job writes into this folder, or has written: it holds "
                    + other.get()
                    + ". Nothing of this job is kept; give each job a folder of its own. If that job is dead,"
                    + " delete this path");
        }
    }

    /**
     * Returns a path that shows that another job has the folder, or had it.
     *
     * @param isRepeated whether an earlier master of this job may have published files, and deleted its pending ones
     */
    private Optional<Path> other(boolean isRepeated) throws IOException {
        FileStatus[] jobs;
        try {
            jobs = fs.listStatus(pending);
        } catch (FileNotFoundException e) { // another job has just ended, and deleted its pending files and ours
            return Optional.of(pending);
        }
        for (FileStatus status : jobs) {
            String name = status.getPath().getName();
            if (name.startsWith("job_") && !name.equals(note.getName())) {
                return Optional.of(status.getPath());
            }
        }
        if (!isRepeated && JobSettings.isChecked(settings, output)) { // it was not there when the job was submitted
            for (FileStatus status : fs.listStatus(output)) {
                if (isPublished(status.getPath().getName())) {
                    return Optional.of(status.getPath());
                }
            }
        }
        return Optional.empty();
    }

    private static boolean isPublished(String name) {
        return name.equals(FileOutputCommitter.SUCCEEDED_FILE_NAME) || !name.startsWith("_") && !name.startsWith(".");
    }
}
