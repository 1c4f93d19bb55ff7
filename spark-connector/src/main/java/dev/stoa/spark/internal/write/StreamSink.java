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

import dev.stoa.spark.ConcurrentChangeException;
import dev.stoa.spark.internal.columns.FieldNotes;
import dev.stoa.spark.internal.read.TableOrder;
import dev.stoa.spark.internal.store.FileCount;
import dev.stoa.spark.internal.store.FileSize;
import dev.stoa.spark.internal.store.Options;
import dev.stoa.spark.internal.store.SparkErrors;
import dev.stoa.spark.internal.store.TablePath;
import dev.stoa.spark.internal.store.TaskStore;
import dev.stoa.table.AlreadyCommittedException;
import dev.stoa.table.Once;
import dev.stoa.table.Snapshot;
import dev.stoa.table.SnapshotPart;
import dev.stoa.table.Table;
import dev.stoa.table.Transaction;
import dev.stoa.table.WrittenFiles;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.connector.write.streaming.StreamingDataWriterFactory;
import org.apache.spark.sql.connector.write.streaming.StreamingWrite;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes a batch of a streaming query: one commit, exactly once, however often the batch is run. */
final class StreamSink implements StreamingWrite {
    private static final Logger LOG = LoggerFactory.getLogger(StreamSink.class);

    private final TablePath path;
    private final Table table;
    private final TableOrder order;
    private final LogicalWriteInfo info;
    private final WriteKind kind;
    private final Configuration configuration;
    private final StreamBatches batches;
    private final TaskFiles files;
    /** The version with the columns and the order of the files that tasks write. */
    private Snapshot base;

    StreamSink(
            TablePath path,
            Table table,
            TableOrder order,
            LogicalWriteInfo info,
            WriteKind kind,
            Configuration configuration) {
        this.path = path;
        this.table = table;
        this.order = order;
        this.info = info;
        this.kind = kind;
        this.configuration = configuration;
        this.batches = new StreamBatches(info.queryId(), info.options().get(Options.AFTER_EXPIRY));
        this.files = new TaskFiles(table);
        this.base = order.snapshot();
    }

    @Override
    public StreamingDataWriterFactory createStreamingWriterFactory(PhysicalWriteInfo physical) {
        return SparkErrors.unchecked(() -> {
            base = table.snapshot();
            checkColumns(FieldNotes.schema(base));
            return new StoaWriterFactory(
                    TaskStore.of(path, configuration),
                    SnapshotPart.of(base, List.of()),
                    info.schema(),
                    FileSize.of(info, base),
                    FileCount.most(info, base),
                    order.isMadeByTasks(),
                    List.of());
        });
    }

    /** Spark does not look whether what a stream brings are the columns of the table. */
    private void checkColumns(StructType columns) {
        boolean fits = columns.length() == info.schema().length();
        for (int i = 0; fits && i < columns.length(); i++) {
            StructField column = columns.fields()[i];
            StructField given = info.schema().fields()[i];
            fits = column.name().equalsIgnoreCase(given.name())
                    && column.dataType().catalogString().equals(given.dataType().catalogString());
        }
        if (!fits) {
            throw new IllegalArgumentException(path + ": the table has the columns " + columns.catalogString()
                    + ", the stream brings " + info.schema().catalogString()
                    + ": select them in the table's order, with its names and types");
        }
    }

    @Override
    public void commit(long batch, WriterCommitMessage[] messages) {
        List<WrittenFiles> tasks = TaskMessage.all(messages);
        SparkErrors.unchecked(() -> {
            Optional<Once> missing = batches.missing(table, batch);
            if (missing.isPresent()) {
                commit(missing.get(), tasks);
            } else {
                leave(batch, tasks);
            }
            return true;
        });
    }

    private void commit(Once once, List<WrittenFiles> tasks) throws IOException {
        long written = tasks.stream().mapToLong(task -> task.files().size()).sum();
        FileCount.check(base, written, FileCount.most(info, base));
        try {
            Transaction transaction = table.begin(kind.operation(), once);
            checkAlike(transaction.snapshot());
            if (kind == WriteKind.OVERWRITE) {
                transaction.overwriteAll();
            }
            files.commit(transaction, tasks);
        } catch (AlreadyCommittedException e) {
            leave(once.transaction().getLeastSignificantBits(), tasks);
        }
    }

    /** The commit follows the newest version, so that it does not conflict with those that came while the tasks wrote. */
    private void checkAlike(Snapshot newest) {
        boolean isAlike = newest.table().equals(base.table())
                && newest.schema().equals(base.schema())
                && newest.properties().declaresAs(base.properties());
        if (!isAlike) {
            throw new ConcurrentChangeException(
                    newest + ": the table has got other columns or declarations while a batch of query "
                            + info.queryId() + " was written for version " + base.version() + ": start the query again",
                    null);
        }
    }

    private void leave(long batch, List<WrittenFiles> tasks) {
        LOG.info("{}: batch {} of query {} is there already", path, batch, info.queryId());
        files.discard(tasks);
    }

    @Override
    public void abort(long batch, WriterCommitMessage[] messages) {
        files.discard(TaskMessage.known(messages));
    }
}
