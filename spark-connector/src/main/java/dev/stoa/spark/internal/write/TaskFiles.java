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
package dev.stoa.spark.internal.write;

import dev.stoa.spark.internal.store.LoadedNames;
import dev.stoa.table.DoubtfulCommitException;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.Transaction;
import dev.stoa.table.Upkeep;
import dev.stoa.table.WrittenFiles;
import dev.stoa.vio.Folder;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.util.List;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The files that tasks wrote for one commit, which makes all of them visible or removes them. */
public final class TaskFiles {
    private static final Logger LOG = LoggerFactory.getLogger(TaskFiles.class);

    private final Table table;
    private final Folder folder;
    /** The files that the last commit made visible, or may have. */
    private List<WrittenFiles> counted = List.of();
    /** The counts of the last commit. */
    private CustomTaskMetric[] metrics = new CustomTaskMetric[0];

    /** Files of a table. */
    public TaskFiles(Table table) {
        this.table = table;
        this.folder = table.folder();
    }

    /** Commits what tasks have written, with what else is in a transaction. */
    public void commit(Transaction transaction, List<WrittenFiles> tasks) throws IOException {
        for (WrittenFiles task : tasks) {
            task.addTo(transaction);
        }
        transaction.checkKeys();
        Snapshot after = commitOf(transaction, tasks);
        metrics = WriteMetrics.ofCommit(transaction.addedFiles());
        Upkeep.after(table, after, WriterOptions.DEFAULT);
        LoadedNames.refreshCached(folder);
    }

    /** Only a failure of the commit itself tells that the files don't count. */
    private Snapshot commitOf(Transaction transaction, List<WrittenFiles> tasks) throws IOException {
        counted = tasks;
        try {
            return transaction.commit();
        } catch (DoubtfulCommitException e) {
            throw e;
        } catch (IOException e) {
            counted = List.of();
            throw e;
        }
    }

    /** The counts of the last commit; empty before the first. */
    public CustomTaskMetric[] metrics() {
        return metrics.clone();
    }

    /** Whether something was committed, or may have been. */
    public boolean mayCount() {
        return !counted.isEmpty();
    }

    /** Removes what tasks have written, unless it was committed, or may have been: Spark aborts after that, too. */
    public void discard(List<WrittenFiles> tasks) {
        for (WrittenFiles task : tasks) {
            if (counted.contains(task)) {
                continue;
            }
            try {
                task.discard(folder);
            } catch (IOException e) {
                LOG.warn("{}: files of a write that failed stay", folder.id(), e);
            }
        }
    }
}
