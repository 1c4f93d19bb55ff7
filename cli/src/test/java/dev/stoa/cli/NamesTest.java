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
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Every option that names a column finds it in whatever case, and char(n) is compared as if padded. */
class NamesTest {
    @TempDir
    private Path folder;

    private static int run(StringWriter out, StringWriter err, Object... arguments) {
        CommandLine line = Main.commandLine();
        line.setOut(new PrintWriter(out));
        line.setErr(new PrintWriter(err));
        return line.execute(Stream.of(arguments).map(Object::toString).toArray(String[]::new));
    }

    private static List<String> ok(Object... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        assertEquals(0, run(out, err, arguments), () -> Arrays.toString(arguments) + ": " + err);
        return out.toString().lines().toList();
    }

    private static void refused(String hint, Object... arguments) {
        StringWriter err = new StringWriter();
        assertEquals(2, run(new StringWriter(), err, arguments), err::toString);
        assertTrue(err.toString().contains(hint), err::toString);
    }

    private Path text(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    @Test
    void filesAndTexts() throws IOException {
        Path csv = text("t.csv", "Id,Name,twin,Twin\n1,a,1,1\n2,b,2,2\n");
        Path stoa = folder.resolve("t.stoa");
        ok("convert", csv, stoa, "--sorted-by", "ID");
        assertEquals(
                List.of("{\"Name\":\"b\",\"Id\":2}"),
                ok("scan", stoa, "--select", "NAME,id", "--where", "iD > 1", "--json"));
        assertEquals(List.of("{\"Name\":\"a\"}"), ok("head", stoa, "--select", "name", "-n", 1, "--json"));
        refused("'twin', 'Twin'", "scan", stoa, "--select", "TWIN");
        refused("'twin', 'Twin'", "scan", stoa, "--where", "TWIN = 1");
        refused("the columns are 'Id', 'Name'", "scan", stoa, "--select", "none");

        Path some = folder.resolve("some.stoa");
        ok("convert", csv, some, "--select", "NAME");
        assertEquals(List.of("{\"Name\":\"a\"}", "{\"Name\":\"b\"}"), ok("scan", some, "--json"));
        refused("'twin', 'Twin'", "convert", csv, folder.resolve("no.stoa"), "--select", "TWIN");
        Path typed = folder.resolve("typed.stoa");
        ok("convert", csv, typed, "--schema", "ID int, NAME string, twin int, Twin int");
        assertEquals(
                "{\"ID\":1,\"NAME\":\"a\",\"twin\":1,\"Twin\":1}",
                ok("scan", typed, "--json").get(0));
        ok("index", stoa, "--add", "NAME");
        assertTrue(Files.exists(folder.resolve("_t.stoa.Name.index")));
        ok("index", stoa, "--drop", "nAME");
    }

    @Test
    void tables() throws IOException {
        Path table = folder.resolve("lake/t");
        ok(
                "table",
                "create",
                table,
                "--schema",
                "Id bigint not null, Total int, Day date",
                "--key",
                "ID",
                "--sorted-by",
                "iD",
                "--partition-by",
                "id hash(2)");
        ok("insert", table, text("new.csv", "ID,TOTAL\n1,10\n2,20\n"));
        String files = String.join("\n", ok("table", "files", table));
        assertTrue(files.contains(" partition ") && files.contains(" 0 ") && files.contains(" 1 "), files);
        ok("upsert", table, text("changes.csv", "day,id\n2024-01-02,2\n"));
        ok("update", table, "--set", "TOTAL = total + 1", "--where", "ID = 1");
        ok("delete", table, "--where", "day = date '2024-01-02'");
        ok("table", "alter", table, "--rename", "DAY=When");
        ok("index", table, "--add", "total");
        assertEquals(
                List.of("{\"Total\":11,\"When\":null}"),
                ok("scan", table, "--select", "TOTAL,when", "--where", "tOTAL = 11", "--json"));
        refused("the columns are 'Id', 'Total', 'When'", "scan", table, "--select", "day");
    }

    @Test
    void charIsKeptWithoutBlanksAndComparedAsIfPadded() throws IOException {
        StringBuilder csv = new StringBuilder("k,c,s\n");
        for (int i = 0; i < 200_000; i++) {
            String value = i == 150_000 ? "m\t" : i < 150_000 ? "m  " : "z ";
            csv.append(i).append(',').append(value).append(',').append(value).append('\n');
        }
        Path stoa = folder.resolve("c.stoa");
        ok("convert", text("c.csv", csv.toString()), stoa, "--schema", "k int, c char(3), s string");
        assertEquals(
                List.of("{\"c\":\"m\",\"s\":\"m  \"}"), ok("scan", stoa, "--rows", 0, "--select", "c,s", "--json"));
        for (Path rows : List.of(stoa, table(stoa))) {
            assertEquals("150000", count(rows, "c = 'm'"));
            assertEquals("150000", count(rows, "c = 'm    '"));
            assertEquals("1", count(rows, "c < 'm'"));
            assertEquals("49999", count(rows, "c > 'm '"));
            assertEquals("49999", count(rows, "c in ('z', 'q')"));
            assertEquals("0", count(rows, "s = 'm'"));
            assertEquals("150000", count(rows, "s = 'm  '"));
            assertEquals("150001", count(rows, "s >= 'm\t' and s < 'n'"));
            assertEquals("0", count(rows, "s = 'z'"));
        }
        String stats = String.join("\n", ok("scan", stoa, "--where", "c = 'z  '", "--limit", 0, "--stats"));
        assertTrue(stats.contains("pruned"), stats);
    }

    private Path table(Path file) throws IOException {
        Path table = folder.resolve("lake/chars");
        ok("table", "create", table, "--like", file);
        ok("insert", table, file);
        return table;
    }

    /** Rows that match. */
    private static String count(Path rows, String where) {
        String all = String.join("\n", ok("scan", rows, "--where", where, "--select", "k", "--aggregate", "--json"));
        return all.replaceAll("(?s).*?\"rows\":(\\d+).*", "$1");
    }
}
