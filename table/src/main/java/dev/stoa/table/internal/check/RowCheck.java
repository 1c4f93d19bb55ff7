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
package dev.stoa.table.internal.check;

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.StoaException;
import dev.stoa.reader.ColumnPath;
import dev.stoa.table.Fragment;
import dev.stoa.table.Snapshot;
import dev.stoa.table.TableException;
import dev.stoa.table.TableFault;
import dev.stoa.table.internal.commit.CheckedRows;
import dev.stoa.table.internal.scan.FragmentChanges;
import dev.stoa.table.internal.scan.FragmentScan;
import dev.stoa.table.internal.schema.Check;
import dev.stoa.table.internal.schema.KeyMap;
import dev.stoa.table.internal.schema.Partitioning;
import dev.stoa.table.internal.schema.RowKeys;
import dev.stoa.table.internal.schema.RowOrder;
import dev.stoa.table.internal.schema.TableColumn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.LongConsumer;

/**
 * Checks the rows of a version as scans see them: their number, and what the table declares of them. That is their order,
 * partitions, unique keys and constraints. For one thread.
 */
public final class RowCheck {
    /** About the bytes that a key takes in memory. */
    private static final long KEY_BYTES = 40;

    private final Snapshot snapshot;
    private final RowOrder order;
    private final Optional<RowKeys> key;
    private final Partitioning partitioning;
    private final List<Check> checks;
    private final KeyMap seen = new KeyMap();

    /** Receives the findings. */
    public interface Faults {
        void add(TableFault.Kind kind, String path, String what);
    }

    /**
     * A check.
     *
     * @param notes gets a line if the keys are too many to compare
     * @throws TableException if what is declared is nothing that tables have
     */
    public RowCheck(Snapshot snapshot, List<String> notes) throws IOException {
        this.snapshot = snapshot;
        this.order = snapshot.image().order();
        this.partitioning = new Partitioning(snapshot.state().schema(), snapshot.properties());
        this.checks = checks(snapshot);
        List<Field> fields = snapshot.image().key();
        long most = Math.min(Integer.MAX_VALUE, Runtime.getRuntime().maxMemory() / 4) / KEY_BYTES;
        boolean isFew = snapshot.rowCount() <= most;
        if (!fields.isEmpty() && !isFew) {
            notes.add("the keys of " + snapshot.rowCount() + " rows were not compared: they don't fit into memory;"
                    + " give the process more of it");
        }
        this.key = fields.isEmpty() || !isFew ? Optional.empty() : Optional.of(new RowKeys(fields));
    }

    private static List<Check> checks(Snapshot snapshot) throws TableException {
        try {
            List<Check> checks = Check.of(snapshot.properties());
            checks.forEach(check -> check.check(snapshot.schema()));
            return checks;
        } catch (IllegalArgumentException e) {
            throw new TableException(snapshot.folder().id() + ": " + e.getMessage(), e);
        }
    }

    /**
     * Reads the declared columns of all rows.
     *
     * @param progress receives the number of rows checked since its last call
     */
    public void check(Faults faults, LongConsumer progress) throws IOException {
        Set<Field> fields = new LinkedHashSet<>(order.fields());
        key.ifPresent(keys -> fields.addAll(keys.fields()));
        fields.addAll(partitioning.fields());
        List<TableColumn> columns = fields.stream()
                .map(field -> new TableColumn(ColumnPath.of(field.name()), List.of(field)))
                .toList();
        for (Fragment fragment : snapshot.fragments()) {
            String path = fragment.files().get(0).path();
            try {
                check(fragment, columns, faults);
                for (Check check : checks) {
                    CheckedRows.broken(snapshot, check, Set.of(fragment.id()))
                            .ifPresent(what -> faults.add(TableFault.Kind.UNDECLARED_ROWS, path, what));
                }
            } catch (StoaException e) {
                faults.add(
                        TableFault.Kind.DAMAGED_DATA,
                        path,
                        "its rows can't be read with what was changed in them: " + e.getMessage());
            }
            progress.accept(fragment.rows());
        }
    }

    private void check(Fragment fragment, List<TableColumn> columns, Faults faults) throws IOException {
        String path = fragment.files().get(0).path();
        if (columns.isEmpty()) {
            try (FragmentChanges changes = new FragmentChanges(snapshot.image(), fragment)) {
                count(
                        fragment,
                        fragment.rows() - changes.deletes().deletedRows().count(),
                        faults);
            }
            return;
        }
        Optional<List<ColumnVector>> before = Optional.empty();
        boolean isTold = false;
        long rows = 0;
        try (FragmentScan scan =
                FragmentScan.open(snapshot.image(), fragment, columns, Optional.empty(), Optional.empty())) {
            while (scan.next()) {
                Batch batch = scan.batch();
                rows += batch.selectedCount();
                if (isTold || batch.selectedCount() == 0) {
                    continue;
                }
                Optional<String> problem = order(batch, before)
                        .or(() -> partition(fragment, batch))
                        .or(() -> key.flatMap(keys -> key(batch, keys)));
                problem.ifPresent(what -> faults.add(TableFault.Kind.UNDECLARED_ROWS, path, what));
                isTold = problem.isPresent();
                before = order.isEmpty() ? before : Optional.of(order.last(batch));
            }
        }
        count(fragment, rows, faults);
    }

    private static void count(Fragment fragment, long rows, Faults faults) {
        if (rows != fragment.liveRows()) {
            faults.add(
                    TableFault.Kind.WRONG_ENTRY,
                    fragment.files().get(0).path(),
                    "without what its sidecars delete it has " + rows + " rows, by the log " + fragment.liveRows());
        }
    }

    private Optional<String> order(Batch batch, Optional<List<ColumnVector>> before) {
        OptionalInt row = order.firstOutOfOrder(batch, before);
        return row.isEmpty()
                ? Optional.empty()
                : Optional.of("row " + (batch.firstRow() + row.getAsInt())
                        + " comes after a row that must follow it by the declared order; later rows are not named");
    }

    private Optional<String> partition(Fragment fragment, Batch batch) {
        Optional<String> named = fragment.partition()
                .filter(name -> !partitioning.isEmpty()
                        && partitioning.parts(name).isPresent()); // of an earlier declaration it tells nothing
        if (named.isEmpty()) {
            return Optional.empty();
        }
        List<String> others = new ArrayList<>(partitioning.divide(batch).keySet());
        others.remove(named.get());
        return others.isEmpty()
                ? Optional.empty()
                : Optional.of("it has rows of the partition '" + others.get(0) + "', by the log all are of '"
                        + named.get() + "'");
    }

    private Optional<String> key(Batch batch, RowKeys keys) {
        List<ColumnVector> values = keys.columns(batch);
        for (int i = 0; i < batch.selectedCount(); i++) {
            int row = batch.selected(i);
            boolean isNull = values.stream().anyMatch(value -> value.isNull(row));
            if (!isNull) {
                keys.read(values, row);
            }
            if (isNull || !seen.add(keys)) {
                return Optional.of("row " + (batch.firstRow() + row)
                        + (isNull
                                ? " has a null in a column of the declared key"
                                : " has the key of another row (" + keys.text(values, row) + ")")
                        + "; later rows are not named");
            }
        }
        return Optional.empty();
    }
}
