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
package dev.stoa.reader.internal.overlay;

import dev.stoa.format.Field;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.RowChanges;
import dev.stoa.reader.RowRanges;
import dev.stoa.reader.internal.file.Directory;
import dev.stoa.reader.internal.file.ReadColumn;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The meaning of {@link RowChanges} for a scan: new values by node, and deleted rows. Immutable. */
public final class Overlay {
    public static final Overlay NONE = new Overlay(RowChanges.NONE, Map.of());

    private final RowChanges changes;
    private final Map<Integer, NodeChanges> byNode;

    /** New values, of the whole type of a node. */
    private record NodeChanges(Type type, ColumnChanges changes) {}

    private Overlay(RowChanges changes, Map<Integer, NodeChanges> byNode) {
        this.changes = changes;
        this.byNode = byNode;
    }

    /**
     * Resolves changes.
     *
     * @param nodes of top-level columns by name: those that the scan reads something of
     * @throws IllegalArgumentException if changes don't fit a column
     */
    public static Overlay of(RowChanges changes, Map<String, Integer> nodes, Directory directory, long rowCount)
            throws IOException {
        Map<Integer, NodeChanges> byNode = new HashMap<>();
        for (Map.Entry<String, Integer> column : nodes.entrySet()) {
            Optional<ColumnChanges> changed = changes.changes(column.getKey());
            if (changed.isPresent()) {
                Field field = directory.field(column.getValue());
                check(directory.file().name(), field, changed.get(), rowCount);
                add(column.getValue(), field, changed.get(), directory, byNode);
            }
        }
        return new Overlay(changes, byNode);
    }

    private static void check(String file, Field field, ColumnChanges changes, long rowCount) {
        String where = file + ": column '" + field.name() + "'";
        if (!VectorAppender.sameValues(field.type(), changes.values().type())) {
            throw new IllegalArgumentException(where + " is " + field.type() + ", its new values are "
                    + changes.values().type());
        }
        long last = changes.row(changes.count() - 1);
        if (last >= rowCount) {
            throw new IllegalArgumentException(where + ": row " + last + " has a new value, but is not within the "
                    + rowCount + " rows: they are numbered from 0");
        }
        NullCheck.check(where, field, changes.values());
    }

    /** Fields of structs are columns of the same rows; the elements of lists and maps are not. */
    private static void add(
            int node, Field field, ColumnChanges changes, Directory directory, Map<Integer, NodeChanges> byNode)
            throws IOException {
        byNode.put(node, new NodeChanges(field.type(), changes));
        if (field.type().kind() == TypeKind.STRUCT || field.type().kind() == TypeKind.VARIANT) {
            int child = node + 1;
            for (int i = 0; i < field.type().fields().size(); i++) {
                add(child, field.type().fields().get(i), changes.field(i), directory, byNode);
                child = directory.record(child).end();
            }
        }
    }

    /** The new values of a column, of lists and maps with what is read of their elements. */
    public Optional<ColumnChanges> changes(ReadColumn column) {
        return Optional.ofNullable(byNode.get(column.node()))
                .map(known -> column.isList() ? known.changes().keeping(known.type(), column.type()) : known.changes());
    }

    /** The deleted rows. */
    public RowRanges deleted() {
        return changes.deletedRows();
    }

    /** The deleted rows, to be gone through vector by vector. */
    public DeletedRows deletedRows() {
        return new DeletedRows(changes.deletedVectors());
    }

    /** Whether a column has a new value in one of some rows. */
    public boolean changes(ReadColumn column, long first, long end) {
        NodeChanges changed = byNode.get(column.node());
        return changed != null
                && changed.changes().from(first) < changed.changes().from(end);
    }
}
