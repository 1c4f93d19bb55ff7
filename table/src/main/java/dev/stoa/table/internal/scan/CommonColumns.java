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
import dev.stoa.reader.ColumnPath;
import dev.stoa.table.Snapshot;
import dev.stoa.table.internal.log.TableState;
import dev.stoa.table.internal.schema.Evolution;
import dev.stoa.table.internal.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Two versions of a table, seen with the same columns: those of the newer version that the older one has, too, perhaps with a narrower
 * type, or lacks.
 *
 * @param from one version
 * @param to the other
 * @param paths the columns
 * @param others what is left out, and why: columns that only the older version has, and those that it has with a type that does
 *     not fit into the newer one's
 */
public record CommonColumns(Snapshot from, Snapshot to, List<ColumnPath> paths, List<String> others) {

    /** Sees two versions so. */
    public static CommonColumns of(Snapshot from, Snapshot to) {
        if (from.schema().equals(to.schema())) {
            return new CommonColumns(from, to, paths(to.schema().fields()), List.of());
        }
        boolean isForward = from.version() <= to.version();
        Snapshot older = isForward ? from : to;
        Snapshot newer = isForward ? to : from;
        List<String> others = new ArrayList<>();
        List<Field> seen = new ArrayList<>();
        for (Field field : newer.schema().fields()) {
            Optional<Field> old =
                    older.state().schema().topField(field.fieldId().getAsInt());
            if (old.isEmpty() || Evolution.isWithin(old.get().type(), field.type())) {
                seen.add(field);
            } else {
                others.add("column '" + field.name() + "' is " + old.get().type() + " in version " + older.version()
                        + ", and " + field.type() + " in version " + newer.version());
            }
        }
        for (Field field : older.schema().fields()) {
            if (newer.state().schema().topField(field.fieldId().getAsInt()).isEmpty()) {
                others.add("column '" + field.name() + "' is in version " + older.version() + ", and not in version "
                        + newer.version());
            }
        }
        Snapshot view = view(older, seen, newer.state().schema());
        return new CommonColumns(isForward ? view : newer, isForward ? newer : view, paths(seen), others);
    }

    private static List<ColumnPath> paths(List<Field> fields) {
        return fields.stream().map(field -> ColumnPath.of(field.name())).toList();
    }

    /** The rows of a version with columns of another. It may lack them, so all may be null. */
    private static Snapshot view(Snapshot older, List<Field> columns, TableSchema schema) {
        List<Field> nullable = columns.stream()
                .map(field -> new Field(field.name(), field.type(), true, field.fieldId()))
                .toList();
        TableState state = older.state();
        return Snapshot.alone(
                older.folder(),
                new TableState(
                        state.position(),
                        state.info(),
                        new TableSchema(new Schema(nullable), schema.origins(), schema.lastFieldId()),
                        state.properties(),
                        state.features(),
                        state.held()));
    }
}
