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
package dev.stoa.table.internal.change;

import dev.stoa.delta.SidecarTarget;
import dev.stoa.delta.SidecarWriter;
import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.RowRanges;
import dev.stoa.reader.internal.overlay.RowBuffer;
import dev.stoa.table.Fragment;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableException;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableScan;
import dev.stoa.table.internal.log.SidecarSink;
import dev.stoa.table.internal.logfile.SidecarPlace;
import dev.stoa.table.internal.schema.SameValues;
import dev.stoa.writer.WriterOptions;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Changes of rows of one fragment, as a sidecar: which rows are deleted, and of each field the new values that differ from the old
 * ones. They are kept in memory until it is known which fields these are; if they become many, the sidecar has a place for all.
 */
public final class ChangedRows implements Closeable {
    private final Snapshot snapshot;
    private final Fragment fragment;
    private final WriterOptions options;
    private final long mostBytes;
    private Optional<SidecarSink> sink = Optional.empty();
    private final Map<Integer, NewValues> changed = new TreeMap<>();
    private Optional<SidecarWriter> writer = Optional.empty();
    private long bytes;
    private final DeletionVector deleted = new DeletionVector();
    /** The columns, by their places, that tell where a row belongs, and those of the key. */
    private final int[] placing;

    private final int[] key;
    /** The columns, by their places, that an update may change, and where an old row has each; -1 for the others. */
    private final int[] changing;

    private final int[] inOld;

    /** Row numbers, growing. */
    private static final class Numbers {
        private long[] rows = new long[64];
        private int count;

        void add(long row) {
            if (count == rows.length) {
                rows = Arrays.copyOf(rows, count * 2);
            }
            rows[count++] = row;
        }

        long[] toArray() {
            return Arrays.copyOf(rows, count);
        }
    }

    /** New values of a field, and their rows. */
    private static final class NewValues {
        private final Numbers rows = new Numbers();
        private final RowBuffer values;

        NewValues(Field field) {
            values = new RowBuffer(new Schema(List.of(field)));
        }
    }

    /**
     * Changes of a fragment.
     *
     * @param mostBytes about how many bytes of changes are kept in memory
     * @param fieldIds whether an update may change a field; the old values of others are not read
     */
    public ChangedRows(
            Snapshot snapshot, Fragment fragment, WriterOptions options, long mostBytes, IntPredicate fieldIds) {
        this.snapshot = snapshot;
        this.fragment = fragment;
        this.options = options;
        this.mostBytes = mostBytes;
        TableProperties declared = snapshot.properties();
        placing = columns(id -> declared.sortedBy().stream().anyMatch(sort -> sort.fieldId() == id)
                || declared.partitionedBy().stream().anyMatch(part -> part.fieldId() == id));
        key = columns(declared.key()::contains);
        changing = columns(fieldIds);
        inOld = new int[snapshot.schema().fields().size()];
        Arrays.fill(inOld, -1);
        for (int i = 0; i < changing.length; i++) {
            inOld[changing[i]] = i;
        }
    }

    private int[] columns(IntPredicate fieldIds) {
        List<Field> fields = snapshot.schema().fields();
        return IntStream.range(0, fields.size())
                .filter(column -> fieldIds.test(fields.get(column).fieldId().getAsInt()))
                .toArray();
    }

    public Fragment fragment() {
        return fragment;
    }

    /** The complete sidecar. */
    public SidecarPlace place() {
        return sink.orElseThrow().place();
    }

    public void delete(long row) {
        deleted.add(row);
    }

    /**
     * Compares rows with what they are in the snapshot, and takes what differs.
     *
     * @return which of them belong elsewhere now: they are deleted here
     */
    public int[] update(long[] rows, Batch values) throws IOException {
        int[] moved = new int[rows.length];
        int movedCount = 0;
        int next = 0;
        try (TableScan scan = snapshot.scan()
                .fragments(Set.of(fragment.id()))
                .rows(RowRanges.of(rows))
                .select(Arrays.stream(changing)
                        .mapToObj(column -> ColumnPath.of(
                                snapshot.schema().fields().get(column).name()))
                        .toList())
                .build()) {
            while (scan.next()) {
                Batch old = scan.batch();
                for (int i = 0; i < old.selectedCount(); i++) {
                    int row = old.selected(i);
                    if (next == rows.length || old.firstRow() + row != rows[next]) {
                        throw notThere(rows[Math.min(next, rows.length - 1)]);
                    }
                    if (differsIn(placing, old, row, values, next)) {
                        checkKey(old, row, values, next);
                        delete(rows[next]);
                        moved[movedCount++] = next;
                    } else {
                        take(old, row, values, next, rows[next]);
                    }
                    next++;
                }
            }
        }
        if (next < rows.length) {
            throw notThere(rows[next]);
        }
        long bytes = 0;
        for (NewValues of : changed.values()) {
            bytes += of.values.bytes() + (long) of.rows.count * Long.BYTES;
        }
        if (bytes >= mostBytes) {
            flush();
        }
        return Arrays.copyOf(moved, movedCount);
    }

    private boolean differsIn(int[] columns, Batch old, int oldRow, Batch values, int row) {
        for (int column : columns) {
            int at = inOld[column];
            if (at >= 0 && !SameValues.in(old.column(at), oldRow, values.column(column), row)) {
                return true;
            }
        }
        return false;
    }

    private void checkKey(Batch old, int oldRow, Batch values, int row) throws TableException {
        if (differsIn(key, old, oldRow, values, row)) {
            throw new TableException(snapshot + ": a row would get another key, and no task can check whether that key "
                    + "already exists: delete the row, and insert or upsert another");
        }
    }

    private TableException notThere(long row) {
        return new TableException(
                snapshot + ": row " + row + " of the " + fragment + " can't be updated: it was deleted");
    }

    private void take(Batch old, int oldRow, Batch values, int row, long number) throws TableException {
        checkKey(old, oldRow, values, row);
        for (int column : changing) {
            ColumnVector vector = values.column(column);
            if (!SameValues.in(old.column(inOld[column]), oldRow, vector, row)) {
                Field field = snapshot.schema().fields().get(column);
                if (vector.isNull(row) && !field.nullable()) {
                    throw new TableException(snapshot + ": column '" + field.name() + "' must not be null, but row "
                            + number + " of the " + fragment + " would become so");
                }
                NewValues of = changed.computeIfAbsent(column, c -> new NewValues(field));
                of.rows.add(number);
                of.values.append(List.of(vector), row, 1);
            }
        }
    }

    private List<Field> changedFields() {
        return changed.keySet().stream()
                .map(column -> snapshot.schema().fields().get(column))
                .toList();
    }

    private void open(List<Field> fields) throws IOException {
        if (writer.isEmpty()) {
            SidecarTarget target = new SidecarTarget(fragment.id().toString(), fragment.rows(), snapshot.version());
            sink = Optional.of(
                    SidecarSink.create(snapshot.folder(), Table.sidecarFile(UUID.randomUUID()), snapshot.state()));
            writer = Optional.of(SidecarWriter.create(sink.get(), target, fields, options));
        }
    }

    private void flush() throws IOException {
        open(snapshot.schema().fields());
        put();
    }

    private void put() throws IOException {
        for (Map.Entry<Integer, NewValues> of : changed.entrySet()) {
            int id = snapshot.schema().fields().get(of.getKey()).fieldId().getAsInt();
            NewValues values = of.getValue();
            writer.get().modify(id, values.rows.toArray(), values.values.batch().column(0));
        }
        changed.clear();
    }

    /** Completes the sidecar; returns false, without a sidecar, if nothing differs. */
    public boolean finish() throws IOException {
        if (writer.isEmpty() && deleted.isEmpty() && changed.isEmpty()) {
            return false;
        }
        open(new ArrayList<>(changedFields()));
        put();
        deleted.writeTo(writer.get());
        try (SidecarWriter open = writer.get()) {
            open.finish();
            bytes = open.bytes();
        }
        return true;
    }

    /** The length of the sidecar, once it is complete. */
    public long bytes() {
        return bytes;
    }

    @Override
    public void close() throws IOException {
        if (writer.isPresent()) {
            writer.get().close();
        }
    }
}
