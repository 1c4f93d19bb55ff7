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

import dev.stoa.format.Schema;
import dev.stoa.hive.internal.rows.Stats;
import dev.stoa.hive.internal.store.Snapshots;
import dev.stoa.table.Table;
import dev.stoa.vio.DelayedSink;
import dev.stoa.vio.Folder;
import java.io.IOException;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.hive.ql.io.StatsProvidingRecordWriter;
import org.apache.hadoop.hive.serde2.SerDeStats;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapred.JobConf;

/** Writes new rows of a table with a log to a file of that table, which counts once its statement is committed. */
public final class InsertWriter implements StatsProvidingRecordWriter {
    private final JobConf job;
    private final Statement statement;
    private final Schema schema;
    private final TaskFiles.Part part;
    private final String path = Table.dataFile(UUID.randomUUID());
    /** From the first row on. */
    private Optional<FileWriter> writer = Optional.empty();

    public InsertWriter(JobConf job, Statement statement, Schema schema) throws IOException {
        this.job = job;
        this.statement = statement;
        this.schema = schema;
        this.part = TaskFiles.begin(job, statement);
    }

    @Override
    public void write(Writable row) throws IOException {
        part.checkOwner();
        if (writer.isEmpty()) {
            Folder folder = Snapshots.folder(job, statement.base().table());
            writer = Optional.of(new FileWriter(new DelayedSink(folder, path), schema));
        }
        writer.get().write(row);
    }

    @Override
    public SerDeStats getStats() {
        return writer.map(FileWriter::getStats).orElseGet(() -> Stats.of(0, 0));
    }

    @Override
    public void close(boolean abort) throws IOException {
        if (!abort) {
            part.checkOwner();
        }
        if (writer.isPresent()) {
            writer.get().close(abort);
            if (!abort) {
                part.add(new WrittenFile(path, Optional.empty()));
            }
        }
        if (!abort) {
            part.finish();
        }
    }
}
