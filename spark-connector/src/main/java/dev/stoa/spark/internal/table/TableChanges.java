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
package dev.stoa.spark.internal.table;

import dev.stoa.format.Batch;
import dev.stoa.format.Field;
import dev.stoa.format.FieldNames;
import dev.stoa.format.Schema;
import dev.stoa.spark.internal.columns.FieldNotes;
import dev.stoa.spark.internal.columns.SparkTypes;
import dev.stoa.spark.internal.gather.RowGatherer;
import dev.stoa.spark.internal.store.FileSize;
import dev.stoa.table.RequiredColumns;
import dev.stoa.table.SchemaEdit;
import dev.stoa.table.Snapshot;
import dev.stoa.table.TableProperties;
import dev.stoa.table.Transaction;
import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.catalog.DefaultValue;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.types.StructType;

/** Changes of a table's columns and properties, as Spark asks for them. No file is rewritten. */
public final class TableChanges {
    private final SchemaEdit columns;
    private final Map<String, String> properties;
    private final FieldNotes notes;
    private final Map<String, Batch> filled = new LinkedHashMap<>();
    private List<TableProperties.SortColumn> order;

    private TableChanges(Snapshot snapshot) {
        columns = new SchemaEdit(snapshot);
        order = snapshot.properties().sortedBy();
        properties = new TreeMap<>(snapshot.properties().other());
        notes = new FieldNotes(properties);
    }

    /**
     * Puts changes into a transaction.
     *
     * @throws IllegalArgumentException if one is not possible without a rewrite, or not at all
     */
    public static void apply(List<TableChange> changes, Transaction transaction) throws IOException {
        Snapshot snapshot = transaction.snapshot();
        if (snapshot.fragmentCount() > 0) {
            checkKept(changes);
        }
        TableChanges all = new TableChanges(snapshot);
        changes.forEach(all::apply);
        if (!all.columns.schema().equals(snapshot.schema())) {
            transaction.setSchema(all.columns.schema());
        }
        TableProperties declared = snapshot.properties();
        TableProperties changed =
                new TableProperties(all.order, declared.key(), declared.partitionedBy(), all.properties);
        if (!changed.equals(declared)) {
            FieldNotes.checkDeclared(all.columns.schema(), changed);
            FileSize.check(all.properties);
            transaction.setProperties(changed);
        }
        for (Map.Entry<String, Batch> value : all.filled.entrySet()) {
            transaction.fill(value.getKey(), value.getValue().column(0));
        }
    }

    /** Refuses to empty a column: Spark drops all columns for {@code replace columns}, and adds those that it names. */
    private static void checkKept(List<TableChange> changes) {
        Set<String> dropped = new HashSet<>();
        for (TableChange change : changes) {
            if (change instanceof TableChange.DeleteColumn drop) {
                dropped.add(name(drop));
            } else if (change instanceof TableChange.AddColumn add && dropped.contains(name(add))) {
                throw new IllegalArgumentException(
                        "replace columns drops the column '"
                                + String.join(".", add.fieldNames())
                                + "' and adds another one, so all rows lose its values:"
                                + " name only what changes, by alter table ... drop column, add column, rename column or alter column");
            }
        }
    }

    private static String name(TableChange.ColumnChange change) {
        return String.join(".", change.fieldNames()).toLowerCase(Locale.ROOT);
    }

    /** Whether a column can have a type without a rewrite. */
    static boolean canWiden(Snapshot snapshot, TableChange.UpdateColumnType change) {
        try {
            new TableChanges(snapshot).apply(change);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private void apply(TableChange change) {
        if (change instanceof TableChange.SetProperty set) {
            TableClauses.checkChanged(set.property());
            ForeignProperties.check(set.property());
            properties.put(set.property(), set.value());
        } else if (change instanceof TableChange.RemoveProperty remove) {
            TableClauses.checkChanged(remove.property());
            properties.remove(remove.property());
        } else if (change instanceof TableChange.ColumnChange column) {
            List<String> names = List.of(column.fieldNames());
            if (column instanceof TableChange.UpdateColumnNullability update && names.size() == 1) {
                require(names.get(0), !update.nullable());
            }
            columns.within(
                    names.subList(0, names.size() - 1), fields -> apply(column, fields, names.get(names.size() - 1)));
            if (column instanceof TableChange.AddColumn add && add.defaultValue() != null) {
                fill(names, add);
            }
        } else if (change instanceof TableChange.AddConstraint add) {
            properties.putAll(TableConstraints.with(TableProperties.NONE.withOther(properties), add.constraint())
                    .other());
        } else if (change instanceof TableChange.DropConstraint drop) {
            drop(drop);
        } else if (change instanceof TableChange.ClusterBy cluster) {
            order = TablePartitions.order(List.of(cluster.clusteringColumns()), columns.schema());
        } else {
            throw refusal(change);
        }
    }

    /** Keeps nulls out of a column, or lets them in. */
    private void require(String name, boolean isRequired) {
        RequiredColumns required = new RequiredColumns(TableProperties.NONE.withOther(properties), columns.schema());
        Map<String, String> changed = (isRequired ? required.with(name) : required.without(name)).other();
        properties.keySet().retainAll(changed.keySet());
        properties.putAll(changed);
    }

    private void drop(TableChange.DropConstraint change) {
        TableProperties declared = TableProperties.NONE.withOther(properties);
        boolean isThere = declared.checks().keySet().stream().anyMatch(change.name()::equalsIgnoreCase);
        if (isThere || !change.ifExists()) {
            properties
                    .keySet()
                    .retainAll(declared.withoutCheck(change.name()).other().keySet());
        }
    }

    private static IllegalArgumentException refusal(TableChange change) {
        if (!change.getClass().getName().startsWith("org.apache.spark.sql.connector.")) {
            return new IllegalArgumentException(
                    "the change is one of another format, " + change.getClass().getName()
                            + ": an extension of this session takes the statement for a table of that format;"
                            + " run it in a session without the extension");
        }
        return new IllegalArgumentException("a table is not changed so: "
                + change.getClass().getSimpleName()
                + "; columns and fields of structs can be added, dropped, renamed, moved, widened, made nullable and given"
                + " comments and defaults, and properties set");
    }

    /**
     * Changes a column, or a field of a struct.
     *
     * @param fields siblings
     */
    private void apply(TableChange.ColumnChange change, SchemaEdit fields, String name) {
        if (change instanceof TableChange.AddColumn add) {
            add(add, fields, name);
        } else if (change instanceof TableChange.DeleteColumn delete) {
            if (fields.has(name) || !delete.ifExists()) {
                fields.drop(name);
            }
        } else if (change instanceof TableChange.RenameColumn rename) {
            fields.rename(name, rename.newName());
        } else if (change instanceof TableChange.UpdateColumnPosition update) {
            move(fields, name, update.position());
        } else if (change instanceof TableChange.UpdateColumnType update) {
            fields.widen(name, SparkTypes.stored(update.newDataType(), name));
            notes.type(field(fields, name), update.newDataType());
        } else if (change instanceof TableChange.UpdateColumnNullability update) {
            if (update.nullable()) {
                fields.makeNullable(name);
            } else if (change.fieldNames().length > 1 && field(fields, name).nullable()) {
                throw new IllegalArgumentException(
                        "field '" + String.join(".", change.fieldNames())
                                + "' can't be set not null: only whole columns can, and fields of a struct when a table is made");
            }
        } else if (change instanceof TableChange.UpdateColumnDefaultValue update) {
            DefaultValue value = update.newCurrentDefault();
            notes.byDefault(field(fields, name), value == null ? null : value.getSql());
        } else if (change instanceof TableChange.UpdateColumnComment update) {
            notes.comment(field(fields, name), update.newComment());
        } else {
            throw refusal(change);
        }
    }

    private void add(TableChange.AddColumn add, SchemaEdit fields, String name) {
        if (!add.isNullable()) {
            throw new IllegalArgumentException(
                    "column '" + name + "' can't be added as one without nulls: add it nullable");
        }
        fields.add(Field.nullable(name, SparkTypes.stored(add.dataType(), name)));
        Field added = field(fields, name);
        notes.comment(added, add.comment());
        notes.type(added, add.dataType());
        if (add.position() != null) {
            move(fields, name, add.position());
        }
    }

    private static Field field(SchemaEdit fields, String name) {
        return FieldNames.get(fields.schema().fields(), name);
    }

    /** The existing rows get the present value of the default. */
    private void fill(List<String> names, TableChange.AddColumn add) {
        String name = names.get(0);
        if (names.size() > 1) {
            throw new IllegalArgumentException("field '" + String.join(".", names)
                    + "' can't be added with a default: structs that are there would have to be rewritten");
        }
        Field added = field(columns, name);
        notes.byDefault(added, add.defaultValue().getSql());
        Object value = add.defaultValue().getValue().value();
        if (value != null) {
            StructType one = new StructType().add(name, add.dataType());
            RowGatherer gatherer = new RowGatherer(Schema.of(added), one);
            gatherer.add(new GenericInternalRow(new Object[] {value}));
            filled.put(name, gatherer.batch());
        }
    }

    private static void move(SchemaEdit fields, String name, TableChange.ColumnPosition position) {
        if (position instanceof TableChange.After after) {
            int of = index(fields, name);
            int behind = index(fields, after.column());
            fields.move(name, of < behind ? behind : behind + 1);
        } else {
            fields.move(name, 0);
        }
    }

    private static int index(SchemaEdit fields, String name) {
        return fields.schema()
                .indexOf(name)
                .orElseThrow(() -> new IllegalArgumentException("no column '" + name + "' to move, or to move behind"));
    }
}
