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
package dev.stoa.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Spark without a class of ours, to which sessions add them in a jar: driver and executors then have class loaders of their own for
 * them. Executors are threads, or processes of their own. A process has only one Spark, so the driver runs in another one.
 */
@Tag("engine")
class AddedJarTest {
    private static final int MOST_MINUTES = 8;

    @TempDir
    static Path shared;

    private static Set<Path> ours;
    private static Path jar;

    @TempDir
    Path folder;

    @BeforeAll
    static void makeJar() throws IOException {
        ours = ours();
        jar = jar(shared.resolve("added.jar"), ours);
    }

    @Test
    void executorsAreThreads() throws Exception {
        assertEquals(AddedJarDriver.expected(0), answers("local[2]"));
    }

    @Test
    void executorsAreProcesses() throws Exception {
        assertEquals(AddedJarDriver.expected(2), answers("local-cluster[2,1,512]"));
    }

    private List<String> answers(String master) throws Exception {
        Files.createDirectories(folder.resolve("home/jars")); // where Spark looks for itself
        Path said = folder.resolve("said.txt");
        String classPath = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> !ours.contains(Path.of(entry).toAbsolutePath()))
                .collect(Collectors.joining(File.pathSeparator));
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(flag -> flag.startsWith("--add-") || flag.startsWith("-XX:") || flag.startsWith("-Duser."))
                .forEach(command::add);
        command.addAll(List.of(
                "-Xmx512m",
                "-cp",
                classPath,
                AddedJarDriver.class.getName(),
                master,
                folder.toString(),
                jar.toString()));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile());
        builder.environment().put("SPARK_HOME", folder.resolve("home").toString());
        builder.environment().put("SPARK_SCALA_VERSION", "2.13");
        builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
        Process driver = builder.directory(folder.toFile()).start();
        try {
            boolean isDone = driver.waitFor(MOST_MINUTES, TimeUnit.MINUTES);
            String text = Files.readString(said, StandardCharsets.UTF_8);
            assertEquals(0, isDone ? driver.exitValue() : -1, text);
            return AddedJarDriver.answers(text);
        } finally {
            driver.destroyForcibly();
        }
    }

    /** Where the classes of each module are, tests left out: a folder, or a jar. */
    private static Set<Path> ours() throws IOException {
        Set<Path> ours = new LinkedHashSet<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            boolean isOfTests = entry.endsWith("test-classes") || entry.endsWith("-tests.jar");
            if (!isOfTests && hasOurs(Path.of(entry).toAbsolutePath())) {
                ours.add(Path.of(entry).toAbsolutePath());
            }
        }
        return ours;
    }

    private static boolean hasOurs(Path entry) throws IOException {
        if (Files.isDirectory(entry)) {
            return Files.isDirectory(entry.resolve("dev/stoa"));
        }
        if (!Files.isRegularFile(entry)) {
            return false;
        }
        try (var inside = FileSystems.newFileSystem(entry)) {
            return Files.isDirectory(inside.getPath("dev/stoa"));
        }
    }

    /** Makes a jar of all classes; to compress them would take longer than to copy them. */
    private static Path jar(Path jar, Set<Path> from) throws IOException {
        Set<String> added = new LinkedHashSet<>();
        try (OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream entries = new ZipOutputStream(out)) {
            entries.setLevel(Deflater.NO_COMPRESSION);
            for (Path one : from) {
                if (Files.isDirectory(one)) {
                    addAll(one, one, added, entries);
                } else {
                    try (var inside = FileSystems.newFileSystem(one)) {
                        Path root = inside.getPath("/");
                        addAll(root, root, added, entries);
                    }
                }
            }
        }
        return jar;
    }

    private static void addAll(Path root, Path folder, Set<String> added, ZipOutputStream to) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = root.relativize(file).toString().replace(File.separatorChar, '/');
                if (!name.equals("META-INF/MANIFEST.MF") && added.add(name)) {
                    to.putNextEntry(new ZipEntry(name));
                    to.write(Files.readAllBytes(file));
                }
            }
        }
    }
}
