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

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Outputs with the names of files that a command reads or writes elsewhere: no data is lost. */
class TakenOutputsTest {
    private static final String SCHEMA = "id int";

    @TempDir
    private Path folder;

    private Path days;

    @BeforeEach
    void write() throws IOException {
        days = Files.createDirectory(folder.resolve("days"));
        int id = 0;
        for (String name : List.of("new", "part-00000", "part-00001")) {
            Path csv = Files.writeString(folder.resolve(name + ".csv"), "id\n" + id++ + "\n");
            ok("convert", csv, days.resolve(name + ".stoa"));
        }
    }

    private List<String> rows() throws IOException {
        return ok("scan", days, "--json").lines().toList();
    }

    /** Each output would have the name of the next input, which is read after it is replaced. */
    @Test
    void anOutputDoesNotReplaceTheInputOfAnother() throws IOException {
        List<String> before = rows();
        assertEquals(3, before.size());
        Path linked = Files.createSymbolicLink(folder.resolve("linked"), days);
        for (Path in : List.of(days, linked)) {
            fails(
                    2,
                    List.of("part-00000.stoa is both input and output"),
                    "convert",
                    in,
                    days,
                    "--to",
                    "stoa",
                    "--target-size",
                    1,
                    "--overwrite",
                    "--threads",
                    1);
            assertEquals(before, rows());
        }
    }

    @Test
    void badRowsDoNotReplaceAnInputOrAnOutput() throws IOException {
        Path csv = Files.writeString(folder.resolve("in.csv"), "id\n1\nx\n");
        Path stoa = folder.resolve("out.stoa");
        for (Path taken : List.of(csv, stoa)) {
            fails(
                    2,
                    List.of("is an input or output"),
                    "convert",
                    csv,
                    stoa,
                    "--schema",
                    SCHEMA,
                    "--max-bad-rows",
                    1,
                    "--overwrite",
                    "--rejects",
                    taken);
            assertEquals("id\n1\nx\n", Files.readString(csv));
        }
    }

    @Test
    void aDemoReplacesNothing() throws IOException {
        Path kept = Files.createDirectory(folder.resolve("50% kept"));
        Path own = Files.writeString(kept.resolve("lineitem.stoa"), "own");
        fails(2, List.of("lineitem.stoa exists already"), "demo", "--scale", 0.001, "--keep", kept);
        assertEquals("own", Files.readString(own));
        Files.delete(own);
        ok("demo", "--scale", 0.001, "--keep", kept);
        ok("verify", own);
    }
}
