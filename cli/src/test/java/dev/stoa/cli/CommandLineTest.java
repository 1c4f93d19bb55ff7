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

import static dev.stoa.cli.CommandRun.fails;
import static dev.stoa.cli.CommandRun.ok;
import static dev.stoa.cli.CommandRun.stoa;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.stoa.format.Batch;
import dev.stoa.interop.parquet.ParquetTarget;
import dev.stoa.interop.parquet.ParquetTargetOptions;
import dev.stoa.interop.tpch.LineItems;
import dev.stoa.vio.LocalFileSink;
import dev.stoa.vio.SinkOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs commands as a person or a script would: arguments in; exit code, output and error lines out. */
class CommandLineTest {
    private static final String CITIES = """
            id,name,founded,area,seen,capital
            1,Zürich,,87.88,2024-01-31 10:00:00.5,false
            2,"Paris, France",-0052-01-01,105.4,,true
            3,"",0753-04-21,1285,2024-02-29 00:00:00,true
            4,007,1850-09-09,,2024-02-29 23:59:59.999999,
            """;

    private static final String LINEITEM = "lineitem.parquet";

    @TempDir
    static Path shared;

    @TempDir
    private Path folder;

    private Path write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private Path cities() throws IOException {
        Path stoa = folder.resolve("cities.stoa");
        ok("convert", write("cities.csv", CITIES), stoa);
        return stoa;
    }

    @BeforeAll
    static void makeLineitem() throws IOException {
        try (ParquetTarget target = ParquetTarget.create(
                LocalFileSink.create(shared.resolve(LINEITEM), SinkOptions.DEFAULT),
                LineItems.schema(),
                List.of(),
                ParquetTargetOptions.DEFAULT)) {
            Iterator<Batch> batches = LineItems.generate(0.01).batches();
            while (batches.hasNext()) {
                target.write(batches.next());
            }
            target.finish();
        }
    }

    private Path lineitem(String name) throws IOException {
        return Files.copy(shared.resolve(LINEITEM), folder.resolve(name));
    }

    @Test
    @Tag("smoke")
    void textBecomesStoaAndTextAgain() throws IOException {
        Path stoa = cities();
        assertEquals(
                List.of(
                        "  id: int32",
                        "  name: string",
                        "  founded: date",
                        "  area: float64",
                        "  seen: timestamp(6)",
                        "  capital: boolean"),
                ok("schema", stoa).lines().toList().subList(1, 7));
        Path back = folder.resolve("back.csv");
        ok("convert", stoa, back);
        assertEquals("""
                id,name,founded,area,seen,capital
                1,Zürich,,87.88,2024-01-31T10:00:00.500000,false
                2,"Paris, France",-0052-01-01,105.4,,true
                3,"",0753-04-21,1285.0,2024-02-29T00:00:00.000000,true
                4,007,1850-09-09,,2024-02-29T23:59:59.999999,
                """, Files.readString(back));
        Path again = folder.resolve("again.stoa");
        ok("convert", back, again);
        assertEquals(ok("scan", stoa, "--limit", "-1", "--json"), ok("scan", again, "--limit", "-1", "--json"));
        assertTrue(ok("verify", stoa, again).contains("2 files, 0 broken"));
    }

    @Test
    void rowsAreFilteredSelectedAndLimited() throws IOException {
        Path stoa = cities();
        assertEquals(
                List.of("{\"name\":\"Paris, France\",\"id\":2}", "{\"name\":\"\",\"id\":3}"),
                ok("scan", stoa, "--select", "name,id", "--where", "capital = true and id <> 1", "--json")
                        .lines()
                        .toList());
        assertEquals(3, ok("head", "-n", 1, stoa).lines().toList().size());
        assertEquals(
                1, ok("scan", stoa, "--limit", 1, "--json").lines().toList().size());
        assertTrue(ok("scan", stoa, "--where", "founded is null", "--limit", 0, "--stats")
                .contains("1 selected"));
        String table = ok("scan", stoa, "--select", "id,name", "--where", "name like 'Z%'");
        assertEquals(
                List.of("id  name", "--  ------", " 1  Zürich"), table.lines().toList());
    }

    @Test
    void rowsAreFoundByNumber() throws IOException {
        Path stoa = cities();
        assertEquals(
                List.of("{\"id\":2}", "{\"id\":3}", "{\"id\":4}"),
                ok("scan", stoa, "--select", "id", "--rows", "3,1-2", "--json")
                        .lines()
                        .toList());
        assertEquals(
                List.of("{\"id\":3}"),
                ok("scan", stoa, "--select", "id", "--rows", "0-2", "--where", "id > 2", "--json")
                        .lines()
                        .toList());
        for (String wrong : List.of("x", "3-2", "1-", "9223372036854775807")) {
            fails(2, List.of("--rows has '" + wrong + "'"), "scan", stoa, "--rows", wrong);
        }
        fails(2, List.of("row 4 is not within the 4 rows"), "scan", stoa, "--rows", 4);
    }

    @Test
    void boundsAndCountsArePrinted() throws IOException {
        Path stoa = cities();
        assertEquals(
                List.of(
                        "  4 rows, 4 of them by metadata alone",
                        "column   nulls  NaN  min          max",
                        "-------  -----  ---  -----------  ----------",
                        "id           0    0  1            4",
                        "founded      1    0  -0052-01-01  1850-09-09"),
                ok("scan", stoa, "--select", "id,founded", "--aggregate")
                        .lines()
                        .toList()
                        .subList(1, 6));
        assertTrue(ok("scan", stoa, "--where", "id > 2", "--select", "name", "--aggregate", "--json")
                .contains("\"rows\":2,\"rowsFromMetadata\":0,\"columns\":[{\"column\":\"name\",\"nulls\":0,\"nans\":0,"
                        + "\"min\":\"\",\"max\":\"007\"}]"));
    }

    @Test
    void whatATransactionOfHiveLeftIsRefused() throws IOException {
        Path delta = Files.createDirectories(folder.resolve("acid/p=1/delta_0000002_0000002_0000"));
        Path left = Files.copy(cities(), delta.resolve("000000_0"));
        for (Path path : List.of(folder.resolve("acid"), left)) {
            fails(2, List.of("delta_0000002_0000002_0000", "only Hive knows"), "scan", path);
        }
    }

    @Test
    void severalFilesAreScannedAsOne() throws IOException {
        Path table = Files.createDirectory(folder.resolve("t"));
        for (int i = 0; i < 3; i++) {
            StringBuilder csv = new StringBuilder("x,y\n");
            for (int j = 0; j < 5000; j++) {
                csv.append(5000 * i + j).append(',').append(j % 10).append('\n');
            }
            ok("convert", write("f" + i + ".csv", csv.toString()), table.resolve("p=" + i + "/f.stoa"));
        }
        List<String> expected = new ArrayList<>();
        for (int x = 3; x < 15_000; x += 10) {
            expected.add("{\"x\":" + x + "}");
        }
        Object[] scan = {"scan", table, "--select", "x", "--where", "y = 3", "--json"};
        for (int threads : new int[] {1, 2, 5}) {
            assertEquals(
                    expected,
                    ok(with(scan, "--limit", -1, "--threads", threads)).lines().toList());
            List<String> found = new ArrayList<>(ok(with(scan, "--limit", -1, "--threads", threads, "--unordered"))
                    .lines()
                    .toList());
            assertEquals(expected.size(), found.size());
            assertEquals(Set.copyOf(expected), Set.copyOf(found));
        }
        assertEquals(
                expected.subList(0, 7), ok(with(scan, "--limit", 7)).lines().toList());
        assertEquals(
                List.of(
                        "3 files",
                        "  12,000 rows, 10,000 of them by metadata alone",
                        "column  nulls  NaN  min   max",
                        "------  -----  ---  ----  -----",
                        "x           0    0  3000  14999"),
                ok("scan", folder + "/t/p=*", "--select", "x", "--where", "x >= 3000", "--aggregate")
                        .lines()
                        .toList());
        List<String> stats = ok("scan", table, table.resolve("p=0"), "--where", "x < 5010", "--limit", 0, "--stats")
                .lines()
                .toList();
        assertTrue(stats.contains("4 files"), stats.toString());
        assertTrue(
                stats.contains("  rows      20,000: 5,000 pruned by MinMax, 15,000 looked at, 10,010 selected"),
                stats.toString());
        assertEquals(
                List.of("x  y", "-  -"),
                ok("scan", table, "--where", "x = -1", "--limit", -1).lines().toList());
        String explained = ok("scan", table, "--where", "x < 10", "--explain");
        assertEquals(4, explained.split("Plan for a store like", -1).length);
        assertTrue(explained.contains("3 files\n  rows      15,000: 10,000 pruned"), explained);
        fails(2, List.of("--threads is 0"), "scan", table, "--threads", 0);
        fails(2, List.of("f.stoa", "no column 'z'"), "scan", table, "--select", "z");
    }

    private static Object[] with(Object[] arguments, Object... more) {
        return Stream.concat(Arrays.stream(arguments), Arrays.stream(more)).toArray();
    }

    @Test
    @Tag("smoke")
    void aScanIsExplainedAndDrawn() throws IOException {
        Path stoa = folder.resolve("lineitem.stoa");
        ok("convert", lineitem("lineitem.parquet"), stoa, "--sorted-by", "l_shipdate,l_orderkey,l_linenumber");
        Path page = folder.resolve("scan.html");
        String text = ok(
                "scan",
                stoa,
                "--select",
                "l_linenumber,l_comment",
                "--where",
                "l_shipdate < date '1992-06-01'",
                "--explain",
                "--html",
                page);
        for (String part : List.of("Plan for a store like 'local'", "tested", "delivered", "Truth", "round trips")) {
            assertTrue(text.contains(part), part + " in " + text);
        }
        String html = Files.readString(page);
        for (String part : List.of("title=\"l_shipdate\">l_shipdate</td>", "class=\"p\"", "class=\"r\"", "</html>")) {
            assertTrue(html.contains(part), part);
        }
        fails(2, List.of("--html and --against take one file"), "scan", stoa, stoa, "--html", page);
    }

    @Test
    void anIndexFindsEqualValuesAndIsNotUsedWhenItIsStale() throws IOException {
        Path stoa = folder.resolve("lineitem.stoa");
        ok("convert", lineitem("lineitem.parquet"), stoa, "--sorted-by", "l_shipdate,l_orderkey,l_linenumber");
        Object[] scan = {
            "scan", stoa, "--where", "l_orderkey in (1, 5, 7)", "--select", "l_orderkey,l_linenumber", "--json"
        };
        String expected = ok(scan);
        assertTrue(ok("index", stoa, "--add", "l_orderkey").contains("in use"));
        assertEquals(expected, ok(scan));
        String stats = ok("scan", stoa, "--where", "l_orderkey in (1, 5, 7)", "--limit", 0, "--stats");
        assertTrue(stats.contains("indexes   left out"), stats);
        assertEquals(
                2,
                ok("verify", stoa).lines().toList().stream()
                        .filter(l -> l.endsWith(": sound"))
                        .count());
        ok("convert", lineitem("other.parquet"), stoa, "--overwrite");
        assertTrue(ok("index", stoa).contains("stale"));
        assertTrue(ok("verify", stoa).contains("l_orderkey.index: stale"));
        assertEquals(expected.lines().count(), ok(scan).lines().count());
        ok("index", stoa, "--drop", "l_orderkey");
        fails(2, List.of("has no index of 'l_orderkey'"), "index", stoa, "--drop", "l_orderkey");
        fails(2, List.of("no column 'x'"), "index", stoa, "--add", "x");
        assertFalse(Files.exists(folder.resolve("_lineitem.stoa.x.index")));
    }

    @Test
    @Tag("smoke")
    void parquetBecomesSmallerReadsLessAndComesBack() throws IOException {
        Path parquet = lineitem("lineitem.parquet");
        Path stoa = folder.resolve("lineitem.stoa");
        ok("convert", parquet, stoa, "--sorted-by", "l_shipdate,l_orderkey,l_linenumber");
        assertTrue(Files.size(stoa) < Files.size(parquet), Files.size(stoa) + " against " + Files.size(parquet));
        JsonNode stats = new ObjectMapper()
                .readTree(ok(
                        "scan",
                        stoa,
                        "--select",
                        "l_linenumber",
                        "--limit",
                        0,
                        "--stats",
                        "--json",
                        "--where",
                        "l_shipdate < date '1993-01-01'"));
        assertEquals(60175, stats.get("rows").asLong());
        assertTrue(stats.get("rowsSelected").asLong() > 1000, stats.toString());
        assertTrue(stats.get("bytesRead").asLong() < Files.size(stoa) / 10, stats.toString());
        // on a local disk only 64 bytes of the tail are read ahead, so the directory takes trips of its own
        assertTrue(stats.get("roundTrips").asLong() <= 6, stats.toString());
        Path back = folder.resolve("back.parquet");
        ok("convert", stoa, back, "--codec", "zstd");
        Path again = folder.resolve("again.stoa");
        ok("convert", back, again);
        String all = ok("scan", stoa, "--limit", -1, "--json");
        assertEquals(60175, all.lines().count());
        assertEquals(all, ok("scan", again, "--limit", -1, "--json"));
        ok("verify", stoa);
        JsonNode inspect = new ObjectMapper().readTree(ok("inspect", "--json", stoa));
        assertEquals(16, inspect.get("columns").size());
        assertEquals(
                "1992-01", inspect.get("columns").get(10).get("min").asText().substring(0, 7));
        assertTrue(ok("inspect", stoa).contains("letters: data of the columns above"));
    }

    @Test
    void anyProfileAndAnyNumberOfThreadsHoldsTheSameRows() throws IOException {
        Path parquet = lineitem("lineitem.parquet");
        Path stoa = folder.resolve("default.stoa");
        ok("convert", parquet, stoa);
        String rows = ok("scan", stoa, "--limit", "1000", "--json");
        for (String profile : List.of("fast", "default", "compact")) {
            Path other = folder.resolve(profile + "-3.stoa");
            ok("convert", parquet, other, "--profile", profile, "--threads", "3");
            assertEquals(rows, ok("scan", other, "--limit", "1000", "--json"));
            if (profile.equals("default")) {
                assertEquals(Files.size(stoa), Files.size(other));
            }
        }
        fails(2, List.of("--profile", "small"), "convert", parquet, stoa, "--profile", "small");
    }

    @Test
    void inspectTellsWhyAnEncodingWasChosen() throws IOException {
        Path stoa = cities();
        List<String> lines = ok("inspect", "--why", stoa).lines().toList();
        int id = lines.indexOf("id int32, block 0: 1 vector as PFOR");
        assertTrue(id > 0, lines.toString());
        assertTrue(lines.get(id + 1).startsWith("the first vector: 4 rows, stored in "), lines.get(id + 1));
        assertTrue(lines.stream().anyMatch(l -> l.startsWith("*  values")), lines.toString());
        ok("inspect", "--why", "--profile", "fast", stoa);
        fails(2, List.of("--why"), "inspect", "--why", "--json", stoa);
    }

    @Test
    void foldersKeepTheirPartitionsAndMergeSmallFiles() throws IOException {
        write("in/y=1/a.csv", "x\n1\n2\n");
        write("in/y=1/b.csv", "x\n3\n");
        write("in/y=2/c.csv", "x\n4\n");
        write("in/_SUCCESS", "");
        ok("convert", folder.resolve("in"), folder.resolve("out"));
        assertEquals(List.of("y=1/a.stoa", "y=1/b.stoa", "y=2/c.stoa"), files(folder.resolve("out")));
        ok("convert", folder.resolve("in"), folder.resolve("merged"), "--target-size", "1M");
        assertEquals(List.of("y=1/part-00000.stoa", "y=2/part-00000.stoa"), files(folder.resolve("merged")));
        assertEquals(
                List.of("{\"x\":1}", "{\"x\":2}", "{\"x\":3}"),
                ok("scan", folder.resolve("merged/y=1"), "--json").lines().toList());
        assertEquals(
                List.of("{\"x\":3}", "{\"x\":4}"),
                ok("scan", folder.resolve("out") + "/*/[bc].stoa", "--json")
                        .lines()
                        .toList());
    }

    private static List<String> files(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(Files::isRegularFile)
                    .map(f -> root.relativize(f).toString())
                    .filter(f -> !f.endsWith(".crc"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void compressedTextWithOtherDelimitersAndASchema() throws IOException {
        Path gz = folder.resolve("t.txt.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(gz))) {
            out.write("1|a|31.01.2024|null\n2|'|'|29.02.2024|1.50\n".getBytes(StandardCharsets.ISO_8859_1));
        }
        Path stoa = folder.resolve("t.stoa");
        ok(
                "convert",
                gz,
                stoa,
                "--delimiter",
                "|",
                "--quote",
                "'",
                "--no-header",
                "--null",
                "null",
                "--charset",
                "ISO-8859-1",
                "--date-pattern",
                "dd.MM.uuuu",
                "--schema",
                "id bigint not null, name varchar(3), day date, price decimal(9,2)");
        assertEquals(
                List.of(
                        "{\"id\":1,\"name\":\"a\",\"day\":\"2024-01-31\",\"price\":null}",
                        "{\"id\":2,\"name\":\"|\",\"day\":\"2024-02-29\",\"price\":1.50}"),
                ok("scan", "--json", stoa).lines().toList());
        Path tsv = folder.resolve("t.tsv");
        ok("convert", stoa, tsv);
        assertEquals("id\tname\tday\tprice\n1\ta\t2024-01-31\t\n2\t|\t2024-02-29\t1.50\n", Files.readString(tsv));
    }

    @Test
    void whatIsThereIsNotOverwrittenUnasked() throws IOException {
        Path stoa = cities();
        byte[] before = Files.readAllBytes(stoa);
        Path other = write("other.csv", "a\n1\n");
        fails(2, List.of("cities.stoa", "exists already", "--overwrite"), "convert", other, stoa);
        assertTrue(Arrays.equals(before, Files.readAllBytes(stoa)));
        ok("convert", other, stoa, "--overwrite");
        assertEquals(List.of("{\"a\":1}"), ok("scan", "--json", stoa).lines().toList());
        fails(2, List.of("cities.stoa", "is a Stoa file already"), "convert", stoa, folder.resolve("x"));
    }

    @Test
    void aFailedConversionLeavesNothing() throws IOException {
        Path bad = write("bad.csv", "a,b\n1,2\n3\n");
        fails(1, List.of("bad.csv", "line 3", "1 field, 2 are expected"), "convert", bad, folder.resolve("bad.stoa"));
        Path worse = write("worse.csv", "1\nx\n");
        fails(
                1,
                List.of("worse.csv", "line 2", "column 'a'", "'x' is not a valid int32"),
                "convert",
                worse,
                folder.resolve("bad.stoa"),
                "--no-header",
                "--schema",
                "a int");
        fails(
                1,
                List.of("worse.csv", "column 'a'"),
                "convert",
                write("worse.csv", "1\nxx\n"),
                folder.resolve("bad.stoa"),
                "--no-header",
                "--schema",
                "a varchar(1)");
        assertEquals(List.of("bad.csv", "worse.csv"), files(folder));
    }

    @Test
    void badInputIsOneLineAndAnExitCode() throws IOException {
        Path stoa = cities();
        fails(2, List.of("nothing.stoa", "no such file"), "head", folder.resolve("nothing.stoa"));
        fails(2, List.of("holds no files"), "verify", Files.createDirectory(folder.resolve("empty")));
        fails(2, List.of("colour"), "scan", stoa, "--select", "colour");
        fails(2, List.of("colour"), "scan", stoa, "--where", "colour = 5");
        fails(2, List.of("id"), "scan", stoa, "--where", "id = 'x'");
        fails(2, List.of("position"), "scan", stoa, "--where", "id = ");
        fails(1, List.of("zero.stoa", "not a Stoa file"), "schema", write("zero.stoa", ""));
        fails(1, List.of("text.stoa", "not a Stoa file"), "head", write("text.stoa", "x".repeat(1000)));
        fails(1, List.of("a Parquet file", "'stoa convert'"), "head", write("other.stoa", "x".repeat(1000) + "PAR1"));
        byte[] bytes = Files.readAllBytes(stoa);
        Path cut = Files.write(folder.resolve("cut.stoa"), Arrays.copyOf(bytes, bytes.length - 1));
        fails(1, List.of("cut.stoa"), "inspect", cut);
        CommandRun verify = stoa("verify", cut);
        assertEquals(1, verify.exitCode(), verify.out());
        assertTrue(verify.out().contains("cut.stoa"), verify.out());
        bytes[40] ^= 1;
        CommandRun flipped = stoa("verify", Files.write(folder.resolve("flipped.stoa"), bytes));
        assertEquals(1, flipped.exitCode());
        assertTrue(flipped.out().contains("column"), flipped.out());
    }

    @ParameterizedTest
    @ValueSource(strings = {"convert", "schema", "head", "inspect", "scan", "verify", "demo"})
    void everyCommandTeachesByExample(String command) {
        String help = ok(command, "--help");
        assertTrue(help.contains("Examples:\n  stoa " + command), help);
        assertFalse(help.contains("Default: null"), help);
    }

    @Test
    void textOfFilesCantSteerTheTerminal() throws IOException {
        Path stoa = folder.resolve("t.stoa");
        ok("convert", write("t.csv", "\"a\u001b[2J\"\n\"x\u001b[31m\"\n"), stoa);
        for (String out :
                List.of(ok("schema", stoa), ok("head", stoa), ok("inspect", stoa), ok("scan", stoa, "--json"))) {
            assertFalse(out.contains("\u001b"), out);
        }
        assertFalse(stoa("scan", stoa, "--select", "b\u001b").err().contains("\u001b"));
    }

    @Test
    void unknownCommandsAndOptionsAreBadUsage() {
        fails(2, List.of("frobnicate", "stoa --help"), "frobnicate");
        fails(2, List.of("FILE", "stoa head --help"), "head");
        fails(2, List.of("--frobnicate"), "head", "--frobnicate", "x");
        fails(2, List.of("--codec", "lzma", "ZSTD"), "convert", "a", "b", "--codec", "lzma");
        ok("--version");
    }

    @Test
    void theDemoAnswersAlike() {
        String demo = ok("demo", "--scale", "0.002");
        assertTrue(demo.contains("All answers agree."), demo);
    }
}
