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

import dev.stoa.spark.internal.store.SparkErrors;
import dev.stoa.spark.internal.store.TaskStore;
import dev.stoa.table.SnapshotPart;
import java.io.IOException;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.DeltaWriter;
import org.apache.spark.sql.connector.write.DeltaWriterFactory;
import org.apache.spark.sql.connector.write.streaming.StreamingDataWriterFactory;
import org.apache.spark.sql.types.StructType;

/**
 * Begins to write in a task.
 *
 * @param store where the table is
 * @param part the table, with the fragments whose rows may be changed
 * @param given the columns of new rows
 * @param fileBytes after about how many bytes another file is begun
 * @param mostFiles of one task
 * @param isSorting whether new rows come in another than the declared order
 * @param checks what new rows must pass, if anything
 */
record StoaWriterFactory(
        TaskStore store,
        SnapshotPart part,
        StructType given,
        long fileBytes,
        int mostFiles,
        boolean isSorting,
        List<RowCheck> checks)
        implements DeltaWriterFactory, StreamingDataWriterFactory {

    @Override
    public DataWriter<InternalRow> createWriter(int partition, long task, long batch) {
        return createWriter(partition, task);
    }

    @Override
    public DeltaWriter<InternalRow> createWriter(int partition, long task) {
        try {
            DeltaWriter<InternalRow> rows =
                    new StoaDataWriter(store.path(), part.open(store.folder()), given, fileBytes, mostFiles, isSorting);
            for (RowCheck check : checks) {
                rows = new CheckedWriter(rows, check.begin());
            }
            return new ReportedWriter(rows);
        } catch (IOException e) {
            throw SparkErrors.inTask(e);
        }
    }
}
