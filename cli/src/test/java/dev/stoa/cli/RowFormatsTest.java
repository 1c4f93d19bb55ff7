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
package dev.stoa.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows on the standard output, in each format. */
class RowFormatsTest {
    private static final String TEXT = "name,n\n\"#a, \"\"b\"\"\",1\n\"\",2\n,3\n\"c\td\ne|f\\\",\n";

    @TempDir
    private Path folder;

    private Path file(String name, String text) throws IOException {
        Path csv = Files.writeString(folder.resolve(name + ".csv"), text);
        Path file = folder.resolve(name + ".stoa");
        CommandRun.ok("convert", csv, file, "--delimiter", ",", "--header");
        return file;
    }

    private static List<String> lines(String text) {
        return text.lines().toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"csv", "tsv"})
    void delimitedRowsReadBackAsTheyWere(String format) throws IOException {
        Path file = file("rows", TEXT);
        String printed = CommandRun.ok("scan", file, "--to", format);
        if (format.equals("csv")) {
            assertEquals(TEXT, printed.replace(System.lineSeparator(), "\n"));
        }
        Path again = Files.writeString(folder.resolve("again." + format), printed);
        Path back = folder.resolve("back.stoa");
        assertEquals("", CommandRun.stoa("convert", again, back, "--header").err());
        assertEquals(CommandRun.ok("scan", file, "--json"), CommandRun.ok("scan", back, "--json"));
        assertEquals(printed, CommandRun.ok("head", file, "--to", format));
        assertEquals(printed, CommandRun.ok("head", again, "--to", format));
        assertEquals(lines(printed).subList(0, 2), lines(CommandRun.ok("scan", file, "--to", format, "--limit", "1")));
    }

    @Test
    void jsonIsTheSameByEitherName() throws IOException {
        Path file = file("rows", TEXT);
        assertEquals(CommandRun.ok("scan", file, "--json"), CommandRun.ok("scan", file, "--to", "JSON"));
        assertEquals(CommandRun.ok("scan", file), CommandRun.ok("scan", file, "--to", "TABLE"));
        CommandRun.fails(2, List.of("--json and --to CSV contradict"), "scan", file, "--json", "--to", "CSV");
    }

    @Test
    void markdownEscapesWhatWouldEndACell() throws IOException {
        Path file = file("rows", TEXT);
        assertEquals(
                List.of(
                        "| name | n |",
                        "| --- | ---: |",
                        "| #a, \"b\" | 1 |",
                        "|  | 2 |",
                        "| null | 3 |",
                        "| c\\td<br>e\\|f\\\\ | null |"),
                lines(CommandRun.ok("scan", file, "--to", "markdown")));
    }

    @Test
    void tablesPrintTheSameRows() throws IOException {
        Path file = file("rows", TEXT);
        Path table = folder.resolve("t");
        CommandRun.ok("table", "create", table, "--schema", "name string, n int");
        assertEquals("name,n", CommandRun.ok("scan", table, "--to", "CSV").strip(), "a header without rows");
        CommandRun.ok("insert", table, file);
        for (String format : List.of("CSV", "TSV", "JSON", "MARKDOWN")) {
            String expected = CommandRun.ok("scan", file, "--to", format);
            assertEquals(expected, CommandRun.ok("scan", table, "--to", format));
            assertEquals(expected, CommandRun.ok("head", table, "--to", format));
        }
        for (Path of : List.of(file, table)) {
            assertEquals("n\n", CommandRun.ok("head", of, "-n", 0, "--select", "n", "--to", "CSV"));
            CommandRun.fails(2, List.of("no column 'm'"), "head", of, "-n", 0, "--select", "m");
        }
    }

    @Test
    void delimitedRowsHaveOneHeader() throws IOException {
        Path one = file("one", "a,b\n1,2\n");
        Path two = file("two", "b,c\n3,4\n");
        CommandRun.fails(
                1, List.of("different columns", "--select"), "scan", one, two, "--to", "CSV", "--threads", "1");
        assertEquals(List.of("b", "2", "3"), lines(CommandRun.ok("scan", one, two, "--select", "b", "--to", "CSV")));
        assertEquals(
                7, lines(CommandRun.ok("scan", one, two, "--to", "MARKDOWN")).size());
    }

    @Test
    void whatIsNoRowIsRefused() throws IOException {
        Path file = file("rows", TEXT);
        for (String option : List.of("--stats", "--explain", "--aggregate")) {
            CommandRun.fails(2, List.of("--to CSV prints rows"), "scan", file, "--to", "CSV", option);
        }
        CommandRun.fails(2, List.of("scan --to ARROW"), "head", file, "--to", "ARROW");
        CommandRun.fails(2, List.of("--to", "PARQUET"), "scan", file, "--to", "PARQUET");
    }

    @Test
    void tablesAreAsWideAsTheTerminal() throws IOException {
        String long1 = "x".repeat(50);
        Path file = file("wide", "first,second,third\n1," + long1 + "," + long1 + "\n");
        Map<String, String> terminal = Map.of("stoa.terminal.out", "true", "stoa.columns", "40");
        terminal.forEach(System::setProperty);
        try {
            List<String> bold = lines(CommandRun.ok("scan", file));
            assertTrue(bold.get(0).startsWith("\u001b[1m") && bold.get(0).endsWith("\u001b[0m"), bold.get(0));
            System.setProperty("stoa.plain", "true");
            List<String> lines = lines(CommandRun.ok("scan", file));
            assertEquals(3, lines.size());
            for (String line : lines) {
                assertTrue(line.length() <= 40 && line.indexOf('\u001b') < 0, line);
            }
            assertTrue(lines.get(2).endsWith("x\u2026"), lines.get(2));
            assertTrue(CommandRun.ok("scan", file, "--to", "CSV").contains(long1), "only tables are for people");

            Path many = file("many", "a1234567890,b1234567890,c1234567890,d1234567890\n11111111,22222222,33333333,4\n");
            lines = lines(CommandRun.ok("scan", many));
            assertTrue(lines.get(0).contains("c1234567890") && !lines.get(0).contains("d1234567890"), lines.get(0));
            assertEquals("(1 more column: the terminal is too narrow)", lines.get(3));
        } finally {
            terminal.keySet().forEach(System::clearProperty);
            System.clearProperty("stoa.plain");
        }
        assertFalse(CommandRun.ok("scan", file).contains("\u2026"), "elsewhere nothing is cut");
    }
}
