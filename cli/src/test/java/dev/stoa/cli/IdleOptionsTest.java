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
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An option that would have no effect is refused. */
final class IdleOptionsTest {
    @TempDir
    private Path folder;

    private Path file;
    private Path table;

    @BeforeEach
    void make() throws IOException {
        Path csv = Files.writeString(folder.resolve("t.csv"), "id,name\n1,a\n2,b\n");
        file = folder.resolve("t.stoa");
        table = folder.resolve("table");
        ok("convert", csv, file);
        ok("table", "create", table, "--like", file);
        ok("insert", table, file);
    }

    /** The options, the first of which takes no value or has its own, go with the others of a command, but not together. */
    private static void idle(String hint, List<Object> command, Object... option) {
        List<Object> all = new ArrayList<>(command);
        all.addAll(List.of(option));
        fails(2, List.of(option[0] + " has no effect here, as ", hint, ": leave it out"), all.toArray());
    }

    @Test
    void ofScans() {
        Path page = folder.resolve("page.html");
        for (Path input : List.of(file, table)) {
            for (List<Object> command : List.<List<Object>>of(
                    List.of("scan", input, "--explain"), List.of("scan", input, "--html", page))) {
                idle("print no rows", command, "--limit", 1);
                idle("print no rows", command, "--aggregate");
                idle("by one thread", command, "--threads", 1);
                idle("print no rows", command, "--unordered");
                idle("print no rows", command, "--json");
                idle("print no rows", command, "--to", "TABLE");
                idle("prints more", command, "--stats");
            }
            List<Object> command = List.of("scan", input, "--aggregate");
            idle("prints no rows", command, "--limit", 0);
            idle("prints no rows", command, "--unordered");
            idle("prints no rows", command, "--ordered");
            ok("scan", input, "--aggregate", "--json", "--stats", "--threads", 2);
        }
        assertFalse(Files.exists(page));
    }

    @Test
    void ofFiles() {
        idle("only --why", List.of("inspect", file), "--profile", "fast");
        idle("only --why", List.of("inspect", table), "--profile", "fast");
        ok("inspect", file, "--why", "--profile", "fast");
        ok("index", file, "--add", "id", "--max-rows", 10);
        for (String[] limit : new String[][] {{"--max-rows", "9"}, {"--max-bytes", "9k"}, {"--max-time", "1h"}}) {
            idle("--quick reads no data", List.of("verify", file, "--quick"), limit[0], limit[1]);
            idle("without --add", List.of("index", file), limit[0], limit[1]);
            idle("without --add", List.of("index", file, "--drop", "id"), limit[0], limit[1]);
        }
        assertTrue(ok("index", file).contains("in use"), "nothing was dropped");
    }

    @Test
    void ofTables() {
        for (String command : List.of("tag", "branch")) {
            String name = "a" + command;
            List<Object> named = List.of("table", command, table, name);
            idle("the list of", named, "--json");
            ok(named.toArray());
            idle("the list of", List.of("table", command, table, "--drop", name), "--json");
            assertTrue(ok("table", command, table, "--json").contains("\"" + name + "\""), "nothing was dropped");
        }
        idle("the list of", List.of("table", "branch", table, "--publish", "abranch"), "--json");
        idle("no new name", List.of("table", "tag", table), "--replace");
        idle("no new name", List.of("table", "tag", table, "--drop", "atag"), "--replace");
        fails(2, List.of("column 'name' is not new: update it"), "table", "alter", table, "--set", "name = null");
        Path parts = folder.resolve("parts");
        List<Object> create =
                List.of("table", "create", parts, "--schema", "id bigint, at date", "--partition-by", "at month");
        idle("divided by hash(N)", create, "--part-folders");
        assertFalse(Files.exists(parts));
    }

    @Test
    void ofMoves() throws IOException {
        Path group = folder.resolve("_placement");
        Path nodes = Files.writeString(folder.resolve("nodes"), "n1=/r1\nn2=/r2\nn3=/r3\nn4=/r1\n");
        ok("place", "init", group, "--nodes", nodes, "--class", 12);
        idle("no file moves", List.of("place", "apply", group, "--remove", "n1"), "--wait", 5);
        idle("no file moves", List.of("place", "apply", group, "--remove", "n1", "--no-move"), "--bandwidth", "9M");
    }
}
