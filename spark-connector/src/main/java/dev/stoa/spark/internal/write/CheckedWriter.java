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

import java.io.IOException;
import java.util.function.Consumer;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.write.DeltaWriter;
import org.apache.spark.sql.connector.write.WriterCommitMessage;

/** Writes new rows of a task that are checked before. */
record CheckedWriter(DeltaWriter<InternalRow> rows, Consumer<InternalRow> check) implements DeltaWriter<InternalRow> {

    @Override
    public void write(InternalRow row) throws IOException {
        check.accept(row);
        rows.write(row);
    }

    @Override
    public void insert(InternalRow row) throws IOException {
        write(row);
    }

    @Override
    public void delete(InternalRow metadata, InternalRow id) {
        throw new UnsupportedOperationException("a write that replaces the rows of a condition brings new ones only");
    }

    @Override
    public void update(InternalRow metadata, InternalRow id, InternalRow row) {
        delete(metadata, id);
    }

    @Override
    public CustomTaskMetric[] currentMetricsValues() {
        return rows.currentMetricsValues();
    }

    @Override
    public WriterCommitMessage commit() throws IOException {
        return rows.commit();
    }

    @Override
    public void abort() throws IOException {
        rows.abort();
    }

    @Override
    public void close() throws IOException {
        rows.close();
    }
}
