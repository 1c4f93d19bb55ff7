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
import dev.stoa.format.TypeKind;
import dev.stoa.reader.ColumnPath;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.connector.expressions.Cast;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.GeneralScalarExpression;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;

/**
 * Translates expressions that are summed up: columns, numbers, {@code +}, {@code -} and {@code *} of decimals and of doubles, and
 * casts to double. Results are those of Spark to the last bit.
 */
final class TermTranslation {
    /** The most digits of 64 bits, whatever they are. */
    private static final int LONG_DIGITS = 18;

    private final PredicateTranslation translation;
    private final List<ColumnPath> read;

    /**
     * A translation.
     *
     * @param read the columns of the batches, in their order; new ones are appended
     */
    TermTranslation(Schema schema, List<ColumnPath> read) {
        this.translation = new PredicateTranslation(schema);
        this.read = read;
    }

    /** Returns the type of an integer column, if an expression is one. */
    Optional<Type> integer(Expression expression) {
        return column(expression)
                .map(PredicateTranslation.Column::type)
                .filter(type -> digits(type).isPresent());
    }

    private static Optional<Integer> digits(Type type) {
        return switch (type.kind()) {
            case INT8 -> Optional.of(3);
            case INT16 -> Optional.of(5);
            case INT32 -> Optional.of(10);
            case INT64 -> Optional.of(19);
            default -> Optional.empty();
        };
    }

    /** Translates an integer column, or an expression of decimals. */
    Optional<ExactTerm> exact(Expression expression) {
        Optional<Type> integer = integer(expression);
        return integer.isPresent()
                ? Optional.of(new ExactTerm.Column(
                        ordinal(expression), digits(integer.get()).get(), 0))
                : decimal(expression);
    }

    private Optional<ExactTerm> decimal(Expression expression) {
        if (expression instanceof NamedReference) {
            return column(expression)
                    .map(PredicateTranslation.Column::type)
                    .filter(type -> type.kind() == TypeKind.DECIMAL)
                    .filter(type -> type.physical() == Physical.LONG)
                    .map(type -> new ExactTerm.Column(ordinal(expression), type.precision(), type.scale()));
        } else if (expression instanceof Literal<?> literal
                && literal.value() instanceof Decimal value
                && literal.dataType() instanceof DecimalType type
                && type.precision() <= LONG_DIGITS) {
            return Optional.of(new ExactTerm.Constant(value.toUnscaledLong(), type.precision(), type.scale()));
        } else if (expression instanceof GeneralScalarExpression operation && operation.children().length == 2) {
            Optional<ExactTerm> left = decimal(operation.children()[0]);
            Optional<ExactTerm> right = decimal(operation.children()[1]);
            return left.isEmpty() || right.isEmpty()
                    ? Optional.empty()
                    : operation(operation.name(), left.get(), right.get());
        }
        return Optional.empty();
    }

    /** Returns the result with the digits that Spark gives it, unless these are too many: it may round then. */
    private static Optional<ExactTerm> operation(String operator, ExactTerm left, ExactTerm right) {
        switch (operator) {
            case "*" -> {
                int precision = left.precision() + right.precision() + 1;
                int scale = left.scale() + right.scale();
                boolean isWhole = precision <= DecimalType.MAX_PRECISION()
                        // Spark keeps all digits behind the point, and refuses results of too many before it
                        || scale <= DecimalType.MINIMUM_ADJUSTED_SCALE()
                                && SQLConf.get().ansiEnabled();
                return isWhole
                        ? Optional.of(new ExactTerm.Product(
                                left, right, Math.min(precision, DecimalType.MAX_PRECISION()), scale))
                        : Optional.empty();
            }
            case "+", "-" -> {
                int scale = Math.max(left.scale(), right.scale());
                int precision =
                        Math.max(left.precision() - left.scale(), right.precision() - right.scale()) + scale + 1;
                int widest = scale - Math.min(left.scale(), right.scale());
                return precision > DecimalType.MAX_PRECISION() || widest > LONG_DIGITS
                        ? Optional.empty()
                        : Optional.of(new ExactTerm.Addition(
                                left,
                                right,
                                power(scale - left.scale()),
                                operator.equals("+") ? power(scale - right.scale()) : -power(scale - right.scale()),
                                precision,
                                scale));
            }
            default -> {
                return Optional.empty();
            }
        }
    }

    private static long power(int exponent) {
        long power = 1;
        for (int i = 0; i < exponent; i++) {
            power *= 10;
        }
        return power;
    }

    /** Translates an expression of floating-point numbers. */
    Optional<DoubleTerm> floating(Expression expression) {
        if (expression instanceof NamedReference) {
            return column(expression)
                    .filter(column -> switch (column.type().kind()) {
                        case FLOAT32, FLOAT64 -> true;
                        default -> false;
                    })
                    .map(column -> new DoubleTerm.Column(ordinal(expression)));
        } else if (expression instanceof Literal<?> literal && literal.value() instanceof Double value) {
            return Optional.of(new DoubleTerm.Constant(value));
        } else if (expression instanceof Cast cast && cast.dataType().equals(DataTypes.DoubleType)) {
            return exact(cast.expression()).map(DoubleTerm.Cast::new);
        } else if (expression instanceof GeneralScalarExpression operation && operation.children().length == 2) {
            Optional<DoubleTerm> left = doubles(operation.children()[0]);
            Optional<DoubleTerm> right = doubles(operation.children()[1]);
            boolean isKnown = List.of("+", "-", "*").contains(operation.name());
            return left.isEmpty() || right.isEmpty() || !isKnown
                    ? Optional.empty()
                    : Optional.of(new DoubleTerm.Operation(operation.name().charAt(0), left.get(), right.get()));
        }
        return Optional.empty();
    }

    /** Translates an operand: arithmetic of floats is less exact than that of doubles. */
    private Optional<DoubleTerm> doubles(Expression expression) {
        return column(expression)
                        .filter(column -> column.type().kind() == TypeKind.FLOAT32)
                        .isPresent()
                ? Optional.empty()
                : floating(expression);
    }

    /** Returns the column that an expression is; batches have no fields of structs. */
    Optional<PredicateTranslation.Column> column(Expression expression) {
        return translation
                .column(expression)
                .filter(column -> column.path().names().size() == 1);
    }

    /** Returns the place of a column in the batches. */
    int ordinal(Expression column) {
        ColumnPath path = column(column).orElseThrow().path();
        if (!read.contains(path)) {
            read.add(path);
        }
        return read.indexOf(path);
    }
}
