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
package dev.stoa.table.internal.log;

import dev.stoa.format.Type;
import dev.stoa.reader.ColumnBounds;
import dev.stoa.table.DataFile;
import dev.stoa.table.Fragment;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.internal.logfile.LogFile;
import dev.stoa.table.internal.logfile.LogRow;
import dev.stoa.table.internal.schema.TableColumn;
import dev.stoa.table.internal.schema.TableSchema;
import dev.stoa.table.internal.schema.Widening;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The bounds of a field in a fragment: those of the file that has it, united with those of the new values of sidecars. */
public final class FragmentBounds {
    private FragmentBounds() {}

    /** Reads what a file of the log says of a field in a row. */
    private interface Reading {
        Optional<ColumnBounds> bounds(LogFile file, int fieldId, long row) throws IOException;
    }

    /**
     * Those of several fragments together; nothing if one of them has none, or without fragments.
     *
     * @throws dev.stoa.format.CorruptFileException if some are damaged
     */
    public static Optional<ColumnBounds> of(TableSchema schema, Collection<Fragment> fragments, int fieldId)
            throws IOException {
        return of(schema, fragments, fieldId, LogFile::bounds);
    }

    /** The same for a reader that needs no bounds; also nothing if some are damaged. */
    public static Optional<ColumnBounds> hint(TableSchema schema, Collection<Fragment> fragments, int fieldId)
            throws IOException {
        return of(schema, fragments, fieldId, LogFile::hint);
    }

    private static Optional<ColumnBounds> of(
            TableSchema schema, Collection<Fragment> fragments, int fieldId, Reading reading) throws IOException {
        if (fragments.isEmpty()) {
            return Optional.empty();
        }
        TableSchema.Leaf leaf = schema.leaf(fieldId)
                .orElseThrow(() -> new IllegalArgumentException("no field " + fieldId + " with values of its own"));
        Optional<ColumnBounds> all = Optional.empty();
        for (Fragment fragment : fragments) {
            Optional<ColumnBounds> some = of(fragment, fieldId, leaf.topId(), leaf.type(), reading);
            if (some.isEmpty()) {
                return Optional.empty();
            }
            all = Optional.of(all.map(before -> before.union(some.get())).orElse(some.get()));
        }
        return all;
    }

    /** Those of a column with values of its own, for a reader that needs none; nothing if some are damaged. */
    public static Optional<ColumnBounds> hint(Fragment fragment, TableColumn column) throws IOException {
        return of(fragment, column.id(), column.topId(), column.type(), LogFile::hint);
    }

    private static Optional<ColumnBounds> of(Fragment fragment, int fieldId, int top, Type type, Reading reading)
            throws IOException {
        Optional<DataFile> file = fragment.fileOf(top);
        if (file.isEmpty()) {
            return Optional.empty();
        }
        Optional<ColumnBounds> all = ofRow(file.get().row(), fieldId, type, reading);
        for (SidecarFile sidecar : fragment.sidecars()) {
            boolean counts = sidecar.version() > file.get().folded();
            if (all.isPresent() && counts && sidecar.fields().contains(top)) {
                ColumnBounds base = all.get();
                all = ofRow(sidecar.row(), fieldId, type, reading).map(base::union);
            }
        }
        return all;
    }

    /** Returns what a row of the log records about a field, in the field's present type. */
    public static Optional<ColumnBounds> ofRow(LogRow row, int fieldId, Type type) throws IOException {
        return ofRow(row, fieldId, type, LogFile::bounds);
    }

    /** The same for a reader that needs none; also nothing if it is damaged. */
    public static Optional<ColumnBounds> hint(LogRow row, int fieldId, Type type) throws IOException {
        return ofRow(row, fieldId, type, LogFile::hint);
    }

    private static Optional<ColumnBounds> ofRow(LogRow row, int fieldId, Type type, Reading reading)
            throws IOException {
        return reading.bounds(row.file(), fieldId, row.row()).flatMap(bounds -> {
            boolean allNull = bounds.values() == 0;
            return allNull && !bounds.type().equals(type)
                    ? Optional.of(ColumnBounds.unknown(type, bounds.rows(), bounds.nullCount(), bounds.nanCount()))
                    : Widening.widened(bounds, type);
        });
    }

    /** The bounds of fields that a row of the log records, by their ids. */
    public static Map<Integer, ColumnBounds> ofRow(LogRow row, Map<Integer, Type> fields) throws IOException {
        Map<Integer, ColumnBounds> bounds = new HashMap<>();
        for (Map.Entry<Integer, Type> field : fields.entrySet()) {
            ofRow(row, field.getKey(), field.getValue()).ifPresent(known -> bounds.put(field.getKey(), known));
        }
        return bounds;
    }
}
