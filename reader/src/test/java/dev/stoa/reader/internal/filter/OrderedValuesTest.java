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
package dev.stoa.reader.internal.filter;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Batch;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.Filter;
import dev.stoa.reader.Scan;
import dev.stoa.reader.StoaFile;
import dev.stoa.reader.internal.value.Match;
import dev.stoa.vio.LocalFileSink;
import dev.stoa.vio.RangeSources;
import dev.stoa.vio.SinkOptions;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Period;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every comparison of ascending values with literals between them, row by row and by bounds alone. */
class OrderedValuesTest {
    private static final String COLUMN = "c";
    private static final double INFINITY = Double.POSITIVE_INFINITY;

    @TempDir
    Path folder;

    /**
     * A literal among values.
     *
     * @param place 2 i + 1 if it is value i, 2 i if it is between value i - 1 and value i
     */
    record Literal(Object value, int place) {}

    /**
     * A column.
     *
     * @param values ascending
     */
    record Column(Type type, List<?> values, List<Literal> literals) {
        @Override
        public String toString() {
            return type.toString();
        }
    }

    private static Literal at(int place, Object value) {
        return new Literal(value, place);
    }

    private static Column column(TypeKind kind, List<?> values, Literal... literals) {
        return new Column(Type.of(kind), values, List.of(literals));
    }

    private static Column column(Type type, List<?> values, Literal... literals) {
        return new Column(type, values, List.of(literals));
    }

    private static BigDecimal number(String text) {
        return new BigDecimal(text);
    }

    private static BigInteger power(int exponent) {
        return BigInteger.ONE.shiftLeft(exponent);
    }

    static Stream<Column> columns() {
        return Stream.of(numbers(), decimals(), floats(), times(), texts()).flatMap(part -> part);
    }

    private static Stream<Column> numbers() {
        return Stream.of(
                column(TypeKind.BOOLEAN, List.of(false, true), at(1, false), at(3, true)),
                column(
                        TypeKind.INT8,
                        List.of(-128, 0, 3, 127),
                        at(0, -129L),
                        at(0, number("-1e999999999")),
                        at(0, Double.NEGATIVE_INFINITY),
                        at(1, (byte) -128),
                        at(2, number("-1e-999999999")),
                        at(3, number("0.000")),
                        at(4, number("1e-999999999")),
                        at(4, number("0.5")),
                        at(5, (short) 3),
                        at(5, 3.0f),
                        at(5, BigInteger.valueOf(3)),
                        at(6, 3.5),
                        at(7, 127),
                        at(8, INFINITY),
                        at(8, Float.NaN),
                        at(8, number("1e999999999"))),
                column(
                        TypeKind.INT64,
                        List.of(Long.MIN_VALUE, -1L, 0L, Long.MAX_VALUE),
                        at(0, power(63).negate().subtract(BigInteger.ONE)),
                        at(1, Long.MIN_VALUE),
                        at(2, -2),
                        at(3, -1),
                        at(5, 0),
                        at(6, Long.MAX_VALUE - 1),
                        at(7, Long.MAX_VALUE),
                        at(8, power(63))),
                column(
                        TypeKind.UINT32,
                        List.of(0L, 1L << 31, (1L << 32) - 1),
                        at(0, -1),
                        at(2, Integer.MAX_VALUE),
                        at(3, 1L << 31),
                        at(5, (1L << 32) - 1),
                        at(6, 1L << 32)),
                column(
                        TypeKind.UINT64,
                        List.of(
                                BigInteger.ZERO,
                                BigInteger.valueOf(Long.MAX_VALUE),
                                power(63),
                                power(64).subtract(BigInteger.ONE)),
                        at(0, -1),
                        at(1, 0),
                        at(2, 1),
                        at(3, Long.MAX_VALUE),
                        at(5, power(63)),
                        at(6, power(63).add(BigInteger.ONE)),
                        at(7, power(64).subtract(BigInteger.ONE)),
                        at(8, power(64))),
                column(
                        TypeKind.INTERVAL_YEAR_MONTH,
                        List.of(-13, 0, 25),
                        at(1, Period.of(-1, -1, 0)),
                        at(3, 0),
                        at(4, 2.5),
                        at(5, Period.ofMonths(25))));
    }

    private static Stream<Column> decimals() {
        return Stream.of(15, 38, 60)
                .map(precision -> column(
                        Type.decimal(precision, 2),
                        List.of(
                                number("-1234567890123.45"),
                                number("-0.01"),
                                number("0.00"),
                                number("1234567890123.45")),
                        at(0, number("-1234567890123.451")),
                        at(0, number("-1e70")),
                        at(1, number("-1234567890123.45")),
                        at(2, number("-0.011")),
                        at(3, number("-0.01")),
                        at(4, number("-0.009")),
                        at(5, 0),
                        at(6, 1.5),
                        at(7, number("1234567890123.450")),
                        at(8, number("1234567890123.4500001")),
                        at(8, number("1e70"))));
    }

    private static Stream<Column> floats() {
        List<Literal> literals = List.of(
                at(0, number("-1e400")),
                at(1, -INFINITY),
                at(2, -2),
                at(3, -1.5f),
                at(4, number("-1.4999999999999999999999")),
                at(4, number("-1e-400")),
                at(5, 0),
                at(5, -0.0),
                at(6, number("1e-400")),
                at(6, number("1.4999999999999999999999")),
                at(7, 1.5),
                at(7, number("1.50")),
                at(8, number("1.5000000000000000000001")),
                at(8, number("1e400")),
                at(9, INFINITY),
                at(11, Double.NaN),
                at(11, Float.NaN));
        List<Literal> right = new ArrayList<>(literals);
        right.set(0, at(2, number("-1e400")));
        List<Double> doubles = List.of(-INFINITY, -1.5, 0.0, 1.5, INFINITY, Double.NaN);
        List<Float> singles = doubles.stream().map(Double::floatValue).toList();
        return Stream.of(
                new Column(Type.of(TypeKind.FLOAT64), doubles, right),
                new Column(Type.of(TypeKind.FLOAT32), singles, right),
                new Column(Type.of(TypeKind.FLOAT16), singles, right));
    }

    private static Stream<Column> times() {
        return Stream.of(
                column(
                        TypeKind.DATE,
                        List.of(LocalDate.of(1, 1, 1), LocalDate.of(1969, 12, 31), LocalDate.of(2024, 2, 29)),
                        at(0, "0000-12-31"),
                        at(1, LocalDate.of(1, 1, 1)),
                        at(3, "1969-12-31"),
                        at(4, LocalDate.EPOCH),
                        at(5, "2024-02-29")),
                column(
                        Type.time(3, false),
                        List.of(LocalTime.MIDNIGHT, LocalTime.of(12, 0, 1)),
                        at(1, "00:00"),
                        at(2, LocalTime.of(0, 0, 0, 1)),
                        at(2, LocalTime.of(12, 0, 0, 999_999_999)),
                        at(3, LocalTime.of(12, 0, 1)),
                        at(4, "12:00:01.0001")),
                column(
                        Type.timestamp(3, true),
                        List.of(Instant.parse("1969-12-31T23:59:59.999Z"), Instant.parse("2024-02-29T00:00:00Z")),
                        at(0, Instant.parse("1969-12-31T23:59:59.998999Z")),
                        at(1, "1969-12-31 23:59:59.999Z"),
                        at(2, Instant.parse("1969-12-31T23:59:59.999500Z")),
                        at(3, "2024-02-29T01:00:00+01:00"),
                        at(4, "2024-02-29 00:00:00.000001Z")),
                column(
                        Type.timestamp(6, false),
                        List.of(LocalDateTime.parse("0001-01-01T00:00:00"), LocalDateTime.parse("2024-02-29T12:00:00")),
                        at(1, LocalDate.of(1, 1, 1)),
                        at(1, "0001-01-01"),
                        at(2, "2024-02-29"),
                        at(3, "2024-02-29 12:00"),
                        at(4, LocalDateTime.parse("2024-02-29T12:00:00.000000001"))),
                column(
                        Type.sized(TypeKind.INTERVAL_DAY_TIME, 6),
                        List.of(-1_000_000L, 0L, 172_800_000_000L),
                        at(1, Duration.ofSeconds(-1)),
                        at(2, Duration.ofNanos(-1)),
                        at(3, Duration.ZERO),
                        at(4, Duration.ofNanos(1)),
                        at(5, Duration.ofDays(2))));
    }

    private static Stream<Column> texts() {
        UUID low = new UUID(1, 2);
        UUID high = UUID.fromString("f81d4fae-7dec-11d0-a765-00a0c91e6bf6");
        List<String> words = List.of("", "a", "a\t", "ab", "\uFFFF", "\uD83D\uDE00");
        return Stream.of(
                column(
                        TypeKind.STRING,
                        words,
                        at(1, ""),
                        at(2, "A"),
                        at(3, "a"),
                        at(5, "a\t"),
                        at(6, "aa"),
                        at(7, "ab"),
                        at(8, "ab "),
                        at(9, "\uFFFF"),
                        at(11, "\uD83D\uDE00"),
                        at(12, "\uD83D\uDE01")),
                column(
                        Type.sized(TypeKind.CHAR, 3),
                        List.of("", "a\t", "a", "ab"),
                        at(1, ""),
                        at(1, "   "),
                        at(3, "a\t"),
                        at(5, "a"),
                        at(5, "a     "),
                        at(6, "aa"),
                        at(7, "ab ")),
                column(
                        TypeKind.BINARY,
                        List.of(new byte[0], new byte[] {1}, new byte[] {-1}, new byte[] {-1, -1}),
                        at(1, new byte[0]),
                        at(2, new byte[] {0}),
                        at(3, new byte[] {1}),
                        at(5, new byte[] {-1}),
                        at(6, new byte[] {-1, 0}),
                        at(8, new byte[] {-1, -1, 0})),
                column(
                        TypeKind.UUID,
                        List.of(low, high),
                        at(0, new UUID(0, -1)),
                        at(1, low),
                        at(3, high.toString()),
                        at(4, new UUID(-1, 0))));
    }

    @ParameterizedTest
    @MethodSource("columns")
    void comparisonsFollowTheOrder(Column column) throws IOException {
        Path path = folder.resolve("values");
        Schema schema = Schema.of(Field.nullable(COLUMN, column.type()));
        int rows = column.values().size() + 1;
        try (StoaWriter writer =
                StoaWriter.create(LocalFileSink.create(path, SinkOptions.DEFAULT), schema, WriterOptions.DEFAULT)) {
            for (Object value : column.values()) {
                writer.rows().append(new Object[] {value});
            }
            writer.rows().append(new Object[] {null});
            writer.finish();
        }
        try (StoaFile file = StoaFile.open(RangeSources.open(path))) {
            for (int from = 0; from < rows; from++) {
                for (int to = from + 1; to <= rows; to++) {
                    try (Scan scan = file.scan().rows(from, to).build()) {
                        assertTrue(scan.next());
                        new Part(column, scan.batch(), from).check();
                    }
                }
            }
        }
    }

    /** Some of the rows, the null last if it is one of them. */
    private record Part(Column column, Batch batch, int from) {
        private int to() {
            return from + batch.rowCount();
        }

        private boolean hasNull() {
            return to() > column.values().size();
        }

        void check() throws IOException {
            ColumnPath path = ColumnPath.of(COLUMN);
            List<Literal> literals = column.literals();
            for (int i = 0; i < literals.size(); i++) {
                Literal literal = literals.get(i);
                int place = literal.place();
                for (Filter.Operator operator : Filter.Operator.values()) {
                    Filter filter = new Filter.Compare(path, operator, literal.value());
                    boolean isNullSafe = operator == Filter.Operator.NULL_SAFE_EQUAL;
                    check(filter, value -> compare(operator, value, place), false, isNullSafe);
                }
                Literal high = literals.get((i + 1) % literals.size());
                Filter between = new Filter.Between(path, literal.value(), high.value());
                check(between, value -> value >= place && value <= high.place(), false, false);
                Filter in = new Filter.In(path, List.of(literal.value(), high.value()));
                check(in, value -> value == place || value == high.place(), false, false);
            }
            check(new Filter.IsNull(path), value -> false, true, false);
            check(new Filter.In(path, List.of()), value -> false, false, false);
        }

        private static boolean compare(Filter.Operator operator, int value, int place) {
            return switch (operator) {
                case EQUAL, NULL_SAFE_EQUAL -> value == place;
                case NOT_EQUAL -> value != place;
                case LESS -> value < place;
                case LESS_OR_EQUAL -> value <= place;
                case GREATER -> value > place;
                case GREATER_OR_EQUAL -> value >= place;
            };
        }

        /** Checks a filter and its negation. */
        private void check(Filter filter, IntPredicate isTrue, boolean onNull, boolean isFalseOnNull)
                throws IOException {
            check(filter, isTrue, onNull);
            check(new Filter.Not(filter), isTrue.negate(), isFalseOnNull);
        }

        private void check(Filter filter, IntPredicate isTrue, boolean onNull) throws IOException {
            boolean[] wanted = new boolean[batch.rowCount()];
            for (int row = 0; row < wanted.length; row++) {
                wanted[row] = from + row < column.values().size() ? isTrue.test(2 * (from + row) + 1) : onNull;
            }
            int[] selected =
                    IntStream.range(0, wanted.length).filter(row -> wanted[row]).toArray();
            BatchFilter test = BatchFilter.of(filter, batch.schema());
            assertArrayEquals(selected, selected(test.filter(batch)), filter::toString);
            assertArrayEquals(selected, selected(test.copy().filter(batch)), filter::toString);
            BoundedVector bounded = BoundedVector.of(batch.column(0));
            assertArrayEquals(selected, selected(test.filter(batch, List.of(bounded))), filter::toString);
            Match match = match(filter, bounded);
            boolean areAll = selected.length == wanted.length;
            boolean isOne = batch.rowCount() == 1 || hasNull() && batch.rowCount() == 2;
            if (match == Match.SOME) {
                assertFalse(isOne && (areAll || selected.length == 0), () -> filter + " is known of one value");
            } else {
                assertArrayEquals(match == Match.ALL ? all(batch.rowCount()) : all(0), selected, filter::toString);
            }
        }

        private static int[] all(int rows) {
            return IntStream.range(0, rows).toArray();
        }

        private Match match(Filter filter, BoundedVector bounded) {
            OneZone zone = new OneZone();
            zone.start(batch.rowCount());
            zone.add(Optional.of(bounded.minMax()), batch.rowCount());
            FilterColumns columns = new FilterColumns(path -> Optional.of(column.type()));
            return new FilterCompiler(columns).compile(filter).match(zone, 0);
        }

        private static int[] selected(Batch kept) {
            return IntStream.range(0, kept.selectedCount()).map(kept::selected).toArray();
        }
    }
}
