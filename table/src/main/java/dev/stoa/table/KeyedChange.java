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
import dev.stoa.format.FieldNames;
import dev.stoa.format.Schema;
import dev.stoa.reader.internal.overlay.RowBuffer;
import dev.stoa.table.internal.change.BatchFit;
import dev.stoa.table.internal.change.FoundRows;
import dev.stoa.table.internal.change.RowSink;
import dev.stoa.table.internal.change.RunningOperation;
import dev.stoa.table.internal.commit.KeyLookup;
import dev.stoa.table.internal.schema.KeyMap;
import dev.stoa.table.internal.schema.RowKeys;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;

/**
 * Updates or deletes the rows with given keys. Columns are found by name. Keys that the table does not have change nothing:
 * the result counts the rows that were changed.
 *
 * <p>An update needs the columns of the key and those that get new values; the others stay as they are. A key may come once.
 * A delete needs the columns of the key, and ignores all others.
 *
 * <pre>{@code
 * try (KeyedChange update = TableOperations.of(table).updateByKey()) {
 *     update.write(batch);
 *     OperationResult result = update.commit();
 * }
 * }</pre>
 *
 * <p>For one thread. Without {@link #commit} the table stays as it is.
 */
public final class KeyedChange implements Closeable {
    private static final int LOOKUP_ROWS = 1 << 16;

    private final Table table;
    private final RunningOperation running;
    private final boolean deletes;
    private final Snapshot snapshot;
    private final RowKeys key;
    private final List<UUID> fragments;
    private final RowSink sink;
    private final KeyMap all = new KeyMap();
    private Optional<Columns> columns = Optional.empty();
    private State state = State.OPEN;

    private enum State {
        OPEN,
        FAILED,
        COMMITTED
    }

    /** How batches of one schema are taken, and the rows of theirs that wait for a look-up. */
    private static final class Columns {
        private final Schema given;
        private final int[] ordinals;
        private final Schema selected;
        private final BatchFit fit;
        private final boolean moves;
        private final FoundRows found;
        private RowBuffer waiting;

        Columns(Schema given, int[] ordinals, BatchFit fit, Schema taken, boolean moves, FoundRows found) {
            this.given = given;
            this.ordinals = ordinals;
            this.selected = select(given, ordinals);
            this.fit = fit;
            this.moves = moves;
            this.found = found;
            this.waiting = new RowBuffer(taken);
        }

        static Schema select(Schema given, int[] ordinals) {
            return new Schema(
                    Arrays.stream(ordinals).mapToObj(given.fields()::get).toList());
        }

        void add(Batch batch) {
            List<ColumnVector> vectors =
                    Arrays.stream(ordinals).mapToObj(batch::column).toList();
            waiting.append(fit.fit(new Batch(
                    selected, vectors, batch.rowCount(), batch.firstRow(), batch.selection(), batch.selectedCount())));
        }

        Batch takeWaiting() {
            Batch rows = waiting.batch();
            waiting = new RowBuffer(rows.schema());
            return rows;
        }
    }

    KeyedChange(Table table, boolean deletes, OperationOptions options) throws IOException {
        this.table = table;
        this.deletes = deletes;
        this.running = new RunningOperation(table, deletes ? "delete by key" : "update by key", options);
        this.snapshot = running.snapshot();
        if (snapshot.properties().key().isEmpty()) {
            throw new TableException(
                    snapshot + ": rows are found by the key, and the table has none: declare one when you create it");
        }
        this.key = new RowKeys(snapshot.image().key());
        this.fragments = snapshot.fragments().stream().map(Fragment::id).toList();
        this.sink = RowSink.of(running, false);
    }

    /** The version that it is based on. */
    public Snapshot snapshot() {
        return snapshot;
    }

    /**
     * Takes the selected rows of a batch, and keeps no reference to it.
     *
     * @throws TableException if a column of the key is missing or null, or the columns don't fit the table's
     * @throws DuplicateKeyException if a key comes twice in an update
     */
    public void write(Batch batch) throws IOException {
        checkOpen();
        run(() -> {
            if (columns.isEmpty() || !columns.get().given.equals(batch.schema())) {
                finishColumns();
                columns = Optional.of(columns(batch.schema()));
            }
            Columns current = columns.get();
            current.add(batch);
            if (current.waiting.rows() >= LOOKUP_ROWS
                    || current.waiting.bytes() >= running.options().bufferBytes()) {
                lookUp(current);
            }
        });
    }

    private Columns columns(Schema given) throws TableException {
        List<Field> fields = snapshot.schema().fields();
        Set<Field> named = new HashSet<>();
        int[] ordinals = IntStream.range(0, given.fields().size())
                .filter(i -> {
                    Optional<Field> field = field(given.fields().get(i).name());
                    field.ifPresent(named::add);
                    return field.isPresent();
                })
                .toArray();
        for (Field field : key.fields()) {
            if (!named.contains(field)) {
                throw new TableException(snapshot + ": column '" + field.name() + "' is part of the key, and missing");
            }
        }
        List<Field> taken = fields.stream().filter(named::contains).toList();
        List<Field> values =
                taken.stream().filter(field -> !key.fields().contains(field)).toList();
        boolean moves = values.stream().anyMatch(snapshot.properties()::tellsThePlace);
        if (!deletes && values.isEmpty()) {
            throw new TableException(snapshot + ": no column besides the key is given, so nothing is updated");
        } else if (moves && taken.size() < fields.size()) {
            throw new TableException(
                    snapshot + ": a column by which the rows are sorted or divided is updated, which moves rows:"
                            + " give all columns");
        }
        FoundRows.Kind kind = moves ? FoundRows.Kind.MOVED : FoundRows.Kind.UPDATED;
        return new Columns(
                given,
                ordinals,
                BatchFit.of(Columns.select(given, ordinals), new Schema(taken), snapshot.toString()),
                new Schema(taken),
                moves,
                new FoundRows(running, values, deletes ? FoundRows.Kind.DELETED : kind));
    }

    /**
     * The column of the table that a name means, if it counts.
     *
     * @throws IllegalArgumentException if the table has none, and the name counts
     */
    private Optional<Field> field(String name) {
        List<Field> fields = snapshot.schema().fields();
        if (!deletes) {
            return Optional.of(FieldNames.get(fields, name));
        }
        OptionalInt at = FieldNames.find(fields, name);
        return at.isEmpty()
                ? Optional.empty()
                : Optional.of(fields.get(at.getAsInt())).filter(key.fields()::contains);
    }

    /** Finds the rows that wait, and changes those that the table has. */
    private void lookUp(Columns current) throws IOException {
        Batch rows = current.takeWaiting();
        if (rows.rowCount() == 0) {
            return;
        }
        List<ColumnVector> keys = key.columns(rows);
        KeyMap wanted = new KeyMap();
        int[] rowOf = new int[rows.rowCount()];
        int count = 0;
        for (int row = 0; row < rows.rowCount(); row++) {
            key.checkNulls(snapshot, keys, row);
            key.read(keys, row);
            if (all.add(key)) {
                wanted.add(key);
                rowOf[count++] = row;
            } else if (!deletes) {
                throw new DuplicateKeyException(
                        snapshot.toString(), key.text(keys, row), "comes twice; nothing was changed");
            }
        }
        if (!deletes) {
            refuseNulls(rows);
        }
        if (count == 0) {
            return;
        }
        boolean[] isFound = new boolean[rows.rowCount()];
        running.startScan();
        new KeyLookup(snapshot, key, fragments, running::cameBy).find(rows, wanted, (number, fragment, row) -> {
            isFound[rowOf[number]] = true;
            current.found.add(fragment, row, rows, rowOf[number]);
        });
        if (current.moves) {
            int[] selection = IntStream.range(0, isFound.length)
                    .filter(row -> isFound[row])
                    .toArray();
            sink.write(new Batch(rows.schema(), rows.columns(), rows.rowCount(), 0, selection, selection.length));
            running.inserted -= selection.length;
        }
    }

    private void refuseNulls(Batch rows) throws TableException {
        for (int c = 0; c < rows.columns().size(); c++) {
            Field field = rows.schema().fields().get(c);
            ColumnVector values = rows.column(c);
            if (!field.nullable() && IntStream.range(0, rows.rowCount()).anyMatch(values::isNull)) {
                throw new TableException(
                        snapshot + ": column '" + field.name() + "' must not be null; nothing was changed");
            }
        }
    }

    private void finishColumns() throws IOException {
        if (columns.isPresent()) {
            lookUp(columns.get());
            columns.get().found.flush();
        }
    }

    /**
     * Makes all changes visible at once.
     *
     * @throws TableException as {@link #write} does
     * @throws CommitConflictException if another transaction has changed the same rows since this one began
     */
    public OperationResult commit() throws IOException {
        checkOpen();
        run(() -> {
            finishColumns();
            sink.finish();
        });
        state = State.COMMITTED;
        return Upkeep.after(table, running.commit(1), running.options());
    }

    private interface Step {
        void run() throws IOException;
    }

    private void run(Step step) throws IOException {
        State before = state;
        state = State.FAILED;
        try {
            step.run();
        } catch (IllegalArgumentException e) {
            throw new TableException(snapshot + ": " + e.getMessage());
        }
        state = before;
    }

    private void checkOpen() {
        if (state != State.OPEN) {
            throw new IllegalStateException("the change is committed or closed, or has failed before");
        }
    }

    @Override
    public void close() throws IOException {
        boolean leftOver = state != State.COMMITTED;
        state = leftOver ? State.FAILED : state;
        sink.close();
        if (leftOver) {
            running.discard();
        }
    }
}
