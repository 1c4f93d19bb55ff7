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

import dev.stoa.reader.Filter;
import dev.stoa.table.Fragment;
import dev.stoa.table.Snapshot;
import dev.stoa.table.TableScanBuilder;
import dev.stoa.table.TableSplit;
import dev.stoa.trino.internal.plan.Filters;
import dev.stoa.trino.internal.plan.StoaColumn;
import io.trino.spi.predicate.TupleDomain;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** The fragments of a table that its log does not rule out. This opens no file. */
final class Survivors {
    private static final long ANY_BYTES = 1L << 40;

    private Survivors() {}

    static List<Fragment> of(Snapshot snapshot, Optional<Filter> filter) throws IOException {
        TableScanBuilder scan = snapshot.scan();
        filter.ifPresent(scan::filter);
        List<Fragment> fragments = new ArrayList<>();
        Set<UUID> read = new HashSet<>();
        for (TableSplit split : scan.splits(ANY_BYTES)) {
            if (read.add(split.fragment())) {
                fragments.add(snapshot.fragment(split.fragment()).orElseThrow());
            }
        }
        return fragments;
    }

    /** The fragments with matching rows, if the log knows that all rows of each match. */
    static Optional<List<Fragment>> ofWhole(Snapshot snapshot, TupleDomain<StoaColumn> conditions) throws IOException {
        List<Fragment> all = of(snapshot, Filters.of(conditions));
        if (conditions.isAll() || all.isEmpty()) {
            return Optional.of(all);
        }
        Set<UUID> ids = all.stream().map(Fragment::id).collect(Collectors.toSet());
        boolean isMixed = of(snapshot, Optional.of(opposite(conditions))).stream()
                .anyMatch(fragment -> ids.contains(fragment.id()));
        return isMixed ? Optional.empty() : Optional.of(all);
    }

    /** Keeps the rows that break one of the conditions. A null breaks a comparison. */
    private static Filter opposite(TupleDomain<StoaColumn> conditions) {
        List<Filter> any = new ArrayList<>();
        conditions
                .getDomains()
                .orElseThrow()
                .forEach((column, domain) ->
                        any.add(Filters.of(TupleDomain.withColumnDomains(Map.of(column, domain.complement())))
                                .orElse(Filter.and())));
        return new Filter.Or(any);
    }
}
