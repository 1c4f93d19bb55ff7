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

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A Hive in a process of its own, on the class path of the tests of Hive's module: its libraries clash with Spark's. */
final class HiveProcess implements AutoCloseable {
    private static final String ROW = "row:";
    private static final String DONE = "done:";
    private static final String FAILED = "failed:";

    private final Process process;
    private final BufferedReader answers;
    private final PrintWriter statements;

    /**
     * Starts it.
     *
     * @param folder for all of its files
     */
    HiveProcess(Path folder) throws IOException {
        Path module = module();
        Path built = module.resolve("target");
        String classPath = String.join(
                File.pathSeparator,
                built.resolve("test-classes").toString(),
                built.resolve("classes").toString(),
                Files.readString(classPath()).strip());
        Path temporary = Files.createDirectories(folder.resolve("tmp"));
        process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "@" + module.resolve("src/test/hive.options"),
                        "-Xmx1g",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Duser.timezone=UTC",
                        "-Djava.io.tmpdir=" + temporary,
                        "-cp",
                        classPath,
                        "dev.stoa.hive.HiveStatements"))
                .directory(folder.toFile())
                .redirectError(folder.resolve("hive.log").toFile())
                .start();
        answers = process.inputReader(StandardCharsets.UTF_8);
        statements = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8));
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
        statements.println(statement);
        statements.flush();
        List<String> rows = new ArrayList<>();
        for (String line = answers.readLine(); line != null; line = answers.readLine()) {
            if (line.startsWith(ROW)) {
                rows.add(line.substring(ROW.length()));
            } else if (line.startsWith(DONE)) {
                return rows;
            } else if (line.startsWith(FAILED)) {
                throw new IOException(statement + ": " + line.substring(FAILED.length()));
            }
        }
        throw new IOException(statement + ": Hive has ended");
    }

    @Override
    public void close() throws IOException {
        statements.close();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
