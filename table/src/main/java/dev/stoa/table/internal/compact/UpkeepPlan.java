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
package dev.stoa.table.internal.compact;

import dev.stoa.table.DataFile;
import dev.stoa.table.Fragment;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.Snapshot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Finds what many small commits have left: small fragments that can become one, and sidecars that can become one. It takes
 * only what pays. A file may be written again if it has at most {@value #BYTES_FOR_A_FILE} bytes for each file that goes
 * with it. It may also be written again if the others together are at least as large: then it at least doubles, so no row is
 * written again often.
 */
public final class UpkeepPlan {
    /** The fewest sidecars, or small fragments, that upkeep puts together. */
    private static final int MANY = 8;

    /** The largest small fragment, in bytes of data files. */
    private static final long SMALL_BYTES = 4 << 20;

    private static final long BYTES_FOR_A_FILE = 64 << 10;

    /** The bytes that a round may read after small commits. */
    private static final long FREE_BYTES = 32 << 20;

    private static final int FREE_FILES = 256;

    /** A round may also read this many times the bytes of the last commits. */
    private static final int TIMES = 4;

    private final Snapshot snapshot;
    private final List<List<UUID>> merges = new ArrayList<>();
    private final Map<UUID, List<SidecarFile>> folds = new LinkedHashMap<>();
    private long bytesLeft;
    private long filesLeft;
    private long bytes;
    private int files;

    private UpkeepPlan(Snapshot snapshot) {
        this.snapshot = snapshot;
    }

    /**
     * The merges that are due.
     *
     * @param versions the number of last commits whose bytes set the budget
     */
    public static UpkeepPlan merges(Snapshot snapshot, int versions) throws IOException {
        UpkeepPlan plan = new UpkeepPlan(snapshot);
        plan.setBudget(versions);
        plan.findMerges();
        return plan;
    }

    /** The folds that are due. */
    public static UpkeepPlan folds(Snapshot snapshot, int versions) throws IOException {
        UpkeepPlan plan = new UpkeepPlan(snapshot);
        plan.setBudget(versions);
        snapshot.fragments().forEach(plan::findFold);
        return plan;
    }

    /** Whether nothing is due. */
    public boolean isEmpty() {
        return merges.isEmpty() && folds.isEmpty();
    }

    /** How many files go. */
    public int files() {
        return files;
    }

    /** How many files come in their place, at most. */
    public int successors() {
        return merges.size() + folds.size();
    }

    /** The bytes of the files that go, which are read. */
    public long bytes() {
        return bytes;
    }

    /** Runs the plan in a transaction on the snapshot. */
    public void run(Rewriting rewriting) throws IOException {
        for (List<UUID> hosts : merges) {
            rewriting.rows(hosts);
        }
        for (Map.Entry<UUID, List<SidecarFile>> fold : folds.entrySet()) {
            rewriting.fold(fold.getKey(), fold.getValue());
        }
    }

    private void setBudget(int versions) throws IOException {
        long since = snapshot.version() - versions;
        long lateFiles = 0;
        long lateBytes = 0;
        for (Fragment fragment : snapshot.fragments()) {
            for (DataFile file : fragment.files()) {
                boolean isLate = file.folded() >= since; // the version on which its transaction was based
                lateFiles += isLate ? 1 : 0;
                lateBytes += isLate ? file.identity().length() : 0;
            }
            for (SidecarFile sidecar : fragment.sidecars()) {
                boolean isLate = sidecar.version() > since;
                lateFiles += isLate ? 1 : 0;
                lateBytes += isLate ? sidecar.identity().length() : 0;
            }
        }
        filesLeft = FREE_FILES + TIMES * lateFiles;
        bytesLeft = FREE_BYTES + TIMES * lateBytes;
    }

    private void findMerges() throws IOException {
        boolean isSorted = !snapshot.properties().sortedBy().isEmpty();
        Map<Optional<String>, List<FragmentGroup>> partitions = new LinkedHashMap<>();
        for (FragmentGroup group : FragmentGroup.all(snapshot)) {
            partitions
                    .computeIfAbsent(group.host().partition(), p -> new ArrayList<>())
                    .add(group);
        }
        NeighbourGroups neighbours = new NeighbourGroups(snapshot, Long.MAX_VALUE);
        for (List<FragmentGroup> partition : partitions.values()) {
            Set<FragmentGroup> worth = worth(partition);
            if (fragments(worth) < MANY) {
                continue; // the log's bounds are not read for nothing
            }
            List<FragmentGroup> all = new ArrayList<>(partition);
            if (!isSorted) {
                all.removeIf(group -> !worth.contains(group));
            }
            for (List<FragmentGroup> sequence : neighbours.sequences(all)) {
                List<FragmentGroup> run = new ArrayList<>();
                for (FragmentGroup group : sequence) {
                    if (worth.contains(group)) {
                        run.add(group);
                    } else {
                        merge(run);
                        run.clear();
                    }
                }
                merge(run);
            }
        }
    }

    /** The groups that pay for a rewrite, with all smaller ones. */
    private static Set<FragmentGroup> worth(List<FragmentGroup> partition) {
        List<FragmentGroup> bySize = new ArrayList<>(partition);
        bySize.removeIf(group -> group.members().size() == 1 && group.dataBytes() >= SMALL_BYTES);
        bySize.sort(Comparator.comparingLong(FragmentGroup::liveRows));
        int count = 0;
        long filesBefore = 0;
        long rowsBefore = 0;
        for (int i = 0; i < bySize.size(); i++) {
            FragmentGroup group = bySize.get(i);
            long largest =
                    group.members().stream().mapToLong(Fragment::liveRows).max().orElse(0);
            long others = rowsBefore + group.liveRows() - largest;
            filesBefore += group.files();
            if (group.dataBytes() <= BYTES_FOR_A_FILE * filesBefore || largest <= others) {
                count = i + 1;
            }
            rowsBefore += group.liveRows();
        }
        Set<FragmentGroup> worth = Collections.newSetFromMap(new IdentityHashMap<>());
        worth.addAll(bySize.subList(0, count));
        return worth;
    }

    private static int fragments(Iterable<FragmentGroup> groups) {
        int fragments = 0;
        for (FragmentGroup group : groups) {
            fragments += group.members().size();
        }
        return fragments;
    }

    /** Plans to concatenate groups, within the budget. */
    private void merge(List<FragmentGroup> run) {
        List<UUID> hosts = new ArrayList<>();
        int fragments = 0;
        int goingFiles = 0;
        long goingBytes = 0;
        for (FragmentGroup group : run) {
            if (goingFiles + group.files() > filesLeft || goingBytes + group.bytes() > bytesLeft) {
                break;
            }
            hosts.add(group.host().id());
            fragments += group.members().size();
            goingFiles += group.files();
            goingBytes += group.bytes();
        }
        if (fragments >= MANY) {
            merges.add(hosts);
            spend(goingFiles, goingBytes);
        }
    }

    /** Plans to fold the newest sidecars of a fragment, up to the first that is too large. */
    private void findFold(Fragment fragment) {
        List<SidecarFile> foldable = Rewriting.foldable(fragment);
        int count = 0;
        long goingBytes = 0;
        long before = 0;
        for (int i = 1; i <= foldable.size() && i <= filesLeft; i++) {
            long length = foldable.get(foldable.size() - i).identity().length();
            if (before + length > bytesLeft) {
                break;
            }
            boolean pays = length <= BYTES_FOR_A_FILE * i || length <= before;
            before += length;
            if (pays) {
                count = i;
                goingBytes = before;
            }
        }
        if (count >= MANY) {
            folds.put(fragment.id(), foldable.subList(foldable.size() - count, foldable.size()));
            spend(count, goingBytes);
        }
    }

    private void spend(int goingFiles, long goingBytes) {
        files += goingFiles;
        bytes += goingBytes;
        filesLeft -= goingFiles;
        bytesLeft -= goingBytes;
    }
}
