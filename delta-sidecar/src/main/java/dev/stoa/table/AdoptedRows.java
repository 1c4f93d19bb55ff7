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
package dev.stoa.table;

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.RowBuffer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Checks that the rows of files that become a table are as is declared: each file sorted, no key twice or null. */
final class AdoptedRows {
    private final Snapshot snapshot;
    private final RowOrder order;
    private final RowKeys key;
    private final KeyMap seen = new KeyMap();

    private AdoptedRows(Snapshot snapshot) throws IOException {
        this.snapshot = snapshot;
        this.order = RowOrder.of(snapshot);
        this.key = new RowKeys(RowKeys.fields(snapshot));
    }

    /**
     * Reads the declared columns of all rows. All keys are held in memory.
     *
     * @throws TableException if a row is not as declared
     */
    static void check(Snapshot snapshot) throws IOException {
        AdoptedRows rows = new AdoptedRows(snapshot);
        if (rows.order.isEmpty() && rows.key.fields().isEmpty()) {
            return;
        }
        for (Fragment fragment : snapshot.fragments()) {
            rows.check(fragment);
        }
    }

    private void check(Fragment fragment) throws IOException {
        List<Field> fields = new ArrayList<>(order.fields());
        key.fields().stream().filter(field -> !fields.contains(field)).forEach(fields::add);
        List<TableColumn> columns = fields.stream()
                .map(field -> new TableColumn(ColumnPath.of(field.name()), List.of(field)))
                .toList();
        Optional<List<ColumnVector>> before = Optional.empty();
        try (FragmentScan scan = FragmentScan.open(snapshot, fragment, columns, Optional.empty(), Optional.empty())) {
            while (scan.next()) {
                Batch batch = scan.batch();
                if (!order.isEmpty()) {
                    before = Optional.of(checkOrder(fragment, batch, before));
                }
                if (!key.fields().isEmpty()) {
                    checkKeys(fragment, batch);
                }
            }
        }
    }

    /** Returns the last row. */
    private List<ColumnVector> checkOrder(Fragment fragment, Batch batch, Optional<List<ColumnVector>> before)
            throws TableException {
        List<ColumnVector> values = order.vectors(batch);
        for (int i = 0; i < batch.rowCount(); i++) {
            boolean follows = i > 0
                    ? order.compare(values, i - 1, values, i) <= 0
                    : before.isEmpty() || order.compare(before.get(), 0, values, 0) <= 0;
            if (!follows) {
                throw refused(
                        fragment,
                        batch.firstRow() + i,
                        "stands behind a row that must follow it by the declared order; sort the file, or declare none");
            }
        }
        RowBuffer last = new RowBuffer(new Schema(order.fields()));
        last.append(values, batch.rowCount() - 1, 1);
        return order.vectors(last.batch());
    }

    private void checkKeys(Fragment fragment, Batch batch) throws TableException {
        List<ColumnVector> values = key.columns(batch);
        for (int i = 0; i < batch.rowCount(); i++) {
            for (ColumnVector value : values) {
                if (value.isNull(i)) {
                    throw refused(fragment, batch.firstRow() + i, "has a null in a column of the declared key");
                }
            }
            key.read(values, i);
            if (!seen.add(key)) {
                throw refused(fragment, batch.firstRow() + i, "has the key of a row before it");
            }
        }
    }

    private TableException refused(Fragment fragment, long row, String why) {
        return new TableException(
                snapshot.folder().id() + "/" + fragment.files().get(0).path() + ": row " + row + " " + why);
    }
}
