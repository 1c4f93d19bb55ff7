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

import io.trino.spi.connector.ConnectorPartitioningHandle;
import java.util.List;

/**
 * Rows that are divided by {@code hash(n)} of a column. Tables of the same number of parts have equal values in the same part.
 *
 * @param count the number of parts
 * @param hosts the hosts of each part by the map of a placement group, the responsible one first; none without a map
 */
public record HashPartitioning(int count, List<List<String>> hosts) implements ConnectorPartitioningHandle {
    public HashPartitioning {
        hosts = List.copyOf(hosts);
    }

    @Override
    public String toString() {
        return "hash(" + count + ")" + (hosts.isEmpty() ? "" : " by the placement map");
    }
}
