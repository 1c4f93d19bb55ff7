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
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PlaceWarmTest {
    private static final int PARTS = 4;
    private static final int ROWS = 40_000;

    @TempDir
    private Path folder;

    private Path group;
    private Path table;

    /** Four parts of two responsible nodes: a column of noise, and one that is small. */
    @BeforeEach
    void makeTable() throws IOException {
        group = folder.resolve("_placement");
        table = folder.resolve("orders");
        Path nodes = Files.write(folder.resolve("nodes"), List.of("n1=/r1", "n2=/r2"));
        ok("place", "init", group, "--nodes", nodes, "--class", PARTS, "--replication", "1");
        ok(
                "table",
                "create",
                table,
                "--schema",
                "id bigint not null, noise bigint not null, flag string",
                "--partition-by",
                "id hash(" + PARTS + ")",
                "--part-folders");
        ok("place", "add", group, table, "--class", PARTS);
        StringBuilder csv = new StringBuilder("id,noise,flag\n");
        Random random = new Random(7);
        for (int row = 0; row < ROWS; row++) {
            csv.append(row)
                    .append(',')
                    .append(random.nextLong())
                    .append(",f")
                    .append(row % 3)
                    .append('\n');
        }
        ok("insert", table, Files.writeString(folder.resolve("rows.csv"), csv));
    }

    private List<Path> files() throws IOException {
        try (var all = Files.walk(table.resolve("data"))) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }

    @Test
    void aNodeReadsItsPartitions() {
        String said = ok("place", "warm", group, "--node", "n1", "--all");
        assertTrue(said.contains("node n1, epoch 2: 2 files of 2 parts"), said);
        // half of the rows, 8 bytes of noise each
        assertTrue(said.matches("(?s).*MinMax, and 1[6-9][0-9][.].* kB of columns.*"), said);
        assertTrue(!said.contains("cold") && !said.contains("repair"), said);
        String small = ok("place", "warm", group, "--node", "n1", "--all", "--columns", "flag");
        assertTrue(small.matches("(?s).*MinMax, and [0-9][.]?[0-9]* k?B of columns.*"), small);
    }

    @Test
    void onlyNewPartitionsAreReadWithoutAll() {
        String first = ok("place", "warm", group, "--node", "n1");
        assertTrue(first.contains("epoch 2: 2 files of 2 new parts"), first);
        ok("place", "apply", group, "--failed", "n2");
        String both = ok("place", "warm", group, "--node", "n1");
        assertTrue(both.contains("epoch 3: 2 files of 2 new parts"), both);
        ok("place", "add", group, folder.resolve("other"), "--class", 8);
        ok("place", "apply", group, "--add", "n3=/r3");
        String lost = ok("place", "warm", group, "--node", "n1");
        assertTrue(lost.contains("epoch 5: ") && lost.contains(" new parts"), lost);
        String joined = ok("place", "warm", group, "--node", "n3");
        assertTrue(joined.contains("epoch 5: 2 files of 2 new parts"), joined);
    }

    @Test
    void theRoomIsKept() {
        String nothing = ok("place", "warm", group, "--node", "n1", "--all", "--room", "1");
        assertTrue(nothing.contains("read 0 B of footers, indexes and MinMax, and 0 B of columns"), nothing);
        assertTrue(nothing.contains("the rest stays cold"), nothing);
        // the footers and the small column fit, and the noise of one part
        String some = ok("place", "warm", group, "--node", "n1", "--all", "--room", "120k", "--columns", "flag,noise");
        assertTrue(some.matches("(?s).*MinMax, and [89][0-9][.][0-9] kB of columns.*the rest stays cold.*"), some);
        String everything = ok("place", "warm", group, "--node", "n1", "--all", "--room", "1M");
        assertTrue(!everything.contains("cold"), everything);
    }

    @Test
    void aDamagedFileStaysCold() throws IOException {
        Path broken = files().get(0);
        Files.write(broken, new byte[200]);
        String first = ok("place", "warm", group, "--node", "n1", "--all");
        String second = ok("place", "warm", group, "--node", "n2", "--all");
        assertTrue((first + second).contains("cold: " + broken + ": "), first + second);
        assertEquals(2, (first + second).split("cold: ", -1).length, "named once: " + first + second);
        assertTrue(first.contains(" 2 files of 2 parts") && second.contains(" 2 files of 2 parts"), first + second);
    }

    @Test
    void filesThatNoVersionReferencesAreLeftOut() throws IOException {
        Path data = files().get(0);
        Files.copy(data, data.resolveSibling("orphan.stoa"));
        String said = ok("place", "warm", group, "--node", "n1", "--all")
                + ok("place", "warm", group, "--node", "n2", "--all");
        assertEquals(3, said.split(" 2 files of 2 parts", -1).length, said);
    }

    @Test
    void foldersOfPartsNeedAHash() {
        fails(
                2,
                List.of("is not divided by hash(N)"),
                "table",
                "create",
                folder.resolve("bad"),
                "--schema",
                "id bigint",
                "--part-folders");
    }

    @Test
    void badArguments() {
        fails(2, List.of("--node n7", "no such node"), "place", "warm", group, "--node", "n7");
        fails(2, List.of("this machine is called", "give --node"), "place", "warm", group);
        fails(2, List.of("'much' is not a size"), "place", "warm", group, "--node", "n1", "--room", "much");
        fails(
                2,
                List.of("--columns nois:", "did you mean 'noise'?"),
                "place",
                "warm",
                group,
                "--node",
                "n1",
                "--all",
                "--columns",
                "nois");
    }

    /** A store that is not of this machine, and has no nodes. */
    public static final class Far extends RawLocalFileSystem {
        @Override
        public URI getUri() {
            return URI.create("far:///");
        }

        @Override
        protected void checkPath(org.apache.hadoop.fs.Path path) {
            // paths of both schemes are files of this test
        }
    }

    @Test
    void storesWithoutNodesAreRefused() {
        fails(
                1,
                List.of("far:/// keeps no bytes on nodes", "no page cache"),
                "place",
                "warm",
                "far://" + group,
                "-D",
                "fs.far.impl=" + Far.class.getName());
    }

    /** What the operating system says of its page cache, after it was made to forget these files. */
    @Test
    void thePageCacheHasWhatWasRead() throws Exception {
        assumeTrue(runs("fincore", "--version") && runs("dd", "--version"), "fincore and dd are not installed");
        for (Path file : files()) {
            forget(file);
        }
        long cold = resident();
        long bytes = files().stream().mapToLong(file -> file.toFile().length()).sum();
        assumeTrue(cold < bytes / 10, "this file system keeps its files in memory");
        ok("place", "warm", group, "--node", "n1", "--all");
        long half = resident();
        ok("place", "warm", group, "--node", "n2", "--all");
        long all = resident();
        assertTrue(half >= bytes * 4 / 10 && half <= bytes * 6 / 10, half + " of " + bytes);
        assertTrue(all >= bytes * 9 / 10, all + " of " + bytes);
    }

    private static void forget(Path file) throws Exception {
        assertTrue(runs("dd", "of=" + file, "oflag=nocache", "conv=notrunc,fdatasync", "count=0"));
    }

    private long resident() throws Exception {
        List<String> command = new ArrayList<>(List.of("fincore", "--bytes", "--noheadings", "--output", "RES"));
        files().forEach(file -> command.add(file.toString()));
        Process process = new ProcessBuilder(command).start();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertEquals(0, process.waitFor());
        return said.lines().mapToLong(line -> Long.parseLong(line.strip())).sum();
    }

    private static boolean runs(String... command) throws InterruptedException {
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
