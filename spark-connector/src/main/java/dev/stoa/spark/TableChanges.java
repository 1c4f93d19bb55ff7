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
package dev.stoa.spark;

import dev.stoa.format.Field;
import dev.stoa.table.SchemaEdit;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Transaction;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.connector.catalog.TableChange;

/** Changes of a table's columns and properties, as Spark asks for them. No file is rewritten. */
final class TableChanges {
    private final SchemaEdit columns;
    private final Map<String, String> properties;

    private TableChanges(Snapshot snapshot) {
        columns = new SchemaEdit(snapshot);
        properties = new TreeMap<>(snapshot.properties().other());
    }

    /**
     * Puts changes into a transaction.
     *
     * @throws IllegalArgumentException if one is not possible without a rewrite, or not at all
     */
    static void apply(List<TableChange> changes, Transaction transaction) {
        Snapshot snapshot = transaction.snapshot();
        TableChanges all = new TableChanges(snapshot);
        changes.forEach(all::apply);
        if (!all.columns.schema().equals(snapshot.schema())) {
            transaction.setSchema(all.columns.schema());
        }
        if (!all.properties.equals(snapshot.properties().other())) {
            transaction.setProperties(snapshot.properties().withOther(all.properties));
        }
    }

    private void apply(TableChange change) {
        if (change instanceof TableChange.SetProperty set) {
            properties.put(set.property(), set.value());
        } else if (change instanceof TableChange.RemoveProperty remove) {
            properties.remove(remove.property());
        } else if (change instanceof TableChange.AddColumn add) {
            add(add);
        } else if (change instanceof TableChange.DeleteColumn delete) {
            boolean isThere = index(name(delete)) >= 0;
            if (isThere || !delete.ifExists()) {
                columns.drop(name(delete));
            }
        } else if (change instanceof TableChange.RenameColumn rename) {
            columns.rename(name(rename), rename.newName());
        } else if (change instanceof TableChange.UpdateColumnPosition update) {
            move(name(update), update.position());
        } else if (change instanceof TableChange.UpdateColumnType update) {
            columns.widen(name(update), SparkTypes.stored(update.newDataType(), name(update)));
        } else if (change instanceof TableChange.UpdateColumnNullability update && update.nullable()) {
            columns.makeNullable(name(update));
        } else {
            throw new IllegalArgumentException("a table is not changed so: "
                    + change.getClass().getSimpleName()
                    + "; columns can be added, dropped, renamed, moved, widened and made nullable, and properties set");
        }
    }

    private void add(TableChange.AddColumn add) {
        if (!add.isNullable() || add.defaultValue() != null) {
            throw new IllegalArgumentException(
                    "column '" + name(add)
                            + "' can't be added: rows that are there would need a value; add it nullable and without a default");
        }
        columns.add(Field.nullable(name(add), SparkTypes.stored(add.dataType(), name(add))));
        if (add.position() != null) {
            move(name(add), add.position());
        }
    }

    private void move(String name, TableChange.ColumnPosition position) {
        if (position instanceof TableChange.After after) {
            int of = index(name);
            int behind = index(after.column());
            columns.move(name, of < behind ? behind : behind + 1);
        } else {
            columns.move(name, 0);
        }
    }

    private int index(String name) {
        return columns.schema().indexOf(name).orElse(-1);
    }

    private static String name(TableChange.ColumnChange change) {
        if (change.fieldNames().length != 1) {
            throw new IllegalArgumentException("the field " + String.join(".", change.fieldNames())
                    + " can't be changed: only columns can, not fields of structs");
        }
        return change.fieldNames()[0];
    }
}
