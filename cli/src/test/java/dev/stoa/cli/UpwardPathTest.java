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
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands take the file or table that the system finds by {@code link/..}, and not another one. */
class UpwardPathTest {
    @TempDir
    private Path folder;

    /** A folder within {@code a}, through a link beside {@code a}. */
    private String up;

    @BeforeEach
    void link() throws IOException {
        Path deep = Files.createDirectories(folder.resolve("a/b"));
        up = Files.createSymbolicLink(folder.resolve("link"), deep) + "/..";
    }

    @Test
    void filesAreThoseOfTheSystem() throws IOException {
        for (Path place : new Path[] {folder, folder.resolve("a")}) {
            Path csv = Files.writeString(place.resolve("x.csv"), "at\n" + place.getFileName() + "\n");
            ok("convert", csv, place.resolve("x.stoa"));
        }
        for (String path : new String[] {up + "/x.stoa", "file:" + up + "/x.stoa", up + "/x.*v", up + "/b/../x.csv"}) {
            assertEquals("{\"at\":\"a\"}\n", ok("scan", path, "--json"), path);
        }
        assertTrue(ok("schema", up + "/x.stoa").contains(folder + "/a/x.stoa: 1 row"));
        assertEquals("{\"at\":\"" + folder.getFileName() + "\"}\n", ok("scan", folder + "/a/../x.stoa", "--json"));

        ok("convert", up + "/x.csv", up + "/new.stoa");
        assertTrue(Files.exists(folder.resolve("a/new.stoa")));
        assertFalse(Files.exists(folder.resolve("new.stoa")));
    }

    @Test
    void tablesAreThoseOfTheSystem() throws IOException {
        Path rows = Files.writeString(folder.resolve("rows.csv"), "id\n1\n2\n");
        for (Path place : new Path[] {folder, folder.resolve("a")}) {
            ok("table", "create", place.resolve("t"), "--schema", "id bigint");
            ok("insert", place.resolve("t"), rows);
        }
        ok("delete", up + "/t", "--where", "id = 1");
        assertEquals("{\"id\":2}\n", ok("scan", folder.resolve("a/t"), "--json"));
        assertEquals("{\"id\":1}\n{\"id\":2}\n", ok("scan", folder.resolve("t"), "--json"));
        ok("table", "create", up + "/u", "--schema", "id bigint");
        assertTrue(Files.exists(folder.resolve("a/u/_stoa")));
        ok("verify", up);
    }
}
