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
package dev.stoa.cli.kill;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Runs the command line in processes of their own, which start from an archive of loaded classes. */
final class StoaCommand {
    private static final int KILLED = 128 + 9;

    private final Path scratch;
    private final Path archive;
    private final String classPath;
    private final List<String> settings;
    private final AtomicInteger processes = new AtomicInteger();

    /**
     * What a process has done.
     *
     * @param exitCode what it returned, 137 if it was killed
     * @param begin when it was started, as of {@link System#nanoTime}
     * @param end when it was gone
     */
    record Result(List<String> words, int exitCode, String out, String err, long begin, long end) {
        boolean isKilled() {
            return exitCode == KILLED;
        }

        boolean isDone() {
            return exitCode == 0;
        }

        /** What it printed, if it went well. */
        String checked() {
            assertEquals(0, exitCode, this::toString);
            return out;
        }

        @Override
        public String toString() {
            return "stoa " + String.join(" ", words) + ": exit code " + exitCode + "\n" + err + out;
        }
    }

    /** With settings of Hadoop, which each command gets. */
    StoaCommand(Path scratch, List<String> settings) throws IOException {
        this.scratch = scratch;
        this.archive = scratch.resolve("classes.jsa");
        this.settings = settings;
        List<String> jars = new ArrayList<>();
        for (String part : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Path path = Path.of(part);
            jars.add(Files.isDirectory(path) ? jar(path, scratch.resolve("classes" + jars.size() + ".jar")) : part);
        }
        classPath = String.join(File.pathSeparator, jars);
    }

    /** A folder of classes as a jar: classes of folders don't go into archives. */
    private static String jar(Path classes, Path jar) throws IOException {
        try (Stream<Path> files = Files.walk(classes);
                OutputStream bytes = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                zip.putNextEntry(
                        new ZipEntry(classes.relativize(file).toString().replace(File.separatorChar, '/')));
                Files.copy(file, zip);
            }
        }
        return jar.toString();
    }

    /** Runs a command, which leaves the classes that it loads for those to come. */
    Result runAndArchive(String... words) throws IOException, InterruptedException {
        return start(List.of(words), "-XX:ArchiveClassesAtExit=" + archive).await();
    }

    /** Runs a command to its end. */
    Result run(String... words) throws IOException, InterruptedException {
        return start(List.of(words)).await();
    }

    /** Starts a command. */
    Running start(List<String> words) throws IOException {
        return start(words, Files.exists(archive) ? "-XX:SharedArchiveFile=" + archive : "-Xshare:auto");
    }

    private Running start(List<String> words, String archiving) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-Xlog:disable",
                archiving,
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
                "-cp",
                classPath,
                "dev.stoa.cli.Main"));
        command.addAll(words);
        for (String setting : settings) {
            command.add("-D");
            command.add(setting);
        }
        int number = processes.incrementAndGet();
        Path out = scratch.resolve(number + ".out");
        Path err = scratch.resolve(number + ".err");
        long begin = System.nanoTime();
        Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        return new Running(words, process, out, err, begin);
    }

    /** A command under way. */
    record Running(List<String> words, Process process, Path out, Path err, long begin) {
        /** Waits so long for its end; false if it goes on. */
        boolean await(long millis) throws InterruptedException {
            return process.waitFor(millis, TimeUnit.MILLISECONDS);
        }

        /** Kills it, unless it has ended. */
        void kill() {
            process.toHandle().destroyForcibly();
        }

        /** Waits for its end. */
        Result await() throws IOException, InterruptedException {
            int exitCode = process.waitFor();
            long end = System.nanoTime();
            Result result = new Result(words, exitCode, Files.readString(out), Files.readString(err), begin, end);
            Files.delete(out);
            Files.delete(err);
            return result;
        }
    }
}
