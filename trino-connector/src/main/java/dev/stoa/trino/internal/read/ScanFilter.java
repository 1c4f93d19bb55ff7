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

import dev.stoa.reader.Filter;
import dev.stoa.trino.internal.plan.Filters;
import dev.stoa.trino.internal.plan.StoaColumn;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.predicate.TupleDomain;
import java.util.Optional;

/**
 * The filter of a table scan, which all its splits share. A join may send 100,000 keys, and a filter has an object for each. So the
 * filter is made again only when the other side of the join says more. Safe for several threads.
 */
final class ScanFilter {
    private Optional<Made> last = Optional.empty();

    /**
     * A filter.
     *
     * @param planned the conditions of the statement
     * @param dynamic those of the other side of a join
     * @param filter that keeps the rows that meet both; empty if all do
     */
    private record Made(TupleDomain<StoaColumn> planned, TupleDomain<ColumnHandle> dynamic, Optional<Filter> filter) {
        boolean isOf(TupleDomain<StoaColumn> conditions, TupleDomain<ColumnHandle> now) {
            return planned.equals(conditions) && dynamic.equals(now);
        }
    }

    /** Returns the filter of the rows that meet the conditions of the statement and those of a join; empty if all rows do. */
    synchronized Optional<Filter> of(TupleDomain<StoaColumn> planned, TupleDomain<ColumnHandle> dynamic) {
        if (last.isEmpty() || !last.get().isOf(planned, dynamic)) {
            Optional<Filter> filter = Filters.of(planned.intersect(Filters.judged(dynamic)));
            last = Optional.of(new Made(planned, dynamic, filter));
        }
        return last.get().filter();
    }
}
