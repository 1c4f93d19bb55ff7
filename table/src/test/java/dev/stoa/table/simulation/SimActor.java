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

import dev.stoa.table.Compaction;
import dev.stoa.table.CompactionCosts;
import dev.stoa.table.CompactionJob;
import dev.stoa.table.CompactionPlan;
import dev.stoa.table.Expiry;
import dev.stoa.table.Fragment;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableBranch;
import dev.stoa.table.internal.log.BranchFolder;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.scan.OrderedRows;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/** Somebody who uses the table for a while, with thoughts in between: if the process is killed, with another one. */
final class SimActor implements Runnable {
    private static final long LONGEST_THOUGHT = Duration.ofMinutes(15).toNanos();

    private final SimWorld world;
    private final Role role;
    private final boolean keyed;
    private final boolean busy;
    private final double moves;
    private int left;
    private SimClient client;
    private Table table;
    private SimReads reads;
    private SimWrites writes;
    private boolean onBranch;

    /** What somebody does most. */
    enum Role {
        WRITER,
        READER,
        COMPACTOR,
        EXPIRER,
        EDITOR,
        /** Makes, publishes and drops branches. */
        BRANCHER
    }

    /**
     * Somebody.
     *
     * @param busy whether they hardly think, so that operations overlap
     * @param moves how often they begin anew, perhaps at another branch
     */
    SimActor(SimWorld world, Role role, boolean keyed, boolean busy, double moves, int operations) {
        this.world = world;
        this.moves = moves;
        this.busy = busy;
        this.role = role;
        this.keyed = keyed;
        this.left = operations;
    }

    @Override
    public void run() {
        while (left-- > 0) {
            boolean isLong = world.chance(busy ? 0.02 : 0.3);
            world.scheduler().sleep(Duration.ofNanos((long)
                    (world.random().nextDouble() * LONGEST_THOUGHT / (isLong ? 1 : 10_000))));
            try {
                if (client == null || client.isDead() || world.chance(moves)) {
                    openAny();
                }
                if (table != null) {
                    act();
                }
            } catch (SimClient.Killed e) {
                table = null;
                client = null;
            }
        }
    }

    /** Lets it go on for some operations more. */
    SimActor withMore(int operations) {
        left = operations;
        return this;
    }

    /** Opens the table, or one of its branches, in a new process. */
    private void openAny() {
        List<String> names =
                new ArrayList<>(new TreeSet<>(world.branches().named().keySet()));
        if (names.isEmpty() || world.chance(0.4)) {
            open();
        } else {
            openBranch(names.get(world.random().nextInt(names.size())));
        }
    }

    /** Opens a branch that there is in a new process. */
    void openBranch(String name) {
        table = null;
        client = world.newClient();
        TableBranch before = world.branches().named().get(name);
        client.begin(SimIntent.none("open the branch " + name));
        BranchFolder folder = BranchFolder.named(client.folder(), name);
        try {
            Table opened = Table.open(folder, client.settings());
            String log = folder.inTable(Log.FOLDER);
            SimModel model = world.branches().model(UUID.fromString(log.substring(log.lastIndexOf('/') + 1)));
            if (opened.isPlain() && model.lives()) {
                throw new AssertionError("the branch " + name + " has no log");
            }
            table = opened.isPlain() ? null : opened;
            onBranch = true;
            reads = new SimReads(client, model, opened);
            writes = new SimWrites(client, model, opened, keyed);
        } catch (IOException e) {
            client.die();
            boolean isThere = before.equals(world.branches().named().get(name));
            if (!client.excuses(e)
                    && isThere
                    && world.branches().model(before.log()).lives()) {
                throw new AssertionError("the branch " + name + " can't be opened", e);
            }
        }
    }

    /** Opens the table in a new process. */
    void open() {
        table = null;
        onBranch = false;
        client = world.newClient();
        long before = world.model().newest();
        client.begin(SimIntent.none("open"));
        try {
            table = Table.open(client.folder(), client.settings());
        } catch (IOException e) {
            client.die();
            if (!client.excuses(e)) {
                throw new AssertionError("the table can't be opened", e);
            }
            return;
        }
        if (table.isPlain()) {
            throw new AssertionError("there is no log");
        }
        if (before > world.model().newest()) {
            throw new AssertionError("the table was not opened at version " + before);
        }
        reads = new SimReads(client, world.model(), table);
        writes = new SimWrites(client, world.model(), table, keyed);
    }

    SimReads reads() {
        return reads;
    }

    SimWrites writes() {
        return writes;
    }

    private void act() {
        if (world.chance(0.15)) {
            reads.run();
            return;
        }
        switch (role) {
            case WRITER -> writes.rows();
            case READER -> reads.run();
            case COMPACTOR -> compact();
            case EXPIRER -> {
                if (onBranch) {
                    writes.rows();
                } else {
                    expire(1 + world.random().nextInt(3));
                }
            }
            case EDITOR -> {
                if (world.chance(0.4)) {
                    writes.table();
                } else {
                    writes.rows();
                }
            }
            case BRANCHER -> {
                if (onBranch && world.chance(0.2)) {
                    compact();
                } else if (onBranch) {
                    writes.rows();
                } else {
                    new SimBranching(client, table, writes).run();
                }
            }
        }
    }

    /** The parts of checkpoints that the table has read. */
    Set<String> parts() {
        Set<String> paths = new TreeSet<>();
        table.lastKnown().state().held().base().files().forEach(part -> paths.add(part.path()));
        return paths;
    }

    /** Removes what is old. */
    void expire(int keep) {
        long since = world.model().newest();
        client.begin(SimIntent.none("expire"));
        try {
            Duration age = Duration.ofMinutes(world.random().nextInt(30));
            Expiry.plan(table, age, keep, SimWorld.SAFE_AGE).run();
        } catch (IOException e) {
            boolean isStopped = world.branches().cameOrWentSince(since);
            if (!client.excuses(e) && !isStopped) {
                throw new AssertionError("expiry has failed", e);
            }
        }
    }

    /** Makes scans cheaper, by a plan or by some job that can be done. */
    void compact() {
        client.begin(SimIntent.none("compact"));
        try {
            Snapshot snapshot = table.snapshot();
            Compaction.run(table, plan(snapshot), SimWrites.FAST);
        } catch (IOException e) {
            if (!client.excuses(e)) {
                throw new AssertionError("compaction has failed", e);
            }
        }
    }

    private CompactionPlan plan(Snapshot snapshot) throws IOException {
        Random random = world.random();
        List<UUID> hosts = OrderedRows.hosts(snapshot);
        if (hosts.isEmpty() || random.nextBoolean()) {
            return Compaction.plan(snapshot, Long.MAX_VALUE, CompactionCosts.DEFAULT);
        }
        UUID host = hosts.get(random.nextInt(hosts.size()));
        List<Fragment> fragments = snapshot.fragments();
        UUID any = fragments.get(random.nextInt(fragments.size())).id();
        CompactionJob.Kind kind = CompactionJob.Kind.values()[random.nextInt(3)];
        List<Integer> fields = random.nextBoolean()
                ? List.of(SimModel.NUMBER, SimModel.TEXT)
                : List.of(random.nextBoolean() ? SimModel.NUMBER : SimModel.TEXT);
        CompactionJob job = new CompactionJob(
                kind,
                List.of(kind == CompactionJob.Kind.REWRITE ? host : any),
                kind == CompactionJob.Kind.COLUMNS ? fields : List.of(),
                0,
                0,
                0,
                "by chance");
        return new CompactionPlan(snapshot.version(), List.of(job), List.of());
    }
}
