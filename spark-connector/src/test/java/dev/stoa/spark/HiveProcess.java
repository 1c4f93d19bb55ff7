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

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** A Hive in a process of its own, on the class path of the tests of Hive's module: its libraries clash with Spark's. */
final class HiveProcess implements AutoCloseable {
    private final StatementProcess process;

    /**
     * Starts it.
     *
     * @param folder for all of its files
     */
    HiveProcess(Path folder) throws IOException {
        this(folder, "dev.stoa.hive.HiveStatements");
    }

    private HiveProcess(Path folder, String main) throws IOException {
        Path module = module();
        Path built = module.resolve("target");
        String classPath = String.join(
                File.pathSeparator,
                built.resolve("test-classes").toString(),
                built.resolve("classes").toString(),
                Files.readString(classPath()).strip());
        Path temporary = Files.createDirectories(folder.resolve("tmp"));
        process = new StatementProcess(new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "@" + module.resolve("src/test/hive.options"),
                        "-Xmx1g",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:MetaspaceSize=400m",
                        "-XX:+UseSerialGC",
                        "-Duser.timezone=UTC",
                        "-Djava.io.tmpdir=" + temporary,
                        "-cp",
                        classPath,
                        main))
                .directory(folder.toFile())
                .redirectError(folder.resolve("hive.log").toFile()));
    }

    /** Starts one whose metastore others reach, at the address that comes first. */
    static HiveProcess withMetastore(Path folder) throws IOException {
        return new HiveProcess(folder, "dev.stoa.hive.MetastoreStatements");
    }

    private static Path module() {
        return Path.of(System.getProperty("stoa.hive.module"));
    }

    private static Path classPath() {
        return module().resolve("target/test-classpath.txt");
    }

    /** Whether Hive's module was built. */
    static boolean isThere() {
        return Files.exists(classPath());
    }

    /** Hive's own libraries, without a class of Stoa. */
    static List<Path> libraries() throws IOException {
        return Arrays.stream(Files.readString(classPath()).strip().split(File.pathSeparator, -1))
                .map(Path::of)
                .filter(path -> path.toString().endsWith(".jar")
                        && !path.getFileName().toString().startsWith("stoa-"))
                .toList();
    }

    /** Waits for the address of the metastore. */
    String metastore() throws IOException {
        return process.after("metastore:");
    }

    /** Changes a setting. */
    void set(String name, String value) throws IOException {
        run("set " + name + "=" + value);
    }

    /**
     * Runs a statement.
     *
     * @return its rows, columns divided by tabs
     * @throws IOException if Hive refuses it, or it fails
     */
    List<String> run(String statement) throws IOException {
        return process.run(statement);
    }

    @Override
    public void close() {
        process.close();
    }
}
