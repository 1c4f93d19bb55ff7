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
package dev.stoa.reader.internal.file;

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.FieldNames;
import dev.stoa.format.LikelyName;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.format.internal.meta.RowSetRecord;
import dev.stoa.reader.ColumnPath;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The columns of a row set, found by their paths.
 *
 * @param directory of the file
 * @param loader of the file
 * @param ordinal of the row set; 0 is the table
 * @param record of the row set
 * @param parent the path of the list or map whose elements the rows are; absent for the table
 */
public record RowSetColumns(
        Directory directory, ColumnLoader loader, int ordinal, RowSetRecord record, Optional<ColumnPath> parent) {
    private static final int MOST_NAMED = 200;

    /** The number of rows. */
    public long rows() {
        return record.rows();
    }

    /** A path from the table down, of one in this row set. */
    public ColumnPath absolute(ColumnPath path) {
        if (parent.isEmpty()) {
            return path;
        }
        List<String> names = new ArrayList<>(parent.get().names());
        names.addAll(path.names());
        return new ColumnPath(names);
    }

    /** A path in this row set, of one from the table down. */
    public ColumnPath relative(ColumnPath path) {
        int skip = parent.map(p -> p.names().size()).orElse(0);
        return new ColumnPath(path.names().subList(skip, path.names().size()));
    }

    /**
     * Returns the nodes of paths within the row set, by the requested names. It looks at all names only if one does not
     * exist exactly.
     *
     * @throws IllegalArgumentException if one is not there, may be one of several, or is below a list or map
     */
    public Map<ColumnPath, Integer> find(Set<ColumnPath> paths, ScanCounters counters) throws IOException {
        List<ColumnPath> absolute = paths.stream().map(this::absolute).toList();
        Map<ColumnPath, Integer> found = directory.find(absolute, counters);
        Map<ColumnPath, Integer> nodes = new LinkedHashMap<>();
        for (ColumnPath path : paths) {
            Integer node = found.get(absolute(path));
            if (node == null) {
                node = alike(path, counters);
            }
            if (directory.record(node).rowSet() != ordinal) {
                throw new IllegalArgumentException(directory.file().name() + ": column '" + path
                        + "' is inside a list or map: select the list or map, or scan its elements as a row set");
            }
            nodes.put(path, node);
        }
        return nodes;
    }

    /** The node of a path that is not there by exactly its names. */
    public int alike(ColumnPath path, ScanCounters counters) throws IOException {
        List<Integer> beside = directory.topNodes(ordinal, counters);
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
                throw new IllegalArgumentException(directory.file().name() + ": no column '" + path + "'"
                        + knownColumns(path.toString(), counters));
            }
            node = beside.get(at.getAsInt());
            beside = directory.children(node);
        }
        if (relative(directory.path(node)).equals(path)) {
            throw new CorruptFileException(directory.file().name() + ": column '" + path
                    + "' is among the nodes, but the names (byte "
                    + directory.tail().nameIndexOffset(directory.file().source().length())
                    + ") do not lead to it");
        }
        return node;
    }

    /** For a message: the likely column, and all columns unless they are very many. */
    private String knownColumns(String wanted, ScanCounters counters) throws IOException {
        List<Integer> top = directory.topNodes(ordinal, counters);
        List<String> names = new ArrayList<>();
        for (int node : top.size() <= MOST_NAMED ? top : List.<Integer>of()) {
            names.add(relative(directory.path(node)).toString());
        }
        return names.isEmpty()
                ? ""
                : LikelyName.question(wanted, names) + "; the columns are '" + String.join("', '", names) + "'";
    }
}
