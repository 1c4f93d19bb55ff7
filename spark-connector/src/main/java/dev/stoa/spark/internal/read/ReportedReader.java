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
package dev.stoa.spark.internal.read;

import dev.stoa.spark.internal.store.SparkErrors;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** Reads batches. A failing store and an unreadable file have a condition, which tells Spark's users the cause. */
record ReportedReader(PartitionReader<ColumnarBatch> batches) implements PartitionReader<ColumnarBatch> {

    @Override
    public boolean next() {
        try {
            return batches.next();
        } catch (IOException | UncheckedIOException e) {
            throw SparkErrors.inTask(e);
        }
    }

    @Override
    public ColumnarBatch get() {
        return batches.get();
    }

    @Override
    public CustomTaskMetric[] currentMetricsValues() {
        return batches.currentMetricsValues();
    }

    @Override
    public void close() throws IOException {
        batches.close();
    }
}
