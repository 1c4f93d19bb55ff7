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
package dev.stoa.reader;

import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/** Random filters, and what they mean, one row at a time and by the book. */
final class ModelFilters {
    private final Random random;
    private final List<Column> columns;

    /**
     * A column that can be filtered by.
     *
     * @param path its path
     * @param type its type
     * @param values by row, as {@link Model} has them
     */
    record Column(ColumnPath path, Type type, List<Object> values) {}

    ModelFilters(Random random, List<Column> columns) {
        this.random = random;
        this.columns = columns;
    }

    Filter filter(int depth) {
        int choice = random.nextInt(depth == 0 ? 1 : 5);
        if (choice >= 4) {
            return new Filter.Not(filter(depth - 1));
        } else if (choice >= 2) {
            List<Filter> parts = new ArrayList<>();
            for (int i = random.nextInt(4); i > 0; i--) {
                parts.add(filter(depth - 1));
            }
            return choice == 2 ? new Filter.And(parts) : new Filter.Or(parts);
        }
        return leaf(columns.get(random.nextInt(columns.size())));
    }

    private Filter leaf(Column column) {
        List<Object> literals = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            Object value = column.values().isEmpty()
                    ? null
                    : column.values().get(random.nextInt(column.values().size()));
            if (value != null) {
                literal(column.type(), value).ifPresent(literals::add);
            }
        }
        if (literals.isEmpty()) {
            return new Filter.IsNull(column.path());
        }
        Object first = literals.get(0);
        boolean isText = column.values().stream().anyMatch(ByteBuffer.class::isInstance);
        return switch (random.nextInt(isText && column.type().kind() != TypeKind.UUID ? 6 : 5)) {
            case 0 -> new Filter.In(column.path(), literals);
            case 1 -> new Filter.Between(column.path(), first, literals.get(literals.size() - 1));
            case 5 ->
                column.type().kind() == TypeKind.CHAR || random.nextBoolean()
                        ? new Filter.StartsWith(column.path(), prefix(first))
                        : new Filter.Contains(column.path(), part(first));
            default -> {
                Filter.Operator[] all = Filter.Operator.values();
                yield new Filter.Compare(column.path(), all[random.nextInt(all.length)], first);
            }
        };
    }

    private Object prefix(Object literal) {
        if (literal instanceof String text) {
            return text.substring(
                    0, text.offsetByCodePoints(0, random.nextInt(text.codePointCount(0, text.length()) + 1)));
        }
        byte[] bytes = (byte[]) literal;
        return Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
    }

    private Object part(Object literal) {
        Object prefix = prefix(literal);
        if (prefix instanceof String text) {
            return text.substring(
                    text.offsetByCodePoints(0, random.nextInt(text.codePointCount(0, text.length()) + 1)));
        }
        byte[] bytes = (byte[]) prefix;
        return Arrays.copyOfRange(bytes, random.nextInt(bytes.length + 1), bytes.length);
    }

    /** A literal at or near a value. */
    private java.util.Optional<Object> literal(Type type, Object value) {
        return java.util.Optional.ofNullable(
                switch (type.kind()) {
                    case BOOLEAN -> value;
                    case INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, INTERVAL_YEAR_MONTH ->
                        number(new BigDecimal((BigInteger) value));
                    case DECIMAL -> number(new BigDecimal((BigInteger) value, type.scale()));
                    case FLOAT16, FLOAT32, FLOAT64 -> floating(type, value);
                    case DATE -> LocalDate.ofEpochDay(((BigInteger) value).longValueExact());
                    case TIME -> {
                        BigDecimal nanos = seconds(type, value).scaleByPowerOfTen(9);
                        yield LocalTime.ofNanoOfDay(nanos.longValue());
                    }
                    case TIMESTAMP -> {
                        BigInteger[] parts = seconds(type, value)
                                .scaleByPowerOfTen(9)
                                .toBigInteger()
                                .divideAndRemainder(BigInteger.TEN.pow(9));
                        Instant instant = Instant.ofEpochSecond(parts[0].longValueExact(), parts[1].longValueExact());
                        Object local = LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
                        yield type.utc()
                                ? random.nextBoolean() ? instant : instant.toString()
                                : random.nextBoolean() ? local : local.toString();
                    }
                    case INTERVAL_DAY_TIME -> {
                        BigInteger[] parts = seconds(type, value)
                                .scaleByPowerOfTen(9)
                                .toBigInteger()
                                .divideAndRemainder(BigInteger.TEN.pow(9));
                        yield Duration.ofSeconds(parts[0].longValueExact(), parts[1].longValueExact());
                    }
                    case STRING, VARCHAR, JSON, ENUM -> text(value);
                    case CHAR -> text(value) + (random.nextBoolean() ? "  " : "");
                    case BINARY, FIXED, BSON, UUID -> ((ByteBuffer) value).array();
                    default -> null;
                });
    }

    private static String text(Object value) {
        return new String(((ByteBuffer) value).array(), java.nio.charset.StandardCharsets.UTF_8);
    }

    private Object number(BigDecimal value) {
        return switch (random.nextInt(5)) {
            case 0 -> value.add(new BigDecimal("0.5"));
            case 1 -> value.doubleValue();
            case 2 -> value.toBigInteger();
            case 3 -> value.longValue();
            default -> value;
        };
    }

    private Object floating(Type type, Object value) {
        double d = toDouble(type, value);
        return switch (random.nextInt(5)) {
            case 0 -> Double.isFinite(d) ? (Object) new BigDecimal(d).add(new BigDecimal("1e-400")) : d;
            case 1 -> Double.NaN;
            case 2 -> (long) d;
            default -> d;
        };
    }

    private static double toDouble(Type type, Object value) {
        return switch (type.kind()) {
            case FLOAT16 -> value.equals("NaN") ? Double.NaN : (Float) value;
            case FLOAT32 -> Float.intBitsToFloat((Integer) value);
            default -> Double.longBitsToDouble((Long) value);
        };
    }

    private static BigDecimal seconds(Type type, Object value) {
        return new BigDecimal((BigInteger) value, type.precision());
    }

    /** True, false, or null for unknown. */
    Boolean test(Filter filter, int row) {
        if (filter instanceof Filter.And f) {
            Boolean result = true;
            for (Filter part : f.filters()) {
                Boolean one = test(part, row);
                result = Boolean.FALSE.equals(result) || Boolean.FALSE.equals(one)
                        ? Boolean.FALSE
                        : result == null || one == null ? null : Boolean.TRUE;
            }
            return result;
        } else if (filter instanceof Filter.Or f) {
            return not(test(
                    new Filter.And(f.filters().stream()
                            .map(x -> (Filter) new Filter.Not(x))
                            .toList()),
                    row));
        } else if (filter instanceof Filter.Not f) {
            return not(test(f.filter(), row));
        } else if (filter instanceof Filter.IsNull f) {
            return column(f.column()).values().get(row) == null;
        } else if (filter instanceof Filter.In f) {
            Object value = column(f.column()).values().get(row);
            if (value == null) {
                return null;
            }
            Type type = column(f.column()).type();
            return f.literals().stream().anyMatch(literal -> compare(type, value, literal) == 0);
        } else if (filter instanceof Filter.Between f) {
            return test(
                    new Filter.And(List.of(
                            new Filter.Compare(f.column(), Filter.Operator.GREATER_OR_EQUAL, f.low()),
                            new Filter.Compare(f.column(), Filter.Operator.LESS_OR_EQUAL, f.high()))),
                    row);
        } else if (filter instanceof Filter.StartsWith f) {
            Object value = column(f.column()).values().get(row);
            return value == null ? null : startsWith(column(f.column()).type(), (ByteBuffer) value, f.prefix());
        } else if (filter instanceof Filter.Contains f) {
            Object value = column(f.column()).values().get(row);
            return value == null ? null : contains((ByteBuffer) value, f.part());
        }
        Filter.Compare f = (Filter.Compare) filter;
        Object value = column(f.column()).values().get(row);
        if (value == null) {
            return f.operator() == Filter.Operator.NULL_SAFE_EQUAL ? Boolean.FALSE : null;
        }
        int order = compare(column(f.column()).type(), value, f.literal());
        return switch (f.operator()) {
            case EQUAL, NULL_SAFE_EQUAL -> order == 0;
            case NOT_EQUAL -> order != 0;
            case LESS -> order < 0;
            case LESS_OR_EQUAL -> order <= 0;
            case GREATER -> order > 0;
            case GREATER_OR_EQUAL -> order >= 0;
        };
    }

    /** Whether a value is NaN. */
    static boolean isNaN(Type type, Object value) {
        return switch (type.kind()) {
            case FLOAT16, FLOAT32, FLOAT64 -> Double.isNaN(toDouble(type, value));
            default -> false;
        };
    }

    /** The order of a type's values that are neither null nor NaN. */
    static Comparator<Object> order(Type type) {
        return switch (type.kind()) {
            case FLOAT16, FLOAT32, FLOAT64 -> Comparator.comparingDouble(value -> toDouble(type, value) + 0.0);
            case BOOLEAN -> Comparator.comparing(Boolean.class::cast);
            case CHAR -> Comparator.comparing(value -> text(value) + " ".repeat(type.precision()), ModelFilters::bytes);
            default ->
                (a, b) -> a instanceof BigInteger number
                        ? number.compareTo((BigInteger) b)
                        : Arrays.compareUnsigned(((ByteBuffer) a).array(), ((ByteBuffer) b).array());
        };
    }

    private static int bytes(String a, String b) {
        return Arrays.compareUnsigned(
                a.getBytes(java.nio.charset.StandardCharsets.UTF_8),
                b.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }

    private static Boolean not(Boolean value) {
        return value == null ? null : !value;
    }

    private Column column(ColumnPath path) {
        return columns.stream().filter(c -> c.path().equals(path)).findFirst().orElseThrow();
    }

    private static boolean startsWith(Type type, ByteBuffer value, Object prefix) {
        if (prefix instanceof byte[] bytes) {
            return value.remaining() >= bytes.length && ByteBuffer.wrap(bytes).equals(value.slice(0, bytes.length));
        }
        String text = text(value);
        if (type.kind() == TypeKind.CHAR) {
            text += " ".repeat(type.precision() - text.codePointCount(0, text.length()));
        }
        return text.startsWith((String) prefix);
    }

    private static boolean contains(ByteBuffer value, Object part) {
        if (part instanceof String text) {
            return text(value).contains(text);
        }
        ByteBuffer bytes = ByteBuffer.wrap((byte[]) part);
        return java.util.stream.IntStream.rangeClosed(0, value.remaining() - bytes.remaining())
                .anyMatch(at -> value.slice(at, bytes.remaining()).equals(bytes));
    }

    private static int compare(Type type, Object value, Object literal) {
        return switch (type.kind()) {
            case BOOLEAN -> Boolean.compare((Boolean) value, (Boolean) literal);
            case FLOAT16, FLOAT32, FLOAT64 -> compareDoubles(toDouble(type, value), literal);
            case DECIMAL -> compareNumbers(new BigDecimal((BigInteger) value, type.scale()), literal);
            case DATE -> ((BigInteger) value).compareTo(BigInteger.valueOf(((LocalDate) literal).toEpochDay()));
            case TIME -> seconds(type, value).compareTo(BigDecimal.valueOf(((LocalTime) literal).toNanoOfDay(), 9));
            case INTERVAL_DAY_TIME -> {
                Duration d = (Duration) literal;
                yield seconds(type, value)
                        .compareTo(BigDecimal.valueOf(d.getSeconds()).add(BigDecimal.valueOf(d.getNano(), 9)));
            }
            case TIMESTAMP -> {
                Instant instant = literal instanceof Instant i
                        ? i
                        : literal instanceof LocalDateTime l
                                ? l.toInstant(ZoneOffset.UTC)
                                : type.utc()
                                        ? Instant.parse((String) literal)
                                        : LocalDateTime.parse((String) literal).toInstant(ZoneOffset.UTC);
                yield seconds(type, value)
                        .compareTo(BigDecimal.valueOf(instant.getEpochSecond())
                                .add(BigDecimal.valueOf(instant.getNano(), 9)));
            }
            case STRING, VARCHAR, JSON, ENUM ->
                Arrays.compareUnsigned(
                        ((ByteBuffer) value).array(),
                        Model.utf8((String) literal).array());
            case CHAR -> {
                String a = text(value);
                String b = (String) literal;
                int length = Math.max(a.length(), b.length());
                yield Arrays.compareUnsigned(pad(a, length), pad(b, length));
            }
            case BINARY, FIXED, BSON, UUID -> Arrays.compareUnsigned(((ByteBuffer) value).array(), (byte[]) literal);
            default -> compareNumbers(new BigDecimal((BigInteger) value), literal);
        };
    }

    private static byte[] pad(String text, int length) {
        byte[] bytes = Model.utf8(text).array();
        byte[] padded = Arrays.copyOf(bytes, 4 * length + 4);
        Arrays.fill(padded, bytes.length, padded.length, (byte) ' ');
        return padded;
    }

    private static int compareDoubles(double value, Object literal) {
        if (literal instanceof Double d) {
            return Double.isNaN(value) || Double.isNaN(d)
                    ? Boolean.compare(Double.isNaN(value), Double.isNaN(d))
                    : value < d ? -1 : value > d ? 1 : 0;
        }
        if (!Double.isFinite(value)) {
            return value < 0 ? -1 : 1;
        }
        return compareNumbers(new BigDecimal(value), literal);
    }

    private static int compareNumbers(BigDecimal value, Object literal) {
        if (literal instanceof Double d) {
            return Double.isFinite(d) ? value.compareTo(new BigDecimal(d)) : d < 0 ? 1 : -1;
        } else if (literal instanceof Long l) {
            return value.compareTo(BigDecimal.valueOf(l));
        } else if (literal instanceof BigInteger i) {
            return value.compareTo(new BigDecimal(i));
        }
        return value.compareTo((BigDecimal) literal);
    }
}
