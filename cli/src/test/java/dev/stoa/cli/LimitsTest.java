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

import static dev.stoa.cli.CommandRun.ok;
import static dev.stoa.cli.CommandRun.stoa;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What ends early: commands at their limits, output on a terminal, conversions beside one that fails. */
class LimitsTest {
    private static final int ROWS = 20_000;

    @TempDir
    private Path folder;

    private static void fails(String hint, Object... arguments) {
        CommandRun run = stoa(arguments);
        assertEquals(1, run.exitCode(), () -> Arrays.toString(arguments) + ": " + run.err());
        assertTrue(run.err().contains(hint), run.err());
        assertEquals(1, run.err().lines().count(), run.err());
    }

    private Path csv(String name) throws IOException {
        String rows = String.join(
                "\n",
                IntStream.range(0, ROWS).mapToObj(i -> i + ",name " + i % 7).toList());
        return Files.writeString(folder.resolve(name), "id,name\n" + rows + "\n");
    }

    private Path stoaFile() throws IOException {
        Path stoa = folder.resolve("a.stoa");
        ok("convert", csv("a.csv"), stoa);
        return stoa;
    }

    @AfterEach
    void asOnNoTerminal() {
        System.clearProperty("stoa.terminal.out");
    }

    @Test
    void everyCommandThatReadsRowsEndsAtItsLimits() throws IOException {
        Path stoa = stoaFile();
        Path table = folder.resolve("table");
        ok("table", "create", table, "--like", stoa);
        ok("insert", table, stoa, "--max-rows", ROWS, "--max-bytes", "100M", "--max-time", "1h");
        Path parquet = folder.resolve("a.parquet");
        ok("convert", stoa, parquet);
        Path target = folder.resolve("target.stoa");
        for (String[] limit : new String[][] {
            {"--max-rows", "10000", "10000 rows"},
            {"--max-bytes", "10k", "bytes"},
            {"--max-time", "0s", "0 ms"}
        }) {
            fails(limit[2], "scan", stoa, limit[0], limit[1]);
            fails(limit[2], "scan", table, limit[0], limit[1]);
            if (!limit[0].equals("--max-bytes")) { // codes are compared, and nothing is decoded
                fails(limit[2], "scan", stoa, "--where", "name = 'name 3x'", "--select", "id", limit[0], limit[1]);
                CommandRun verified = stoa("verify", stoa, limit[0], limit[1]); // has fewer stored bytes
                assertEquals(2, verified.exitCode(), "the check could not be run to its end");
                assertTrue(verified.err().contains(limit[2]), verified.err());
                assertEquals(2, stoa("verify", table, limit[0], limit[1]).exitCode(), "limits are for files");
            }
            fails(limit[2], "convert", parquet, target, limit[0], limit[1]);
            fails(limit[2], "convert", folder.resolve("a.csv"), target, limit[0], limit[1]);
            fails(limit[2], "convert", stoa, folder.resolve("target.csv"), limit[0], limit[1]);
            for (Path input : List.of(stoa, parquet, folder.resolve("a.csv"), table)) {
                fails(limit[2], "insert", table, input, limit[0], limit[1]);
            }
        }
        assertEquals(ROWS, ok("scan", table, "--json").lines().count(), "nothing was inserted");
        try (Stream<Path> files = Files.list(folder)) {
            assertFalse(files.anyMatch(file ->
                    file.toString().contains("target") || file.toString().contains(".vio")));
        }
        assertEquals(2, stoa("scan", stoa, "--max-time", "soon").exitCode());
        assertEquals(2, stoa("scan", stoa, "--max-rows", "-1").exitCode());
    }

    /** An index file may claim more rows than its data file has. */
    @Test
    void limitsHoldForIndexes() throws IOException {
        Path few = folder.resolve("few.stoa");
        ok("convert", Files.writeString(folder.resolve("few.csv"), "id\n1\n2\n"), few);
        Files.move(stoaFile(), folder.resolve("_few.stoa.id.index"));
        CommandRun verified = stoa("verify", few, "--max-rows", 1000);
        assertEquals(2, verified.exitCode(), verified.out());
        assertTrue(
                verified.err().contains("_few.stoa.id.index") && verified.err().contains("1000 rows"), verified.err());
        assertEquals(1, stoa("verify", few, "--max-rows", 3 * ROWS).exitCode(), "it is no index");
    }

    @Test
    void repairsAndIndexesOfFilesEndAtTheirLimits() throws IOException {
        Path stoa = stoaFile();
        Path table = folder.resolve("table");
        ok("table", "create", table, "--like", stoa);
        Path saved = folder.resolve("saved.stoa");
        for (String[] limit : new String[][] {
            {"--max-rows", "10000", "10000 rows"},
            {"--max-bytes", "10k", "bytes"},
            {"--max-time", "0s", "0 ms"}
        }) {
            fails(limit[2], "index", stoa, "--add", "id", limit[0], limit[1]);
            CommandRun repaired = stoa("repair", stoa, "--to", saved, limit[0], limit[1]);
            assertEquals(2, repaired.exitCode(), "no row is known as lost: " + repaired.out());
            assertTrue(repaired.err().contains(limit[2]), repaired.err());
            assertEquals(2, stoa("index", table, limit[0], limit[1]).exitCode(), "limits are for files");
            assertEquals(2, stoa("repair", table, limit[0], limit[1]).exitCode(), "limits are for files");
        }
        try (Stream<Path> files = Files.list(folder)) {
            List<String> names =
                    files.map(file -> file.getFileName().toString()).sorted().toList();
            assertEquals(List.of("a.csv", "a.stoa", "table"), names);
        }
        ok("repair", stoa, "--to", saved, "--max-rows", 2 * ROWS, "--max-bytes", "100M", "--max-time", "1h");
        ok("index", stoa, "--add", "id", "--max-rows", ROWS, "--max-bytes", "100M", "--max-time", "1h");
        assertEquals(ROWS, ok("scan", saved, "--json").lines().count());
    }

    @Test
    void aCompressedTextThatGrowsWithoutEnd() throws IOException {
        Path bomb = folder.resolve("bomb.csv.gz");
        byte[] rows = "1,2,3\n".repeat(10_000).getBytes(StandardCharsets.UTF_8);
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(bomb))) {
            for (int i = 0; i < 200; i++) {
                out.write(rows);
            }
        }
        fails("--max-bytes", "convert", bomb, folder.resolve("x.stoa"), "--header", "--max-bytes", "1M");
        fails(
                "--max-bytes",
                "convert",
                bomb,
                folder.resolve("x.stoa"),
                "--header",
                "--max-bytes",
                "1M",
                "--threads",
                1);
    }

    @Test
    void aPipeGetsAllRowsAndATerminalSome() throws IOException {
        Path stoa = stoaFile();
        Path table = folder.resolve("table");
        ok("table", "create", table, "--like", stoa);
        ok("insert", table, stoa);
        for (Path input : List.of(stoa, table)) {
            assertEquals(ROWS, ok("scan", input, "--json").lines().count());
            System.setProperty("stoa.terminal.out", "true");
            CommandRun cut = stoa("scan", input, "--json");
            assertEquals(100, cut.out().lines().count());
            assertTrue(cut.err().contains("--limit -1"), cut.err());
            for (Object[] whole : new Object[][] {
                {"scan", input, "--json", "--where", "id < 100"}, {"scan", input, "--limit", 3}, {"head", input}
            }) {
                CommandRun run = stoa(whole);
                assertEquals("", run.err(), Arrays.toString(whole));
                assertEquals(0, run.exitCode());
            }
            assertEquals("", stoa("scan", input, "--limit", -1).err());
            System.clearProperty("stoa.terminal.out");
        }
    }

    @Test
    void aPipeGetsAllChangesAndCommitsAndATerminalSome() throws IOException {
        Path table = folder.resolve("table");
        Path rows = Files.writeString(folder.resolve("rows.csv"), "id\n" + "7\n".repeat(101));
        ok("table", "create", table, "--schema", "id int");
        for (int version = 1; version <= 20; version++) {
            ok("insert", table, rows);
        }
        assertEquals(101, ok("diff", table, 0, 1, "--json").lines().count());
        List<String> log = ok("table", "log", table, "--json").lines().toList();
        assertTrue(log.size() > 20, log.toString());
        assertTrue(log.get(log.size() - 1).contains("\"version\":0,"), log.toString());
        System.setProperty("stoa.terminal.out", "true");
        CommandRun changes = stoa("diff", table, 0, 1, "--json");
        assertEquals(100, changes.out().lines().count());
        assertTrue(changes.err().contains("--limit -1"), changes.err());
        CommandRun commits = stoa("table", "log", table, "--json");
        assertEquals(20, commits.out().lines().count());
        assertTrue(commits.err().contains("-n 1000"), commits.err());
        for (Object[] whole : new Object[][] {
            {"diff", table, 0, 1, "--limit", 3}, {"diff", table, 0, 1, "--limit", -1}, {"table", "log", table, "-n", 3}
        }) {
            assertEquals("", stoa(whole).err(), Arrays.toString(whole));
        }
    }

    @Test
    void zeroKeepsItsSign() throws IOException {
        String text = "a,b\n-0.0,1\n0.0,2\nNaN,3\n-Infinity,4\n1.0E30,5\n";
        Path csv = Files.writeString(folder.resolve("z.csv"), text);
        for (String type : new String[] {"double", "float"}) {
            Path stoa = folder.resolve(type + ".stoa");
            ok("convert", csv, stoa, "--schema", "a " + type + ", b int");
            List<String> json = ok("scan", stoa, "--json").lines().toList();
            assertEquals("{\"a\":-0.0,\"b\":1}", json.get(0));
            assertEquals("{\"a\":0.0,\"b\":2}", json.get(1));
            assertEquals("{\"a\":\"NaN\",\"b\":3}", json.get(2));
            assertEquals("{\"a\":\"-Infinity\",\"b\":4}", json.get(3));
            for (String kind : new String[] {"csv", "parquet", "orc", "avro"}) {
                Path other = folder.resolve(type + "." + kind);
                ok("convert", stoa, other);
                Path back = folder.resolve(type + "-" + kind + ".stoa");
                Object[] convert = kind.equals("csv")
                        ? new Object[] {"convert", other, back, "--schema", "a " + type + ", b int"}
                        : new Object[] {"convert", other, back};
                ok(convert);
                assertEquals(json, ok("scan", back, "--json").lines().toList(), kind);
            }
        }
    }

    /** When the command ends, nothing runs on and nothing hidden is left of the conversions beside the one that failed. */
    @Test
    void aFailureLeavesNothingOfTheOthers() throws IOException {
        Path in = Files.createDirectories(folder.resolve("in"));
        for (int i = 0; i < 3; i++) {
            Files.move(csv("x.csv"), in.resolve("good" + i + ".csv"));
        }
        Files.writeString(in.resolve("bad.csv"), "id,name\n" + "1,2\n".repeat(1000) + "1,2,3\n");
        Path out = folder.resolve("out");
        for (int run = 0; run < 5; run++) {
            fails("line 1002", "convert", in, out, "--threads", 4, "--overwrite");
            if (Files.exists(out)) {
                try (Stream<Path> files = Files.list(out)) {
                    assertEquals(
                            List.of(),
                            files.filter(file -> !file.toString().endsWith(".stoa"))
                                    .toList());
                }
            }
        }
    }
}
