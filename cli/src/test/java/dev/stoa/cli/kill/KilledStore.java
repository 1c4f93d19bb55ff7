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
package dev.stoa.cli.kill;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;

/** Tables that clients share, and what must be in them. Safe for several threads. */
final class KilledStore {
    /** What makes each table. */
    static final List<List<String>> TABLES = List.of(
            List.of("--key", "k", "--sorted-by", "k"),
            List.of("--key", "k", "--partition-by", "k hash(3)"),
            List.of("--sorted-by", "s:desc"));

    /** The columns of each table. */
    static final String SCHEMA = "k bigint not null, client int not null, v bigint, s varchar(40)";

    /** The key of the row whose value all clients count up. */
    static final long COUNTER = -1;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final String root;
    private final int clients;
    private final List<List<PossibleRows>> rows = new ArrayList<>();
    private final List<PossibleRows> files = new ArrayList<>();
    private final AtomicInteger counted = new AtomicInteger();
    private final AtomicInteger countable = new AtomicInteger();
    private final AtomicInteger kills = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private final Map<String, AtomicInteger> byCommand = new ConcurrentHashMap<>();

    KilledStore(String root, int clients) {
        this.root = root;
        this.clients = clients;
        for (int table = 0; table < TABLES.size(); table++) {
            List<PossibleRows> ofTable = new ArrayList<>();
            for (int client = 0; client < clients; client++) {
                ofTable.add(new PossibleRows());
            }
            rows.add(ofTable);
        }
        for (int client = 0; client < clients; client++) {
            files.add(new PossibleRows());
        }
    }

    String table(int number) {
        return root + "/t" + number;
    }

    /** The file that a client replaces. */
    String file(int client) {
        return root + "/files/f" + client + ".stoa";
    }

    /** A table that a client makes. */
    String made(int client, int number) {
        return root + "/made/m" + client + "-" + number;
    }

    PossibleRows rows(int table, int client) {
        return rows.get(table).get(client);
    }

    PossibleRows fileRows(int client) {
        return files.get(client);
    }

    /** A command that counts up is about to start. */
    void beginCounting() {
        countable.incrementAndGet();
    }

    void hasCounted() {
        counted.incrementAndGet();
    }

    void hasNotCounted() {
        countable.decrementAndGet();
    }

    /** How often the row was counted up, at least. */
    int counted() {
        return counted.get();
    }

    int kills() {
        return kills.get();
    }

    /** Notes how a process ended. */
    void ended(String command, boolean isKilled, boolean isRefused) {
        ended.incrementAndGet();
        refused.addAndGet(isRefused ? 1 : 0);
        if (isKilled) {
            kills.incrementAndGet();
            byCommand.computeIfAbsent(command, c -> new AtomicInteger()).incrementAndGet();
        }
    }

    /**
     * Fails unless what a scan has printed was there at one time while it ran, client by client.
     *
     * @param counted how often the row was counted up at least, before the scan began
     * @param settled the client whose rows no other client changes; -1 for none, the number of clients for all
     */
    void check(int table, StoaCommand.Result scan, int counted, int settled) throws IOException {
        List<NavigableMap<Long, String>> found = parse(table, scan, counted);
        for (int client = 0; client < clients; client++) {
            boolean isSettled = settled == client || settled == clients;
            String what = scan.words() + ", the rows of client " + client;
            rows(table, client).check(found.get(client), scan.begin(), scan.end(), isSettled, what);
        }
    }

    private List<NavigableMap<Long, String>> parse(int table, StoaCommand.Result scan, int counted) throws IOException {
        List<NavigableMap<Long, String>> found = new ArrayList<>();
        for (int client = 0; client < clients; client++) {
            found.add(new TreeMap<>());
        }
        int counters = 0;
        for (String line : scan.checked().lines().toList()) {
            JsonNode row = JSON.readTree(line);
            long k = row.get("k").asLong();
            if (k == COUNTER) {
                counters++;
                long v = row.get("v").asLong();
                int most = countable.get();
                Assertions.assertTrue(
                        v >= counted && v <= most,
                        () -> scan.words() + ": counted to " + v + ", must be " + counted + " to " + most);
            } else {
                NavigableMap<Long, String> of = found.get(row.get("client").asInt());
                Assertions.assertEquals(null, of.put(k, value(row)), () -> scan.words() + ": twice there: " + line);
            }
        }
        Assertions.assertEquals(table == 0 ? 1 : 0, counters, () -> scan.words() + ": rows that count");
        return found;
    }

    /** Fails unless a file that a client replaces is as one of its commands has left it. */
    void checkFile(int client, StoaCommand.Result scan) throws IOException {
        NavigableMap<Long, String> found = new TreeMap<>();
        for (String line : scan.checked().lines().toList()) {
            JsonNode row = JSON.readTree(line);
            found.put(row.get("k").asLong(), value(row));
        }
        fileRows(client)
                .check(found, scan.begin(), scan.end(), true, scan.words().toString());
    }

    private static String value(JsonNode row) {
        return row.get("v").asText() + " " + row.get("s").asText();
    }

    private Stream<PossibleRows> all() {
        return Stream.concat(rows.stream().flatMap(List::stream), files.stream());
    }

    @Override
    public String toString() {
        return String.format(
                "%,d kills %s of %,d processes, %,d refused; of killed commands whose end is known %d are done and %d are not;"
                        + " counted to %d, begun %d",
                kills.get(),
                byCommand,
                ended.get(),
                refused.get(),
                all().mapToInt(PossibleRows::foundDone).sum(),
                all().mapToInt(PossibleRows::foundUndone).sum(),
                counted.get(),
                countable.get());
    }
}
