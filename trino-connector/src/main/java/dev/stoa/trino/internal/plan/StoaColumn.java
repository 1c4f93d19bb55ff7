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

import dev.stoa.reader.ColumnPath;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.type.Type;
import java.util.List;

/**
 * A column.
 *
 * @param name as it is stored
 * @param type as Trino has it
 * @param isExact whether a filter finds the same values by it in Trino as in a scan
 */
public record StoaColumn(String name, Type type, boolean isExact) implements ColumnHandle {
    /** How a scan names it. */
    public ColumnPath path() {
        return new ColumnPath(List.of(name));
    }
}
