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
import java.io.IOException;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.write.DeltaWriter;
import org.apache.spark.sql.connector.write.WriterCommitMessage;

/** Writes the rows of a task. Each failure has a condition, which tells Spark's users the cause. */
record ReportedWriter(DeltaWriter<InternalRow> rows) implements DeltaWriter<InternalRow> {

    @Override
    public void write(InternalRow row) {
        try {
            rows.write(row);
        } catch (IOException | RuntimeException e) {
            throw SparkErrors.inTask(e);
        }
    }

    @Override
    public void insert(InternalRow row) {
        try {
            rows.insert(row);
        } catch (IOException | RuntimeException e) {
            throw SparkErrors.inTask(e);
        }
    }

    @Override
    public void delete(InternalRow metadata, InternalRow id) {
        try {
            rows.delete(metadata, id);
        } catch (IOException | RuntimeException e) {
            throw SparkErrors.inTask(e);
        }
    }

    @Override
    public void update(InternalRow metadata, InternalRow id, InternalRow row) {
        try {
            rows.update(metadata, id, row);
        } catch (IOException | RuntimeException e) {
            throw SparkErrors.inTask(e);
        }
    }

    @Override
    public CustomTaskMetric[] currentMetricsValues() {
        return rows.currentMetricsValues();
    }

    @Override
    public WriterCommitMessage commit() {
        try {
            return rows.commit();
        } catch (IOException | RuntimeException e) {
            throw SparkErrors.inTask(e);
        }
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
