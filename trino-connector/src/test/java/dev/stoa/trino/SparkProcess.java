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
package dev.stoa.trino;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A Spark in a process of its own, on the class path of the tests of Spark's module: its libraries clash with Trino's. */
final class SparkProcess implements AutoCloseable {
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
     * @param warehouse of its catalog {@code stoa}
     */
    SparkProcess(Path folder, Path warehouse) throws IOException {
        Path built = module().resolve("target");
        String classPath = String.join(
                File.pathSeparator,
                built.resolve("test-classes").toString(),
                built.resolve("classes").toString(),
                Files.readString(classPath()).strip());
        Files.createDirectories(folder.resolve("home/jars")); // where Spark looks for itself
        ProcessBuilder builder = new ProcessBuilder(List.of(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "@" + module().resolve("src/test/spark.options"),
                        "-Xmx1g",
                        "-XX:+UseSerialGC",
                        "-Duser.timezone=UTC",
                        "-cp",
                        classPath,
                        "dev.stoa.spark.SparkStatements",
                        warehouse.toString()))
                .directory(folder.toFile())
                .redirectError(folder.resolve("spark.log").toFile());
        builder.environment().put("SPARK_HOME", folder.resolve("home").toString());
        builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
        process = builder.start();
        answers = process.inputReader(StandardCharsets.UTF_8);
        statements = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8));
    }

    private static Path module() {
        return Path.of(System.getProperty("stoa.spark.module"));
    }

    private static Path classPath() {
        return module().resolve("target/test-classpath.txt");
    }

    /** Whether Spark's module was built. */
    static boolean isThere() {
        return Files.exists(classPath());
    }

    /**
     * Runs a statement.
     *
     * @return its rows
     * @throws IOException if Spark refuses it, or it fails
     */
    List<String> rows(String statement) throws IOException {
        statements.println(statement);
        statements.flush();
        List<String> rows = new ArrayList<>();
        for (String line = answers.readLine(); line != null; line = answers.readLine()) {
            if (line.startsWith(ROW)) {
                rows.add(line.substring(ROW.length()));
            } else if (line.startsWith(DONE)) {
                return rows;
            } else if (line.startsWith(FAILED)) {
                throw new IOException(line.substring(FAILED.length()));
            }
        }
        throw new IOException(statement + ": Spark has ended");
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
