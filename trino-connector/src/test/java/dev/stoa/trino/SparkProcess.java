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

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A Spark in a process of its own. */
final class SparkProcess implements AutoCloseable {
    private final EngineProcess process;

    /**
     * Starts it.
     *
     * @param folder for all of its files
     * @param warehouse of its catalog {@code stoa}
     */
    SparkProcess(Path folder, Path warehouse) throws IOException {
        Files.createDirectories(folder.resolve("home/jars")); // where Spark looks for itself
        ProcessBuilder builder = new ProcessBuilder(List.of(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "@" + module().resolve("src/test/spark.options"),
                        "-Xmx1g",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:MetaspaceSize=400m",
                        "-XX:+UseSerialGC",
                        "-Duser.timezone=UTC",
                        "-cp",
                        EngineProcess.classPath(module()),
                        "dev.stoa.spark.SparkStatements",
                        warehouse.toString()))
                .directory(folder.toFile())
                .redirectError(folder.resolve("spark.log").toFile());
        builder.environment().put("SPARK_HOME", folder.resolve("home").toString());
        builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
        process = new EngineProcess(builder);
    }

    private static Path module() {
        return Path.of(System.getProperty("stoa.spark.module"));
    }

    /** Whether Spark's module was built. */
    static boolean isThere() {
        return EngineProcess.isThere(module());
    }

    /**
     * Runs a statement.
     *
     * @return its rows
     * @throws IOException if Spark refuses it, or it fails
     */
    List<String> rows(String statement) throws IOException {
        return process.rows(statement);
    }

    @Override
    public void close() {
        process.close();
    }
}
