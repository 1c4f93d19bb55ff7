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
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.predicate.TupleDomain;
import java.util.List;
import java.util.Optional;

/**
 * A table, with the rows that a statement reads.
 *
 * @param place of the table or the branch
 * @param version of the table or the branch
 * @param filter that the rows match
 * @param limit how many of them it needs, if that is known
 * @param answer the only row, if the log has the results of the aggregate functions of the statement
 * @param functions of all these rows that a scan computes, in place of the rows; empty if the statement reads rows
 */
public record StoaTable(
        Place place,
        long version,
        TupleDomain<StoaColumn> filter,
        Optional<RowLimit> limit,
        Optional<TupleDomain<StoaColumn>> answer,
        List<RowFunction> functions)
        implements ConnectorTableHandle {

    public StoaTable {
        functions = List.copyOf(functions);
    }

    /** A version of a table with all its rows. */
    public static StoaTable of(Place place, long version) {
        return new StoaTable(place, version, TupleDomain.all(), Optional.empty(), Optional.empty(), List.of());
    }

    /** The same with all rows. */
    public StoaTable whole() {
        return of(place, version);
    }

    /** The same of fewer rows. */
    public StoaTable with(TupleDomain<StoaColumn> all) {
        return new StoaTable(place, version, all, limit, answer, functions);
    }

    /** The same of no more rows than needed. */
    public StoaTable with(RowLimit most) {
        return new StoaTable(place, version, filter, Optional.of(most), answer, functions);
    }

    /** One row in place of all. */
    public StoaTable answeredBy(TupleDomain<StoaColumn> row) {
        return new StoaTable(place, version, filter, limit, Optional.of(row), functions);
    }

    /** Functions of the rows in place of them. */
    public StoaTable computing(List<RowFunction> all) {
        return new StoaTable(place, version, filter, limit, answer, all);
    }

    /** Whether a scan still reads rows as the table has them, and as many as wanted. */
    public boolean isOpen() {
        return limit.isEmpty() && answer.isEmpty() && functions.isEmpty();
    }

    @Override
    public String toString() {
        String conditions = filter.isAll() ? "" : " constraint on " + columns();
        return place + place.branch().map(name -> "@" + name).orElse("") + "@" + version + conditions
                + limit.map(RowLimit::toString).orElse("")
                + (answer.isPresent() ? " answered by the log" : "")
                + (functions.isEmpty() ? "" : " computes " + functions);
    }

    private String columns() {
        return filter.getDomains()
                .map(domains -> String.join(
                        ", ",
                        domains.keySet().stream()
                                .map(column -> column.path().toString())
                                .sorted()
                                .toList()))
                .orElse("nothing that exists");
    }
}
