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
import dev.stoa.format.StructVector;
import dev.stoa.format.Type;
import dev.stoa.reader.BatchFilter;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.Filter;
import dev.stoa.reader.RowChanges;
import dev.stoa.reader.RowRanges;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Scans a fragment: one scan for each file that has columns which are wanted, with changes laid over, and batches put
 * together. Where one file has all columns of the filter, its scan tests it; otherwise rows are tested when they are together.
 */
final class FragmentScan implements Closeable {
    private final Snapshot snapshot;
    private final TableSchema schema;
    private final Fragment fragment;
    private final boolean withDeleted;
    private final Map<DataFile, FilePart> parts = new LinkedHashMap<>();
    private final List<Source> sources = new ArrayList<>();
    private Schema outputSchema = new Schema(List.of());
    private Schema testedSchema = new Schema(List.of());
    private Optional<BatchFilter> filter = Optional.empty();
    private Optional<Batch> batch = Optional.empty();
    private long nextRow;

    /**
     * Where a column comes from.
     *
     * @param column the column
     * @param part the file that has its top-level column; absent if none has
     * @param ordinal its place among what is read of the file; -1 if the file does not have the column itself
     * @param late what is laid over when it was read; then the whole top-level column is read
     */
    private record Source(TableColumn column, Optional<FilePart> part, int ordinal, Optional<LateChanges> late) {}

    private FragmentScan(Snapshot snapshot, Fragment fragment, boolean withDeleted) {
        this.withDeleted = withDeleted;
        this.snapshot = snapshot;
        this.schema = snapshot.state().schema();
        this.fragment = fragment;
    }

    static FragmentScan open(
            Snapshot snapshot,
            Fragment fragment,
            List<TableColumn> outputs,
            Optional<Filter> condition,
            Optional<RowRanges> rows)
            throws IOException {
        return open(new FragmentScan(snapshot, fragment, false), outputs, condition, rows);
    }

    /** Opens a scan of all rows, deleted ones too. */
    static FragmentScan withDeleted(Snapshot snapshot, Fragment fragment, List<TableColumn> outputs)
            throws IOException {
        return open(new FragmentScan(snapshot, fragment, true), outputs, Optional.empty(), Optional.empty());
    }

    private static FragmentScan open(
            FragmentScan scan, List<TableColumn> outputs, Optional<Filter> condition, Optional<RowRanges> rows)
            throws IOException {
        boolean done = false;
        try (FragmentChanges changes = new FragmentChanges(scan.snapshot, scan.fragment)) {
            scan.start(changes, outputs, condition, rows);
            done = true;
            return scan;
        } finally {
            if (!done) {
                scan.close();
            }
        }
    }

    private void start(
            FragmentChanges changes, List<TableColumn> outputs, Optional<Filter> condition, Optional<RowRanges> rows)
            throws IOException {
        List<TableColumn> tested = new ArrayList<>();
        if (condition.isPresent()) {
            for (ColumnPath path : FilterTranslation.columns(condition.get())) {
                tested.add(TableScanBuilder.resolve(schema.schema(), path).orElseThrow());
            }
        }
        Set<Integer> lateFields = new HashSet<>();
        for (TableColumn column : outputs) {
            add(column, changes, lateFields);
        }
        outputSchema = new Schema(outputs.stream().map(TableColumn::output).toList());
        Set<FilePart> filtered = new HashSet<>();
        boolean hasLate = false;
        for (TableColumn column : tested) {
            Optional<FilePart> part = part(column.topId());
            part.ifPresent(filtered::add);
            hasLate |= late(column, part, changes).isPresent();
        }
        if (parts.isEmpty()) {
            part(fragment.files().get(0));
        }
        boolean pushed = !hasLate && filtered.size() <= 1 && parts.size() == 1;
        if (condition.isPresent() && !pushed) {
            test(condition.get(), tested, changes, lateFields);
        }
        for (FilePart part : parts.values()) {
            Optional<Filter> own = pushed ? condition.map(f -> translated(f, part)) : Optional.empty();
            RowChanges made = changes.of(part.file(), changed(part, outputs, tested, lateFields));
            part.start(withDeleted ? made.withoutDeletes() : made, own, rows);
        }
    }

    /** Rows are tested by the top-level columns of the filter, which are read besides those that were asked for. */
    private void test(Filter condition, List<TableColumn> tested, FragmentChanges changes, Set<Integer> lateFields)
            throws IOException {
        List<Field> fields = new ArrayList<>();
        for (TableColumn column : tested) {
            Field top = column.chain().get(0);
            if (!fields.contains(top)) {
                fields.add(top);
                add(new TableColumn(ColumnPath.of(top.name()), List.of(top)), changes, lateFields);
            }
        }
        testedSchema = new Schema(fields);
        filter = Optional.of(BatchFilter.of(condition, testedSchema));
    }

    private Filter translated(Filter condition, FilePart part) {
        return new FilterTranslation(path -> TableScanBuilder.resolve(schema.schema(), path)
                        .orElseThrow()
                        .in(part.columns())
                        .map(TableColumn.InFile::path))
                .translate(condition);
    }

    /** The changes that the scan of a file lays over: by top-level field id, the names in the file. */
    private Map<Integer, String> changed(
            FilePart part, List<TableColumn> outputs, List<TableColumn> tested, Set<Integer> lateFields) {
        Map<Integer, String> names = new HashMap<>();
        List<TableColumn> all = new ArrayList<>(outputs);
        all.addAll(tested);
        for (TableColumn column : all) {
            boolean isHere =
                    fragment.fileOf(column.topId()).filter(part.file()::equals).isPresent();
            if (isHere && !lateFields.contains(column.topId())) {
                part.columns().find(column.chain().get(0)).ifPresent(field -> names.put(column.topId(), field.name()));
            }
        }
        return names;
    }

    private Optional<FilePart> part(int topId) throws IOException {
        Optional<DataFile> file = fragment.fileOf(topId);
        return file.isEmpty() ? Optional.empty() : Optional.of(part(file.get()));
    }

    private FilePart part(DataFile file) throws IOException {
        FilePart part = parts.get(file);
        if (part == null) {
            part = FilePart.open(snapshot.folder(), schema, fragment, file);
            parts.put(file, part);
        }
        return part;
    }

    private static Optional<LateChanges> late(TableColumn column, Optional<FilePart> part, FragmentChanges changes)
            throws IOException {
        Optional<Type> stored =
                part.flatMap(p -> p.columns().find(column.chain().get(0))).map(Field::type);
        return changes.late(column.topId(), part.map(FilePart::file), stored);
    }

    private void add(TableColumn column, FragmentChanges changes, Set<Integer> lateFields) throws IOException {
        Optional<FilePart> part = part(column.topId());
        Optional<LateChanges> late = late(column, part, changes);
        if (late.isPresent()) {
            lateFields.add(column.topId());
        }
        int ordinal = -1;
        if (part.isPresent()) {
            Optional<ColumnPath> path = late.isPresent()
                    ? part.get().columns().find(column.chain().get(0)).map(field -> ColumnPath.of(field.name()))
                    : column.in(part.get().columns()).map(TableColumn.InFile::path);
            ordinal = path.isPresent() ? part.get().select(path.get()) : -1;
        }
        sources.add(new Source(column, part, ordinal, late));
    }

    /** Goes to the next batch with a selected row. */
    boolean next() throws IOException {
        while (advance()) {
            Optional<Batch> found = together();
            if (found.isPresent()) {
                batch = found;
                return true;
            }
        }
        batch = Optional.empty();
        return false;
    }

    Batch batch() {
        return batch.orElseThrow();
    }

    /** Goes on with those files whose batches have ended, until all have rows from the same one on. */
    private boolean advance() throws IOException {
        boolean together = false;
        while (!together) {
            for (FilePart part : parts.values()) {
                while (!part.hasRowsFrom(nextRow)) {
                    if (!part.next()) {
                        return false;
                    }
                }
            }
            for (FilePart part : parts.values()) {
                nextRow = Math.max(nextRow, part.batch().firstRow());
            }
            together = true;
            for (FilePart part : parts.values()) {
                together &= part.hasRowsFrom(nextRow);
            }
        }
        return true;
    }

    /** The rows from the next one on that all files have in their batches. */
    private Optional<Batch> together() throws IOException {
        if (parts.size() == 1 && filter.isEmpty()) {
            Batch rows = parts.values().iterator().next().batch();
            nextRow = rows.firstRow() + rows.rowCount();
            return Optional.of(rows.with(
                    outputSchema, vectors(0, outputSchema.fields().size(), rows.firstRow(), rows.rowCount())));
        }
        long first = nextRow;
        long end = Long.MAX_VALUE;
        for (FilePart part : parts.values()) {
            end = Math.min(end, part.endRow());
        }
        nextRow = end;
        int count = (int) (end - first);
        Batch rows = parts.values().iterator().next().batch();
        int[] selection = new int[count];
        int selected = 0;
        int skip = (int) (first - rows.firstRow());
        for (int i = 0; i < rows.selectedCount(); i++) {
            int row = rows.selected(i) - skip;
            if (row >= 0 && row < count) {
                selection[selected++] = row;
            }
        }
        if (selected == 0) {
            return Optional.empty();
        }
        if (filter.isPresent()) {
            List<ColumnVector> tested = vectors(outputSchema.fields().size(), sources.size(), first, count);
            Batch kept = filter.get().filter(new Batch(testedSchema, tested, count, first, selection, selected));
            selected = kept.selectedCount();
            for (int i = 0; i < selected; i++) {
                selection[i] = kept.selected(i);
            }
            if (selected == 0) {
                return Optional.empty();
            }
        }
        List<ColumnVector> outputs = vectors(0, outputSchema.fields().size(), first, count);
        return Optional.of(new Batch(outputSchema, outputs, count, first, selection, selected));
    }

    private List<ColumnVector> vectors(int from, int to, long first, int count) {
        List<ColumnVector> vectors = new ArrayList<>();
        for (Source source : sources.subList(from, to)) {
            vectors.add(vector(source, first, count));
        }
        return vectors;
    }

    private static ColumnVector vector(Source source, long first, int count) {
        TableColumn column = source.column();
        Optional<ColumnVector> stored = Optional.empty();
        if (source.ordinal() >= 0) {
            FilePart part = source.part().orElseThrow();
            ColumnVector all = part.stored(source.ordinal());
            int skip = (int) (first - part.batch().firstRow());
            stored = Optional.of(skip == 0 && count == all.size() ? all : RowChanges.slice(all, skip, count));
        }
        if (source.late().isEmpty()) {
            return stored.map(rows -> source.part().orElseThrow().adapt(rows, column.type()))
                    .orElseGet(() -> Widening.nulls(column.type(), count));
        }
        LateChanges late = source.late().get();
        ColumnVector base = stored.isPresent()
                ? source.part().orElseThrow().adapt(stored.get(), late.firstType())
                : Widening.nulls(late.firstType(), count);
        ColumnVector now =
                Widening.widen(late.overlaid(base, first), column.chain().get(0).type());
        for (int depth = 1; depth < column.chain().size(); depth++) {
            int at = now.type().fields().indexOf(column.chain().get(depth));
            now = ((StructVector) now).field(at);
        }
        return now;
    }

    @Override
    public void close() throws IOException {
        for (FilePart part : parts.values()) {
            part.close();
        }
    }
}
