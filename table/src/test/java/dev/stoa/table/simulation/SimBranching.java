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

import dev.stoa.table.CommitConflictException;
import dev.stoa.table.OperationResult;
import dev.stoa.table.Table;
import dev.stoa.table.TableBranch;
import dev.stoa.table.TableOperations;
import dev.stoa.table.internal.log.TableState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Somebody makes, publishes and drops branches. Few names, so that one has several branches after another. */
final class SimBranching {
    private static final int NAMES = 3;

    private final SimWorld world;
    private final SimModel model;
    private final SimClient client;
    private final SimWrites writes;
    private final TableOperations operations;

    SimBranching(SimClient client, Table table, SimWrites writes) {
        this.client = client;
        this.world = client.world();
        this.model = world.model();
        this.writes = writes;
        this.operations = TableOperations.of(table);
    }

    void run() {
        List<String> names =
                new ArrayList<>(new TreeSet<>(world.branches().named().keySet()));
        int what = world.random().nextInt(8);
        if (names.isEmpty() || what < 2) {
            branch("b" + world.random().nextInt(NAMES));
        } else {
            String name = names.get(world.random().nextInt(names.size()));
            if (what < 4) {
                drop(name);
            } else {
                publish(name);
            }
        }
    }

    private void branch(String name) {
        long newest = model.newest();
        OptionalLong from = world.random().nextBoolean()
                ? OptionalLong.empty()
                : OptionalLong.of(Math.max(0, newest - world.random().nextInt(4)));
        declare("make the branch " + name, version -> version.branches().containsKey(name), from, () -> {
            OperationResult made = operations.branch(name, from);
            TableBranch branch = made.snapshot().properties().branches().get(name);
            world.branches().acknowledge(branch);
            if (from.isPresent() && branch.version() != from.getAsLong()) {
                throw new AssertionError(branch + " is not of version " + from);
            }
            return made;
        });
    }

    private void drop(String name) {
        declare(
                SimBranches.dropping(name),
                version -> !version.branches().containsKey(name),
                OptionalLong.empty(),
                () -> operations.dropBranch(name));
    }

    /** Changes what is declared; {@code excuse} holds for versions of the table at which it is refused. */
    private void declare(String what, Predicate<SimVersion> excuse, OptionalLong from, SimWrites.Call call) {
        long since = model.newest();
        client.begin(SimIntent.none(what));
        try {
            model.acknowledge(call.run().snapshot().version());
        } catch (IllegalArgumentException e) {
            boolean isExcused = false;
            for (long version = since; version <= model.newest(); version++) {
                isExcused |= excuse.test(model.version(version));
            }
            if (!isExcused) {
                throw new AssertionError("there is no reason to refuse: " + what, e);
            }
        } catch (CommitConflictException e) {
            if (e.kind() != CommitConflictException.Kind.SCHEMA
                    || !world.branches().cameOrWentSince(since)) {
                throw new AssertionError("there is no conflict: " + what, e);
            }
        } catch (IOException e) {
            boolean isExpired = from.isPresent() && !model.isKept(from.getAsLong(), world.now());
            if (!client.excuses(e) && !isExpired) {
                throw new AssertionError("it has failed without a fault of the store: " + what, e);
            }
        }
    }

    /** Makes the newest version of a branch the newest one of the table. */
    private void publish(String name) {
        long since = model.newest();
        TableBranch asked = world.branches().named().get(name);
        long from = world.branches().model(asked.log()).newest();
        SimIntent intent = new SimIntent(
                "publish the branch " + name,
                false,
                base -> SimEffect.none()
                        .withSource((under, made) -> published(
                                under, made, name, asked.equals(under.branches().get(name)) ? from : 0)));
        writes.run(intent, () -> {
            try {
                return operations.publish(name);
            } catch (CommitConflictException e) {
                throw e;
            } catch (IOException e) {
                if (isRefusable(name, since)) {
                    client.countFault();
                }
                throw e;
            }
        });
    }

    /** The version of a branch that became one of the table, which was at a version that the branch knows. */
    private SimVersion published(SimVersion base, TableState made, String name, long from) {
        TableBranch named = base.branches().get(name);
        if (named == null) {
            throw new AssertionError("there is no branch '" + name + "' at version " + base.number());
        }
        SimModel branch = world.branches().model(named.log());
        SimVersion now = new SimVersion(made.info(), made.schema().schema(), Map.of(), SimEffect.none(), made);
        SimVersion below = model.version(made.version() - 1);
        boolean isKnown = false;
        Optional<SimVersion> source = Optional.empty();
        for (long number = branch.first(); number <= branch.newest(); number++) {
            SimVersion version = branch.version(number);
            isKnown |= version.isAs(base);
            if (number >= from && version.isPublishedAs(now, base, below)) {
                source = Optional.of(version);
            }
        }
        if (!isKnown) {
            throw new AssertionError("the branch '" + name + "' is published over version " + base.number()
                    + ", whose rows it never had");
        }
        return source.orElseThrow(() -> new AssertionError(
                "what is published is no version from " + from + " on of the branch '" + name + "'"));
    }

    /** Whether it may be refused: the branch was not there, or the table was as the branch never was. */
    private boolean isRefusable(String name, long since) {
        for (long number = since; number <= model.newest(); number++) {
            SimVersion version = model.version(number);
            TableBranch named = version.branches().get(name);
            if (named == null || !world.branches().model(named.log()).knows(version)) {
                return true;
            }
        }
        return false;
    }
}
