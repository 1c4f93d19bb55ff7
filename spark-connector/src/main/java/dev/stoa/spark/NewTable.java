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

import dev.stoa.spark.internal.columns.BoundedTexts;
import dev.stoa.spark.internal.store.SparkErrors;
import dev.stoa.spark.internal.table.ReplacedTable;
import dev.stoa.spark.internal.table.StoaTable;
import dev.stoa.spark.internal.write.WriteMetrics;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.catalog.TableInfo;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.SupportsTruncate;
import org.apache.spark.sql.connector.write.Write;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.connector.write.WriterCommitMessage;

/**
 * The table of a write to a path where nothing exists yet. It has the columns of the rows. It is made when tasks begin to
 * write, and removed if they fail.
 */
final class NewTable implements SupportsWrite {
    private final AbstractStoaCatalog catalog;
    private final Identifier path;

    NewTable(AbstractStoaCatalog catalog, Identifier path) {
        this.catalog = catalog;
        this.path = path;
    }

    @Override
    public String name() {
        return "stoa " + path.name();
    }

    @Override
    public Column[] columns() {
        return new Column[0];
    }

    /** Asked for only if a write says by what the table is divided, which it does not tell the source. */
    @Override
    public Transform[] partitioning() {
        throw SparkErrors.refusal(
                SparkErrors.Condition.STOA_UNSUPPORTED,
                path.name()
                        + ": the table does not exist, and Spark passes no partitioning for a table that the modes append"
                        + " and overwrite make: create it first, with mode errorifexists, or leave partitionBy out");
    }

    @Override
    public Set<TableCapability> capabilities() {
        return Set.of(TableCapability.BATCH_WRITE, TableCapability.TRUNCATE, TableCapability.ACCEPT_ANY_SCHEMA);
    }

    @Override
    public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
        return new SupportsTruncate() {
            @Override
            public WriteBuilder truncate() {
                return this;
            }

            @Override
            public Write build() {
                return new NewWrite(info);
            }
        };
    }

    private ReplacedTable make(LogicalWriteInfo info) {
        TableInfo table = new TableInfo.Builder()
                .withColumns(
                        StoaTable.columns(BoundedTexts.declared(info.schema()).asNullable()))
                .withPartitions(new Transform[0])
                .withProperties(Map.of())
                .build();
        return SparkErrors.analysed(SparkErrors.Condition.STOA_UNSUPPORTED, () -> catalog.stageCreate(path, table));
    }

    /** Makes the table, and writes its rows. */
    private final class NewWrite implements Write, BatchWrite {
        private final LogicalWriteInfo info;
        private ReplacedTable table;
        private BatchWrite rows;

        NewWrite(LogicalWriteInfo info) {
            this.info = info;
        }

        @Override
        public String description() {
            return name();
        }

        @Override
        public BatchWrite toBatch() {
            return this;
        }

        @Override
        public DataWriterFactory createBatchWriterFactory(PhysicalWriteInfo physical) {
            table = make(info);
            try {
                rows = table.newWriteBuilder(info).build().toBatch();
                return rows.createBatchWriterFactory(physical);
            } catch (RuntimeException e) {
                table.abortStagedChanges();
                throw e;
            }
        }

        @Override
        public void commit(WriterCommitMessage[] messages) {
            rows.commit(messages);
            table.commitStagedChanges();
        }

        @Override
        public void abort(WriterCommitMessage[] messages) {
            rows.abort(messages);
            table.abortStagedChanges();
        }

        @Override
        public CustomMetric[] supportedCustomMetrics() {
            return WriteMetrics.all();
        }

        @Override
        public CustomTaskMetric[] reportDriverMetrics() {
            return table == null ? new CustomTaskMetric[0] : table.metrics();
        }
    }
}
