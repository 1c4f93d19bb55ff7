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
package dev.stoa.spark;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.vio.LocalFileSink;
import dev.stoa.vio.SinkOptions;
import dev.stoa.writer.RowAppender;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.Period;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;

/** Rows of all types that Spark and Stoa both have, with nulls, by a seed. The first column numbers them. */
final class RandomRows {
    static final StructType SPARK = StructType.fromDDL(
            "id bigint not null, b boolean, i1 tinyint, i2 smallint, i4 int, i8 bigint, f4 float, f8 double,"
                    + " d9 decimal(9,2), d18 decimal(18,6), d38 decimal(38,10), day date, ts timestamp, local timestamp_ntz,"
                    + " word string, text string, bytes binary, months interval year to month, span interval day to second,"
                    + " pair struct<x:int,y:string,z:struct<deep:double>>, list array<int>, lists array<array<string>>,"
                    + " map map<string,bigint>, structs array<struct<k:date,v:decimal(20,3)>>");

    static final Schema STOA = Schema.of(
            Field.required("id", Type.of(TypeKind.INT64)),
            Field.nullable("b", Type.of(TypeKind.BOOLEAN)),
            Field.nullable("i1", Type.of(TypeKind.INT8)),
            Field.nullable("i2", Type.of(TypeKind.INT16)),
            Field.nullable("i4", Type.of(TypeKind.INT32)),
            Field.nullable("i8", Type.of(TypeKind.INT64)),
            Field.nullable("f4", Type.of(TypeKind.FLOAT32)),
            Field.nullable("f8", Type.of(TypeKind.FLOAT64)),
            Field.nullable("d9", Type.decimal(9, 2)),
            Field.nullable("d18", Type.decimal(18, 6)),
            Field.nullable("d38", Type.decimal(38, 10)),
            Field.nullable("day", Type.of(TypeKind.DATE)),
            Field.nullable("ts", Type.timestamp(6, true)),
            Field.nullable("local", Type.timestamp(6, false)),
            Field.nullable("word", Type.of(TypeKind.STRING)),
            Field.nullable("text", Type.of(TypeKind.STRING)),
            Field.nullable("bytes", Type.of(TypeKind.BINARY)),
            Field.nullable("months", Type.of(TypeKind.INTERVAL_YEAR_MONTH)),
            Field.nullable("span", Type.sized(TypeKind.INTERVAL_DAY_TIME, 6)),
            Field.nullable(
                    "pair",
                    Type.struct(List.of(
                            Field.nullable("x", Type.of(TypeKind.INT32)),
                            Field.nullable("y", Type.of(TypeKind.STRING)),
                            Field.nullable(
                                    "z", Type.struct(List.of(Field.nullable("deep", Type.of(TypeKind.FLOAT64)))))))),
            Field.nullable("list", list(Type.of(TypeKind.INT32))),
            Field.nullable("lists", list(list(Type.of(TypeKind.STRING)))),
            Field.nullable(
                    "map",
                    Type.map(
                            Field.required("key", Type.of(TypeKind.STRING)),
                            Field.nullable("value", Type.of(TypeKind.INT64)))),
            Field.nullable(
                    "structs",
                    list(Type.struct(List.of(
                            Field.nullable("k", Type.of(TypeKind.DATE)), Field.nullable("v", Type.decimal(20, 3)))))));

    private static final String[] WORDS = {"alpha", "beta", "gamma", "", "\u00e4\u00f6", "delta", "alphabet"};

    private final Random random;
    private long next;

    RandomRows(long seed) {
        random = new Random(seed);
    }

    private static Type list(Type element) {
        return Type.list(Field.nullable("element", element));
    }

    List<Row> rows(int count) {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Object[] values = new Object[SPARK.length()];
            values[0] = next++;
            for (int c = 1; c < values.length; c++) {
                values[c] = random.nextInt(8) == 0 ? null : value(SPARK.fields()[c].name());
            }
            rows.add(RowFactory.create(values));
        }
        return rows;
    }

    private Object value(String column) {
        return switch (column) {
            case "b" -> random.nextBoolean();
            case "i1" -> (byte) random.nextInt();
            case "i2" -> (short) random.nextInt(-50, 50);
            case "i4" -> random.nextInt(4) == 0 ? random.nextInt() : random.nextInt(100);
            case "i8" -> random.nextInt(4) == 0 ? random.nextLong() : random.nextLong(-1000, 1000);
            case "f4" -> number().floatValue();
            case "f8" -> number();
            case "d9" -> BigDecimal.valueOf(random.nextInt(-99_999, 99_999), 2);
            case "d18" -> BigDecimal.valueOf(random.nextLong(1L << 59), 6);
            case "d38" ->
                new BigDecimal(random.nextInt(3) == 0 ? new BigInteger(120, random) : BigInteger.valueOf(7), 10);
            case "day" -> day();
            case "ts" -> Instant.ofEpochSecond(seconds(), 1000L * random.nextInt(1_000_000));
            case "local" -> LocalDateTime.ofEpochSecond(seconds(), 1000 * random.nextInt(1_000_000), ZoneOffset.UTC);
            case "word" -> WORDS[random.nextInt(WORDS.length)];
            case "text" -> text();
            case "bytes" -> {
                byte[] bytes = new byte[random.nextInt(10)];
                random.nextBytes(bytes);
                yield bytes;
            }
            case "months" -> Period.ofMonths(random.nextInt(-2000, 2000)).normalized();
            case "span" -> Duration.ofNanos(1000 * random.nextLong(-1L << 50, 1L << 50));
            case "pair" ->
                RowFactory.create(
                        orNull(random.nextInt(100)),
                        orNull(WORDS[random.nextInt(WORDS.length)]),
                        orNull(RowFactory.create(orNull(number()))));
            case "list" -> list(() -> random.nextInt(1000));
            case "lists" -> list(() -> list(this::text));
            case "map" -> {
                Map<String, Object> map = new LinkedHashMap<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    map.put("key" + i, orNull(random.nextLong(1000)));
                }
                yield map;
            }
            case "structs" ->
                list(() -> RowFactory.create(orNull(day()), orNull(new BigDecimal(new BigInteger(60, random), 3))));
            default -> throw new IllegalArgumentException(column);
        };
    }

    private Object orNull(Object value) {
        return random.nextInt(6) == 0 ? null : value;
    }

    private List<Object> list(java.util.function.Supplier<Object> element) {
        List<Object> list = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            list.add(orNull(element.get()));
        }
        return list;
    }

    private Double number() {
        double[] special = {0.0, -0.0, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1.5};
        return random.nextInt(4) == 0 ? special[random.nextInt(special.length)] : random.nextInt(2000) / 8.0 - 100;
    }

    private LocalDate day() {
        return LocalDate.ofEpochDay(
                random.nextInt(10) == 0 ? random.nextInt(-700_000, 700_000) : random.nextInt(9000, 9100));
    }

    private long seconds() {
        return random.nextInt(10) == 0
                ? random.nextLong(-60_000_000_000L, 60_000_000_000L)
                : random.nextLong(900_000_000, 901_000_000);
    }

    private String text() {
        return WORDS[random.nextInt(WORDS.length)] + random.nextInt(1000);
    }

    /** Writes rows to a file as Stoa's own writer takes them. */
    static void write(List<Row> rows, Path file) throws IOException {
        Files.createDirectories(file.getParent());
        try (StoaWriter writer =
                StoaWriter.create(LocalFileSink.create(file, SinkOptions.DEFAULT), STOA, WriterOptions.DEFAULT)) {
            RowAppender appender = writer.rows();
            for (Row row : rows) {
                appender.append(values(row));
            }
            writer.finish();
        }
    }

    private static Object[] values(Row row) {
        Object[] values = new Object[row.length()];
        for (int i = 0; i < values.length; i++) {
            values[i] = plain(row.get(i));
        }
        return values;
    }

    private static Object plain(Object value) {
        if (value instanceof Row row) {
            return values(row);
        } else if (value instanceof List<?> list) {
            return list.stream().map(RandomRows::plain).collect(java.util.stream.Collectors.toList());
        } else if (value instanceof Period period) {
            return (int) period.toTotalMonths();
        } else if (value instanceof Duration duration) {
            return duration.toSeconds() * 1_000_000 + duration.toNanosPart() / 1000;
        }
        return value;
    }
}
