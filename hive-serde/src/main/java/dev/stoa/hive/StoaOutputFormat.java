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

import dev.stoa.format.Schema;
import dev.stoa.hive.internal.columns.HiveTypes;
import dev.stoa.hive.internal.columns.Naming;
import dev.stoa.hive.internal.columns.TableColumns;
import dev.stoa.hive.internal.store.LogFolders;
import dev.stoa.hive.internal.store.Snapshots;
import dev.stoa.hive.internal.write.DeleteWriter;
import dev.stoa.hive.internal.write.FileWriter;
import dev.stoa.hive.internal.write.InsertWriter;
import dev.stoa.hive.internal.write.Statement;
import dev.stoa.hive.internal.write.WriteOperation;
import dev.stoa.hive.internal.write.WriteTarget;
import dev.stoa.table.Snapshot;
import dev.stoa.vio.SinkOptions;
import dev.stoa.vio.hadoop.HadoopFileSink;
import java.io.IOException;
import java.util.Properties;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.exec.FileSinkOperator;
import org.apache.hadoop.hive.ql.io.HiveOutputFormat;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordWriter;
import org.apache.hadoop.util.Progressable;

/**
 * Writes files of tables {@code STORED AS STOA}. Each is complete in itself, with its MinMax, so Hive may move and rename
 * it. Hive decides when a file becomes visible: it moves files to their place when its job is done. Files of tables with a
 * log are
 * written where they stay, and count once the statement is committed.
 */
public final class StoaOutputFormat implements HiveOutputFormat<NullWritable, Writable> {

    /** Called by Hive. */
    public StoaOutputFormat() {}

    /**
     * Begins a file.
     *
     * @throws IllegalArgumentException if a type of the table has no form in files
     * @throws IOException if the file of a table without a log would be in one that has
     */
    @Override
    public FileSinkOperator.RecordWriter getHiveRecordWriter(
            JobConf job,
            Path path,
            Class<? extends Writable> valueClass,
            boolean isCompressed,
            Properties table,
            Progressable progress)
            throws IOException {
        TableColumns columns = TableColumns.of(table);
        Naming naming = Naming.of(table);
        if (Statement.isIn(table)) {
            return ofLog(job, Statement.of(table), WriteOperation.of(job, table), columns, naming);
        }
        Schema schema = HiveTypes.schema(columns.names(), columns.types(), naming.ids());
        LogFolders.refuseFile(job, path);
        // Hive publishes it later
        SinkOptions options = SinkOptions.DEFAULT.withDirect(true).withOverwrite(true);
        return new FileWriter(HadoopFileSink.create(path.getFileSystem(job), path, options), schema);
    }

    private static FileSinkOperator.RecordWriter ofLog(
            JobConf job, Statement statement, WriteOperation operation, TableColumns columns, Naming naming)
            throws IOException {
        if (operation == WriteOperation.DELETE) {
            return new DeleteWriter(job, statement);
        }
        Snapshot base = Snapshots.get(job, statement.base());
        return new InsertWriter(job, statement, base, WriteTarget.columns(base, columns, naming));
    }

    /** Only Hive writes such tables. */
    @Override
    public RecordWriter<NullWritable, Writable> getRecordWriter(
            FileSystem ignored, JobConf job, String name, Progressable progress) {
        throw new UnsupportedOperationException("tables STORED AS STOA are written by Hive only");
    }

    /** Nothing to check: Hive has made sure that the table exists. */
    @Override
    public void checkOutputSpecs(FileSystem ignored, JobConf job) {
        // see above
    }
}
