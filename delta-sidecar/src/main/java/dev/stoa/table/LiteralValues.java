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
package dev.stoa.table;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.writer.JavaRows;
import dev.stoa.writer.RejectedDataException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/** Literals, as they stand in filters, as values of a column. */
final class LiteralValues {
    private LiteralValues() {}

    /**
     * A vector with one row.
     *
     * @throws IllegalArgumentException if the literal is no value of the column
     */
    static ColumnVector single(Field field, Object literal) {
        Schema schema = Schema.of(field);
        try {
            return JavaRows.batch(schema, List.<Object[]>of(new Object[] {value(field.type(), literal)}))
                    .column(0);
        } catch (RejectedDataException | DateTimeException | ArithmeticException e) {
            throw new IllegalArgumentException(
                    "column '" + field.name() + "' of type " + field.type() + " can't become " + literal + ": "
                            + e.getMessage(),
                    e);
        }
    }

    /** A literal from plain text. */
    static Object ofText(Type type, String text) {
        return switch (type.kind()) {
            case INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, FLOAT16, FLOAT32, FLOAT64, DECIMAL ->
                new BigDecimal(text);
            default -> text;
        };
    }

    private static Object value(Type type, Object literal) {
        boolean isText = literal instanceof CharSequence;
        return switch (type.kind()) {
            case INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64 ->
                literal instanceof Number n ? integer(n) : literal;
            case FLOAT16, FLOAT32 -> literal instanceof Number n ? (Object) n.floatValue() : literal;
            case FLOAT64 -> literal instanceof Number n ? (Object) n.doubleValue() : literal;
            case DECIMAL -> literal instanceof Double d ? BigDecimal.valueOf(d) : literal;
            case DATE -> isText ? LocalDate.parse((CharSequence) literal) : literal;
            case TIME -> isText ? LocalTime.parse((CharSequence) literal) : literal;
            case TIMESTAMP -> isText ? timestamp(type, literal.toString()) : literal;
            case UUID -> isText ? UUID.fromString(literal.toString().toLowerCase(Locale.ROOT)) : literal;
            default -> literal;
        };
    }

    private static Object integer(Number literal) {
        if (literal instanceof BigDecimal decimal) {
            return decimal.toBigIntegerExact();
        } else if (literal instanceof Double || literal instanceof Float) {
            return BigDecimal.valueOf(literal.doubleValue()).toBigIntegerExact();
        }
        return literal instanceof BigInteger ? literal : (Object) BigInteger.valueOf(literal.longValue());
    }

    private static Object timestamp(Type type, String text) {
        String iso = text.replace(' ', 'T');
        if (type.utc()) {
            return OffsetDateTime.parse(iso).toInstant();
        }
        return iso.indexOf(':') < 0 ? LocalDate.parse(iso).atStartOfDay() : LocalDateTime.parse(iso);
    }
}
