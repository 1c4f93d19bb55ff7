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
package dev.stoa.table.simulation;

import dev.stoa.table.Rows;
import dev.stoa.table.Table;
import dev.stoa.table.TableProperties;
import dev.stoa.table.internal.log.Floors;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/** One table's life among clients that come, go and are killed, on a store that fails now and then; all of it from a seed. */
final class SimHistory {
    private final Random random;
    private final SimWorld world;
    private final TableProperties properties;
    private final boolean loses;

    /**
     * A history.
     *
     * @param loses whether an entry of the log disappears
     */
    SimHistory(SimStore.Kind kind, long seed, boolean loses) {
        this.loses = loses;
        random = new Random(seed);
        world = new SimWorld(kind, random);
        boolean keyed = random.nextBoolean();
        List<TableProperties.SortColumn> order = random.nextInt(3) > 0
                ? List.of()
                : List.of(new TableProperties.SortColumn(SimModel.KEY, random.nextBoolean(), false));
        List<TableProperties.PartitionColumn> partitions = random.nextInt(4) > 0
                ? List.of()
                : List.of(new TableProperties.PartitionColumn(SimModel.KEY, "hash(2)"));
        Map<String, String> free = new HashMap<>();
        if (random.nextInt(3) == 0) {
            free.put(TableProperties.PART_FRAGMENTS, "2"); // so that checkpoints have parts
        }
        if (random.nextInt(3) == 0) {
            free.put(TableProperties.SIDECARS_IN_LOG, "false");
        }
        properties = new TableProperties(order, keyed ? List.of(SimModel.KEY) : List.of(), partitions, free);
    }

    /** What happened, as a number. */
    long digest() {
        return world.scheduler().digest();
    }

    /** The versions, for messages. */
    @Override
    public String toString() {
        return properties + System.lineSeparator() + world.model().history();
    }

    /** The versions that branches have besides. */
    long branchVersions() {
        return world.branches().versions();
    }

    /** How often a branch was published. */
    long published() {
        return world.branches().published();
    }

    /** The versions that there are in the end. */
    long versions() {
        return world.model().newest() + 1;
    }

    private boolean isKeyed() {
        return !properties.key().isEmpty();
    }

    /** Runs it; something is thrown where it is not as the model says. */
    void run() throws Throwable {
        world.scheduler().start(this::create);
        go();
        boolean calm = random.nextInt(4) == 0;
        world.setOdds(
                calm ? 0 : random.nextDouble() * 0.02,
                calm ? 0 : random.nextDouble() * 0.01,
                calm ? 0 : random.nextDouble() * 0.002);
        SimActor.Role[] roles = SimActor.Role.values();
        int actors = 2 + random.nextInt(5);
        int operations = random.nextInt(5) == 0 ? 10 : 3;
        boolean busy = random.nextInt(3) > 0;
        boolean branches = random.nextBoolean();
        List<SimActor> all = new ArrayList<>();
        for (int i = 0; i < actors; i++) {
            SimActor.Role role = i == 0
                    ? SimActor.Role.WRITER
                    : i == 1 && branches ? SimActor.Role.BRANCHER : roles[random.nextInt(roles.length)];
            boolean makes = role == SimActor.Role.BRANCHER;
            int count = (makes ? 5 : 1) + random.nextInt(makes ? 6 : operations);
            all.add(new SimActor(world, role, isKeyed(), busy, branches ? 0.3 : 0.05, count));
        }
        all.forEach(world.scheduler()::start);
        go();
        world.setOdds(0, 0, 0);
        if (loses) {
            world.scheduler().start(this::loseEntry);
            go();
            all.forEach(actor -> world.scheduler().start(actor.withMore(3)));
            go();
        }
        world.scheduler().start(this::end);
        go();
    }

    private void go() throws Throwable {
        Optional<Throwable> failure = world.scheduler().run();
        if (failure.isPresent()) {
            throw failure.get();
        }
    }

    /** At a time when all that there is is listed. */
    private void loseEntry() {
        world.scheduler().sleep(Duration.ofMinutes(5));
        world.loseEntry();
    }

    private void create() {
        SimClient client = world.newClient();
        client.begin(new SimIntent("create", false, base -> SimEffect.none()));
        try {
            Table table = Table.create(client.folder(), Rows.schema(), properties, client.settings());
            new SimWrites(client, world.model(), table, isKeyed()).insert(false);
        } catch (IOException e) {
            throw new AssertionError("the table can't be made", e);
        }
    }

    /** When all is well again, nothing is lost, commits are done at once, and what nobody needs goes. */
    private void end() {
        world.doLate(world.now().plus(Duration.ofDays(1)));
        SimActor last = new SimActor(world, SimActor.Role.READER, isKeyed(), true, 0, 0);
        last.open();
        if (world.isDamaged()) {
            if (last.reads() != null) {
                last.reads().newest();
                last.writes().insert(isKeyed());
                last.reads().newest();
            }
            return;
        }
        last.reads().newest();
        for (String name : world.branches().named().keySet()) {
            SimActor there = new SimActor(world, SimActor.Role.READER, isKeyed(), true, 0, 0);
            there.openBranch(name);
            there.reads().all();
            there.writes().insert(isKeyed());
            there.reads().newest();
        }
        boolean all = random.nextInt(8) == 0;
        for (long version = world.model().newest() - 1; all && version >= 0; version--) {
            last.reads().version(version);
        }
        if (!last.writes().insert(isKeyed())) {
            throw new AssertionError("no commit is done though nothing fails");
        }
        if (random.nextInt(3) > 0) {
            return;
        }
        last.compact();
        last.reads().newest();
        world.scheduler().sleep(SimWorld.SAFE_AGE.multipliedBy(3));
        last.expire(1);
        world.scheduler().sleep(SimWorld.STALE); // an older listing keeps parts
        last.expire(1); // the parts of checkpoints that the first one removed
        last.open();
        last.reads().newest();
        checkFiles(last.parts());
    }

    private void checkFiles(Set<String> parts) {
        Set<String> left = new TreeSet<>();
        for (String name : world.store().all()) {
            if (!name.isEmpty() && !world.store().find(name).orElseThrow().isFolder()) {
                left.add(name);
            }
        }
        SimModel model = world.model();
        Set<String> needed = new TreeSet<>(model.version(model.newest()).files());
        Set<String> logs = new TreeSet<>();
        world.branches().needed(needed, logs);
        left.removeAll(needed);
        left.removeIf(name -> logs.stream().anyMatch(name::startsWith));
        left.removeAll(parts);
        String version = String.format(java.util.Locale.ROOT, "_stoa/%019d", model.newest());
        left.removeIf(name -> name.startsWith(Floors.FOLDER));
        left.removeAll(Set.of("_stoa/hint", version + ".commit", version + ".checkpoint"));
        if (!left.isEmpty()) {
            throw new AssertionError("expiry has left " + left);
        }
    }
}
