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
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.Filter;
import dev.stoa.spark.internal.columns.TimeUnits;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Says predicates of Spark as filters of a scan, where these are true on exactly the same rows: Spark does not look at the rows
 * again.
 */
public final class PredicateTranslation {
    private static final int UUID_BYTES = 16;

    private final Schema schema;

    public PredicateTranslation(Schema schema) {
        this.schema = schema;
    }

    /** Returns one filter for predicates that can all be translated. */
    public Optional<Filter> all(List<Predicate> predicates) {
        List<Filter> filters = new ArrayList<>();
        predicates.forEach(predicate -> filters.add(translate(predicate).orElseThrow()));
        return filters.isEmpty() ? Optional.empty() : Optional.of(new Filter.And(filters));
    }

    /** Returns the same as a filter, if it can be translated. */
    public Optional<Filter> translate(Predicate predicate) {
        return condition(predicate);
    }

    private Optional<Filter> condition(Expression expression) {
        if (!(expression instanceof Predicate predicate)) {
            return Optional.empty();
        }
        Expression[] operands = predicate.children();
        return switch (predicate.name()) {
            case "AND" -> conditions(operands).map(Filter.And::new);
            case "OR" -> conditions(operands).map(Filter.Or::new);
            case "NOT" -> condition(operands[0]).map(Filter.Not::new);
            case "ALWAYS_TRUE" -> Optional.of(new Filter.And(List.of()));
            case "ALWAYS_FALSE" -> Optional.of(new Filter.Or(List.of()));
            case "IS_NULL" -> column(operands[0]).map(column -> new Filter.IsNull(column.path()));
            case "IS_NOT_NULL" -> column(operands[0]).map(column -> new Filter.Not(new Filter.IsNull(column.path())));
            case "=" -> comparison(operands, Filter.Operator.EQUAL, Filter.Operator.EQUAL);
            case "<>" -> comparison(operands, Filter.Operator.NOT_EQUAL, Filter.Operator.NOT_EQUAL);
            case "<=>" -> comparison(operands, Filter.Operator.NULL_SAFE_EQUAL, Filter.Operator.NULL_SAFE_EQUAL);
            case "<" -> comparison(operands, Filter.Operator.LESS, Filter.Operator.GREATER);
            case "<=" -> comparison(operands, Filter.Operator.LESS_OR_EQUAL, Filter.Operator.GREATER_OR_EQUAL);
            case ">" -> comparison(operands, Filter.Operator.GREATER, Filter.Operator.LESS);
            case ">=" -> comparison(operands, Filter.Operator.GREATER_OR_EQUAL, Filter.Operator.LESS_OR_EQUAL);
            case "IN" -> in(operands);
            case "STARTS_WITH" -> text(operands, Filter.StartsWith::new);
            case "CONTAINS" -> text(operands, Filter.Contains::new);
            default -> Optional.empty();
        };
    }

    private Optional<List<Filter>> conditions(Expression[] operands) {
        List<Filter> filters = new ArrayList<>();
        for (Expression operand : operands) {
            condition(operand).ifPresent(filters::add);
        }
        return filters.size() == operands.length ? Optional.of(filters) : Optional.empty();
    }

    private Optional<Filter> comparison(Expression[] operands, Filter.Operator operator, Filter.Operator mirrored) {
        if (operands[0] instanceof Literal) {
            return comparison(operands[1], mirrored, operands[0]);
        }
        return comparison(operands[0], operator, operands[1]);
    }

    private Optional<Filter> comparison(Expression of, Filter.Operator operator, Expression with) {
        Optional<Column> column = column(of);
        return column.flatMap(found -> literal(found.type(), with))
                .map(literal -> new Filter.Compare(column.get().path(), operator, literal));
    }

    private Optional<Filter> in(Expression[] operands) {
        Optional<Column> column = column(operands[0]);
        if (column.isEmpty()) {
            return Optional.empty();
        }
        List<Object> literals = new ArrayList<>();
        for (Expression operand : Arrays.asList(operands).subList(1, operands.length)) {
            literal(column.get().type(), operand).ifPresent(literals::add);
        }
        return literals.size() == operands.length - 1
                ? Optional.of(new Filter.In(column.get().path(), literals))
                : Optional.empty();
    }

    private Optional<Filter> text(Expression[] operands, BiFunction<ColumnPath, Object, Filter> filter) {
        Optional<Column> column = column(operands[0]);
        return column.flatMap(found -> literal(found.type(), operands[1]))
                .filter(literal -> literal instanceof String)
                .map(text -> filter.apply(column.get().path(), text));
    }

    /** A column of the table, through structs. */
    record Column(ColumnPath path, Type type) {}

    /** The column that an expression is, if it is one. */
    Optional<Column> column(Expression expression) {
        if (!(expression instanceof NamedReference reference)) {
            return Optional.empty();
        }
        List<Field> candidates = schema.fields();
        Optional<Field> found = Optional.empty();
        for (String name : reference.fieldNames()) {
            found = candidates.stream()
                    .filter(field -> field.name().equals(name))
                    .findFirst();
            if (found.isEmpty()) {
                return Optional.empty();
            }
            Type type = found.get().type();
            candidates = type.kind() == TypeKind.STRUCT ? type.fields() : List.of();
        }
        return found.map(field -> new Column(new ColumnPath(List.of(reference.fieldNames())), field.type()));
    }

    /** A literal, if comparing values of a type with it is what Spark does. */
    private static Optional<Object> literal(Type type, Expression expression) {
        if (!(expression instanceof Literal<?> literal) || literal.value() == null) {
            return Optional.empty();
        }
        Object value = literal.value();
        return switch (type.kind()) {
            case BOOLEAN -> of(value, value instanceof Boolean);
            case INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32 -> of(value, isInteger(value));
            case FLOAT16, FLOAT32, FLOAT64 -> of(value, value instanceof Float || value instanceof Double);
            case DECIMAL, UINT64 ->
                value instanceof Decimal decimal ? Optional.of(decimal.toJavaBigDecimal()) : Optional.empty();
            case DATE -> value instanceof Integer days ? Optional.of(LocalDate.ofEpochDay(days)) : Optional.empty();
            case TIME, TIMESTAMP, INTERVAL_DAY_TIME ->
                value instanceof Long units && TimeUnits.of(type).isExact()
                        ? Optional.of(time(type, units))
                        : Optional.empty();
            case INTERVAL_YEAR_MONTH -> of(value, value instanceof Integer);
            case STRING, VARCHAR, JSON, ENUM -> text(value);
            case BINARY, FIXED, BSON -> of(value, value instanceof byte[]);
            case UUID -> of(value, value instanceof byte[] bytes && bytes.length == UUID_BYTES);
            default -> Optional.empty();
        };
    }

    private static Optional<Object> of(Object value, boolean isExact) {
        return isExact ? Optional.of(value) : Optional.empty();
    }

    private static boolean isInteger(Object value) {
        return value instanceof Byte || value instanceof Short || value instanceof Integer || value instanceof Long;
    }

    /** Text, unless its bytes are no UTF-8. */
    private static Optional<Object> text(Object value) {
        if (!(value instanceof UTF8String bytes)) {
            return Optional.empty();
        }
        String text = bytes.toString();
        return of(text, Arrays.equals(text.getBytes(StandardCharsets.UTF_8), bytes.getBytes()));
    }

    private static Object time(Type type, long units) {
        if (type.kind() == TypeKind.TIME) {
            return LocalTime.ofNanoOfDay(units);
        }
        long seconds = Math.floorDiv(units, 1_000_000L);
        int nanos = (int) Math.floorMod(units, 1_000_000L) * 1000;
        if (type.kind() == TypeKind.INTERVAL_DAY_TIME) {
            return Duration.ofSeconds(seconds, nanos);
        }
        return type.utc()
                ? Instant.ofEpochSecond(seconds, nanos)
                : LocalDateTime.ofEpochSecond(seconds, nanos, ZoneOffset.UTC);
    }
}
