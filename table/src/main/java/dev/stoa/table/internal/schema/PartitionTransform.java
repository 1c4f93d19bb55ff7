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

import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.TypeKind;
import dev.stoa.format.internal.index.ValueHash;
import dev.stoa.reader.internal.value.ValueOrder;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The part of a table that a value of a column belongs to: a short text, see the specification of the log. {@code hash(16)} and
 * {@code range(10, 20)} have a fixed number of parts, {@code value}, {@code truncate(10)}, {@code year}, {@code month}, {@code day} and
 * {@code hour} as many as the rows have. For one thread.
 */
public abstract class PartitionTransform {
    private static final Pattern BOUNDED = Pattern.compile("(hash|range|truncate)\\((.*)\\)", Pattern.DOTALL);
    private static final String NULL = "null";

    /** Of nulls where parts are numbered from 0 on. */
    private static final String FIRST = "0";

    private static final Pattern NUMBER = Pattern.compile("\\d{1,5}");

    private final Pattern name;
    private final OptionalInt parts;

    /**
     * A transform.
     *
     * @param name how parts are named
     * @param parts the number of parts, if it is known
     */
    private PartitionTransform(Pattern name, OptionalInt parts) {
        this.name = name;
        this.parts = parts;
    }

    /** The part of a row's value. */
    public abstract String part(ColumnVector values, int row);

    /** Whether a text may name a part; what does not tells nothing. */
    final boolean isPart(String text) {
        return name.matcher(text).matches();
    }

    /** A part's name as it is given now: that of equal values, which once had several. */
    String canonical(String text) {
        return text;
    }

    /** Returns the number of parts, if it is known. */
    final OptionalInt parts() {
        return parts;
    }

    /**
     * Parses a text about a column.
     *
     * @param most the largest number of parts
     * @throws IllegalArgumentException if values of the column can't be divided in this way
     */
    public static PartitionTransform of(Field field, String transform, int most) {
        Matcher bounded = BOUNDED.matcher(transform);
        if (bounded.matches()) {
            return switch (bounded.group(1)) {
                case "hash" -> hashes(transform, bounded.group(2).strip(), most);
                case "range" -> ranges(field, transform, bounded.group(2));
                default -> truncated(field, transform, bounded.group(2).strip());
            };
        }
        TypeKind kind = field.type().kind();
        if (transform.equals("value") && Values.canDivide(kind)) {
            return new Values(kind == TypeKind.CHAR);
        }
        boolean isTime = kind == TypeKind.TIMESTAMP || kind == TypeKind.DATE && !transform.equals("hour");
        for (Times.Unit unit : Times.Unit.values()) {
            if (unit.text.equals(transform) && isTime) {
                return new Times(unit, kind == TypeKind.DATE ? -1 : field.type().precision());
            }
        }
        throw new IllegalArgumentException("column '" + field.name() + "' of type " + field.type()
                + " can't be divided by '" + transform
                + "': write hash(16), range(10, 20), value (of whole numbers, dates, "
                + "booleans and texts), or year, month, day or hour (of timestamps; but for hour of dates, too)");
    }

    private static PartitionTransform hashes(String transform, String count, int most) {
        int parts = NUMBER.matcher(count).matches() ? Integer.parseInt(count) : 0;
        if (parts < 1 || parts > most) {
            throw new IllegalArgumentException("'" + transform + "' must be hash(1) to hash(" + most + ")");
        }
        return new Hashes(parts);
    }

    private static PartitionTransform truncated(Field field, String transform, String width) {
        int number = width.matches("\\d{1,9}") ? Integer.parseInt(width) : 0;
        if (number < 1 || number > Truncated.most(field.type().kind())) {
            throw new IllegalArgumentException("column '" + field.name() + "' of type " + field.type()
                    + " can't be divided by '" + transform + "': write truncate(1) to truncate("
                    + Truncated.MOST_CHARACTERS
                    + ") of texts, to truncate(" + Truncated.MOST_NUMBER + ") of whole numbers, or hash(16)");
        }
        return new Truncated(number);
    }

    private static PartitionTransform ranges(Field field, String transform, String texts) {
        ValueOrder order = new ValueOrder(field.type());
        List<ColumnVector> bounds = new ArrayList<>();
        for (String text : texts.split(",", -1)) {
            ColumnVector bound = LiteralValues.single(field, LiteralValues.ofText(field.type(), text.strip()));
            if (!bounds.isEmpty() && order.compare(bounds.get(bounds.size() - 1), 0, bound, 0) >= 0) {
                throw new IllegalArgumentException("'" + transform + "': the bounds must ascend");
            }
            bounds.add(bound);
        }
        return new Ranges(order, bounds);
    }

    private static long hash(ValueHash hash, ColumnVector values, int row) {
        hash.read(values, row);
        return hash.hash(0);
    }

    private static final class Hashes extends PartitionTransform {
        private final int parts;
        private final ValueHash hash = new ValueHash();

        Hashes(int parts) {
            super(NUMBER, OptionalInt.of(parts));
            this.parts = parts;
        }

        @Override
        public String part(ColumnVector values, int row) {
            return values.isNull(row)
                    ? FIRST
                    : Integer.toString((int) Long.remainderUnsigned(hash(hash, values, row), parts));
        }
    }

    private static final class Ranges extends PartitionTransform {
        private final ValueOrder order;
        private final List<ColumnVector> bounds;

        Ranges(ValueOrder order, List<ColumnVector> bounds) {
            super(NUMBER, OptionalInt.of(bounds.size() + 1));
            this.order = order;
            this.bounds = bounds;
        }

        @Override
        public String part(ColumnVector values, int row) {
            int part = 0;
            while (!values.isNull(row)
                    && part < bounds.size()
                    && order.compare(bounds.get(part), 0, values, row) <= 0) {
                part++;
            }
            return Integer.toString(part);
        }
    }

    private static final class Values extends PartitionTransform {
        /** Of longer texts the hash counts. */
        private static final int MAX_BYTES = 256;

        private static final Pattern NAME =
                Pattern.compile("null|true|false|[+-]?[\\d-]+|#[0-9a-f]{16}|\"[^\\p{Cntrl}]*\"");

        private final ValueHash hash = new ValueHash();

        private final boolean isPadded;

        /**
         * Parts by value.
         *
         * @param isPadded whether trailing blanks are no part of a value
         */
        Values(boolean isPadded) {
            super(NAME, OptionalInt.empty());
            this.isPadded = isPadded;
        }

        @Override
        String canonical(String text) {
            boolean isText = isPadded && text.endsWith("\"");
            return isText ? withoutTrailingBlanks(text.substring(0, text.length() - 1)) + "\"" : text;
        }

        private static String withoutTrailingBlanks(String text) {
            int end = text.length();
            while (end > 0 && text.charAt(end - 1) == ' ') {
                end--;
            }
            return text.substring(0, end);
        }

        static boolean canDivide(TypeKind kind) {
            return switch (kind) {
                case BOOLEAN,
                        INT8,
                        INT16,
                        INT32,
                        INT64,
                        UINT8,
                        UINT16,
                        UINT32,
                        UINT64,
                        DATE,
                        STRING,
                        VARCHAR,
                        CHAR,
                        ENUM -> true;
                default -> false;
            };
        }

        @Override
        public String part(ColumnVector values, int row) {
            if (values.isNull(row)) {
                return NULL;
            }
            Object value = LiteralValues.literal(values, row).orElseThrow();
            if (!(value instanceof String given)) {
                return value.toString();
            }
            String text = isPadded ? withoutTrailingBlanks(given) : given;
            return text.length() > MAX_BYTES || text.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES
                    ? String.format("#%016x", hash(hash, values, row))
                    : quoted(text);
        }

        /** In one line. */
        private static String quoted(String text) {
            StringBuilder quoted = new StringBuilder("\"");
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                if (c == '"' || c == '\\') {
                    quoted.append('\\').append(c);
                } else if (Character.isISOControl(c) || c == '\u2028' || c == '\u2029') {
                    quoted.append(String.format("\\u%04x", (int) c));
                } else {
                    quoted.append(c);
                }
            }
            return quoted.append('"').toString();
        }
    }

    /** Numbers down to a multiple of a width, texts by that number of their first code points. */
    private static final class Truncated extends PartitionTransform {
        /** So that a part's name has at most 256 bytes. */
        private static final int MOST_CHARACTERS = 64;

        private static final int MOST_NUMBER = 999_999_999;

        private final int width;

        Truncated(int width) {
            super(Values.NAME, OptionalInt.empty());
            this.width = width;
        }

        /** The greatest width for values of a type; 0 if the type has none. */
        static int most(TypeKind kind) {
            return switch (kind) {
                case INT8, INT16, INT32, INT64 -> MOST_NUMBER;
                case STRING, VARCHAR -> MOST_CHARACTERS;
                default -> 0;
            };
        }

        @Override
        public String part(ColumnVector values, int row) {
            if (values.isNull(row)) {
                return NULL;
            }
            Object value = LiteralValues.literal(values, row).orElseThrow();
            if (value instanceof String text) {
                boolean isShort = text.codePointCount(0, text.length()) <= width;
                return Values.quoted(isShort ? text : text.substring(0, text.offsetByCodePoints(0, width)));
            }
            long number = ((Number) value).longValue();
            return BigInteger.valueOf(number)
                    .subtract(BigInteger.valueOf(Math.floorMod(number, width)))
                    .toString();
        }
    }

    /** Calendar units, in UTC where the timestamps are: numbered from 1970 on. */
    private static final class Times extends PartitionTransform {
        private static final Pattern NAME = Pattern.compile("null|-?\\d+");
        private static final int DAY_SECONDS = 86_400;
        private static final int HOUR_SECONDS = 3_600;

        private final Unit unit;
        /** How many of the column's units an hour has, or a day; of dates nothing is divided. */
        private final BigInteger divisor;

        enum Unit {
            YEAR("year"),
            MONTH("month"),
            DAY("day"),
            HOUR("hour");

            private final String text;

            Unit(String text) {
                this.text = text;
            }
        }

        /**
         * Parts by a unit.
         *
         * @param precision of timestamps; negative for dates
         */
        Times(Unit unit, int precision) {
            super(NAME, OptionalInt.empty());
            this.unit = unit;
            this.divisor = precision < 0
                    ? BigInteger.ONE
                    : BigInteger.TEN
                            .pow(precision)
                            .multiply(BigInteger.valueOf(unit == Unit.HOUR ? HOUR_SECONDS : DAY_SECONDS));
        }

        @Override
        public String part(ColumnVector values, int row) {
            if (values.isNull(row)) {
                return NULL;
            }
            long whole = whole(values, row);
            return Long.toString(
                    switch (unit) {
                        case HOUR, DAY -> whole;
                        case MONTH -> months(whole);
                        case YEAR -> Math.floorDiv(months(whole), 12);
                    });
        }

        /** Days or hours since 1970. */
        private long whole(ColumnVector values, int row) {
            if (values instanceof IntVector days) {
                return days.values()[row];
            } else if (values instanceof LongVector instants) {
                return Math.floorDiv(instants.values()[row], divisor.longValueExact());
            }
            Int128Vector instants = (Int128Vector) values;
            BigInteger instant = BigInteger.valueOf(instants.high(row))
                    .shiftLeft(Long.SIZE)
                    .add(new BigInteger(Long.toUnsignedString(instants.low()[row])));
            BigInteger[] whole = instant.divideAndRemainder(divisor);
            // of what lies beyond any calendar the low bits count
            return whole[0].subtract(whole[1].signum() < 0 ? BigInteger.ONE : BigInteger.ZERO)
                    .longValue();
        }

        /**
         * Months since January 1970 in the proleptic Gregorian calendar. Counts periods of 400 years, of 146,097 days each,
         * from 1 March 0000 on. In a year that begins in March, five months have 153 days, which gives the month of a day.
         */
        private static long months(long days) {
            long shifted = days + 719_468;
            long era = Math.floorDiv(shifted, 146_097L);
            long dayOfEra = Math.floorMod(shifted, 146_097L);
            long yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
            long dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
            long month = (5 * dayOfYear + 2) / 153;
            return (era * 400 + yearOfEra - 1970) * 12 + month + 2;
        }
    }
}
