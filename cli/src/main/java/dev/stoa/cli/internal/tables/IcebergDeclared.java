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
package dev.stoa.cli.internal.tables;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.table.TableProperties;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.iceberg.NullOrder;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.SnapshotRef;
import org.apache.iceberg.SortDirection;
import org.apache.iceberg.SortField;
import org.apache.iceberg.Table;
import org.apache.iceberg.types.Types;

/** The declarations of a table of Iceberg as properties of a table of Stoa: partitions, sort order, and comments. */
final class IcebergDeclared {
    private static final Pattern OF_A_NUMBER = Pattern.compile("(bucket|truncate)\\[(\\d+)\\]");

    private final Table table;
    private final Consumer<String> notes;
    private final Map<Integer, Field> fields = new HashMap<>();
    private final Map<String, String> comments = new TreeMap<>();

    /**
     * Collects the columns.
     *
     * @param schema the same columns as those of the table, with ids of Stoa
     * @param notes takes a sentence for each thing that is left out
     */
    IcebergDeclared(Table table, Schema schema, Consumer<String> notes) {
        this.table = table;
        this.notes = notes;
        collect(table.schema().columns(), schema.fields());
        for (int i = 0; i < schema.fields().size(); i++) {
            Types.NestedField column = table.schema().columns().get(i);
            fields.put(column.fieldId(), schema.fields().get(i));
        }
    }

    private void collect(List<Types.NestedField> columns, List<Field> stored) {
        for (int i = 0; i < stored.size(); i++) {
            Types.NestedField column = columns.get(i);
            Field field = stored.get(i);
            if (column.writeDefault() != null) {
                notes.accept("the default of '" + table.schema().findColumnName(column.fieldId()) + "' ("
                        + column.writeDefault() + ") is left out: declare it with 'alter table' in Spark");
            }
            if (column.doc() != null) {
                comments.put(TableProperties.commentOf(field.fieldId().orElseThrow()), column.doc());
            }
            if (column.type().isNestedType()) {
                collect(column.type().asNestedType().fields(), field.type().fields());
            }
        }
    }

    /** Returns all of it. */
    TableProperties properties() {
        List<TableProperties.PartitionColumn> partitions = partitions();
        List<TableProperties.SortColumn> order = order();
        if (!table.schema().identifierFieldNames().isEmpty()) {
            notes.accept("the identifier fields "
                    + String.join(", ", new TreeSet<>(table.schema().identifierFieldNames()))
                    + " are not the table's key: Iceberg lets several rows have the same");
        }
        TreeSet<String> refs = new TreeSet<>(table.refs().keySet());
        refs.remove(SnapshotRef.MAIN_BRANCH);
        if (!refs.isEmpty()) {
            notes.accept("the branches and tags " + String.join(", ", refs)
                    + " are left out: only the branch main is copied");
        }
        return new TableProperties(order, List.of(), partitions, comments);
    }

    private List<TableProperties.PartitionColumn> partitions() {
        List<TableProperties.PartitionColumn> partitions = new ArrayList<>();
        for (PartitionField part : table.spec().fields()) {
            if (!part.transform().isVoid()) {
                partition(part).ifPresent(partitions::add);
            }
        }
        return partitions;
    }

    private Optional<TableProperties.PartitionColumn> partition(PartitionField part) {
        Field column = fields.get(part.sourceId());
        String transform = part.transform().toString();
        Matcher numbered = OF_A_NUMBER.matcher(transform);
        if (column == null) {
            notes.accept(
                    "the rows are not divided by " + part.name() + ": a table has no partitions by fields of structs");
            return Optional.empty();
        } else if (part.transform().isIdentity()) {
            return ForeignTable.divided(column, "value", notes);
        } else if (numbered.matches()) {
            String name = numbered.group(1).equals("bucket") ? "hash(" : "truncate(";
            return ForeignTable.divided(column, name + numbered.group(2) + ")", notes);
        }
        return ForeignTable.divided(column, transform, notes);
    }

    /** Returns the leading columns of the sort order that a table of Stoa can have. */
    private List<TableProperties.SortColumn> order() {
        List<TableProperties.SortColumn> order = new ArrayList<>();
        for (SortField sort : table.sortOrder().fields()) {
            Field column = fields.get(sort.sourceId());
            if (column == null
                    || !sort.transform().isIdentity()
                    || !column.type().fields().isEmpty()) {
                notes.accept("the rows are not sorted by " + sort.transform() + " of '"
                        + table.schema().findColumnName(sort.sourceId())
                        + "', and what follows it: a table is sorted by"
                        + " columns");
                return order;
            }
            order.add(new TableProperties.SortColumn(
                    column.fieldId().orElseThrow(),
                    sort.direction() == SortDirection.DESC,
                    sort.nullOrder() == NullOrder.NULLS_FIRST));
        }
        return order;
    }
}
