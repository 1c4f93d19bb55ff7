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
package dev.stoa.interop.avro;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Batch;
import dev.stoa.format.Field;
import dev.stoa.format.StoaException;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.interop.Codec;
import dev.stoa.interop.CorpusReadout;
import dev.stoa.interop.FormatCopies;
import dev.stoa.interop.RandomRows;
import dev.stoa.writer.JavaRows;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.avro.Schema;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows that become Avro and come back, and files as Avro's own writer makes them. */
class AvroRoundTripTest {
    private static final Configuration CONF = new Configuration(false);
    private static final FormatCopies.Targets TARGETS =
            (sink, schema, keyValues) -> AvroTarget.create(sink, schema, keyValues, Codec.SNAPPY);

    @TempDir
    private Path folder;

    private static AvroSource open(Path file) throws IOException {
        return AvroSource.open(CONF, FormatCopies.hadoop(file), AvroSourceOptions.DEFAULT);
    }

    /** Nanoseconds reach 1677 to 2262 only, so far timestamps of more than six digits are refused by value. */
    private static boolean isInAvro(Type type) {
        return switch (type.kind()) {
            case TIMESTAMP -> type.precision() <= 3;
            case INTERVAL_MONTH_DAY_NANO -> false;
            default -> true;
        };
    }

    @Test
    void everyTypeComesBack() throws IOException {
        long seed = Long.getLong("stoa.seed", System.nanoTime());
        for (int i = 0; i < 60; i++) {
            RandomRows random = new RandomRows(seed + i, AvroRoundTripTest::isInAvro);
            dev.stoa.format.Schema schema = random.schema();
            Batch batch = random.batch(schema, i % 4 * 700);
            Path file = folder.resolve("random.avro");
            String what = "seed " + (seed + i) + ": " + schema;
            FormatCopies.write(batch, file, TARGETS);
            CorpusReadout written = new CorpusReadout(schema);
            written.add(batch);
            try (AvroSource source = open(file)) {
                assertEquals(schema, source.schema(), what);
                assertEquals(List.of(), source.keyValues(), what);
                CorpusReadout read = FormatCopies.read(source);
                assertEquals(written.rows(), read.rows(), what);
                assertEquals(written.rowChecksum(), read.rowChecksum(), what);
            }
        }
    }

    @Test
    void carriesTimesOfEveryPrecision() throws IOException {
        for (int precision = 0; precision <= 9; precision++) {
            for (boolean utc : new boolean[] {false, true}) {
                dev.stoa.format.Schema schema = dev.stoa.format.Schema.of(
                        Field.required("at", Type.timestamp(precision, utc)),
                        Field.nullable("span", Type.of(TypeKind.INTERVAL_MONTH_DAY_NANO)));
                // 1500 and 2400 where nanoseconds need not be counted
                BigInteger second = BigInteger.valueOf(precision > 6 ? -9_000_000_000L : -14_800_000_000L);
                BigInteger units =
                        second.multiply(BigInteger.TEN.pow(precision)).add(BigInteger.ONE);
                BigInteger span = BigInteger.valueOf(5L << 32 | 7).shiftLeft(64).add(BigInteger.valueOf(3_000_000));
                Batch batch = JavaRows.batch(
                        schema, List.of(new Object[] {units, span}, new Object[] {units.negate(), null}));
                Path file = folder.resolve("times.avro");
                FormatCopies.write(batch, file, TARGETS);
                CorpusReadout written = new CorpusReadout(schema);
                written.add(batch);
                try (AvroSource source = open(file)) {
                    assertEquals(schema, source.schema());
                    assertEquals(
                            written.rowChecksum(), FormatCopies.read(source).rowChecksum());
                }
            }
        }
    }

    @Test
    void refusesWhatAvroLacksByName() throws IOException {
        Path file = folder.resolve("refused.avro");
        dev.stoa.format.Schema fine = dev.stoa.format.Schema.of(Field.nullable("odd", Type.timestamp(10, true)));
        dev.stoa.format.Schema far = dev.stoa.format.Schema.of(Field.nullable("odd", Type.timestamp(9, true)));
        List<Object[]> year2500 =
                List.<Object[]>of(new Object[] {BigInteger.TEN.pow(19).multiply(BigInteger.TWO)});
        for (Batch batch : List.of(JavaRows.batch(fine, List.of()), JavaRows.batch(far, year2500))) {
            StoaException e = assertThrows(StoaException.class, () -> FormatCopies.write(batch, file, TARGETS));
            assertTrue(e.getMessage().contains("'odd'"), e.getMessage());
            assertTrue(Files.notExists(file), "a file was left behind");
        }
    }

    /** Names that Avro does not allow are kept beside names that it does. */
    @Test
    void keepsNamesThatAvroDoesNotAllow() throws IOException {
        Type text = Type.of(TypeKind.STRING);
        dev.stoa.format.Schema schema = dev.stoa.format.Schema.of(
                Field.nullable("a b", text),
                Field.nullable("a_x20b", Type.struct(List.of(Field.nullable("1", text), Field.nullable("é", text)))),
                Field.nullable("", text));
        Path file = folder.resolve("names.avro");
        FormatCopies.write(
                JavaRows.batch(schema, List.<Object[]>of(new Object[] {"x", new Object[] {"y", "z"}, "w"})),
                file,
                TARGETS);
        try (AvroSource source = open(file)) {
            assertEquals(schema, source.schema());
            assertTrue(source.next());
        }
        try (DataFileReader<Object> reader = new DataFileReader<>(file.toFile(), new GenericDatumReader<>())) {
            assertEquals(
                    List.of("a_x20b", "a_x20b_", "_"),
                    reader.getSchema().getFields().stream()
                            .map(Schema.Field::name)
                            .toList());
        }
    }

    private static final String UNIONS = "{'type':'record','name':'R','namespace':'n','fields':["
            + "{'name':'u','type':['int','null','string',{'type':'array','items':'long'}]},"
            + "{'name':'e','type':{'type':'enum','name':'E','symbols':['A','B']}},"
            + "{'name':'m','type':{'type':'map','values':['null','double']}},"
            + "{'name':'d','type':['null',{'type':'fixed','name':'D','size':7,'logicalType':'decimal',"
            + "'precision':9,'scale':2}]},{'name':'odd','type':{'type':'int','logicalType':'unheard-of'}}]}";

    /** A union goes to Stoa as a struct and comes back as a union, an enum and a fixed decimal as what they were. */
    @Test
    void carriesUnionsEnumsAndFixed() throws IOException {
        Schema schema = new Schema.Parser().parse(UNIONS.replace('\'', '"'));
        Path file = folder.resolve("unions.avro");
        try (DataFileWriter<Object> writer = new DataFileWriter<>(new GenericDatumWriter<>(schema))) {
            writer.create(schema, file.toFile());
            for (int i = 0; i < 3000; i++) {
                GenericData.Record row = new GenericData.Record(schema);
                row.put("u", i % 4 == 0 ? i : i % 4 == 1 ? null : i % 4 == 2 ? "s" + i : List.of((long) i, -1L));
                row.put("e", new GenericData.EnumSymbol(schema.getField("e").schema(), i % 3 == 0 ? "A" : "B"));
                row.put("m", i % 5 == 0 ? Map.of() : Map.of("k", i / 2.0));
                Schema fixed = schema.getField("d").schema().getTypes().get(1);
                row.put("d", i % 2 == 0 ? null : new GenericData.Fixed(fixed, new byte[] {-1, -1, -1, -1, -1, 0, 1}));
                row.put("odd", i);
                writer.append(row);
            }
        }
        Path stoa = folder.resolve("unions.stoa");
        Path back = folder.resolve("back.avro");
        try (AvroSource source = open(file)) {
            assertEquals(
                    "struct<u:struct<tag:int8 not null,value0:int32,value1:string,value2:list<int64 not null>>,"
                            + "e:enum not null,m:map<string not null,float64> not null,d:decimal(9,2),odd:int32 not null>",
                    source.schema().toString());
            assertEquals(750, FormatCopies.toStoa(source, stoa).columns().get(0).nulls());
        }
        FormatCopies.fromStoa(stoa, back, TARGETS);
        try (DataFileReader<Object> before = new DataFileReader<>(file.toFile(), new GenericDatumReader<>());
                DataFileReader<Object> after = new DataFileReader<>(back.toFile(), new GenericDatumReader<>())) {
            assertEquals(before.getSchema(), after.getSchema());
            while (before.hasNext()) {
                assertEquals(before.next(), after.next());
            }
            assertEquals(false, after.hasNext());
        }
    }

    @Test
    void refusesRecordsInsideOfThemselves() throws IOException {
        Schema schema = new Schema.Parser()
                .parse("{'type':'record','name':'Node','fields':[{'name':'next','type':['null','Node']}]}"
                        .replace('\'', '"'));
        Path file = folder.resolve("list.avro");
        try (DataFileWriter<Object> writer = new DataFileWriter<>(new GenericDatumWriter<>(schema))) {
            writer.create(schema, file.toFile());
        }
        StoaException e = assertThrows(StoaException.class, () -> open(file));
        assertTrue(e.getMessage().contains("'next'") && e.getMessage().contains("Node"), e.getMessage());
    }

    /** Avro's library wraps the exceptions of its readers. */
    @Test
    void refusesAValueByTheNameOfItsColumn() throws IOException {
        Schema schema = new Schema.Parser()
                .parse(
                        "{'type':'record','name':'Row','fields':[{'name':'u','type':{'type':'string','logicalType':'uuid'}}]}"
                                .replace('\'', '"'));
        Path file = folder.resolve("uuid.avro");
        try (DataFileWriter<Object> writer = new DataFileWriter<>(new GenericDatumWriter<>(schema))) {
            writer.create(schema, file.toFile());
            GenericData.Record row = new GenericData.Record(schema);
            row.put("u", "none");
            writer.append(row);
        }
        try (AvroSource source = open(file)) {
            StoaException e = assertThrows(StoaException.class, source::next);
            assertTrue(
                    e.getMessage().contains("uuid.avro: column 'u' holds a value that is not a valid uuid"),
                    e.getMessage());
        }
    }

    /** Cut or changed files are refused, or read. */
    @Test
    void survivesDamage() throws IOException {
        long seed = Long.getLong("stoa.seed", System.nanoTime());
        Random random = new Random(seed);
        RandomRows rows = new RandomRows(seed, AvroRoundTripTest::isInAvro);
        Path file = folder.resolve("whole.avro");
        Codec codec = Codec.values()[random.nextInt(Codec.values().length)];
        FormatCopies.write(
                rows.batch(rows.schema(), 300),
                file,
                (sink, schema, keys) -> AvroTarget.create(sink, schema, keys, codec));
        byte[] whole = Files.readAllBytes(file);
        List<String> strange = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            int cut = i < 16 * 3
                    ? whole.length - 1 - i / 3
                    : random.nextInt(whole.length); // first within the last marker
            bytes.write(whole, 0, i % 3 == 0 ? cut : whole.length);
            byte[] changed = bytes.toByteArray();
            if (i % 3 > 0) {
                // not the lengths of the header and the blocks, for which the library takes memory
                int from = Math.min(whole.length - 1, whole.length / 2);
                changed[from + random.nextInt(whole.length - from)] ^= (byte) (1 << random.nextInt(8));
            }
            Path damaged = Files.write(folder.resolve("damaged" + i + ".avro"), changed);
            try (AvroSource source = open(damaged)) {
                FormatCopies.read(source);
                assertTrue(i >= 16 * 3 || i % 3 > 0, "a file was cut, and nothing was said; seed " + seed);
            } catch (StoaException e) {
                assertTrue(e.getMessage().contains("damaged" + i), e.getMessage());
            } catch (IOException | RuntimeException e) {
                strange.add(i + ": " + e + " from " + e.getCause());
            }
        }
        assertEquals(List.of(), strange, "seed " + seed);
    }
}
