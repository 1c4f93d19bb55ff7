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
package dev.stoa.trino.internal.metadata;

import dev.stoa.format.Schema;
import dev.stoa.table.Fragment;
import dev.stoa.table.Snapshot;
import dev.stoa.trino.internal.plan.Filters;
import dev.stoa.trino.internal.plan.RowLimit;
import dev.stoa.trino.internal.plan.StoaColumn;
import dev.stoa.trino.internal.plan.StoaSplit;
import dev.stoa.trino.internal.plan.StoaTable;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.connector.Constraint;
import io.trino.spi.connector.ConstraintApplicationResult;
import io.trino.spi.connector.LimitApplicationResult;
import io.trino.spi.expression.Constant;
import io.trino.spi.predicate.Domain;
import io.trino.spi.predicate.TupleDomain;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The conditions and limits that a scan takes from Trino. */
final class Pushdown {
    private Pushdown() {}

    static Optional<ConstraintApplicationResult<ConnectorTableHandle>> filter(
            StoaTable table, Constraint constraint, Schema schema) {
        TupleDomain<ColumnHandle> asked = constraint.getSummary();
        if (!table.isOpen() || asked.isNone()) {
            return Optional.empty();
        }
        FieldConditions fields = FieldConditions.of(constraint, schema);
        TupleDomain<StoaColumn> all =
                table.filter().intersect(Filters.judged(asked)).intersect(fields.judged());
        if (all.equals(table.filter())) {
            return Optional.empty();
        }
        TupleDomain<ColumnHandle> left = asked.filter((column, domain) -> !Filters.canJudge(column, domain));
        if (left.isAll() && !fields.rest().equals(Constant.TRUE)) {
            left = estimable(asked);
        }
        return Optional.of(new ConstraintApplicationResult<>(table.with(all), left, fields.rest(), false));
    }

    /**
     * Trino can't estimate what a filter like {@code LIKE} leaves. Alone it makes Trino join tables as they are written. Next to a condition
     * that Trino can estimate, it does no harm. So one condition stays, on numbers if possible, though the scan judges it, too.
     */
    private static TupleDomain<ColumnHandle> estimable(TupleDomain<ColumnHandle> asked) {
        Map<ColumnHandle, Domain> domains = asked.getDomains().orElseThrow();
        return domains.keySet().stream()
                .min(Comparator.comparing(column -> ((StoaColumn) column).type().getJavaType() != long.class))
                .map(column -> TupleDomain.withColumnDomains(Map.of(column, domains.get(column))))
                .orElse(TupleDomain.all());
    }

    /** Takes a limit. The rows of all splits together keep it if the log knows their numbers, or if the table is one split. */
    static Optional<LimitApplicationResult<ConnectorTableHandle>> limit(StoaTable table, Snapshot snapshot, long limit)
            throws IOException {
        boolean isLess = table.limit().isEmpty() || limit < table.limit().get().rows();
        if (table.answer().isPresent() || !isLess) {
            return Optional.empty();
        }
        Survivors survivors = Survivors.of(snapshot, table.filter());
        boolean isTotal = survivors.areWhole() || isOneSplit(survivors.fragments());
        return Optional.of(new LimitApplicationResult<>(table.with(new RowLimit(limit, isTotal)), isTotal, false));
    }

    private static boolean isOneSplit(List<Fragment> fragments) {
        long bytes = fragments.stream()
                .flatMap(fragment -> fragment.files().stream())
                .mapToLong(file -> file.identity().length())
                .sum();
        return fragments.size() == 1 && bytes <= StoaSplit.BYTES;
    }
}
