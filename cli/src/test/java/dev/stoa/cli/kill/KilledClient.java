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

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** Runs random commands one after the other, and kills most of them. Clients share the tables, and each has its own rows. */
final class KilledClient {
    /** How young files are left alone; a command that takes longer is killed. */
    static final String SAFE_AGE = "60s";

    private static final long LONGEST = TimeUnit.SECONDS.toMillis(50);
    private static final long UNKNOWN = TimeUnit.SECONDS.toMillis(8);
    private static final int MOST_STATES = 8;
    private static final int MOST_ROWS = 400;
    private static final double SHARE_OF_KILLS = 0.8;

    /** About how long commands take, in milliseconds. */
    private static final Map<String, Long> USUAL = new ConcurrentHashMap<>();

    private final KilledStore store;
    private final StoaCommand stoa;
    private final Path scratch;
    private final Random random;
    private final int number;
    private long commands;
    private long keys;
    private boolean hasFile;
    private int made;
    private boolean isHalfMade;

    KilledClient(KilledStore store, StoaCommand stoa, Path scratch, int number, long seed) {
        this.store = store;
        this.stoa = stoa;
        this.scratch = scratch;
        this.number = number;
        this.random = new Random(seed + number);
    }

    /** Runs one command. */
    void step() throws IOException, InterruptedException {
        commands++;
        int table = random.nextInt(KilledStore.TABLES.size());
        if (store.rows(table, number).count() > MOST_STATES) {
            scan(table);
            return;
        }
        int rows = store.rows(table, number).any().size();
        switch (rows > MOST_ROWS ? 13 : random.nextInt(26)) {
            case 0, 1, 2, 3, 4 -> insert(table);
            case 5, 6, 7, 8 -> upsert(table == 2 ? 0 : table); // the last one has no key
            case 9, 10, 11, 12 -> update(table);
            case 13, 14, 15 -> delete(table);
            case 16, 17 -> count();
            case 18, 19 -> quiet("compact", store.table(table));
            case 20 -> expire(table);
            case 21 -> verify(table);
            case 22 -> scan(table);
            case 23 -> convert();
            case 24 -> scanFile();
            default -> create();
        }
    }

    private long key(long of) {
        return (number + 1) * 1_000_000_000L + of;
    }

    /** A text of rows with these keys. */
    private Path text(List<Long> of, NavigableMap<Long, String> rows) throws IOException {
        StringBuilder csv = new StringBuilder("k,client,v,s\n");
        for (long key : of) {
            String s = "c" + Long.toString(commands * 7919 + key, 36);
            csv.append(key + "," + number + "," + commands + "," + s + "\n");
            rows.put(key, commands + " " + s);
        }
        return Files.writeString(scratch.resolve("rows" + number + ".csv"), csv);
    }

    private List<Long> fresh(int count) {
        List<Long> fresh = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            fresh.add(key(keys++));
        }
        return fresh;
    }

    private void insert(int table) throws IOException, InterruptedException {
        NavigableMap<Long, String> rows = new TreeMap<>();
        Path csv = text(fresh(1 + random.nextInt(random.nextInt(4) == 0 ? 200 : 10)), rows);
        change(table, with(rows), "insert", store.table(table), csv.toString());
    }

    private void upsert(int table) throws IOException, InterruptedException {
        List<Long> of = fresh(random.nextInt(10));
        store.rows(table, number).any().keySet().stream()
                .filter(key -> random.nextInt(8) == 0)
                .forEach(of::add);
        if (!of.isEmpty()) {
            NavigableMap<Long, String> rows = new TreeMap<>();
            Path csv = text(of, rows);
            change(table, with(rows), "upsert", store.table(table), csv.toString());
        }
    }

    private static UnaryOperator<NavigableMap<Long, String>> with(NavigableMap<Long, String> rows) {
        return old -> {
            old.putAll(rows);
            return old;
        };
    }

    private void update(int table) throws IOException, InterruptedException {
        long from = key(random.nextLong(keys + 1));
        long to = from + random.nextInt(100);
        long v = commands;
        change(
                table,
                old -> {
                    old.subMap(from, true, to, true)
                            .replaceAll((key, value) -> v + value.substring(value.indexOf(' ')));
                    return old;
                },
                "update",
                store.table(table),
                "--set",
                "v = " + v,
                "--where",
                "k between " + from + " and " + to);
    }

    private void delete(int table) throws IOException, InterruptedException {
        long from = key(random.nextLong(keys + 1));
        long to = from + random.nextInt(60);
        change(
                table,
                old -> {
                    old.subMap(from, true, to, true).clear();
                    return old;
                },
                "delete",
                store.table(table),
                "--where",
                "k between " + from + " and " + to);
    }

    private void change(int table, UnaryOperator<NavigableMap<Long, String>> effect, String... words)
            throws IOException, InterruptedException {
        PossibleRows rows = store.rows(table, number);
        PossibleRows.Change change = rows.begin(effect);
        StoaCommand.Result result = run(words);
        if (result.isDone()) {
            rows.done(change);
        } else if (result.isKilled()) {
            rows.killed(change);
        } else {
            rows.refused(change);
        }
    }

    private void count() throws IOException, InterruptedException {
        store.beginCounting();
        String row = "k = " + KilledStore.COUNTER;
        StoaCommand.Result result = run("update", store.table(0), "--set", "v = v + 1", "--where", row);
        if (result.isDone()) {
            store.hasCounted();
        } else if (!result.isKilled()) {
            store.hasNotCounted();
        }
    }

    private void expire(int table) throws IOException, InterruptedException {
        String keep = String.valueOf(1 + random.nextInt(5));
        quiet("expire", store.table(table), "--older-than", "0s", "--keep", keep, "--safe-age", SAFE_AGE);
    }

    private void verify(int table) throws IOException, InterruptedException {
        quiet("verify", store.table(table));
    }

    private void quiet(String... words) throws IOException, InterruptedException {
        StoaCommand.Result result = run(words);
        if (!result.isKilled()) {
            result.checked();
        }
    }

    private void scan(int table) throws IOException, InterruptedException {
        int counted = store.counted();
        StoaCommand.Result result = run("scan", store.table(table), "--json", "--limit", "1000000");
        if (!result.isKilled()) {
            store.check(table, result, counted, number);
        }
    }

    private void convert() throws IOException, InterruptedException {
        NavigableMap<Long, String> rows = new TreeMap<>();
        Path csv = text(fresh(1 + random.nextInt(1000)), rows);
        PossibleRows.Change change = store.fileRows(number).begin(old -> rows);
        StoaCommand.Result result =
                run("convert", csv.toString(), store.file(number), "--overwrite", "--schema", KilledStore.SCHEMA);
        if (result.isKilled()) {
            store.fileRows(number).killed(change);
        } else {
            result.checked();
            store.fileRows(number).done(change);
            hasFile = true;
        }
    }

    private void scanFile() throws IOException, InterruptedException {
        if (hasFile) {
            StoaCommand.Result result = run("scan", store.file(number), "--json", "--limit", "1000000");
            if (!result.isKilled()) {
                store.checkFile(number, result);
            }
        }
    }

    /** Makes a table; one whose making was killed is there already, or is made now. */
    private void create() throws IOException, InterruptedException {
        String table = store.made(number, made);
        StoaCommand.Result result = run("table", "create", table, "--schema", KilledStore.SCHEMA, "--key", "k");
        if (result.isKilled()) {
            isHalfMade = true;
            return;
        }
        if (!(isHalfMade && result.err().contains("is a table already"))) {
            result.checked();
        }
        made++;
        isHalfMade = false;
    }

    /** Finishes what was begun, if anything was. */
    void finish() throws IOException, InterruptedException {
        if (isHalfMade) {
            String table = store.made(number, made);
            StoaCommand.Result result =
                    stoa.run("table", "create", table, "--schema", KilledStore.SCHEMA, "--key", "k");
            if (!result.err().contains("is a table already")) {
                result.checked();
            }
            isHalfMade = false;
            made++;
        }
    }

    /** Runs a command that may be killed, anywhere. Whoever is refused must have been told why. */
    private StoaCommand.Result run(String... words) throws IOException, InterruptedException {
        String command = words[0];
        long usual = USUAL.getOrDefault(command, UNKNOWN);
        boolean isKilled = random.nextDouble() < SHARE_OF_KILLS;
        long patience = isKilled ? (long) (usual * (0.4 + 0.9 * random.nextDouble())) : LONGEST;
        StoaCommand.Running running = stoa.start(List.of(words));
        if (!running.await(patience)) {
            running.kill();
        }
        StoaCommand.Result result = running.await();
        boolean isRefused = !result.isKilled() && !result.isDone();
        if (result.isDone()) {
            long took = TimeUnit.NANOSECONDS.toMillis(result.end() - result.begin());
            USUAL.merge(command, took, (a, b) -> (3 * a + b) / 4);
        } else if (result.isKilled()) {
            USUAL.put(command, usual + usual / 16); // so that some live on, however slow the machine is
        } else if (isRefused && !result.err().contains("; nothing was committed, begin anew")) {
            boolean isThere = isHalfMade && command.equals("table");
            if (!isThere) {
                throw new AssertionError("an unexpected error: " + result);
            }
        }
        store.ended(command, result.isKilled(), isRefused);
        return result;
    }
}
