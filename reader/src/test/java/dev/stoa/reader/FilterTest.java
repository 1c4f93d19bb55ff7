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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Batch;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Period;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What filters mean, case by case. */
class FilterTest {
    @TempDir
    Path folder;

    private int files;

    /** The rows, from 0, of one column "c" that a filter keeps. */
    private List<Long> keep(Type type, List<?> values, Filter filter) throws IOException {
        Path path = folder.resolve("file" + files++);
        List<Object[]> rows = new ArrayList<>();
        values.forEach(value -> rows.add(new Object[] {value}));
        Tables.write(path, Schema.of(Field.nullable("c", type)), rows, WriterOptions.DEFAULT);
        List<Long> kept = new ArrayList<>();
        try (StoaFile file = Tables.open(path);
                Scan scan = file.scan().filter(filter).build()) {
            while (scan.next()) {
                Batch batch = scan.batch();
                for (int i = 0; i < batch.selectedCount(); i++) {
                    kept.add(batch.firstRow() + batch.selected(i));
                }
            }
        }
        try (StoaFile file = Tables.open(path)) {
            assertEquals(
                    kept.size(), file.scan().select().filter(filter).aggregate().rows(), filter::toString);
        }
        return kept;
    }

    private static Type of(TypeKind kind) {
        return Type.of(kind);
    }

    @Test
    void literalsOfAnotherScaleOrOutOfRangeAreExact() throws IOException {
        List<Integer> ints = Arrays.asList(-128, 0, 3, 127, null);
        assertEquals(List.of(0L, 1L, 2L), keep(of(TypeKind.INT8), ints, Filter.less("c", 3.5)));
        assertEquals(
                List.of(0L, 1L, 2L), keep(of(TypeKind.INT8), ints, Filter.lessOrEqual("c", new BigDecimal("3.5"))));
        assertEquals(List.of(3L), keep(of(TypeKind.INT8), ints, Filter.greater("c", new BigDecimal("3.5"))));
        assertEquals(List.of(), keep(of(TypeKind.INT8), ints, Filter.equal("c", 3.5)));
        assertEquals(List.of(0L, 1L, 2L, 3L), keep(of(TypeKind.INT8), ints, Filter.notEqual("c", 3.5)));
        assertEquals(List.of(0L, 1L, 2L, 3L), keep(of(TypeKind.INT8), ints, Filter.less("c", 1_000_000)));
        assertEquals(List.of(), keep(of(TypeKind.INT8), ints, Filter.greater("c", new BigDecimal("1e999999999"))));
        assertEquals(List.of(0L), keep(of(TypeKind.INT8), ints, Filter.less("c", new BigDecimal("-1e-999999999"))));
        assertEquals(List.of(0L, 1L, 2L, 3L), keep(of(TypeKind.INT8), ints, Filter.less("c", Double.NaN)));
        Type decimal = Type.decimal(15, 2);
        List<BigDecimal> prices = List.of(new BigDecimal("1.10"), new BigDecimal("1.11"), new BigDecimal("-5.00"));
        assertEquals(List.of(0L), keep(decimal, prices, Filter.equal("c", new BigDecimal("1.1000"))));
        assertEquals(List.of(1L), keep(decimal, prices, Filter.greater("c", new BigDecimal("1.105"))));
        assertEquals(List.of(2L), keep(decimal, prices, Filter.in("c", List.of(-5, 1.1, new BigDecimal("1.105")))));
        BigInteger huge = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);
        List<BigInteger> unsigned = List.of(BigInteger.ZERO, huge, BigInteger.ONE.shiftLeft(63));
        assertEquals(List.of(1L, 2L), keep(of(TypeKind.UINT64), unsigned, Filter.greater("c", Long.MAX_VALUE)));
        assertEquals(List.of(0L, 1L, 2L), keep(of(TypeKind.UINT64), unsigned, Filter.greater("c", -1)));
        assertEquals(List.of(1L), keep(of(TypeKind.UINT64), unsigned, Filter.equal("c", huge)));
    }

    @Test
    void pointsAtTheLimitsOfTheirType() throws IOException {
        long min = Long.MIN_VALUE;
        long max = Long.MAX_VALUE;
        List<Long> longs = Arrays.asList(min, min + 1, -1L, 0L, 1L, max - 1, max, null);
        Type type = of(TypeKind.INT64);
        Filter ends = Filter.in("c", List.of(max, min, 0, max, min, BigInteger.ONE.shiftLeft(63), 1, 1.5));
        assertEquals(List.of(0L, 3L, 4L, 6L), keep(type, longs, ends));
        assertEquals(List.of(1L, 2L, 5L), keep(type, longs, Filter.not(ends)));
        Filter inner = Filter.in("c", List.of(max - 1, -1, min + 1));
        assertEquals(List.of(1L, 2L, 5L), keep(type, longs, inner));
        assertEquals(List.of(0L, 3L, 4L, 6L), keep(type, longs, Filter.not(inner)));
        Filter beyond = Filter.in(
                "c",
                List.of(
                        BigInteger.ONE.shiftLeft(64),
                        BigInteger.ONE.shiftLeft(64).negate()));
        assertEquals(List.of(), keep(type, longs, beyond));
        assertEquals(List.of(0L, 1L, 2L, 3L, 4L, 5L, 6L), keep(type, longs, Filter.not(beyond)));
        BigInteger half = BigInteger.ONE.shiftLeft(63);
        BigInteger all = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);
        List<BigInteger> unsigned = Arrays.asList(BigInteger.ZERO, half.subtract(BigInteger.ONE), half, all, null);
        Filter some = Filter.in("c", List.of(all, 0, half, -1, all, all.add(BigInteger.ONE)));
        assertEquals(List.of(0L, 2L, 3L), keep(of(TypeKind.UINT64), unsigned, some));
        assertEquals(List.of(1L), keep(of(TypeKind.UINT64), unsigned, Filter.not(some)));
    }

    @Test
    void nanIsEqualToItselfAndGreatest() throws IOException {
        List<Double> values = Arrays.asList(0.0, -0.0, Double.NaN, Double.POSITIVE_INFINITY, -1.5, null);
        Type type = of(TypeKind.FLOAT64);
        assertEquals(List.of(2L), keep(type, values, Filter.equal("c", Double.NaN)));
        assertEquals(List.of(2L, 3L), keep(type, values, Filter.greater("c", 1e300)));
        assertEquals(List.of(2L), keep(type, values, Filter.greater("c", Double.POSITIVE_INFINITY)));
        assertEquals(List.of(0L, 1L, 3L, 4L), keep(type, values, Filter.less("c", Double.NaN)));
        assertEquals(List.of(0L, 1L), keep(type, values, Filter.equal("c", -0.0)));
        assertEquals(List.of(0L, 1L), keep(type, values, Filter.in("c", List.of(0))));
        assertEquals(List.of(0L, 1L, 2L, 3L), keep(type, values, Filter.greater("c", -0.5)));
        List<Float> halves = List.of(0.1f, 1.5f);
        assertEquals(List.of(0L), keep(of(TypeKind.FLOAT32), halves, Filter.less("c", 0.11)));
        assertEquals(List.of(), keep(of(TypeKind.FLOAT32), halves, Filter.equal("c", 0.1)), "0.1f is not 0.1");
        assertEquals(List.of(0L), keep(of(TypeKind.FLOAT32), halves, Filter.equal("c", 0.1f)));
    }

    @Test
    void nullIsUnknown() throws IOException {
        List<Boolean> values = Arrays.asList(true, null, false);
        Type type = of(TypeKind.BOOLEAN);
        assertEquals(List.of(0L), keep(type, values, Filter.equal("c", true)));
        assertEquals(List.of(2L), keep(type, values, Filter.not(Filter.equal("c", true))));
        assertEquals(List.of(1L, 2L), keep(type, values, Filter.not(Filter.nullSafeEqual("c", true))));
        assertEquals(List.of(1L), keep(type, values, Filter.isNull("c")));
        assertEquals(List.of(0L, 2L), keep(type, values, Filter.isNotNull("c")));
        assertEquals(List.of(0L, 2L), keep(type, values, Filter.not(Filter.in("c", List.of()))));
        Filter either = Filter.or(Filter.equal("c", true), Filter.isNull("c"));
        assertEquals(List.of(0L, 1L), keep(type, values, either));
        assertEquals(List.of(2L), keep(type, values, Filter.not(either)));
        assertEquals(List.of(0L, 1L, 2L), keep(type, values, Filter.and()));
        assertEquals(List.of(), keep(type, values, Filter.or()));
    }

    @Test
    void partsOfValuesAreFoundWithinOneValue() throws IOException {
        List<String> values = Arrays.asList("ab", "cab", "abc", "", null, "aab", "ab");
        Type text = of(TypeKind.STRING);
        assertEquals(List.of(0L, 1L, 2L, 5L, 6L), keep(text, values, Filter.contains("c", "ab")));
        assertEquals(List.of(3L), keep(text, values, Filter.not(Filter.contains("c", "ab"))));
        assertEquals(List.of(), keep(text, values, Filter.contains("c", "abca")), "across two values");
        assertEquals(List.of(0L, 1L, 2L, 3L, 5L, 6L), keep(text, values, Filter.contains("c", "")));
        assertEquals(List.of(5L), keep(text, values, Filter.contains("c", "aa")));
        List<byte[]> bytes = List.of(new byte[] {1, -1}, new byte[] {-1, -1}, new byte[] {1});
        assertEquals(List.of(0L, 1L), keep(of(TypeKind.BINARY), bytes, Filter.contains("c", new byte[] {-1})));
        Filter ofChar = Filter.contains("c", "a");
        assertThrows(IllegalArgumentException.class, () -> keep(Type.sized(TypeKind.CHAR, 3), List.of("a"), ofChar));
    }

    @Test
    void textComparesByBytesAndCharAsIfPadded() throws IOException {
        List<String> values = List.of("a", "a\t", "ab", "\uD83D\uDE00", "\uFFFF");
        assertEquals(List.of(0L), keep(of(TypeKind.STRING), values, Filter.less("c", "a\t")));
        assertEquals(List.of(1L), keep(Type.sized(TypeKind.CHAR, 3), values, Filter.less("c", "a")));
        assertEquals(List.of(0L), keep(Type.sized(TypeKind.CHAR, 3), values, Filter.equal("c", "a    ")));
        assertEquals(List.of(0L), keep(Type.sized(TypeKind.CHAR, 3), values, Filter.startsWith("c", "a ")));
        assertEquals(List.of(), keep(Type.sized(TypeKind.CHAR, 3), values, Filter.startsWith("c", "a   ")));
        assertEquals(List.of(2L), keep(Type.sized(TypeKind.CHAR, 3), values, Filter.startsWith("c", "ab ")));
        assertEquals(List.of(0L, 1L, 2L), keep(of(TypeKind.STRING), values, Filter.startsWith("c", "a")));
        assertEquals(List.of(3L), keep(of(TypeKind.STRING), values, Filter.greater("c", "\uFFFF")));
        List<byte[]> bytes = List.of(new byte[] {-1}, new byte[] {1}, new byte[0], new byte[] {-1, -1});
        assertEquals(List.of(0L, 3L), keep(of(TypeKind.BINARY), bytes, Filter.startsWith("c", new byte[] {-1})));
        assertEquals(List.of(1L, 2L), keep(of(TypeKind.BINARY), bytes, Filter.less("c", new byte[] {-1})));
    }

    @Test
    void timesAreComparedAtAnyPrecision() throws IOException {
        Type millis = Type.timestamp(3, true);
        List<Instant> instants =
                List.of(Instant.parse("1969-12-31T23:59:59.999Z"), Instant.parse("2024-02-29T00:00:00Z"));
        assertEquals(
                List.of(0L),
                keep(millis, instants, Filter.lessOrEqual("c", Instant.parse("1969-12-31T23:59:59.999500Z"))));
        assertEquals(
                List.of(), keep(millis, instants, Filter.equal("c", Instant.parse("1969-12-31T23:59:59.999500Z"))));
        assertEquals(List.of(1L), keep(millis, instants, Filter.equal("c", "2024-02-29T01:00:00+01:00")));
        Type picos = Type.timestamp(12, false);
        List<LocalDateTime> locals = List.of(
                LocalDateTime.parse("9999-12-31T23:59:59.999999999"), LocalDateTime.parse("0001-01-01T00:00:00"));
        assertEquals(List.of(0L), keep(picos, locals, Filter.greater("c", LocalDate.of(9999, 12, 31))));
        assertEquals(List.of(1L), keep(picos, locals, Filter.equal("c", "0001-01-01")));
        List<LocalDate> dates = List.of(LocalDate.of(1, 1, 1), LocalDate.of(1995, 1, 1));
        assertEquals(List.of(1L), keep(of(TypeKind.DATE), dates, Filter.greaterOrEqual("c", "1995-01-01")));
        List<LocalTime> times = List.of(LocalTime.MIDNIGHT, LocalTime.of(12, 0, 1));
        assertEquals(List.of(1L), keep(Type.time(0, false), times, Filter.greater("c", LocalTime.of(12, 0, 0, 5))));
        UUID id = UUID.fromString("f81d4fae-7dec-11d0-a765-00a0c91e6bf6");
        assertEquals(
                List.of(0L), keep(of(TypeKind.UUID), List.of(id, new UUID(1, 2)), Filter.equal("c", id.toString())));
    }

    @Test
    void whatDoesNotFitIsNamed() throws IOException {
        Type struct = Type.struct(List.of(Field.nullable("x", of(TypeKind.INT32))));
        List<Filter> wrong = List.of(
                Filter.equal("nope", 1),
                Filter.equal("c", 1),
                Filter.equal("c.x", "one"),
                Filter.equal("c.x", LocalDate.EPOCH),
                Filter.startsWith("c.x", "1"),
                Filter.isNull("c.x.y"));
        for (Filter filter : wrong) {
            IllegalArgumentException e = assertThrows(
                    IllegalArgumentException.class, () -> keep(struct, List.of(), filter), filter::toString);
            String column = filter.toString().split(" ", 2)[0];
            assertTrue(e.getMessage().contains("'" + column + "'"), e.getMessage());
        }
        assertThrows(
                IllegalArgumentException.class,
                () -> keep(of(TypeKind.DATE), List.of(), Filter.equal("c", "1995-02-30")));
        assertThrows(NullPointerException.class, () -> Filter.equal("c", null));
        List<Object[]> structs = new ArrayList<>();
        structs.add(new Object[] {5});
        structs.add(null);
        structs.add(new Object[] {null});
        assertEquals(List.of(1L), keep(struct, structs, Filter.isNull("c")));
        assertEquals(List.of(1L, 2L), keep(struct, structs, Filter.isNull("c.x")));
        assertEquals(List.of(0L), keep(struct, structs, Filter.lessOrEqual("c.x", 5)));
        Type list = Type.list(Field.nullable("element", of(TypeKind.INT32)));
        assertThrows(IllegalArgumentException.class, () -> keep(list, List.of(), Filter.equal("c.element", 1)));
        assertEquals(List.of(1L), keep(list, Arrays.asList(List.of(1), null, List.of()), Filter.isNull("c")));
    }

    /** Structs have no bounds, only a count of nulls. */
    @Test
    void nullsOfStructsAreCounted() throws IOException {
        Type struct = Type.struct(List.of(Field.nullable("x", of(TypeKind.INT32))));
        Object[] value = {1};
        for (List<Object> values :
                List.<List<Object>>of(Arrays.asList(null, null), List.of(value, value), Arrays.asList(value, null))) {
            List<Long> nulls = LongStream.range(0, 2)
                    .filter(row -> values.get((int) row) == null)
                    .boxed()
                    .toList();
            List<Long> others = LongStream.range(0, 2)
                    .filter(row -> values.get((int) row) != null)
                    .boxed()
                    .toList();
            assertEquals(nulls, keep(struct, values, Filter.isNull("c")));
            assertEquals(others, keep(struct, values, Filter.isNotNull("c")));
            assertEquals(nulls, keep(struct, values, Filter.not(Filter.isNotNull("c"))));
        }
    }

    private void refused(Type type, Object literal, String message) {
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> keep(type, List.of(), Filter.equal("c", literal)));
        assertEquals("column 'c' of type " + type + message, e.getMessage());
    }

    @Test
    void literalsAreNamedAsTheyAreWritten() {
        Type number = of(TypeKind.INT32);
        refused(number, "one", " can't be compared with the text 'one'");
        refused(number, LocalDate.EPOCH, " can't be compared with the date 1970-01-01");
        refused(number, LocalTime.NOON, " can't be compared with the time 12:00");
        refused(number, new byte[] {1}, " can't be compared with the bytes [1]");
        refused(number, true, " can't be compared with true");
        refused(of(TypeKind.STRING), 1.5, " can't be compared with the number 1.5");
        refused(of(TypeKind.INTERVAL_YEAR_MONTH), Period.ofDays(1), " can't be compared with P1D");
        refused(of(TypeKind.DATE), "x", " can't be compared with the text 'x': write it like 2024-01-31");
        refused(Type.time(3, false), "x", " can't be compared with the text 'x': write it like 10:15:30");
        refused(
                Type.timestamp(3, true),
                "x",
                " can't be compared with the text 'x': write it like 2024-01-31T10:15:30Z");
        refused(
                Type.timestamp(3, false),
                "x",
                " can't be compared with the text 'x': write it like 2024-01-31T10:15:30");
        for (Type type : List.of(
                of(TypeKind.NULL),
                Type.geo(TypeKind.GEOMETRY, "EPSG:4326"),
                Type.geo(TypeKind.GEOGRAPHY, "", "spherical"),
                of(TypeKind.INTERVAL_MONTH_DAY_NANO),
                Type.list(Field.nullable("element", of(TypeKind.INT32))))) {
            refused(type, 1, " takes null tests only, not a comparison with the number 1");
        }
    }

    /** At the longest text that is taken as a date, and at numbers of just no digit, one digit, and too many to be held. */
    @Test
    void literalsAtTheLimitsOfTheirParsing() throws IOException {
        Type local = Type.timestamp(0, false);
        List<LocalDateTime> times = List.of(LocalDateTime.of(-9999, 1, 1, 0, 0), LocalDateTime.of(2024, 1, 1, 0, 0));
        assertEquals(List.of(0L, 1L), keep(local, times, Filter.greater("c", "-99999-12-31")));
        assertEquals(List.of(1L), keep(local, times, Filter.equal("c", "2024-01-01 00:00")));
        List<Integer> ints = List.of(-1, 0, 1);
        Type type = of(TypeKind.INT32);
        for (String literal : List.of("0.99", "0.01")) {
            assertEquals(List.of(2L), keep(type, ints, Filter.greater("c", new BigDecimal(literal))));
            assertEquals(List.of(0L), keep(type, ints, Filter.less("c", new BigDecimal(literal).negate())));
        }
        assertEquals(List.of(1L, 2L), keep(type, ints, Filter.greater("c", new BigDecimal("-1.0").movePointLeft(1))));
        for (int digits : new int[] {11_999, 12_000, 12_001}) {
            BigDecimal huge = BigDecimal.ONE.movePointRight(digits);
            assertEquals(List.of(), keep(type, ints, Filter.greater("c", huge)));
            assertEquals(List.of(0L, 1L, 2L), keep(type, ints, Filter.greater("c", huge.negate())));
        }
        Type year = of(TypeKind.INTERVAL_YEAR_MONTH);
        assertEquals(List.of(1L), keep(year, List.of(11, 13), Filter.greater("c", Period.ofYears(1))));
    }

    @Test
    void pathsWithDotsAndBackquotes() {
        assertEquals(ColumnPath.of("a", "b.c", "d`e"), ColumnPath.parse("a.`b.c`.`d``e`"));
        assertEquals("a.`b.c`.`d``e`", ColumnPath.of("a", "b.c", "d`e").toString());
        for (String wrong : List.of("", ".", "a.", ".a", "`a", "`a`b", "a..b")) {
            assertThrows(IllegalArgumentException.class, () -> ColumnPath.parse(wrong), wrong);
        }
    }
}
