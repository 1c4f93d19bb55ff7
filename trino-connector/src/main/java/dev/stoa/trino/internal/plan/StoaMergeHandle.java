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

import io.trino.spi.connector.ConnectorMergeTableHandle;
import io.trino.spi.connector.ConnectorTableHandle;
import java.util.Set;

/**
 * A table whose rows tasks change.
 *
 * @param table the rows that the statement reads
 * @param write what tasks write; its part of the table has all fragments
 * @param changing the columns that updates assign
 */
public record StoaMergeHandle(StoaTable table, StoaWriteHandle write, Set<String> changing)
        implements ConnectorMergeTableHandle {
    public StoaMergeHandle {
        changing = Set.copyOf(changing);
    }

    @Override
    public ConnectorTableHandle getTableHandle() {
        return table;
    }
}
