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
package dev.stoa.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs each example and compares what it prints. */
class ExamplesTest {
    private static final LocalDate DAY = LocalDate.of(2024, 5, 1);

    private static final Pattern RANGE = Pattern.compile("bytes=(\\d+)-(\\d+)");

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    private List<String> lines() {
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @Test
    void writeAndRead() throws IOException {
        Path file = folder.resolve("orders.stoa");
        WriteAndRead.write(file);
        WriteAndRead.read(file, DAY, out);
        assertEquals(
                List.of("2024-05-01: 1000 orders, total 494461062.18", "rows: 200000, pruned by MinMax: 134464"),
                lines());
    }

    @Test
    void keepATable() throws IOException {
        KeepATable.run(folder.resolve("people"), out);
        assertEquals(
                List.of("version 1: {1=Ada, 2=Blaise, 3=Claude}", "version 4: {1=Augusta, 3=Carl, 4=David}"), lines());
    }

    @Test
    void watchATable() throws Exception {
        Path people = folder.resolve("people");
        KeepATable.run(people, new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
        WatchATable.run(people, out);
        assertEquals(List.of("readable: 1", "rows: 3"), lines());
        String page = Files.readString(Path.of("../docs/operate.md"));
        int start = page.indexOf("```java\n") + "```java\n".length();
        String shown = page.substring(start, page.indexOf("```", start)).replaceAll("\\s+", " ");
        String source = Files.readString(Path.of("src/main/java/dev/stoa/examples/WatchATable.java"));
        assertTrue(source.replaceAll("\\s+", " ").contains(shown), "docs/operate.md shows other code: " + shown);
    }

    @ParameterizedTest
    @ValueSource(strings = {"parquet", "orc", "avro"})
    void convertAFile(String extension) throws IOException {
        Path file = folder.resolve("orders.stoa");
        Path other = folder.resolve("orders." + extension);
        Path back = folder.resolve("back.stoa");
        WriteAndRead.write(file);
        ConvertAFile.fromStoa(file, other);
        ConvertAFile.toStoa(other, back, out);
        WriteAndRead.read(back, DAY, out);
        assertEquals("2024-05-01: 1000 orders, total 494461062.18", lines().get(0));
    }

    @Test
    void readFromAStore() throws IOException {
        Path file = folder.resolve("orders.stoa");
        WriteAndRead.write(file);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> serve(exchange, Files.readAllBytes(file)));
        server.start();
        try {
            int port = server.getAddress().getPort();
            ReadFromAStore.read(URI.create("http://localhost:" + port + "/orders.stoa"), DAY, out);
        } finally {
            server.stop(0);
        }
        assertEquals(List.of("2024-05-01: 1000 orders", "round trips to the server: 2"), lines());
    }

    private static void serve(HttpExchange exchange, byte[] file) throws IOException {
        try (exchange) {
            if (exchange.getRequestMethod().equals("HEAD")) {
                exchange.getResponseHeaders().set("Content-Length", Integer.toString(file.length));
                exchange.sendResponseHeaders(200, -1);
                return;
            }
            Matcher range = RANGE.matcher(exchange.getRequestHeaders().getFirst("Range"));
            assertTrue(range.matches());
            byte[] part =
                    Arrays.copyOfRange(file, Integer.parseInt(range.group(1)), Integer.parseInt(range.group(2)) + 1);
            exchange.sendResponseHeaders(206, part.length);
            exchange.getResponseBody().write(part);
        }
    }

    @Test
    void theReadmeNamesEachExample() throws IOException {
        String readme = Files.readString(Path.of("README.md"));
        try (Stream<Path> sources = Files.list(Path.of("src/main/java/dev/stoa/examples"))) {
            for (Path source : sources.toList()) {
                String name = source.getFileName().toString();
                assertTrue(name.equals("package-info.java") || readme.contains(name), name);
            }
        }
    }
}
