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
import dev.stoa.table.Fragment;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.Snapshot;
import dev.stoa.table.TableException;
import dev.stoa.table.internal.scan.FragmentScan;
import dev.stoa.table.internal.schema.KeyMap;
import dev.stoa.table.internal.schema.RowKeys;
import dev.stoa.table.internal.schema.RowOrder;
import dev.stoa.table.internal.schema.TableColumn;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Checks that rows are as is declared, where that is declared for existing rows: each fragment sorted, no key twice or
 * null.
 */
public final class DeclaredRows {
    private final Snapshot snapshot;
    private final RowOrder order;
    private final RowKeys key;
    private final KeyMap seen = new KeyMap();

    private DeclaredRows(Snapshot snapshot, RowOrder order, RowKeys key) {
        this.snapshot = snapshot;
        this.order = order;
        this.key = key;
    }

    /**
     * Reads the declared columns of all rows. All keys are held in memory.
     *
     * @param ofOrder whether the order is new
     * @param ofKey whether the key is new
     * @throws TableException if a row is not as declared
     */
    public static void check(Snapshot snapshot, boolean ofOrder, boolean ofKey) throws IOException {
        RowOrder order = ofOrder ? snapshot.image().order() : RowOrder.NONE;
        RowKeys key = new RowKeys(ofKey ? snapshot.image().key() : List.of());
        if (order.isEmpty() && key.fields().isEmpty()) {
            return;
        }
        DeclaredRows rows = new DeclaredRows(snapshot, order, key);
        for (Fragment fragment : snapshot.fragments()) {
            rows.check(fragment);
        }
    }

    private void check(Fragment fragment) throws IOException {
        if (!order.isEmpty()) {
            checkOrder(fragment);
        }
        if (!key.fields().isEmpty()) {
            try (FragmentScan scan = FragmentScan.open(
                    snapshot.image(), fragment, columns(key.fields()), Optional.empty(), Optional.empty())) {
                while (scan.next()) {
                    checkKeys(fragment, scan.batch());
                }
            }
        }
    }

    private static List<TableColumn> columns(List<Field> fields) {
        return fields.stream()
                .map(field -> new TableColumn(ColumnPath.of(field.name()), List.of(field)))
                .toList();
    }

    /** Deleted rows count, too: inserts search for the places of new rows among them. */
    private void checkOrder(Fragment fragment) throws IOException {
        if (hasGuests(fragment)) {
            throw new TableException(snapshot.folder().id() + ": rows of other fragments stand among those of "
                    + fragment.id() + " by another order than is to be declared; compact the table first, or declare"
                    + " no order");
        }
        Optional<List<ColumnVector>> before = Optional.empty();
        try (FragmentScan scan = FragmentScan.withDeleted(snapshot.image(), fragment, columns(order.fields()))) {
            while (scan.next()) {
                checkOrder(fragment, scan.batch(), before);
                before = Optional.of(order.last(scan.batch()));
            }
        }
    }

    private boolean hasGuests(Fragment fragment) throws IOException {
        for (SidecarFile sidecar : fragment.sidecars()) {
            if (sidecar.inserted().isPresent()
                    && snapshot.fragment(sidecar.inserted().get()).isPresent()) {
                return true;
            }
        }
        return false;
    }

    private void checkOrder(Fragment fragment, Batch batch, Optional<List<ColumnVector>> before) throws TableException {
        OptionalInt row = order.firstOutOfOrder(batch, before);
        if (row.isPresent()) {
            throw refused(
                    fragment,
                    batch.firstRow() + row.getAsInt(),
                    "comes after a row that must follow it by the declared order, where deleted rows count, too; sort the"
                            + " file, or declare none");
        }
    }

    private void checkKeys(Fragment fragment, Batch batch) throws TableException {
        List<ColumnVector> values = key.columns(batch);
        for (int i = 0; i < batch.selectedCount(); i++) {
            int row = batch.selected(i);
            for (ColumnVector value : values) {
                if (value.isNull(row)) {
                    throw refused(fragment, batch.firstRow() + row, "has a null in a column of the declared key");
                }
            }
            key.read(values, row);
            if (!seen.add(key)) {
                throw refused(fragment, batch.firstRow() + row, "has the key of a row before it");
            }
        }
    }

    private TableException refused(Fragment fragment, long row, String why) {
        return new TableException(
                snapshot.folder().id() + "/" + fragment.files().get(0).path() + ": row " + row + " " + why);
    }
}
