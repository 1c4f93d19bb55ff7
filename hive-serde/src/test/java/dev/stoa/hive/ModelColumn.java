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
package dev.stoa.hive;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A column of the tables that {@link StatementsModelTest} changes.
 *
 * @param name of the column
 * @param type as Hive writes it
 * @param value a random value: integers as {@link Long}, floating-point numbers as {@link Double}, structs as lists
 * @param literals Hive's text of values, and the values
 */
record ModelColumn(String name, String type, Function<Random, Object> value, Map<String, Object> literals) {
    private static final List<String> WORDS =
            List.of("alpha", "beta", "beta ", "gamma", "", "\u00e4\u00f6", "delta", "alphabet");
    private static final double[] NUMBERS = {
        0.0, -0.0, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1.5
    };
    private static final LocalDate DAY = LocalDate.of(1994, 10, 15);

    static final List<ModelColumn> ALL = List.of(
            new ModelColumn("b", "boolean", Random::nextBoolean, Map.of("true", true, "false", false)),
            new ModelColumn("i1", "tinyint", r -> (long) (byte) r.nextInt(), Map.of("5Y", 5L, "-127Y", -127L)),
            new ModelColumn("i2", "smallint", r -> r.nextInt(100) - 50L, Map.of("7S", 7L, "-20S", -20L)),
            new ModelColumn(
                    "i4",
                    "int",
                    r -> (long) (r.nextInt(4) == 0 ? r.nextInt() : r.nextInt(100)),
                    Map.of("50", 50L, "-2147483648", -2147483648L, "99", 99L)),
            new ModelColumn(
                    "i8",
                    "bigint",
                    r -> r.nextInt(4) == 0 ? r.nextLong() : r.nextInt(2000) - 1000L,
                    // two of them differ by a long at most: Hive's estimate of a BETWEEN else makes a list without an
                    // end
                    Map.of("500L", 500L, "-9223372036854775000L", -9223372036854775000L, "0L", 0L)),
            new ModelColumn(
                    "f4",
                    "float",
                    r -> (double) (float) number(r),
                    Map.of("1.5D", 1.5, "cast('NaN' as float)", Double.NaN, "-20.125D", -20.125)),
            new ModelColumn(
                    "f8",
                    "double",
                    ModelColumn::number,
                    Map.of(
                            "1.5D",
                            1.5,
                            "cast('NaN' as double)",
                            Double.NaN,
                            "20.125D",
                            20.125,
                            "cast('-Infinity' as double)",
                            Double.NEGATIVE_INFINITY,
                            "0D",
                            0.0)),
            new ModelColumn(
                    "d9",
                    "decimal(9,2)",
                    r -> BigDecimal.valueOf(r.nextInt(200_000) - 99_999L, 2),
                    Map.of("12.34", new BigDecimal("12.34"), "-99999.99", new BigDecimal("-99999.99"))),
            new ModelColumn(
                    "d18",
                    "decimal(18,6)",
                    r -> BigDecimal.valueOf(r.nextLong() >> 5, 6),
                    Map.of("123456789012.5", new BigDecimal("123456789012.5"), "0", BigDecimal.ZERO)),
            new ModelColumn(
                    "d38",
                    "decimal(38,10)",
                    r -> new BigDecimal(r.nextInt(3) == 0 ? new BigInteger(90, r) : BigInteger.valueOf(7), 10),
                    Map.of(
                            "0.0000000007",
                            new BigDecimal("0.0000000007"),
                            "cast('1000000000000000' as decimal(38,10))",
                            new BigDecimal("1000000000000000"))),
            new ModelColumn(
                    "day",
                    "date",
                    ModelColumn::day,
                    Map.of(
                            "date '1994-10-15'",
                            DAY,
                            "date '1582-10-10'",
                            LocalDate.of(1582, 10, 10),
                            "date '0001-01-01'",
                            LocalDate.of(1, 1, 1),
                            "date '1500-02-28'",
                            LocalDate.of(1500, 2, 28))),
            new ModelColumn(
                    "ts",
                    "timestamp",
                    ModelColumn::time,
                    Map.of(
                            "timestamp '1998-07-15 12:00:00'",
                            LocalDateTime.of(1998, 7, 15, 12, 0),
                            "timestamp '1000-01-01 00:00:00.000000001'",
                            LocalDateTime.of(1000, 1, 1, 0, 0, 0, 1))),
            new ModelColumn("word", "string", ModelColumn::word, texts("alpha", "", "gamma", "beta ", "zzz")),
            new ModelColumn("text", "varchar(20)", ModelColumn::text, texts("alpha5", "delta99", "beta")),
            // none is empty: in rows where a char equals an empty text, Hive writes null in its place
            new ModelColumn("fixed", "char(9)", r -> word(r).strip(), texts("alpha", "beta", "zz")),
            new ModelColumn(
                    "bytes",
                    "binary",
                    r -> "x".repeat(r.nextInt(3)) + r.nextInt(10),
                    Map.of("cast('x1' as binary)", "x1", "cast('' as binary)", "")),
            new ModelColumn(
                    "pair",
                    "struct<x:int,y:string,z:struct<deep:double>>",
                    r -> Arrays.asList(
                            orNull(r, (long) r.nextInt(100)), orNull(r, word(r)), orNull(r, List.of(number(r)))),
                    Map.of(
                            "named_struct('x', 3, 'y', 'beta', 'z', named_struct('deep', 1.5D))",
                            List.of(3L, "beta", List.of(1.5)))),
            new ModelColumn(
                    "list",
                    "array<int>",
                    r -> list(r, () -> (long) r.nextInt(1000)),
                    Map.of("array(1, 500, 3)", List.of(1L, 500L, 3L))),
            new ModelColumn(
                    "lists",
                    "array<array<string>>",
                    r -> list(r, () -> Arrays.asList(text(r), orNull(r, text(r)))),
                    Map.of("array(array('a', 'b'), array('c'))", List.of(List.of("a", "b"), List.of("c")))),
            new ModelColumn(
                    "marks",
                    "map<string,bigint>",
                    r -> {
                        Map<String, Object> map = new LinkedHashMap<>();
                        for (int i = r.nextInt(4); i > 0; i--) {
                            map.put("key" + i, orNull(r, (long) r.nextInt(1000)));
                        }
                        return map;
                    },
                    Map.of("map('key1', 500L)", Map.of("key1", 500L))),
            new ModelColumn(
                    "structs",
                    "array<struct<k:date,v:decimal(20,3)>>",
                    r -> list(
                            r,
                            () -> Arrays.asList(
                                    orNull(r, day(r)), orNull(r, new BigDecimal(new BigInteger(50, r), 3)))),
                    Map.of(
                            "array(named_struct('k', date '1200-02-28', 'v', cast(1.5 as decimal(20,3))))",
                            List.of(List.of(LocalDate.of(1200, 2, 28), new BigDecimal("1.500"))))));

    /** The column where tables are partitioned by it: the metastore fails on filters with an empty text. */
    ModelColumn asPartition() {
        Map<String, Object> named = new LinkedHashMap<>(literals);
        named.remove("''");
        return new ModelColumn(name, type, value, named);
    }

    boolean isNested() {
        return type.indexOf('<') > 0;
    }

    /** A literal as a value of the column: Hive has no cast to nested types. */
    String cast(String literal) {
        return isNested() ? literal : "cast(" + literal + " as " + type + ")";
    }

    /** How Hive's text format writes a value. */
    static String text(Object value) {
        return text(value, 1);
    }

    private static String text(Object value, int depth) {
        if (value == null) {
            return "\\N";
        }
        String divided = String.valueOf((char) (depth + 1));
        List<String> parts = new ArrayList<>();
        if (value instanceof List<?> list) {
            list.forEach(one -> parts.add(text(one, depth + 1)));
            return String.join(divided, parts);
        } else if (value instanceof Map<?, ?> map) {
            map.forEach((key, one) -> parts.add(key + String.valueOf((char) (depth + 2)) + text(one, depth + 2)));
            return String.join(divided, parts);
        } else if (value instanceof LocalDateTime time) {
            return time.toLocalDate() + " "
                    + String.format(
                            "%02d:%02d:%02d.%09d", time.getHour(), time.getMinute(), time.getSecond(), time.getNano());
        }
        return value.toString();
    }

    private static Map<String, Object> texts(String... values) {
        Map<String, Object> texts = new LinkedHashMap<>();
        for (String value : values) {
            texts.put("'" + value + "'", value);
        }
        return texts;
    }

    private static Object orNull(Random random, Object value) {
        return random.nextInt(6) == 0 ? null : value;
    }

    /** Never one null alone, which Hive's text format takes for a list that is null. */
    private static List<Object> list(Random random, Supplier<Object> element) {
        List<Object> list = new ArrayList<>();
        for (int i = random.nextInt(4); i > 1; i--) {
            list.add(orNull(random, element.get()));
            list.add(element.get());
        }
        return list;
    }

    private static double number(Random random) {
        return random.nextInt(4) == 0 ? NUMBERS[random.nextInt(NUMBERS.length)] : random.nextInt(2000) / 8.0 - 100;
    }

    private static LocalDate day(Random random) {
        return random.nextInt(10) == 0
                ? LocalDate.ofEpochDay(random.nextInt(1_400_000) - 700_000)
                : DAY.plusDays(random.nextInt(100) - 50);
    }

    private static LocalDateTime time(Random random) {
        return LocalDateTime.ofEpochSecond(
                random.nextInt(10) == 0
                        ? (long) (random.nextDouble() * 120_000_000_000L) - 60_000_000_000L
                        : 900_000_000L + random.nextInt(1_000_000),
                random.nextInt(1_000_000_000),
                ZoneOffset.UTC);
    }

    private static String word(Random random) {
        return WORDS.get(random.nextInt(WORDS.size()));
    }

    private static String text(Random random) {
        return word(random).strip() + random.nextInt(1000);
    }
}
