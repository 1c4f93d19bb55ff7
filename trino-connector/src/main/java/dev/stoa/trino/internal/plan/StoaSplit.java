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
package dev.stoa.trino.internal.plan;

import dev.stoa.table.SnapshotPart;
import io.trino.spi.HostAddress;
import io.trino.spi.SplitWeight;
import io.trino.spi.connector.ConnectorSplit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;

/**
 * Rows of a fragment.
 *
 * @param version of the table
 * @param part the fragment as the log has it, see {@link SnapshotPart}
 * @param fragment its id
 * @param from first row
 * @param to one past the last row
 * @param most rows that it gives
 * @param bucket the part of a table that is divided by hashes, see {@link HashParts}
 * @param hosts that have most of its bytes, best first
 * @param share of the bytes that a split should have
 */
public record StoaSplit(
        long version,
        byte[] part,
        UUID fragment,
        long from,
        long to,
        long most,
        OptionalInt bucket,
        List<String> hosts,
        double share)
        implements ConnectorSplit {
    /** The bytes that a split should have. */
    public static final long BYTES = 32L << 20;

    private static final double LEAST_SHARE = 0.05;
    private static final long OBJECTS = 160;

    @Override
    public SplitWeight getSplitWeight() {
        return SplitWeight.fromProportion(Math.min(1, Math.max(LEAST_SHARE, share)));
    }

    /**
     * The part of the table, so that a worker caches files of the same part for all statements and tables. Without parts, the
     * fragment: a worker caches parts of its file for the other splits.
     */
    @Override
    public Optional<String> getAffinityKey() {
        return Optional.of(bucket.isPresent() ? "part " + bucket.getAsInt() : fragment.toString());
    }

    /** Where the bytes are; a worker elsewhere may read them, too. */
    @Override
    public List<HostAddress> getAddresses() {
        return hosts.stream().map(HostAddress::fromString).toList();
    }

    @Override
    public long getRetainedSizeInBytes() {
        return part.length + OBJECTS;
    }

    @Override
    public String toString() {
        return "rows " + from + " to " + to + " of " + fragment;
    }
}
