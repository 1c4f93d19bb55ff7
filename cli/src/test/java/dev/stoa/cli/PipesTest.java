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
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stoa.cli.internal.io.Pipe;
import dev.stoa.cli.internal.io.Spool;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Inputs that can be read once: each command gives what it gives for a file, or refuses. */
class PipesTest {
    private static final String CSV = "id,name\n"
            + String.join(
                    "\n",
                    IntStream.range(0, 20_000)
                            .mapToObj(i -> i + ",name " + i % 7)
                            .toList()) + "\n";
    private static final String SCHEMA = "id int, name string";

    @TempDir
    private Path folder;

    /** Where pipes are put; the usual folder may have those of other processes. */
    @TempDir
    private Path temporary;

    private String usual;
    private int fifos;

    @BeforeEach
    void inAFolderOfItsOwn() {
        usual = System.setProperty("java.io.tmpdir", temporary.toString());
    }

    private static void refused(String hint, Object... arguments) {
        CommandRun run = stoa(arguments);
        assertTrue(run.exitCode() > 0 && run.err().contains(hint), () -> Arrays.toString(arguments) + run.err());
        assertEquals(1, run.err().lines().count(), run.err());
    }

    /** A named pipe through which these bytes come once. */
    private Path pipe(byte[] bytes) throws IOException {
        Path fifo = fifo();
        Thread writer = new Thread(() -> {
            try (OutputStream out = Files.newOutputStream(fifo, StandardOpenOption.WRITE)) {
                out.write(bytes);
            } catch (IOException e) { // the reader has enough
                assertTrue(e.getMessage().contains("pipe"), e.toString());
            }
        });
        writer.setDaemon(true);
        writer.start();
        return fifo;
    }

    private Path fifo() throws IOException {
        Path fifo = folder.resolve("fifo" + fifos++);
        try {
            assumeTrue(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor() == 0, "no named pipes here");
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            assumeTrue(false, "no named pipes here");
        }
        return fifo;
    }

    private Path pipe(String text) throws IOException {
        return pipe(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The files of a folder, except native libraries: compressors unpack theirs once, in whichever test needs them first. */
    private static List<Path> in(Path all, String prefix) throws IOException {
        try (Stream<Path> files = Files.list(all)) {
            return files.filter(file -> file.getFileName().toString().startsWith(prefix))
                    .filter(file -> !file.getFileName().toString().matches(".*\\.so(\\.lck)?"))
                    .toList();
        }
    }

    @AfterEach
    void nothingIsLeft() throws IOException {
        System.setProperty("java.io.tmpdir", usual);
        assertEquals(List.of(), in(temporary, ""));
    }

    @Test
    void lookingAtATextThatComesThroughAPipe() throws IOException {
        Path file = Files.writeString(folder.resolve("file.csv"), CSV);
        assertEquals(ok("head", file), ok("head", pipe(CSV), "--from", "csv"));
        assertEquals(ok("head", file, "--to", "CSV"), ok("head", pipe(CSV), "--from", "csv", "--to", "CSV"));
        String columns = ok("schema", file);
        String piped = ok("schema", pipe(CSV), "--from", "csv");
        assertEquals(columns.substring(columns.indexOf('\n')), piped.substring(piped.indexOf('\n')));
    }

    @Test
    void textsThroughPipes() throws IOException {
        Path file = Files.writeString(folder.resolve("file.csv"), CSV);
        Path expected = folder.resolve("expected.stoa");
        ok("convert", file, expected);
        String rows = ok("scan", expected, "--json");
        assertEquals(20_000, rows.lines().count());
        for (int threads : new int[] {1, 3}) {
            Path typed = folder.resolve("typed" + threads + ".stoa");
            String told = ok("convert", pipe(CSV), typed, "--from", "csv", "--schema", SCHEMA, "--threads", threads);
            assertTrue(told.contains("20,000 rows") && told.contains("through a pipe"), told);
            assertEquals(rows, ok("scan", typed, "--json"));
            Path inferred = folder.resolve("inferred" + threads + ".stoa");
            ok("convert", pipe(CSV), inferred, "--from", "csv", "--threads", threads);
            assertEquals(rows, ok("scan", inferred, "--json"));
        }
        Path table = folder.resolve("table");
        ok("table", "create", table, "--schema", SCHEMA);
        ok("insert", table, pipe(CSV), "--from", "csv");
        assertEquals(rows, ok("scan", table, "--json"));
    }

    @Test
    void standardInput() throws IOException {
        assumeTrue(Pipe.isOther(Path.of("/dev/stdin")), "it is a file or missing here");
        InputStream before = System.in;
        try {
            for (String name : new String[] {"-", "/dev/stdin"}) {
                System.setIn(new ByteArrayInputStream(CSV.getBytes(StandardCharsets.UTF_8)));
                Path stoa = folder.resolve(name.length() + ".stoa");
                assertTrue(ok("convert", name, stoa, "--from", "csv").contains("20,000 rows"));
            }
        } finally {
            System.setIn(before);
        }
        refused("named twice", "convert", "-", "-", folder.resolve("x.stoa"), "--from", "csv");
    }

    @Test
    void filesThatAreReadBackAndForth() throws IOException {
        Path stoa = folder.resolve("a.stoa");
        ok("convert", Files.writeString(folder.resolve("a.csv"), CSV), stoa);
        String rows = ok("scan", stoa, "--json");
        for (String kind : new String[] {"parquet", "orc", "avro", "arrow", "arrows"}) {
            Path other = folder.resolve("a." + kind);
            ok("convert", stoa, other);
            Path back = folder.resolve("back-of-" + kind + ".stoa");
            ok("convert", pipe(Files.readAllBytes(other)), back);
            assertEquals(rows, ok("scan", back, "--json"));
            Path table = folder.resolve("table-of-" + kind);
            ok("table", "create", table, "--like", stoa);
            ok("insert", table, pipe(Files.readAllBytes(other)));
            assertEquals(rows, ok("scan", table, "--json"));
        }
        byte[] bytes = Files.readAllBytes(stoa);
        assertEquals(rows, ok("scan", pipe(bytes), "--json"));
        assertEquals(ok("head", stoa), ok("head", pipe(bytes)));
        assertTrue(ok("schema", pipe(bytes)).contains("20000 rows"));
        assertTrue(ok("inspect", pipe(bytes)).contains("20,000 rows"));
        assertTrue(ok("verify", pipe(bytes)).contains("sound"));
        refused("pipe", "index", fifo(), "--add", "id");
    }

    @Test
    void whatCanNotBeReadIsRefused() throws IOException {
        refused("--from", "convert", pipe(CSV), folder.resolve("x.stoa"));
        refused("nothing came", "convert", pipe(""), folder.resolve("x.stoa"));
        refused("nothing came", "scan", pipe(""));
        refused("nothing came", "convert", pipe(""), folder.resolve("x.stoa"), "--from", "csv", "--schema", SCHEMA);
        refused("--max-bytes", "convert", pipe(CSV), folder.resolve("x.stoa"), "--from", "csv", "--max-bytes", "1k");
        refused(
                "--max-bytes",
                "convert",
                pipe(CSV),
                folder.resolve("x.stoa"),
                "--from",
                "csv",
                "--schema",
                SCHEMA,
                "--max-bytes",
                "1k");
        assertFalse(Files.exists(folder.resolve("x.stoa")));
    }

    /** Also where its bytes are in a temporary file. */
    @Test
    void aPipeHasTheNameThatItWasGiven() throws IOException {
        Path text = pipe(CSV);
        refused("file:" + text + ": neither the name", "convert", text, folder.resolve("x.stoa"));
        Path parquet = pipe(CSV);
        refused("file:" + parquet + ": can't be read as", "head", parquet, "--from", "parquet");
        Path stoa = folder.resolve("a.stoa");
        ok("convert", Files.writeString(folder.resolve("a.csv"), CSV), stoa);
        byte[] bytes = Files.readAllBytes(stoa);
        for (String command : List.of("verify", "inspect", "schema")) {
            Path pipe = pipe(bytes);
            String told = ok(command, pipe);
            assertTrue(told.startsWith("file:" + pipe + ": "), told);
        }
        for (String option : List.of("--explain", "--stats")) {
            Path pipe = pipe(bytes);
            String told = ok("scan", pipe, option);
            assertTrue(told.contains("file:" + pipe), told);
            assertFalse(told.contains("stoa-pipe"), told);
        }
    }

    @Test
    void outputsAreNoStreams() throws IOException {
        Path stoa = folder.resolve("a.stoa");
        ok("convert", Files.writeString(folder.resolve("a.csv"), CSV), stoa);
        Path fifo = fifo();
        refused("output", "convert", stoa, fifo, "--to", "csv", "--overwrite");
        refused("stream format", "convert", stoa, "-", "--to", "parquet");
        refused("--json", "convert", stoa, "-", "--json");
        refused(
                "output",
                "convert",
                folder.resolve("a.csv"),
                folder.resolve("b.stoa"),
                "--schema",
                SCHEMA,
                "--max-bad-rows",
                1,
                "--rejects",
                fifo,
                "--overwrite");
        assertTrue(Pipe.isOther(fifo), "it was not replaced");
    }

    /** The rows of a text reach the table without a file in between, which a killed process would leave. */
    @Test
    void insertsPutNothingAside() throws Exception {
        Path table = folder.resolve("table");
        ok("table", "create", table, "--schema", SCHEMA);
        Path fifo = fifo();
        Path named = Files.move(fifo, folder.resolve("rows.csv"));
        Thread insert = new Thread(() -> stoa("insert", table, named));
        insert.start();
        try (OutputStream out = Files.newOutputStream(named, StandardOpenOption.WRITE)) { // opens when it is read
            assertEquals(List.of(), in(Path.of(usual), "stoa-insert"));
            assertEquals(List.of(), in(temporary, ""));
            out.write(CSV.getBytes(StandardCharsets.UTF_8));
        }
        insert.join();
        assertEquals(20_000, ok("scan", table, "--json").lines().count());
    }

    @Test
    void whatAKilledProcessLeftIsRemoved() throws IOException {
        Path stale = Files.createTempDirectory(temporary, "stoa-pipe-");
        Files.write(stale.resolve(".lock"), new byte[0]);
        Files.write(stale.resolve("stdin"), new byte[100]);
        Path living = Files.createTempDirectory(temporary, "stoa-pipe-");
        try (FileChannel lock =
                FileChannel.open(living.resolve(".lock"), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            lock.lock();
            ok("convert", pipe(CSV), folder.resolve("x.stoa"), "--from", "csv");
            assertFalse(Files.exists(stale));
            assertTrue(Files.exists(living.resolve(".lock")));
        } finally {
            Files.deleteIfExists(living.resolve(".lock"));
            Files.deleteIfExists(living);
        }
    }

    /** What another program has read of a redirected file, such as its header, does not come again. */
    @Test
    void standardInputBeginsWhereItIs() throws Exception {
        Path csv = Files.writeString(folder.resolve("in.csv"), CSV);
        Path errors = folder.resolve("errors");
        Path typed = folder.resolve("typed.stoa");
        Path inferred = folder.resolve("inferred.stoa");
        String script = "{ read -r header; read -r first; \"$@\"; } <\"$0\"";
        for (Object[] words : new Object[][] {
            {"convert", "-", typed, "--from", "csv", "--no-header", "--schema", SCHEMA},
            {"convert", "-", inferred, "--from", "csv", "--no-header"}
        }) {
            assertEquals(0, OwnProcess.scripted(script, csv, errors, words), Files.readString(errors));
        }
        for (Path stoa : List.of(typed, inferred)) {
            List<String> rows = ok("scan", stoa, "--to", "csv").lines().skip(1).toList();
            assertEquals(CSV.lines().skip(2).toList(), rows);
        }
    }

    @Test
    void aPipeIsReadOnce() throws IOException {
        Path table = folder.resolve("table");
        ok("table", "create", table, "--schema", SCHEMA);
        Path fifo = fifo();
        assertTimeoutPreemptively(
                Duration.ofSeconds(30),
                () -> { // it would wait for a second writer
                    refused("named twice", "insert", table, fifo, fifo, "--from", "csv");
                    refused("named twice", "verify", fifo, fifo);
                });
    }

    /** A conversion of many files between other formats needs room for a few of them, not for all. */
    @Test
    void temporaryFilesGoWithTheirConversion() throws IOException {
        Path in = Files.createDirectory(folder.resolve("in"));
        for (int i = 0; i < 10; i++) {
            Files.writeString(in.resolve(i + ".csv"), CSV);
        }
        AtomicInteger most = new AtomicInteger();
        Thread watch = new Thread(() -> {
            try {
                while (!Thread.currentThread().isInterrupted()) {
                    most.accumulateAndGet(in(temporary, "stoa-pipe").size(), Math::max);
                }
            } catch (IOException | UncheckedIOException e) {
                most.set(Integer.MAX_VALUE);
            }
        });
        watch.start();
        ok("convert", in, folder.resolve("out"), "--to", "avro", "--threads", 1);
        watch.interrupt();
        assertTrue(most.get() >= 1 && most.get() <= 2, () -> most + " at a time");
    }

    /** Two files of one process, each with a lock: a second process leaves both. */
    @Test
    void anotherProcessLeavesTheFilesOfThisOne() throws Exception {
        List<Path> places =
                List.of(Spool.create().place("first"), Spool.create().place("second"));
        try {
            Path errors = folder.resolve("errors");
            Object[] convert = {"convert", pipe(CSV), folder.resolve("x.parquet"), "--from", "csv"};
            int exitCode = OwnProcess.exitCode("-Djava.io.tmpdir=" + temporary, errors, convert);
            assertEquals(0, exitCode, Files.readString(errors));
            for (Path place : places) {
                assertTrue(Files.exists(place.resolveSibling(".lock")), place::toString);
            }
        } finally {
            Spool.closeAll();
        }
        assertEquals(List.of(), in(temporary, "stoa-pipe"));
    }
}
