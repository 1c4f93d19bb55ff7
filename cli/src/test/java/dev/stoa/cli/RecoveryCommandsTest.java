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

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Verifies tables as an operator would, who reads exit codes and lines. */
class RecoveryCommandsTest {
    @TempDir
    private Path folder;

    private Path table;

    private record Run(int exitCode, String out, String err) {}

    private static Run stoa(Object... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine line = Main.commandLine();
        line.setOut(new PrintWriter(out));
        line.setErr(new PrintWriter(err));
        int exitCode = line.execute(Stream.of(arguments).map(Object::toString).toArray(String[]::new));
        return new Run(exitCode, out.toString(), err.toString());
    }

    private static String exits(int exitCode, Object... arguments) {
        Run run = stoa(arguments);
        assertEquals(exitCode, run.exitCode(), run.err() + run.out());
        return run.out();
    }

    @BeforeEach
    void make() throws IOException {
        table = folder.resolve("lake/orders");
        exits(0, "table", "create", table, "--schema", "id bigint, name varchar(20)");
        for (int i = 1; i <= 6; i++) {
            Path csv = Files.writeString(folder.resolve("rows.csv"), "id,name\n" + i + ",name " + i + "\n");
            exits(0, "insert", table, csv);
        }
    }

    private Path entry(int version) {
        return table.resolve("_stoa/000000000000000000" + version + ".commit");
    }

    private Path data() throws IOException {
        try (Stream<Path> files = Files.list(table.resolve("data"))) {
            return files.sorted().findFirst().orElseThrow();
        }
    }

    @Test
    void verifyReadsTheLogOfATable() throws IOException {
        String out = exits(0, "verify", table);
        assertTrue(out.contains(": sound\n"), out);
        assertTrue(out.contains("versions 0 to 6: 7 entries, 1 checkpoints, 6 data files, 0 sidecars"), out);
        assertEquals(out, exits(0, "verify", "--quick", table));
        Path plain = Files.copy(data(), folder.resolve("lake/plain.stoa"));
        assertTrue(exits(0, "verify", folder.resolve("lake")).contains("1 tables, 1 files, 0 broken"));
        assertTrue(exits(0, "verify", plain).contains("plain.stoa: sound"));
        assertTrue(exits(0, "verify", data()).contains(": sound"));

        Files.move(entry(2), folder.resolve("kept"));
        out = exits(1, "verify", table);
        assertTrue(out.contains("missing-entry: _stoa/0000000000000000002.commit: it is missing"), out);
        assertEquals(
                1, out.lines().filter(line -> line.contains("missing-entry")).count(), out);
        exits(1, "verify", folder.resolve("lake"));
        JsonNode json = new ObjectMapper().readTree(exits(1, "verify", "--json", table));
        assertEquals("missing-entry", json.at("/problems/0/kind").asText());
        assertEquals(
                "_stoa/0000000000000000002.commit", json.at("/problems/0/where").asText());
        Files.move(folder.resolve("kept"), entry(2));

        Files.write(data(), new byte[100]);
        assertTrue(exits(1, "verify", "--quick", table).contains("damaged-data: data/"), out);
        assertTrue(exits(1, "verify", table).contains("restore the file from a copy"), out);
    }

    @Test
    void whatCantBeRunIsNotWhatIsBroken() throws IOException {
        exits(2, "verify", folder.resolve("nothing"));
        exits(2, "verify", "nosuchscheme://x/y");
        Path empty = folder.resolve("lake/empty");
        exits(0, "table", "create", empty, "--schema", "id bigint");
        assertTrue(exits(0, "verify", empty).contains("0 data files"));
        Files.delete(empty.resolve("_stoa/0000000000000000000.commit"));
        assertTrue(exits(1, "verify", empty).contains("the log has no entry at all"));
    }
}
