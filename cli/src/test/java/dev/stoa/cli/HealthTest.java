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
package dev.stoa.cli;

import static dev.stoa.cli.CommandRun.exits;
import static dev.stoa.cli.CommandRun.fails;
import static dev.stoa.cli.CommandRun.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.stoa.table.TableHealth;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Looks at tables as those who operate them do: health, sizes of commits, the layout of a table, plans of compactions. */
class HealthTest {
    @TempDir
    private Path folder;

    private Path table;

    @BeforeEach
    void makeTable() throws IOException {
        table = folder.resolve("orders");
        ok("table", "create", table, "--schema", "id bigint not null, name varchar(10)", "--key", "id");
        ok("insert", table, Files.writeString(folder.resolve("a.csv"), "id,name\n1,one\n2,two\n3,three\n"));
    }

    private JsonNode json(int exitCode, Object... more) throws IOException {
        Object[] all = new Object[4 + more.length];
        System.arraycopy(new Object[] {"table", "health", table, "--json"}, 0, all, 0, 4);
        System.arraycopy(more, 0, all, 4, more.length);
        return new ObjectMapper().readTree(exits(exitCode, all));
    }

    @Test
    void aSmallTableIsHealthy() throws IOException {
        String text = ok("table", "health", table);
        assertTrue(text.contains(": version 1: healthy"), text);
        assertTrue(text.contains("0 of 3 rows"), text);
        assertFalse(text.contains("stoa compact"), text);
        JsonNode json = json(0);
        assertTrue(json.get("healthy").asBoolean());
        assertEquals(3, json.get("rows").asLong());
        assertEquals(2, json.get("versions").asLong());
        assertEquals(0, json.get("work").size());
        fails(2, List.of("exclude each other"), "table", "health", table, "--json", "--openmetrics");
    }

    @Test
    void filesOfFailedWritersAskForExpiry() throws IOException {
        Path orphan = Files.write(table.resolve("data").resolve(UUID.randomUUID() + ".stoa"), new byte[1000]);
        assertEquals(0, json(0).get("orphanFiles").asLong(), "a young file may belong to a writer");
        Files.setLastModifiedTime(orphan, FileTime.from(Instant.now().minus(Duration.ofDays(3))));
        JsonNode json = json(3);
        assertEquals(1, json.get("orphanFiles").asLong());
        assertEquals(1000, json.get("orphanBytes").asLong());
        assertEquals("orphans", json.get("work").get(0).get("check").asText());
        String text = exits(3, "table", "health", table);
        assertTrue(text.contains("1 check asks for work") && text.contains("stoa expire --older-than 7d"), text);
        ok("expire", "--older-than", "7d", table);
        assertTrue(json(0).get("healthy").asBoolean());
    }

    /** Readers go on by the entries. */
    @Test
    void aDamagedCheckpointAsksForRepair() throws IOException {
        for (int i = 4; i <= 7; i++) {
            ok("insert", table, Files.writeString(folder.resolve("a.csv"), "id,name\n" + i + ",more\n"));
        }
        Path checkpoint = table.resolve("_stoa/0000000000000000004.checkpoint");
        byte[] bytes = Files.readAllBytes(checkpoint);
        bytes[bytes.length / 3] ^= 16;
        Files.write(checkpoint, bytes);
        JsonNode json = json(3);
        assertEquals(1, json.get("damagedLogFiles").asLong());
        String found = json.get("work").get(0).get("found").asText();
        assertTrue(
                found.startsWith("1 of 7 files damaged, the first is _stoa/0000000000000000004.checkpoint: "), found);
        assertTrue(found.contains("byte "), found);
        assertTrue(exits(3, "table", "health", table).contains("stoa repair " + table));
        ok("repair", table, "--apply");
        assertTrue(json(0).get("healthy").asBoolean());
    }

    @Test
    void oldVersionsAskForExpiry() throws IOException {
        ok("delete", table, "--where", "id = 1");
        ok("delete", table, "--where", "id = 2");
        ok("compact", table);
        JsonNode json = json(3, "--older-than", "0s", "--safe-age", "0s");
        long newest = json.get("version").asLong();
        assertEquals(newest, json.get("expiredVersions").asLong());
        assertTrue(json.get("expiredFiles").asLong() > 0, json.toString());
        assertEquals(0, json.get("orphanFiles").asLong(), "versions of the log reference all files");
    }

    @Test
    void metricsAreGauges() {
        String text = ok("table", "health", table, "--openmetrics");
        assertTrue(text.contains("# TYPE stoa_table_dead_rows gauge\nstoa_table_dead_rows{table=\""), text);
        assertTrue(text.contains("/orders\"} 0\n"), text);
        List<String> names = Pattern.compile("^(\\w+)\\{", Pattern.MULTILINE)
                .matcher(text)
                .results()
                .map(found -> found.group(1))
                .toList();
        assertEquals(List.copyOf(TableHealth.gaugeNames()), names);
        assertTrue(text.endsWith("# EOF\n"), text);
    }

    @Test
    void theLogTellsRowsAndBytes() throws IOException {
        ok("delete", table, "--where", "id = 2");
        List<String> lines = ok("table", "log", table, "--json").lines().toList();
        JsonNode deleted = new ObjectMapper().readTree(lines.get(0));
        JsonNode inserted = new ObjectMapper().readTree(lines.get(1));
        assertEquals(2, deleted.get("rows").asLong());
        assertEquals(-1, deleted.get("rowChange").asLong());
        assertEquals(3, inserted.get("rowChange").asLong());
        assertEquals(1, inserted.get("files").asLong());
        long length;
        try (var files = Files.list(table.resolve("data"))) {
            length = Files.size(files.findFirst().orElseThrow());
        }
        assertEquals(length, inserted.get("bytes").asLong());
        String one = ok("table", "log", table, "-n", 1);
        assertTrue(one.contains("-1") && !one.contains("insert"), one);
    }

    @Test
    void aPlanOfASmallTableGainsAShare() throws IOException {
        ok("insert", table, Files.writeString(folder.resolve("b.csv"), "id,name\n4,four\n"));
        String plan = ok("compact", "--plan", table);
        assertTrue(plan.contains("2 small fragments become one"), plan);
        assertTrue(plan.matches("(?s).*\\b(49|50)\\.\\d %.*"), plan);
    }

    @Test
    void inspectShowsATable() {
        ok("delete", table, "--where", "id = 1");
        String text = ok("inspect", table);
        assertTrue(text.contains("version 2, delete: 2 rows in 1 fragment"), text);
        assertTrue(text.contains("key id"), text);
        assertTrue(text.matches("(?s).*name +varchar\\(10\\).*"), text);
    }
}
