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
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.streaming.MicroBatchStream;
import org.apache.spark.sql.types.StructType;

/**
 * Reads changes of rows.
 *
 * @param planner divides them into tasks
 * @param range the commits
 * @param name of the table
 */
record ChangeScan(ChangePlanner planner, ChangeRange range, String name) implements Scan, Batch {

    @Override
    public StructType readSchema() {
        return planner.schema();
    }

    @Override
    public String description() {
        return "changes of " + name + " from version " + range.first()
                + (range.last().isPresent() ? " to " + range.last().getAsLong() : " on")
                + (range.isNet() ? ", net" : "");
    }

    @Override
    public ColumnarSupportMode columnarSupportMode() {
        return ColumnarSupportMode.SUPPORTED;
    }

    @Override
    public Batch toBatch() {
        return this;
    }

    @Override
    public InputPartition[] planInputPartitions() {
        long last = range.last()
                .orElseGet(() ->
                        SparkErrors.unchecked(() -> planner.table().snapshot().version()));
        return planner.partitions(range.first(), last, range.isNet());
    }

    @Override
    public PartitionReaderFactory createReaderFactory() {
        return planner.readers();
    }

    @Override
    public MicroBatchStream toMicroBatchStream(String checkpoint) {
        return new ChangeStream(planner, range);
    }
}
