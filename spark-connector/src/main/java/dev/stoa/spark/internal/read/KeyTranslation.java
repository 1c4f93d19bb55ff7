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
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.function.LongUnaryOperator;
import org.apache.spark.sql.catalyst.util.DateTimeUtils;
import org.apache.spark.sql.catalyst.util.DateTimeUtils$;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Extract;
import org.apache.spark.sql.connector.expressions.GeneralScalarExpression;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;

/** Translates expressions that group rows: columns, truncated dates, and parts of dates. */
final class KeyTranslation {
    private final Schema schema;
    private final TermTranslation terms;

    KeyTranslation(Schema schema, TermTranslation terms) {
        this.schema = schema;
        this.terms = terms;
    }

    /** Translates an expression, if groups of its values are those of Spark. */
    Optional<GroupKey> key(Expression expression) {
        if (expression instanceof NamedReference) {
            return terms.column(expression).flatMap(column -> key(expression, column));
        } else if (expression instanceof Extract extract) {
            return part(extract.field()).flatMap(part -> ofDates(extract.source(), DataTypes.IntegerType, part));
        } else if (expression instanceof GeneralScalarExpression function
                && function.name().equals("TRUNC")
                && function.children()[1] instanceof Literal<?> literal
                && literal.value() instanceof UTF8String format) {
            int level = DateTimeUtils.parseTruncLevel(format);
            return level < DateTimeUtils$.MODULE$.MIN_LEVEL_OF_DATE_TRUNC()
                    ? Optional.empty()
                    : ofDates(function.children()[0], DataTypes.DateType, days -> DateTimeUtils.truncDate(days, level));
        }
        return Optional.empty();
    }

    private static Optional<IntUnaryOperator> part(String field) {
        return switch (field) {
            case "YEAR" -> Optional.of(DateTimeUtils::getYear);
            case "QUARTER" -> Optional.of(DateTimeUtils::getQuarter);
            case "MONTH" -> Optional.of(DateTimeUtils::getMonth);
            case "DAY" -> Optional.of(DateTimeUtils::getDayOfMonth);
            default -> Optional.empty();
        };
    }

    private Optional<GroupKey> ofDates(Expression expression, DataType type, IntUnaryOperator function) {
        return terms.column(expression)
                .filter(column -> type(column).equals(DataTypes.DateType))
                .map(column ->
                        new GroupKey.Numbers(terms.ordinal(expression), type, days -> function.applyAsInt((int) days)));
    }

    private DataType type(PredicateTranslation.Column column) {
        return SparkTypes.type(column.path(), schema);
    }

    private Optional<GroupKey> key(Expression expression, PredicateTranslation.Column column) {
        Type type = column.type();
        return switch (type.kind()) {
            case BOOLEAN, INT8, INT16, INT32, INT64, DATE -> numbers(expression, column);
            case DECIMAL -> type.physical() == Physical.LONG ? numbers(expression, column) : Optional.empty();
            // texts of other collations are equal though their bytes differ
            case STRING, VARCHAR ->
                type(column).equals(DataTypes.StringType)
                        ? Optional.of(new GroupKey.Texts(terms.ordinal(expression)))
                        : Optional.empty();
            default -> Optional.empty();
        };
    }

    private Optional<GroupKey> numbers(Expression expression, PredicateTranslation.Column column) {
        return Optional.of(new GroupKey.Numbers(terms.ordinal(expression), type(column), LongUnaryOperator.identity()));
    }
}
