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
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each kind of input goes to each kind of output, and a scan reads each kind as it reads Stoa. */
final class EveryFormatTest {
    private static final List<String> FILES =
            List.of("t.stoa", "t.parquet", "t.orc", "t.avro", "t.arrow", "t.arrows", "t.csv", "t.tsv", "t.csv.gz");

    private static final String JSON = """
            {"id":0,"name":"n0","day":"2024-01-01"}
            {"id":1,"name":"a|b","day":"2024-01-02"}
            {"id":2,"name":null,"day":"2024-01-03"}
            """;

    private static final String MARKDOWN = """
            | id | name | day |
            | ---: | --- | --- |
            | 0 | n0 | 2024-01-01 |
            | 1 | a\\|b | 2024-01-02 |
            | 2 | null | 2024-01-03 |
            """;

    @TempDir
    private Path folder;

    @BeforeEach
    void write() throws IOException {
        Path csv = Files.writeString(file("t.csv"), "id,name,day\n0,n0,2024-01-01\n1,a|b,2024-01-02\n2,,2024-01-03\n");
        CommandRun.ok("convert", csv, file("t.stoa"));
        for (String name : FILES) {
            if (!Files.exists(file(name))) {
                CommandRun.ok("convert", file("t.stoa"), file(name));
            }
        }
        CommandRun.ok("table", "create", file("table"), "--schema", "id int, name string, day date");
        CommandRun.ok("insert", file("table"), file("t.stoa"));
        Files.createDirectory(file("folder"));
        Files.copy(file("t.orc"), file("folder/t.orc"));
    }

    private Path file(String name) {
        return folder.resolve(name);
    }

    private List<String> inputs() {
        List<String> inputs = new ArrayList<>(FILES);
        inputs.add("table");
        inputs.add("folder");
        return inputs;
    }

    @Test
    void eachInputBecomesEachOutput() throws IOException {
        Map<String, String> wrong = new TreeMap<>();
        for (String input : inputs()) {
            for (String output :
                    List.of("o.stoa", "o.parquet", "o.orc", "o.avro", "o.arrow", "o.arrows", "o.csv", "o.tsv.gz")) {
                CommandRun run = CommandRun.stoa("convert", file(input), file(output), "--overwrite");
                String rows = run.exitCode() == 0 ? CommandRun.ok("scan", file(output), "--json") : run.err();
                if (!rows.equals(JSON)) {
                    wrong.put(input + " to " + output, rows);
                }
            }
            for (Map.Entry<String, String> lines :
                    Map.of("o.jsonl", JSON, "o.json", JSON, "o.md", MARKDOWN).entrySet()) {
                CommandRun.ok("convert", file(input), file(lines.getKey()), "--overwrite");
                assertEquals(lines.getValue(), Files.readString(file(lines.getKey())), input);
            }
        }
        assertEquals(Map.of(), wrong);
    }

    @Test
    void compressedLinesAreThoseLines() throws IOException {
        CommandRun.ok("convert", file("t.avro"), file("o.jsonl.gz"));
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file("o.jsonl.gz")))) {
            assertEquals(JSON, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
        CommandRun.fails(2, List.of("JSON is written, not read"), "head", file("o.jsonl.gz"));
        CommandRun.fails(2, List.of("JSON is written, not read"), "convert", file("t.csv"), "-", "--from", "json");
    }

    @Test
    void aScanReadsEachFormatAsItReadsStoa() {
        for (String input : FILES) {
            assertEquals(JSON, CommandRun.ok("scan", file(input), "--json"), input);
            assertEquals(
                    "id,day\n1,2024-01-02\n",
                    CommandRun.ok(
                            "scan", file(input), "--where", "name like 'a%'", "--select", "id,day", "--to", "CSV"),
                    input);
            assertEquals(
                    "name\nn0\n", CommandRun.ok("scan", file(input), "--select", "name", "--limit", 1, "--to", "CSV"));
            assertEquals("id\n2\n", CommandRun.ok("scan", file(input), "--rows", 2, "--select", "id", "--to", "CSV"));
            assertTrue(CommandRun.ok("scan", file(input), "--aggregate").contains("3 rows"), input);
        }
        assertEquals(
                9,
                CommandRun.ok("scan", file("t.stoa"), file("t.csv"), file("folder"), "--json")
                        .lines()
                        .count());
        CommandRun.fails(
                2, List.of("t.orc: no column 'idd'", "did you mean 'id'"), "scan", file("t.orc"), "--where", "idd = 1");
        CommandRun.fails(2, List.of("t.orc", "convert it first"), "scan", file("t.orc"), "--stats");
    }

    @Test
    void eachFormatIsInspected() {
        for (String input : FILES.subList(1, FILES.size())) {
            String shown = CommandRun.ok("inspect", file(input));
            assertTrue(shown.contains(" 3 rows, "), shown);
            assertTrue(shown.lines().anyMatch(line -> line.matches("id .* 0 +0 +2 *")), shown);
            assertTrue(shown.lines().anyMatch(line -> line.matches("name .* 1 +a\\|b +n0 *")), shown);
            assertTrue(shown.lines().anyMatch(line -> line.matches("day .* 0 +2024-01-01 +2024-01-03 *")), shown);
            assertTrue(CommandRun.ok("inspect", file(input), "--json").contains("\"nulls\" : 1"), input);
        }
        CommandRun.fails(2, List.of("t.parquet is a file of PARQUET"), "inspect", file("t.parquet"), "--why");
    }

    @Test
    void aFolderIsItsFilesInTurn() throws IOException {
        Files.copy(file("t.stoa"), file("folder/u.stoa"));
        assertEquals(
                JSON + JSON.lines().findFirst().get() + "\n", CommandRun.ok("head", file("folder"), "-n", 4, "--json"));
        assertEquals("id\n", CommandRun.ok("head", file("folder"), "-n", 0, "--select", "id", "--to", "CSV"));
        String columns = CommandRun.ok("schema", file("folder"));
        assertTrue(columns.contains("t.orc: ORC") && columns.contains("u.stoa: 3 rows"), columns);
        String layout = CommandRun.ok("inspect", file("folder"));
        assertTrue(layout.contains("t.orc: ORC, 3 rows") && layout.contains("u.stoa: 3 rows"), layout);
        CommandRun.fails(2, List.of("--html draws one file"), "inspect", file("folder"), "--html", file("p.html"));
    }

    @Test
    void columnsAreSelectedOnTheWayToStoa() {
        CommandRun.ok("convert", file("t.avro"), file("some.stoa"), "--select", "day,id");
        assertEquals("day,id\n2024-01-01,0\n", CommandRun.ok("head", file("some.stoa"), "-n", 1, "--to", "CSV"));
        CommandRun.fails(
                2, List.of("did you mean 'day'"), "convert", file("t.avro"), file("no.stoa"), "--select", "dya");
        assertFalse(Files.exists(file("no.stoa")));
    }

    @Test
    void aStoaFileIsWrittenAnewWithItsOrder() {
        CommandRun.ok("convert", file("t.csv"), file("sorted.stoa"), "--sorted-by", "id");
        CommandRun.ok("convert", file("sorted.stoa"), file("small.stoa"), "--profile", "compact");
        assertTrue(CommandRun.ok("schema", file("small.stoa")).contains("sorted by id"));
        CommandRun.ok("convert", file("sorted.stoa"), file("none.stoa"), "--select", "name");
        assertFalse(CommandRun.ok("schema", file("none.stoa")).contains("sorted by"));
        CommandRun.ok("convert", file("sorted.stoa"), file("t.stoa"), file("both.parquet"));
        assertEquals(
                6, CommandRun.ok("scan", file("both.parquet"), "--json").lines().count());
    }

    @Test
    void anOlderVersionOfATableIsConverted() {
        CommandRun.ok("delete", file("table"), "--where", "id > 0");
        CommandRun.ok("convert", file("table"), file("new.csv"));
        CommandRun.ok("convert", file("table"), file("old.csv"), "--at", 1);
        assertEquals(1, CommandRun.ok("scan", file("new.csv"), "--json").lines().count());
        assertEquals(JSON, CommandRun.ok("scan", file("old.csv"), "--json"));
        CommandRun.fails(
                2, List.of("--at reads a version of a table"), "convert", file("t.csv"), file("x.stoa"), "--at", 1);
    }

    @Test
    void anUnknownExtensionIsNoFolder() {
        CommandRun.fails(
                2,
                List.of("o.foo has the extension of no format", "o.foo/ a folder"),
                "convert",
                file("t.csv"),
                file("o.foo"));
        assertFalse(Files.exists(file("o.foo")));
        CommandRun.ok("convert", file("t.csv"), file("o.foo") + "/");
        assertTrue(Files.exists(file("o.foo/t.stoa")));
        CommandRun.fails(
                2, List.of("did you mean 'FAST'"), "convert", file("t.csv"), file("p.stoa"), "--profile", "fst");
    }

    @Test
    void optionsWithoutEffectAreRefused() {
        for (List<String> each : List.of(
                List.of("t.stoa", "o.stoa", "--null", "NA"),
                List.of("t.parquet", "o.stoa", "--no-header"),
                List.of("t.parquet", "o.csv", "--thousands", ","),
                List.of("t.parquet", "o.csv", "--schema", "id int"),
                List.of("t.orc", "o.csv", "--int96-utc"),
                List.of("t.csv", "o.stoa", "--calendar", "legacy"),
                List.of("t.csv", "o.stoa", "--codec", "zstd"),
                List.of("t.csv", "o.csv", "--codec", "zstd"),
                List.of("t.csv", "o.orc", "--char-as-text"),
                List.of("t.stoa", "o.parquet", "--profile", "compact"),
                List.of("t.stoa", "o.csv", "--sorted-by", "id"),
                List.of("table", "o.csv", "--from", "parquet"),
                List.of("table", "o.csv", "--legacy-zone", "Europe/Berlin"))) {
            List<Object> command = new ArrayList<>(List.of("convert", file(each.get(0)), file(each.get(1))));
            command.addAll(each.subList(2, each.size()));
            CommandRun.fails(
                    2,
                    List.of(each.get(2).replace("--no-header", "--header") + " is for", "leave it out"),
                    command.toArray());
        }
        CommandRun.fails(2, List.of("--target-size"), "convert", file("t.csv"), file("o.stoa"), "--target-size", "1M");
        CommandRun.fails(2, List.of("--from is for"), "insert", file("table"), file("table"), "--from", "csv");
        for (String command : List.of("scan", "head", "inspect", "schema")) {
            CommandRun.fails(2, List.of("--from is for"), command, file("table"), "--from", "csv");
        }
        CommandRun.fails(2, List.of("--null is for"), "insert", file("table"), file("t.orc"), "--null", "NA");
        CommandRun.fails(
                2, List.of("--max-bad-rows is for"), "insert", file("table"), file("t.stoa"), "--max-bad-rows", "1");
        CommandRun.ok("convert", file("t.stoa"), file("null.csv"), "--null", "NA", "--delimiter", ";");
        CommandRun.ok("convert", file("t.csv"), file("null.stoa"), "--null", "NA");
    }

    @Test
    void timestampsAreWrittenByTheirPattern() throws IOException {
        Path csv = Files.writeString(
                file("times.csv"), "at,day,utc\n2024-07-01 12:34:56,2024-07-01,2024-07-01T12:34:56Z\n,,\n");
        CommandRun.ok("convert", csv, file("times.stoa"));
        List<Object> patterns =
                List.of("--timestamp-pattern", "dd.MM.uuuu HH:mm:ss", "--date-pattern", "d.M.uuuu", "--delimiter", ";");
        List<Object> command =
                new ArrayList<>(List.of("convert", file("times.stoa"), file("times.txt"), "--to", "csv"));
        command.addAll(patterns);
        CommandRun.ok(command.toArray());
        assertEquals(
                "at;day;utc\n01.07.2024 12:34:56;1.7.2024;01.07.2024 12:34:56\n;;\n",
                Files.readString(file("times.txt")));
        command = new ArrayList<>(List.of(
                "convert",
                file("times.txt"),
                file("again.stoa"),
                "--schema",
                "at timestamp(6), day date, utc timestamptz"));
        command.addAll(patterns);
        CommandRun.ok(command.toArray());
        assertEquals(
                CommandRun.ok("scan", file("times.stoa"), "--json"),
                CommandRun.ok("scan", file("again.stoa"), "--json"));
        CommandRun.fails(
                1,
                List.of("2024-07-01T12:34:56.000000", "--timestamp-pattern"),
                "convert",
                file("times.stoa"),
                file("lossy.csv"),
                "--timestamp-pattern",
                "dd.MM.uuuu HH:mm");
        CommandRun.fails(
                1,
                List.of("2024-07-01", "--date-pattern"),
                "convert",
                file("times.stoa"),
                file("lossy.csv"),
                "--select",
                "day",
                "--date-pattern",
                "MM.uuuu");
    }
}
