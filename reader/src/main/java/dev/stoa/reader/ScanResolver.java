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
package dev.stoa.reader;

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Field;
import dev.stoa.format.FieldNames;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.internal.meta.Layout;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Resolves the columns and the filter of a scan, loads what is known about them, and prunes. */
final class ScanResolver {
    private static final int MOST_NAMED = 200;

    private final RowSet rowSet;
    private final Directory directory;
    private final ColumnLoader loader;
    private final ScanCounters counters;

    ScanResolver(RowSet rowSet, ScanCounters counters) {
        this.rowSet = rowSet;
        this.directory = rowSet.directory();
        this.loader = rowSet.loader();
        this.counters = counters;
    }

    /**
     * Resolves a scan.
     *
     * @param selected the columns in their order
     * @param parts what is read of columns of which not all is read
     */
    ScanPlan resolve(
            Optional<List<ColumnPath>> selected,
            Map<ColumnPath, Type> parts,
            Optional<Filter> filter,
            RowRanges rows,
            RowChanges changes,
            boolean withMinMax,
            ScanPlan.Limits limits)
            throws IOException {
        Set<ColumnPath> filterPaths = filter.map(FilterCompiler::paths).orElse(Set.of());
        Set<ColumnPath> paths = new LinkedHashSet<>(filterPaths);
        paths.addAll(selected.orElse(List.of()));
        Map<ColumnPath, Integer> asked = find(paths);
        Map<ColumnPath, ColumnPath> names = new LinkedHashMap<>();
        Map<ColumnPath, Integer> nodes = new LinkedHashMap<>();
        for (Map.Entry<ColumnPath, Integer> entry : asked.entrySet()) {
            ColumnPath name = rowSet.relative(directory.path(entry.getValue()));
            names.put(entry.getKey(), name);
            nodes.put(name, entry.getValue());
        }
        Map<ColumnPath, Type> partsByName = new LinkedHashMap<>();
        parts.forEach((path, type) -> partsByName.put(names.get(path), type));
        List<ColumnPath> output = new ArrayList<>(
                selected.orElse(List.of()).stream().map(names::get).toList());
        if (selected.isEmpty()) {
            for (int node : directory.topNodes(rowSet.ordinal(), counters)) {
                ColumnPath path = rowSet.relative(directory.path(node));
                nodes.put(path, node);
                output.add(path);
            }
        }
        directory.loadTrees(nodes.values(), counters);
        Map<ColumnPath, Type> types = new LinkedHashMap<>();
        for (ColumnPath path : filterPaths) {
            types.put(names.get(path), directory.field(asked.get(path)).type());
        }
        FilterColumns filterColumns = new FilterColumns(names, nodes, types);
        Optional<Predicate> predicate = filter.map(f -> new FilterCompiler(filterColumns).compile(f));
        List<KeptNode> outputNodes = new ArrayList<>();
        for (ColumnPath path : output) {
            outputNodes.add(kept(nodes.get(path), path, Optional.ofNullable(partsByName.get(path))));
        }
        Set<Integer> minMaxNodes = new LinkedHashSet<>(filterColumns.nodes);
        if (withMinMax) {
            outputNodes.forEach(kept -> minMaxNodes.add(kept.node()));
        }
        loader.load(outputNodes, filterColumns.nodes, minMaxNodes, counters);

        List<ReadColumn> columns = new ArrayList<>();
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < output.size(); i++) {
            ReadColumn column = loader.column(outputNodes.get(i), rowSet.absolute(output.get(i)), counters);
            columns.add(column);
            fields.add(outputField(output.get(i), column));
        }
        List<ReadColumn> tested = new ArrayList<>();
        for (int i = 0; i < filterColumns.nodes.size(); i++) {
            tested.add(
                    loader.single(filterColumns.nodes.get(i), rowSet.absolute(filterColumns.paths.get(i)), counters));
        }
        Overlay overlay = changes.isEmpty() ? Overlay.NONE : overlay(changes, nodes);
        Outcomes outcomes = new Outcomes(overlay, tested);
        RowRanges looked = rows;
        if (predicate.isPresent()) {
            IndexLookup lookup = new IndexLookup(
                    filterColumns.paths.stream().map(rowSet::index).toList(), outcomes, (int)
                            rowSet.record().vectors());
            looked = lookup.vectors(predicate.get())
                    .map(vectors -> rows.intersect(RowRanges.ofVectors(vectors, rowSet.rowCount())))
                    .orElse(rows);
            counters.rowsByIndex += rows.count() - looked.count();
        }
        Schema schema =
                selected.isEmpty() ? Directory.schema(fields, directory.file().name()) : new Schema(fields);
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
                limits);
    }

    private KeptNode kept(int node, ColumnPath path, Optional<Type> parts) throws IOException {
        if (parts.isEmpty()) {
            return KeptNode.whole(node, directory);
        }
        try {
            return KeptNode.of(node, parts.get(), directory);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    directory.file().name() + ": column '" + path + "': " + e.getMessage(), e);
        }
    }

    /** What changes mean for the columns of which something is read. */
    private Overlay overlay(RowChanges changes, Map<ColumnPath, Integer> read) throws IOException {
        Map<String, Integer> nodes = new LinkedHashMap<>();
        Set<ColumnPath> tops = new LinkedHashSet<>();
        for (ColumnPath path : read.keySet()) {
            if (changes.changes(path.names().get(0)).isPresent()) {
                tops.add(ColumnPath.of(path.names().get(0)));
            }
        }
        Map<ColumnPath, Integer> found = find(tops);
        directory.loadTrees(found.values(), counters);
        found.forEach((path, node) -> nodes.put(path.names().get(0), node));
        return Overlay.of(changes, nodes, directory, rowSet.rowCount());
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

    /**
     * The nodes of paths within the row set, by the names that were asked for. Only where a name is not there exactly, all names
     * are looked at.
     *
     * @throws IllegalArgumentException if one is not there, may be one of several, or lies below a list or map
     */
    Map<ColumnPath, Integer> find(Set<ColumnPath> paths) throws IOException {
        List<ColumnPath> absolute = paths.stream().map(rowSet::absolute).toList();
        Map<ColumnPath, Integer> found = directory.find(absolute, counters);
        Map<ColumnPath, Integer> nodes = new LinkedHashMap<>();
        for (ColumnPath path : paths) {
            Integer node = found.get(rowSet.absolute(path));
            if (node == null) {
                node = alike(path);
            }
            if (directory.record(node).rowSet() != rowSet.ordinal()) {
                throw new IllegalArgumentException(directory.file().name() + ": column '" + path
                        + "' lies below a list or map: select that, or scan its elements as a row set of their own");
            }
            nodes.put(path, node);
        }
        return nodes;
    }

    /** The node of a path that is not there by exactly its names. */
    int alike(ColumnPath path) throws IOException {
        List<Integer> beside = directory.topNodes(rowSet.ordinal(), counters);
        int node = Layout.NONE;
        for (String name : path.names()) {
            OptionalInt at;
            try {
                at = FieldNames.findName(directory.names(beside), name);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        directory.file().name() + ": column '" + path + "': " + e.getMessage(), e);
            }
            if (at.isEmpty()) {
                throw new IllegalArgumentException(
                        directory.file().name() + ": there is no column '" + path + "'" + knownColumns());
            }
            node = beside.get(at.getAsInt());
            beside = directory.children(node);
        }
        if (rowSet.relative(directory.path(node)).equals(path)) {
            throw new CorruptFileException(directory.file().name() + ": column '" + path
                    + "' is in the directory, but the name index (byte "
                    + directory.tail().nameIndexOffset(directory.file().source().length())
                    + ") does not lead to it");
        }
        return node;
    }

    /** What there is, unless that is very much. */
    private String knownColumns() throws IOException {
        List<Integer> top = directory.topNodes(rowSet.ordinal(), counters);
        List<String> names = new ArrayList<>();
        for (int node : top.size() <= MOST_NAMED ? top : List.<Integer>of()) {
            names.add("'" + rowSet.relative(directory.path(node)) + "'");
        }
        return names.isEmpty() ? "" : "; there are " + String.join(", ", names);
    }

    /** The columns of a filter as they are met. */
    private static final class FilterColumns implements FilterCompiler.Columns {
        private final Map<ColumnPath, ColumnPath> names;
        private final Map<ColumnPath, Integer> known;
        private final Map<ColumnPath, Type> types;
        private final List<ColumnPath> paths = new ArrayList<>();
        private final List<Integer> nodes = new ArrayList<>();
        private final List<Boolean> valuesNeeded = new ArrayList<>();

        FilterColumns(Map<ColumnPath, ColumnPath> names, Map<ColumnPath, Integer> known, Map<ColumnPath, Type> types) {
            this.names = names;
            this.known = known;
            this.types = types;
        }

        @Override
        public int ordinal(ColumnPath asked, boolean needed) {
            ColumnPath path = names.get(asked);
            int ordinal = paths.indexOf(path);
            if (ordinal < 0) {
                ordinal = paths.size();
                paths.add(path);
                nodes.add(known.get(path));
                valuesNeeded.add(needed);
            } else if (needed) {
                valuesNeeded.set(ordinal, true);
            }
            return ordinal;
        }

        @Override
        public Type type(int ordinal) {
            return types.get(paths.get(ordinal));
        }
    }
}
