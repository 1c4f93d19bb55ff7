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
package dev.stoa.trino.internal.metadata;

import dev.stoa.format.Field;
import dev.stoa.table.RequiredColumns;
import dev.stoa.table.SchemaEdit;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableProperties;
import dev.stoa.table.Transaction;
import dev.stoa.trino.internal.columns.StoredTypes;
import dev.stoa.trino.internal.store.StoaErrors;
import io.trino.spi.connector.ColumnMetadata;
import io.trino.spi.connector.ColumnPosition;
import io.trino.spi.type.Type;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Changes of a table's columns and properties. No file is rewritten. */
final class Alterations {
    private final Table table;

    Alterations(Table table) {
        this.table = table;
    }

    /** Does a step, and refuses what would take a rewrite. */
    private void run(TableOperations.Step step) {
        StoaErrors.unchecked(() -> {
            try {
                return TableOperations.of(table).run("alter", step);
            } catch (IllegalArgumentException e) {
                throw StoaErrors.refused(e);
            }
        });
    }

    private void edit(List<String> above, Consumer<SchemaEdit> change) {
        run(transaction -> {
            SchemaEdit edit = new SchemaEdit(transaction.snapshot());
            edit.within(above, change);
            transaction.setSchema(edit.schema());
        });
    }

    void add(ColumnMetadata column, ColumnPosition position) {
        if (!column.isNullable()) {
            throw StoaErrors.unsupported(
                    "column '" + column.getName() + "' can't be added as one without nulls, because"
                            + " the rows have no value of it: add it nullable");
        } else if (column.getDefaultValue().isPresent()) {
            throw StoaErrors.unsupported("column '" + column.getName()
                    + "' has a default, which this connector does not support: leave it out");
        }
        run(transaction -> {
            SchemaEdit edit = new SchemaEdit(transaction.snapshot());
            edit.add(Field.nullable(column.getName(), StoredTypes.of(column.getType(), column.getName())));
            if (position instanceof ColumnPosition.First) {
                edit.move(column.getName(), 0);
            } else if (position instanceof ColumnPosition.After after) {
                int at = indexIgnoringCase(edit, after.columnName());
                edit.move(column.getName(), at + 1);
            }
            transaction.setSchema(edit.schema());
            if (column.getComment().isPresent()) {
                int id = TableDefinition.id(edit.schema(), column.getName());
                comment(transaction, TableProperties.commentOf(id), column.getComment());
            }
        });
    }

    private static int indexIgnoringCase(SchemaEdit edit, String name) {
        List<Field> fields = edit.schema().fields();
        for (int i = 0; i < fields.size(); i++) {
            if (fields.get(i).name().equalsIgnoreCase(name)) {
                return i;
            }
        }
        throw new IllegalArgumentException("the table has no column '" + name + "'");
    }

    void addField(List<String> above, String name, Type type, boolean mayExist) {
        edit(above, fields -> {
            if (!mayExist || !fields.has(name)) {
                fields.add(Field.nullable(name, StoredTypes.of(type, name)));
            }
        });
    }

    void drop(List<String> path) {
        edit(path.subList(0, path.size() - 1), fields -> fields.drop(path.getLast()));
    }

    void rename(List<String> path, String name) {
        edit(path.subList(0, path.size() - 1), fields -> fields.rename(path.getLast(), name));
    }

    void widen(List<String> path, Type type) {
        edit(
                path.subList(0, path.size() - 1),
                fields -> fields.widen(path.getLast(), StoredTypes.of(type, path.getLast())));
    }

    void makeNullable(String column) {
        run(transaction -> {
            Snapshot snapshot = transaction.snapshot();
            TableProperties released = RequiredColumns.of(snapshot).without(column);
            if (!released.equals(snapshot.properties())) {
                transaction.setProperties(released);
            }
            transaction.setSchema(new SchemaEdit(snapshot).makeNullable(column).schema());
        });
    }

    void comment(Optional<String> comment) {
        run(transaction -> comment(transaction, TableProperties.COMMENT, comment));
    }

    void comment(String column, Optional<String> comment) {
        run(transaction -> {
            int id = TableDefinition.id(transaction.snapshot().schema(), column);
            comment(transaction, TableProperties.commentOf(id), comment);
        });
    }

    private static void comment(Transaction transaction, String key, Optional<String> comment) throws IOException {
        TableProperties properties = transaction.snapshot().properties();
        Map<String, String> others = new TreeMap<>(properties.other());
        comment.ifPresentOrElse(text -> others.put(key, text), () -> others.remove(key));
        transaction.setProperties(properties.withOther(others));
    }

    /** Replaces the free properties. Comments, constraints, tags and branches stay. */
    void properties(Map<String, String> free) {
        run(transaction -> {
            TableProperties properties = transaction.snapshot().properties();
            Map<String, String> others = new TreeMap<>(properties.other());
            others.keySet().removeIf(key -> !DeclaredProperties.isNotFree(key));
            free.forEach((name, value) -> {
                if (name.startsWith(TableProperties.CHECK) && !value.equals(others.get(name))) {
                    throw StoaErrors.unsupported(
                            DeclaredProperties.EXTRA + " has '" + name + "', a constraint: SET PROPERTIES"
                                    + " keeps the constraints of a table. Change them by 'stoa table alter --add-check' and"
                                    + " --drop-check, or in Spark");
                }
                others.put(name, value);
            });
            transaction.setProperties(properties.withOther(others));
        });
    }
}
