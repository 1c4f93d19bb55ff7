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
package dev.stoa.table.internal.schema;

import dev.stoa.format.BooleanVector;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.DoubleVector;
import dev.stoa.format.Field;
import dev.stoa.format.FloatVector;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.UuidText;
import dev.stoa.writer.JavaRows;
import dev.stoa.writer.RejectedDataException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Literals of filters, as values of a column. */
public final class LiteralValues {
    private LiteralValues() {}

    /**
     * A vector with one row.
     *
     * @throws IllegalArgumentException if the literal is no value of the column
     */
    public static ColumnVector single(Field field, Object literal) {
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
            case FLOAT16, FLOAT32, FLOAT64 -> literal instanceof Number n ? floating(type, n) : literal;
            case DECIMAL -> literal instanceof Double d ? BigDecimal.valueOf(d) : literal;
            case DATE -> isText ? LocalDate.parse((CharSequence) literal) : literal;
            case TIME -> isText ? LocalTime.parse((CharSequence) literal) : literal;
            case TIMESTAMP -> isText ? timestamp(type, literal.toString()) : literal;
            case UUID -> isText ? UuidText.parse(literal.toString()) : literal;
            default -> literal;
        };
    }

    private static Object floating(Type type, Number literal) {
        boolean isDouble = type.kind() == TypeKind.FLOAT64;
        double value = isDouble ? literal.doubleValue() : literal.floatValue();
        boolean isBinary = literal instanceof Double || literal instanceof Float;
        if (Double.isInfinite(value) && !(isBinary && Double.isInfinite(literal.doubleValue()))) {
            throw new ArithmeticException("its magnitude is larger than that of any " + type);
        }
        return isDouble ? (Object) value : (Object) (float) value;
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

    /** A value that is not null as a filter takes it, if filters take values of its type. */
    public static Optional<Object> literal(ColumnVector values, int row) {
        Type type = values.type();
        long number = number(values, row);
        Object literal = switch (type.kind()) {
            case BOOLEAN -> ((BooleanVector) values).values()[row] != 0;
            case INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32 -> number;
            case UINT64 -> new BigInteger(Long.toUnsignedString(number));
            case FLOAT32 -> (double) ((FloatVector) values).values()[row];
            case FLOAT64 -> ((DoubleVector) values).values()[row];
            case DECIMAL -> new BigDecimal(unscaled(values, row), type.scale());
            case DATE -> LocalDate.ofEpochDay(number);
            case STRING, VARCHAR, CHAR, JSON, ENUM -> ((BytesVector) values).getString(row);
            case BINARY, FIXED, BSON -> ((BytesVector) values).get(row);
            case UUID -> uuid(((BytesVector) values).get(row));
            default -> null;
        };
        return Optional.ofNullable(literal);
    }

    private static BigInteger unscaled(ColumnVector values, int row) {
        if (values instanceof BytesVector v) {
            return new BigInteger(v.get(row));
        }
        return values instanceof Int128Vector v ? v.get(row) : BigInteger.valueOf(number(values, row));
    }

    private static long number(ColumnVector values, int row) {
        return values instanceof IntVector v ? v.values()[row] : values instanceof LongVector v ? v.values()[row] : 0;
    }

    private static UUID uuid(byte[] bytes) {
        ByteBuffer id = ByteBuffer.wrap(bytes);
        return new UUID(id.getLong(), id.getLong());
    }
}
