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
package dev.stoa.table.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.reader.Verifier;
import dev.stoa.table.CommitInfo;
import dev.stoa.table.Damage;
import dev.stoa.table.DataFile;
import dev.stoa.table.Expiry;
import dev.stoa.table.Fragment;
import dev.stoa.table.Rows;
import dev.stoa.table.Seeds;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.table.Upkeep;
import dev.stoa.vio.Folder;
import dev.stoa.vio.RangeSource;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes that work on one table are killed, anywhere in what they do, and after each kill the table must be what the
 * clients were told, and what its log says, row by row: nothing lost, nothing doubled, nothing damaged, and ready to be
 * changed. What a client was not told it asks for again in its next life, and it must come out once.
 *
 * <p>{@code -Dstoa.kills=200} kills more often; {@code -Dstoa.seed} repeats the operations and about when kills happen.
 */
abstract class KillContract {
    private static final int MOST_TOGETHER = 3;
    private static final int VERSIONS_KEPT = 50;

    @TempDir
    Path scratch;

    private final KillLog log = new KillLog();
    private final NavigableMap<Long, NavigableMap<Long, KillOperation.Row>> versions = new TreeMap<>();
    private final Set<String> verified = new HashSet<>();
    private final List<KillLog.Told> unfinished = new ArrayList<>();
    private final Deque<KillProcess> waiting = new ArrayDeque<>();
    private final List<KillProcess> all = new ArrayList<>();
    private int wanted;
    private Random random;
    private long seed;
    private Folder folder;
    private KillClient own;
    private int clients;
    private int kills;
    private int disturbed;
    private int foundThere;
    private int foundAbsent;
    private int ownOperations;

    /** The folder of the table, in this process. */
    abstract Folder folder() throws Exception;

    /** What tells another process where the folder is: its path, and a file of settings. */
    abstract List<String> place() throws Exception;

    /** How often clients are killed in a build. */
    abstract int kills();

    /** Something else may fail too, before processes start to work; whether it does. */
    boolean disturb(Random chance) throws Exception {
        return false;
    }

    /** No process works; what failed comes back. */
    void calm() throws Exception {}

    /** A file of settings. */
    final String written(Configuration conf) throws IOException {
        Path file = scratch.resolve("settings.xml");
        try (OutputStream out = Files.newOutputStream(file)) {
            conf.writeXml(out);
        }
        return file.toString();
    }

    @Test
    final void nothingIsLostAndNothingDoubled() throws Exception {
        seed = Seeds.next(getClass());
        random = new Random(seed);
        wanted = Integer.getInteger("stoa.kills", kills());
        folder = folder();
        boolean isSorted = random.nextBoolean();
        List<TableProperties.SortColumn> order =
                isSorted ? List.of(new TableProperties.SortColumn(1, false, false)) : List.of();
        TableProperties keyed = new TableProperties(order, List.of(1), List.of(), Map.of());
        Table.create(folder, Rows.schema(), keyed, TableSettings.DEFAULT);
        versions.put(0L, new TreeMap<>());
        own = new KillClient(folder, log.new Client()::line);
        try {
            for (int round = 0; kills < wanted; round++) {
                boolean isAlone = round % 3 == 2;
                int together = isAlone || round % 3 == 0 ? 1 : 2 + random.nextInt(MOST_TOGETHER - 1);
                round(Math.min(together, wanted - kills), isAlone);
            }
        } finally {
            all.forEach(KillProcess::end);
        }
        Damage.assertSound(folder);
        nothingIsLeft();
        System.out.printf(
                "%s: %,d kills, %,d rounds with a server down, %,d versions, %,d rows; told: %,d done, %,d refused, %,d without effect;"
                        + " not told: %,d, of which %,d were there and %,d were not%n",
                getClass().getSimpleName(),
                kills,
                disturbed,
                versions.lastKey(),
                versions.lastEntry().getValue().size(),
                log.count(KillLog.Outcome.DONE),
                log.count(KillLog.Outcome.REFUSED),
                log.count(KillLog.Outcome.NOTHING),
                foundThere + foundAbsent,
                foundThere,
                foundAbsent);
    }

    /** Processes are started, and killed one after the other. */
    private void round(int together, boolean isAlone) throws Exception {
        List<KillProcess> working = new ArrayList<>();
        for (int i = 0; i < together; i++) {
            working.add(start());
        }
        disturbed += disturb(random) ? 1 : 0;
        for (KillProcess process : working) {
            for (KillLog.Told told : unfinished) {
                process.say(KillChild.AGAIN + told.begun());
            }
            unfinished.clear();
            process.say(KillChild.GO + (isAlone ? KillChild.ALONE : "beside others"));
        }
        while (waiting.size() < MOST_TOGETHER && all.size() < wanted) {
            waiting.add(launch()); // they start while others work
        }
        while (!working.isEmpty()) {
            KillProcess victim = working.remove(random.nextInt(working.size()));
            if (random.nextBoolean()) { // somewhere
                victim.await(2 + random.nextInt(60), Integer.MAX_VALUE);
                Thread.sleep(random.nextInt(60), random.nextInt(1_000_000));
            } else { // about when it commits
                victim.await(Integer.MAX_VALUE, 1 + random.nextInt(8));
                Thread.sleep(0, random.nextInt(1_000_000));
            }
            victim.kill();
            kills++;
            check(working.isEmpty(), victim.client().unfinished());
        }
        calm();
    }

    private KillProcess start() throws Exception {
        KillProcess process = waiting.isEmpty() ? launch() : waiting.poll();
        process.await(1, Integer.MAX_VALUE);
        return process;
    }

    private KillProcess launch() throws Exception {
        List<String> words = new ArrayList<>(place());
        words.add(String.valueOf(++clients));
        words.add(String.valueOf(seed + clients));
        KillProcess process = new KillProcess(log.new Client(), scratch, words);
        all.add(process);
        return process;
    }

    /**
     * Compares the table with what clients were told.
     *
     * @param isQuiet whether nobody works on it
     * @param last what the client did that was killed
     */
    private void check(boolean isQuiet, Optional<KillLog.Told> last) throws Exception {
        log.check();
        Snapshot snapshot = follow(Table.open(folder, TableSettings.DEFAULT));
        verify(snapshot);
        Snapshot older = own.table().snapshot();
        assertTrue(older.version() >= snapshot.version(), "who knows the table longer sees no less");
        log.compare(isQuiet ? Long.MAX_VALUE : snapshot.version());
        if (last.isPresent() && last.get().operation.changesRows()) {
            unfinished.add(last.get());
            if (last.get().committed.isPresent()) {
                foundThere++;
            } else {
                foundAbsent++;
            }
        }
        if (isQuiet) {
            KillOperation operation = new KillOperation(
                    KillOperation.Kind.INSERT, "own." + ownOperations, -3L * (ownOperations + 1), 1, 3);
            ownOperations++;
            own.run(operation, Optional.empty(), false);
            log.check();
            long next = versions.lastKey() + 1;
            Snapshot now = follow(own.table());
            assertTrue(
                    now.version() == next || isUpkeep(now.commit()) && now.version() <= next + 2,
                    () -> "the first commit behind a kill is the next version, not " + now);
        }
    }

    /** Upkeep follows what a client was told to do, and changes no row. */
    private static boolean isUpkeep(CommitInfo commit) {
        return commit.operation().startsWith(Upkeep.OPERATION);
    }

    /** Follows the log to the newest version, and compares the rows there. */
    private Snapshot follow(Table table) throws Exception {
        Snapshot snapshot = table.snapshot();
        long known = versions.lastKey();
        Map<Long, CommitInfo> commits = new TreeMap<>();
        for (CommitInfo commit : table.commits((int) (snapshot.version() - known) + 100)) {
            commits.put(commit.version(), commit);
        }
        for (long version = known + 1; version <= snapshot.version(); version++) {
            Optional<CommitInfo> commit = Optional.ofNullable(commits.get(version));
            NavigableMap<Long, KillOperation.Row> rows = versions.get(version - 1);
            // one that is expired already was made by a process that was alone, so that its base was the version below
            boolean isUpkeep = commit.isPresent() && isUpkeep(commit.get());
            Optional<KillLog.Told> told = commit.isEmpty()
                    ? log.of(version)
                    : isUpkeep ? Optional.empty() : Optional.of(log.of(commit.get()));
            if (told.isPresent()) {
                log.committed(told.get(), version);
                long base = commit.map(CommitInfo::base).orElse(version - 1);
                rows = told.get().operation.apply(versions.get(base), rows);
            }
            versions.put(version, rows);
        }
        while (versions.size() > VERSIONS_KEPT) {
            versions.pollFirstEntry();
        }
        compare(snapshot);
        if (snapshot.version() > known + 1 && commits.containsKey(snapshot.version() - 1)) {
            compare(table.snapshotAt(snapshot.version() - 1));
        }
        return snapshot;
    }

    private void compare(Snapshot snapshot) throws IOException {
        Set<String> expected = new TreeSet<>();
        versions.get(snapshot.version())
                .forEach((key, row) -> expected.add("[" + key + ", " + row.n() + ", " + row.s() + "]"));
        List<String> rows = Rows.read(snapshot);
        assertEquals(expected, new TreeSet<>(rows), () -> "the rows of " + snapshot);
        assertEquals(expected.size(), rows.size(), () -> "rows come twice in " + snapshot);
        assertEquals(expected.size(), snapshot.rowCount());
    }

    /** Checks all bytes of the files of a version, as 'stoa verify' does; of each file once, as it never changes. */
    private void verify(Snapshot snapshot) throws IOException {
        for (Fragment fragment : snapshot.fragments()) {
            for (DataFile file : fragment.files()) {
                verify(
                        file.path(),
                        () -> folder.open(
                                file.path(), OptionalLong.of(file.identity().length())));
            }
            for (SidecarFile file : fragment.sidecars()) {
                verify(file.path(), () -> file.source(folder));
            }
        }
    }

    private interface Source {
        RangeSource open() throws IOException;
    }

    private void verify(String path, Source file) throws IOException {
        if (verified.add(path)) {
            try (RangeSource source = file.open()) {
                assertEquals(List.of(), Verifier.verify(source, (bytes, of) -> {}), path);
            }
        }
    }

    /** What killed processes have left behind is removed, and nothing else. */
    private void nothingIsLeft() throws Exception {
        Table table = own.table();
        Expiry.plan(table, Duration.ZERO, 1, Duration.ZERO).run();
        Snapshot snapshot = follow(Table.open(folder, TableSettings.DEFAULT));
        Set<String> needed = new TreeSet<>();
        for (Fragment fragment : snapshot.fragments()) {
            fragment.files().forEach(file -> needed.add(file.path()));
            fragment.sidecars().stream().filter(file -> !file.isInLog()).forEach(file -> needed.add(file.path()));
        }
        Set<String> there = new TreeSet<>();
        for (String name : List.of("data", "_stoa/sidecars")) {
            folder.list(name).forEach(entry -> there.add(name + "/" + entry.name()));
        }
        assertEquals(needed, there);
        verified.clear();
        verify(snapshot);
        assertEquals(
                List.of(),
                folder.list("_stoa").stream()
                        .map(Folder.Entry::name)
                        .filter(name -> Stream.of(".commit", ".checkpoint").noneMatch(name::endsWith))
                        .filter(name -> !Set.of("hint", "sidecars", "floor").contains(name))
                        .toList());
    }
}
