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
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Verifies and repairs tables as an operator would, who reads exit codes and lines. */
class RecoveryCommandsTest {
    @TempDir
    private Path folder;

    private Path table;

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
        assertTrue(out.contains("versions 0 to 6: 7 entries, 1 checkpoint, 6 data files, 0 sidecars"), out);
        assertEquals(out, exits(0, "verify", "--quick", table));
        Path plain = Files.copy(data(), folder.resolve("lake/plain.stoa"));
        assertTrue(exits(0, "verify", folder.resolve("lake")).contains("1 table, 1 file, 0 broken"));
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
    void damageIsToldOnceWithItsRemedy() throws IOException {
        Random random = new Random(1);
        List<String> lines = new ArrayList<>(List.of("v"));
        random.doubles(10_000).forEach(v -> lines.add(Double.toString(v)));
        Path text = Files.write(folder.resolve("v.csv"), lines);
        Path adopted = Files.createDirectory(folder.resolve("adopted"));
        Path file = adopted.resolve("v.stoa");
        exits(0, "convert", text, file);
        exits(0, "table", "adopt", adopted);
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, bytes);
        String out = exits(1, "verify", adopted);
        assertTrue(out.contains("also when read again: restore the file from a copy, or salvage"), out);
        assertEquals(out.indexOf("restore the file"), out.lastIndexOf("restore the file"), out);
        assertTrue(out.contains(": column 'v': granule "), out);
        assertEquals(out.indexOf("column 'v'"), out.lastIndexOf("column 'v'"), out);
        assertTrue(out.contains("  version 0: 1 entry"), out);
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

    @Test
    void repairPlansFirst() throws IOException {
        Path copy = folder.resolve("copy");
        try (Stream<Path> files = Files.walk(table)) {
            for (Path file : files.toList()) {
                Path target = copy.resolve(table.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
        assertTrue(exits(0, "repair", table).contains("nothing to repair"));
        Files.delete(entry(6));
        Files.write(entry(5), new byte[10]);
        String out = exits(1, "repair", table);
        assertTrue(out.contains("lost: the changes of all versions behind 4: 5 (unknown)"), out);
        assertTrue(out.contains("nothing was changed; the newest version would have 4 rows"), out);
        assertEquals(10, Files.size(entry(5)));
        out = exits(0, "repair", table, "--from", copy, "--apply");
        assertTrue(out.contains("0000000000000000005.commit: restored from"), out);
        assertTrue(out.contains("repaired; the newest version has 6 rows; what was moved is in _stoa/damaged-"), out);
        assertTrue(exits(0, "verify", table).contains("versions 0 to 6"));

        Files.write(data(), new byte[100]);
        out = exits(1, "repair", table);
        assertTrue(out.contains("written anew: 0 of 1 rows are kept"), out);
        out = exits(0, "repair", table, "--apply");
        assertTrue(out.contains("the newest version has 5 rows"), out);
        exits(0, "verify", table);
        assertEquals(5, exits(0, "scan", "--json", table).lines().count());
        exits(2, "repair", table, "--to", folder.resolve("x"));
        exits(2, "repair", table, "--from", folder.resolve("nowhere"));
        exits(2, "repair", folder.resolve("nowhere"));
    }

    /** Exit code 1 would say that a repair leaves faults. */
    @Test
    void nothingCanBeDoneWithoutACompleteVersion() throws IOException {
        try (Stream<Path> files = Files.list(table.resolve("_stoa"))) {
            for (Path file : files.filter(file -> file.toString().endsWith(".checkpoint"))
                    .toList()) {
                Files.delete(file);
            }
        }
        Files.delete(entry(0));
        List<String> reason = List.of("shows no complete version", "--from");
        CommandRun.fails(2, reason, "repair", table);
        CommandRun.fails(2, reason, "repair", table, "--apply");
        Path file = Files.write(folder.resolve("cut.stoa"), Arrays.copyOf(Files.readAllBytes(data()), 100));
        CommandRun.fails(2, List.of("cut.stoa"), "repair", file, "--to", folder.resolve("saved.stoa"));
    }

    @Test
    void theRowsOfADamagedFileAreSaved() throws IOException {
        StringBuilder csv = new StringBuilder("id,name\n");
        for (int i = 0; i < 20_000; i++) {
            csv.append(i).append(",name ").append(i * 31).append('\n');
        }
        Path sound = folder.resolve("sound.stoa");
        exits(0, "convert", Files.writeString(folder.resolve("many.csv"), csv), sound);
        byte[] bytes = Files.readAllBytes(sound);
        bytes[bytes.length / 2] ^= 1;
        Path damaged = Files.write(folder.resolve("bad.stoa"), bytes);
        Path saved = folder.resolve("saved.stoa");
        String out = exits(1, "repair", damaged, "--to", saved);
        assertTrue(out.contains("lost: rows ") && out.contains("; --null-lost keeps these rows"), out);
        assertTrue(exits(0, "verify", saved).contains("sound"));
        long rows =
                exits(0, "scan", "--json", "--limit", 100_000, saved).lines().count();
        assertTrue(rows < 20_000 && rows > 0, rows + " rows");
        assertTrue(out.contains(String.format(java.util.Locale.ROOT, "%,d of 20,000 rows", rows)), out);
        exits(2, "repair", damaged, "--to", saved);
        exits(2, "repair", damaged);
        assertTrue(exits(0, "repair", sound, "--to", folder.resolve("all.stoa")).contains("20,000 of 20,000 rows"));
    }

    /** A reader that leaves early does not change the exit code for a broken file. */
    @Test
    void aClosedOutputDoesNotHideWhatAnExitCodeTells() throws Exception {
        Path damaged = Files.writeString(folder.resolve("no.stoa"), "no rows");
        Path code = folder.resolve("code");
        Path errors = folder.resolve("errors");
        for (Path file : List.of(damaged, table)) {
            OwnProcess.scripted(
                    "{ sleep 1; \"$@\"; echo $? >\"$0\"; } | true",
                    code,
                    errors,
                    file.equals(damaged) ? "verify" : "head",
                    file);
            assertEquals("", Files.readString(errors));
            assertEquals(
                    file.equals(damaged) ? "1" : "0", Files.readString(code).strip());
        }
    }
}
