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
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.stoa.format.Batch;
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.DoubleVector;
import dev.stoa.format.Field;
import dev.stoa.format.FloatVector;
import dev.stoa.format.Schema;
import dev.stoa.format.StoaException;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.ValueText;
import dev.stoa.interop.Corpus;
import dev.stoa.reader.Scan;
import dev.stoa.reader.StoaFile;
import dev.stoa.reader.Verifier;
import dev.stoa.vio.LocalFileSink;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.RangeSources;
import dev.stoa.vio.SinkOptions;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real tables as text, with the checksums that another reader made of their cells: to Stoa, and read again. */
class TextCorpusTest {
    private static final String NEVER = "\u0001";
    private static final Map<String, DateTimeFormatter> DATES = new HashMap<>();
    private static final TextValues TIMES = new TextValues(CsvOptions.DEFAULT);

    @TempDir
    private Path folder;

    private Path corpora;

    @BeforeEach
    void findCorpora() {
        Optional<Path> found = Corpus.find();
        assumeTrue(found.isPresent(), "skipped: there are no corpora (property stoa.corpora)");
        corpora = found.get();
    }

    static InputStream open(Path file) throws IOException {
        InputStream in = Files.newInputStream(file);
        return file.toString().endsWith(".gz") ? new GZIPInputStream(in, 1 << 16) : in;
    }

    private Path toStoa(Path text, CsvOptions options) throws IOException {
        Path stoa = folder.resolve("t.stoa");
        try (CsvSource source = CsvSource.open(() -> open(text), text.toString(), options);
                StoaWriter writer = StoaWriter.create(
                        LocalFileSink.create(stoa, SinkOptions.DEFAULT.withOverwrite(true)),
                        source.schema(),
                        WriterOptions.DEFAULT)) {
            source.writeTo(writer.rows());
            writer.finish();
        }
        return stoa;
    }

    private static CsvOptions options(JsonNode expected, String nullText) {
        return CsvOptions.DEFAULT
                .withDialect(CsvDialect.DEFAULT
                        .withDelimiter(expected.path("delimiter").asText("|").charAt(0))
                        .withHeader(expected.path("header").asBoolean(false)))
                .withForms(CsvForms.DEFAULT.withNullText(nullText));
    }

    /** Adds up hashes of cells as the expected files do: SHA-256, first 8 bytes, modulo 2^64. */
    private static final class Checksum {
        private final MessageDigest sha;
        private long sum;

        Checksum() {
            try {
                sha = MessageDigest.getInstance("SHA-256");
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException(e);
            }
        }

        void add(byte[] bytes) {
            sum += ByteBuffer.wrap(sha.digest(bytes)).getLong();
        }

        String hex() {
            return HexFormat.of().toHexDigits(sum);
        }
    }

    private List<Path> tables() throws IOException {
        List<Path> tables = new ArrayList<>();
        for (String kind : List.of("tables", "wide")) {
            try (Stream<Path> folders = Files.list(corpora.resolve(kind))) {
                folders.filter(Files::isDirectory).sorted().forEach(tables::add);
            }
        }
        return tables;
    }

    private static Path text(Path table) throws IOException {
        try (Stream<Path> files = Files.list(table)) {
            return files.filter(f -> f.toString().endsWith(".csv.gz"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void cellsOfRealTablesKeepEveryByte() throws IOException {
        for (Path table : tables()) {
            JsonNode expected =
                    new ObjectMapper().readTree(table.resolve("expected.json").toFile());
            List<Field> fields = new ArrayList<>();
            for (JsonNode column : expected.get("columns")) {
                fields.add(Field.nullable(column.get("name").asText(), Type.of(TypeKind.STRING)));
            }
            Path stoa = toStoa(text(table), options(expected, NEVER).withSchema(new Schema(fields)));
            Checksum rows = new Checksum();
            Checksum[] columns =
                    Stream.generate(Checksum::new).limit(fields.size()).toArray(Checksum[]::new);
            long count = 0;
            try (StoaFile file = StoaFile.open(RangeSources.open(stoa));
                    Scan scan = file.scan().build()) {
                while (scan.next()) {
                    Batch batch = scan.batch();
                    for (int row = 0; row < batch.rowCount(); row++) {
                        StringBuilder line = new StringBuilder();
                        for (int c = 0; c < columns.length; c++) {
                            String cell = ValueText.of(batch.column(c), row);
                            columns[c].add(cell.getBytes(StandardCharsets.UTF_8));
                            line.append(c == 0 ? "" : "\u001f").append(cell);
                        }
                        rows.add(line.toString().getBytes(StandardCharsets.UTF_8));
                    }
                    count += batch.rowCount();
                }
            }
            String name = table.getFileName().toString();
            assertEquals(expected.get("rows").asLong(), count, name);
            assertEquals(expected.get("row_checksum").asText(), rows.hex(), name);
            for (int c = 0; c < columns.length; c++) {
                assertEquals(
                        expected.get("columns").get(c).get("checksum").asText(),
                        columns[c].hex(),
                        name + ", column " + fields.get(c).name());
            }
            assertSound(stoa);
        }
    }

    @Test
    void inferredTypesKeepEveryValue() throws IOException {
        JsonNode sizes =
                new ObjectMapper().readTree(corpora.resolve("sizes.json").toFile());
        for (Path table : tables()) {
            JsonNode expected =
                    new ObjectMapper().readTree(table.resolve("expected.json").toFile());
            String name = table.getFileName().toString();
            String nullText = expected.path("delimiter").asText().equals("|")
                    ? "null"
                    : name.startsWith("nycflights") ? "NA" : "";
            CsvOptions options = options(expected, nullText);
            Path stoa = toStoa(text(table), options);
            assertSameValues(name, text(table), options, stoa);
            System.out.printf(
                    "TextCorpusTest %s: %d bytes of Stoa%s%n", name, Files.size(stoa), parquetSizes(sizes, name));
        }
    }

    private static String parquetSizes(JsonNode sizes, String name) {
        for (JsonNode entry : sizes.get("tables")) {
            if (entry.path("name").asText().equals(name)) {
                return ", Parquet snappy " + entry.get("snappy") + ", zstd " + entry.get("zstd3");
            }
        }
        return "";
    }

    /** Compares cell by cell: equal as text, or as numbers, or as points in time. */
    static void assertSameValues(String name, Path text, CsvOptions options, Path stoa) throws IOException {
        try (CsvRows rows = new CsvRows(open(text), name, options);
                StoaFile file = StoaFile.open(RangeSources.open(stoa));
                Scan scan = file.scan().build()) {
            if (options.dialect().header()) {
                assertTrue(rows.next());
            }
            while (scan.next()) {
                Batch batch = scan.batch();
                for (int row = 0; row < batch.rowCount(); row++) {
                    assertTrue(nextRow(rows, batch.columns().size()), name);
                    for (int c = 0; c < rows.count(); c++) {
                        boolean isNull = batch.column(c).isNull(row);
                        if (isNull != rows.isNull(c)
                                || (!isNull
                                        && !same(
                                                batch.column(c).type(),
                                                rows.text(c),
                                                ValueText.of(batch.column(c), row)))) {
                            throw new AssertionError(name + ": line " + rows.line() + ", column " + c + " ("
                                    + batch.column(c).type() + "): '" + rows.text(c) + "' became "
                                    + ValueText.of(batch.column(c), row));
                        }
                    }
                }
            }
            assertEquals(
                    false, scan.next() || nextRow(rows, scan.schema().fields().size()), name);
        }
    }

    private static boolean nextRow(CsvRows rows, int columns) throws IOException {
        while (rows.next()) {
            if (!rows.isEmptyLine() || columns == 1) {
                return true;
            }
        }
        return false;
    }

    private static boolean same(Type type, String text, String value) {
        return text.equals(value) || isEqual(type, text, value);
    }

    private static boolean isEqual(Type type, String text, String value) {
        return switch (type.kind()) {
            case FLOAT32, FLOAT64 -> Double.compare(Double.parseDouble(text), Double.parseDouble(value)) == 0;
            case DECIMAL -> new BigDecimal(text).compareTo(new BigDecimal(value)) == 0;
            case TIME, TIMESTAMP -> TIMES.parse(type, text).equals(TIMES.parse(type, value));
            case DATE -> isSameDate(text, LocalDate.parse(value));
            default -> false;
        };
    }

    private static boolean isSameDate(String text, LocalDate date) {
        DateForms forms = new DateForms();
        forms.see(text);
        return forms.patterns().stream()
                .map(pattern -> DATES.computeIfAbsent(pattern, DateTimeFormatter::ofPattern))
                .anyMatch(form -> LocalDate.parse(text, form).equals(date));
    }

    @Test
    void tablesWithGivenTypesKeepEveryValue() throws IOException {
        JsonNode expected = new ObjectMapper()
                .readTree(corpora.resolve("public-bi/expected.json").toFile());
        List<String> misses = new ArrayList<>();
        List<String> names = new ArrayList<>();
        expected.fieldNames().forEachRemaining(names::add);
        for (String name : names) {
            Path text = corpora.resolve("public-bi").resolve(name);
            String ddl = Files.readString(Path.of(text.toString().replace(".sample.csv", ".table.sql")));
            String columns = ddl.substring(ddl.indexOf('(') + 1, ddl.lastIndexOf(')'));
            CsvOptions options = options(expected.get(name), "null").withSchema(SchemaText.parse(columns));
            try {
                Path stoa = toStoa(text, options);
                assertSameValues(name, text, options, stoa);
                try (StoaFile file = StoaFile.open(RangeSources.open(stoa))) {
                    assertEquals(expected.get(name).get("rows").asLong(), file.rowCount(), name);
                }
            } catch (StoaException e) {
                misses.add(name + ": " + e.getMessage());
            }
        }
        assertEquals(List.of(), misses);
    }

    @Test
    void floatingPointSeriesKeepEveryBit() throws IOException {
        JsonNode all = new ObjectMapper()
                .readTree(corpora.resolve("floats/expected.json").toFile());
        for (JsonNode expected : all) {
            String name = expected.get("file").asText();
            Path series = corpora.resolve("floats").resolve(name);
            boolean single = expected.get("bits").asInt() == 32;
            Schema schema = Schema.of(Field.nullable("v", Type.of(single ? TypeKind.FLOAT32 : TypeKind.FLOAT64)));
            Path stoa = name.endsWith(".bin") ? fromBinary(series, schema) : fromLines(series, schema);
            long sum = 0;
            long values = 0;
            try (StoaFile file = StoaFile.open(RangeSources.open(stoa));
                    Scan scan = file.scan().build()) {
                while (scan.next()) {
                    Batch batch = scan.batch();
                    for (int row = 0; row < batch.rowCount(); row++) {
                        if (!batch.column(0).isNull(row)) {
                            values++;
                            sum += single
                                    ? Float.floatToRawIntBits(((FloatVector) batch.column(0)).values()[row])
                                            & 0xFFFFFFFFL
                                    : Double.doubleToRawLongBits(((DoubleVector) batch.column(0)).values()[row]);
                        }
                    }
                }
            }
            assertEquals(expected.get("values").asLong(), values, name);
            if (expected.get("nan").asLong() == 0) {
                assertEquals(
                        expected.get("sum_of_bits_mod_2_64").asText(),
                        HexFormat.of().toHexDigits(sum),
                        name);
            }
        }
    }

    private Path fromLines(Path series, Schema schema) throws IOException {
        CsvOptions options = CsvOptions.DEFAULT
                .withDialect(CsvDialect.DEFAULT.withDelimiter(',').withHeader(false))
                .withSchema(schema);
        try {
            return toStoa(series, options);
        } catch (CorruptFileException e) {
            // some series have a comma at the end of each line
            List<Field> fields = List.of(schema.fields().get(0), Field.nullable("none", Type.of(TypeKind.STRING)));
            return toStoa(series, options.withSchema(new Schema(fields)));
        }
    }

    private Path fromBinary(Path series, Schema schema) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(series)).order(ByteOrder.LITTLE_ENDIAN);
        double[] values = new double[bytes.remaining() / 8];
        bytes.asDoubleBuffer().get(values);
        Path stoa = folder.resolve("t.stoa");
        try (StoaWriter writer = StoaWriter.create(
                LocalFileSink.create(stoa, SinkOptions.DEFAULT.withOverwrite(true)), schema, WriterOptions.DEFAULT)) {
            Type type = schema.fields().get(0).type();
            writer.write(new Batch(
                    schema,
                    List.of(new DoubleVector(type, values, DoubleVector.NO_NULLS, values.length)),
                    values.length));
            writer.finish();
        }
        return stoa;
    }

    private static void assertSound(Path stoa) throws IOException {
        try (RangeSource source = RangeSources.open(stoa)) {
            assertEquals(List.of(), Verifier.verify(source, (done, of) -> {}));
        }
    }
}
