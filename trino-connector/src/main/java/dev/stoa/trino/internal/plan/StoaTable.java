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

import dev.stoa.trino.internal.store.Warehouse;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.predicate.TupleDomain;
import java.util.OptionalLong;

/**
 * A table, with the rows that a statement reads.
 *
 * @param schema the schema's folder
 * @param table the table's folder
 * @param version of the table
 * @param filter that the rows match
 * @param limit after how many rows each split may stop
 */
public record StoaTable(String schema, String table, long version, TupleDomain<StoaColumn> filter, OptionalLong limit)
        implements ConnectorTableHandle {

    public Warehouse.Place place() {
        return new Warehouse.Place(schema, table);
    }

    /** The same with all rows. */
    public StoaTable whole() {
        return new StoaTable(schema, table, version, TupleDomain.all(), OptionalLong.empty());
    }

    /** The same of fewer rows. */
    public StoaTable with(TupleDomain<StoaColumn> all) {
        return new StoaTable(schema, table, version, all, limit);
    }

    /** The same of no more rows than needed. */
    public StoaTable with(long most) {
        return new StoaTable(schema, table, version, filter, OptionalLong.of(most));
    }

    @Override
    public String toString() {
        String conditions = filter.isAll() ? "" : " constraint on " + columns();
        return schema + "." + table + "@" + version + conditions
                + (limit.isPresent() ? " limit " + limit.getAsLong() : "");
    }

    private String columns() {
        return filter.getDomains()
                .map(domains -> String.join(
                        ", ",
                        domains.keySet().stream().map(StoaColumn::name).sorted().toList()))
                .orElse("nothing that exists");
    }
}
