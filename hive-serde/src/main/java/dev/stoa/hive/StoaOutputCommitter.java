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
package dev.stoa.hive;

import dev.stoa.hive.internal.store.BesideFolder;
import dev.stoa.hive.internal.store.Snapshots;
import dev.stoa.hive.internal.write.Notes;
import dev.stoa.hive.internal.write.TaskFiles;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobContext;
import org.apache.hadoop.mapred.OutputCommitter;
import org.apache.hadoop.mapred.TaskAttemptContext;

/**
 * Commits attempts of tasks that write tables with logs: what the attempt wrote is noted for the commit of the statement, which
 * Hive does when all tasks are done. Of each task Tez commits one attempt; what others wrote is removed.
 */
public final class StoaOutputCommitter extends OutputCommitter {
    /** Before the folder of a table: where the tasks of a statement note what they wrote there. */
    static final String NOTES = "stoa.notes.";

    /** Tez's name of the running graph of tasks. */
    private static final String GRAPH = "job.committer.uuid";

    /** Called by Hive. */
    public StoaOutputCommitter() {}

    @Override
    public void setupJob(JobContext job) {
        // files go where they stay
    }

    @Override
    public void setupTask(TaskAttemptContext task) {
        // likewise
    }

    @Override
    public boolean needsTaskCommit(TaskAttemptContext task) {
        return TaskFiles.isAny(task);
    }

    @Override
    public void commitTask(TaskAttemptContext task) throws IOException {
        Optional<TaskFiles> files = TaskFiles.take(task);
        if (files.isPresent()) {
            // a vertex is part of the job's id; a graph that ran before in the same statement, and failed, has other
            // names
            files.get()
                    .note(
                            task.getJobConf(),
                            task.getJobConf().get(GRAPH, "")
                                    + Notes.GRAPH_END
                                    + task.getTaskAttemptID().getTaskID());
        }
    }

    @Override
    public void abortTask(TaskAttemptContext task) throws IOException {
        Optional<TaskFiles> files = TaskFiles.take(task);
        if (files.isPresent()) {
            files.get().remove(task.getJobConf());
        }
    }

    /** Removes what the tasks of a statement that failed wrote. */
    @Override
    public void abortJob(JobContext job, int status) throws IOException {
        JobConf conf = job.getJobConf();
        for (Map.Entry<String, String> setting : conf.getPropsWithPrefix(NOTES).entrySet()) {
            Notes notes = new Notes(conf, new Path(setting.getValue()));
            Path table = new Path(setting.getKey());
            TaskFiles.remove(Snapshots.folder(conf, table), notes.read());
            notes.remove();
            BesideFolder.removeAfterStatement(conf, table);
        }
    }
}
