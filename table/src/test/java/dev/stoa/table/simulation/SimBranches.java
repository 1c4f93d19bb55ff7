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

import dev.stoa.table.TableBranch;
import dev.stoa.table.internal.log.BranchFolder;
import dev.stoa.table.internal.log.Floors;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * The models of the branches that a table has or had. A branch lives as long as the newest version of the table names it. Until
 * then its versions are those of the model, and none of their files may go. Afterwards anything may be left of it.
 */
final class SimBranches {
    private static final int FLOOR_AT = 40;

    private final SimModel table;
    private final SimStore store;
    private final Map<UUID, SimModel> models = new HashMap<>();

    /** Branches that their client knows to exist. They go only if a client drops them. */
    private final Set<UUID> acknowledged = new HashSet<>();

    /** Those that came when their first version had expired: their client drops them, unless it dies before. */
    private final Set<UUID> late = new HashSet<>();

    SimBranches(SimModel table, SimStore store) {
        this.table = table;
        this.store = store;
    }

    /** What a client says that drops a branch. */
    static String dropping(String name) {
        return "drop the branch " + name;
    }

    /** The branches, by name. */
    Map<String, TableBranch> named() {
        return table.newest() < 0 ? Map.of() : table.version(table.newest()).branches();
    }

    private boolean lives(UUID log) {
        return !late.contains(log)
                && named().values().stream().anyMatch(branch -> branch.log().equals(log));
    }

    SimModel model(UUID log) {
        return models.get(log);
    }

    /** A client was told that a branch is there. */
    void acknowledge(TableBranch branch) {
        if (!lives(branch.log())) {
            boolean isDropped = models.containsKey(branch.log()) && !late.contains(branch.log());
            if (!isDropped) {
                throw new AssertionError("the branch " + branch + " is told to be there");
            }
        }
        acknowledged.add(branch.log());
    }

    /** A version of the table is there: with it branches come and go. */
    void came(SimVersion version, SimIntent intent) {
        for (TableBranch branch : version.branches().values()) {
            if (!models.containsKey(branch.log())) {
                if (floor() > branch.version()) {
                    late.add(branch.log());
                }
                models.put(branch.log(), new SimModel(table, branch.version(), () -> lives(branch.log())));
            }
        }
        if (version.number() > 0) {
            SimVersion below = table.version(version.number() - 1);
            below.branches().forEach((name, branch) -> {
                boolean isGone = !version.branches().containsValue(branch);
                if (isGone
                        && acknowledged.contains(branch.log())
                        && !intent.toString().equals(dropping(name))) {
                    throw new AssertionError("the branch '" + name + "' is dropped by: " + intent);
                }
            });
        }
    }

    /** Whether a branch came or went after a version of the table. */
    boolean cameOrWentSince(long since) {
        for (long version = since + 1; version <= table.newest(); version++) {
            if (!table.version(version - 1)
                    .branches()
                    .equals(table.version(version).branches())) {
                return true;
            }
        }
        return false;
    }

    /** How many versions the branches have that there are or were, besides their first ones. */
    long versions() {
        return models.values().stream()
                .mapToLong(model -> model.newest() - model.first())
                .sum();
    }

    /** How many versions of the table came from a branch. */
    long published() {
        long published = 0;
        for (long version = 0; version <= table.newest(); version++) {
            published += table.version(version).info().operation().startsWith("publish ") ? 1 : 0;
        }
        return published;
    }

    /** An entry of a branch is there. */
    void publish(UUID log, long number, byte[] bytes, SimIntent intent) {
        SimModel model = models.get(log);
        if (model.lives()) {
            model.publish(number, bytes, intent, store);
        } else if (number == model.newest() + 1) {
            model.publish(number, bytes, intent, store); // a failure of the power may bring the branch back
        }
    }

    /** The floor of the table, as its markers say (format-spec, section 14). */
    private long floor() {
        long floor = 0;
        for (String name : store.list(Floors.FOLDER)) {
            byte[] marker = store.find(name).orElseThrow().bytes();
            if (name.matches(".*/[0-9]+") && marker.length > FLOOR_AT) {
                floor = Math.max(
                        floor,
                        ByteBuffer.wrap(marker).order(ByteOrder.LITTLE_ENDIAN).getLong(FLOOR_AT));
            }
        }
        return floor;
    }

    /** A file goes. */
    void remove(String name, Instant at) {
        for (TableBranch branch : named().values()) {
            SimModel model = models.get(branch.log());
            if (model.lives()) {
                String log = BranchFolder.ALL + "/" + branch.log() + "/";
                if (name.startsWith(log) && (name.endsWith(".commit") || name.endsWith(".checkpoint"))) {
                    throw new AssertionError(name + " is removed, which is of the log of a branch");
                }
                model.remove(name, at);
            }
        }
    }

    /** After a failure of the power of the table; the same of branches. */
    void failPower() {
        models.forEach((log, model) -> {
            long left = model.newest() + 1;
            while (left > model.first() + 1
                    && store.find(SimWorld.entryName(Optional.of(log), left - 1))
                            .isEmpty()) {
                left--;
            }
            model.truncate(left);
        });
        Set<UUID> known = known();
        models.forEach((log, model) -> {
            if (!known.contains(log) && model.isAcknowledged()) {
                throw new AssertionError("the branch " + log + " is lost, which had acknowledged versions");
            }
        });
        models.keySet().retainAll(known);
    }

    /** The branches that some version names. */
    private Set<UUID> known() {
        Set<UUID> known = new HashSet<>();
        for (long version = 0; version <= table.newest(); version++) {
            table.version(version).branches().values().forEach(branch -> known.add(branch.log()));
        }
        return known;
    }

    /** The files that branches need, and the folders of their logs. */
    void needed(Collection<String> files, Collection<String> logs) {
        for (TableBranch branch : named().values()) {
            SimModel model = models.get(branch.log());
            for (long version = model.first(); version <= model.newest(); version++) {
                files.addAll(model.version(version).files());
            }
            logs.add(BranchFolder.ALL + "/" + branch.log() + "/");
        }
    }
}
