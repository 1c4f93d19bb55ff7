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

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A server of Trino in a process of its own, which coordinates and works. */
final class TrinoServer implements AutoCloseable {
    private static final String VERSION = "483";
    private static final int STARTS_WITHIN_SECONDS = 600;
    private static final int SHOWN_OF_LOG = 3000;

    /** The first is necessary; Trino recommends the others. */
    private static final List<String> FLAGS = List.of(
            "--add-modules=jdk.incubator.vector",
            "-XX:ReservedCodeCacheSize=512M",
            "-XX:PerMethodRecompilationCutoff=10000",
            "-XX:PerBytecodeRecompilationCutoff=10000");

    private final Process process;
    private final Path log;
    private final URI address;

    private TrinoServer(Process process, Path log, URI address) {
        this.process = process;
        this.log = log;
        this.address = address;
    }

    /**
     * Starts it, and waits until it is up.
     *
     * @param home an empty folder
     * @param heapMegabytes of the process
     * @param catalogs their properties by their names
     * @throws IOException if it does not start; the end of its log is in the message
     */
    static TrinoServer start(TrinoPeer peer, Path home, int heapMegabytes, Map<String, Map<String, String>> catalogs)
            throws IOException {
        Path properties = Files.createDirectories(home.resolve("catalog"));
        for (Map.Entry<String, Map<String, String>> catalog : catalogs.entrySet()) {
            Files.write(properties.resolve(catalog.getKey() + ".properties"), lines(catalog.getValue()));
        }
        URI address = URI.create("http://127.0.0.1:" + freePort());
        String memory = heapMegabytes / 2 + "MB";
        Path config = Files.write(
                home.resolve("config.properties"),
                List.of(
                        "coordinator=true",
                        "node-scheduler.include-coordinator=true",
                        "http-server.http.port=" + address.getPort(),
                        "discovery.uri=" + address,
                        "plugin.dir=" + peer.plugins(),
                        "catalog.config-dir=" + properties,
                        "node.environment=benchmark",
                        "node.internal-address=127.0.0.1",
                        "query.max-memory=" + memory,
                        "query.max-memory-per-node=" + memory));
        List<String> command = new ArrayList<>();
        command.add(peer.jdk().resolve("bin/java").toString());
        command.addAll(FLAGS);
        command.addAll(List.of(
                "-Xmx" + heapMegabytes + "m",
                "-Duser.timezone=UTC",
                "-Dconfig=" + config,
                "-Djava.io.tmpdir=" + home,
                "-cp",
                peer.classPath(),
                TrinoPeer.mainClass().toString(),
                VERSION));
        Path log = home.resolve("server.log");
        Process process = new ProcessBuilder(command)
                .directory(home.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        TrinoServer server = new TrinoServer(process, log, address);
        boolean isUp = false;
        try {
            server.waitUntilUp();
            isUp = true;
        } finally {
            if (!isUp) {
                server.close();
            }
        }
        return server;
    }

    private static List<String> lines(Map<String, String> properties) {
        return properties.entrySet().stream()
                .map(property -> property.getKey() + "=" + property.getValue())
                .sorted()
                .toList();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void waitUntilUp() throws IOException {
        try {
            for (int second = 0; second < STARTS_WITHIN_SECONDS; second++) {
                if (process.waitFor(1, TimeUnit.SECONDS)) {
                    throw new IOException("Trino has ended:\n" + endOfLog());
                }
                if (Files.readString(log).contains("SERVER STARTED")) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while Trino started", e);
        }
        throw new IOException("Trino is not up after " + STARTS_WITHIN_SECONDS + " s:\n" + endOfLog());
    }

    private String endOfLog() throws IOException {
        String all = Files.readString(log);
        return all.substring(Math.max(0, all.length() - SHOWN_OF_LOG));
    }

    /** Where it listens. */
    URI address() {
        return address;
    }

    /** The CPU time that the process has used, in steps of 10 ms; nothing where the system does not tell. */
    Duration cpu() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
