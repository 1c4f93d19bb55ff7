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

import static dev.stoa.cli.CommandRun.exits;
import static dev.stoa.cli.CommandRun.fails;
import static dev.stoa.cli.CommandRun.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Folders with something that can't be read: no command passes over it, or over what is beside it. */
class FolderFaultsTest {
    @TempDir
    private Path folder;

    private Path lake;

    @BeforeEach
    void write() throws IOException {
        lake = Files.createDirectory(folder.resolve("lake"));
        Files.writeString(lake.resolve("a.csv"), "id\n1\n");
    }

    /** A file whose name has a byte that is no UTF-8. */
    private void strange(Path in) throws IOException, InterruptedException {
        String[] copy = {"sh", "-c", "cp \"$0\" \"$1/$(printf 'caf\\351').csv\"", in + "/a.csv", in.toString()};
        assumeTrue(new ProcessBuilder(copy).start().waitFor() == 0, "no such names here");
    }

    @Test
    void namesThatJavaCanNotReadAreRefused() throws Exception {
        strange(lake);
        List<String> hints = List.of(".csv: its name has bytes", "rename it");
        fails(2, hints, "convert", lake, folder.resolve("out"));
        fails(2, hints, "convert", lake + "/*.csv", folder.resolve("out.stoa"));
        fails(2, hints, "scan", lake);
        fails(2, hints, "table", "adopt", lake);
        assertFalse(Files.exists(folder.resolve("out")));
        assumeTrue("UTF-8".equals(System.getProperty("sun.jnu.encoding")), "the locale lacks the next name");
        Files.writeString(lake.resolve("\uFFFD.csv"), "id\n1\n"); // a name like any other
        Path other = Files.createDirectory(folder.resolve("other"));
        Files.move(lake.resolve("\uFFFD.csv"), other.resolve("\uFFFD.csv"));
        assertEquals(1, ok("scan", other, "--json").lines().count());
    }

    /** A refusal of a folder with tables is no sign that it has no other files. */
    @Test
    void aLinkToNothingDoesNotHideDamage() throws IOException {
        Path damaged = lake.resolve("damaged.stoa");
        ok("convert", lake.resolve("a.csv"), damaged);
        Files.delete(lake.resolve("a.csv"));
        byte[] bytes = Files.readAllBytes(damaged);
        bytes[bytes.length / 2] ^= 1;
        Files.write(damaged, bytes);
        ok("table", "create", lake.resolve("table"), "--schema", "id int");
        assertTrue(exits(1, "verify", lake).contains("1 table, 1 file, 1 broken"));
        Path link = Files.createSymbolicLink(lake.resolve("link"), folder.resolve("nothing"));
        fails(2, List.of("is a link to nothing"), "verify", lake);
        Files.delete(link);
        Files.delete(damaged);
        assertTrue(ok("verify", lake).contains("sound"), "a table without files is enough");
        assertTrue(ok("verify", lake + "/*").contains("sound"), "also by a pattern");
    }

    /** What is wrong within a table is told as a fault of the table. */
    @Test
    void aLinkInsideATableIsAFaultOfTheTable() throws IOException {
        Path table = lake.resolve("table");
        ok("table", "create", table, "--schema", "id int");
        ok("insert", table, lake.resolve("a.csv"));
        Files.delete(lake.resolve("a.csv"));
        Path data;
        try (Stream<Path> files = Files.list(table.resolve("data"))) {
            data = files.filter(file -> file.toString().endsWith(".stoa"))
                    .findFirst()
                    .orElseThrow();
        }
        Files.delete(data);
        Files.createSymbolicLink(data, folder.resolve("nothing"));
        for (Path verified : List.of(table, lake)) {
            String told = exits(1, "verify", verified);
            assertTrue(told.contains(String.valueOf(data.getFileName())), told);
        }
    }

    @Test
    void linksToTheFolderAroundThemEndASearch() throws IOException {
        for (int i = 0; i < 3; i++) {
            Files.createSymbolicLink(lake.resolve("link" + i), lake);
        }
        Assertions.assertTimeoutPreemptively(
                Duration.ofSeconds(30), () -> fails(2, List.of("is a link to a folder around it"), "verify", lake));
    }
}
