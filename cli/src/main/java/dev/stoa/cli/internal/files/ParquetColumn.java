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
package dev.stoa.cli.internal.files;

import dev.stoa.reader.Filter.Operator;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.function.Function;
import org.apache.parquet.filter2.predicate.FilterApi;
import org.apache.parquet.filter2.predicate.FilterPredicate;
import org.apache.parquet.filter2.predicate.Operators.Column;
import org.apache.parquet.filter2.predicate.Operators.SupportsEqNotEq;
import org.apache.parquet.filter2.predicate.Operators.SupportsLtGt;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * A column of a Parquet file, in comparisons of parquet-java.
 *
 * @param path its names with dots between them
 * @param type its type
 */
record ParquetColumn(String path, PrimitiveType type) {
    private static final long NANOS_OF_SECOND = 1_000_000_000L;

    /**
     * The comparison of the column with a literal, which nulls never fulfil.
     *
     * @throws IllegalArgumentException if the type has no such comparison, or no value that equals the literal
     */
    FilterPredicate compare(Operator operator, Object literal) {
        try {
            return switch (type.getPrimitiveTypeName()) {
                case INT32 -> ordered(FilterApi.intColumn(path), operator, Math.toIntExact(integer(literal)));
                case INT64 -> ordered(FilterApi.longColumn(path), operator, integer(literal));
                case FLOAT -> ordered(FilterApi.floatColumn(path), operator, number(literal, Number::floatValue));
                case DOUBLE -> ordered(FilterApi.doubleColumn(path), operator, number(literal, Number::doubleValue));
                case BOOLEAN -> equality(FilterApi.booleanColumn(path), operator, (Boolean) literal);
                case BINARY, FIXED_LEN_BYTE_ARRAY -> ordered(FilterApi.binaryColumn(path), operator, bytes(literal));
                case INT96 -> throw new IllegalArgumentException("its column is INT96, which has no order");
            };
        } catch (ArithmeticException | ClassCastException | java.time.DateTimeException e) {
            throw new IllegalArgumentException(
                    "its column '" + path + "' is " + type + ", and has no value " + literal, e);
        }
    }

    /** Whether the column is null, or not null. */
    FilterPredicate isNull(boolean isNegated) {
        return switch (type.getPrimitiveTypeName()) {
            case INT32 -> isNull(FilterApi.intColumn(path), isNegated);
            case INT64 -> isNull(FilterApi.longColumn(path), isNegated);
            case FLOAT -> isNull(FilterApi.floatColumn(path), isNegated);
            case DOUBLE -> isNull(FilterApi.doubleColumn(path), isNegated);
            case BOOLEAN -> isNull(FilterApi.booleanColumn(path), isNegated);
            case BINARY, FIXED_LEN_BYTE_ARRAY, INT96 -> isNull(FilterApi.binaryColumn(path), isNegated);
        };
    }

    private static <T extends Comparable<T>, C extends Column<T> & SupportsEqNotEq> FilterPredicate isNull(
            C column, boolean isNegated) {
        return isNegated ? FilterApi.notEq(column, null) : FilterApi.eq(column, null);
    }

    private static <T extends Comparable<T>, C extends Column<T> & SupportsLtGt> FilterPredicate ordered(
            C column, Operator operator, T value) {
        return switch (operator) {
            case LESS -> FilterApi.lt(column, value);
            case LESS_OR_EQUAL -> FilterApi.ltEq(column, value);
            case GREATER -> FilterApi.gt(column, value);
            case GREATER_OR_EQUAL -> FilterApi.gtEq(column, value);
            case EQUAL, NULL_SAFE_EQUAL, NOT_EQUAL -> equality(column, operator, value);
        };
    }

    private static <T extends Comparable<T>, C extends Column<T> & SupportsEqNotEq> FilterPredicate equality(
            C column, Operator operator, T value) {
        return switch (operator) {
            case EQUAL, NULL_SAFE_EQUAL -> FilterApi.eq(column, value);
            // parquet-java's notEq holds for nulls
            case NOT_EQUAL -> FilterApi.and(FilterApi.notEq(column, value), FilterApi.notEq(column, null));
            default -> throw new IllegalArgumentException("parquet-java has no order of booleans");
        };
    }

    private long integer(Object literal) {
        LogicalTypeAnnotation meaning = type.getLogicalTypeAnnotation();
        if (meaning instanceof DecimalLogicalTypeAnnotation decimal) {
            return unscaled(literal, decimal).longValueExact();
        } else if (meaning instanceof LogicalTypeAnnotation.DateLogicalTypeAnnotation) {
            return (literal instanceof String text ? LocalDate.parse(text) : (LocalDate) literal).toEpochDay();
        } else if (meaning instanceof TimeLogicalTypeAnnotation time) {
            LocalTime value = literal instanceof String text ? LocalTime.parse(text) : (LocalTime) literal;
            return exact(BigInteger.valueOf(value.toNanoOfDay()), time.getUnit());
        } else if (meaning instanceof TimestampLogicalTypeAnnotation timestamp) {
            Instant value = timestamp.isAdjustedToUTC()
                    ? instant(literal)
                    : local(literal).toInstant(ZoneOffset.UTC);
            return exact(
                    BigInteger.valueOf(value.getEpochSecond())
                            .multiply(BigInteger.valueOf(NANOS_OF_SECOND))
                            .add(BigInteger.valueOf(value.getNano())),
                    timestamp.getUnit());
        } else if (meaning instanceof IntLogicalTypeAnnotation integer && !integer.isSigned()) {
            throw new IllegalArgumentException("its column '" + path + "' is unsigned");
        }
        return decimal(literal).longValueExact();
    }

    private static long exact(BigInteger nanos, TimeUnit unit) {
        long divisor = switch (unit) {
            case MILLIS -> 1_000_000;
            case MICROS -> 1_000;
            case NANOS -> 1;
        };
        BigInteger[] parts = nanos.divideAndRemainder(BigInteger.valueOf(divisor));
        if (parts[1].signum() != 0) {
            throw new ArithmeticException("finer than " + unit);
        }
        return parts[0].longValueExact();
    }

    private static Instant instant(Object literal) {
        return literal instanceof String text
                ? OffsetDateTime.parse(text.replace(' ', 'T')).toInstant()
                : (Instant) literal;
    }

    private static LocalDateTime local(Object literal) {
        if (literal instanceof LocalDate day) {
            return day.atStartOfDay();
        } else if (literal instanceof String text) {
            return text.length() == "2000-01-01".length()
                    ? LocalDate.parse(text).atStartOfDay()
                    : LocalDateTime.parse(text.replace(' ', 'T'));
        }
        return (LocalDateTime) literal;
    }

    /** A number as a float or double that equals it. */
    private static <T extends Number> T number(Object literal, Function<Number, T> nearest) {
        T value = nearest.apply((Number) literal);
        boolean isFinite = Double.isFinite(((Number) literal).doubleValue());
        if (isFinite && decimal(literal).compareTo(new BigDecimal(value.doubleValue())) != 0) {
            throw new ArithmeticException("no such float");
        }
        return value;
    }

    private static BigDecimal decimal(Object literal) {
        return new BigDecimal(((Number) literal).toString());
    }

    private static BigInteger unscaled(Object literal, DecimalLogicalTypeAnnotation type) {
        return decimal(literal)
                .setScale(type.getScale(), RoundingMode.UNNECESSARY)
                .unscaledValue();
    }

    private Binary bytes(Object literal) {
        if (type.getLogicalTypeAnnotation() instanceof DecimalLogicalTypeAnnotation decimal) {
            BigInteger value = unscaled(literal, decimal);
            byte[] bytes = value.toByteArray();
            if (type.getPrimitiveTypeName() == PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY) {
                byte[] wide = new byte[type.getTypeLength()];
                if (bytes.length > wide.length) {
                    throw new ArithmeticException("too large");
                }
                Arrays.fill(wide, (byte) (value.signum() < 0 ? -1 : 0));
                System.arraycopy(bytes, 0, wide, wide.length - bytes.length, bytes.length);
                bytes = wide;
            }
            return Binary.fromConstantByteArray(bytes);
        }
        return literal instanceof byte[] bytes
                ? Binary.fromConstantByteArray(bytes)
                : Binary.fromString((String) literal);
    }
}
