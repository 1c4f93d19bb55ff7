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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** The fragments of a table that its log does not rule out under some conditions. To find them opens no file. */
final class Survivors {
    private static final long ANY_BYTES = 1L << 40;

    private final Snapshot snapshot;
    private final TupleDomain<StoaColumn> conditions;
    private final List<Fragment> fragments;

    private Survivors(Snapshot snapshot, TupleDomain<StoaColumn> conditions, List<Fragment> fragments) {
        this.snapshot = snapshot;
        this.conditions = conditions;
        this.fragments = fragments;
    }

    static Survivors of(Snapshot snapshot, TupleDomain<StoaColumn> conditions) throws IOException {
        List<Fragment> fragments = new ArrayList<>();
        for (UUID id : ids(Filters.scan(snapshot, conditions))) {
            fragments.add(snapshot.fragment(id).orElseThrow());
        }
        return new Survivors(snapshot, conditions, fragments);
    }

    private static Set<UUID> ids(TableScanBuilder scan) throws IOException {
        return scan.splits(ANY_BYTES).stream()
                .map(TableSplit::fragment)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    List<Fragment> fragments() {
        return fragments;
    }

    /** Returns whether the log knows that all rows of the fragments match. */
    boolean areWhole() throws IOException {
        if (conditions.isAll() || fragments.isEmpty()) {
            return true;
        }
        Set<UUID> mixed = ids(snapshot.scan().filter(opposite()));
        return fragments.stream().noneMatch(fragment -> mixed.contains(fragment.id()));
    }

    /** Keeps the rows that break one of the conditions. A null breaks a comparison. */
    private Filter opposite() {
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
