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

import dev.stoa.table.SnapshotPart;
import java.io.Serializable;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.read.HasPartitionKey;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * The rows that one task reads.
 *
 * @param part the fragments
 * @param rows of these
 * @param key what {@link ScanKeys} say of all its rows; empty if they say nothing
 * @param hosts that have most of the bytes, the best first
 */
public record StoaPartition(SnapshotPart part, List<Rows> rows, List<String> key, List<String> hosts)
        implements HasPartitionKey {

    public StoaPartition {
        key = List.copyOf(key);
        rows = List.copyOf(rows);
        hosts = List.copyOf(hosts);
    }

    /**
     * Rows of a fragment.
     *
     * @param from first row
     * @param to one past the last row
     */
    record Rows(UUID fragment, long from, long to) implements Serializable {}

    /** The same of fewer fragments. */
    StoaPartition of(Set<UUID> fragments) {
        List<Rows> left = rows.stream()
                .filter(some -> fragments.contains(some.fragment()))
                .toList();
        return new StoaPartition(part, left, key, hosts);
    }

    @Override
    public InternalRow partitionKey() {
        return new GenericInternalRow(key.stream().map(UTF8String::fromString).toArray());
    }

    @Override
    public String[] preferredLocations() {
        return hosts.toArray(String[]::new);
    }
}
