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
package dev.stoa.mapreduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Jobs as users run them: {@code hadoop jar} in a process, {@code -libjars}, and tasks in processes that die. The property names a
 * file with the class path of Hadoop's servers ({@code .ci/nightly yarn}).
 */
@Tag("engine")
@EnabledIfSystemProperty(named = "stoa.yarn.classpath", matches = ".+")
final class YarnTest {
    private static final String MEMORY = "-Xmx300m -XX:TieredStopAtLevel=1";

    @TempDir
    private static Path folder;

    private static String hadoop;
    private static List<String> libraries;
    private static Process cluster;

    @BeforeAll
    static void start() throws Exception {
        hadoop = Files.readString(Path.of(System.getProperty("stoa.yarn.classpath")))
                .strip();
        libraries = libraries();
        cluster = new ProcessBuilder(
                        java(),
                        "-Xmx500m",
                        "-cp",
                        hadoop + File.pathSeparator + jar(testClasses(), "cluster"),
                        YarnCluster.class.getName(),
                        folder.toString())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("cluster.err").toFile())
                .start();
        while (!Files.exists(folder.resolve(YarnCluster.UP))) {
            assertFalse(cluster.waitFor(200, TimeUnit.MILLISECONDS), () -> read("cluster.err"));
        }
    }

    @AfterAll
    static void stop() throws Exception {
        if (cluster != null) {
            cluster.getOutputStream().close();
            cluster.waitFor(1, TimeUnit.MINUTES);
            cluster.destroyForcibly().waitFor();
        }
    }

    @Test
    void aKilledTaskRunsAgain() throws Exception {
        assertEquals(
                0, run("killed", FaultyJob.KILLED_TASK, "-Dmapreduce.job.classloader=true"), () -> read("killed.err"));
        check("killed");
        assertEquals(2, marks("killed").size(), "attempts: " + marks("killed"));
    }

    @Test
    void ofTwoAttemptsThatWriteOneCounts() throws Exception {
        assertEquals(
                0,
                run(
                        "slow",
                        FaultyJob.SLOW_TASK,
                        "-Dmapreduce.job.user.classpath.first=true",
                        "-Dmapreduce.job.speculative.minimum-allowed-tasks=1",
                        "-Dmapreduce.job.speculative.retry-after-no-speculate=1000",
                        "-Dmapreduce.job.speculative.slowtaskthreshold=0.1"),
                () -> read("slow.err"));
        check("slow");
        assertEquals(2, marks("slow").size(), "attempts: " + marks("slow"));
    }

    @Test
    void aKilledCommitGoesOnWhereItsAlgorithmCan() throws Exception {
        assertEquals(
                0,
                run("repeated", FaultyJob.KILLED_COMMIT, "-Dmapreduce.fileoutputcommitter.algorithm.version=2"),
                () -> read("repeated.err"));
        check("repeated");
        assertTrue(marks("repeated").contains(FaultyJob.KILLED_COMMIT));
    }

    @Test
    void aKilledCommitThatCannotGoOnFailsTheJob() throws Exception {
        assertEquals(
                1,
                run("partial", FaultyJob.KILLED_COMMIT, "-Dmapreduce.fileoutputcommitter.algorithm.version=1"),
                () -> read("partial.err"));
        assertFalse(Files.exists(folder.resolve("partial/_SUCCESS")));
        assertTrue(marks("partial").contains(FaultyJob.KILLED_COMMIT));
    }

    /** What came to the place of the job's fault: attempts of the task, or the master. */
    private static List<String> marks(String output) {
        String[] names = folder.resolve(output + ".marks").toFile().list();
        return names == null ? List.of() : List.of(names);
    }

    /** Runs a job as {@code hadoop jar} does, and gives its exit code. */
    private static int run(String output, String fault, String... settings) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                java(),
                "-Xmx400m",
                "-cp",
                folder.resolve("conf")
                        + File.pathSeparator
                        + hadoop
                        + File.pathSeparator
                        + String.join(File.pathSeparator, libraries),
                "org.apache.hadoop.util.RunJar",
                jar(testClasses(), "job"),
                FaultyJob.class.getName(),
                "-libjars",
                String.join(",", libraries),
                "-D" + FaultyJob.FAULT + "=" + fault,
                "-D" + FaultyJob.MARKS + "=" + folder.resolve(output + ".marks"),
                "-Dmapreduce.task.io.sort.mb=10",
                "-Dmapreduce.map.java.opts=" + MEMORY,
                "-Dmapreduce.reduce.java.opts=" + MEMORY,
                "-Dyarn.app.mapreduce.am.command-opts=" + MEMORY,
                "-Dmapreduce.map.memory.mb=256",
                "-Dmapreduce.reduce.memory.mb=256",
                "-Dyarn.app.mapreduce.am.resource.mb=256"));
        command.addAll(List.of(settings));
        command.add(folder.resolve(output).toUri().toString());
        Process job = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(output + ".err").toFile())
                .start();
        assertTrue(job.waitFor(8, TimeUnit.MINUTES), "the job hangs");
        return job.exitValue();
    }

    private static void check(String output) throws IOException {
        Configuration conf = Lines.local(folder.resolve("local"));
        List<FileStatus> files = Lines.files(
                conf, new org.apache.hadoop.fs.Path(folder.resolve(output).toUri()));
        assertEquals(Lines.REDUCERS, files.size(), files.toString());
        Lines.check(conf, files);
        assertTrue(Files.exists(folder.resolve(output).resolve("_SUCCESS")));
    }

    /** Stoa's jars and their libraries, as a program's build gathers them. */
    private static List<String> libraries() throws IOException {
        List<String> found = new ArrayList<>();
        for (String entry : classPath()) {
            File file = new File(entry);
            if (file.isDirectory() && !entry.endsWith("test-classes")) {
                found.add(jar(file.toPath(), "stoa-" + found.size()));
            } else if (file.getName().matches("(stoa|netty-buffer|netty-common|HdrHistogram|lz4-java)-.*\\.jar")) {
                found.add(entry);
            }
        }
        return found;
    }

    private static List<String> classPath() {
        String all = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return Arrays.asList(all.split(File.pathSeparator));
    }

    private static Path testClasses() {
        return classPath().stream()
                .filter(entry -> entry.endsWith("test-classes"))
                .findFirst()
                .map(Path::of)
                .orElseThrow();
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** Packs a folder of classes. */
    private static String jar(Path classes, String name) throws IOException {
        Path jar = folder.resolve(name + ".jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> all = Files.walk(classes)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(
                        new ZipEntry(classes.relativize(file).toString().replace(File.separatorChar, '/')));
                Files.copy(file, out);
            }
        }
        return jar.toString();
    }

    private static String read(String name) {
        try {
            return Files.readString(folder.resolve(name));
        } catch (IOException e) {
            return e.toString();
        }
    }
}
