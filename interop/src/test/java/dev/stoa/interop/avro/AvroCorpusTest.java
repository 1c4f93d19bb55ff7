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

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.stoa.format.StoaException;
import dev.stoa.interop.Codec;
import dev.stoa.interop.Corpus;
import dev.stoa.interop.CorpusReadout;
import dev.stoa.interop.FormatCopies;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Reads the Avro files of other writers and compares with what other readers found in them. */
class AvroCorpusTest {
    private static final Configuration CONF = new Configuration(false);

    /** Files that fastavro refuses and that are sound, with their rows. */
    private static final Map<String, Long> READ_NEVERTHELESS = Map.of(
            "columnar/arrow-testing/avro/alltypes_plain.zstandard.avro", 8L,
            "columnar/avro/share/test/data/syncInMeta.avro", 6001L);

    private static Stream<Corpus.Entry> entries() throws IOException {
        Optional<Path> corpora = Corpus.find();
        Assumptions.assumeTrue(corpora.isPresent(), "there is no folder of corpora: skipped");
        return Corpus.entries(corpora.get(), "columnar", "avro").stream();
    }

    private static AvroSource open(Path file) throws IOException {
        return AvroSource.open(CONF, FormatCopies.hadoop(file), AvroSourceOptions.DEFAULT);
    }

    @TestFactory
    Stream<DynamicTest> refusesWhatIsDamaged() throws IOException {
        return entries()
                .filter(entry -> !entry.isOk() && !READ_NEVERTHELESS.containsKey(entry.name()))
                .map(entry -> DynamicTest.dynamicTest(entry.name(), () -> {
                    StoaException e = assertThrows(StoaException.class, () -> {
                        try (AvroSource source = open(entry.file())) {
                            FormatCopies.read(source);
                        }
                    });
                    assertTrue(
                            e.getMessage().contains(entry.file().getFileName().toString()), e.getMessage());
                }));
    }

    /** From Avro to Stoa and back, compared after each step, and with what Avro's own reader says of both files. */
    @TestFactory
    Stream<DynamicTest> keepsWhatOthersWrote(@TempDir Path folder) throws IOException {
        return entries()
                .filter(entry -> entry.isOk() || READ_NEVERTHELESS.containsKey(entry.name()))
                .map(entry -> DynamicTest.dynamicTest(entry.name(), () -> check(entry, folder)));
    }

    private static void check(Corpus.Entry entry, Path folder) throws IOException {
        Path stoa = folder.resolve("copy.stoa");
        Path back = folder.resolve("back.avro");
        CorpusReadout first;
        Set<?> keys;
        try (AvroSource source = open(entry.file())) {
            first = FormatCopies.toStoa(source, stoa);
            keys = Set.copyOf(source.keyValues());
        }
        assertEquals(
                entry.isOk() ? entry.expected().path("rows").asLong() : READ_NEVERTHELESS.get(entry.name()),
                first.rows());
        FormatCopies.assertSame(
                first,
                FormatCopies.fromStoa(
                        stoa,
                        back,
                        (sink, schema, keyValues) -> AvroTarget.create(sink, schema, keyValues, Codec.ZSTD)));
        try (AvroSource source = open(back)) {
            FormatCopies.assertSame(first, FormatCopies.read(source));
            assertEquals(keys, Set.copyOf(source.keyValues()));
        }
        compare(entry, back);
    }

    private static void compare(Corpus.Entry entry, Path back) throws IOException {
        ObjectMapper mapper = new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
        try (DataFileReader<Object> before = new DataFileReader<>(entry.file().toFile(), new GenericDatumReader<>());
                DataFileReader<Object> after = new DataFileReader<>(back.toFile(), new GenericDatumReader<>())) {
            assertEquals(before.getSchema(), after.getSchema());
            boolean first = true;
            while (before.hasNext()) {
                Object expected = before.next();
                assertEquals(expected, after.next());
                if (first && entry.isOk()) {
                    JsonNode record = mapper.readTree(
                            entry.expected().path("first_record").asText());
                    assertEquals(
                            record.size(), mapper.readTree(expected.toString()).size());
                }
                first = false;
            }
            assertEquals(false, after.hasNext());
        }
    }
}
