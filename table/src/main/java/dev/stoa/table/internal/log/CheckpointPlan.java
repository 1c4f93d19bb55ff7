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
package dev.stoa.table.internal.log;

import dev.stoa.format.CorruptFileException;
import dev.stoa.table.DataFile;
import dev.stoa.table.Fragment;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.internal.logfile.LogRow;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The contents of the next checkpoint of a state: parts of the last one, new parts, and the checkpoint's own actions (ADR
 * 0084). A part stays until half of its fragments have changed, or it is merged with others (ADR 0103). Fragments of a
 * table without partitions and order keep their order, as parts come before the rest.
 */
final class CheckpointPlan {
    private static final Logger LOG = LoggerFactory.getLogger(CheckpointPlan.class);

    /** The fragments that a checkpoint may write, its own and those of merged parts, in quarters of a whole part. */
    private static final int QUARTERS = 9;

    /** How many fragments merges may write for each that is new. */
    private static final int PER_NEW = 8;

    private final Fragments held;
    private final int most;
    private final Clustering clustering;
    private final BaseParts old;
    private final int[] live;
    private final int[] changes;
    private final int[] sizes;
    private final boolean[] cameAgain;

    /**
     * A part of the checkpoint.
     *
     * @param kept the part of the last checkpoint that stays
     * @param fragments of a new part
     */
    record Part(Optional<PartFile> kept, List<Fragment> fragments) {}

    /**
     * The plan.
     *
     * @param parts in their order
     * @param removed fragments that a kept part has, and the state has not
     * @param dropped sidecars, likewise
     * @param rows of files and sidecars of fragments of parts, which the parts do not have
     * @param rest fragments that are in no part
     */
    record Plan(
            List<Part> parts,
            List<Action.RemoveFragment> removed,
            List<Action.DropSidecar> dropped,
            List<LogRow> rows,
            List<Fragment> rest) {}

    private CheckpointPlan(Fragments held, BaseParts old, int most, Clustering clustering) {
        this.held = held;
        this.old = old;
        this.most = most;
        this.clustering = clustering;
        this.live = new int[old.size()];
        this.changes = new int[old.size()];
        this.sizes = new int[old.size()];
        this.cameAgain = new boolean[old.size()];
    }

    /**
     * Plans the checkpoint of fragments.
     *
     * @param shares whether it may name the parts of the last one
     * @param most the most fragments of a part
     * @param clustering sorts the fragments of new parts
     */
    static Plan of(Fragments held, boolean shares, int most, Clustering clustering) throws IOException {
        return new CheckpointPlan(held, shares ? held.base() : BaseParts.NONE, most, clustering).plan(shares);
    }

    private Plan plan(boolean shares) throws IOException {
        BitSet changed = shares ? held.changedParts() : new BitSet();
        for (int i = 0; i < old.size(); i++) {
            if (changed.get(i)) {
                count(i);
            } else {
                sizes[i] = (int) old.files().get(i).fragments();
                live[i] = sizes[i];
            }
        }
        boolean[] keeps = keeps();
        List<List<Integer>> merges = merges(keeps, changed);
        List<Part> parts = new ArrayList<>();
        List<Fragment> waiting = new ArrayList<>();
        BitSet merged = new BitSet();
        for (List<Integer> group : merges) {
            List<Fragment> all = new ArrayList<>();
            for (int part : group) {
                all.addAll(held.ofPart(part).values());
                keeps[part] = false;
                merged.set(part);
            }
            addParts(all, all.size(), parts);
        }
        for (int i = 0; i < old.size(); i++) {
            if (keeps[i]) {
                addParts(waiting, waiting.size(), parts);
                waiting = new ArrayList<>();
                parts.add(new Part(Optional.of(old.files().get(i)), List.of()));
            } else if (!merged.get(i)) {
                waiting.addAll(held.ofPart(i).values());
            }
        }
        waiting.addAll(shares ? held.others() : held.all().values());
        int full = waiting.size() - waiting.size() % most;
        addParts(waiting, full, parts);
        List<Action.RemoveFragment> removed = new ArrayList<>();
        List<Action.DropSidecar> dropped = new ArrayList<>();
        List<LogRow> rows = new ArrayList<>();
        for (int i = 0; i < old.size(); i++) {
            for (Fragment then : keeps[i] && changed.get(i) ? old.fragments(i) : List.<Fragment>of()) {
                Optional<Fragment> now = now(i, then);
                if (now.isEmpty()) {
                    removed.add(new Action.RemoveFragment(then.id(), Optional.empty(), 0));
                } else {
                    dropped(then, now.get()).forEach(id -> dropped.add(new Action.DropSidecar(then.id(), id)));
                    rows.addAll(added(then, now.get(), now.get().sidecars()));
                }
            }
        }
        for (Part part : parts) {
            for (Fragment fragment : part.fragments()) {
                int inPart = ofPart(fragment).size();
                rows.addAll(rows(
                        fragment.sidecars().subList(inPart, fragment.sidecars().size())));
            }
        }
        return new Plan(parts, removed, dropped, rows, waiting.subList(full, waiting.size()));
    }

    private void count(int part) throws IOException {
        for (Fragment then : old.fragments(part)) {
            Optional<Fragment> now = now(part, then);
            sizes[part]++;
            if (now.isEmpty()) {
                changes[part]++;
                // it will be in another part: parts add each fragment once
                cameAgain[part] |= held.hasOther(then.id());
            } else {
                live[part]++;
                changes[part] += dropped(then, now.get()).size()
                        + added(then, now.get(), ofPart(now.get())).size();
            }
        }
    }

    /** Whether each part stays: if few of its fragments have changed, and it and a neighbour are not too small to stay apart. */
    private boolean[] keeps() {
        boolean[] keeps = new boolean[old.size()];
        for (int i = 0; i < keeps.length; i++) {
            keeps[i] = 2 * changes[i] <= sizes[i] && !cameAgain[i];
        }
        for (int i = 1; i < keeps.length; i++) {
            if (live[i - 1] + live[i] <= most / 2) {
                keeps[i - 1] = false;
                keeps[i] = false;
            }
        }
        return keeps;
    }

    /**
     * Parts that stay without need for it, and overlap: merged, they are read less often. A part that can't be read is left as it is,
     * as the checkpoint does not depend on it.
     */
    private List<List<Integer>> merges(boolean[] keeps, BitSet changed) throws IOException {
        List<Integer> candidates = new ArrayList<>();
        for (int i = 0; i < old.size(); i++) {
            if (keeps[i] && !changed.get(i)) {
                candidates.add(i);
            }
        }
        long budget = (long) QUARTERS * most / 4 - held.others().size() + PER_NEW * held.newerThanCheckpoint();
        List<List<Integer>> groups = PartMerges.of(clustering, old.files(), candidates, budget);
        try {
            for (List<Integer> group : groups) {
                for (int part : group) {
                    held.ofPart(part);
                }
            }
        } catch (FileNotFoundException | CorruptFileException e) {
            LOG.warn("parts of a checkpoint are not merged, as one of them can't be read", e);
            return List.of();
        }
        return groups;
    }

    /** Adds parts of about equal size with the first fragments of a list, in the order of parts. */
    private void addParts(List<Fragment> all, int count, List<Part> parts) throws IOException {
        List<Fragment> fragments = clustering.sorted(all.subList(0, count));
        int chunks = (count + most - 1) / most;
        for (int i = 0; i < chunks; i++) {
            int from = (int) ((long) count * i / chunks);
            int to = (int) ((long) count * (i + 1) / chunks);
            parts.add(new Part(Optional.empty(), fragments.subList(from, to)));
        }
    }

    /** A fragment of a part as the state has it, unless it was removed since. */
    private Optional<Fragment> now(int part, Fragment then) throws IOException {
        return Optional.ofNullable(held.ofPart(part).get(then.id()));
    }

    private static List<UUID> dropped(Fragment then, Fragment now) {
        List<UUID> dropped = new ArrayList<>();
        for (SidecarFile sidecar : then.sidecars()) {
            if (!now.sidecars().contains(sidecar)) {
                dropped.add(sidecar.identity().uuid());
            }
        }
        return dropped;
    }

    private static List<LogRow> added(Fragment then, Fragment now, List<SidecarFile> sidecars) {
        List<LogRow> rows = new ArrayList<>();
        for (DataFile file : now.files()) {
            if (!then.files().contains(file)) {
                rows.add(file.row());
            }
        }
        for (SidecarFile sidecar : sidecars) {
            if (!then.sidecars().contains(sidecar)) {
                rows.add(sidecar.row());
            }
        }
        return rows;
    }

    /** The rows of the log that add fragments with their files and sidecars. */
    static List<LogRow> rows(Collection<Fragment> fragments) {
        List<LogRow> rows = new ArrayList<>();
        fragments.forEach(fragment -> rows.addAll(rows(fragment, fragment.sidecars())));
        return rows;
    }

    /** The rows of a part. */
    static List<LogRow> rowsOfPart(Collection<Fragment> fragments) {
        List<LogRow> rows = new ArrayList<>();
        fragments.forEach(fragment -> rows.addAll(rows(fragment, ofPart(fragment))));
        return rows;
    }

    private static List<LogRow> rows(Fragment fragment, List<SidecarFile> sidecars) {
        List<LogRow> rows = new ArrayList<>();
        rows.add(fragment.row());
        fragment.files().forEach(file -> rows.add(file.row()));
        rows.addAll(rows(sidecars));
        return rows;
    }

    private static List<LogRow> rows(List<SidecarFile> sidecars) {
        return sidecars.stream().map(SidecarFile::row).toList();
    }

    /** The sidecars that a part may have: those before the first one in the log, whose values must not outlast the checkpoint. */
    private static List<SidecarFile> ofPart(Fragment fragment) {
        return fragment.sidecars().stream()
                .takeWhile(sidecar -> !sidecar.isInLog())
                .toList();
    }
}
