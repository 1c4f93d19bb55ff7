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
package dev.stoa.spark.internal.table;

import dev.stoa.spark.internal.columns.BoundedTexts;
import dev.stoa.spark.internal.columns.FieldNotes;
import dev.stoa.spark.internal.read.TableOrder;
import dev.stoa.spark.internal.store.Options;
import dev.stoa.spark.internal.store.SparkErrors;
import dev.stoa.spark.internal.store.TablePath;
import dev.stoa.spark.internal.write.StoaWrite;
import dev.stoa.spark.internal.write.TaskFiles;
import dev.stoa.spark.internal.write.WriteKind;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.Transaction;
import dev.stoa.table.WrittenFiles;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.StagedTable;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.SupportsTruncate;
import org.apache.spark.sql.connector.write.Write;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.types.StructType;

/** A table as a statement replaces or makes it: its rows, columns and declarations become a version at once. */
public final class ReplacedTable implements StagedTable, SupportsWrite, StoaWrite.Work {
    private final TablePath path;
    private final Table table;
    private final Configuration configuration;
    private final Runnable done;
    private final Runnable undo;
    private final TaskFiles files;
    private final Snapshot after;
    private final StructType schema;
    private Transaction transaction;
    private List<WrittenFiles> written = List.of();

    /**
     * A table.
     *
     * @param transaction that replaces the table; rows are still to be added
     * @param done what else is to be done after the commit
     * @param undo what else is to be done if the statement fails
     */
    public ReplacedTable(
            TablePath path,
            Table table,
            Transaction transaction,
            Configuration configuration,
            Runnable done,
            Runnable undo)
            throws IOException {
        SessionRules.add(new OldestReads());
        this.path = path;
        this.table = table;
        this.transaction = transaction;
        this.configuration = configuration;
        this.done = done;
        this.undo = undo;
        this.files = new TaskFiles(table);
        this.after = transaction.after();
        this.schema = FieldNotes.schema(after);
    }

    @Override
    public String name() {
        return "stoa " + path;
    }

    @Override
    public Column[] columns() {
        return StoaTable.columns(BoundedTexts.noted(schema, after.schema()));
    }

    @Override
    public Transform[] partitioning() {
        return TablePartitions.transforms(after);
    }

    @Override
    public Map<String, String> properties() {
        return after.properties().other();
    }

    @Override
    public Set<TableCapability> capabilities() {
        return Set.of(TableCapability.BATCH_WRITE, TableCapability.TRUNCATE);
    }

    /** The table has no rows yet that could be overwritten. */
    @Override
    public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
        return new SupportsTruncate() {
            @Override
            public WriteBuilder truncate() {
                return this;
            }

            @Override
            public Write build() {
                return new StoaWrite(
                        path, table, TableOrder.of(after), info, WriteKind.INSERT, ReplacedTable.this, configuration);
            }
        };
    }

    @Override
    public void commit(List<WrittenFiles> tasks) {
        written = tasks;
    }

    /** A table that was just made has no rows to lose. */
    @Override
    public Optional<Snapshot> replaced() {
        return Optional.of(transaction.snapshot())
                .filter(base -> !base.commit().operation().equals("create"));
    }

    @Override
    public ReplacedTable basedOn(Snapshot read) throws IOException {
        transaction = table.begin("replace", read);
        transaction.replaceAll(after.schema(), after.properties());
        return this;
    }

    @Override
    public Options options() {
        return Options.CREATION;
    }

    @Override
    public CustomTaskMetric[] metrics() {
        return files.metrics();
    }

    @Override
    public void discard(List<WrittenFiles> tasks) {
        files.discard(tasks);
    }

    @Override
    public void commitStagedChanges() {
        SparkErrors.unchecked(() -> {
            files.commit(transaction, written);
            return true;
        });
        done.run();
    }

    @Override
    public void abortStagedChanges() {
        files.discard(written);
        if (!files.mayCount()) {
            undo.run();
        }
    }
}
