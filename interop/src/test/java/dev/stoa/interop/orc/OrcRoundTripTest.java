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
package dev.stoa.interop.orc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Batch;
import dev.stoa.format.Field;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.Schema;
import dev.stoa.format.StoaException;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.interop.Codec;
import dev.stoa.interop.CorpusReadout;
import dev.stoa.interop.FormatCopies;
import dev.stoa.interop.RandomRows;
import dev.stoa.interop.RebaseMode;
import dev.stoa.interop.internal.SchemaJson;
import dev.stoa.writer.JavaRows;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TimeZone;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.common.type.HiveDecimal;
import org.apache.hadoop.hive.ql.exec.vector.DateColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DecimalColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.StructColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.TimestampColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.UnionColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.OrcFile;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows that become ORC and come back, and files as ORC's own writer makes them. */
class OrcRoundTripTest {
    private static final Configuration CONF = new Configuration(false);
    private static final FormatCopies.Targets TARGETS =
            (sink, schema, keyValues) -> OrcTarget.create(sink, schema, keyValues, Codec.SNAPPY, CONF);

    @TempDir
    private Path folder;

    private static OrcSource open(Path file) throws IOException {
        return OrcSource.open(CONF, FormatCopies.hadoop(file), OrcSourceOptions.DEFAULT);
    }

    private static boolean isInOrc(Type type) {
        return switch (type.kind()) {
            case DECIMAL -> type.precision() <= 38;
            case TIMESTAMP -> type.precision() <= 9;
            case INTERVAL_MONTH_DAY_NANO -> false;
            default -> true;
        };
    }

    @Test
    void everyTypeComesBack() throws IOException {
        long seed = Long.getLong("stoa.seed", System.nanoTime());
        for (int i = 0; i < 60; i++) {
            RandomRows random = new RandomRows(seed + i, OrcRoundTripTest::isInOrc);
            Schema schema = random.schema();
            Batch batch = random.batch(schema, i % 4 * 700);
            Path file = folder.resolve("random.orc");
            FormatCopies.write(batch, file, TARGETS);
            CorpusReadout written = new CorpusReadout(schema);
            written.add(batch);
            String what = "seed " + (seed + i) + ": " + schema;
            try (OrcSource source = open(file)) {
                assertEquals(schema, source.schema(), what);
                assertEquals(List.of(), source.keyValues(), what);
                CorpusReadout read = FormatCopies.read(source);
                assertEquals(written.rows(), read.rows(), what);
                assertEquals(written.rowChecksum(), read.rowChecksum(), what);
            }
        }
    }

    @Test
    void refusesWhatOrcLacksByName() {
        for (Type type :
                List.of(Type.decimal(39, 0), Type.timestamp(10, true), Type.of(TypeKind.INTERVAL_MONTH_DAY_NANO))) {
            Schema schema = Schema.of(Field.nullable("a", Type.list(Field.nullable("odd", type))));
            Path file = folder.resolve("refused.orc");
            StoaException e = assertThrows(
                    StoaException.class, () -> FormatCopies.write(JavaRows.batch(schema, List.of()), file, TARGETS));
            assertTrue(e.getMessage().contains("'a.odd'"), e.getMessage());
            assertTrue(Files.notExists(file), "a file was left behind");
        }
    }

    /** What ORC's readers would take for another time is refused, all around it comes back. */
    @Test
    void keepsTheSecondsAround1970() throws IOException {
        Schema schema = Schema.of(Field.required("at", Type.timestamp(9, false)));
        for (long millis = -3000; millis < 3000; millis += 250) {
            BigInteger nanos = BigInteger.valueOf(millis * 1_000_000);
            Batch batch = JavaRows.batch(schema, List.<Object[]>of(new Object[] {nanos}));
            Path file = folder.resolve("seconds.orc");
            if (millis > -1000 && millis < 0) {
                assertThrows(StoaException.class, () -> FormatCopies.write(batch, file, TARGETS));
                continue;
            }
            FormatCopies.write(batch, file, TARGETS);
            try (OrcSource source = open(file)) {
                assertTrue(source.next());
                assertEquals(nanos, ((Int128Vector) source.batch().column(0)).get(0));
            }
        }
    }

    /**
     * Files of ORC's own writer east and west of Greenwich. It cuts seconds towards 1970 in UTC, so a reader must tell by UTC,
     * not by the clock, from which to take one away: between the two, ORC's C++ reader (in Arrow) is a second off.
     */
    @Test
    void keepsTheSecondsAround1970OfOtherZones() throws IOException {
        TimeZone zone = TimeZone.getDefault();
        Path file = folder.resolve("zone.orc");
        TypeDescription type = TypeDescription.fromString("struct<t:timestamp>");
        try {
            for (String id : List.of("Asia/Shanghai", "America/New_York", "Asia/Kathmandu")) {
                TimeZone writers = TimeZone.getTimeZone(id);
                List<Long> millis = new ArrayList<>();
                for (long hour = -30; hour <= 30; hour++) {
                    millis.add(hour * 3_600_000 + (hour == 0 ? 250 : 500));
                    millis.add(hour * 3_600_000);
                }
                TimeZone.setDefault(writers);
                Files.deleteIfExists(file);
                try (Writer writer = OrcFile.createWriter(
                        FormatCopies.hadoop(file), OrcFile.writerOptions(CONF).setSchema(type))) {
                    VectorizedRowBatch rows = type.createRowBatch();
                    for (long instant : millis) {
                        ((TimestampColumnVector) rows.cols[0]).set(rows.size++, new java.sql.Timestamp(instant));
                    }
                    writer.addRowBatch(rows);
                }
                TimeZone.setDefault(zone);
                try (OrcSource source = open(file)) {
                    assertTrue(source.next());
                    for (int i = 0; i < millis.size(); i++) {
                        long shown = millis.get(i) + writers.getOffset(millis.get(i));
                        assertEquals(
                                BigInteger.valueOf(shown * 1_000_000),
                                ((Int128Vector) source.batch().column(0)).get(i),
                                millis.get(i) + " ms in " + id);
                    }
                }
            }
        } finally {
            TimeZone.setDefault(zone);
        }
    }

    /** ORC's writer in C++, which is Arrow's, keeps what is left of a time before 1970 as a negative fraction, as Arrow cuts seconds. */
    @Test
    void keepsTimesBefore1970OfWritersWithNegativeFractions() throws IOException {
        long[] times = {
            -1, -999_999, -500_000_000, -1_000_000_000, -1_500_000_000, -1_999_999_999, -100_000_000_000_000_001L, 1
        };
        Path file = folder.resolve("negative.orc");
        TypeDescription type = TypeDescription.fromString("struct<t:timestamp,i:timestamp with local time zone>");
        try (Writer writer = OrcFile.createWriter(
                FormatCopies.hadoop(file),
                OrcFile.writerOptions(CONF).setSchema(type).useUTCTimestamp(true))) {
            VectorizedRowBatch rows = type.createRowBatch();
            for (long time : times) {
                for (org.apache.hadoop.hive.ql.exec.vector.ColumnVector column : rows.cols) {
                    ((TimestampColumnVector) column).time[rows.size] = time / 1_000_000_000 * 1000;
                    ((TimestampColumnVector) column).nanos[rows.size] = (int) (time % 1_000_000_000);
                }
                rows.size++;
            }
            writer.addRowBatch(rows);
        }
        try (OrcSource source = open(file)) {
            assertTrue(source.next());
            for (int column = 0; column < 2; column++) {
                for (int i = 0; i < times.length; i++) {
                    assertEquals(
                            BigInteger.valueOf(times[i]),
                            ((Int128Vector) source.batch().column(column)).get(i),
                            "column " + column);
                }
            }
        }
    }

    /** The same where the file does not name its zone: then the reader, which takes the machine's, has told by the wrong one. */
    @Test
    void keepsTheSecondsAround1970OfAssumedZones() throws IOException {
        TimeZone machine = TimeZone.getDefault();
        long here = epochOf2015(machine);
        for (String id : List.of("Asia/Shanghai", "America/New_York", "UTC")) {
            TimeZone writers = TimeZone.getTimeZone(id);
            FileTime time = new FileTime(RebaseMode.CORRECTED, true, Optional.of(writers));
            for (long millis = -108_000_500; millis < 108_000_000; millis += 1_800_250) {
                if (millis > -1000 && millis < 0) {
                    continue; // lost when it was written
                }
                int nanos = (int) Math.floorMod(millis, 1000L) * 1_000_000;
                long written = millis / 1000 - epochOf2015(writers);
                long read = (written + here) * 1000 + nanos / 1_000_000;
                read -= read < 0 && nanos > 999_999 ? 1000 : 0;
                long shown = Math.floorDiv(millis + writers.getOffset(millis), 1000L);
                assertEquals(shown, time.second(read, nanos, false), millis + " ms in " + id);
            }
        }
    }

    private static long epochOf2015(TimeZone zone) {
        return java.time.LocalDate.of(2015, 1, 1).atStartOfDay(zone.toZoneId()).toEpochSecond();
    }

    /** A file of ORC's own writer in the hybrid calendar, far away from here. */
    @Test
    void honoursTheWritersZoneAndCalendar() throws IOException {
        TimeZone zone = TimeZone.getDefault();
        Path file = folder.resolve("old.orc");
        // what the writer's clock showed: 1500-03-01 in the Julian calendar is ten days earlier than in the Gregorian
        // one
        List<LocalDateTime> shown = List.of(
                LocalDateTime.of(1500, 3, 1, 12, 30),
                LocalDateTime.of(1883, 11, 1, 1, 2, 3),
                LocalDateTime.of(2020, 7, 1, 23, 59, 59),
                LocalDateTime.of(2400, 1, 1, 0, 0));
        try {
            TimeZone.setDefault(TimeZone.getTimeZone("America/Los_Angeles"));
            TypeDescription type = TypeDescription.fromString("struct<t:timestamp,d:date>");
            try (Writer writer = OrcFile.createWriter(
                    FormatCopies.hadoop(file), OrcFile.writerOptions(CONF).setSchema(type))) {
                VectorizedRowBatch rows = type.createRowBatch();
                for (LocalDateTime local : shown) {
                    java.sql.Timestamp legacy = java.sql.Timestamp.valueOf(
                            local.toString().replace('T', ' ') + (local.getSecond() == 0 ? ":00" : ""));
                    ((TimestampColumnVector) rows.cols[0]).set(rows.size, legacy);
                    ((DateColumnVector) rows.cols[1]).vector[rows.size++] = julianDay(local.toLocalDate());
                }
                writer.addRowBatch(rows);
            }
            for (String id : List.of("America/Los_Angeles", "Asia/Kathmandu")) {
                TimeZone.setDefault(TimeZone.getTimeZone(id));
                try (OrcSource source = open(file)) {
                    assertTrue(source.next());
                    for (int i = 0; i < shown.size(); i++) {
                        BigInteger nanos = BigInteger.valueOf(shown.get(i).toEpochSecond(ZoneOffset.UTC))
                                .multiply(BigInteger.TEN.pow(9));
                        assertEquals(nanos, ((Int128Vector) source.batch().column(0)).get(i), "row " + i + " in " + id);
                        assertEquals(
                                shown.get(i).toLocalDate().toEpochDay(),
                                ((IntVector) source.batch().column(1)).values()[i]);
                    }
                    assertEquals(2, source.choices().size(), source.choices()::toString);
                }
            }
        } finally {
            TimeZone.setDefault(zone);
        }
    }

    private static long julianDay(LocalDate date) {
        java.util.GregorianCalendar calendar =
                new java.util.GregorianCalendar(TimeZone.getTimeZone("UTC"), java.util.Locale.ROOT);
        calendar.clear();
        calendar.set(date.getYear(), date.getMonthValue() - 1, date.getDayOfMonth());
        return Math.floorDiv(calendar.getTimeInMillis(), 86_400_000L);
    }

    /** Unions go to Stoa as structs and come back as unions; structs that are null everywhere carry nothing over. */
    @Test
    void carriesUnions() throws IOException {
        TypeDescription type =
                TypeDescription.fromString("struct<u:uniontype<int,struct<a:bigint,l:array<string>>>,s:struct<x:int>>");
        Path file = folder.resolve("unions.orc");
        try (Writer writer = OrcFile.createWriter(
                FormatCopies.hadoop(file), OrcFile.writerOptions(CONF).setSchema(type))) {
            VectorizedRowBatch rows = type.createRowBatch();
            UnionColumnVector union = (UnionColumnVector) rows.cols[0];
            StructColumnVector struct = (StructColumnVector) rows.cols[1];
            for (int i = 0; i < 3000; i++) {
                boolean noStructs = i / 1024 == 1;
                union.tags[rows.size] = i % 2;
                union.noNulls = false;
                union.isNull[rows.size] = i % 7 == 0;
                ((LongColumnVector) union.fields[0]).vector[rows.size] = i;
                ((LongColumnVector) ((StructColumnVector) union.fields[1]).fields[0]).vector[rows.size] = -i;
                struct.noNulls = false;
                struct.isNull[rows.size] = noStructs;
                ((LongColumnVector) struct.fields[0]).vector[rows.size++] = i;
                if (rows.size == 1024 || i == 2999) {
                    writer.addRowBatch(rows);
                    rows.reset();
                }
            }
        }
        Path stoa = folder.resolve("unions.stoa");
        Path back = folder.resolve("back.orc");
        CorpusReadout first;
        try (OrcSource source = open(file)) {
            assertEquals(
                    "struct<tag:int8 not null,value0:int32,value1:struct<a:int64,l:list<string>>>",
                    source.schema().fields().get(0).type().toString());
            assertEquals(TypeExport.KEY, source.keyValues().get(0).key());
            first = FormatCopies.toStoa(source, stoa);
        }
        assertEquals(429, first.columns().get(0).nulls());
        assertEquals(1024, first.columns().get(1).nulls());
        FormatCopies.fromStoa(stoa, back, TARGETS);
        try (OrcSource source = open(back)) {
            FormatCopies.assertSame(first, FormatCopies.read(source));
        }
        assertEquals(
                type.toString(),
                OrcFile.createReader(FormatCopies.hadoop(back), OrcFile.readerOptions(CONF))
                        .getSchema()
                        .toString());
    }

    /** A kept schema that the file does not bear out is passed over. */
    @Test
    void doesNotTrustAKeptSchema() throws IOException {
        List<String> kept = List.of(
                "no json",
                "[{\"name\":\"a\",\"type\":\"string\",\"nullable\":true}]",
                "[{\"name\":\"b\",\"type\":\"uint16\",\"nullable\":true}]",
                "[{\"name\":\"a\",\"type\":\"no type\",\"nullable\":true}]",
                "[]");
        for (String text : kept) {
            Path file = folder.resolve("kept" + kept.indexOf(text) + ".orc");
            TypeDescription type = TypeDescription.fromString("struct<a:int>");
            try (Writer writer = OrcFile.createWriter(
                    FormatCopies.hadoop(file), OrcFile.writerOptions(CONF).setSchema(type))) {
                writer.addUserMetadata("stoa.schema", java.nio.charset.StandardCharsets.UTF_8.encode(text));
            }
            try (OrcSource source = open(file)) {
                assertEquals(Schema.of(Field.nullable("a", Type.of(TypeKind.INT32))), source.schema(), text);
            }
        }
    }

    /** Another program may have put other values into a file and left its metadata: they are refused, not cut to the kept type. */
    @ParameterizedTest
    @CsvSource({
        "uint64, -1, false",
        "uint64, 18446744073709551616, false",
        "uint64, 99999999999999999999, false",
        "uint64, 18446744073709551615, true",
        "uint64, 9223372036854775808, true",
        "null, 1, false"
    })
    void cutsNoValueToAKeptType(String kept, String value, boolean fits) throws IOException {
        Path file = folder.resolve("other.orc");
        Type type = Type.of(TypeKind.valueOf(kept.toUpperCase(Locale.ROOT)));
        Schema schema = Schema.of(Field.nullable("a", type));
        TypeDescription orc = TypeExport.map(schema, Optional.empty());
        try (Writer writer = OrcFile.createWriter(
                FormatCopies.hadoop(file), OrcFile.writerOptions(CONF).setSchema(orc))) {
            writer.addUserMetadata(SchemaJson.KEY, StandardCharsets.UTF_8.encode(SchemaJson.encode(schema)));
            VectorizedRowBatch rows = orc.createRowBatch();
            if (rows.cols[0] instanceof DecimalColumnVector decimals) {
                decimals.set(0, HiveDecimal.create(value));
            } else {
                ((LongColumnVector) rows.cols[0]).vector[0] = Long.parseLong(value);
            }
            rows.size = 1;
            writer.addRowBatch(rows);
        }
        try (OrcSource source = open(file)) {
            assertEquals(schema, source.schema());
            if (fits) {
                assertTrue(source.next());
                assertEquals(
                        value,
                        Long.toUnsignedString(((LongVector) source.batch().column(0)).values()[0]));
            } else {
                StoaException e = assertThrows(StoaException.class, source::next);
                assertTrue(
                        e.getMessage().contains("column 'a' holds a value that does not fit " + type), e.getMessage());
            }
        }
    }

    /**
     * One bit of it was turned: a run of lengths now goes on behind the end of its stream. The thread that decodes it can't be
     * ended, so it runs in a process of its own.
     */
    @Test
    void endsWhereTheLibraryDoesNot() throws IOException, InterruptedException {
        Path file = folder.resolve("endless.orc");
        try (InputStream bytes = OrcRoundTripTest.class.getResourceAsStream("/orc/endless.orc")) {
            Files.copy(bytes, file);
        }
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        EndlessFile.class.getName(),
                        file.toString())
                .redirectErrorStream(true)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(EndlessFile.REFUSED, process.waitFor(), printed);
        assertTrue(printed.contains("does not come to an end"), printed);
    }

    /** Cut or changed files are refused, or read. */
    @Test
    void survivesDamage() throws IOException {
        long seed = Long.getLong("stoa.seed", System.nanoTime());
        System.out.println("survivesDamage: seed " + seed);
        java.util.Random random = new java.util.Random(seed);
        RandomRows rows = new RandomRows(seed, OrcRoundTripTest::isInOrc);
        Path file = folder.resolve("whole.orc");
        Codec codec = Codec.values()[random.nextInt(Codec.values().length)];
        FormatCopies.write(
                rows.batch(rows.schema(), 300),
                file,
                (sink, schema, keyValues) -> OrcTarget.create(sink, schema, keyValues, codec, CONF));
        byte[] whole = Files.readAllBytes(file);
        List<String> strange = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            byte[] bytes = whole.clone();
            if (i % 3 == 0) {
                bytes = java.util.Arrays.copyOf(bytes, random.nextInt(bytes.length));
            } else {
                bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            }
            Path damaged = Files.write(folder.resolve("damaged" + i + ".orc"), bytes);
            try (OrcSource source = OrcSource.open(
                    CONF, FormatCopies.hadoop(damaged), OrcSourceOptions.DEFAULT, Duration.ofSeconds(2))) {
                FormatCopies.read(source);
            } catch (StoaException e) {
                assertTrue(e.getMessage().contains("damaged" + i), e.getMessage());
            } catch (IOException | RuntimeException e) {
                Throwable at = e;
                while (at.getCause() != null) {
                    at = at.getCause();
                }
                strange.add(i + ": " + e + " from " + at + " at " + at.getStackTrace()[0]);
            }
        }
        assertEquals(List.of(), strange, "seed " + seed);
    }

    @Test
    void takesTheCalendarThatItIsTold() throws IOException {
        FileTime strict = new FileTime(RebaseMode.EXCEPTION, false, java.util.Optional.empty());
        assertEquals(0, strict.day(0));
        assertThrows(StoaException.class, () -> strict.day(-200_000));
        FileTime corrected = new FileTime(RebaseMode.CORRECTED, false, java.util.Optional.empty());
        assertEquals(-200_000, corrected.day(-200_000));
        assertEquals(1, corrected.choices().size());
        TimeZone amsterdam = TimeZone.getTimeZone(ZoneId.of("Europe/Amsterdam"));
        FileTime assumed = new FileTime(RebaseMode.LEGACY, false, java.util.Optional.of(amsterdam));
        assertTrue(assumed.choices().isEmpty());
        assumed.second(0, 0, false);
        assertEquals(1, assumed.choices().size());
    }
}
