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
import static dev.stoa.cli.CommandRun.stoa;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A repair on a disk that gets full at any page of what it writes: one line, exit code 2, and no file that is half written. The
 * table is as before, or as repaired, or its log is refused. The same command repairs it once the disk has room.
 */
@Timeout(300)
class RepairDiskFullTest {
    private static final int FILES = 3;
    private static final int ROWS = 400;
    private static final Pattern UNREFERENCED = Pattern.compile("unreferenced: (data/[^,]*)");

    @TempDir
    private Path folder;

    private SmallDisk disk;
    private Path damaged;

    @BeforeEach
    void make() throws Exception {
        disk = SmallDisk.mount(folder.resolve("disk"));
        damaged = folder.resolve("damaged");
        ok("table", "create", damaged, "--schema", "id bigint not null, name varchar(20)", "--key", "id");
        Random random = new Random(1);
        for (int i = 0; i < FILES; i++) {
            StringBuilder text = new StringBuilder("id,name\n");
            for (int row = 0; row < ROWS; row++) {
                text.append(i * ROWS + row)
                        .append(',')
                        .append(Long.toHexString(random.nextLong()))
                        .append('\n');
            }
            ok("insert", damaged, Files.writeString(folder.resolve("rows.csv"), text));
        }
        ok("delete", damaged, "--where", "id = 7");
    }

    @AfterEach
    void unmount() throws Exception {
        if (disk != null) {
            disk.unmount();
        }
    }

    /** Its rows go to a new file, with nulls for lost values. Older versions are given up. */
    @Test
    void aDamagedDataFile() throws IOException {
        try (Stream<Path> files = Files.list(damaged.resolve("data"))) {
            Path file = files.sorted().findFirst().orElseThrow();
            byte[] bytes = Files.readAllBytes(file);
            bytes[bytes.length / 2] ^= 1;
            Files.write(file, bytes);
        }
        assertRepairedOnceTheDiskHasRoom(4);
    }

    /** The last version that is known as a whole comes back. Empty commits take the place of the lost ones. */
    @Test
    void aLostEntry() throws IOException {
        try (Stream<Path> files = Files.list(damaged.resolve("_stoa"))) {
            for (Path file : files.filter(file -> file.toString().endsWith(".checkpoint"))
                    .toList()) {
                Files.delete(file);
            }
        }
        Files.delete(damaged.resolve("_stoa/hint"));
        Files.delete(damaged.resolve("_stoa/0000000000000000002.commit"));
        assertRepairedOnceTheDiskHasRoom(2);
    }

    /** The rows of a table, if they can be read. */
    private static Optional<List<String>> rows(Path table) {
        CommandRun run = stoa("scan", "--json", table);
        assertTrue(run.exitCode() == 0 || run.err().lines().count() == 1, run.err());
        return run.exitCode() == 0 ? Optional.of(run.out().lines().sorted().toList()) : Optional.empty();
    }

    private static Path copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
        return to;
    }

    private static void remove(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(file);
            }
        }
    }

    /** Repairs a copy of the table with each number of free pages, until they suffice. */
    private void assertRepairedOnceTheDiskHasRoom(int least) throws IOException {
        Optional<List<String>> before = rows(damaged);
        Path whole = copy(damaged, folder.resolve("whole"));
        ok("repair", whole, "--null-lost", "--apply");
        Optional<List<String>> repaired = rows(whole);
        assertTrue(repaired.isPresent());
        for (int pages = 0; ; pages++) {
            Path table = copy(damaged, disk.path().resolve("t"));
            disk.fill(pages);
            CommandRun run = stoa("repair", table, "--null-lost", "--apply");
            disk.free();
            String told = pages + " pages: " + run.err() + run.out();
            assertFalse(disk.files().stream().anyMatch(file -> file.endsWith(".tmp")), told);
            if (run.exitCode() == 0) {
                assertEquals(repaired, rows(table), told);
                assertTrue(pages >= least, told);
                return;
            }
            assertEquals(2, run.exitCode(), told);
            assertEquals(1, run.err().lines().count(), told);
            assertTrue(run.err().contains(SmallDisk.NO_SPACE), told);
            assertTrue(run.err().contains(table.toString()), told);
            assertTrue(run.err().contains("run the repair again"), told);
            Optional<List<String>> now = rows(table);
            assertTrue(now.isEmpty() || now.equals(before) || now.equals(repaired), told + now);
            ok("repair", table, "--null-lost", "--apply");
            assertEquals(repaired, rows(table), told);
            for (String line : ok("verify", table).lines().toList()) {
                Matcher unreferenced = UNREFERENCED.matcher(line);
                assertTrue(!unreferenced.find() || Files.exists(damaged.resolve(unreferenced.group(1))), told + line);
            }
            remove(table);
        }
    }
}
