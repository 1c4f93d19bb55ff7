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
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A mistyped name is refused with the one that was probably meant. */
final class MistypedTest {
    @TempDir
    private Path folder;

    @Test
    void commandsAndOptions() {
        CommandRun.fails(2, List.of("did you mean 'head'?"), "hed", "x");
        CommandRun.fails(2, List.of("did you mean '--select'?", "stoa head --help"), "head", "--selct", "a", "x");
        CommandRun.fails(2, List.of("did you mean 'create'?"), "table", "craete", "x");
        CommandRun run = CommandRun.stoa("frobnicate");
        assertFalse(run.err().contains("did you mean"), run.err());
    }

    @Test
    void namesThatAreGivenTwice() {
        Path table = folder.resolve("twice");
        CommandRun.fails(
                2,
                List.of("--check has 'a' twice"),
                "table",
                "create",
                table,
                "--schema",
                "id int",
                "--check",
                "a=id > 0",
                "--check",
                "a=id < 9");
        CommandRun.ok("table", "create", table, "--schema", "id int", "--check", "a=id > 0", "--check", "b=id = 1");
        CommandRun.fails(
                2, List.of("--rename has 'id' twice"), "table", "alter", table, "--rename", "id=a", "--rename", "id=b");
        CommandRun.ok("scan", table, "-D", "a=1", "-D", "a=2");
    }

    /** No scan of the table would read it. */
    @Test
    void outputsInTables() throws IOException {
        Path csv = Files.writeString(folder.resolve("t.csv"), "id\n1\n");
        Path table = folder.resolve("table");
        CommandRun.ok("table", "create", table, "--schema", "id bigint");
        for (String output : List.of("", "/", "/a.stoa", "/data/a.stoa", "/new/", "/_stoa/a.csv")) {
            CommandRun.fails(2, List.of(table + " is a table", "stoa insert"), "convert", csv, table + output);
        }
    }

    /** Engines would not read it there, and VACUUM would delete it. */
    @Test
    void outputsInTablesOfOtherFormats() throws IOException {
        Path csv = Files.writeString(folder.resolve("t.csv"), "id\n1\n");
        Files.createDirectories(folder.resolve("delta/_delta_log"));
        Files.createDirectories(folder.resolve("hudi/.hoodie"));
        Files.writeString(
                Files.createDirectories(folder.resolve("iceberg/metadata")).resolve("v1.metadata.json"), "{}");
        for (String table : List.of("delta", "hudi", "iceberg")) {
            for (String output : List.of("", "/", "/a.parquet", "/day=1/a.orc")) {
                CommandRun.fails(
                        2,
                        List.of("would be inside the table", folder + "/" + table),
                        "convert",
                        csv,
                        folder + "/" + table + output);
            }
            for (Path made : List.of(folder.resolve(table), folder.resolve(table + "/inner"))) {
                CommandRun.fails(
                        2, List.of("would be inside the table"), "table", "create", made, "--schema", "id bigint");
            }
        }
    }

    @Test
    void columns() throws IOException {
        Path csv = Files.writeString(folder.resolve("t.csv"), "id,total\n1,2\n");
        Path file = folder.resolve("t.stoa");
        CommandRun.ok("convert", csv, file);
        CommandRun.fails(2, List.of("'totl'", "did you mean 'total'?"), "head", file, "--select", "totl");
        CommandRun.fails(2, List.of("'totl'", "did you mean 'total'?"), "head", csv, "--select", "totl");
        CommandRun.fails(2, List.of("'totl'", "did you mean 'total'?"), "scan", file, "--where", "totl = 1");
    }

    @Test
    void extensions() throws IOException {
        Path csv = Files.writeString(folder.resolve("t.csv"), "id,total\n1,2\n");
        Path mistyped = folder.resolve("t.parquett");
        CommandRun.fails(2, List.of("t.parquett", "did you mean '.parquet'?"), "convert", csv, mistyped);
        assertFalse(Files.exists(mistyped));
        Files.createDirectory(mistyped);
        CommandRun.ok("convert", csv, mistyped);
        assertTrue(Files.exists(mistyped.resolve("t.stoa")));
        CommandRun.ok("convert", csv, folder.resolve("archive.v2"));
        assertTrue(Files.exists(folder.resolve("archive.v2/t.stoa")));
    }

    @Test
    void foldersOfOutputs() throws IOException {
        Path csv = Files.writeString(folder.resolve("t.csv"), "id,total\n1,2\n");
        Path missing = folder.resolve("tabels");
        CommandRun.fails(2, List.of("tabels does not exist"), "convert", csv, missing.resolve("t.stoa"));
        assertFalse(Files.exists(missing));
        CommandRun.ok("convert", csv, missing + "/");
        CommandRun.ok("convert", csv, missing.resolve("other.stoa"));
        CommandRun.ok("convert", csv, missing.resolve("day=1/t.stoa"));
        assertTrue(Files.exists(missing.resolve("t.stoa")) && Files.exists(missing.resolve("other.stoa")));
    }

    /** Compressed by the programs of these names: 'id,n', '1,2', and gzip in a file that is not called so. */
    @ParameterizedTest
    @CsvSource({
        "Zstandard, KLUv/SQJSQAAaWQsbgoxLDIKdRXEbw==",
        "xz, /Td6WFoAAATm1rRGBMANCSEBFgAAAAAA",
        "bzip2, QlpoOTFBWSZTWf9s0gIAAALZAAAQQAAQAA==",
        "lz4, BCJNGGRApwkAAIBpZCxuCjEsMgoAAAAA",
        "zip, UEsDBAoAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "gzip, H4sIAAAAAAAAA8tM0cnjMtQx4gIAAAAA"
    })
    void textOfAnotherCompression(String name, String bytes) throws IOException {
        Path text =
                Files.write(folder.resolve("t.csv.packed"), Base64.getDecoder().decode(bytes));
        Path file = folder.resolve("t.stoa");
        List<String> hints = List.of("t.csv.packed: it is compressed by " + name + ",", "decompress it", " -");
        CommandRun.fails(1, hints, "convert", "--from", "csv", text, file);
        assertFalse(Files.exists(file));
        CommandRun.fails(1, hints, "scan", "--from", "csv", text);
    }

    @Test
    void delimiters() throws IOException {
        for (String delimiter : List.of(";", "\t", "|")) {
            Path csv = Files.writeString(folder.resolve("d.csv"), "id" + delimiter + "total\n1" + delimiter + "2\n3\n");
            Path file = folder.resolve("d" + (int) delimiter.charAt(0) + ".stoa");
            String shown = delimiter.equals("\t") ? "\\t" : delimiter;
            List<String> hints =
                    List.of("d.csv", "a single column", "'" + shown + "' is the delimiter, set --delimiter '" + shown);
            CommandRun.fails(1, hints, "convert", csv, file);
            CommandRun.fails(1, hints, "convert", csv, file, "--no-header");
            assertFalse(Files.exists(file));
            CommandRun.fails(1, List.of("line 3 has 1 field"), "convert", csv, file, "--delimiter", delimiter);
            CommandRun.ok("convert", csv, file, "--schema", "line string", "--no-header");
            assertTrue(CommandRun.ok("schema", file).contains("line: string"));
        }
    }

    /** What a text shows is printed with the reason and the option that changes it. */
    @Test
    void whatWasFoundInATextIsTold() throws IOException {
        Path text = Files.writeString(
                folder.resolve("found.csv"), "All flights\nday;dep_delay\n31.12.2024;NA\n1.2.2024;5\n");
        Path file = folder.resolve("found.stoa");
        CommandRun run = CommandRun.stoa("convert", text, file);
        assertEquals(0, run.exitCode(), run.err());
        List<String> notes = run.err().lines().toList();
        assertEquals(4, notes.size(), run.err());
        assertTrue(
                notes.get(0)
                        .endsWith(
                                "found.csv: the delimiter is ';', which gives all rows the same number of fields, 2; --delimiter sets another"));
        assertTrue(notes.get(1).contains("the rows begin on line 2")
                && notes.get(1).contains("--skip-lines 0"));
        assertTrue(notes.get(2).contains("column 'day' has dates of the form d.M.uuuu"), notes.get(2));
        assertTrue(notes.get(3).contains("column 'dep_delay' is text because of 'NA' in 1 row"), notes.get(3));
        String elsewhere = run.err().replaceAll("--[a-z]", "stoa convert $0");
        assertEquals(elsewhere, CommandRun.stoa("schema", text).err());
        assertEquals(elsewhere, CommandRun.stoa("head", text).err());

        run = CommandRun.stoa(
                "convert",
                text,
                file,
                "--overwrite",
                "--delimiter",
                ";",
                "--skip-lines",
                "1",
                "--null",
                "NA",
                "--date-pattern",
                "d.M.uuuu",
                "--header");
        assertEquals("", run.err());
        assertTrue(CommandRun.ok("schema", file).contains("dep_delay: int32"));
        assertTrue(CommandRun.ok("schema", file).contains("day: date"));
    }

    /** Messages name what the user typed, not classes, and count lines from 1. */
    @Test
    void messagesUseTheWordsOfTheUser() throws IOException {
        Path csv = Files.writeString(folder.resolve("t.csv"), "id,name,day\n1,a,2024-01-31\n");
        CommandRun.fails(2, List.of("int32 can't be compared with the text 'x'"), "scan", csv, "--where", "id = 'x'");
        CommandRun.fails(2, List.of("string can't be compared with the number 3"), "scan", csv, "--where", "name > 3");
        CommandRun.fails(
                2,
                List.of("date can't be compared with the text 'x': write it like 2024-01-31"),
                "scan",
                csv,
                "--where",
                "day = 'x'");
        Path latin = Files.write(folder.resolve("l.csv"), "id,name\n1,\u00e9\n".getBytes(StandardCharsets.ISO_8859_1));
        CommandRun.fails(1, List.of("near the beginning", "not UTF-8", "charset"), "schema", latin);
        Path twice = Files.writeString(folder.resolve("w.csv"), "a,a\nx,y\n");
        CommandRun.fails(1, List.of("two fields are named 'a'", "name the columns by a schema"), "schema", twice);
    }

    /** The list of bad rows says what is wrong with each, not what Java's parsers say. */
    @Test
    void badRowsAreExplainedInTheWordsOfTheUser() throws IOException {
        Path csv = Files.writeString(folder.resolve("bad.csv"), """
                id,day,at,bytes
                x,31.01.2024,13:45:00,00
                1,30.02.2024,13:45:00,00
                1,2024-01-31,13:45:00,00
                1,31.01.2024,noon,00
                1,31.01.2024,13:45:00,0
                """);
        Path rejects = folder.resolve("rejects.csv");
        CommandRun.ok(
                "convert",
                csv,
                folder.resolve("bad.stoa"),
                "--schema",
                "id bigint, day date, at time, bytes binary",
                "--date-pattern",
                "dd.MM.uuuu",
                "--max-bad-rows",
                "9",
                "--rejects",
                rejects);
        List<String> reasons = Files.readAllLines(rejects);
        assertEquals(6, reasons.size(), reasons.toString());
        assertTrue(reasons.get(1).endsWith("\"'x' is not a valid int64\""), reasons.get(1));
        assertTrue(reasons.get(2).endsWith("not a valid date: the calendar has no such day\""), reasons.get(2));
        assertTrue(reasons.get(3).endsWith("not a valid date: it has not the form dd.MM.uuuu\""), reasons.get(3));
        assertTrue(reasons.get(4).endsWith("it is no time of ISO 8601, such as 13:45:00\""), reasons.get(4));
        assertTrue(reasons.get(5).endsWith("bytes are written as pairs of hexadecimal digits\""), reasons.get(5));
    }

    @Test
    void aTableTakesTextsByWhatTheyShow() throws IOException {
        Path table = folder.resolve("t");
        Path text = Files.writeString(folder.resolve("in.csv"), "# by hand\nid;n\n1;1,000\n# half\n2;2,000\n");
        CommandRun.ok("table", "create", table, "--schema", "id int, n int");
        CommandRun.fails(
                1,
                List.of("in.csv", "'1,000' is not a valid int32"),
                "insert",
                table,
                text,
                "--delimiter",
                ";",
                "--comment",
                "#");
        CommandRun run = CommandRun.stoa("insert", table, text, "--thousands", ",");
        assertEquals(0, run.exitCode(), run.err());
        assertTrue(run.err().contains("--comment none") && run.err().contains("--delimiter"), run.err());
        assertTrue(CommandRun.ok("scan", table, "--json").contains("\"n\":2000"));
    }

    @Test
    void aTableTakesDecimalCommasAndTheOnlyFormOfDates() throws IOException {
        Path table = folder.resolve("t");
        CommandRun.ok("table", "create", table, "--schema", "day date, n decimal(9,2)", "--key", "day");
        Path text = Files.writeString(folder.resolve("in.csv"), "day;n\n01.02.2024;1.234,50\n28.02.2024;2\n");
        String failure = CommandRun.stoa("insert", table, text).err();
        assertTrue(failure.contains("'1.234,50' is not") && failure.contains("--thousands . --decimal ,"), failure);
        CommandRun.fails(2, List.of("must differ"), "insert", table, text, "--thousands", ",", "--decimal", ",");
        for (String command : List.of("insert", "upsert")) {
            CommandRun run = CommandRun.stoa(command, table, text, "--thousands", ".", "--decimal", ",");
            assertEquals(0, run.exitCode(), run.err());
            assertTrue(run.err().contains("the dates have the form d.M.uuuu"), run.err());
        }
        String rows = CommandRun.ok("scan", table, "--json");
        assertTrue(rows.contains("2024-02-28") && rows.contains("1234.50"), rows);
        Path dirty = Files.writeString(folder.resolve("x.csv"), "day;n\nunknown;1\n30.02.2024;1\n29.02.2024;1\n");
        failure = CommandRun.stoa("insert", table, dirty, "--max-bad-rows", "9").err();
        assertTrue(failure.contains("bad rows: 2"), failure);
        Path doubtful = Files.writeString(folder.resolve("d.csv"), "day;n\n01/02/2024;1\n");
        failure = CommandRun.stoa("insert", table, doubtful).err();
        assertTrue(failure.contains("--date-pattern d/M/uuuu or M/d/uuuu"), failure);
    }
}
