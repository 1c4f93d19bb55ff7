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

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** The pages of commands. */
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
        assertTrue(
                html.contains("<td class=\"text\">"),
                "encodings take several lines, so the page is no wider than its window");
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
        assertTrue(
                Pattern.compile("<title>[A-Z]+[^<]*, [0-9,]+ vectors, [^<]*</title>")
                        .matcher(html)
                        .find(),
                html);
    }

    /** The page has the bytes, requests and round trips of the terminal. */
    @Test
    void thePageAgreesWithTheTerminal() throws IOException {
        Path file = parquetAndStoa();
        Path page = folder.resolve("page.html");
        String told = ok("scan", file, "--where", "id < 5", "--explain", "--html", page);
        Matcher read = Pattern.compile(
                        "read +([0-9.]+ [a-zA-Z]+ of [0-9.]+ [a-zA-Z]+ in [0-9,]+ requests and [0-9,]+ round trips)")
                .matcher(told);
        assertTrue(read.find(), told);
        assertTrue(Files.readString(page).contains("Read " + read.group(1)), read.group());
    }

    /** The strips of the page lie in a document that stands alone. */
    @Test
    void thePictureCanBeSaved() throws Exception {
        Path file = parquetAndStoa();
        Path page = folder.resolve("page.html");
        ok("scan", file, "--select", "number", "--where", "name = 'a&b'", "--explain", "--html", page);
        Matcher link = Pattern.compile(
                        "<a download=\"stoa-scan.svg\" href=\"data:image/svg\\+xml;base64,([A-Za-z0-9+/=]+)\">")
                .matcher(Files.readString(page));
        assertTrue(link.find());
        Element svg = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(Base64.getDecoder().decode(link.group(1))))
                .getDocumentElement();
        assertEquals("http://www.w3.org/2000/svg", svg.getAttribute("xmlns"));
        List<String> names = new ArrayList<>();
        NodeList all = svg.getChildNodes();
        int strips = 0;
        for (int i = 0; i < all.getLength(); i++) {
            Element each = (Element) all.item(i);
            if (each.getTagName().equals("text") && !each.getAttribute("class").equals("key")) {
                names.add(each.getTextContent());
            }
            strips += each.getTagName().equals("g") ? 1 : 0;
        }
        assertEquals(
                List.of(
                        "select number where name = 'a&b'",
                        "zones",
                        "name",
                        "number",
                        "indexes, dictionaries",
                        "requests"),
                names);
        assertEquals(names.size() - 1 + 2, strips, "one for each name, and two scales");
    }

    /** Writes t.stoa, t.parquet, and returns the first. */
    private Path parquetAndStoa() throws IOException {
        String rows = IntStream.range(0, 20_000)
                .mapToObj(i -> i + "," + (i % 9 == 0 ? "" : i * 7919L % 1_000_003) + "," + i % 100 / 4.0 + ",2024-01-"
                        + (10 + i % 20) + ",2024-01-01T00:00:" + (10 + i % 50) + ","
                        + (i % 5 == 0 ? "" : "name" + i % 17) + ","
                        + (i % 3 == 0) + "," + i % 1000 + ".25")
                .collect(Collectors.joining("\n", "id,number,ratio,day,seen,name,flag,price\n", "\n"));
        Path csv = Files.writeString(folder.resolve("t.csv"), rows);
        Path file = folder.resolve("t.stoa");
        ok(
                "convert",
                csv,
                file,
                "--schema",
                "id int, number bigint, ratio double, day date, seen timestamp, name string, flag boolean, price decimal(9,2)");
        ok("convert", file, folder.resolve("t.parquet"));
        return file;
    }

    @Test
    void parquetIsAskedTheSameQuestion() throws IOException {
        Path file = parquetAndStoa();
        Path parquet = folder.resolve("t.parquet");
        for (String condition : List.of(
                "id < 5",
                "not (id < 19990)",
                "number <> 7919",
                "not (number = 7919)",
                "number is null and not (name is null)",
                "number in (7919, 0) or id between 17 and 19",
                "not (id between 17 and 19990)",
                "not (name in ('name1', 'name2'))",
                "name like 'name1%'",
                "not (name like 'name1%')",
                "name <=> 'name3'",
                "not (name <=> 'name3')",
                "ratio >= 24.5",
                "day = date '2024-01-11'",
                "seen > timestamp '2024-01-01 00:00:58'",
                "flag = true and price < 3.00",
                "not (flag = true or price = 7.25)")) {
            String told = ok("scan", file, "--where", condition, "--explain", "--against", parquet);
            assertTrue(told.contains("Both find the same number of rows."), condition + told);
        }
        Path page = folder.resolve("page.html");
        ok("scan", file, "--select", "number,day", "--where", "id < 5", "--html", page, "--against", parquet);
        String html = Files.readString(page);
        assertTrue(html.contains("The same question to a Parquet file") && html.contains("rows\">5</td>"), html);

        ok("convert", folder.resolve("t.csv"), folder.resolve("other.parquet"), "--select", "id");
        List<Object> scan = List.of("scan", file, "--where", "number < 5", "--explain", "--against");
        refused("has no column number", scan, folder.resolve("other.parquet"));
        refused("local Parquet file", scan, folder.resolve("missing.parquet"));
        fails(2, List.of("--explain or --html"), "scan", file, "--against", parquet);
        fails(
                1,
                List.of("parquet-java can't read it"),
                "scan",
                file,
                "--html",
                page,
                "--against",
                folder.resolve("t.csv"));
    }

    /** The plan is printed, and then the error. */
    private static void refused(String hint, List<Object> command, Path file) {
        CommandRun run =
                CommandRun.stoa(java.util.stream.Stream.concat(command.stream(), java.util.stream.Stream.of(file))
                        .toArray());
        assertEquals(2, run.exitCode());
        assertTrue(run.err().contains(hint), run.err());
    }

    @Test
    void aDifferenceIsDrawnByFragment() throws IOException {
        Path table = folder.resolve("orders");
        Path csv = Files.writeString(folder.resolve("a.csv"), "id,name\n1,<a>\n2,b\n3,c\n4,d\n");
        ok("table", "create", table, "--schema", "id bigint not null, name string", "--key", "id");
        ok("insert", table, csv);
        ok("delete", table, "--where", "id = 1");
        ok("update", table, "--set", "name = '<new>'", "--where", "id = 4");
        ok("insert", table, Files.writeString(folder.resolve("b.csv"), "id,name\n9,x\n"));
        String html = page("diff", table, 1, 4);
        assertTrue(html.contains("<h1>1 inserted, 1 deleted, 1 updated</h1>"), html);
        assertTrue(html.contains("<b>&lt;new&gt;</b>") && html.contains("<b>d</b>"), html);
        assertTrue(!html.contains("<new>") && !html.contains("<a>"), "values are no markup");
        List<String> lanes =
                html.lines().filter(line -> line.contains("class=\"lane\"")).toList();
        assertEquals(2, lanes.size(), "a fragment with changes, and a new one");
        assertTrue(lanes.get(0).contains("<rect class=\"d\" x=\"0\" width=\"" + WIDTH / 4), lanes.get(0));
        assertTrue(lanes.get(0).contains("<rect class=\"u\" x=\"" + WIDTH * 3 / 4 + "\""), lanes.get(0));
        assertTrue(lanes.get(1).contains("<rect class=\"i\" x=\"0\" width=\"" + WIDTH + "\""), lanes.get(1));
        fails(2, List.of("without --json"), "diff", table, 1, 4, "--html", folder.resolve("x"), "--json");
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
        assertTrue(html.contains("change\">-3</td>") && html.contains("change\">+4</td>"), html);
        fails(2, List.of("'stoa table log --html'"), "inspect", table, "--html", folder.resolve("x"));
        fails(2, List.of("without --json"), "table", "log", table, "--html", folder.resolve("x"), "--json");
    }

    @Test
    void aScanOfATableIsDrawnByFragment() throws IOException {
        Path table = folder.resolve("orders");
        ok("table", "create", table, "--schema", "id bigint not null", "--partition-by", "id range(100)");
        ok("insert", table, numbers("a.csv", 0, 100));
        ok("insert", table, numbers("b.csv", 100, 400));
        ok("delete", table, "--where", "id >= 300");
        Path page = folder.resolve("table.html");
        String told = ok("scan", table, "--where", "id >= 150", "--explain", "--html", page);
        assertTrue(told.contains("fragments 2: 1 ruled out by the log, 1 read"), told);
        String html = Files.readString(page);
        assertTrue(html.contains("150 of 300 rows selected. The log ruled out 1 of 2 fragments."), html);
        String[] read = told.replaceAll("(?s).* matched; (.*? in .*? requests?),.*", "$1")
                .split(" in ", -1);
        assertTrue(html.contains("Read " + read[0] + " of ") && html.contains(" in " + read[1] + ","), told + html);
        assertTrue(html.contains("<code>select * where id &gt;= 150</code>"), html);
        assertTrue(html.contains("title=\"id range"), "a fragment begins with its partition");
        assertEquals(List.of(WIDTH / 4), widths(html, "all fragments", "p"));
        assertEquals(List.of(WIDTH * 3 / 8), widths(html, "all fragments", "s"));
        assertEquals(List.of(WIDTH * 3 / 8), widths(html, "all fragments", "n"), "50 without a match, 100 deleted");
        assertEquals(2, html.split("data-head=\"selected\"", -1).length - 1, "a row for each fragment");
        assertTrue(html.contains("download=\"stoa-scan.svg\""));
        assertTrue(page("scan", table).contains("<h1>Read "), "without --explain the scan prints no plan");
        fails(2, List.of("leave out --ordered"), "scan", table, "--ordered", "--html", page);
        fails(2, List.of("--against takes one file"), "scan", table, "--html", page, "--against", page);
    }

    private Path numbers(String name, int from, int to) throws IOException {
        return Files.writeString(
                folder.resolve(name),
                IntStream.range(from, to).mapToObj(String::valueOf).collect(Collectors.joining("\n", "id\n", "\n")));
    }

    /** The page may be named like the data by a slip. */
    @Test
    void aPageReplacesNoFileOfAnotherKind() throws IOException {
        Path csv = Files.writeString(folder.resolve("a.csv"), "id\n1\n2\n");
        Path file = folder.resolve("a.stoa");
        ok("convert", csv, file);
        fails(2, List.of(file + ": it is there and is no web page"), "inspect", file, "--html", file);
        fails(2, List.of("is no web page"), "scan", file, "--where", "id = 1", "--html", csv);
        ok("verify", file);
        assertEquals("id\n1\n2\n", Files.readString(csv));
        String first = page("inspect", file);
        assertEquals(first, page("inspect", file), "a page may be drawn anew");
        Path link = Files.createSymbolicLink(folder.resolve("link.html"), folder.resolve("page.html"));
        ok("inspect", file, "--html", link);
        assertTrue(Files.isSymbolicLink(link));
        Path empty = Files.createFile(folder.resolve("empty"));
        ok("inspect", file, "--html", empty);
        assertEquals(first, Files.readString(empty));
    }
}
