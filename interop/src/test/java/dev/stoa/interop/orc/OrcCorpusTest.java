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
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import dev.stoa.interop.RebaseMode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TimeZone;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Reads the ORC files of other writers and compares with what other readers found in them. */
class OrcCorpusTest {
    private static final Configuration CONF = new Configuration(false);

    /** Files that are sound and refused, with what the message says. */
    private static final Map<String, String> REFUSED = Map.of(
            "columnar/orc/examples/encrypted/sample1.orc", "encrypted",
            "columnar/orc/examples/version1999.orc", "future ORC version");

    /** Files that are read otherwise than by pyarrow, and why. Each must still be. */
    private static final Map<String, String> MISSES = Map.of(
            "columnar/orc/examples/TestOrcFile.testUnionAndTimestamp.orc", "unions of pyarrow have no nulls",
            "columnar/orc/examples/orc_split_elim.orc",
                    "decimals of Hive 0.11 have no scale in the file: pyarrow takes 6, ORC's own reader 10");

    /** Files that pyarrow refuses and that are sound, with their rows. */
    private static final Map<String, Long> READ_NEVERTHELESS = Map.of(
            "columnar/cudf/orc/TestOrcFile.largeTimestamps.orc", 900L,
            "columnar/cudf/timestamp-date-test.orc", 2L,
            "columnar/orc/examples/TestOrcFile.testWithoutCompressionBlockSize.orc", 100L);

    /** Files by an old writer in California that do not name their zone. */
    private static final OrcSourceOptions CALIFORNIA =
            new OrcSourceOptions(RebaseMode.LEGACY, ZoneId.of("America/Los_Angeles"), false);

    /** Of larger files rows are only counted. */
    private static final long MOST_ROWS = 100_000;

    private static Stream<Corpus.Entry> entries() throws IOException {
        Optional<Path> corpora = Corpus.find();
        Assumptions.assumeTrue(corpora.isPresent(), "there is no folder of corpora: skipped");
        return Corpus.entries(corpora.get(), "columnar", "orc").stream();
    }

    private static OrcSource open(Path file, OrcSourceOptions options) throws IOException {
        return OrcSource.open(CONF, FormatCopies.hadoop(file), options);
    }

    private static CorpusReadout read(Path file) throws IOException {
        try (OrcSource source = open(file, OrcSourceOptions.DEFAULT)) {
            return FormatCopies.read(source);
        }
    }

    @TestFactory
    Stream<DynamicTest> refusesOrReadsWhatOthersCannot() throws IOException {
        return entries()
                .filter(entry -> !entry.isOk() || REFUSED.containsKey(entry.name()))
                .map(entry -> DynamicTest.dynamicTest(entry.name(), () -> {
                    if (READ_NEVERTHELESS.containsKey(entry.name())) {
                        assertEquals(
                                READ_NEVERTHELESS.get(entry.name()),
                                read(entry.file()).rows());
                        return;
                    }
                    StoaException e = assertThrows(StoaException.class, () -> read(entry.file()));
                    assertTrue(
                            e.getMessage().contains(entry.file().getFileName().toString()), e.getMessage());
                    assertTrue(e.getMessage().contains(REFUSED.getOrDefault(entry.name(), "")), e.getMessage());
                }));
    }

    /** From ORC to Stoa and back, compared after each step. */
    @TestFactory
    Stream<DynamicTest> keepsWhatOthersWrote(@TempDir Path folder) throws IOException {
        return entries()
                .filter(entry -> !REFUSED.containsKey(entry.name()))
                .filter(entry -> entry.isOk() || READ_NEVERTHELESS.containsKey(entry.name()))
                .map(entry -> DynamicTest.dynamicTest(entry.name(), () -> check(entry, folder)));
    }

    private static void check(Corpus.Entry entry, Path folder) throws IOException {
        Path stoa = folder.resolve("copy.stoa");
        Path back = folder.resolve("back.orc");
        CorpusReadout first;
        if (entry.expected().path("rows").asLong() > MOST_ROWS) {
            try (OrcSource source = open(entry.file(), OrcSourceOptions.DEFAULT)) {
                long rows = 0;
                while (source.next()) {
                    rows += source.batch().rowCount();
                }
                assertEquals(entry.expected().path("rows").asLong(), rows);
            }
            return;
        }
        try (OrcSource source = open(entry.file(), OrcSourceOptions.DEFAULT)) {
            first = FormatCopies.toStoa(source, stoa);
        }
        if (entry.isOk()) {
            List<String> differences = Corpus.differences(first, entry.expected());
            assertEquals(MISSES.containsKey(entry.name()), !differences.isEmpty(), differences::toString);
        }

        FormatCopies.assertSame(
                first,
                FormatCopies.fromStoa(
                        stoa,
                        back,
                        (sink, schema, keyValues) -> OrcTarget.create(sink, schema, keyValues, Codec.ZSTD, CONF)));
        FormatCopies.assertSame(first, read(back));
        try (OrcSource before = open(entry.file(), OrcSourceOptions.DEFAULT);
                OrcSource after = open(back, OrcSourceOptions.DEFAULT)) {
            assertEquals(Set.copyOf(before.keyValues()), Set.copyOf(after.keyValues()));
        }
    }

    /** The rows as ORC's own tools print them. */
    @TestFactory
    Stream<DynamicTest> readsWhatOrcReads() throws IOException {
        return entries()
                .filter(entry -> Files.exists(dump(entry.file())))
                .map(entry -> DynamicTest.dynamicTest(entry.name(), () -> compareWithDump(entry.file())));
    }

    private static Path dump(Path file) {
        return file.resolveSibling("expected")
                .resolve(file.getFileName().toString().replace(".orc", ".jsn.gz"));
    }

    private static void compareWithDump(Path file) throws IOException {
        ObjectMapper mapper = new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
        long row = 0;
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                        new GZIPInputStream(Files.newInputStream(dump(file))), StandardCharsets.UTF_8));
                OrcSource source = open(file, CALIFORNIA)) {
            while (source.next()) {
                for (int i = 0; i < source.batch().rowCount(); i++, row++) {
                    JsonNode expected = mapper.readTree(lines.readLine());
                    JsonNode got = OrcJson.row(source.batch(), i);
                    assertTrue(OrcJson.same(expected, got), () -> got + " instead of " + expected);
                }
            }
            assertEquals(null, lines.readLine());
        }
        assertTrue(row > 0);
    }

    /** What is read and written does not depend on where the machine stands. */
    @Test
    void isTheSameInEveryTimeZone(@TempDir Path folder) throws IOException {
        List<Corpus.Entry> entries = entries()
                .filter(Corpus.Entry::isOk)
                .filter(e -> e.expected().path("columns").toString().matches(".*(timestamp|date32).*"))
                .toList();
        TimeZone zone = TimeZone.getDefault();
        Map<String, String> first = new HashMap<>();
        try {
            for (String id : List.of("America/Los_Angeles", "Asia/Kathmandu")) {
                TimeZone.setDefault(TimeZone.getTimeZone(id));
                for (Corpus.Entry entry : entries) {
                    CorpusReadout readout = read(entry.file());
                    if (readout.rows() < 10_000) {
                        Path stoa = folder.resolve("zone.stoa");
                        Path back = folder.resolve("zone.orc");
                        try (OrcSource source = open(entry.file(), OrcSourceOptions.DEFAULT)) {
                            FormatCopies.toStoa(source, stoa);
                        }
                        FormatCopies.fromStoa(
                                stoa,
                                back,
                                (sink, schema, keys) -> OrcTarget.create(sink, schema, keys, Codec.NONE, CONF));
                        FormatCopies.assertSame(readout, read(back));
                    }
                    String before = first.putIfAbsent(entry.name(), readout.rowChecksum());
                    assertTrue(before == null || before.equals(readout.rowChecksum()), entry.name() + " in " + id);
                }
            }
        } finally {
            TimeZone.setDefault(zone);
        }
        assertFalse(first.isEmpty());
    }
}
