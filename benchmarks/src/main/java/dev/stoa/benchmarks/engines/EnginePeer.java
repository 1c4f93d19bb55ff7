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
package dev.stoa.benchmarks.engines;

import dev.stoa.benchmarks.harness.Folders;
import dev.stoa.benchmarks.harness.Fork;
import dev.stoa.benchmarks.harness.Installation;
import dev.stoa.benchmarks.harness.Progress;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * An engine, in a process of its own: its libraries clash with those of the other contenders. The class path is that of the tests
 * of its module; what runs on it is in {@code benchmarks/peers}.
 */
final class EnginePeer {
    private final Path root = Path.of(System.getProperty("stoa.benchmarks.root"));
    private final Path target = Path.of(System.getProperty("stoa.benchmarks.target"));
    private final String name;
    private final Path module;
    private final String options;
    private final Path folder;
    private final String classPath;

    private EnginePeer(String name, String moduleName, String options) throws IOException {
        this.name = name;
        this.module = root.resolve(moduleName);
        this.options = options;
        this.folder = target.resolve("peers").resolve(name);
        Files.createDirectories(folder);
        delete(scratch());
        Path libraries = folder.resolve("classpath.txt");
        Progress.say("building what runs in " + moduleName);
        Installation.run(List.of(
                "mvn",
                "-q",
                "-B",
                "-ntp",
                "-Dquick",
                "-DskipTests",
                "-f",
                root.resolve("pom.xml").toString(),
                "-pl",
                moduleName,
                "-am",
                "test-compile",
                "dependency:build-classpath",
                "-Dmdep.includeScope=test",
                "-Dmdep.outputFile=" + libraries)); // of each module; the last one is the engine's
        classPath = String.join(
                File.pathSeparator,
                folder.resolve("classes").toString(),
                module.resolve("target/test-classes").toString(),
                module.resolve("target/classes").toString(),
                Files.readString(libraries).strip(),
                target.resolve("classes").toString());
        compile();
    }

    private void compile() throws IOException {
        List<String> javac = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "javac").toString(),
                "-nowarn",
                "-proc:none",
                "-d",
                folder.resolve("classes").toString(),
                "-cp",
                classPath));
        for (String peers : List.of("engines", name)) {
            try (Stream<Path> files = Files.list(sources(peers))) {
                files.filter(file -> file.toString().endsWith(".java"))
                        .map(Path::toString)
                        .sorted()
                        .forEach(javac::add);
            }
        }
        Installation.run(javac);
    }

    /**
     * Hive.
     *
     * @throws IOException if what it needs can't be built; the message says why
     */
    static EnginePeer hive() throws IOException {
        return new EnginePeer("hive", "hive-serde", "src/test/hive.options");
    }

    /**
     * Spark.
     *
     * @throws IOException if what it needs can't be built; the message says why
     */
    static EnginePeer spark() throws IOException {
        return new EnginePeer("spark-sql", "spark-connector", "src/test/spark.options");
    }

    /** The folder of the sources that run in an engine. */
    static Path sources(String peer) {
        return Path.of(System.getProperty("stoa.benchmarks.root"), "benchmarks", "peers", peer);
    }

    /**
     * Returns the class path of libraries that are no part of the build. A peer's pom names them.
     *
     * @throws IOException if Maven fails; its last words are in the message
     */
    static String libraries(String peer) throws IOException {
        return Installation.libraries(
                peer,
                sources(peer).resolve("pom.xml"),
                Path.of(System.getProperty("stoa.benchmarks.target"), "peers", peer));
    }

    /** Where the engine keeps its tables while a process runs. */
    Path scratch() {
        return folder.resolve("scratch");
    }

    private static void delete(Path tree) throws IOException {
        if (Files.exists(tree)) {
            Folders.delete(tree);
        }
    }

    /**
     * The command of a process.
     *
     * @param first the first parts of its class path
     */
    List<String> command(List<Path> first, List<String> flags, String mainClass, List<String> words)
            throws IOException {
        Files.createDirectories(scratch());
        List<String> all = new ArrayList<>(flags);
        all.add("@" + module.resolve(options));
        all.add("-Duser.timezone=UTC");
        all.add("-Djava.io.tmpdir=" + scratch());
        List<String> parts = new ArrayList<>(first.stream().map(Path::toString).toList());
        parts.add(classPath);
        List<String> command = Fork.jvm(String.join(File.pathSeparator, parts), all);
        command.add(mainClass);
        command.addAll(words);
        return command;
    }
}
