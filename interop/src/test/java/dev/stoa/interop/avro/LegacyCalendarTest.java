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
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.StoaException;
import dev.stoa.interop.FormatCopies;
import dev.stoa.interop.RebaseMode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files whose writers counted days before 1582-10-15 in the Julian calendar. */
class LegacyCalendarTest {
    private static final Schema SCHEMA = SchemaBuilder.record("r")
            .fields()
            .name("d")
            .type(LogicalTypes.date().addToSchema(Schema.create(Schema.Type.INT)))
            .noDefault()
            .name("t")
            .type(LogicalTypes.timestampMicros().addToSchema(Schema.create(Schema.Type.LONG)))
            .noDefault()
            .endRecord();

    @TempDir
    private Path folder;

    @Test
    void filesThatSayItAreRebased() throws IOException {
        for (Map<String, String> keys : List.of(
                Map.of("org.apache.spark.version", "2.4.8"),
                Map.of("org.apache.spark.version", "4.0.0", "org.apache.spark.legacyDateTime", ""),
                Map.of("writer.proleptic", "false"))) {
            check(keys, "UTC", true);
        }
        check(
                Map.of(
                        "org.apache.spark.version", "3.5.1",
                        "org.apache.spark.legacyDateTime", "",
                        "org.apache.spark.timeZone", "America/New_York"),
                "America/New_York",
                true);
        check(Map.of("writer.proleptic", "false", "writer.time.zone", "Asia/Tokyo"), "Asia/Tokyo", true);
    }

    @Test
    void othersAreTakenAsTheyAre() throws IOException {
        for (Map<String, String> keys : List.of(
                Map.<String, String>of(),
                Map.of("org.apache.spark.version", "3.5.1"),
                Map.of("writer.proleptic", "true", "writer.time.zone", "Asia/Tokyo"))) {
            check(keys, "UTC", false);
        }
    }

    @Test
    void anOptionDecidesWhereTheFileIsSilent() throws IOException {
        Path file = write(Map.of(), -719_164, 0);
        try (AvroSource source = open(file, RebaseMode.LEGACY)) {
            assertTrue(source.next());
            assertEquals(
                    LocalDate.of(1, 1, 1).toEpochDay(),
                    ((IntVector) source.batch().column(0)).values()[0]);
            assertEquals(0, ((LongVector) source.batch().column(1)).values()[0]);
        }
        try (AvroSource source = open(file, RebaseMode.EXCEPTION)) {
            StoaException refused = assertThrows(StoaException.class, source::next);
            assertTrue(refused.getMessage().contains("before 1582-10-15"), refused.getMessage());
        }
        Path said = write(Map.of("writer.proleptic", "true"), -719_164, 0);
        try (AvroSource source = open(said, RebaseMode.EXCEPTION)) {
            assertTrue(source.next());
            assertEquals(-719_164, ((IntVector) source.batch().column(0)).values()[0]);
        }
    }

    @Test
    void unknownZonesAreRefused() throws IOException {
        Path file = write(Map.of("writer.proleptic", "false", "writer.time.zone", "Mars/Olympus"), 0, 0);
        assertThrows(StoaException.class, () -> open(file));
    }

    private void check(Map<String, String> keys, String zone, boolean isLegacy) throws IOException {
        LocalDate day = LocalDate.of(1, 1, 1);
        ZoneId of = ZoneId.of(zone);
        GregorianCalendar date = hybrid("UTC");
        GregorianCalendar time = hybrid(zone);
        time.set(GregorianCalendar.HOUR_OF_DAY, 12);
        Instant noon = day.atTime(12, 0).atZone(of).toInstant();
        long days = isLegacy ? Math.floorDiv(date.getTimeInMillis(), 86_400_000L) : day.toEpochDay();
        long millis = isLegacy ? time.getTimeInMillis() : noon.toEpochMilli();
        Path file = write(keys, (int) days, millis * 1000 + 7);
        try (AvroSource source = open(file)) {
            assertTrue(source.next());
            assertEquals(day.toEpochDay(), ((IntVector) source.batch().column(0)).values()[0], keys.toString());
            assertEquals(
                    noon.getEpochSecond() * 1_000_000 + 7,
                    ((LongVector) source.batch().column(1)).values()[0],
                    keys.toString());
            long kept = source.keyValues().stream()
                    .filter(pair -> keys.containsKey(pair.key()))
                    .count();
            assertEquals(isLegacy ? 0 : keys.size(), kept, "what is not true any more is left out");
            assertEquals(isLegacy, source.choices().stream().anyMatch(choice -> choice.contains("rebased")));
            assertFalse(source.next());
        }
    }

    private static GregorianCalendar hybrid(String zone) {
        GregorianCalendar calendar = new GregorianCalendar(TimeZone.getTimeZone(zone), java.util.Locale.ROOT);
        calendar.clear();
        calendar.set(1, 0, 1);
        return calendar;
    }

    private Path write(Map<String, String> keys, int day, long micros) throws IOException {
        Path file = folder.resolve("old.avro");
        GenericRecord row =
                new GenericRecordBuilder(SCHEMA).set("d", day).set("t", micros).build();
        try (DataFileWriter<GenericRecord> writer = new DataFileWriter<>(new GenericDatumWriter<>(SCHEMA))) {
            keys.forEach(writer::setMeta);
            writer.create(SCHEMA, file.toFile());
            writer.append(row);
        }
        return file;
    }

    private static AvroSource open(Path file) throws IOException {
        return open(file, RebaseMode.CORRECTED);
    }

    private static AvroSource open(Path file, RebaseMode unknown) throws IOException {
        AvroSourceOptions options = new AvroSourceOptions(unknown, ZoneOffset.UTC);
        return AvroSource.open(new Configuration(false), FormatCopies.hadoop(file), options);
    }
}
