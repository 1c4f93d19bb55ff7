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

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** A node of Trino in a process of its own, with the plugin's zip unpacked in its plugin folder, and a client over HTTP. */
final class ServerProcess implements AutoCloseable {
    private static final int STARTS_WITHIN_SECONDS = 600;
    private static final int FIRST_PORT = 20_000;
    private static final int END_OF_PORTS = 32_000;

    private final HttpClient http = HttpClient.newHttpClient();
    private final ObjectMapper json = new ObjectMapper();
    private final Process process;
    private final Path log;
    private final URI address;

    /** Starts a server that is alone. */
    ServerProcess(Path home, Map<String, Map<String, String>> catalogs) throws IOException, InterruptedException {
        this(home, catalogs, Optional.empty());
    }

    /**
     * Starts a node.
     *
     * @param home an empty folder
     * @param catalogs their properties by their names
     * @param coordinator of the node, if it is a worker; without one, it is a coordinator that works, too
     */
    ServerProcess(Path home, Map<String, Map<String, String>> catalogs, Optional<ServerProcess> coordinator)
            throws IOException, InterruptedException {
        unzip(Path.of(System.getProperty("stoa.bundle")), home.resolve("plugin"));
        address = URI.create("http://127.0.0.1:" + freePort());
        Path properties = Files.createDirectories(home.resolve("catalog"));
        for (Map.Entry<String, Map<String, String>> catalog : catalogs.entrySet()) {
            List<String> lines = new ArrayList<>(List.of("connector.name=stoa"));
            catalog.getValue().forEach((name, value) -> lines.add(name + "=" + value));
            Files.write(properties.resolve(catalog.getKey() + ".properties"), lines);
        }
        List<String> settings = new ArrayList<>(List.of(
                "coordinator=" + coordinator.isEmpty(),
                "http-server.http.port=" + address.getPort(),
                "discovery.uri=" + coordinator.map(node -> node.address).orElse(address),
                "plugin.dir=" + home.resolve("plugin"),
                "catalog.config-dir=" + properties,
                "node.environment=test",
                "node.internal-address=127.0.0.1",
                "query.max-memory=300MB",
                "query.max-memory-per-node=300MB",
                "memory.heap-headroom-per-node=200MB",
                "query.remote-task.max-error-duration=5s"));
        if (coordinator.isEmpty()) {
            settings.add("node-scheduler.include-coordinator=true");
        }
        Path config = Files.write(home.resolve("config.properties"), settings);
        log = home.resolve("server.log");
        process = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "--add-modules=jdk.incubator.vector",
                        "-Xmx1g",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:MetaspaceSize=400m",
                        "-XX:+UseSerialGC",
                        "-Duser.timezone=UTC",
                        "-Dconfig=" + config,
                        "-cp",
                        classPathOfTrino(),
                        ServerMain.class.getName(),
                        System.getProperty("stoa.trino.version"))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        boolean isUp = false;
        try {
            waitUntilUp();
            isUp = true;
        } finally {
            if (!isUp) {
                close();
            }
        }
    }

    /** Without this plugin and its libraries: they come from the zip. */
    private static String classPathOfTrino() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> entry.endsWith(".jar") || entry.endsWith("test-classes"))
                .filter(entry -> !new File(entry).getName().matches("(stoa|hadoop)-.*"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static void unzip(Path zip, Path to) throws IOException {
        try (InputStream file = Files.newInputStream(zip);
                ZipInputStream in = new ZipInputStream(file)) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                Path target = to.resolve(entry.getName());
                if (entry.isDirectory()) {
                    Files.createDirectories(target);
                } else {
                    Files.createDirectories(target.getParent());
                    Files.copy(in, target);
                }
            }
        }
    }

    /** A port that nobody listens on, below those that Linux gives to sockets that ask for any. */
    private static int freePort() throws IOException {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(FIRST_PORT, END_OF_PORTS);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (BindException e) {
                // somebody listens
            }
        }
    }

    private void waitUntilUp() throws IOException, InterruptedException {
        for (int second = 0; second < STARTS_WITHIN_SECONDS; second++) {
            if (process.waitFor(1, TimeUnit.SECONDS)) {
                throw new IOException("the server has ended:\n" + Files.readString(log));
            }
            if (Files.readString(log).contains("SERVER STARTED")) {
                return;
            }
        }
        throw new IOException("the server is not up:\n" + Files.readString(log));
    }

    /** The rows of a statement, each as JSON, or the error. */
    List<String> rows(String sql) throws IOException, InterruptedException {
        return rows(sql, "");
    }

    /**
     * The rows of a statement, each as JSON, or the error.
     *
     * @param session its properties, with commas between them
     */
    List<String> rows(String sql, String session) throws IOException, InterruptedException {
        List<String> rows = new ArrayList<>();
        HttpRequest.Builder request = HttpRequest.newBuilder(address.resolve("/v1/statement"))
                .header("X-Trino-Session", session)
                .header("X-Trino-User", "test")
                .header("X-Trino-Catalog", "stoa")
                .header("X-Trino-Schema", "s");
        HttpRequest next =
                request.POST(HttpRequest.BodyPublishers.ofString(sql)).build();
        while (true) {
            HttpResponse<String> response = http.send(next, HttpResponse.BodyHandlers.ofString());
            JsonNode answer = json.readTree(response.body());
            if (answer.has("error")) {
                return List.of(answer.get("error").get("errorName").asText() + ": "
                        + answer.get("error").get("message").asText());
            }
            answer.path("data").forEach(row -> rows.add(row.toString()));
            if (!answer.has("nextUri")) {
                return rows;
            }
            next = HttpRequest.newBuilder(URI.create(answer.get("nextUri").asText()))
                    .header("X-Trino-User", "test")
                    .build();
        }
    }

    /** Whether the node has a file open whose path contains a text. Only Linux says so. */
    boolean hasOpen(String part) throws IOException {
        try (Stream<Path> open = Files.list(Path.of("/proc/" + process.pid() + "/fd"))) {
            return open.anyMatch(file -> target(file).contains(part));
        }
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException e) {
            return ""; // closed meanwhile
        }
    }

    /** Kills the node (SIGKILL). */
    @Override
    public void close() throws IOException {
        http.close();
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
