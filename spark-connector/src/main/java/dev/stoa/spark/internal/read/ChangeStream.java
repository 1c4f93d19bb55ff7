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
import java.util.OptionalLong;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.streaming.MicroBatchStream;
import org.apache.spark.sql.connector.read.streaming.Offset;
import org.apache.spark.sql.connector.read.streaming.ReadLimit;
import org.apache.spark.sql.connector.read.streaming.SupportsTriggerAvailableNow;

/** A stream of the changes of a table's rows, with updates and deletes. A batch is of whole commits. */
final class ChangeStream implements MicroBatchStream, SupportsTriggerAvailableNow {
    private final ChangePlanner planner;
    private final ChangeRange range;
    /** The last version of a query that ends. */
    private OptionalLong until = OptionalLong.empty();

    ChangeStream(ChangePlanner planner, ChangeRange range) {
        this.planner = planner;
        this.range = range;
    }

    @Override
    public Offset initialOffset() {
        return offset(range.first() - 1);
    }

    @Override
    public Offset deserializeOffset(String json) {
        return VersionOffset.of(json);
    }

    private Offset offset(long version) {
        return new VersionOffset(planner.table().lastKnown().table(), version);
    }

    private long newest() {
        long newest = SparkErrors.unchecked(() -> planner.table().snapshot().version());
        return Math.max(range.first() - 1, Math.min(newest, range.last().orElse(Long.MAX_VALUE)));
    }

    @Override
    public void prepareForTriggerAvailableNow() {
        until = OptionalLong.of(newest());
    }

    @Override
    public Offset latestOffset() {
        return offset(newest());
    }

    @Override
    public Offset latestOffset(Offset start, ReadLimit limit) {
        return offset(until.orElseGet(this::newest));
    }

    @Override
    public InputPartition[] planInputPartitions(Offset start, Offset end) {
        VersionOffset.check(SparkErrors.unchecked(planner.table()::snapshot), start, end);
        return planner.partitions(VersionOffset.version(start) + 1, VersionOffset.version(end), false);
    }

    @Override
    public PartitionReaderFactory createReaderFactory() {
        return planner.readers();
    }

    @Override
    public void commit(Offset end) {
        // versions stay until they are expired
    }

    @Override
    public void stop() {
        // nothing is open
    }
}
