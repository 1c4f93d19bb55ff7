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
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.StoaException;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.ValueText;
import dev.stoa.reader.Scan;
import dev.stoa.reader.StoaFile;
import dev.stoa.vio.LocalFileSink;
import dev.stoa.vio.RangeSources;
import dev.stoa.vio.SinkOptions;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Parts of a text that are parsed by several threads give what the whole gives: rows in order, bad rows, types and errors. */
class ParallelCsvTest {
    private static final List<Charset> CHARSETS =
            List.of(StandardCharsets.UTF_8, StandardCharsets.ISO_8859_1, Charset.forName("windows-1252"));

    private static final String NO_CHARACTER = "there are bytes that are not";
    private static final String TOO_LONG = "does not fit varchar";

    @TempDir
    private Path folder;

    /** What came of a text. */
    private record Outcome(List<String> rows, List<String> bad, String error) {}

    private static CsvOptions options(Charset charset, boolean header, Optional<Schema> schema) {
        CsvOptions options = CsvOptions.DEFAULT
                .withDialect(CsvDialect.DEFAULT.withDelimiter(',').withHeader(header))
                .withCharset(charset);
        return schema.map(options::withSchema).orElse(options);
    }

    private static final Schema TYPED = Schema.of(
            Field.nullable("a", Type.of(TypeKind.STRING)),
            Field.nullable("b", Type.of(TypeKind.INT32)),
            Field.nullable("c", Type.sized(TypeKind.VARCHAR, 6)));

    /** Rows whose fields hold delimiters, quotes and line ends of all kinds; some texts are broken, or have bad rows. */
    private static String text(Random random, boolean header) {
        StringBuilder text = new StringBuilder(random.nextInt(4) == 0 ? "\uFEFF" : "");
        if (header) {
            text.append(random.nextBoolean() ? "a,b,c" : "\"a\",b,\"c\"").append(lineEnd(random));
        }
        boolean isClean = random.nextInt(3) > 0;
        int rows = random.nextInt(60);
        for (int i = 0; i < rows; i++) {
            if (random.nextInt(12) == 0) {
                text.append(lineEnd(random));
            }
            int columns = isClean || random.nextInt(20) > 0 ? 3 : random.nextInt(5);
            for (int c = 0; c < columns; c++) {
                text.append(c == 0 ? "" : ",").append(field(random, c, isClean));
            }
            text.append(i == rows - 1 && random.nextBoolean() ? "" : lineEnd(random));
        }
        return text.toString();
    }

    private static String field(Random random, int column, boolean isClean) {
        if (!isClean && random.nextInt(80) == 0) {
            return List.of("\"", "\"x", "\"x\"y", "y\"x", "x\"\"").get(random.nextInt(5));
        }
        if (column == 1) {
            int number = random.nextInt(1000);
            boolean isBad = !isClean && random.nextInt(15) == 0;
            return isBad ? "x" + number : random.nextInt(4) == 0 ? "\"" + number + "\"" : "" + number;
        }
        StringBuilder value = new StringBuilder();
        boolean isQuoted = random.nextInt(3) == 0;
        String alphabet = isQuoted ? "ab\u00E9 ,\n\r\"" : "ab\u00E9 .";
        int length = random.nextInt(6);
        for (int i = 0; i < length; i++) {
            char c = alphabet.charAt(random.nextInt(alphabet.length()));
            value.append(c == '"' ? "\"\"" : Character.toString(c));
        }
        return isQuoted ? "\"" + value + "\"" : value.toString();
    }

    private static String lineEnd(Random random) {
        return List.of("\n", "\r\n", "\n", "\r").get(random.nextInt(4));
    }

    @Test
    void rowsBadRowsAndErrorsAreThoseOfOneThread() throws IOException {
        long seed = Long.getLong("stoa.seed", System.nanoTime());
        int refused = 0;
        int rejected = 0;
        for (int i = 0; i < 400; i++) {
            Random random = new Random(seed + i);
            boolean header = random.nextBoolean();
            Charset charset = CHARSETS.get(random.nextInt(CHARSETS.size()));
            byte[] bytes = bytes(text(random, header), charset, random);
            CsvOptions typed = options(charset, header, Optional.of(TYPED));
            boolean isLenient = random.nextInt(3) > 0;
            long limit = random.nextInt(4) == 0 ? 1 : Long.MAX_VALUE;
            String what = "seed " + seed + " + " + i;
            Outcome whole = load(bytes, typed, isLenient, limit, 1, 0);
            int chunk = 1 + random.nextInt(random.nextBoolean() ? 12 : 300);
            assertSame(whole, load(bytes, typed, isLenient, limit, 1 + random.nextInt(4), chunk), what);
            CsvOptions guessed = options(charset, header, Optional.empty());
            String schema = guess(bytes, guessed, 1, 0);
            String inParts = guess(bytes, guessed, 3, chunk);
            assertTrue(schema.equals(inParts) || schema.contains(NO_CHARACTER), () -> what + ": " + schema + inParts);
            refused += whole.error().isEmpty() ? 0 : 1;
            rejected += whole.bad().size();
        }
        System.out.println(
                "ParallelCsvTest: seed " + seed + ", " + refused + " texts refused, " + rejected + " bad rows");
        assertTrue(refused > 10 && refused < 200 && rejected > 50, refused + " refused, " + rejected + " bad rows");
    }

    /**
     * One thread decodes ahead of the rows that it reads, so what is no character may come before other errors; and a writer
     * looks at lengths when it has a batch, so they may come before them or after.
     */
    private static void assertSame(Outcome whole, Outcome inParts, String what) {
        boolean isAnyError = whole.error().contains(NO_CHARACTER)
                || whole.error().contains(TOO_LONG)
                || inParts.error().contains(TOO_LONG);
        if (isAnyError) {
            assertNotEquals("", whole.error(), what);
            assertNotEquals("", inParts.error(), what);
        } else {
            assertEquals(whole, inParts, what);
        }
    }

    private static byte[] bytes(String text, Charset charset, Random random) {
        byte[] bytes = (charset.equals(StandardCharsets.UTF_8) ? text : text.replace("\uFEFF", "")).getBytes(charset);
        if (bytes.length > 0 && random.nextInt(30) == 0) {
            bytes[random.nextInt(bytes.length)] = (byte) 0x81; // of no character in UTF-8 and windows-1252
        }
        return bytes;
    }

    private Outcome load(byte[] bytes, CsvOptions options, boolean isLenient, long limit, int threads, int chunkBytes)
            throws IOException {
        Path path = folder.resolve("t.stoa");
        List<String> bad = new ArrayList<>();
        BadRows rows = (line, column, reason) -> {
            bad.add(line + " " + column + " " + reason);
            if (bad.size() > limit) {
                throw new CorruptFileException("line " + line + ": one too many");
            }
        };
        Optional<BadRows> taker = isLenient ? Optional.of(rows) : Optional.empty();
        String error = "";
        long count = 0;
        try (CsvSource source = CsvSource.open(() -> new ByteArrayInputStream(bytes), "t.csv", options);
                StoaWriter writer = StoaWriter.create(
                        LocalFileSink.create(path, SinkOptions.DEFAULT.withOverwrite(true)),
                        TYPED,
                        WriterOptions.DEFAULT)) {
            if (chunkBytes == 0) {
                count = source.writeTo(writer::write, taker);
            } else {
                ValueRows.Columns columns =
                        new ValueRows.Columns("t.csv", new TextValues(options), TYPED.fields(), new int[] {0, 1, 2});
                count = new ParallelRows(columns, options, isLenient)
                        .write(() -> new ByteArrayInputStream(bytes), threads, chunkBytes, writer::write, taker);
            }
            writer.finish();
        } catch (StoaException e) {
            error = e.getMessage();
        }
        List<String> kept = error.isEmpty() ? read(path) : List.of();
        assertEquals(error.isEmpty() ? kept.size() : 0, error.isEmpty() ? count : 0);
        return new Outcome(kept, List.copyOf(bad), error);
    }

    private static List<String> read(Path path) throws IOException {
        List<String> rows = new ArrayList<>();
        try (StoaFile file = StoaFile.open(RangeSources.open(path));
                Scan scan = file.scan().build()) {
            while (scan.next()) {
                for (int i = 0; i < scan.batch().rowCount(); i++) {
                    List<String> row = new ArrayList<>();
                    for (var column : scan.batch().columns()) {
                        row.add(column.isNull(i) ? "null" : "'" + ValueText.of(column, i) + "'");
                    }
                    rows.add(row.toString());
                }
            }
        }
        return rows;
    }

    private static String guess(byte[] bytes, CsvOptions options, int threads, int chunkBytes) throws IOException {
        try {
            TextValues values = new TextValues(options);
            return new SchemaGuess(
                            () -> new ByteArrayInputStream(bytes),
                            "t.csv",
                            options,
                            values,
                            threads,
                            Math.max(1, chunkBytes))
                    .infer()
                    .toString();
        } catch (StoaException e) {
            return e.getMessage();
        }
    }

    @Test
    void textsThatCannotBeCutAreParsedByOneThread() throws IOException {
        for (String charset : List.of("UTF-16", "UTF-16LE", "Shift_JIS", "GBK", "UTF-32", "IBM1047")) {
            CsvOptions options = options(Charset.forName(charset), true, Optional.empty());
            assertTrue(!RecordChunks.areOf(options), charset);
            byte[] bytes = "a,b\n\"1\n2\",3\n".getBytes(Charset.forName(charset));
            try (CsvSource source =
                    CsvSource.open(() -> new ByteArrayInputStream(bytes), "t.csv", options, List.of(), 4)) {
                assertEquals(2, source.schema().fields().size(), charset);
            }
        }
        assertTrue(!RecordChunks.areOf(CsvOptions.DEFAULT.withDialect(CsvDialect.DEFAULT.withDelimiter('\u00A7'))));
        assertTrue(RecordChunks.areOf(CsvOptions.DEFAULT));
    }

    /** An open quote at the beginning of an endless text. */
    @Test
    void rowsWithoutEndAreRefusedInBoundedMemory() {
        InputStream endless = new InputStream() {
            private long at;

            @Override
            public int read() {
                return at++ == 0 ? '"' : at % 80 == 0 ? '\n' : 'x';
            }

            @Override
            public int read(byte[] into, int offset, int length) {
                for (int i = 0; i < length; i++) {
                    into[offset + i] = (byte) read();
                }
                return length;
            }
        };
        RecordChunks chunks = new RecordChunks(endless, "t.csv", CsvOptions.DEFAULT, RecordChunks.CHUNK_BYTES);
        CorruptFileException e = assertThrows(CorruptFileException.class, chunks::next);
        assertTrue(e.getMessage().contains("row on line 1 is longer than 64 MiB"), e.getMessage());
    }

    @Test
    void piecesAreWholeRowsOfAboutTheSizeThatIsAsked() throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        for (int i = 0; i < 10_000; i++) {
            text.writeBytes((i + ",\"a\nb\"\r\n").getBytes(StandardCharsets.UTF_8));
        }
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        try (RecordChunks chunks =
                new RecordChunks(new ByteArrayInputStream(text.toByteArray()), "t.csv", CsvOptions.DEFAULT, 1000)) {
            long line = 1;
            for (Optional<RecordChunks.Chunk> chunk = chunks.next(); chunk.isPresent(); chunk = chunks.next()) {
                byte[] bytes = chunk.get().bytes();
                assertTrue(bytes.length > 900 && bytes.length <= 1000 || text.size() - joined.size() <= 1000);
                assertEquals(line, chunk.get().firstLine());
                line += new String(bytes, StandardCharsets.UTF_8)
                        .chars()
                        .filter(c -> c == '\n')
                        .count();
                joined.writeBytes(bytes);
            }
        }
        assertEquals(text.toString(StandardCharsets.UTF_8), joined.toString(StandardCharsets.UTF_8));
    }
}
