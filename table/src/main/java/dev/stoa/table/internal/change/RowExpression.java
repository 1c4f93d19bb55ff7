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
package dev.stoa.table.internal.change;

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.FieldNames;
import dev.stoa.format.Schema;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.internal.overlay.RowBuffer;
import dev.stoa.table.Expression;
import dev.stoa.table.internal.schema.LiteralValues;
import dev.stoa.table.internal.schema.TableColumn;
import dev.stoa.table.internal.schema.Widening;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** An expression that was resolved against the columns of a table, and gives values of the type of one of them. */
interface RowExpression {
    /** The values for some rows, one for each. */
    ColumnVector of(Batch rows) throws IOException;

    /**
     * Resolves an expression.
     *
     * @throws IllegalArgumentException if it reads what is not there, or gives what the column can't hold
     */
    static RowExpression of(Expression expression, Field target, Schema schema) {
        if (expression instanceof Expression.Literal literal) {
            return literal(literal.value(), target);
        } else if (expression instanceof Expression.Column column) {
            Field source = column(schema, column.path());
            if (!Widening.isAllowed(source.type(), target.type())) {
                throw new IllegalArgumentException("column '" + target.name() + "' of type " + target.type()
                        + " can't become '" + column.path() + "' of type " + source.type());
            }
            return rows -> Widening.widen(vector(rows, column.path()), target.type());
        }
        return Arithmetics.of((Expression.Arithmetic) expression, target, schema);
    }

    private static RowExpression literal(Optional<Object> value, Field target) {
        if (value.isEmpty()) {
            if (!target.nullable()) {
                throw new IllegalArgumentException("column '" + target.name() + "' must not be null");
            }
            return rows -> Widening.nulls(target.type(), rows.rowCount());
        }
        ColumnVector single = LiteralValues.single(target, value.get());
        return rows -> {
            RowBuffer copies = new RowBuffer(Schema.of(target));
            for (int i = 0; i < rows.rowCount(); i++) {
                copies.append(List.of(single), 0, 1);
            }
            return copies.batch().column(0);
        };
    }

    /** The field of a column of the table. */
    static Field column(Schema schema, ColumnPath path) {
        return TableColumn.resolve(schema, path)
                .map(TableColumn::field)
                .orElseThrow(() -> new IllegalArgumentException(
                        "no column '" + path + "'; the columns are " + FieldNames.shown(schema.fields())));
    }

    /** A column of a batch that a scan has made of it. */
    static ColumnVector vector(Batch rows, ColumnPath path) {
        String name = path.names().size() == 1 ? path.names().get(0) : path.toString();
        return rows.column(rows.schema().indexOf(name).orElseThrow());
    }
}
