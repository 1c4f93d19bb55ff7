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

import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.trino.internal.plan.HashParts;
import dev.stoa.trino.internal.plan.StoaTable;
import dev.stoa.trino.internal.store.Place;
import dev.stoa.trino.internal.store.StoaErrors;
import dev.stoa.trino.internal.store.Warehouse;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.connector.ConnectorTableVersion;
import io.trino.spi.connector.SchemaTableName;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The tables that one transaction of Trino asks for: each is opened once, and each version read once. */
final class OpenTables {
    private final Warehouse warehouse;
    private final Map<Place, Table> open = new ConcurrentHashMap<>();
    private final Map<Place, Snapshot> newest = new ConcurrentHashMap<>();
    private final Map<StoaTable, Snapshot> snapshots = new ConcurrentHashMap<>();

    private final Map<StoaTable, Optional<HashParts>> parts = new ConcurrentHashMap<>();

    OpenTables(Warehouse warehouse) {
        this.warehouse = warehouse;
    }

    /** The place of a table, if it exists. */
    Optional<Place> find(SchemaTableName name) {
        return warehouse.find(name.getSchemaName(), name.getTableName());
    }

    Table table(Place place) {
        return open.computeIfAbsent(place, warehouse::open);
    }

    Table table(ConnectorTableHandle handle) {
        return table(((StoaTable) handle).place());
    }

    /** The version of a table that was the newest when the transaction first asked for it. All its statements see this one. */
    Snapshot newest(Place place) {
        return newest.computeIfAbsent(place, it -> table(it).lastKnown());
    }

    /** The version of a table that a handle names. */
    Snapshot snapshot(ConnectorTableHandle handle) {
        StoaTable table = ((StoaTable) handle).whole();
        Snapshot first = newest(table.place());
        if (first.version() == table.version()) {
            return first;
        }
        return snapshots.computeIfAbsent(
                table, it -> StoaErrors.unchecked(() -> table(it.place()).snapshotAt(it.version())));
    }

    /** The parts of a version of a table that is divided by hashes. */
    Optional<HashParts> hashParts(ConnectorTableHandle handle) {
        return parts.computeIfAbsent(
                ((StoaTable) handle).whole(), it -> StoaErrors.unchecked(() -> HashParts.of(snapshot(it))));
    }

    /** A handle of a table or a branch with all its rows, at a version or at the newest one. */
    StoaTable handle(Place place, Optional<ConnectorTableVersion> version, ConnectorSession session) {
        Table table = table(place);
        Optional<String> branch =
                version.flatMap(TimeTravel::name).filter(name -> BranchStatements.has(newest(place), name));
        if (branch.isPresent()) {
            return handle(place.branch(branch.get()), Optional.empty(), session);
        }
        Snapshot snapshot = version.isPresent() ? TimeTravel.snapshot(table, version.get(), session) : newest(place);
        return StoaTable.of(place, snapshot.version());
    }
}
