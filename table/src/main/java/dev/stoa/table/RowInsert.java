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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Inserts rows, or upserts them by the declared key. It finds columns by name. A column that a batch lacks is null in
 * new rows, and stays as it is in existing ones. Rows come in any order, also for a table with a declared order. No two
 * rows may have the same key.
 *
 * <pre>{@code
 * try (RowInsert insert = TableOperations.of(table).insert()) {
 *     insert.write(batch);
 *     OperationResult result = insert.commit();
 * }
 * }</pre>
 *
 * <p>For one thread. Without {@link #commit} no row becomes visible, and no file stays.
 */
public final class RowInsert implements Closeable {
    private static final int LOOKUP_ROWS = 1 << 16;

    private final Table table;
    private final RunningOperation running;
    private final Mode mode;
    private final RowSink sink;
    private final Optional<RowKeys> keys;
    private final KeyMap all = new KeyMap();
    private final Snapshot snapshot;
    private Optional<BatchFit> fit = Optional.empty();
    private Optional<FoundRows> upserted = Optional.empty();
    private RowBuffer waiting;
    private boolean moved;
    private long[] newKeys = new long[64];
    private int newKeyCount;
    private State state = State.OPEN;

    /** Decides about rows with an existing key, and about the existing rows. */
    enum Mode {
        INSERT,
        UPSERT,
        OVERWRITE
    }

    private enum State {
        OPEN,
        FAILED,
        COMMITTED
    }

    RowInsert(Table table, Mode mode, OperationOptions options) throws IOException {
        this.table = table;
        this.mode = mode;
        this.running = new RunningOperation(table, mode.name().toLowerCase(java.util.Locale.ROOT), options);
        this.snapshot = running.snapshot();
        if (mode == Mode.UPSERT && snapshot.properties().key().isEmpty()) {
            throw new TableException(snapshot + ": rows are upserted by the key, and the table has none:"
                    + " declare one when it is created");
        }
        if (mode == Mode.OVERWRITE) {
            running.transaction().overwriteAll();
            running.deleted = snapshot.rowCount();
        }
        List<Field> keyFields = snapshot.image().key();
        keys = keyFields.isEmpty() ? Optional.empty() : Optional.of(new RowKeys(keyFields));
        waiting = new RowBuffer(snapshot.schema());
        sink = RowSink.of(running, mode == Mode.OVERWRITE);
    }

    /** The version that it is based on. */
    public Snapshot snapshot() {
        return snapshot;
    }

    /**
     * Takes the selected rows of a batch, and keeps no reference to it.
     *
     * @throws TableException if its columns don't fit the table's
     * @throws DuplicateKeyException if a key already exists, or comes twice
     * @throws dev.stoa.writer.RejectedDataException if a value does not fit its column, or is null where none may be
     */
    public void write(Batch batch) throws IOException {
        checkOpen();
        run(() -> {
            if (fit.isEmpty() || !fit.get().isOf(batch.schema())) {
                startSchema(batch.schema());
            }
            Batch rows = fit.get().fit(batch);
            if (keys.isEmpty()) {
                sink.write(rows);
                return;
            }
            waiting.append(rows);
            if (waiting.rows() >= LOOKUP_ROWS
                    || waiting.bytes() >= running.options().bufferBytes()) {
                lookUp();
            }
        });
    }

    private void startSchema(Schema schema) throws IOException {
        lookUp();
        if (upserted.isPresent()) {
            upserted.get().flush();
        }
        BatchFit next = BatchFit.of(schema, snapshot.schema(), snapshot.toString());
        List<Field> given = new ArrayList<>();
        List<Field> fields = snapshot.schema().fields();
        for (int i = 0; i < fields.size(); i++) {
            int id = fields.get(i).fieldId().getAsInt();
            if (next.has(i) && !snapshot.properties().key().contains(id)) {
                given.add(fields.get(i));
            }
        }
        fit = Optional.of(next);
        moved = given.stream().anyMatch(snapshot.properties()::tellsThePlace);
        if (moved
                && mode == Mode.UPSERT
                && given.size() + keys.orElseThrow().fields().size() < fields.size()) {
            throw new TableException(
                    snapshot + ": a column by which the rows are sorted or divided is upserted, which moves rows:"
                            + " give all columns");
        }
        upserted = Optional.of(new FoundRows(running, given, moved ? FoundRows.Kind.MOVED : FoundRows.Kind.UPDATED));
    }

    /** Looks the keys of the rows that wait up, and sends the rows where they belong. */
    private void lookUp() throws IOException {
        if (waiting.rows() == 0) {
            return;
        }
        Batch rows = waiting.batch();
        waiting = new RowBuffer(rows.schema());
        RowKeys key = keys.orElseThrow();
        List<ColumnVector> columns = key.columns(rows);
        KeyMap wanted = new KeyMap();
        for (int row = 0; row < rows.rowCount(); row++) {
            key.checkNulls(snapshot, columns, row);
            key.read(columns, row);
            if (!all.add(key)) {
                throw new DuplicateKeyException(
                        snapshot.toString(), key.text(columns, row), "comes twice; nothing was changed");
            }
            wanted.add(key);
        }
        boolean[] known = new boolean[rows.rowCount()];
        if (mode != Mode.OVERWRITE) {
            running.startScan();
            List<UUID> everywhere =
                    snapshot.fragments().stream().map(Fragment::id).toList();
            new KeyLookup(snapshot, key, everywhere, running::cameBy).find(rows, wanted, (number, fragment, row) -> {
                if (mode == Mode.INSERT) {
                    throw new DuplicateKeyException(
                            snapshot.toString(),
                            key.text(columns, number),
                            "already exists, as row " + row + " of " + fragment + "; nothing was changed");
                }
                known[number] = true;
                update(rows, number, fragment, row);
                if (moved) {
                    running.inserted--; // it is written as a new one
                }
            });
        }
        int[] selection = new int[rows.rowCount()];
        int selected = 0;
        long[] hashes = wanted.hashes();
        for (int row = 0; row < known.length; row++) {
            if (!known[row] || moved) {
                selection[selected++] = row;
            }
            if (!known[row]) {
                addKey(hashes[row]);
            }
        }
        if (selected > 0) {
            sink.write(new Batch(rows.schema(), rows.columns(), rows.rowCount(), 0, selection, selected));
        }
    }

    private void update(Batch rows, int row, Fragment fragment, long number) throws IOException {
        for (int c = 0; c < rows.columns().size(); c++) {
            Field field = rows.schema().fields().get(c);
            if (!field.nullable() && rows.column(c).isNull(row)) {
                throw new TableException(
                        snapshot + ": column '" + field.name() + "' must not be null; nothing was changed");
            }
        }
        upserted.orElseThrow().add(fragment, number, rows, row);
    }

    private void addKey(long hash) {
        if (newKeyCount == newKeys.length) {
            newKeys = Arrays.copyOf(newKeys, newKeyCount * 2);
        }
        newKeys[newKeyCount++] = hash;
    }

    /**
     * Makes all rows visible at once.
     *
     * @throws DuplicateKeyException as {@link #write} does
     * @throws CommitConflictException if another transaction has inserted the same key, or changed the same row, since
     *     this one began; no row is visible
     */
    public OperationResult commit() throws IOException {
        checkOpen();
        run(() -> {
            lookUp();
            if (upserted.isPresent()) {
                upserted.get().flush();
            }
            sink.finish();
            running.transaction().insertKeys(Arrays.copyOf(newKeys, newKeyCount));
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
        step.run();
        state = before;
    }

    private void checkOpen() {
        if (state != State.OPEN) {
            throw new IllegalStateException("the insert is committed or closed, or has failed before");
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
