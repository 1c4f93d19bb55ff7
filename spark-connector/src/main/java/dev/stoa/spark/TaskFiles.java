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
package dev.stoa.spark;

import dev.stoa.table.ChangeWriter;
import dev.stoa.table.DoubtfulCommitException;
import dev.stoa.table.FragmentWriter;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Transaction;
import dev.stoa.vio.Folder;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What tasks have written for one commit: it makes all of it visible, or it is removed. */
final class TaskFiles {
    private static final Logger LOG = LoggerFactory.getLogger(TaskFiles.class);

    private final Folder folder;
    /** What the last commit has made visible, or may have. */
    private List<TaskMessage.Written> counted = List.of();
    /** What the last commit has added. */
    private CustomTaskMetric[] metrics = new CustomTaskMetric[0];

    /** Files in the folder of a table. */
    TaskFiles(Folder folder) {
        this.folder = folder;
    }

    /** Commits what tasks have written, with what else is in a transaction. */
    void commit(Transaction transaction, List<TaskMessage.Written> tasks) throws IOException {
        for (TaskMessage.Written task : tasks) {
            for (FragmentWriter.Written file : task.files()) {
                transaction.addFragment(file.path(), Optional.ofNullable(file.partition()));
            }
            for (ChangeWriter.Written change : task.changes()) {
                transaction.addSidecar(change.fragment(), change.path(), Optional.empty());
            }
        }
        transaction.checkKeys();
        counted = tasks;
        try {
            Snapshot after = transaction.commit();
            metrics = WriteMetrics.ofCommit(after, paths(counted));
        } catch (DoubtfulCommitException e) {
            throw e;
        } catch (IOException e) {
            counted = List.of();
            throw e;
        }
    }

    private static Set<String> paths(List<TaskMessage.Written> tasks) {
        Set<String> paths = new HashSet<>();
        for (TaskMessage.Written task : tasks) {
            task.files().forEach(file -> paths.add(file.path()));
            task.changes().forEach(change -> paths.add(change.path()));
        }
        return paths;
    }

    /** What the last commit has added; nothing before. */
    CustomTaskMetric[] metrics() {
        return metrics.clone();
    }

    /** Whether something was committed, or may have been. */
    boolean mayCount() {
        return !counted.isEmpty();
    }

    /** Removes what tasks have written, unless it was committed, or may have been: Spark aborts after that, too. */
    void discard(List<TaskMessage.Written> tasks) {
        for (TaskMessage.Written task : tasks) {
            if (counted.contains(task)) {
                continue;
            }
            discard(() -> FragmentWriter.discard(folder, task.files()));
            discard(() -> ChangeWriter.discard(folder, task.changes()));
        }
    }

    /** Removes files. */
    private interface Removal {
        void run() throws IOException;
    }

    private void discard(Removal files) {
        try {
            files.run();
        } catch (IOException e) {
            LOG.warn("{}: files of a write that failed stay", folder.id(), e);
        }
    }
}
