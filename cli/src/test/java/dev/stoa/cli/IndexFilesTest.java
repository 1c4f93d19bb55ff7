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
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Index files are beside data files, and have no rows of a table. */
final class IndexFilesTest {
    @TempDir
    private Path folder;

    /** A shell names them among the matches of x/*, and so may the user; a pattern in quotes passes over them. */
    @Test
    void indexesAreNoRows() throws IOException {
        Path csv = Files.writeString(folder.resolve("t.csv"), "id,name\n1,a\n2,b\n");
        Path file = folder.resolve("t.stoa");
        Path table = folder.resolve("table");
        ok("convert", csv, file);
        ok("table", "create", table, "--like", file);
        ok("insert", table, file);
        ok("index", file, "--add", "id,name");
        Path index = folder.resolve("_t.stoa.id.index");
        Path out = folder.resolve("out");
        for (List<Object> command : List.<List<Object>>of(
                List.of("scan", file, index),
                List.of("scan", index),
                List.of("head", index),
                List.of("convert", "--to", "csv", file, index, out + "/"),
                List.of("insert", table, file, index),
                List.of("table", "create", out, "--like", index),
                List.of("index", file, index, "--add", "id"))) {
            fails(2, List.of(index + " is an index of t.stoa, and has no rows"), command.toArray());
        }
        assertFalse(Files.exists(out));
        assertEquals(2, ok("scan", table, "--json").lines().count(), "nothing was inserted");
        assertEquals(2, ok("scan", folder + "/*.stoa*", "--json").lines().count());
        assertEquals(ok("verify", file), ok("verify", folder + "/*.stoa*"));
        for (String named : List.of("_t*id.index", "{_t*,none}", "[_.]t*")) {
            assertTrue(ok("schema", folder + "/" + named).contains("hash"), "it is named");
        }
    }
}
