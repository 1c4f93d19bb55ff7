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

import dev.stoa.format.Batch;
import dev.stoa.reader.Filter;
import dev.stoa.spark.ConcurrentChangeException;
import dev.stoa.spark.internal.store.Options;
import dev.stoa.spark.internal.store.SparkErrors;
import dev.stoa.table.ChangeWriter;
import dev.stoa.table.Fragment;
import dev.stoa.table.FragmentWriter;
import dev.stoa.table.PartitionFunction;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableScan;
import dev.stoa.table.Transaction;
import dev.stoa.table.WrittenFiles;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/** The commit of a write: what tasks have written counts, and what it replaces goes, at once. */
final class TableCommit implements StoaWrite.Work {
    private final Table table;
    private final Transaction transaction;
    private final WriteKind kind;
    private final Optional<RowCondition> where;
    private final Optional<Snapshot> read;
    private final TaskFiles files;
    private List<ChangeWriter.Written> deletes = List.of();

    /**
     * A commit.
     *
     * @param base its base version
     * @param where which rows it replaces, if not all or none
     * @throws dev.stoa.table.TableException if the table is not written
     */
    TableCommit(Table table, Snapshot base, WriteKind kind, Optional<RowCondition> where) throws IOException {
        this(table, base, kind, where, Optional.empty());
    }

    /** A commit of rows that the query may read from an older version. */
    private TableCommit(
            Table table, Snapshot base, WriteKind kind, Optional<RowCondition> where, Optional<Snapshot> read)
            throws IOException {
        this.table = table;
        this.read = read;
        this.transaction = table.begin(kind.operation(), base);
        this.kind = kind;
        this.where = where;
        this.files = new TaskFiles(table);
        if (kind == WriteKind.OVERWRITE) {
            transaction.overwriteAll();
        }
    }

    @Override
    public void commit(List<WrittenFiles> tasks) throws IOException {
        if (kind == WriteKind.OVERWRITE_PARTITIONS) {
            removePartitions(tasks);
        } else if (where.isPresent()) {
            if (read.isPresent()) {
                changed(read.get()).refuseRows(where.get().filter());
            }
            deleteRows(where.get().filter());
        }
        files.commit(transaction, withDeletes(tasks));
    }

    @Override
    public Optional<Snapshot> replaced() {
        return kind.replacesRows() ? Optional.of(read.orElse(transaction.snapshot())) : Optional.empty();
    }

    @Override
    public TableCommit basedOn(Snapshot read) throws IOException {
        Snapshot base = transaction.snapshot();
        boolean isAlike =
                read.schema().equals(base.schema()) && read.properties().declaresAs(base.properties());
        if (!isAlike) {
            throw new ConcurrentChangeException(
                    read + ": the query reads this version, and the table has got other columns or declarations since:"
                            + " query it anew",
                    null);
        }
        // what goes is that of the newest version, or rows that others have added would stay beside those that take
        // their place
        return kind == WriteKind.OVERWRITE
                ? new TableCommit(table, read, kind, where)
                : new TableCommit(table, base, kind, where, Optional.of(read));
    }

    private ChangedSince changed(Snapshot since) throws IOException {
        return new ChangedSince(since, transaction.snapshot());
    }

    @Override
    public Options options() {
        return kind.changesRows() ? Options.CHANGE : Options.WRITE;
    }

    @Override
    public Optional<RowCondition> where() {
        return where;
    }

    @Override
    public CustomTaskMetric[] metrics() {
        return files.metrics();
    }

    @Override
    public void discard(List<WrittenFiles> tasks) {
        files.discard(withDeletes(tasks));
    }

    private List<WrittenFiles> withDeletes(List<WrittenFiles> tasks) {
        List<WrittenFiles> all = new ArrayList<>(tasks);
        all.add(new WrittenFiles(List.of(), deletes));
        return all;
    }

    private void deleteRows(Filter filter) throws IOException {
        Snapshot base = transaction.snapshot();
        boolean done = false;
        try (ChangeWriter changes = new ChangeWriter(base, WriterOptions.DEFAULT);
                TableScan scan = base.scan().select().filter(filter).build()) {
            try {
                while (scan.next()) {
                    Batch batch = scan.batch();
                    for (int i = 0; i < batch.selectedCount(); i++) {
                        changes.delete(scan.fragment().id(), batch.firstRow() + batch.selected(i));
                    }
                }
                deletes = changes.finish();
                done = true;
            } finally {
                if (!done) {
                    changes.abort();
                }
            }
        }
    }

    private void removePartitions(List<WrittenFiles> tasks) throws IOException {
        Set<String> written = new HashSet<>();
        for (WrittenFiles task : tasks) {
            task.files().stream().map(FragmentWriter.Written::partition).forEach(written::add);
        }
        Snapshot base = transaction.snapshot();
        if (PartitionFunction.parts(base, base.fragments()).isEmpty()) {
            throw SparkErrors.refusal(
                    SparkErrors.Condition.STOA_UNSUPPORTED,
                    base
                            + ": some rows were written before the table was divided as it is now, by "
                            + base.properties().partitionedBy()
                            + ", so that partitions can't be replaced one by one: say which rows are replaced by a condition");
        }
        if (read.isPresent()) {
            changed(read.get()).refusePartitions(written);
        }
        for (Fragment fragment : base.fragments()) {
            String partition = fragment.partition().orElseThrow();
            if (written.contains(partition)) {
                transaction.removeFragment(fragment.id());
            }
        }
    }
}
