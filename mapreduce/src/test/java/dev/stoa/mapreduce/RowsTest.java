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
package dev.stoa.mapreduce;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.counters.GenericCounter;
import org.apache.hadoop.security.Credentials;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rows come back as they were written, of every type, by splits that went over the wire. */
class RowsTest {
    @TempDir
    Path folder;

    private final Configuration conf = new Configuration();
    private org.apache.hadoop.fs.Path file;

    @BeforeEach
    void name() {
        file = new org.apache.hadoop.fs.Path(folder.resolve("file").toUri());
    }

    /** A type with what makes values of it. */
    private record Kind(Type type, Function<Random, Object> values) {}

    private static String text(Random random) {
        return random.ints(random.nextInt(6), 'a', 'f')
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .append(random.nextBoolean() ? "\u00e9\uD83D\uDE00" : "")
                .toString();
    }

    private static byte[] bytes(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private static BigDecimal decimal(Random random, int bits, int scale) {
        return new BigDecimal(new BigInteger(bits, random).subtract(BigInteger.ONE.shiftLeft(bits - 1)), scale);
    }

    private static LocalDateTime time(Random random, int step) {
        return LocalDateTime.ofEpochSecond(
                random.nextLong(-100_000_000_000L, 300_000_000_000L),
                random.nextInt(1_000_000_000 / step) * step,
                ZoneOffset.UTC);
    }

    private static Kind of(TypeKind kind, Function<Random, Object> values) {
        return new Kind(Type.of(kind), values);
    }

    private static List<Kind> scalars() {
        return List.of(
                of(TypeKind.NULL, random -> null),
                of(TypeKind.BOOLEAN, Random::nextBoolean),
                of(TypeKind.INT8, random -> random.nextInt(-128, 128)),
                of(TypeKind.INT16, random -> random.nextInt(-32768, 32768)),
                of(TypeKind.INT32, Random::nextInt),
                of(TypeKind.INT64, Random::nextLong),
                of(TypeKind.UINT8, random -> random.nextInt(256)),
                of(TypeKind.UINT16, random -> random.nextInt(65536)),
                of(TypeKind.UINT32, random -> random.nextLong(1L << 32)),
                of(TypeKind.UINT64, random -> new BigInteger(64, random)),
                of(TypeKind.FLOAT16, random -> (float) random.nextInt(-2048, 2048)),
                of(TypeKind.FLOAT32, Random::nextFloat),
                of(TypeKind.FLOAT64, Random::nextGaussian),
                new Kind(Type.decimal(15, 2), random -> decimal(random, 49, 2)),
                new Kind(Type.decimal(38, 10), random -> decimal(random, 126, 10)),
                new Kind(Type.decimal(60, 0), random -> decimal(random, 190, 0)),
                of(TypeKind.DATE, random -> LocalDate.ofEpochDay(random.nextInt(-1_000_000, 2_000_000))),
                new Kind(Type.time(6, false), random -> time(random, 1000).toLocalTime()),
                new Kind(Type.time(12, false), random -> random.nextLong(86_400_000_000_000_000L)),
                new Kind(Type.timestamp(6, false), random -> time(random, 1000)),
                new Kind(Type.timestamp(9, true), random -> time(random, 1).toInstant(ZoneOffset.UTC)),
                new Kind(Type.timestamp(12, true), random -> new BigInteger(90, random)),
                of(TypeKind.INTERVAL_YEAR_MONTH, random -> random.nextInt(-1000, 1000)),
                of(TypeKind.INTERVAL_MONTH_DAY_NANO, random -> new BigInteger(120, random)),
                of(TypeKind.STRING, RowsTest::text),
                new Kind(Type.sized(TypeKind.VARCHAR, 20), RowsTest::text),
                of(TypeKind.JSON, random -> "[" + random.nextInt() + "]"),
                of(TypeKind.BINARY, random -> bytes(random, random.nextInt(5))),
                new Kind(Type.sized(TypeKind.FIXED, 3), random -> bytes(random, 3)),
                of(TypeKind.UUID, random -> new UUID(random.nextLong(), random.nextLong())));
    }

    private static Object orNull(Random random, Kind kind) {
        return random.nextInt(4) == 0 ? null : kind.values().apply(random);
    }

    private static Kind list(Kind of) {
        return new Kind(
                Type.list(Field.nullable("element", of.type())),
                random -> IntStream.range(0, random.nextInt(4))
                        .mapToObj(i -> orNull(random, of))
                        .collect(ArrayList::new, ArrayList::add, ArrayList::addAll));
    }

    private static Kind map(Kind of) {
        return new Kind(
                Type.map(Field.required("key", Type.of(TypeKind.STRING)), Field.nullable("value", of.type())),
                random -> {
                    List<Map.Entry<String, Object>> entries = new ArrayList<>();
                    for (int i = random.nextInt(3); i > 0; i--) {
                        entries.add(new AbstractMap.SimpleImmutableEntry<>(text(random), orNull(random, of)));
                    }
                    return entries;
                });
    }

    private static Kind struct(Kind a, Kind b) {
        return new Kind(Type.struct(List.of(Field.nullable("a", a.type()), Field.nullable("b", b.type()))), random ->
                new Object[] {orNull(random, a), orNull(random, b)});
    }

    private static Kind any(Random random, int depth) {
        List<Kind> scalars = scalars();
        return switch (depth == 0 ? 9 : random.nextInt(10)) {
            case 0 -> list(any(random, depth - 1));
            case 1 -> map(any(random, depth - 1));
            case 2, 3 -> struct(any(random, depth - 1), any(random, depth - 1));
            default -> scalars.get(random.nextInt(scalars.size()));
        };
    }

    static long[] seeds() {
        long first = Long.getLong("stoa.seed", System.nanoTime());
        return new long[] {1, 2, first};
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void rowsOfEveryTypeComeBack(long seed) throws IOException {
        Random random = new Random(seed);
        List<Kind> kinds = new ArrayList<>(scalars());
        for (int i = 0; i < 6; i++) {
            kinds.add(any(random, 3));
        }
        List<Field> fields = new ArrayList<>();
        for (Kind kind : kinds) {
            fields.add(Field.nullable("c" + fields.size(), kind.type()));
        }
        StoaOutputFormat.setSchema(conf, new Schema(fields));
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            rows.add(kinds.stream().map(kind -> orNull(random, kind)).toArray());
        }
        write(rows);
        try (SplitRows read = split()) {
            for (Object[] row : rows) {
                assertTrue(read.next());
                for (int c = 0; c < row.length; c++) {
                    Field field = fields.get(c);
                    assertEquals(text(row[c]), text(read.row().get(c)), () -> "seed " + seed + ", " + field);
                }
            }
            assertFalse(read.next());
            assertEquals(1f, read.progress());
        }
    }

    /** A value and its class. */
    private static String text(Object value) {
        if (value instanceof byte[] bytes) {
            return Base64.getEncoder().encodeToString(bytes);
        } else if (value instanceof Object[] fields) {
            return Arrays.stream(fields).map(RowsTest::text).toList().toString();
        } else if (value instanceof List<?> elements) {
            return "list" + elements.stream().map(RowsTest::text).toList();
        } else if (value instanceof Map.Entry<?, ?> entry) {
            return text(entry.getKey()) + "=" + text(entry.getValue());
        }
        return value == null ? "null" : value.getClass().getSimpleName() + " " + value;
    }

    private void write(List<Object[]> rows) throws IOException {
        try (FileRows writer = new FileRows(conf, file)) {
            for (Object[] row : rows) {
                writer.write(row);
            }
        }
    }

    /** The only split of the file, as another process gets it. */
    private SplitRows split() throws IOException {
        List<StoaSplit> splits =
                SplitPlanner.splits(conf, new Credentials(), new org.apache.hadoop.fs.Path[] {file}, null);
        assertEquals(1, splits.size());
        ByteArrayOutputStream wire = new ByteArrayOutputStream();
        splits.get(0).write(new DataOutputStream(wire));
        StoaSplit there = new StoaSplit();
        there.readFields(new DataInputStream(new ByteArrayInputStream(wire.toByteArray())));
        assertEquals(splits.get(0).toString(), there.toString());
        return new SplitRows(conf, there, counter -> new GenericCounter());
    }

    @Test
    void gettersTellTypesAndNullsApart() throws IOException {
        Schema schema = Schema.of(
                Field.nullable("i", Type.of(TypeKind.INT32)),
                Field.nullable("l", Type.of(TypeKind.INT64)),
                Field.nullable("d", Type.of(TypeKind.FLOAT64)),
                Field.nullable("s", Type.of(TypeKind.STRING)),
                Field.nullable("b", Type.of(TypeKind.BOOLEAN)),
                Field.nullable("day", Type.of(TypeKind.DATE)),
                Field.nullable("t", Type.timestamp(3, true)),
                Field.nullable("p", Type.decimal(5, 2)));
        StoaOutputFormat.setSchema(conf, schema);
        write(List.of(
                new Object[] {
                    7,
                    8L,
                    0.5,
                    "nine",
                    true,
                    LocalDate.of(1500, 2, 28),
                    Instant.ofEpochMilli(-1),
                    new BigDecimal("1.50")
                },
                new Object[8]));
        try (SplitRows rows = split()) {
            assertTrue(rows.next());
            StoaRow row = rows.row();
            assertEquals(7, row.getInt(0));
            assertEquals(7, row.getLong(0));
            assertEquals(8, row.getLong(row.column("l")));
            assertEquals(8, row.getLong(row.column("L")));
            assertEquals(0.5, row.getDouble(2));
            assertEquals("nine", row.getString(3));
            assertArrayEquals(new byte[] {'n', 'i', 'n', 'e'}, row.getBytes(3));
            assertTrue(row.getBoolean(4));
            assertEquals(LocalDate.of(1500, 2, 28).toEpochDay(), row.getInt(5));
            assertEquals(-1, row.getLong(6));
            assertEquals(Instant.ofEpochMilli(-1), row.get(6));
            assertEquals(new BigDecimal("1.50"), row.get(7));
            for (int column : new int[] {1, 2, 3, 4, 6, 7}) {
                IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> row.getInt(column));
                assertTrue(
                        e.getMessage()
                                .contains("'" + schema.fields().get(column).name() + "'"),
                        e.getMessage());
            }
            assertThrows(IllegalArgumentException.class, () -> row.getLong(7), "a decimal is no long");
            assertThrows(IllegalArgumentException.class, () -> row.getDouble(0));
            assertThrows(IllegalArgumentException.class, () -> row.getString(0));
            assertThrows(IllegalArgumentException.class, () -> row.getBytes(7));
            assertThrows(IllegalArgumentException.class, () -> row.getBoolean(0));
            assertThrows(IllegalArgumentException.class, () -> row.column("x"));
            assertTrue(rows.next());
            assertSame(row, rows.row());
            for (int column = 0; column < 8; column++) {
                assertTrue(row.isNull(column));
                assertNull(row.get(column));
            }
            assertThrows(IllegalStateException.class, () -> row.getInt(0));
            assertThrows(IllegalStateException.class, () -> row.getString(3));
        }
    }

    @Test
    void namesOfAllKindsAreSelected() throws IOException {
        StoaOutputFormat.setSchema(
                conf,
                Schema.of(
                        Field.nullable("a,b", Type.of(TypeKind.INT32)),
                        Field.nullable("c.d", Type.of(TypeKind.INT32)),
                        Field.nullable("e", Type.struct(List.of(Field.nullable("f`", Type.of(TypeKind.INT32)))))));
        write(List.<Object[]>of(new Object[] {1, 2, new Object[] {3}}));
        StoaInputFormat.select(conf, "e.`f```", "`a,b`", "`c.d`");
        try (SplitRows rows = split()) {
            assertTrue(rows.next());
            assertArrayEquals(new Object[] {3, 1, 2}, rows.row().values());
        }
    }

    @Test
    void aFileWithARowThatDoesNotFitIsNotCompleted() throws IOException {
        StoaOutputFormat.setSchema(conf, Schema.of(Field.required("i", Type.of(TypeKind.INT32))));
        FileRows writer = new FileRows(conf, file);
        writer.write(new Object[] {1});
        assertThrows(IOException.class, () -> writer.write(new Object[] {LocalTime.NOON}));
        IOException failed = assertThrows(IOException.class, writer::close);
        assertTrue(failed.getMessage().contains("a row could not be written: column 'i', row 1"), failed.getMessage());
        assertFalse(folder.resolve("file").toFile().exists());
    }

    @Test
    void aDamagedSplitIsRefused() throws IOException {
        StoaOutputFormat.setSchema(conf, Schema.of(Field.required("i", Type.of(TypeKind.INT32))));
        write(List.<Object[]>of(new Object[] {1}));
        StoaSplit split = SplitPlanner.splits(conf, new Credentials(), new org.apache.hadoop.fs.Path[] {file}, null)
                .get(0);
        ByteArrayOutputStream wire = new ByteArrayOutputStream();
        split.write(new DataOutputStream(wire));
        byte[] bytes = wire.toByteArray();
        int length = bytes.length - 4 * Long.BYTES - split.part().bytes().length - Integer.BYTES;
        bytes[length] = 0x7f;
        IOException e = assertThrows(
                IOException.class,
                () -> new StoaSplit().readFields(new DataInputStream(new ByteArrayInputStream(bytes))));
        assertTrue(e.getMessage().contains("damaged"), e.getMessage());
    }
}
