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
package dev.stoa.spark.internal.read;

import dev.stoa.format.Field;
import dev.stoa.spark.internal.columns.FieldNotes;
import dev.stoa.spark.internal.columns.SparkTypes;
import dev.stoa.spark.internal.columns.TimeUnits;
import dev.stoa.table.Snapshot;
import dev.stoa.table.TableProperties;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.NullOrdering;
import org.apache.spark.sql.connector.expressions.SortDirection;
import org.apache.spark.sql.connector.expressions.SortOrder;

/** The declared order of a table: that of the rows of each fragment. */
public final class TableOrder {
    private final Snapshot snapshot;
    private final boolean hasFunctions;

    private TableOrder(Snapshot snapshot, boolean hasFunctions) {
        this.snapshot = snapshot;
        this.hasFunctions = hasFunctions;
    }

    /** Returns that of a table in a catalog, which has the functions that divide tables. */
    public static TableOrder of(Snapshot snapshot) {
        return new TableOrder(snapshot, true);
    }

    /** Returns that of a table without a catalog in Spark: the target of a stream by its path. */
    public static TableOrder withoutFunctions(Snapshot snapshot) {
        return new TableOrder(snapshot, false);
    }

    public Snapshot snapshot() {
        return snapshot;
    }

    /** Whether rows in the table's order are in another one, too. */
    boolean startsWith(SortOrder[] orders) {
        List<TableProperties.SortColumn> declared = snapshot.properties().sortedBy();
        boolean isSame = orders.length <= declared.size();
        for (int i = 0; isSame && i < orders.length; i++) {
            isSame = isSame(orders[i], declared.get(i)) && (i + 1 == orders.length || sortsFurther(declared.get(i)));
        }
        return isSame;
    }

    /** As much of the order as Spark has, too, and as some columns tell. */
    List<SortOrder> ofColumns(Collection<String> columns) {
        List<SortOrder> order = new ArrayList<>();
        for (TableProperties.SortColumn declared : snapshot.properties().sortedBy()) {
            Optional<Field> field = field(declared).filter(TableOrder::isOrderedAsInSpark);
            if (field.isEmpty() || !columns.contains(field.get().name())) {
                break;
            }
            order.add(order(declared, field.get()));
            if (!sortsFurther(declared)) {
                break;
            }
        }
        return order;
    }

    /**
     * Returns the order of the rows of a write: by partition, as far as that agrees with the declared order, then by the
     * declared order, unless {@linkplain #isMadeByTasks tasks} sort by it.
     *
     * @throws IllegalArgumentException if Spark can't sort so
     */
    public List<SortOrder> ofWrites() {
        List<SortOrder> order = new ArrayList<>(byPartition());
        if (isMadeByTasks()) {
            return order;
        }
        for (TableProperties.SortColumn declared : snapshot.properties().sortedBy()) {
            Field field = field(declared)
                    .orElseThrow(() -> new IllegalArgumentException(
                            snapshot + ": it is sorted by a field of a struct, by which Spark does not sort"));
            order.add(order(declared, field));
        }
        return order;
    }

    /**
     * Whether the order of the rows of a write is not the declared one. That is so if a column brings the rows of a
     * partition together, and the partition is not sorted by it.
     */
    public boolean isMadeByTasks() {
        return !hasFunctions
                && snapshot.properties().partitionedBy().stream()
                        .anyMatch(column -> !ScanKeys.isBounded(column.transform())
                                && !column.transform().equals("value")
                                && !isUnordered(column.fieldId()));
    }

    /**
     * Returns the keys that bring the rows of a partition together, if a table may have any number of partitions. These are
     * the columns. If rows with different values have a declared order in one partition, they are the results of the
     * functions, if Spark can compute them.
     */
    private List<SortOrder> byPartition() {
        List<SortOrder> order = new ArrayList<>();
        for (TableProperties.PartitionColumn column : snapshot.properties().partitionedBy()) {
            TableProperties.SortColumn first = new TableProperties.SortColumn(column.fieldId(), false, true);
            Optional<Field> field = field(first).filter(known -> !ScanKeys.isBounded(column.transform()));
            boolean isPlain = column.transform().equals("value") || isUnordered(column.fieldId()) || !hasFunctions;
            if (field.isPresent() && isPlain) {
                order.add(order(first, field.get()));
            } else if (field.isPresent()) {
                NamedReference name = SparkTypes.reference(field.get().name());
                order.add(Expressions.sort(Expressions.apply(column.transform(), name), SortDirection.ASCENDING));
            }
        }
        return order;
    }

    /** Whether rows may be in the order of a column, as they need none. */
    private boolean isUnordered(int fieldId) {
        List<TableProperties.SortColumn> sorted = snapshot.properties().sortedBy();
        return sorted.isEmpty() || sorted.equals(List.of(new TableProperties.SortColumn(fieldId, false, true)));
    }

    private static SortOrder order(TableProperties.SortColumn declared, Field field) {
        return Expressions.sort(
                SparkTypes.reference(field.name()),
                declared.descending() ? SortDirection.DESCENDING : SortDirection.ASCENDING,
                declared.nullsFirst() ? NullOrdering.NULLS_FIRST : NullOrdering.NULLS_LAST);
    }

    private Optional<Field> field(TableProperties.SortColumn declared) {
        return FieldNotes.comparable(snapshot).field(declared.fieldId());
    }

    private boolean isSame(SortOrder order, TableProperties.SortColumn declared) {
        Optional<Field> field = field(declared);
        return order.expression() instanceof NamedReference reference
                && field.isPresent()
                && List.of(reference.fieldNames()).equals(List.of(field.get().name()))
                && isOrderedAsInSpark(field.get())
                && order.direction().equals(SortDirection.DESCENDING) == declared.descending()
                && order.nullOrdering().equals(NullOrdering.NULLS_FIRST) == declared.nullsFirst();
    }

    /** Whether rows with the same value in Spark are in the order of the columns after. Times that Spark rounds are in their own. */
    private boolean sortsFurther(TableProperties.SortColumn declared) {
        return field(declared)
                .filter(field -> TimeUnits.of(field.type()).isExact())
                .isPresent();
    }

    /** Spark knows no signs of zeros, and no blanks at the end of char. */
    private static boolean isOrderedAsInSpark(Field field) {
        return switch (field.type().kind()) {
            case FLOAT16, FLOAT32, FLOAT64, CHAR -> false;
            default -> true;
        };
    }
}
