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
package dev.stoa.cli.internal.browse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.cli.CommandRun;
import dev.stoa.reader.StoaFile;
import dev.stoa.table.Table;
import dev.stoa.table.TableSettings;
import dev.stoa.vio.LocalFolder;
import dev.stoa.vio.RangeSources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jline.utils.AttributedString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys and what they show, without a terminal. */
final class BrowserTest {
    private static final int HEIGHT = 12;
    private static final int WIDTH = 100;
    private static final int ROWS = 200_000;

    @TempDir
    private Path folder;

    private View file() throws IOException {
        Path csv = folder.resolve("t.csv");
        Files.writeString(
                csv,
                IntStream.range(0, ROWS)
                        .mapToObj(i -> i + "," + i % 7)
                        .collect(Collectors.joining("\n", "id,rest\n", "\n")));
        Path file = folder.resolve("t.stoa");
        CommandRun.ok("convert", csv, file);
        return FileViews.menu(StoaFile.open(RangeSources.open(file)), "t.stoa", "");
    }

    private View table() throws IOException {
        Path table = folder.resolve("orders");
        Path first = Files.writeString(folder.resolve("a.csv"), "id,total\n1,10\n2,20\n");
        Path second = Files.writeString(folder.resolve("b.csv"), "id,total\n7,70\n8,80\n");
        CommandRun.ok("table", "create", table, "--schema", "id bigint not null, total bigint", "--key", "id");
        CommandRun.ok("insert", table, first);
        CommandRun.ok("insert", table, second);
        CommandRun.ok("delete", table, "--where", "id = 8");
        Table opened = Table.open(new LocalFolder(table), TableSettings.DEFAULT);
        return TableViews.menu(opened, opened.snapshot(), "orders");
    }

    private static void press(Browser browser, Press.Key... keys) {
        for (Press.Key key : keys) {
            browser.scene(HEIGHT);
            browser.press(Press.of(key));
        }
    }

    private static void type(Browser browser, String text) {
        browser.scene(HEIGHT);
        text.codePoints().forEach(c -> browser.press(Press.of(c)));
        browser.press(Press.of(Press.Key.ENTER));
    }

    /** Opens the line that begins with a text. */
    private static void open(Browser browser, String first) {
        press(browser, Press.Key.HOME);
        for (int i = 0; i < HEIGHT; i++) {
            Scene scene = browser.scene(HEIGHT);
            if (scene.lines().get(scene.selected()).get(0).equals(first)) {
                press(browser, Press.Key.ENTER);
                return;
            }
            press(browser, Press.Key.DOWN);
        }
        throw new AssertionError("no line " + first + ": " + browser.scene(HEIGHT));
    }

    private static List<String> line(Browser browser) {
        Scene scene = browser.scene(HEIGHT);
        assertTrue(scene.selected() >= 0, scene::toString);
        return scene.lines().get(scene.selected());
    }

    private static String lastTitle(Browser browser) {
        List<String> path = browser.scene(HEIGHT).path();
        return path.get(path.size() - 1);
    }

    @Test
    void rowsOfAFileAreShownFromAnyRow() throws IOException {
        try (Browser browser = new Browser(file())) {
            open(browser, "rows");
            assertEquals(List.of("0", "0", "0"), line(browser));
            type(browser, "g150000");
            assertEquals(List.of("150,000", "150000", "4"), line(browser));
            press(browser, Press.Key.UP);
            assertEquals("149999", line(browser).get(1));
            press(browser, Press.Key.END);
            assertEquals("199999", line(browser).get(1));
            press(browser, Press.Key.DOWN, Press.Key.PAGE_DOWN);
            assertEquals("199999", line(browser).get(1));
            type(browser, "g999999999");
            assertEquals("199999", line(browser).get(1));
            press(browser, Press.Key.HOME, Press.Key.RIGHT);
            assertEquals(List.of("0", "0"), line(browser));
            assertEquals(List.of(">row", "rest"), browser.scene(HEIGHT).head());
        }
    }

    @Test
    void blocksAndZonesOfAColumnAreShown() throws IOException {
        try (Browser browser = new Browser(file())) {
            open(browser, "columns");
            open(browser, "id");
            open(browser, "zones");
            assertEquals(List.of("0", "0", "65,536", "0", "0", "65535"), line(browser));
            press(browser, Press.Key.END);
            assertEquals(List.of("3", "196,608", "3,392", "0", "196608", "199999"), line(browser));
            press(browser, Press.Key.ESCAPE);
            open(browser, "blocks");
            assertEquals(List.of("0", "0"), line(browser).subList(0, 2));
            press(browser, Press.Key.BACKSPACE, Press.Key.ESCAPE, Press.Key.ESCAPE);
            open(browser, "layout");
            assertEquals("header", line(browser).get(2));
        }
    }

    @Test
    void aFilterSaysWhatItPrunesAndShowsTheRows() throws IOException {
        try (Browser browser = new Browser(file())) {
            open(browser, "rows");
            type(browser, "/id >= 140000 and rest = 3");
            assertEquals("where id >= 140000 and rest = 3", lastTitle(browser));
            assertTrue(
                    browser.scene(HEIGHT).notes().get(0).startsWith("2 of 4 zones pruned"),
                    browser.scene(HEIGHT)::toString);
            open(browser, "zones");
            assertEquals(List.of("0", "65,535", "pruned: no row can match"), line(browser));
            press(browser, Press.Key.ESCAPE);
            open(browser, "rows that match");
            assertEquals(List.of("0", "140003", "3"), line(browser));
            press(browser, Press.Key.END);
            assertTrue(browser.scene(HEIGHT).bottom().contains("unknown"));
            type(browser, "g5000");
            assertEquals("175003", line(browser).get(1));
            type(browser, "g10");
            assertEquals("140073", line(browser).get(1));
            type(browser, "g99999");
            assertEquals(List.of("8,570", "199993", "3"), line(browser));
        }
    }

    @Test
    void mistakesAreSaidAtTheBottom() throws IOException {
        try (Browser browser = new Browser(file())) {
            type(browser, "/nothing = 1");
            assertTrue(
                    browser.scene(HEIGHT).bottom().contains("'nothing'"),
                    browser.scene(HEIGHT).bottom());
            type(browser, "/id = = 1");
            assertFalse(
                    browser.scene(HEIGHT).bottom().startsWith("line"),
                    browser.scene(HEIGHT).bottom());
            type(browser, "gx");
            assertTrue(browser.scene(HEIGHT).bottom().contains("'x' is not the number of a line"));
            press(browser, Press.Key.DOWN);
            assertTrue(
                    browser.scene(HEIGHT).bottom().startsWith("line 1 of 3"),
                    browser.scene(HEIGHT).bottom());
            assertTrue(browser.isOpen());
            browser.press(Press.of('q'));
            assertFalse(browser.isOpen());
        }
    }

    @Test
    void aTableShowsLogFilesSidecarsAndWhatTheLogRulesOut() throws IOException {
        try (Browser browser = new Browser(table())) {
            assertTrue(browser.scene(HEIGHT).notes().get(0).contains("3 rows in 2 fragments"));
            open(browser, "rows");
            press(browser, Press.Key.END);
            assertEquals(List.of("2", "7", "70"), line(browser));
            press(browser, Press.Key.ESCAPE);
            open(browser, "files");
            assertTrue(browser.scene(HEIGHT).lines().stream()
                    .anyMatch(
                            line -> line.get(0).equals("sidecar") && line.get(3).equals("1")));
            open(browser, "sidecar");
            open(browser, "rows");
            press(browser, Press.Key.ESCAPE, Press.Key.ESCAPE, Press.Key.ESCAPE);
            type(browser, "/id > 5");
            assertTrue(browser.scene(HEIGHT).notes().get(0).startsWith("1 of 2 fragments ruled out"));
            open(browser, "rows that match");
            assertEquals(List.of("0", "7", "70"), line(browser));
            press(browser, Press.Key.ESCAPE, Press.Key.ESCAPE);
            open(browser, "log");
            open(browser, "1");
            assertEquals("version 1", lastTitle(browser));
            assertTrue(browser.scene(HEIGHT).notes().get(0).contains("2 rows in 1 fragment"));
        }
    }

    /** Whatever is pressed, a screen has its lines, none is too wide, and a row shows its own number. */
    @Test
    void anyKeysLeaveAScreenThatFits() throws IOException {
        for (long seed = 1; seed <= 4; seed++) {
            Random random = new Random(seed);
            try (Browser browser = new Browser(seed % 2 == 0 ? file() : table())) {
                for (int i = 0; i < 400; i++) {
                    int height = 6 + random.nextInt(30);
                    int width = 20 + random.nextInt(150);
                    Scene scene = browser.scene(height);
                    List<AttributedString> lines = Screen.draw(scene, width, height);
                    String what = "seed " + seed + ", step " + i + ": " + scene;
                    assertEquals(height, lines.size(), what);
                    assertTrue(lines.stream().allMatch(line -> line.columnLength() <= width), what);
                    assertTrue(scene.lines().isEmpty() || scene.selected() >= 0, what);
                    Press.Key key = Press.Key.values()[random.nextInt(Press.Key.values().length)];
                    browser.press(
                            key == Press.Key.CHARACTER ? Press.of("jk/g12?".charAt(random.nextInt(7))) : Press.of(key));
                }
            }
            try (var files = Files.walk(folder)) {
                files.sorted(java.util.Comparator.reverseOrder())
                        .filter(path -> !path.equals(folder))
                        .forEach(path -> assertTrue(path.toFile().delete()));
            }
        }
    }

    @Test
    void controlCharactersStayText() {
        Scene scene = new Scene(
                List.of("a\u001b[2J"), List.of("n\r"), List.of("h\n"), List.of(List.of("\u001b[31m")), 0, "b\u0007");
        for (AttributedString line : Screen.draw(scene, WIDTH, HEIGHT)) {
            assertTrue(line.toString().chars().noneMatch(Character::isISOControl), line.toString());
        }
    }
}
