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
package dev.stoa.benchmarks.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.benchmarks.corpus.CorpusTable.ParquetBytes;
import dev.stoa.reader.FileReport;
import dev.stoa.reader.StoaFile;
import dev.stoa.vio.LocalFileSink;
import dev.stoa.vio.RangeSources;
import dev.stoa.vio.SinkOptions;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CorporaTest {

    @TempDir
    private Path root;

    @BeforeEach
    void makeFolders() throws IOException {
        for (String folder : List.of("tables", "wide", "public-bi/Food", "floats/s")) {
            Files.createDirectories(root.resolve(folder));
        }
        Files.writeString(root.resolve("sizes.json"), """
                {"tables": [{"group": "tables", "name": "t", "mode": "typed by sniffer",
                             "rows": 3, "snappy": 10, "zstd3": 9}], "floats": []}
                """);
        Files.writeString(root.resolve("floats/expected.json"), "[]");
    }

    private void text(String folder, String name, String lines, String columns) throws IOException {
        Path table = Files.createDirectories(root.resolve(folder).resolve(name));
        zip(table.resolve(name + ".csv.gz"), lines);
        Files.writeString(
                table.resolve("expected.json"),
                "{\"delimiter\": \",\", \"header\": true, \"columns\": [" + columns + "]}");
    }

    private static void zip(Path file, String text) throws IOException {
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Writes the only table; its columns as text. */
    private List<String> columns(long rows) throws IOException {
        CorpusTable table = Corpora.open(root).tables().get(0);
        Path file = root.resolve("t.stoa");
        for (int i = 0; i < 2; i++) {
            assertEquals(
                    rows,
                    table.rows()
                            .writeTo(schema -> StoaWriter.create(
                                    LocalFileSink.create(file, SinkOptions.DEFAULT.withOverwrite(true)),
                                    schema,
                                    WriterOptions.DEFAULT)));
        }
        try (StoaFile stoa = StoaFile.open(RangeSources.open(file))) {
            return FileReport.of(stoa).columns().stream()
                    .map(c -> c.field().name() + " " + c.field().type() + " " + c.nullCount())
                    .toList();
        }
    }

    @Test
    void typesAreInferredFromAllCells() throws IOException {
        text(
                "tables",
                "t",
                """
                i,n,d,l,u,s,e,m
                1,1,2020-01-31,2020-01-31T10:00:00,2020-01-31T10:00:00Z,1,,2020-01-31
                "",0.12345678901234567890,2020-02-01,2020-01-31T10:00:00.5,,x,"",7
                -3,,,,2020-01-31T10:00:00Z,,,
                """,
                "{\"name\": \"i\"}, {\"name\": \"n\"}, {\"name\": \"d\"}, {\"name\": \"l\"}, {\"name\": \"u\"},"
                        + " {\"name\": \"s\"}, {\"name\": \"e\"}, {\"name\": \"m\"}");
        assertEquals(
                List.of(
                        "i int64 1",
                        "n float64 1",
                        "d date 1",
                        "l timestamp(6) 1",
                        "u timestamp(6,utc) 1",
                        "s string 1",
                        "e string 3",
                        "m string 1"),
                columns(3));
        CorpusTable table = Corpora.open(root).tables().get(0);
        assertEquals("tables/t", table.fullName());
        assertEquals(Optional.of(new ParquetBytes(3, 10, 9)), table.parquet());
    }

    @Test
    void samplesHaveTheTypesOfTheirStatement() throws IOException {
        Files.writeString(root.resolve("public-bi/Food/Food_1.sample.csv"), "7|1.50|null\n8|2.25|x\n");
        Files.writeString(
                root.resolve("public-bi/Food/Food_1.table.sql"),
                "CREATE TABLE \"Food_1\"(\n  \"a b\" smallint NOT NULL,\n  \"p\" decimal(9, 2),\n  \"t\" varchar(3)\n);");
        assertEquals(List.of("a b int16 0", "p decimal(9,2) 0", "t varchar(3) 1"), columns(2));
        assertEquals("public-bi/Food/Food_1", Corpora.open(root).tables().get(0).fullName());
    }

    @Test
    void seriesLeaveOutMissingNumbers() throws IOException {
        Files.writeString(root.resolve("floats/expected.json"), "[{\"file\": \"s/f.csv.gz\", \"bits\": 32}]");
        zip(root.resolve("floats/s/f.csv.gz"), "1.5,\n\n-Infinity\nNaN\n 2e3 \n");
        assertEquals(List.of("v float32 0"), columns(4));
    }

    @Test
    void aMissingFolderIsNamed() {
        IOException e = assertThrows(IOException.class, () -> Corpora.open(root.resolve("nothing")));
        assertTrue(e.getMessage().contains("nothing"), e.getMessage());
    }
}
