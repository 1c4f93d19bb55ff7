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

import io.trino.spi.HostAddress;
import io.trino.spi.connector.ConnectorSplit;
import java.util.List;

/**
 * The only split of a table if a statement reads functions of all rows in place of the rows.
 *
 * @param version of the table
 * @param part the fragments to read as the log has them, see {@link dev.stoa.table.SnapshotPart}
 * @param hosts that have most of their bytes, best first
 */
public record FunctionSplit(long version, byte[] part, List<String> hosts) implements ConnectorSplit {
    private static final long OBJECTS = 96;

    @Override
    public List<HostAddress> getAddresses() {
        return hosts.stream().map(HostAddress::fromString).toList();
    }

    @Override
    public long getRetainedSizeInBytes() {
        return part.length + OBJECTS;
    }
}
