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

import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.RowRanges;
import dev.stoa.spark.internal.columns.SparkTypes;
import dev.stoa.spark.internal.store.TablePath;
import dev.stoa.table.Fragment;
import dev.stoa.table.Snapshot;
import dev.stoa.table.TableScanBuilder;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.spark.sql.connector.expressions.aggregate.Aggregation;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * The part of a table to read.
 *
 * @param path of the table
 * @param schema the columns that Spark gets
 * @param predicates that the rows match; each can be translated to a filter
 * @param limit after how many rows a task may stop; {@link Integer#MAX_VALUE} for none
 * @param isTop whether the limit is of each part of a fragment, and of its first rows
 * @param order the keys of the first rows; empty if rows are in order, or any will do
 * @param aggregation the results to compute from the rows in place of giving them; null for the rows
 */
record ScanTask(
        TablePath path,
        StructType schema,
        List<Predicate> predicates,
        int limit,
        boolean isTop,
        List<TopKey> order,
        PushedAggregation aggregation)
        implements Serializable {

    ScanTask {
        predicates = List.copyOf(predicates);
        order = List.copyOf(order);
    }

    Optional<Aggregation> aggregated() {
        return Optional.ofNullable(aggregation).map(PushedAggregation::asked);
    }

    /** Returns the names of the columns, or the groups and functions that tasks compute. */
    List<String> outputs() {
        return aggregation == null ? List.of(schema.fieldNames()) : aggregation.outputs();
    }

    /** Returns a task for the same rows with other columns or aggregates. */
    ScanTask with(StructType given, PushedAggregation computed) {
        return new ScanTask(path, given, predicates, limit, isTop, order, computed);
    }

    /** The same of fewer rows. */
    ScanTask with(List<Predicate> more) {
        List<Predicate> all = new ArrayList<>(predicates);
        all.addAll(more);
        return new ScanTask(path, schema, all, limit, isTop, order, aggregation);
    }

    boolean isLimited() {
        return limit != Integer.MAX_VALUE;
    }

    /** The columns to read, and their parts. */
    Map<ColumnPath, Type> columns(Schema table) {
        if (aggregated().isPresent()) {
            AggregateFunctions asked =
                    AggregateFunctions.of(aggregated().get(), table).orElseThrow();
            return columns(table, asked.columns());
        }
        Map<ColumnPath, Type> columns = new LinkedHashMap<>();
        for (StructField field : schema.fields()) {
            OptionalInt place = table.indexOf(field.name());
            if (place.isPresent()) {
                Type type = table.fields().get(place.getAsInt()).type();
                columns.put(ColumnPath.of(field.name()), SparkTypes.part(type, field.dataType()));
            }
        }
        return columns;
    }

    private static Map<ColumnPath, Type> columns(Schema table, List<ColumnPath> paths) {
        Map<ColumnPath, Type> columns = new LinkedHashMap<>();
        paths.forEach(path -> columns.put(path, SparkTypes.find(path, table)));
        return columns;
    }

    /** A scan of some rows for counts and bounds. */
    TableScanBuilder bounds(Snapshot snapshot, StoaPartition.Rows rows) throws IOException {
        Schema table = snapshot.schema();
        AggregateFunctions asked =
                AggregateFunctions.of(aggregated().orElseThrow(), table).orElseThrow();
        return scan(snapshot, rows).selectParts(columns(table, asked.columns().subList(0, asked.bounded())));
    }

    /** A scan of all of it. */
    TableScanBuilder scan(Snapshot snapshot) {
        TableScanBuilder builder = snapshot.scan().selectParts(columns(snapshot.schema()));
        new PredicateTranslation(snapshot.schema()).all(predicates).ifPresent(builder::filter);
        return builder;
    }

    /** A scan of some rows: of no more than may be needed. */
    TableScanBuilder scan(Snapshot snapshot, StoaPartition.Rows rows) throws IOException {
        long to = rows.to();
        if (predicates.isEmpty() && aggregated().isEmpty() && order.isEmpty()) {
            Fragment fragment = snapshot.fragment(rows.fragment()).orElseThrow();
            to = Math.min(to, rows.from() + limit + (fragment.rows() - fragment.liveRows()));
        }
        return scan(snapshot).fragments(Set.of(rows.fragment())).rows(RowRanges.between(rows.from(), to));
    }

    /** A scan of the columns of {@link #order} in some rows. */
    TableScanBuilder keys(Snapshot snapshot, StoaPartition.Rows rows) throws IOException {
        List<ColumnPath> columns =
                order.stream().map(key -> ColumnPath.of(key.column())).toList();
        return scan(snapshot, rows).selectParts(columns(snapshot.schema(), columns));
    }
}
