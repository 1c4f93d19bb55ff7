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
package dev.stoa.hive.internal.columns;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hive.ql.exec.Operator;
import org.apache.hadoop.hive.ql.exec.TableScanOperator;
import org.apache.hadoop.hive.ql.plan.AggregationDesc;
import org.apache.hadoop.hive.ql.plan.ExprNodeColumnDesc;
import org.apache.hadoop.hive.ql.plan.ExprNodeDesc;
import org.apache.hadoop.hive.ql.plan.ExprNodeFieldDesc;
import org.apache.hadoop.hive.ql.plan.FilterDesc;
import org.apache.hadoop.hive.ql.plan.GroupByDesc;
import org.apache.hadoop.hive.ql.plan.LimitDesc;
import org.apache.hadoop.hive.ql.plan.MapWork;
import org.apache.hadoop.hive.ql.plan.OperatorDesc;
import org.apache.hadoop.hive.ql.plan.ReduceSinkDesc;
import org.apache.hadoop.hive.ql.plan.SelectDesc;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspector.Category;

/**
 * Which fields of a table's structs the operators of a task use, found by following each column from the scan to where it is used.
 * An operator of an unknown kind uses all of its columns as they are. The fields that Hive's planner names are not enough:
 * it takes a field of a function's result for one of each argument.
 */
final class FieldUses {
    /** Columns of the table, and fields of theirs with dots between, that are used as a whole. */
    private final Set<String> paths = new TreeSet<>();

    private FieldUses() {}

    /**
     * Those of a task.
     *
     * @return columns with what is used of them, such as {@code s.a} or {@code s}; a column that is not named is used as a whole
     */
    static Set<String> of(MapWork work) {
        FieldUses uses = new FieldUses();
        if (work.getAliasToWork() == null || work.getAliasToWork().size() != 1) {
            return Set.of();
        }
        Operator<?> scan = work.getAliasToWork().values().iterator().next();
        if (!(scan instanceof TableScanOperator table)) {
            return Set.of();
        }
        Map<String, String> columns = new HashMap<>();
        scan.getSchema().getColumnNames().forEach(name -> columns.put(name, name));
        if (table.getConf().getFilterExpr() != null) {
            uses.use(table.getConf().getFilterExpr(), columns);
        }
        uses.followChildren(scan, columns);
        return uses.paths;
    }

    private void followChildren(Operator<?> operator, Map<String, String> columns) {
        if (operator.getChildOperators() != null) {
            operator.getChildOperators().forEach(child -> follow(child, columns));
        }
    }

    /**
     * Notes the fields that an operator and those after it use.
     *
     * @param columns of its input, by name, that are columns of the table or fields of theirs: their paths
     */
    private void follow(Operator<?> operator, Map<String, String> columns) {
        OperatorDesc does = operator.getConf();
        if (does instanceof FilterDesc filter) {
            use(filter.getPredicate(), columns);
            followChildren(operator, columns);
        } else if (does instanceof LimitDesc) {
            followChildren(operator, columns);
        } else if (does instanceof SelectDesc select) {
            followChildren(operator, select.isSelStarNoCompute() ? columns : selected(select, columns));
        } else if (does instanceof GroupByDesc group) {
            group.getKeys().forEach(key -> use(key, columns));
            for (AggregationDesc aggregation : group.getAggregators()) {
                aggregation.getParameters().forEach(parameter -> use(parameter, columns));
            }
        } else if (does instanceof ReduceSinkDesc sink) {
            sink.getKeyCols().forEach(key -> use(key, columns));
            sink.getValueCols().forEach(value -> use(value, columns));
            sink.getPartitionCols().forEach(column -> use(column, columns));
        } else {
            paths.addAll(columns.values());
        }
    }

    /** Returns the names that a selection gives its columns. Notes the uses of the columns that it computes. */
    private Map<String, String> selected(SelectDesc select, Map<String, String> columns) {
        Map<String, String> given = new HashMap<>();
        List<ExprNodeDesc> expressions = select.getColList();
        for (int i = 0; i < expressions.size(); i++) {
            Optional<String> path = path(expressions.get(i), columns);
            if (path.isPresent()) {
                given.put(select.getOutputColumnNames().get(i), path.get());
            } else {
                use(expressions.get(i), columns);
            }
        }
        return given;
    }

    private void use(ExprNodeDesc expression, Map<String, String> columns) {
        Optional<String> path = path(expression, columns);
        if (path.isPresent()) {
            paths.add(path.get());
        } else if (expression.getChildren() != null) {
            expression.getChildren().forEach(child -> use(child, columns));
        }
    }

    /** The path of a column, or of a field of a struct that is one, and so on; nothing of anything else. */
    private static Optional<String> path(ExprNodeDesc expression, Map<String, String> columns) {
        if (expression instanceof ExprNodeColumnDesc column) {
            return Optional.ofNullable(columns.get(column.getColumn()));
        } else if (expression instanceof ExprNodeFieldDesc field
                && field.getDesc().getTypeInfo().getCategory() == Category.STRUCT) {
            return path(field.getDesc(), columns).map(of -> of + "." + field.getFieldName());
        }
        return Optional.empty();
    }
}
