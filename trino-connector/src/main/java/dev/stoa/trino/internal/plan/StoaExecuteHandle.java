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
import io.trino.spi.connector.ConnectorTableExecuteHandle;
import java.util.Map;

/**
 * A statement {@code ALTER TABLE ... EXECUTE}.
 *
 * @param place of the table
 * @param procedure its name
 * @param arguments by name, as texts
 */
public record StoaExecuteHandle(Place place, String procedure, Map<String, String> arguments)
        implements ConnectorTableExecuteHandle {
    public StoaExecuteHandle {
        arguments = Map.copyOf(arguments);
    }

    @Override
    public String toString() {
        return procedure + " of " + place;
    }
}
