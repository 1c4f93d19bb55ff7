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
import dev.stoa.spark.internal.columns.SparkTypes;
import dev.stoa.spark.internal.read.TableOrder;
import dev.stoa.spark.internal.store.FileCount;
import dev.stoa.spark.internal.store.FileSize;
import dev.stoa.spark.internal.store.Options;
import dev.stoa.spark.internal.store.SparkErrors;
import dev.stoa.spark.internal.store.TablePath;
import dev.stoa.spark.internal.store.TaskStore;
import dev.stoa.table.Fragment;
import dev.stoa.table.Snapshot;
import dev.stoa.table.SnapshotPart;
import dev.stoa.table.Table;
import dev.stoa.table.WrittenFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.connector.distributions.Distribution;
import org.apache.spark.sql.connector.distributions.Distributions;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.SortDirection;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.write.DeltaBatchWrite;
import org.apache.spark.sql.connector.write.DeltaWrite;
import org.apache.spark.sql.connector.write.DeltaWriterFactory;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.RequiresDistributionAndOrdering;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.connector.write.streaming.StreamingWrite;
import org.apache.spark.sql.internal.SQLConf;

/**
 * A write of rows: tasks write files that no reader sees until the driver has committed all of them at once. A task that fails,
 * or that another attempt was faster than, removes its own.
 */
public final class StoaWrite implements DeltaWrite, RequiresDistributionAndOrdering, DeltaBatchWrite {
    private final TablePath path;
    private final Table table;
    /** The table, as the write would make it. */
    private final Snapshot snapshot;

    private final TableOrder order;

    private final Work work;
    private final LogicalWriteInfo info;
    private final WriteKind kind;
    private final Configuration configuration;

    /** The end of the files that tasks write: a commit or their removal. */
    public interface Work {
        void commit(List<WrittenFiles> tasks) throws IOException;

        void discard(List<WrittenFiles> tasks);

        /** The rows and bytes that the commit has added; nothing before. */
        CustomTaskMetric[] metrics();

        /** Which options the write has. */
        Options options();

        /** The version of the table whose rows it replaces, if it replaces any; an older one if it is based on that. */
        Optional<Snapshot> replaced();

        /**
         * Returns the same work for rows of an older version, so that it conflicts with what has been committed since.
         *
         * @param read a version of the table
         */
        Work basedOn(Snapshot read) throws IOException;

        /** The condition of the rows to replace, if one is set. */
        default Optional<RowCondition> where() {
            return Optional.empty();
        }
    }

    /**
     * A write.
     *
     * @param order of the table after the write
     * @param info the columns of the rows, and the query
     */
    public StoaWrite(
            TablePath path,
            Table table,
            TableOrder order,
            LogicalWriteInfo info,
            WriteKind kind,
            Work work,
            Configuration configuration) {
        this.path = path;
        this.table = table;
        this.snapshot = order.snapshot();
        this.order = order;
        this.info = info;
        this.kind = kind;
        this.work = work;
        this.configuration = configuration;
    }

    /**
     * A write that is committed at its end.
     *
     * @param base the order of its base version
     * @param where which rows it replaces, if not all or none
     * @throws dev.stoa.table.TableException if the table can't be written in this way
     */
    public static StoaWrite of(
            TablePath path,
            Table table,
            TableOrder base,
            LogicalWriteInfo info,
            WriteKind kind,
            Optional<RowCondition> where,
            Configuration configuration)
            throws IOException {
        FileCount.most(info, base.snapshot());
        FileSize.of(info, base.snapshot()); // what is wrong shows before anything is read
        TableCommit commit = new TableCommit(table, base.snapshot(), kind, where);
        return new StoaWrite(path, table, base, info, kind, commit, configuration);
    }

    /** The version of the table whose rows it replaces, if it replaces any. */
    public Optional<Snapshot> replaced() {
        return work.replaced();
    }

    /**
     * Returns the same write for rows of an older version, which its query reads: it conflicts with what has been committed since.
     *
     * @param read a version in the folder of the table
     */
    public StoaWrite basedOn(Snapshot read) {
        if (!read.table().equals(snapshot.table())) {
            throw new ConcurrentChangeException(
                    path + ": the table that the query reads was dropped, and a new one made: query the new one", null);
        }
        return SparkErrors.unchecked(
                () -> new StoaWrite(path, table, order, info, kind, work.basedOn(read), configuration));
    }

    @Override
    public String description() {
        return "stoa " + path;
    }

    @Override
    public DeltaBatchWrite toBatch() {
        work.options().check(path, configuration, info.options());
        checkReplacesAll();
        return this;
    }

    /** Spark asks for all rows to be replaced whatever the session says of partitions, where a path or a name is overwritten. */
    private void checkReplacesAll() {
        if (kind == WriteKind.OVERWRITE
                && !info.options().containsKey(Options.OVERWRITE_MODE)
                && !snapshot.properties().partitionedBy().isEmpty()
                && SQLConf.get().partitionOverwriteMode().toString().equalsIgnoreCase("dynamic")) {
            throw SparkErrors.refusal(
                    SparkErrors.Condition.STOA_INVALID_SETTING,
                    path
                            + ": the session's spark.sql.sources.partitionOverwriteMode is dynamic, but Spark asks this write to"
                            + " replace all rows: give it the option " + Options.OVERWRITE_MODE
                            + ", dynamic to replace the partitions that get rows, or static to replace all");
        }
    }

    /** Changes of a file come to one task, new rows to those that have neighbours of theirs. */
    @Override
    public Distribution requiredDistribution() {
        if (kind.changesRows()) {
            return Distributions.clustered(new Expression[] {
                SparkTypes.reference(RowColumn.file(snapshot.schema()).name())
            });
        }
        SortOrder[] order = declaredOrder();
        return order.length == 0 ? Distributions.unspecified() : Distributions.ordered(order);
    }

    /** Spark may divide what is too much for a task, such as the new rows of a merge. */
    @Override
    public boolean distributionStrictlyRequired() {
        return false;
    }

    /** Changes by file and row; new rows, which have neither, in the declared order, so that each file is sorted by itself. */
    @Override
    public SortOrder[] requiredOrdering() {
        if (!kind.changesRows()) {
            return declaredOrder();
        }
        List<SortOrder> order = new ArrayList<>();
        order.add(Expressions.sort(
                SparkTypes.reference(RowColumn.file(snapshot.schema()).name()), SortDirection.ASCENDING));
        order.add(Expressions.sort(
                SparkTypes.reference(RowColumn.position(snapshot.schema()).name()), SortDirection.ASCENDING));
        if (kind == WriteKind.MERGE) {
            order.addAll(List.of(declaredOrder()));
        }
        return order.toArray(SortOrder[]::new);
    }

    private SortOrder[] declaredOrder() {
        return order.ofWrites().toArray(SortOrder[]::new);
    }

    @Override
    public DeltaWriterFactory createBatchWriterFactory(PhysicalWriteInfo physical) {
        return SparkErrors.unchecked(() -> {
            List<UUID> changed = kind.changesRows()
                    ? snapshot.fragments().stream().map(Fragment::id).toList()
                    : List.of();
            return new StoaWriterFactory(
                    TaskStore.of(path, configuration),
                    SnapshotPart.of(snapshot, changed),
                    info.schema(),
                    FileSize.of(info, snapshot),
                    FileCount.most(info, snapshot),
                    order.isMadeByTasks(),
                    work.where().stream()
                            .map(rows -> RowCheck.of(rows, info.schema()))
                            .toList());
        });
    }

    @Override
    public void commit(WriterCommitMessage[] messages) {
        SparkErrors.unchecked(() -> {
            List<WrittenFiles> tasks = TaskMessage.all(messages);
            long files = tasks.stream().mapToLong(task -> task.files().size()).sum();
            FileCount.check(snapshot, files, FileCount.most(info, snapshot));
            work.commit(tasks);
            return true;
        });
    }

    @Override
    public void abort(WriterCommitMessage[] messages) {
        work.discard(TaskMessage.known(messages));
    }

    @Override
    public CustomMetric[] supportedCustomMetrics() {
        return WriteMetrics.all();
    }

    @Override
    public CustomTaskMetric[] reportDriverMetrics() {
        return work.metrics();
    }

    @Override
    public StreamingWrite toStreaming() {
        Options.SINK.check(path, configuration, info.options());
        return new StreamSink(path, table, order, info, kind, configuration);
    }
}
