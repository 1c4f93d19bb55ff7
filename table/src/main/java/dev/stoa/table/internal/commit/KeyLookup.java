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
package dev.stoa.table.internal.commit;

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.Filter;
import dev.stoa.table.Fragment;
import dev.stoa.table.Snapshot;
import dev.stoa.table.TableScan;
import dev.stoa.table.TableScanBuilder;
import dev.stoa.table.internal.schema.KeyMap;
import dev.stoa.table.internal.schema.LiteralValues;
import dev.stoa.table.internal.schema.RowKeys;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Finds rows by their keys: a scan of the key's columns, filtered by the wanted values. It does not read files and zones
 * whose bounds exclude these values.
 */
public final class KeyLookup {
    private final Snapshot snapshot;
    private final RowKeys keys;
    private final List<UUID> fragments;
    private final Consumer<TableScan> progress;

    /** Receives the place of a key. */
    public interface Found {
        void at(int key, Fragment fragment, long row) throws IOException;
    }

    /** Looks in some fragments, without progress reports. */
    KeyLookup(Snapshot snapshot, RowKeys keys, List<UUID> fragments) {
        this(snapshot, keys, fragments, scan -> {});
    }

    /**
     * One that looks in some fragments.
     *
     * @param progress receives each batch of the scan
     */
    public KeyLookup(Snapshot snapshot, RowKeys keys, List<UUID> fragments, Consumer<TableScan> progress) {
        this.snapshot = snapshot;
        this.keys = keys;
        this.fragments = fragments;
        this.progress = progress;
    }

    /**
     * Looks all keys of a batch up.
     *
     * @param batch whose rows they are of
     * @param wanted the same keys, by their numbers
     */
    public void find(Batch batch, KeyMap wanted, Found found) throws IOException {
        List<Filter> conditions = new ArrayList<>();
        for (Field field : keys.fields()) {
            condition(field, batch).ifPresent(conditions::add);
        }
        TableScanBuilder builder = snapshot.scan()
                .select(keys.fields().stream()
                        .map(field -> ColumnPath.of(field.name()))
                        .toList())
                .fragments(fragments);
        if (!conditions.isEmpty()) {
            builder.filter(new Filter.And(conditions));
        }
        RowKeys key = new RowKeys(keys.fields());
        try (TableScan scan = builder.build()) {
            while (scan.next()) {
                progress.accept(scan);
                Batch rows = scan.batch();
                List<ColumnVector> columns = key.columns(rows);
                for (int i = 0; i < rows.selectedCount(); i++) {
                    int row = rows.selected(i);
                    if (columns.stream().anyMatch(column -> column.isNull(row))) {
                        continue;
                    }
                    key.read(columns, row);
                    int number = wanted.find(key);
                    if (number >= 0) {
                        found.at(number, scan.fragment(), rows.firstRow() + row);
                    }
                }
            }
        }
    }

    private static Optional<Filter> condition(Field field, Batch batch) {
        ColumnVector values = batch.column(batch.schema().indexOf(field.name()).orElseThrow());
        List<Object> literals = new ArrayList<>();
        for (int i = 0; i < batch.rowCount(); i++) {
            Optional<Object> literal = LiteralValues.literal(values, i);
            if (literal.isEmpty()) {
                return Optional.empty();
            }
            literals.add(literal.get());
        }
        return Optional.of(new Filter.In(ColumnPath.of(field.name()), literals));
    }
}
