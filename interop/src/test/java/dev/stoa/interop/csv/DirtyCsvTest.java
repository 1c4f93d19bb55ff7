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
package dev.stoa.interop.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stoa.format.BytesVector;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.StoaException;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.interop.Corpus;
import dev.stoa.reader.Scan;
import dev.stoa.reader.StoaFile;
import dev.stoa.vio.LocalFileSink;
import dev.stoa.vio.RangeSources;
import dev.stoa.vio.SinkOptions;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each file of a corpus of dirty CSV becomes the rows that another reader finds in it, or is refused for the reason that the
 * list beside this class gives ({@code dirty.tsv}, made by {@code dirty.py}).
 */
class DirtyCsvTest {
    private static final Map<String, List<String>> REASONS = Map.of(
            "charset", List.of("there are bytes that are not "),
            "quotes", List.of("can't be split into fields"),
            "ragged", List.of(" are expected"),
            "ragged or quotes", List.of(" are expected", "can't be split into fields"),
            "names", List.of("the header "),
            "ragged or names", List.of(" are expected", "the header "),
            "empty", List.of("the file has no lines"));

    @TempDir
    private Path folder;

    /** A line of the list. */
    private record Case(
            String name, CsvOptions options, String outcome, long rows, String checksum, long bad, String expected) {
        static Case of(String line) {
            String[] f = line.split("\t", -1);
            CsvOptions options = CsvOptions.DEFAULT
                    .withDialect(CsvDialect.DEFAULT
                            .withDelimiter(f[2].equals("\\t") ? '\t' : f[2].charAt(0))
                            .withQuote(f[3].charAt(0))
                            .withHeader(Boolean.parseBoolean(f[4])))
                    .withCharset(Charset.forName(f[1]));
            return new Case(
                    f[0],
                    options,
                    f[5],
                    f[6].isEmpty() ? 0 : Long.parseLong(f[6]),
                    f[7],
                    f[8].isEmpty() ? 0 : Long.parseLong(f[8]),
                    f[9]);
        }
    }

    private static List<Case> cases() throws IOException {
        try (InputStream in = DirtyCsvTest.class.getResourceAsStream("dirty.tsv")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("# "))
                    .map(Case::of)
                    .toList();
        }
    }

    private static Path corpus() {
        Optional<Path> found = Corpus.find();
        assumeTrue(found.isPresent(), "skipped: there are no corpora (property stoa.corpora)");
        return found.get().resolve("csv-dirty");
    }

    @Test
    void everyFileOfTheCorpusIsInTheList() throws IOException {
        Path corpus = corpus();
        List<String> files;
        try (Stream<Path> all = Files.walk(corpus)) {
            files = all.filter(Files::isRegularFile)
                    .map(file -> corpus.relativize(file).toString().replace('\\', '/'))
                    .filter(name -> !name.equals("expected.json"))
                    .sorted()
                    .toList();
        }
        assertEquals(files, cases().stream().map(Case::name).sorted().toList());
        for (Case each : cases()) {
            if (each.outcome().equals("rows") && !each.expected().equals("an error")) {
                // one file: its first line, which is empty, is the header
                boolean isSame =
                        each.expected().equals("the same") || each.name().equals("duckdb/empty_first_line.csv");
                assertTrue(isSame, each.toString());
            }
        }
    }

    @Test
    void eachFileBecomesItsRowsOrIsRefusedWithAReason() throws IOException {
        Path corpus = corpus();
        List<String> misses = new ArrayList<>();
        for (Case each : cases()) {
            try {
                if (each.outcome().equals("rows")) {
                    rows(corpus, each);
                } else {
                    refused(corpus, each);
                }
            } catch (IOException | AssertionError e) {
                misses.add(each.name() + " (" + each.outcome() + "): " + e.getMessage());
            }
        }
        assertEquals("", String.join("\n", misses));
    }

    private void rows(Path corpus, Case each) throws IOException {
        Path text = corpus.resolve(each.name());
        Path guessed = folder.resolve("guessed.stoa");
        Schema columns;
        try (CsvSource source = CsvSource.open(() -> TextCorpusTest.open(text), each.name(), each.options());
                StoaWriter writer = writer(guessed, source.schema())) {
            columns = source.schema();
            assertEquals(each.rows(), source.writeTo(writer.rows()));
            writer.finish();
        }
        TextCorpusTest.assertSameValues(each.name(), text, each.options(), guessed);

        Path stoa = folder.resolve("texts.stoa");
        CsvOptions texts = each.options()
                .withSchema(texts(columns.fields().stream().map(Field::name).toList()));
        try (CsvSource source = CsvSource.open(() -> TextCorpusTest.open(text), each.name(), texts);
                StoaWriter writer = writer(stoa, source.schema())) {
            source.writeTo(writer.rows());
            writer.finish();
        }
        assertEquals(each.checksum(), checksum(stoa));
    }

    private void refused(Path corpus, Case each) throws IOException {
        Path text = corpus.resolve(each.name());
        StoaException e = assertThrows(
                StoaException.class,
                () -> CsvSource.open(() -> TextCorpusTest.open(text), each.name(), each.options())
                        .close());
        assertTrue(
                REASONS.get(each.outcome()).stream().anyMatch(e.getMessage()::contains)
                        && e.getMessage().startsWith(each.name() + ": "),
                e.getMessage());
        if (each.outcome().equals("ragged")) {
            rowsThatFit(text, each);
        }
    }

    /** What is left when rows of too few or too many fields are let go. */
    private void rowsThatFit(Path text, Case each) throws IOException {
        List<String> names = new ArrayList<>();
        try (CsvRows rows = new CsvRows(TextCorpusTest.open(text), each.name(), each.options())) {
            assertTrue(rows.next());
            for (int i = 0; i < rows.count(); i++) {
                names.add(each.options().dialect().header() ? rows.text(i) : "c" + (i + 1));
            }
        }
        Path stoa = folder.resolve("fitting.stoa");
        AtomicLong bad = new AtomicLong();
        try (CsvSource source = CsvSource.open(
                        () -> TextCorpusTest.open(text),
                        each.name(),
                        each.options().withSchema(texts(names)));
                StoaWriter writer = writer(stoa, source.schema())) {
            assertEquals(each.rows(), source.writeTo(writer.rows(), (line, column, reason) -> bad.incrementAndGet()));
            writer.finish();
        }
        assertEquals(each.bad(), bad.get());
        assertEquals(each.checksum(), checksum(stoa));
    }

    private static Schema texts(List<String> names) {
        return new Schema(names.stream()
                .map(name -> Field.nullable(name, Type.of(TypeKind.STRING)))
                .toList());
    }

    private static StoaWriter writer(Path stoa, Schema schema) throws IOException {
        return StoaWriter.create(
                LocalFileSink.create(stoa, SinkOptions.DEFAULT.withOverwrite(true)), schema, WriterOptions.DEFAULT);
    }

    /** Of all fields, each with a byte behind it, and one more behind each row. */
    private static String checksum(Path stoa) throws IOException {
        CRC32 crc = new CRC32();
        try (StoaFile file = StoaFile.open(RangeSources.open(stoa));
                Scan scan = file.scan().build()) {
            while (scan.next()) {
                for (int row = 0; row < scan.batch().rowCount(); row++) {
                    for (int c = 0; c < scan.batch().columns().size(); c++) {
                        BytesVector texts = (BytesVector) scan.batch().column(c);
                        if (!texts.isNull(row)) {
                            crc.update(texts.get(row));
                        }
                        crc.update(0x1F);
                    }
                    crc.update(0x1E);
                }
            }
        }
        return "%08x".formatted(crc.getValue());
    }
}
