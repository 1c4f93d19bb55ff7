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
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A disk of 2 MiB in memory, where the rights suffice to mount one. */
final class SmallDisk {
    /** What the system says about a full disk. */
    static final String NO_SPACE = "No space left on device";

    private static final int PAGE = 4096;

    /** More pages than the commits of a new table take, and fewer than its data. */
    private static final int MOST_FREE = 12;

    private final Path path;
    private final Path filler;

    private SmallDisk(Path path) {
        this.path = path;
        this.filler = path.resolve(".filler");
    }

    /** Mounts a disk on a new folder; skips the test where none can be mounted. */
    static SmallDisk mount(Path on) throws Exception {
        Files.createDirectory(on);
        boolean isMounted = run("mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", on.toString());
        assumeTrue(isMounted, "no small disk can be mounted here: that takes the rights of root");
        return new SmallDisk(on);
    }

    private static boolean run(String... command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(60, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException e) {
            return false; // there is no such command
        }
    }

    Path path() {
        return path;
    }

    /** Fills the disk, and leaves a number of pages free. */
    void fill(int freePages) throws IOException {
        byte[] page = new byte[PAGE];
        long pages = 0;
        try (OutputStream out = Files.newOutputStream(filler)) {
            while (true) {
                out.write(page);
                pages++;
            }
        } catch (IOException e) {
            assertTrue(e.getMessage().contains(NO_SPACE), e.getMessage());
        }
        try (SeekableByteChannel file = Files.newByteChannel(filler, StandardOpenOption.WRITE)) {
            file.truncate(Math.max(0, pages - freePages) * PAGE);
        }
    }

    /** Gives the room back. */
    void free() throws IOException {
        Files.delete(filler);
    }

    /** Runs a command while there is no room: it says so in one line, exits with 2, and leaves nothing. */
    void fails(int freePages, Object... arguments) throws IOException {
        List<String> before = files();
        fill(freePages);
        CommandRun run = CommandRun.stoa(arguments);
        free();
        String told = Arrays.toString(arguments) + " with " + freePages + " free pages: " + run.err() + run.out();
        assertEquals(
                1,
                run.err()
                        .lines()
                        .filter(line -> !line.equals("stoa: bad rows: 1"))
                        .count(),
                told);
        assertTrue(run.err().contains(NO_SPACE), told);
        assertTrue(run.err().contains(path.toString()), told);
        assertEquals(2, run.exitCode(), told);
        assertEquals(before, files(), told);
    }

    /** Copies a table onto disks that are more or less full: without room for the folder, the log, the data, or the last commit. */
    static void importsWhole(Path source, Path on, int rows) throws Exception {
        SmallDisk disk = mount(on);
        try {
            Path table = on.resolve("table");
            for (int freePages = 0; freePages < MOST_FREE; freePages++) {
                disk.fails(freePages, "table", "import", source, table);
                assertFalse(Files.exists(table), "a folder with an empty log would be taken for a table");
            }
            CommandRun.ok("table", "import", source, table);
            long found = CommandRun.ok("scan", table, "--json", "--limit", -1)
                    .lines()
                    .count();
            assertEquals(rows, found);
        } finally {
            disk.unmount();
        }
    }

    /** The files on the disk, relative to it. */
    List<String> files() throws IOException {
        try (Stream<Path> files = Files.walk(path)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> path.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }

    void unmount() throws InterruptedException {
        assertTrue(run("umount", path.toString()), "umount " + path);
    }
}
