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
import dev.stoa.benchmarks.harness.Installation;
import dev.stoa.benchmarks.harness.Progress;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * The parts of a server of Trino: its libraries, its own connectors, which are no part of the build, and Stoa's plugin as it
 * is packaged.
 *
 * @param jdk that runs it
 * @param classPath of the server
 * @param plugins their folder
 */
record TrinoPeer(Path jdk, String classPath, Path plugins) {
    private static final String MODULE = "trino-connector";
    private static final List<String> PLUGINS = List.of(
            "io.trino.plugin.hive.HivePlugin",
            "io.trino.plugin.iceberg.IcebergPlugin",
            "io.trino.plugin.tpch.TpchPlugin",
            "io.trino.plugin.tpcds.TpcdsPlugin");

    /**
     * Builds and fetches what is missing.
     *
     * @throws IOException if that fails; the message says why
     */
    static TrinoPeer build() throws IOException {
        Path jdk = TrinoJdk.find();
        Path folder = folder();
        Files.createDirectories(folder);
        String classPath = libraries(jdk, "server");
        Path plugins = folder.resolve("plugins");
        if (Files.exists(plugins)) {
            Folders.delete(plugins);
        }
        own(plugins.resolve("own"), libraries(jdk, "connectors"));
        unzip(plugin(jdk), plugins);
        return new TrinoPeer(jdk, classPath, plugins);
    }

    /** Returns the folder of all files. */
    private static Path folder() {
        return Path.of(System.getProperty("stoa.benchmarks.target"), "peers", "trino");
    }

    /** Returns an empty folder for a run. */
    static Path scratch() throws IOException {
        Path folder = folder().resolve("scratch");
        if (Files.exists(folder)) {
            Folders.delete(folder);
        }
        return Files.createDirectories(folder);
    }

    /** The class that starts a server, as source. */
    static Path mainClass() {
        return EnginePeer.sources("trino").resolve("server/TrinoServerMain.java");
    }

    private static String libraries(Path jdk, String part) throws IOException {
        Path project = EnginePeer.sources("trino").resolve(part).resolve("pom.xml");
        Path list = folder().resolve(part + ".txt");
        if (Installation.isOlder(list, project)) {
            Progress.say("fetching Trino: " + part);
            maven(
                    jdk,
                    "-f",
                    project.toString(),
                    "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath",
                    "-Dmdep.outputFile=" + list);
        }
        return Files.readString(list).strip();
    }

    private static Path plugin(Path jdk) throws IOException {
        Path root = Path.of(System.getProperty("stoa.benchmarks.root"));
        Progress.say("building the plugin");
        maven(
                jdk,
                "-Dquick",
                "-Dmaven.test.skip=true",
                "-f",
                root.resolve("pom.xml").toString(),
                "-pl",
                MODULE,
                "-am",
                "package");
        try (var files = Files.newDirectoryStream(root.resolve(MODULE).resolve("target"), "stoa-trino-*.zip")) {
            for (Path zip : files) {
                return zip;
            }
        }
        throw new IOException("the build of " + MODULE + " has made no zip");
    }

    private static void maven(Path jdk, String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of("mvn", "-q", "-B", "-ntp"));
        command.addAll(List.of(words));
        Installation.run(command, Map.of("JAVA_HOME", jdk.toString()));
    }

    /** A plugin folder of links to the libraries of Trino's own connectors. The registry has them without the names of their plugins. */
    private static void own(Path folder, String libraries) throws IOException {
        Path services = Files.createDirectories(folder.resolve("services/META-INF/services"));
        Files.write(services.resolve("io.trino.spi.Plugin"), PLUGINS);
        for (String library : libraries.split(java.io.File.pathSeparator, -1)) {
            Path jar = Path.of(library);
            Files.createSymbolicLink(folder.resolve(jar.getFileName()), jar);
        }
    }

    private static void unzip(Path zip, Path to) throws IOException {
        try (InputStream file = Files.newInputStream(zip);
                ZipInputStream in = new ZipInputStream(file)) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                if (!entry.isDirectory()) {
                    Path target = to.resolve(entry.getName());
                    Files.createDirectories(target.getParent());
                    Files.copy(in, target);
                }
            }
        }
    }
}
