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
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The commands of the guide do what it says. */
class GuideTest {
    private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|(#.*)|(\\S+)");

    @TempDir
    private Path folder;

    /** The commands of a section, as a shell would divide them. */
    private List<List<String>> commands(String section) throws IOException {
        String guide = Files.readString(Path.of("..", "docs", "guide.md"));
        int start = guide.indexOf("## " + section + "\n");
        String text = guide.substring(start, guide.indexOf("\n## ", start));
        List<List<String>> commands = new ArrayList<>();
        for (String line : text.lines().filter(l -> l.startsWith("./stoa ")).toList()) {
            List<String> words = new ArrayList<>();
            Matcher matcher = WORD.matcher(line.substring("./stoa ".length()));
            while (matcher.find() && matcher.group(3) == null) {
                String word = matcher.group(1) != null
                        ? matcher.group(1)
                        : matcher.group(2) != null ? matcher.group(2) : matcher.group(4);
                boolean isPath = word.startsWith("lake/") || word.endsWith(".csv") || word.endsWith(".stoa");
                words.add(isPath ? folder.resolve(word).toString() : word);
            }
            commands.add(words);
        }
        return commands;
    }

    private static String run(List<String> words) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine line = Main.commandLine();
        line.setOut(new PrintWriter(out));
        line.setErr(new PrintWriter(err));
        assertEquals(0, line.execute(words.toArray(String[]::new)), () -> words + ": " + err);
        return out.toString();
    }

    @Test
    void dirtyTextIsLoadedAsTheGuideSays() throws IOException {
        Files.writeString(folder.resolve("dirty.csv"), """
                \uFEFFID,Name,day
                1,"a
                b",2024-01-31

                2,"say ""hello""\",
                3,too many,2024-01-31,4
                x,no number,2024-01-31
                5,a name of more than 20 characters,2024-01-31
                ,no id,2024-01-31
                7,no day,2023-02-29
                8,"last",9999-12-31""");
        Files.write(
                folder.resolve("german.csv"),
                "n;tag\nM\u00FCller;31.01.2024\n-;-\n".getBytes(Charset.forName("windows-1252")));
        List<String> outputs = new ArrayList<>();
        for (List<String> command : commands("Load dirty CSV")) {
            outputs.add(run(command));
        }
        assertEquals(6, outputs.size());
        assertTrue(outputs.get(0).contains(": 3 rows,"), outputs.get(0));
        for (String line : List.of("6 ", "7 ", "8 ", "9 ", "10 ")) {
            assertTrue(outputs.get(2).lines().anyMatch(row -> row.strip().startsWith(line)), outputs.get(2));
        }
        assertTrue(outputs.get(2).contains("4 fields, 3 are expected"), outputs.get(2));
        assertTrue(outputs.get(2).contains("'2023-02-29' is not a valid date"), outputs.get(2));
        assertTrue(run(List.of("head", folder.resolve("german.stoa").toString(), "--json"))
                .startsWith("{\"n\":\"M\u00FCller\",\"tag\":\"2024-01-31\"}"));
        assertTrue(outputs.get(5).contains("3 rows inserted"), outputs.get(5));
        assertTrue(run(List.of("scan", folder.resolve("lake/people").toString(), "--where", "id = 1", "--json"))
                .contains("\"name\":\"a\\nb\""));
    }

    @Test
    void rowsAreChangedAsTheGuideSays() throws IOException {
        Files.writeString(
                folder.resolve("orders.csv"),
                "id,day,total,status\n1,2024-01-01,10.50,new\n2,2024-01-02,20.00,new\n3,2024-01-03,30.25,new\n");
        Files.writeString(folder.resolve("changes.csv"), "id,status\n3,sent\n4,new\n");
        List<String> outputs = new ArrayList<>();
        for (List<String> command : commands("Change rows")) {
            outputs.add(run(command));
        }
        assertEquals(18, outputs.size());
        assertTrue(outputs.get(2).contains("1 row updated"), outputs.get(2));
        assertTrue(outputs.get(3).contains("1 row deleted"), outputs.get(3));
        assertTrue(outputs.get(4).contains("1 row inserted, 1 row updated"), outputs.get(4));
        assertTrue(outputs.get(5).contains("22.00"), outputs.get(5));
        assertTrue(outputs.get(6).contains("10.50"), outputs.get(6));
        assertTrue(outputs.get(7).contains("1 inserted, 1 deleted, 2 updated"), outputs.get(7));
        assertTrue(outputs.get(8).contains("version 5"), outputs.get(8));
        assertTrue(outputs.get(9).contains("1 of 3 rows deleted"), outputs.get(9));
        assertTrue(outputs.get(10).contains("1 done"), outputs.get(10));
        assertTrue(outputs.get(11).contains("versions 0 to"), outputs.get(11));
        assertTrue(outputs.get(14).contains("rollback to 3"), outputs.get(14));
        assertTrue(outputs.get(15).contains("key id"), outputs.get(15));
        assertTrue(outputs.get(16).contains(": healthy"), outputs.get(16));
    }
}
