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
import dev.stoa.format.FieldNames;
import dev.stoa.format.Schema;
import dev.stoa.trino.internal.plan.Filters;
import dev.stoa.trino.internal.plan.StoaColumn;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.expression.ConnectorExpression;
import io.trino.spi.expression.FieldDereference;
import io.trino.spi.expression.Variable;
import io.trino.spi.type.RowType;
import io.trino.spi.type.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The columns and fields of rows that expressions name.
 *
 * @param schema of the table
 * @param assignments the columns of variables
 */
record FieldColumns(Schema schema, Map<String, ColumnHandle> assignments) {
    /** The column or field that an expression is, if it is one. */
    Optional<StoaColumn> of(ConnectorExpression expression) {
        if (expression instanceof Variable variable) {
            return Optional.of((StoaColumn) assignments.get(variable.getName()));
        } else if (expression instanceof FieldDereference field) {
            return of(field.getTarget())
                    .filter(StoaColumn::isStored)
                    .map(row -> field(row, (RowType) field.getTarget().getType(), field.getField()));
        }
        return Optional.empty();
    }

    private StoaColumn field(StoaColumn row, RowType type, int number) {
        RowType.Field field = type.getFields().get(number);
        List<String> fields = new ArrayList<>(row.fields());
        fields.add(field.getName().orElseThrow());
        Type shown = field.getType();
        Field stored = FieldNames.get(schema.fields(), row.name());
        for (String name : fields) {
            stored = FieldNames.get(stored.type().fields(), name);
        }
        return new StoaColumn(row.name(), fields, shown, Filters.areExact(stored, shown), row.kind());
    }
}
