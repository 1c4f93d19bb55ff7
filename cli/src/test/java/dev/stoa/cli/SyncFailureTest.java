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
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.spi.FileSystemProvider;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.Syncable;
import org.apache.hadoop.fs.permission.FsPermission;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whole commands on a disk that does not sync or rename: one line, exit code 2, nothing committed, and nothing left. */
@Timeout(300)
class SyncFailureTest {
    private static final String MESSAGE = "Input/output error";
    /** Its first pages belong to no process. */
    private static final String UNREADABLE = "/proc/self/mem";

    private static final Path DISK = Path.of("..", "hadoop-vio/src/test/java/dev/stoa/vio/FaultyDisk.java");
    private static final List<String> KINDS = List.of("stoa", "csv", "csv.gz", "parquet", "orc", "avro");

    @TempDir
    private Path folder;

    private Path out;
    private Path rows;
    private Path csv;
    private Path other;

    @BeforeEach
    void prepare() throws IOException {
        out = Files.createDirectory(folder.resolve("out"));
        csv = Files.writeString(folder.resolve("rows.csv"), "id,name\n1,one\n2,two\n3,three\n");
        other = Files.copy(csv, folder.resolve("other.csv"));
        rows = folder.resolve("rows.stoa");
        ok("convert", csv, rows);
    }

    private List<String> left() throws IOException {
        try (Stream<Path> files = Files.walk(out)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> out.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }

    private static void assertTold(CommandRun run, String... hints) {
        assertEquals(2, run.exitCode(), run.toString());
        assertEquals(1, run.err().lines().count(), run.toString());
        for (String hint : hints) {
            assertTrue(run.err().contains(hint), hint + " is missing: " + run);
        }
    }

    /** Hadoop's local disk, whose streams do not sync, or whose names can't be changed. */
    public static final class Unsteady extends RawLocalFileSystem {
        static volatile boolean renames;

        @Override
        protected OutputStream createOutputStreamWithMode(
                org.apache.hadoop.fs.Path path, boolean append, FsPermission permission) throws IOException {
            return new Unsynced(super.createOutputStreamWithMode(path, append, permission), renames);
        }

        @Override
        public boolean rename(org.apache.hadoop.fs.Path from, org.apache.hadoop.fs.Path to) throws IOException {
            throw new IOException(MESSAGE);
        }
    }

    private static final class Unsynced extends FilterOutputStream implements Syncable, StreamCapabilities {
        private final boolean syncs;

        Unsynced(OutputStream stream, boolean syncs) {
            super(stream);
            this.syncs = syncs;
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            out.write(bytes, offset, length);
        }

        @Override
        public boolean hasCapability(String capability) {
            return capability.equals(StreamCapabilities.HSYNC);
        }

        @Override
        public void hflush() throws IOException {
            out.flush();
        }

        @Override
        public void hsync() throws IOException {
            if (!syncs) {
                throw new IOException(MESSAGE);
            }
        }
    }

    /** Hadoop's local disk, which opens each file and can read none. It throws an error, not an exception. */
    public static final class Unreadable extends RawLocalFileSystem {
        @Override
        public FSDataInputStream open(org.apache.hadoop.fs.Path path, int buffer) throws IOException {
            return super.open(new org.apache.hadoop.fs.Path(UNREADABLE), buffer);
        }
    }

    @Test
    void aDiskThatCanNotBeReadIsTold() throws IOException {
        assumeTrue(Files.exists(Path.of(UNREADABLE)), "no file here whose first byte can't be read");
        List<Path> files = new ArrayList<>(List.of(csv));
        for (String kind : List.of("csv.gz", "parquet", "orc", "avro", "arrow")) {
            files.add(folder.resolve("a." + kind));
            ok("convert", rows, folder.resolve("a." + kind));
        }
        files.add(Files.copy(folder.resolve("a.parquet"), folder.resolve("nameless")));
        for (Path file : files) {
            CommandRun run = stoa(
                    "convert",
                    file,
                    out.resolve("a.stoa"),
                    "-D",
                    "fs.file.impl=" + Unreadable.class.getName(),
                    "-D",
                    "fs.file.impl.disable.cache=true");
            assertEquals(1, run.exitCode(), run.toString());
            assertEquals(1, run.err().lines().count(), run.toString());
            assertTrue(run.err().contains(file + ": " + MESSAGE), run.toString());
            assertEquals(List.of(), left());
        }
    }

    private static CommandRun unsteady(Object... arguments) {
        List<Object> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("-D", "fs.file.impl=" + Unsteady.class.getName(), "-D", "fs.file.impl.disable.cache=true"));
        return stoa(all.toArray());
    }

    @Test
    void aFileThatIsNotSyncedOrNamedIsNotConverted() throws IOException {
        for (boolean renames : new boolean[] {false, true}) {
            Unsteady.renames = renames;
            String step = renames ? "can't be published" : "can't be synced to disk";
            for (String kind : KINDS) {
                Path target = out.resolve("a." + kind);
                for (Path source : List.of(rows, csv)) {
                    assertTold(unsteady("convert", source, target), target.toString(), step, MESSAGE);
                    assertEquals(List.of(), left(), kind);
                }
                byte[] old = {1, 2, 3};
                Files.write(target, old);
                assertTold(unsteady("convert", rows, target, "--overwrite"), target.toString(), step, MESSAGE);
                assertArrayEquals(old, Files.readAllBytes(target), "what is there is replaced by a whole file only");
                assertEquals(List.of("a." + kind), left());
                Files.delete(target);
            }
            CommandRun both = unsteady("convert", csv, other, out, "--to", "orc");
            assertEquals(2, both.exitCode(), both.toString());
            assertTrue(both.err().contains(step), both.toString());
            assertEquals(List.of(), left());
        }
    }

    /** Runs commands in a process of its own, all of whose files are on a disk that fails where a test says. */
    private static final class OtherProcess implements AutoCloseable {
        private final Process process;
        private final PrintWriter commands;
        private final BufferedReader answers;

        OtherProcess(Path scratch) throws IOException {
            Path classes = Files.createDirectory(scratch.resolve("classes"));
            JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
            assertEquals(0, compiler.run(null, null, null, "-d", classes.toString(), DISK.toString()));
            process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:TieredStopAtLevel=1",
                            "-Djava.nio.file.spi.DefaultFileSystemProvider=dev.stoa.vio.FaultyDisk",
                            "-cp",
                            classes + System.getProperty("path.separator") + System.getProperty("java.class.path"),
                            Commands.class.getName())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            commands = new PrintWriter(process.getOutputStream(), true, StandardCharsets.UTF_8);
            answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        }

        /** Runs a command while one step fails. */
        CommandRun run(String step, Object... arguments) throws IOException {
            commands.println(step + "\t"
                    + String.join(
                            "\t", Stream.of(arguments).map(Object::toString).toList()));
            String[] answer = String.valueOf(answers.readLine()).split("\t", -1);
            return new CommandRun(
                    Integer.parseInt(answer[0]),
                    "",
                    String.join("\n", Arrays.asList(answer).subList(1, answer.length)));
        }

        @Override
        public void close() {
            process.destroy();
        }
    }

    /** Runs the commands of its input, a line each: the step that fails, and the arguments. */
    static final class Commands {
        private Commands() {}

        public static void main(String[] args) throws Exception {
            FileSystemProvider disk = FileSystems.getDefault().provider();
            BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] words = line.split("\t", -1);
                disk.getClass().getMethod("failAt", String.class).invoke(disk, words[0]);
                CommandRun run = stoa((Object[]) Arrays.copyOfRange(words, 1, words.length));
                System.out.println(run.exitCode() + "\t" + run.err().strip().replace("\n", "\t"));
            }
        }
    }

    @Test
    void aFolderThatIsNotSyncedIsTold() throws IOException {
        try (OtherProcess process = new OtherProcess(folder)) {
            for (String kind : List.of("stoa", "csv", "parquet")) {
                Path target = out.resolve("a." + kind);
                for (String step : List.of("sync out", "open out", "move a." + kind)) {
                    for (Path source : List.of(rows, csv)) {
                        assertTold(process.run(step, "convert", source, target), target.toString(), MESSAGE);
                        assertEquals(List.of(), left(), step);
                    }
                }
            }
            assertTold(process.run("sync out", "convert", rows, out.resolve("day=1/a.stoa")), MESSAGE);
            assertEquals(List.of(), left());
        }
    }

    @Test
    void aCompactionThatIsNotSyncedIsNotCommitted() throws IOException {
        Path table = out.resolve("t");
        ok("table", "create", table, "--schema", "id bigint, name varchar(20)");
        for (int i = 0; i < 4; i++) {
            ok("insert", table, csv);
        }
        List<String> before = left();
        try (OtherProcess process = new OtherProcess(folder)) {
            String entry = "0000000000000000005.commit";
            for (String step :
                    List.of("open data", "sync hidden", "sync data", "open _stoa", "create hidden", "link " + entry)) {
                assertTold(process.run(step, "compact", table), MESSAGE);
                assertEquals(before, left(), step);
            }
            CommandRun doubtful = process.run("sync _stoa", "compact", table);
            assertEquals(1, doubtful.exitCode(), doubtful.toString());
            assertEquals(1, doubtful.err().lines().count(), doubtful.toString());
            assertTrue(doubtful.err().contains("it is not known whether version 5 was committed"), doubtful.err());
            assertTrue(left().contains("t/_stoa/" + entry), "others may have read it");
            assertEquals(12, ok("scan", table, "--json").lines().count());
        }
    }
}
