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
package dev.stoa.hive.internal.write;

import dev.stoa.hive.internal.rows.StoaRow;
import dev.stoa.table.FragmentWriter;
import dev.stoa.table.Snapshot;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import org.apache.hadoop.hive.ql.io.StatsProvidingRecordWriter;
import org.apache.hadoop.hive.serde2.SerDeStats;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapred.JobConf;

/**
 * Writes new rows of a table with a log to files of that table, which count once its statement is committed: a file for each
 * partition, in the declared order.
 */
public final class InsertWriter implements StatsProvidingRecordWriter {
    private final TaskFiles.Part part;
    private final FragmentWriter files;
    private final RowBatches rows;

    /**
     * Begins with a task.
     *
     * @param from for each column of the table, which of Hive's it is, see {@link WriteTarget}
     */
    public InsertWriter(JobConf job, Statement statement, Snapshot base, int[] from) throws IOException {
        this.part = TaskFiles.begin(job, statement);
        this.files = new FragmentWriter(base, WriterOptions.DEFAULT, Long.MAX_VALUE);
        this.rows = new RowBatches(base.schema(), from, files::writeUnordered);
    }

    @Override
    public void write(Writable row) throws IOException {
        part.checkOwner();
        rows.add((StoaRow) row);
    }

    @Override
    public SerDeStats getStats() {
        return rows.stats();
    }

    @Override
    public void close(boolean abort) throws IOException {
        if (abort) {
            files.abort();
            return;
        }
        boolean done = false;
        try {
            part.checkOwner();
            rows.flush();
            for (FragmentWriter.Written file : files.finish()) {
                part.add(WrittenFile.ofRows(file));
            }
            part.finish();
            done = true;
        } finally {
            if (!done) {
                files.abort();
            }
        }
    }
}
