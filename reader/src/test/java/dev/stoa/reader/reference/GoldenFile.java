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
package dev.stoa.reader.reference;

import dev.stoa.format.Batch;
import dev.stoa.format.BooleanVector;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.DoubleVector;
import dev.stoa.format.EncodingProfile;
import dev.stoa.format.Field;
import dev.stoa.format.FloatVector;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.IntVector;
import dev.stoa.format.ListVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.NullVector;
import dev.stoa.format.Schema;
import dev.stoa.format.StructVector;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.vio.LocalFileSink;
import dev.stoa.vio.SinkOptions;
import dev.stoa.writer.KeyValue;
import dev.stoa.writer.SortColumn;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The golden files of edition 1: what they hold, built anew from code, the same on each machine.
 *
 * @param name the name of the files, without what follows the point
 * @param options how it is written
 * @param batch all its rows
 */
record GoldenFile(String name, WriterOptions options, Batch batch) {
    private static final WriterOptions OPTIONS = WriterOptions.DEFAULT
            .withCreatedBy("golden")
            .withUuid(UUID.fromString("00112233-4455-6677-8899-aabbccddeeff"));

    /** All of them. */
    static List<GoldenFile> all() {
        return List.of(
                types(),
                nested(),
                integers(),
                others(),
                strings(),
                new GoldenFile(
                        "compact",
                        OPTIONS.withProfile(EncodingProfile.COMPACT),
                        integers().batch()),
                pages(),
                extents(),
                new GoldenFile("empty", OPTIONS, empty()),
                new GoldenFile("no-columns", OPTIONS, new Batch(Schema.of(), List.of(), 5)),
                properties(),
                sidecar(),
                near(),
                bounds(),
                wide());
    }

    /** Writes the file. */
    void write(Path path) throws IOException {
        try (StoaWriter writer =
                StoaWriter.create(LocalFileSink.create(path, SinkOptions.DEFAULT), batch.schema(), options)) {
            writer.write(batch);
            writer.finish();
        }
    }

    /** Every type without children: null, and values at both ends. */
    private static GoldenFile types() {
        Columns c = new Columns();
        c.add("null", new NullVector(4));
        c.add("boolean", new BooleanVector(Type.of(TypeKind.BOOLEAN), new byte[] {0, 0, 1, 0}, firstNull(4), 4));
        c.ints(Type.of(TypeKind.INT8), -128, 127, -1);
        c.ints(Type.of(TypeKind.INT16), -32768, 32767, -1);
        c.ints(Type.of(TypeKind.INT32), Integer.MIN_VALUE, Integer.MAX_VALUE, -1);
        c.longs(Type.of(TypeKind.INT64), Long.MIN_VALUE, Long.MAX_VALUE, -1);
        c.ints(Type.of(TypeKind.UINT8), 0, 255, 1);
        c.ints(Type.of(TypeKind.UINT16), 0, 65535, 1);
        c.longs(Type.of(TypeKind.UINT32), 0, 0xFFFF_FFFFL, 1);
        c.longs(Type.of(TypeKind.UINT64), 0, -1, Long.MAX_VALUE);
        c.ints(Type.of(TypeKind.FLOAT16), 0x8000, 0x7E01, 0x3C00);
        float[] floats = {0, -0f, Float.intBitsToFloat(0x7FC0_0001), Float.NEGATIVE_INFINITY};
        c.add("float32", new FloatVector(Type.of(TypeKind.FLOAT32), floats, firstNull(4), 4));
        double[] doubles = {0, -0.0, Double.longBitsToDouble(0xFFF8_0000_0000_0002L), 0.1};
        c.add("float64", new DoubleVector(Type.of(TypeKind.FLOAT64), doubles, firstNull(4), 4));
        c.longs(Type.decimal(18, 2), -999_999_999_999_999_999L, 999_999_999_999_999_999L, 1);
        BigInteger most38 = BigInteger.TEN.pow(38).subtract(BigInteger.ONE);
        c.wide(Type.decimal(38, 10), most38.negate(), most38, BigInteger.ONE);
        BigInteger most50 = BigInteger.TEN.pow(50).subtract(BigInteger.ONE);
        c.bytes(
                Type.decimal(50, 0),
                most50.negate().toByteArray(),
                most50.toByteArray(),
                BigInteger.ZERO.toByteArray());
        c.ints(Type.of(TypeKind.DATE), -719_162, 2_932_896, 0);
        c.longs(Type.time(6, false), 0, 86_399_999_999L, 1);
        c.longs(Type.time(12, true), 0, 86_399_999_999_999_999L, 1);
        c.longs(Type.timestamp(6, true), -62_135_596_800_000_000L, 253_402_300_799_999_999L, 0);
        BigInteger nanos = BigInteger.TEN.pow(9);
        c.wide(
                Type.timestamp(9, false),
                BigInteger.valueOf(-62_135_596_800L).multiply(nanos),
                BigInteger.valueOf(253_402_300_799L).multiply(nanos),
                BigInteger.ONE);
        c.ints(Type.of(TypeKind.INTERVAL_YEAR_MONTH), -13, 13, 0);
        c.longs(Type.sized(TypeKind.INTERVAL_DAY_TIME, 3), -86_400_000, 86_400_000, 0);
        c.wide(
                Type.of(TypeKind.INTERVAL_MONTH_DAY_NANO),
                new BigInteger("-1").shiftLeft(96).add(BigInteger.valueOf(30).shiftLeft(64)),
                BigInteger.ONE.shiftLeft(96).subtract(BigInteger.ONE),
                BigInteger.TWO);
        c.texts(Type.of(TypeKind.STRING), "", "\u00e9\u4e2d\ud83d\ude00 \"\\\n", "a".repeat(70) + "\u00e9");
        c.texts(Type.sized(TypeKind.CHAR, 3), "", "a", " b");
        c.texts(Type.sized(TypeKind.VARCHAR, 3), "", "a", " b ");
        c.bytes(Type.of(TypeKind.BINARY), hex(""), hex("00"), hex("ff".repeat(65)));
        c.bytes(Type.sized(TypeKind.FIXED, 2), hex("0000"), hex("ffff"), hex("0102"));
        c.bytes(Type.of(TypeKind.UUID), hex("00".repeat(16)), hex("ff".repeat(16)), hex("0123456789abcdef".repeat(2)));
        c.texts(Type.of(TypeKind.JSON), "null", "{}", "[1]");
        c.bytes(Type.of(TypeKind.BSON), hex("0500000000"), hex("0500000000"), hex("0500000000"));
        c.texts(Type.of(TypeKind.ENUM), "RED", "BLUE", "RED");
        byte[] point = hex("0101000000000000000000f03f0000000000000040");
        c.bytes(Type.geo(TypeKind.GEOMETRY, "EPSG:4326"), point, point, hex(""));
        c.bytes(Type.geo(TypeKind.GEOGRAPHY, "", "karney"), point, hex(""), point);
        return c.file("types", OPTIONS);
    }

    /** Structs, lists, maps and a variant in each other; null, empty, and of nulls. */
    private static GoldenFile nested() {
        Columns c = new Columns();
        IntVector numbers = new IntVector(Type.of(TypeKind.INT32), new int[] {1, 0, 3, 4, 5, 6}, nulls(6, 1), 6);
        Field element = Field.nullable("item", numbers.type());
        ListVector lists = new ListVector(Type.list(element), new int[] {0, 2, 2, 2, 3, 6}, numbers, nulls(5, 2), 5);
        c.add("list", lists);
        ListVector listOfLists = new ListVector(
                Type.list(Field.nullable("inner", lists.type())), new int[] {0, 0, 3, 4, 4, 5}, lists, nulls(5, 3), 5);
        c.add("list of lists", listOfLists);
        BytesVector keys = texts(Type.of(TypeKind.STRING), "k1", "k2", "k1", "k3", "k4", "k5");
        Type map = Type.map(Field.required("key", keys.type()), Field.nullable("value", numbers.type()));
        StructVector entries = new StructVector(ListVector.entryType(map), List.of(keys, numbers), noNulls(), 6);
        c.add("map", new ListVector(map, new int[] {0, 0, 2, 2, 3, 6}, entries, nulls(5, 2), 5));
        BytesVector name = texts(Type.of(TypeKind.STRING), "n0", "n1", "", "n3", "n4");
        LongVector count = new LongVector(Type.of(TypeKind.INT64), new long[] {0, 1, 2, 3, 4}, nulls(5, 0, 2), 5);
        Type struct = Type.struct(List.of(
                Field.required("name", name.type()).withFieldId(7),
                Field.nullable("count", count.type()),
                Field.nullable("lists", lists.type())));
        boolean[] thirdNull = nulls(5, 2);
        BytesVector nameOrNull = new BytesVector(name.type(), name.data(), name.offsets(), thirdNull, 5);
        StructVector structs = new StructVector(struct, List.of(nameOrNull, count, lists), thirdNull, 5);
        c.add("struct", structs);
        ListVector listOfStructs = new ListVector(
                Type.list(Field.nullable("element", struct)), new int[] {0, 1, 3, 3, 4, 5}, structs, noNulls(), 5);
        c.add("list of structs", listOfStructs);
        Type outer = Type.struct(List.of(Field.nullable("inner", struct)));
        c.add("struct of struct", new StructVector(outer, List.of(structs), noNulls(), 5));
        BytesVector metadata =
                bytes(Type.of(TypeKind.BINARY), IntStream.range(0, 5).mapToObj(i -> hex("010000")));
        BytesVector value =
                bytes(Type.of(TypeKind.BINARY), IntStream.range(0, 5).mapToObj(i -> hex("0c0" + i)));
        Type variant = Type.variant(
                List.of(Field.required("metadata", metadata.type()), Field.nullable("value", value.type())));
        c.add("variant", new StructVector(variant, List.of(metadata, value), noNulls(), 5));
        c.add("no fields", new StructVector(Type.struct(List.of()), List.of(), nulls(5, 1), 5));
        return c.file("nested", OPTIONS);
    }

    /** Integers that suit each encoding, in a full vector and a short one. */
    private static GoldenFile integers() {
        int n = 4096 + 904;
        Random random = new Random(1);
        int[] noise = random.ints(n).toArray();
        Columns c = new Columns();
        addIntegers(c, "constant", n, i -> 42);
        addIntegers(c, "narrow", n, i -> 1000 + (noise[i] & 7));
        addIntegers(c, "outliers", n, i -> i % 500 == 17 ? noise[i] : 1000 + (noise[i] & 3));
        addIntegers(c, "ascending", n, i -> 7 * i + (noise[i] & 1));
        addIntegers(c, "distinct", n, i -> (int) (noise[(noise[i] >>> 1) % 5] * 3L));
        addIntegers(c, "runs", n, i -> noise[i / 300]);
        addIntegers(c, "blocks", n, i -> i < 4096 ? 1 : noise[i] & 0xFFFFF);
        addIntegers(c, "steps", n, i -> 60 * (noise[i] & 0xFFF) - 7);
        addIntegers(c, "gaps", n, i -> (i & 7) + (i >> 3 << 5));
        LongVector some = new LongVector(
                Type.of(TypeKind.INT64), c.longs(n, i -> noise[i] & 15), nulls(n, i -> noise[i] % 3 == 0), n);
        c.add("nulls", some);
        LongVector few =
                new LongVector(Type.of(TypeKind.INT64), c.longs(n, i -> noise[i] & 15), nulls(n, i -> i / 700 == 3), n);
        c.add("null runs", few);
        c.add("all null", new LongVector(Type.of(TypeKind.INT64), new long[n], nulls(n, i -> true), n));
        long[] any = random.longs(100).toArray();
        // differences overflow; in the short vector they are all distinct
        addLongs(c, "any", n, i -> i % 3 == 0 ? Long.MIN_VALUE + i % 100 : any[i % 100] + (i >= 4096 ? i : 0));
        return c.file("integers", OPTIONS);
    }

    private static void addLongs(Columns c, String name, int n, IntToLongFunction value) {
        c.add(name, new LongVector(Type.of(TypeKind.INT64), c.longs(n, value), noNulls(), n));
    }

    private static void addIntegers(Columns c, String name, int n, IntToLongFunction value) {
        long[] longs = c.longs(n, value);
        int[] ints = Arrays.stream(longs).mapToInt(v -> (int) v).toArray();
        c.add(name + " 32", new IntVector(Type.of(TypeKind.INT32), ints, noNulls(), n));
        long[] scaled = Arrays.stream(longs).map(v -> v * 1_000_003L).toArray();
        c.add(name + " 64", new LongVector(Type.of(TypeKind.INT64), scaled, noNulls(), n));
    }

    /** Booleans, 128-bit integers and floats that suit each encoding. */
    private static GoldenFile others() {
        int n = 4096 + 104;
        int[] noise = new Random(2).ints(n).toArray();
        Columns c = new Columns();
        addBooleans(c, "true", n, i -> 1);
        addBooleans(c, "bits", n, i -> noise[i] & 1);
        addBooleans(c, "bit runs", n, i -> i / 1000 & 1);
        Type decimal = Type.decimal(30, 3);
        long[] low = c.longs(n, i -> noise[i] & 0xFF);
        c.add("wide narrow", Int128Vector.narrow(decimal, low, noNulls(), n));
        long[] high = c.longs(n, i -> 1000 + (noise[i] & 1));
        c.add("wide", new Int128Vector(decimal, high, low, noNulls(), n));
        c.add("wide constant", new Int128Vector(decimal, c.longs(n, i -> 5), c.longs(n, i -> -1), noNulls(), n));
        double[] cents = Arrays.stream(noise).mapToDouble(v -> (v & 63) / 100.0).toArray();
        c.add("cents", new DoubleVector(Type.of(TypeKind.FLOAT64), cents, noNulls(), n));
        double[] decimals = Arrays.stream(noise)
                .mapToDouble(v -> v % 50 == 7 ? v * 0x1p-70 : v % 10_000_019 / 1000.0)
                .toArray();
        c.add("decimals", new DoubleVector(Type.of(TypeKind.FLOAT64), decimals, noNulls(), n));
        float[] shorts = new float[n];
        for (int i = 0; i < n; i++) {
            shorts[i] = noise[i] % 100_003 / 10f;
        }
        c.add("decimals 32", new FloatVector(Type.of(TypeKind.FLOAT32), shorts, noNulls(), n));
        double[] reals =
                Arrays.stream(noise).mapToDouble(v -> v / 3.0 * 0x1p-20).toArray();
        c.add("reals", new DoubleVector(Type.of(TypeKind.FLOAT64), reals, noNulls(), n));
        float[] shortReals = new float[n];
        for (int i = 0; i < n; i++) {
            shortReals[i] = (float) reals[i];
        }
        c.add("reals 32", new FloatVector(Type.of(TypeKind.FLOAT32), shortReals, noNulls(), n));
        double[] bits = new double[n];
        for (int i = 0; i < n; i++) {
            bits[i] = i == 7 ? Double.NaN : Double.longBitsToDouble(noise[i / 20] * 0x9E37_79B9_7F4A_7C15L);
        }
        c.add("nan", new DoubleVector(Type.of(TypeKind.FLOAT64), bits, nulls(n, i -> i % 1000 == 1), n));
        float[] floats = new float[n];
        for (int i = 0; i < n; i++) {
            floats[i] = i < 4096 ? 1.5f : i;
        }
        c.add("float", new FloatVector(Type.of(TypeKind.FLOAT32), floats, noNulls(), n));
        return c.file("others", OPTIONS);
    }

    private static void addBooleans(Columns c, String name, int n, IntToLongFunction value) {
        byte[] values = new byte[n];
        for (int i = 0; i < n; i++) {
            values[i] = (byte) value.applyAsLong(i);
        }
        c.add(name, new BooleanVector(Type.of(TypeKind.BOOLEAN), values, noNulls(), n));
    }

    /** Strings that suit each encoding; dictionaries are used by two vectors. */
    private static GoldenFile strings() {
        int n = 4096 + 504;
        int[] noise = new Random(3).ints(n).toArray();
        String[] modes = {"RAIL", "AIR", "SHIP", "TRUCK", "MAIL", "FOB", "REG AIR"};
        Columns c = new Columns();
        addStrings(c, "constant", n, i -> "same", noNulls());
        addStrings(c, "dictionary", n, i -> modes[(noise[i] >>> 1) % 7], noNulls());
        addStrings(c, "dictionary nulls", n, i -> modes[(noise[i] >>> 1) % 7], nulls(n, i -> noise[i] % 9 == 0));
        addStrings(c, "runs", n, i -> "run number " + i / 250, noNulls());
        addStrings(c, "compressed", n, i -> "https://example.org/item/" + (noise[i] & 0xFFF), noNulls());
        addStrings(c, "sorted", n, i -> "https://example.org/item/" + (1_000_000 + 17 * i), noNulls());
        addStrings(c, "short", n, i -> i < 4096 ? "" : Integer.toHexString(noise[i]), noNulls());
        addStrings(c, "empty", n, i -> "", nulls(n, i -> i % 2 == 0));
        return c.file("strings", OPTIONS);
    }

    private static void addStrings(Columns c, String name, int n, IntFunction<String> value, boolean[] nulls) {
        BytesVector all = texts(
                Type.of(TypeKind.STRING),
                IntStream.range(0, n)
                        .mapToObj(i -> nulls.length > 0 && nulls[i] ? "" : value.apply(i))
                        .toArray(String[]::new));
        c.add(name, new BytesVector(all.type(), all.data(), all.offsets(), nulls, n));
    }

    /** A paged vector: a value of several pages, a page of several values, one that does not compress, nulls. */
    private static GoldenFile pages() {
        Random random = new Random(4);
        byte[] noise = new byte[40];
        random.nextBytes(noise);
        List<byte[]> values = List.of(
                hex(""),
                "0123456789".repeat(30_000).getBytes(StandardCharsets.US_ASCII),
                new byte[0],
                "abc".repeat(830_000).getBytes(StandardCharsets.US_ASCII),
                new byte[1_048_576 - 20],
                noise,
                new byte[0],
                "xyz".getBytes(StandardCharsets.US_ASCII));
        Columns c = new Columns();
        BytesVector all = bytes(Type.of(TypeKind.BINARY), values.stream());
        c.add("paged", new BytesVector(all.type(), all.data(), all.offsets(), nulls(8, 2), 8));
        c.add("id", new IntVector(Type.of(TypeKind.INT32), new int[] {0, 1, 2, 3, 4, 5, 6, 7}, noNulls(), 8));
        return c.file("pages", OPTIONS);
    }

    /** Several extents per column, several zones, granules of one and of many vectors. */
    private static GoldenFile extents() {
        int n = 5 * 4096 + 1;
        int[] noise = new Random(5).ints(n).toArray();
        Columns c = new Columns();
        c.add("wide", new LongVector(Type.of(TypeKind.INT64), c.longs(n, i -> noise[i] & 0xFFF), noNulls(), n));
        c.add("thin", new LongVector(Type.of(TypeKind.INT64), c.longs(n, i -> i / 2000), noNulls(), n));
        int[] offsets = IntStream.rangeClosed(0, n).map(i -> i / 3).toArray();
        IntVector elements =
                new IntVector(Type.of(TypeKind.INT32), IntStream.range(0, n).toArray(), noNulls(), offsets[n]);
        c.add("list", new ListVector(Type.list(Field.required("e", elements.type())), offsets, elements, noNulls(), n));
        return c.file("extents", OPTIONS.withSizes(5000, 8192).withVectorsPerZone(2));
    }

    private static Batch empty() {
        Columns c = new Columns();
        c.add("s", texts(Type.of(TypeKind.STRING)));
        IntVector none = new IntVector(Type.of(TypeKind.INT32), new int[0], noNulls(), 0);
        c.add("l", new ListVector(Type.list(Field.required("e", none.type())), new int[1], none, noNulls(), 0));
        return c.batch();
    }

    /** Sort order, key-value pairs, field ids, a name that is not ASCII. */
    private static GoldenFile properties() {
        LongVector a = new LongVector(Type.of(TypeKind.INT64), new long[] {3, 2, 1}, noNulls(), 3);
        IntVector b = new IntVector(Type.of(TypeKind.DATE), new int[] {0, 5, 4}, firstNull(3), 3);
        Type struct = Type.struct(List.of(Field.required("\u65e5", a.type()).withFieldId(Integer.MIN_VALUE)));
        Schema schema = Schema.of(
                Field.required("s", struct).withFieldId(-1),
                Field.nullable("date", b.type()).withFieldId(2));
        Batch batch = new Batch(schema, List.of(new StructVector(struct, List.of(a), noNulls(), 3), b), 3);
        WriterOptions options = OPTIONS.withMetadata(List.of(
                        KeyValue.of("k", "v\u00e9"), new KeyValue("absent", Optional.empty()), KeyValue.of("k", "")))
                .withSortColumns(
                        List.of(SortColumn.descending("s", "\u65e5"), new SortColumn(List.of("date"), false, true)));
        return new GoldenFile("properties", options, batch);
    }

    /** Numbers that calculations moved away from decimals, and some that are near none. */
    private static GoldenFile near() {
        int n = 4096 + 100;
        Random random = new Random(6);
        double[] sums = new double[n];
        for (int i = 0; i < n; i++) {
            sums[i] = 0.000001 * random.nextInt(1 << 27) - 0.1;
        }
        sums[77] = Double.NaN;
        sums[78] = Double.NEGATIVE_INFINITY;
        sums[79] = -0.0;
        sums[80] = Double.MIN_VALUE;
        Columns c = new Columns();
        c.add("sums", new DoubleVector(Type.of(TypeKind.FLOAT64), sums, noNulls(), n));
        return c.file("near", OPTIONS);
    }

    /** Bounds that are cut, one that has no value above it, and one that can't be cut between two bytes of a letter. */
    private static GoldenFile bounds() {
        Columns c = new Columns();
        c.texts(Type.of(TypeKind.STRING), "a".repeat(63) + "\u00e9" + "b", "m", "z".repeat(100));
        c.texts(Type.sized(TypeKind.VARCHAR, 200), "a".repeat(100), "b", "c");
        c.texts(Type.of(TypeKind.JSON), "1", "2", "\udbff\udfff".repeat(40));
        c.bytes(Type.of(TypeKind.BINARY), hex("00".repeat(100)), hex("01"), hex("ff".repeat(100)));
        return c.file("bounds", OPTIONS);
    }

    /** More nodes than a file without indexes of names and field ids has: of each index two pages. */
    private static GoldenFile wide() {
        List<Field> fields = new ArrayList<>();
        List<ColumnVector> columns = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            IntVector column = new IntVector(Type.of(TypeKind.INT32), new int[] {i, -i}, noNulls(), 2);
            fields.add(Field.required("column " + i, column.type()).withFieldId(i % 2 == 0 ? i : -i));
            columns.add(column);
        }
        return new GoldenFile("wide", OPTIONS, new Batch(new Schema(fields), columns, 2));
    }

    /** The example of section 13. */
    private static GoldenFile sidecar() {
        Type number = Type.of(TypeKind.INT64);
        Schema schema = Schema.of(
                Field.required("deletes", Type.map(Field.required("first", number), Field.required("count", number))),
                Field.required(
                        "anchors", Type.map(Field.required("position", number), Field.required("count", number))),
                Field.required("field_5", Type.map(Field.required("position", number), Field.nullable("value", number)))
                        .withFieldId(5));
        Batch batch = new Batch(
                schema,
                List.of(
                        pairs(schema.fields().get(0).type(), new long[] {4, 20}, new long[] {2, 1}, noNulls()),
                        pairs(schema.fields().get(1).type(), new long[] {7}, new long[] {3}, noNulls()),
                        pairs(schema.fields().get(2).type(), new long[] {0, 9}, new long[] {42, 0}, nulls(2, 1))),
                1);
        WriterOptions options = OPTIONS.withMetadata(List.of(
                KeyValue.of("stoa.sidecar.fragment", "f"),
                KeyValue.of("stoa.sidecar.rows", "100"),
                KeyValue.of("stoa.sidecar.version", "3")));
        return new GoldenFile("sidecar", options, batch);
    }

    /** A map of one row. */
    private static ListVector pairs(Type map, long[] keys, long[] values, boolean[] nullValues) {
        int n = keys.length;
        Type number = Type.of(TypeKind.INT64);
        StructVector entries = new StructVector(
                ListVector.entryType(map),
                List.of(new LongVector(number, keys, noNulls(), n), new LongVector(number, values, nullValues, n)),
                noNulls(),
                n);
        return new ListVector(map, new int[] {0, n}, entries, noNulls(), 1);
    }

    private static boolean[] noNulls() {
        return ColumnVector.NO_NULLS;
    }

    private static boolean[] firstNull(int n) {
        return nulls(n, 0);
    }

    private static boolean[] nulls(int n, int... rows) {
        boolean[] nulls = new boolean[n];
        for (int row : rows) {
            nulls[row] = true;
        }
        return nulls;
    }

    private static boolean[] nulls(int n, IntPredicate isNull) {
        return nulls(n, IntStream.range(0, n).filter(isNull).toArray());
    }

    private static byte[] hex(String digits) {
        return HexFormat.of().parseHex(digits);
    }

    private static BytesVector texts(Type type, String... values) {
        return bytes(type, Arrays.stream(values).map(v -> v.getBytes(StandardCharsets.UTF_8)));
    }

    private static BytesVector bytes(Type type, Stream<byte[]> values) {
        ByteArrayOutputStream data = new ByteArrayOutputStream();
        List<Integer> ends = new ArrayList<>();
        values.forEach(value -> {
            data.writeBytes(value);
            ends.add(data.size());
        });
        int[] offsets = new int[ends.size() + 1];
        for (int i = 0; i < ends.size(); i++) {
            offsets[i + 1] = ends.get(i);
        }
        return new BytesVector(type, data.toByteArray(), offsets, noNulls(), ends.size());
    }

    /** Gathers columns, each nullable and, without a name, named by its type. */
    private static final class Columns {
        private final List<Field> fields = new ArrayList<>();
        private final List<ColumnVector> vectors = new ArrayList<>();

        void add(String name, ColumnVector vector) {
            fields.add(Field.nullable(name, vector.type()));
            vectors.add(vector);
        }

        /** A null, then the values. */
        void ints(Type type, int... values) {
            int n = values.length + 1;
            add(type.toString(), new IntVector(type, shifted(values), firstNull(n), n));
        }

        private static int[] shifted(int[] values) {
            int[] out = new int[values.length + 1];
            System.arraycopy(values, 0, out, 1, values.length);
            return out;
        }

        /** A null, then the values. */
        void longs(Type type, long... values) {
            long[] out = new long[values.length + 1];
            System.arraycopy(values, 0, out, 1, values.length);
            add(type.toString(), new LongVector(type, out, firstNull(out.length), out.length));
        }

        long[] longs(int n, IntToLongFunction value) {
            return IntStream.range(0, n).mapToLong(value).toArray();
        }

        /** A null, then the values. */
        void wide(Type type, BigInteger... values) {
            int n = values.length + 1;
            long[] high = new long[n];
            long[] low = new long[n];
            for (int i = 1; i < n; i++) {
                high[i] = values[i - 1].shiftRight(64).longValueExact();
                low[i] = values[i - 1].longValue();
            }
            add(type.toString(), new Int128Vector(type, high, low, firstNull(n), n));
        }

        /** A null, then the values. */
        void texts(Type type, String... values) {
            bytes(
                    type,
                    Arrays.stream(values)
                            .map(v -> v.getBytes(StandardCharsets.UTF_8))
                            .toArray(byte[][]::new));
        }

        /** A null, then the values. */
        void bytes(Type type, byte[]... values) {
            int n = values.length + 1;
            List<byte[]> all = new ArrayList<>(List.of(new byte[0]));
            all.addAll(List.of(values));
            BytesVector plain = GoldenFile.bytes(type, all.stream());
            add(type.toString(), new BytesVector(type, plain.data(), plain.offsets(), firstNull(n), n));
        }

        Batch batch() {
            return new Batch(new Schema(fields), vectors, vectors.get(0).size());
        }

        GoldenFile file(String name, WriterOptions options) {
            return new GoldenFile(name, options, batch());
        }
    }
}
