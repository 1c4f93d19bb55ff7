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
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pages of {@code inspect} and {@code table log}. */
final class PicturesTest {
    private static final int WIDTH = 880;

    @TempDir
    private Path folder;

    private String page(Object... command) throws IOException {
        Path page = folder.resolve("page.html");
        Object[] all = IntStream.range(0, command.length + 2)
                .mapToObj(i -> i < command.length ? command[i] : i == command.length ? "--html" : page)
                .toArray();
        assertEquals(page + " shows it", ok(all).strip());
        String html = Files.readString(page);
        Pattern.compile("<svg.*?</svg>")
                .matcher(html)
                .results()
                .map(MatchResult::group)
                .forEach(PicturesTest::parse);
        return html;
    }

    private static void parse(String svg) {
        try {
            DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new java.io.ByteArrayInputStream(svg.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
        } catch (Exception e) {
            throw new AssertionError(svg, e);
        }
    }

    /** The widths of the rectangles of a class in the row of a name; the first such row that has some. */
    private static List<Integer> widths(String html, String name, String kind) {
        return html.lines()
                .filter(line -> line.contains(">" + name + "</td>") && line.contains("<rect class=\"" + kind + "\""))
                .findFirst()
                .map(line -> Pattern.compile("<rect class=\"" + kind + "\" x=\"[0-9]+\" width=\"([0-9]+)\"")
                        .matcher(line)
                        .results()
                        .map(found -> Integer.valueOf(found.group(1)))
                        .toList())
                .orElse(List.of());
    }

    @Test
    void aFileIsDrawnByOffsetAndEncoding() throws IOException {
        Path csv = folder.resolve("t.csv");
        Files.writeString(
                csv,
                IntStream.range(0, 50_000)
                        .mapToObj(i -> i * 7919L % 1_000_003 + ",same,<" + i % 3 + ">")
                        .collect(Collectors.joining("\n", "number,same,\"<tag>\"\n", "\n")));
        Path file = folder.resolve("t.stoa");
        ok("convert", csv, file);
        String html = page("inspect", file);
        assertTrue(html.contains("50,000 rows") && html.contains("&lt;tag&gt;"), html);
        assertTrue(!html.contains("<tag>"), "names are no markup");
        assertTrue(widths(html, "number", "d").get(0) > WIDTH / 2, "most of the file is this column");
        assertEquals(List.of(WIDTH), widths(html, "number", "A"), "the largest column fills its bar by one encoding");
        assertTrue(html.contains("prefers-color-scheme: dark"));
        fails(2, List.of("without --why and --json"), "inspect", file, "--html", folder.resolve("x"), "--json");
    }

    @Test
    void aScanIsDrawnUnderItsShareAndItsQuestion() throws IOException {
        Path csv = folder.resolve("t.csv");
        Files.writeString(
                csv,
                IntStream.range(0, 200_000)
                        .mapToObj(i -> i + "," + i * 7919L % 1_000_003)
                        .collect(Collectors.joining("\n", "id,number\n", "\n")));
        Path file = folder.resolve("t.stoa");
        ok("convert", csv, file);
        String html = page("scan", file, "--select", "number", "--where", "id < 5");
        Matcher headline =
                Pattern.compile("<h1>Read ([0-9.]+)%, skipped ([0-9.]+)%</h1>").matcher(html);
        assertTrue(headline.find(), html);
        assertEquals(100, Double.parseDouble(headline.group(1)) + Double.parseDouble(headline.group(2)), 0.11);
        assertTrue(Double.parseDouble(headline.group(1)) < 50, headline.group());
        assertTrue(html.contains("<code>select number where id &lt; 5</code>"), html);
    }

    @Test
    void aLogIsDrawnByRowsAndBytes() throws IOException {
        Path table = folder.resolve("orders");
        Path csv = Files.writeString(folder.resolve("a.csv"), "id\n1\n2\n3\n4\n");
        ok("table", "create", table, "--schema", "id bigint not null");
        ok("insert", table, csv);
        ok("delete", table, "--where", "id <= 3");
        String html = page("table", "log", table);
        assertEquals(List.of(WIDTH), widths(html, "insert", "r"));
        assertEquals(List.of(WIDTH / 4), widths(html, "delete", "r"));
        assertEquals(1, widths(html, "insert", "b").size());
        assertTrue(html.contains("<td>-3</td>") && html.contains("<td>+4</td>"), html);
        fails(2, List.of("'stoa table log --html'"), "inspect", table, "--html", folder.resolve("x"));
        fails(2, List.of("without --json"), "table", "log", table, "--html", folder.resolve("x"), "--json");
    }
}
