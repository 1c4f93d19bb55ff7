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

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;

/** Sends statements to a server of Trino by its protocol over HTTP. */
final class TrinoClient {
    private static final String USER = "benchmark";
    private static final int STATISTICS_TRIES = 600;
    private static final long BETWEEN_TRIES_MILLIS = 50;

    private final HttpClient http = HttpClient.newHttpClient();
    private final ObjectMapper json = new ObjectMapper();
    private final URI server;

    TrinoClient(URI server) {
        this.server = server;
    }

    /**
     * The answer to a statement.
     *
     * @param rows each as JSON
     * @param query its name in the server
     */
    record Answer(List<String> rows, String query) {}

    /**
     * Runs a statement.
     *
     * @param schema of names that have none, with its catalog: {@code CATALOG.SCHEMA}
     * @param session its properties, with commas between them
     * @throws IOException if it fails; the message has the statement and Trino's error
     */
    Answer run(String sql, String schema, String session) throws IOException {
        String[] names = schema.split("\\.", -1);
        List<String> rows = new ArrayList<>();
        HttpRequest next = request(server.resolve("/v1/statement"))
                .header("X-Trino-Catalog", names[0])
                .header("X-Trino-Schema", names[1])
                .header("X-Trino-Session", session)
                .POST(HttpRequest.BodyPublishers.ofString(sql))
                .build();
        while (true) {
            JsonNode answer = send(next);
            if (answer.has("error")) {
                JsonNode error = answer.get("error");
                throw new IOException(schema + ": " + error.path("errorName").asText() + ": "
                        + error.path("message").asText() + ": " + sql);
            }
            answer.path("data").forEach(row -> rows.add(row.toString()));
            if (!answer.has("nextUri")) {
                return new Answer(rows, answer.path("id").asText());
            }
            next = request(URI.create(answer.get("nextUri").asText())).build();
        }
    }

    /**
     * Returns the statistics of a statement that has ended.
     *
     * @throws IOException if it does not tell
     */
    TrinoStats statistics(String query) throws IOException {
        try {
            for (int i = 0; i < STATISTICS_TRIES; i++) {
                JsonNode info =
                        send(request(server.resolve("/v1/query/" + query)).build());
                if (info.path("finalQueryInfo").asBoolean()) {
                    return TrinoStats.of(info.path("queryStats"));
                }
                Thread.sleep(BETWEEN_TRIES_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while Trino counted", e);
        }
        throw new IOException("Trino has no final statistics of " + query);
    }

    private static HttpRequest.Builder request(URI address) {
        return HttpRequest.newBuilder(address).header("X-Trino-User", USER);
    }

    private JsonNode send(HttpRequest request) throws IOException {
        try {
            HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() != 200) {
                throw new IOException(
                        "Trino answers " + request.uri() + " by " + response.statusCode() + ": " + response.body());
            }
            return json.readTree(response.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while Trino answered", e);
        }
    }
}
