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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.RemoteIterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Up to eight processes of the command line work on tables and die by SIGKILL, anywhere in what they do. What a command has
 * said that it did is there, what it had no time to say is there as a whole or not at all, and nothing else is.
 *
 * <p>{@code -Dstoa.kills=300} says how many are killed on each store; {@code -Dstoa.seed} repeats the commands of each client
 * and about when they are killed.
 */
abstract class CommandKillContract {
    private static final int CLIENTS = 8;
    private static final int KILLS_PER_ROUND = 60;
    private static final Pattern OF_TABLE = Pattern.compile(
            "_stoa/(\\d{19}\\.(commit|checkpoint)|hint|sidecars/[0-9a-f-]{36}\\.stoa)|data/[0-9a-f-]{36}\\.stoa");
    private static final Pattern HALF_WRITTEN = Pattern.compile("(.*/)?\\.vio-[0-9a-f-]{36}\\.tmp");

    @TempDir
    Path scratch;

    private KilledStore store;
    private StoaCommand stoa;

    /** The folder of it all, without a slash at its end. */
    abstract String root() throws Exception;

    /** Settings by which a process finds the store. */
    abstract List<String> settings() throws Exception;

    @Test
    final void whatWasSaidIsThereAndNothingHalf() throws Exception {
        long seed = Long.getLong("stoa.seed", System.nanoTime());
        int wanted = Integer.getInteger("stoa.kills", 0);
        System.out.printf("%s: -Dstoa.seed=%d -Dstoa.kills=%d%n", getClass().getSimpleName(), seed, wanted);
        store = new KilledStore(root(), CLIENTS);
        stoa = new StoaCommand(scratch, settings());
        makeTables();
        List<KilledClient> clients = new ArrayList<>();
        for (int client = 0; client < CLIENTS; client++) {
            clients.add(new KilledClient(store, stoa, scratch, client, seed));
        }
        while (store.kills() < wanted) {
            round(clients, Math.min(wanted, store.kills() + KILLS_PER_ROUND));
            checkTables();
            System.out.println(getClass().getSimpleName() + ": " + store);
        }
        for (KilledClient client : clients) {
            client.finish();
        }
        onlyKnownFiles();
    }

    private void makeTables() throws Exception {
        for (int table = 0; table < KilledStore.TABLES.size(); table++) {
            List<String> words =
                    new ArrayList<>(List.of("table", "create", store.table(table), "--schema", KilledStore.SCHEMA));
            words.addAll(KilledStore.TABLES.get(table));
            stoa.run(words.toArray(String[]::new)).checked();
        }
        Path csv = Files.writeString(
                scratch.resolve("counter.csv"), "k,client,v,s\n" + KilledStore.COUNTER + ",0,0,counter\n");
        stoa.runAndArchive("upsert", store.table(0), csv.toString()).checked();
    }

    /** Runs all clients until the given number of processes is killed. */
    private void round(List<KilledClient> clients, int wanted) throws Exception {
        AtomicBoolean isOver = new AtomicBoolean();
        ExecutorService threads = Executors.newFixedThreadPool(clients.size());
        try {
            List<Future<Void>> all = new ArrayList<>();
            for (KilledClient client : clients) {
                Callable<Void> work = () -> {
                    try {
                        while (!isOver.get() && store.kills() < wanted) {
                            client.step();
                        }
                    } finally {
                        isOver.set(true);
                    }
                    return null;
                };
                all.add(threads.submit(work));
            }
            for (Future<Void> one : all) {
                one.get();
            }
        } catch (ExecutionException e) {
            throw new AssertionError(store.toString(), e.getCause());
        } finally {
            threads.shutdown();
        }
    }

    private void checkTables() throws IOException, InterruptedException {
        Thread.sleep(200); // what a killed process has sent may be under way
        for (int table = 0; table < KilledStore.TABLES.size(); table++) {
            stoa.run("verify", store.table(table)).checked();
            int counted = store.counted();
            StoaCommand.Result scan = stoa.run("scan", store.table(table), "--json", "--limit", "1000000");
            store.check(table, scan, counted, CLIENTS);
        }
    }

    /** Removes what no version needs and what killed processes have left behind, and looks what is still there. */
    private void onlyKnownFiles() throws Exception {
        Thread.sleep(1100); // files get older than a clock can tell
        List<String> known = new ArrayList<>();
        for (int table = 0; table < KilledStore.TABLES.size(); table++) {
            String name = store.table(table);
            stoa.run("expire", name, "--older-than", "0s", "--keep", "1", "--safe-age", "0s")
                    .checked();
            JsonNode sound = new ObjectMapper()
                    .readTree(stoa.run("verify", name, "--json").checked());
            List<String> files = files(name);
            assertEquals(
                    List.of(),
                    files.stream()
                            .filter(file -> !OF_TABLE.matcher(file).matches())
                            .toList(),
                    name);
            assertEquals(0, sound.get("unreferenced").size(), sound.toString());
            long data = files.stream().filter(file -> file.startsWith("data/")).count();
            assertEquals(sound.get("data_files").asLong(), data, sound.toString());
            long sidecars = files.stream()
                    .filter(file -> file.startsWith("_stoa/sidecars/"))
                    .count();
            assertTrue(sidecars <= sound.get("sidecars").asLong(), sound.toString()); // others are in the log
            known.addAll(files);
        }
        checkTables();
        List<String> beside = files(root());
        beside.removeIf(file -> file.startsWith("t") && known.contains(file.substring(file.indexOf('/') + 1)));
        long halfWritten = beside.stream()
                .filter(file -> HALF_WRITTEN.matcher(file).matches())
                .count();
        beside.removeIf(file -> HALF_WRITTEN.matcher(file).matches());
        Pattern made = Pattern.compile("files/f\\d\\.stoa|made/m\\d-\\d+/(" + OF_TABLE + ")");
        assertEquals(
                List.of(),
                beside.stream().filter(file -> !made.matcher(file).matches()).toList());
        assertTrue(halfWritten <= store.kills(), halfWritten + " files are half written");
        stoa.run("verify", root()).checked();
        System.out.println(
                getClass().getSimpleName() + ": " + halfWritten + " files of killed processes beside tables");
    }

    /** All files below a folder. */
    private List<String> files(String folder) throws Exception {
        Configuration conf = new Configuration();
        for (String setting : settings()) {
            int equals = setting.indexOf('=');
            conf.set(setting.substring(0, equals), setting.substring(equals + 1));
        }
        org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(folder);
        List<String> names = new ArrayList<>();
        try (FileSystem fs = FileSystem.newInstance(path.toUri(), conf)) {
            String prefix = fs.makeQualified(path) + "/";
            RemoteIterator<LocatedFileStatus> all = fs.listFiles(path, true);
            while (all.hasNext()) {
                names.add(all.next().getPath().toString().substring(prefix.length()));
            }
        }
        return names;
    }
}
