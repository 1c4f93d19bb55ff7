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
package dev.stoa.reader.internal.scan;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.RowChanges;
import dev.stoa.reader.RowRanges;
import dev.stoa.reader.internal.file.ColumnLoader;
import dev.stoa.reader.internal.file.Directory;
import dev.stoa.reader.internal.file.KeptNode;
import dev.stoa.reader.internal.file.ReadColumn;
import dev.stoa.reader.internal.file.RowSetColumns;
import dev.stoa.reader.internal.file.ScanCounters;
import dev.stoa.reader.internal.filter.FilterCompiler;
import dev.stoa.reader.internal.filter.Outcomes;
import dev.stoa.reader.internal.filter.Predicate;
import dev.stoa.reader.internal.overlay.Overlay;
import dev.stoa.reader.internal.plan.ScanPlan;
import dev.stoa.reader.internal.plan.ZonePruner;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Resolves the columns and the filter of a scan, loads what is known about them, and prunes. */
public final class ScanResolver {
    private final RowSetColumns rowSet;
    private final Function<ColumnPath, Optional<EqualityIndex>> indexes;
    private final Directory directory;
    private final ColumnLoader loader;
    private final ScanCounters counters;

    /**
     * Resolves scans of a row set.
     *
     * @param indexes the equality indexes, by column
     */
    public ScanResolver(
            RowSetColumns rowSet, Function<ColumnPath, Optional<EqualityIndex>> indexes, ScanCounters counters) {
        this.rowSet = rowSet;
        this.indexes = indexes;
        this.directory = rowSet.directory();
        this.loader = rowSet.loader();
        this.counters = counters;
    }

    /** A column of the row set: its path by the names of the file, and its node. */
    private record Column(ColumnPath path, int node) {}

    /** Resolves a scan. */
    public ScanPlan resolve(ScanRequest request) throws IOException {
        Set<ColumnPath> filterPaths =
                request.filter().map(FilterCompiler::paths).orElse(Set.of());
        Map<ColumnPath, Column> asked = find(request, filterPaths);
        List<Column> output = output(request.columns(), asked);
        Set<Column> all = new LinkedHashSet<>(asked.values());
        all.addAll(output);
        directory.loadTrees(all.stream().map(Column::node).toList(), counters);
        FilterColumns filterColumns = new FilterColumns(asked, types(filterPaths, asked));
        Optional<Predicate> predicate = request.filter().map(f -> new FilterCompiler(filterColumns).compile(f));
        List<KeptNode> outputNodes = new ArrayList<>();
        for (int i = 0; i < output.size(); i++) {
            outputNodes.add(kept(output.get(i), request.columns().part(i)));
        }
        load(outputNodes, filterColumns.nodes(), request.withMinMax());
        List<ReadColumn> columns = new ArrayList<>();
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < output.size(); i++) {
            ColumnPath path = output.get(i).path();
            ReadColumn column = loader.column(outputNodes.get(i), rowSet.absolute(path), counters);
            columns.add(column);
            fields.add(outputField(path, column));
        }
        List<ReadColumn> tested = new ArrayList<>();
        for (Column column : filterColumns.columns) {
            tested.add(loader.single(column.node(), rowSet.absolute(column.path()), counters));
        }
        RowChanges changes = request.changes();
        Overlay overlay = changes.isEmpty() ? Overlay.NONE : overlay(changes, all);
        Outcomes outcomes = new Outcomes(overlay, tested);
        RowRanges looked = predicate.isPresent()
                ? byIndexes(predicate.get(), filterColumns.columns, outcomes, request)
                : request.rows();
        Schema schema = request.columns().selected().isEmpty()
                ? Directory.schema(fields, directory.file().name())
                : new Schema(fields);
        ZonePruner zones = new ZonePruner(rowSet.record(), predicate, tested, loader, looked, outcomes, counters);
        return new ScanPlan(
                directory.file(),
                schema,
                List.copyOf(columns),
                List.copyOf(tested),
                List.copyOf(filterColumns.valuesNeeded),
                predicate,
                zones,
                rowSet.record(),
                looked,
                overlay,
                outcomes,
                request.limits());
    }

    /** Finds the columns of the filter, and the selected ones, by the paths that the request has for them. */
    private Map<ColumnPath, Column> find(ScanRequest request, Set<ColumnPath> filterPaths) throws IOException {
        Set<ColumnPath> paths = new LinkedHashSet<>(filterPaths);
        paths.addAll(request.columns().selected().orElse(List.of()));
        Map<ColumnPath, Column> found = new LinkedHashMap<>();
        for (Map.Entry<ColumnPath, Integer> entry : rowSet.find(paths, counters).entrySet()) {
            found.put(entry.getKey(), column(entry.getValue()));
        }
        return found;
    }

    private Column column(int node) throws IOException {
        return new Column(rowSet.relative(directory.path(node)), node);
    }

    /** The columns of the batches. */
    private List<Column> output(ScanRequest.Columns columns, Map<ColumnPath, Column> asked) throws IOException {
        if (columns.selected().isPresent()) {
            return columns.selected().get().stream().map(asked::get).toList();
        }
        List<Column> all = new ArrayList<>();
        for (int node : directory.topNodes(rowSet.ordinal(), counters)) {
            all.add(column(node));
        }
        return all;
    }

    private Map<Column, Type> types(Set<ColumnPath> paths, Map<ColumnPath, Column> asked) throws IOException {
        Map<Column, Type> types = new LinkedHashMap<>();
        for (ColumnPath path : paths) {
            Column column = asked.get(path);
            types.put(column, directory.field(column.node()).type());
        }
        return types;
    }

    /** Loads the indexes of all columns, and the MinMax of those that need it. */
    private void load(List<KeptNode> output, List<Integer> tested, boolean withMinMax) throws IOException {
        Set<Integer> minMax = new LinkedHashSet<>(tested);
        if (withMinMax) {
            output.forEach(kept -> minMax.add(kept.node()));
        }
        loader.load(output, tested, minMax, counters);
    }

    /** The rows that equality indexes do not rule out. */
    private RowRanges byIndexes(Predicate predicate, List<Column> tested, Outcomes outcomes, ScanRequest request)
            throws IOException {
        RowRanges rows = request.rows();
        IndexLookup lookup = new IndexLookup(
                tested.stream().map(column -> indexes.apply(column.path())).toList(),
                outcomes,
                (int) rowSet.record().vectors(),
                request.limits().reads());
        RowRanges looked = lookup.vectors(predicate)
                .map(vectors -> rows.intersect(RowRanges.ofVectors(vectors, rowSet.rows())))
                .orElse(rows);
        counters.rowsByIndex += rows.count() - looked.count();
        return looked;
    }

    private KeptNode kept(Column column, Optional<Type> part) throws IOException {
        if (part.isEmpty()) {
            return KeptNode.whole(column.node(), directory);
        }
        try {
            return KeptNode.of(column.node(), part.get(), directory);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    directory.file().name() + ": column '" + column.path() + "': " + e.getMessage(), e);
        }
    }

    /** Returns the changes for the columns that the scan reads in whole or in part. */
    private Overlay overlay(RowChanges changes, Set<Column> read) throws IOException {
        Map<String, Integer> nodes = new LinkedHashMap<>();
        Set<ColumnPath> tops = new LinkedHashSet<>();
        for (Column column : read) {
            String top = column.path().names().get(0);
            if (changes.changes(top).isPresent()) {
                tops.add(ColumnPath.of(top));
            }
        }
        Map<ColumnPath, Integer> found = rowSet.find(tops, counters);
        directory.loadTrees(found.values(), counters);
        found.forEach((path, node) -> nodes.put(path.names().get(0), node));
        return Overlay.of(changes, nodes, directory, rowSet.rows());
    }

    private Field outputField(ColumnPath path, ReadColumn column) throws IOException {
        if (path.names().size() == 1) {
            return column.field();
        }
        return new Field(
                path.toString(),
                column.type(),
                column.mayBeNull(),
                column.field().fieldId());
    }

    /** The columns of a filter as they are met. */
    private static final class FilterColumns implements FilterCompiler.Columns {
        private final Map<ColumnPath, Column> asked;
        private final Map<Column, Type> types;
        private final List<Column> columns = new ArrayList<>();
        private final List<Boolean> valuesNeeded = new ArrayList<>();

        FilterColumns(Map<ColumnPath, Column> asked, Map<Column, Type> types) {
            this.asked = asked;
            this.types = types;
        }

        List<Integer> nodes() {
            return columns.stream().map(Column::node).toList();
        }

        @Override
        public int ordinal(ColumnPath path, boolean needed) {
            Column column = asked.get(path);
            int ordinal = columns.indexOf(column);
            if (ordinal < 0) {
                ordinal = columns.size();
                columns.add(column);
                valuesNeeded.add(needed);
            } else if (needed) {
                valuesNeeded.set(ordinal, true);
            }
            return ordinal;
        }

        @Override
        public Type type(int ordinal) {
            return types.get(columns.get(ordinal));
        }
    }
}
