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
package dev.stoa.hdfs.affinity;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** {@code stoa place} in processes of its own, as administrators run it. */
final class PlaceCommand implements AutoCloseable {
    private final Path log;
    private final Process process;

    private PlaceCommand(Path log, Process process) {
        this.log = log;
        this.process = process;
    }

    static PlaceCommand start(PartitionedCluster cluster, String... words) throws IOException {
        Path log = Files.createTempFile("place", ".log");
        Process process = new ProcessBuilder(cluster.command(words))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        return new PlaceCommand(log, process);
    }

    /** Runs a command that must end with an exit code, and returns what it prints. */
    static String run(PartitionedCluster cluster, int exitCode, String... words) throws Exception {
        try (PlaceCommand command = start(cluster, words)) {
            command.process.waitFor(3, TimeUnit.MINUTES);
            String said = command.said();
            assertEquals(exitCode, command.process.exitValue(), said);
            return said;
        }
    }

    boolean isRunning() {
        return process.isAlive();
    }

    String said() throws IOException {
        return Files.readString(log, UTF_8);
    }

    /** Kills the process, if it still runs. */
    @Override
    public void close() throws IOException {
        process.destroyForcibly().onExit().join();
        Files.delete(log);
    }
}
