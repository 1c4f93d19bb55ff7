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
package dev.stoa.table.internal.scan;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.Filter;
import dev.stoa.reader.PreparedScan;
import dev.stoa.reader.RowChanges;
import dev.stoa.reader.RowRanges;
import dev.stoa.reader.ScanBuilder;
import dev.stoa.table.DataFile;
import dev.stoa.table.Fragment;
import dev.stoa.table.internal.schema.TableColumn;
import dev.stoa.table.internal.schema.TableSchema;
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
 * Opens the files of a fragment that a scan needs, and plans the scan. Each condition of the filter is tested by the scan of the
 * file that has its columns. If the fragment has several files, the plan's {@link FragmentPlan#tests} do that ahead of what is
 * read, and the others are read for the rows that are left. A condition on columns of several files, or with changes of other
 * types than its file, is tested when rows are together.
 */
final class FragmentOpener {
    private final ScanRequest request;
    private final TableSchema schema;
    private final Fragment fragment;
    /** The top-level fields of the table that the columns and the filter need. */
    private final List<Field> wanted = new ArrayList<>();

    private final Map<DataFile, FilePart> parts = new LinkedHashMap<>();
    private final List<FragmentPlan.Source> sources = new ArrayList<>();
    private final Set<Integer> lateFields = new HashSet<>();
    private final List<PreparedScan> tests = new ArrayList<>();
    private final List<FragmentPlan.Reading> readings = new ArrayList<>();
    private Schema testedSchema = new Schema(List.of());
    private Optional<Filter> together = Optional.empty();
    private Optional<ScanBuilder> alone = Optional.empty();
    private RowRanges rows;

    private FragmentOpener(ScanRequest request, Fragment fragment) {
        this.request = request;
        this.schema = request.image().state().schema();
        this.fragment = fragment;
        this.rows = request.rows().orElseGet(() -> RowRanges.between(0, fragment.rows()));
        request.columns().forEach(column -> wanted.add(column.chain().get(0)));
        request.filter()
                .ifPresent(filter -> tested(filter)
                        .forEach(column -> wanted.add(column.chain().get(0))));
    }

    /**
     * Opens the files whose columns are needed.
     *
     * @param withDeleted whether deleted rows are given, too; without a filter only
     */
    static FragmentPlan open(ScanRequest request, Fragment fragment, boolean withDeleted) throws IOException {
        FragmentOpener opener = new FragmentOpener(request, fragment);
        boolean done = false;
        try (FragmentChanges changes = new FragmentChanges(request.image(), fragment)) {
            opener.resolve(changes, withDeleted);
            done = true;
            return opener.plan();
        } finally {
            if (!done) {
                for (FilePart part : opener.parts.values()) {
                    part.close();
                }
            }
        }
    }

    private FragmentPlan plan() {
        return new FragmentPlan(
                request.image(),
                fragment,
                new FragmentPlan.Columns(List.copyOf(sources), request.schema(), testedSchema, together),
                new FragmentPlan.Scans(List.copyOf(tests), List.copyOf(readings), alone, rows),
                List.copyOf(parts.values()));
    }

    private void resolve(FragmentChanges changes, boolean withDeleted) throws IOException {
        for (TableColumn column : request.columns()) {
            add(column, changes);
        }
        Optional<Filter> condition = request.filter();
        Map<FilePart, List<Filter>> own = condition.isPresent() ? divide(condition.get(), changes) : Map.of();
        if (parts.isEmpty()) {
            part(fragment.files().get(0));
        }
        boolean isAlone = parts.size() == 1;
        if (!isAlone) {
            for (Map.Entry<FilePart, List<Filter>> conditions : own.entrySet()) {
                Filter filter = new Filter.And(conditions.getValue());
                FilePart part = conditions.getKey();
                PreparedScan test = part.describe(
                                Map.of(),
                                changes.of(part.file(), names(part, tested(filter))),
                                Optional.of(translated(filter, part)),
                                rows)
                        .maxRowBytes(request.limits().rowBytes())
                        .limits(request.limits().reads())
                        .prepare();
                tests.add(test);
                rows = test.rows();
            }
        }
        List<FilePart> read = new ArrayList<>(parts.values());
        read.removeIf(part -> part.selected().isEmpty());
        if (read.isEmpty()) {
            read.add(parts.values().iterator().next());
        }
        for (FilePart part : read) {
            Optional<Filter> filter = Optional.ofNullable(isAlone ? own.get(part) : null)
                    .map(conditions -> translated(new Filter.And(conditions), part));
            List<TableColumn> columns = new ArrayList<>(
                    sources.stream().map(FragmentPlan.Source::column).toList());
            columns.addAll(isAlone && condition.isPresent() ? tested(condition.get()) : List.of());
            RowChanges made = changes.of(part.file(), names(part, columns));
            ScanBuilder described = part.describe(
                            part.selected(), withDeleted ? made.withoutDeletes() : made, filter, rows)
                    .batchRows(request.limits().batchRows())
                    .maxRowBytes(request.limits().rowBytes())
                    .limits(request.limits().reads());
            alone = isAlone ? Optional.of(described) : Optional.empty();
            PreparedScan scan = described.prepare();
            readings.add(new FragmentPlan.Reading(part, scan));
            // an index, or a condition that is never true, rules rows out of which the scan then knows nothing
            rows = scan.rows();
        }
    }

    /** Divides a filter: what is tested by the scan of one file, by file; and, besides, what is tested when rows are together. */
    private Map<FilePart, List<Filter>> divide(Filter condition, FragmentChanges changes) throws IOException {
        Map<FilePart, List<Filter>> own = new LinkedHashMap<>();
        List<Filter> anywhere = new ArrayList<>();
        List<Filter> rest = new ArrayList<>();
        for (Filter conjunct : FilterTranslation.conjuncts(condition)) {
            Set<FilePart> in = new HashSet<>();
            boolean isLate = false;
            for (TableColumn column : tested(conjunct)) {
                Optional<FilePart> part = part(column.topId());
                part.ifPresent(in::add);
                isLate |= late(column, part, changes).isPresent();
            }
            if (isLate || in.size() > 1) {
                rest.add(conjunct);
            } else if (in.isEmpty()) {
                anywhere.add(conjunct);
            } else {
                own.computeIfAbsent(in.iterator().next(), part -> new ArrayList<>())
                        .add(conjunct);
            }
        }
        if (!anywhere.isEmpty()) {
            if (parts.isEmpty()) {
                part(fragment.files().get(0));
            }
            own.computeIfAbsent(parts.values().iterator().next(), part -> new ArrayList<>())
                    .addAll(anywhere);
        }
        if (!rest.isEmpty()) {
            together = Optional.of(new Filter.And(rest));
            test(tested(together.get()), changes);
        }
        return own;
    }

    private List<TableColumn> tested(Filter condition) {
        return FilterTranslation.columns(condition).stream()
                .map(path -> TableColumn.resolve(schema.schema(), path).orElseThrow())
                .toList();
    }

    /** The top-level columns of the filter, which test rows. They are read in addition to the requested ones. */
    private void test(List<TableColumn> tested, FragmentChanges changes) throws IOException {
        List<Field> fields = new ArrayList<>();
        for (TableColumn column : tested) {
            Field top = column.chain().get(0);
            if (!fields.contains(top)) {
                fields.add(top);
                add(new TableColumn(ColumnPath.of(top.name()), List.of(top)), changes);
            }
        }
        testedSchema = new Schema(fields);
    }

    private Filter translated(Filter condition, FilePart part) {
        return new FilterTranslation(path -> TableColumn.resolve(schema.schema(), path)
                        .orElseThrow()
                        .in(part.columns())
                        .map(TableColumn.InFile::path))
                .translate(condition);
    }

    /** The changes that the scan of a file lays over: by top-level field id, the names in the file. */
    private Map<Integer, String> names(FilePart part, List<TableColumn> columns) {
        Map<Integer, String> names = new HashMap<>();
        for (TableColumn column : columns) {
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
            part = FilePart.open(request.image(), fragment, file, wanted);
            parts.put(file, part);
            if (request.indexes().isPresent()) {
                part.add(request.indexes().get().of(file), request.image().folder());
            }
        }
        return part;
    }

    private static Optional<LateChanges> late(TableColumn column, Optional<FilePart> part, FragmentChanges changes)
            throws IOException {
        Optional<Type> stored =
                part.flatMap(p -> p.columns().find(column.chain().get(0))).map(Field::type);
        return changes.late(column.topId(), part.map(FilePart::file), stored);
    }

    private void add(TableColumn column, FragmentChanges changes) throws IOException {
        Optional<FilePart> part = part(column.topId());
        Optional<LateChanges> late = late(column, part, changes);
        if (late.isPresent()) {
            lateFields.add(column.topId());
        }
        int ordinal = -1;
        if (part.isPresent()) {
            TableColumn wanted = late.isPresent() ? column.top() : column;
            ordinal = wanted.in(part.get().columns()).map(part.get()::select).orElse(-1);
        }
        sources.add(new FragmentPlan.Source(column, part, ordinal, late));
    }
}
