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

import dev.stoa.format.Physical;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.spark.internal.columns.SparkTypes;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.connector.expressions.NullOrdering;
import org.apache.spark.sql.connector.expressions.SortDirection;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.types.DataTypes;

/** A column whose values say what the first rows are. */
record TopKey(String column, boolean isDescending, boolean isNullsFirst) implements Serializable {

    /** Returns the keys of orders; nothing if a scan can't compare values of all of them as Spark does. */
    static List<TopKey> of(SortOrder[] orders, Schema schema) {
        List<TopKey> keys = new ArrayList<>();
        for (SortOrder order : orders) {
            Optional<PredicateTranslation.Column> column = new PredicateTranslation(schema)
                    .column(order.expression())
                    .filter(found -> found.path().names().size() == 1 && isComparable(found, schema));
            if (column.isEmpty()) {
                return List.of();
            }
            keys.add(new TopKey(
                    column.get().path().names().get(0),
                    order.direction() == SortDirection.DESCENDING,
                    order.nullOrdering() == NullOrdering.NULLS_FIRST));
        }
        boolean isEachOnce = keys.stream().map(TopKey::column).distinct().count() == keys.size();
        return isEachOnce ? keys : List.of();
    }

    @Override
    public String toString() {
        return column + (isDescending ? " desc" : "") + (isNullsFirst ? " nulls first" : " nulls last");
    }

    private static boolean isComparable(PredicateTranslation.Column column, Schema schema) {
        Type type = column.type();
        return switch (type.kind()) {
            case BOOLEAN, INT8, INT16, INT32, INT64, DATE -> true;
            case DECIMAL, TIMESTAMP -> type.physical() == Physical.LONG;
            case STRING, VARCHAR -> SparkTypes.type(column.path(), schema).equals(DataTypes.StringType);
            default -> false;
        };
    }
}
