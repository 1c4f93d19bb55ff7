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

import dev.stoa.trino.internal.store.Place;
import io.trino.spi.connector.ConnectorInsertTableHandle;
import io.trino.spi.connector.ConnectorOutputTableHandle;
import java.util.List;
import java.util.UUID;

/**
 * A table that gets new rows from tasks.
 *
 * @param write the number of the statement, the key of its transaction on the coordinator
 * @param place of the table or the branch
 * @param version the base of the statement
 * @param part the table without its rows, see {@link dev.stoa.table.SnapshotPart}
 * @param columns what the rows have, by channel
 */
public record StoaWriteHandle(UUID write, Place place, long version, byte[] part, List<String> columns)
        implements ConnectorInsertTableHandle, ConnectorOutputTableHandle {
    public StoaWriteHandle {
        columns = List.copyOf(columns);
    }

    @Override
    public String toString() {
        return place.toString();
    }
}
