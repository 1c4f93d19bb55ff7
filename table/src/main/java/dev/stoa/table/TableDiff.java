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

import dev.stoa.delta.Sidecar;
import dev.stoa.format.Batch;
import dev.stoa.reader.RowChanges;
import dev.stoa.reader.RowRanges;
import dev.stoa.reader.internal.overlay.RowBuffer;
import dev.stoa.table.internal.change.DeleteRows;
import dev.stoa.table.internal.scan.CommonColumns;
import dev.stoa.table.internal.schema.SameValues;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongConsumer;

/**
 * The rows that differ between two snapshots of a table: a feed of changes. It reads only changed data: whole fragments
 * that came or went or have columns in other files, and the rows that sidecars name. Rows come fragment by fragment,
 * and within each in the order of its rows.
 *
 * <p>Rows of fragments that both snapshots have are compared by the columns of the newer version, and have its names
 * and types. A column that the older one lacks is null there. {@link #notCompared} names columns that are not compared.
 * Rows of fragments that only one snapshot has come with all columns of that one.
 *
 * <p>A row that was moved to another fragment by a rewrite is deleted there and inserted here.
 *
 * <p>For one thread.
 */
public final class TableDiff implements Closeable {
    private static final int CHUNK_ROWS = 1 << 14;

    private final Snapshot from;
    private final Snapshot to;
    private final CommonColumns columns;
    private final Deque<UUID> open = new ArrayDeque<>();
    private final Deque<Rows> ready = new ArrayDeque<>();
    private Optional<TableScan> whole = Optional.empty();
    private Kind wholeKind = Kind.INSERTED;
    private Optional<RowRanges> touched = Optional.empty();
    private int touchedRange;
    private long touchedRow;
    private UUID fragment = new UUID(0, 0);
    private Optional<Rows> current = Optional.empty();
    private LongConsumer progress = rows -> {};
    /** Rows of the fragments before this one, and its own. */
    private long rowsBefore;

    private long rowsHere;

    /** Kinds of changes. */
    public enum Kind {
        /** They are new. */
        INSERTED,
        /** They are gone. */
        DELETED,
        /** They have other values. */
        UPDATED
    }

    /**
     * Some rows of one fragment with the same kind of change.
     *
     * @param kind what happened
     * @param fragment their fragment
     * @param rows their numbers there: with the fragment, their identities
     * @param before as they were, with the field ids of the columns; absent if they are new
     * @param after as they are, likewise; absent if they are gone
     */
    public record Rows(Kind kind, UUID fragment, long[] rows, Optional<Batch> before, Optional<Batch> after) {}

    private TableDiff(Snapshot from, Snapshot to) {
        this.from = from;
        this.to = to;
        this.columns = CommonColumns.of(from, to);
    }

    /**
     * Begins the feed from one snapshot to another, which may be older.
     *
     * @throws IllegalArgumentException if they are not of one table
     */
    public static TableDiff of(Snapshot from, Snapshot to) throws IOException {
        if (!from.state().table().equals(to.state().table())) {
            throw new IllegalArgumentException(from + " and " + to + " are not of one table");
        }
        TableDiff diff = new TableDiff(from, to);
        Set<UUID> seen = new HashSet<>();
        from.fragments().forEach(f -> seen.add(f.id()));
        from.fragments().forEach(f -> diff.open.add(f.id()));
        to.fragments().stream().filter(f -> !seen.contains(f.id())).forEach(f -> diff.open.add(f.id()));
        return diff;
    }

    /** Reports the number of the {@link #fragmentRows} that it has passed, whenever that grows. */
    public TableDiff withProgress(LongConsumer told) {
        progress = told;
        return this;
    }

    /** The columns that are not compared, each with the reason. A row that differs only in these is left out. */
    public List<String> notCompared() {
        return columns.others();
    }

    /** The rows of all fragments that either version has. */
    public long fragmentRows() throws IOException {
        long rows = 0;
        Set<UUID> counted = new HashSet<>();
        for (Snapshot side : List.of(from, to)) {
            for (Fragment there : side.fragments()) {
                rows += counted.add(there.id()) ? there.rows() : 0;
            }
        }
        return rows;
    }

    /** Goes to the next rows. */
    public boolean next() throws IOException {
        while (ready.isEmpty()) {
            if (whole.isPresent()) {
                readWhole(whole.get());
            } else if (touched.isPresent()) {
                readTouched(touched.get());
            } else if (open.isEmpty()) {
                progress.accept(rowsBefore + rowsHere);
                current = Optional.empty();
                return false;
            } else {
                start(open.remove());
            }
        }
        current = Optional.of(ready.remove());
        return true;
    }

    /** The current rows, those of the last call of {@link #next}. */
    public Rows rows() {
        return current.orElseThrow(() -> new IllegalStateException("next() must have returned true"));
    }

    private void start(UUID id) throws IOException {
        rowsBefore += rowsHere;
        progress.accept(rowsBefore);
        fragment = id;
        Optional<Fragment> before = from.fragment(id);
        Optional<Fragment> after = to.fragment(id);
        rowsHere = before.or(() -> after).orElseThrow().rows();
        if (before.isPresent() && after.isPresent()) {
            RowRanges rows = touched(before.get(), after.get());
            if (!rows.isEmpty()) {
                touched = Optional.of(rows);
                touchedRange = 0;
                touchedRow = rows.rangeFirst(0);
            }
        } else {
            wholeKind = after.isPresent() ? Kind.INSERTED : Kind.DELETED;
            Snapshot side = after.isPresent() ? to : from;
            whole = Optional.of(side.scan().fragments(List.of(fragment)).build());
        }
    }

    private void readWhole(TableScan scan) throws IOException {
        if (!scan.next()) {
            scan.close();
            whole = Optional.empty();
            return;
        }
        progress.accept(rowsBefore + scan.batch().firstRow() + scan.batch().rowCount());
        RowBuffer rows = new RowBuffer(scan.schema());
        rows.append(scan.batch());
        Optional<Batch> batch = Optional.of(rows.batch());
        boolean isNew = wholeKind == Kind.INSERTED;
        ready.add(new Rows(
                wholeKind,
                fragment,
                DeleteRows.numbers(scan.batch()),
                isNew ? Optional.empty() : batch,
                isNew ? batch : Optional.empty()));
    }

    /**
     * Returns the rows in the sidecars that only one of the versions has. If columns are in other files, it returns all
     * rows: those files may hold changes whose sidecars neither version has.
     */
    private RowRanges touched(Fragment before, Fragment after) throws IOException {
        if (!files(before).equals(files(after))) {
            return RowRanges.between(0, before.rows());
        }
        Map<UUID, SidecarFile> different = new LinkedHashMap<>();
        before.sidecars().forEach(sidecar -> different.put(sidecar.identity().uuid(), sidecar));
        for (SidecarFile sidecar : after.sidecars()) {
            if (different.remove(sidecar.identity().uuid()) == null) {
                different.put(sidecar.identity().uuid(), sidecar);
            }
        }
        RowRanges rows = RowRanges.between(0, 0);
        for (SidecarFile file : different.values()) {
            Map<Integer, String> names = new HashMap<>();
            file.fields().forEach(id -> names.put(id, String.valueOf(id)));
            try (Sidecar sidecar = file.open(to.folder())) {
                RowChanges changes = sidecar.changes(names, 0, before.rows());
                rows = rows.union(changes.deletedRows());
                for (String name : names.values()) {
                    rows = rows.union(changes.modifiedRows(name));
                }
            }
        }
        return rows;
    }

    private static List<UUID> files(Fragment fragment) {
        return fragment.files().stream().map(file -> file.identity().uuid()).toList();
    }

    /** The next of the touched rows, not too many. */
    private RowRanges chunk(RowRanges rows) {
        List<long[]> ranges = new ArrayList<>();
        long left = CHUNK_ROWS;
        while (left > 0 && touchedRange < rows.rangeCount()) {
            long end = Math.min(rows.rangeEnd(touchedRange), touchedRow + left);
            ranges.add(new long[] {touchedRow, end});
            left -= end - touchedRow;
            touchedRow = end;
            if (end == rows.rangeEnd(touchedRange)) {
                touchedRange++;
                touchedRow = touchedRange < rows.rangeCount() ? rows.rangeFirst(touchedRange) : 0;
            }
        }
        return RowRanges.of(
                ranges.stream().mapToLong(r -> r[0]).toArray(),
                ranges.stream().mapToLong(r -> r[1]).toArray());
    }

    private void readTouched(RowRanges rows) throws IOException {
        RowRanges some = chunk(rows);
        if (some.isEmpty()) {
            touched = Optional.empty();
            return;
        }
        progress.accept(rowsBefore + some.end());
        Some before = read(columns.from(), some);
        Some after = read(columns.to(), some);
        Gathered deleted = new Gathered(before, after);
        Gathered inserted = new Gathered(before, after);
        Gathered updated = new Gathered(before, after);
        int i = 0;
        int j = 0;
        while (i < before.numbers.length || j < after.numbers.length) {
            long old = i < before.numbers.length ? before.numbers[i] : Long.MAX_VALUE;
            long now = j < after.numbers.length ? after.numbers[j] : Long.MAX_VALUE;
            if (old < now) {
                deleted.add(old, i++, -1);
            } else if (now < old) {
                inserted.add(now, -1, j++);
            } else {
                if (!SameValues.inRow(before.batch, i, after.batch, j)) {
                    updated.add(old, i, j);
                }
                i++;
                j++;
            }
        }
        deleted.tell(Kind.DELETED);
        inserted.tell(Kind.INSERTED);
        updated.tell(Kind.UPDATED);
    }

    /** Rows that exist, with their numbers. */
    private record Some(long[] numbers, Batch batch) {}

    private Some read(Snapshot snapshot, RowRanges rows) throws IOException {
        long[] numbers = new long[CHUNK_ROWS];
        int count = 0;
        try (TableScan scan = snapshot.scan()
                .select(columns.paths())
                .fragments(List.of(fragment))
                .rows(rows)
                .build()) {
            RowBuffer buffer = new RowBuffer(scan.schema());
            while (scan.next()) {
                long[] more = DeleteRows.numbers(scan.batch());
                System.arraycopy(more, 0, numbers, count, more.length);
                count += more.length;
                buffer.append(scan.batch());
            }
            return new Some(Arrays.copyOf(numbers, count), buffer.batch());
        }
    }

    /** Rows of a chunk with the same change. */
    private final class Gathered {
        private final Some before;
        private final Some after;
        private final RowBuffer old;
        private final RowBuffer now;
        private final List<Long> numbers = new ArrayList<>();

        Gathered(Some before, Some after) {
            this.before = before;
            this.after = after;
            this.old = new RowBuffer(before.batch.schema());
            this.now = new RowBuffer(after.batch.schema());
        }

        void add(long number, int oldRow, int nowRow) {
            numbers.add(number);
            if (oldRow >= 0) {
                old.append(before.batch, oldRow, 1);
            }
            if (nowRow >= 0) {
                now.append(after.batch, nowRow, 1);
            }
        }

        void tell(Kind kind) {
            if (!numbers.isEmpty()) {
                ready.add(new Rows(
                        kind,
                        fragment,
                        numbers.stream().mapToLong(Long::longValue).toArray(),
                        kind == Kind.INSERTED ? Optional.empty() : Optional.of(old.batch()),
                        kind == Kind.DELETED ? Optional.empty() : Optional.of(now.batch())));
            }
        }
    }

    @Override
    public void close() throws IOException {
        if (whole.isPresent()) {
            whole.get().close();
        }
    }
}
