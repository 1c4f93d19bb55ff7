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

/** A Hive in a process of its own, whose metastore others reach, too. */
final class HiveProcess implements AutoCloseable {
    private final EngineProcess process;
    private final String metastore;

    /**
     * Starts it.
     *
     * @param folder for all of its files
     */
    HiveProcess(Path folder) throws IOException {
        Path temporary = Files.createDirectories(folder.resolve("tmp"));
        process = new EngineProcess(new ProcessBuilder(List.of(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "@" + module().resolve("src/test/hive.options"),
                        "-Xmx1g",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:MetaspaceSize=400m",
                        "-XX:+UseSerialGC",
                        "-Duser.timezone=UTC",
                        "-Djava.io.tmpdir=" + temporary,
                        "-cp",
                        EngineProcess.classPath(module()),
                        "dev.stoa.hive.MetastoreStatements"))
                .directory(folder.toFile())
                .redirectError(folder.resolve("hive.log").toFile()));
        metastore = process.after("metastore:");
    }

    private static Path module() {
        return Path.of(System.getProperty("stoa.hive.module"));
    }

    /** Whether Hive's module was built. */
    static boolean isThere() {
        return EngineProcess.isThere(module());
    }

    /** The address of the metastore. */
    String metastore() {
        return metastore;
    }

    /**
     * Runs a statement.
     *
     * @return its rows, columns divided by tabs
     * @throws IOException if Hive refuses it, or it fails
     */
    List<String> rows(String statement) throws IOException {
        return process.rows(statement);
    }

    @Override
    public void close() {
        process.close();
    }
}
