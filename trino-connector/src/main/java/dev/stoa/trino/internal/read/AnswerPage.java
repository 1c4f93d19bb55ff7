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
package dev.stoa.trino.internal.read;

import dev.stoa.trino.internal.plan.StoaColumn;
import io.trino.spi.Page;
import io.trino.spi.block.Block;
import io.trino.spi.connector.ConnectorPageSource;
import io.trino.spi.connector.FixedPageSource;
import io.trino.spi.predicate.NullableValue;
import io.trino.spi.predicate.TupleDomain;
import java.util.List;
import java.util.Map;

/** The only row of a table whose row comes from the log. */
final class AnswerPage {
    private AnswerPage() {}

    static ConnectorPageSource of(TupleDomain<StoaColumn> row, List<StoaColumn> columns) {
        Map<StoaColumn, NullableValue> values =
                TupleDomain.extractFixedValues(row).orElseThrow();
        Block[] blocks =
                columns.stream().map(column -> values.get(column).asBlock()).toArray(Block[]::new);
        return new FixedPageSource(List.of(new Page(1, blocks)));
    }
}
