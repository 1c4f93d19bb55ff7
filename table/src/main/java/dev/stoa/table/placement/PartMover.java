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
package dev.stoa.table.placement;

import dev.stoa.placement.Batches;
import dev.stoa.placement.Motion;
import dev.stoa.placement.PlacementException;
import dev.stoa.placement.PlacementMap;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Brings the files of a group's parts to the nodes of its newest map, by raising and lowering their replication (ADR 0077 and 0088). It can
 * stop at any time: replication and holders say how far it came, and the next run goes on. For one thread.
 */
public final class PartMover {
    private static final int MOST_PASSES = 5;

    private final PlacementGroup group;
    private final Pauses pauses;
    private final Consumer<Progress> progress;
    private final FileMoves moves;
    private final Slices slices;
    private int moved;
    private int waiting;
    private long bytes;

    /**
     * The progress of a move.
     *
     * @param epoch of the map that the files follow
     * @param files that have come home
     * @param bytes that were copied for them
     * @param left files that have not
     */
    public record Progress(long epoch, int files, long bytes, int left) {}

    /**
     * The result of a move.
     *
     * @param files that came home
     * @param bytes that were copied for them
     * @param left says of files that are not home why, a line for each reason
     */
    public record Result(int files, long bytes, List<String> left) {}

    /**
     * Makes a mover.
     *
     * @param progress is called when some files have come home
     */
    public PartMover(PlacementGroup group, Pauses pauses, Consumer<Progress> progress) {
        this.group = group;
        this.pauses = pauses;
        this.progress = progress;
        moves = new FileMoves(group.store(), pauses);
        slices = new Slices(pauses.perSecond());
    }

    /**
     * Checks that the store follows the newest map, if any file has to follow it.
     *
     * @throws PlacementException if it has no policy that does
     */
    public void requirePolicy() throws IOException {
        PlacementMap map = group.existing();
        require(map, group.store().hasReplicas() ? group.files(map) : List.of());
    }

    private void require(PlacementMap map, List<PartFile> files) throws IOException {
        PolicyProbe.require(group.store(), map.header().epoch(), files, pauses);
    }

    /**
     * Moves the files.
     *
     * @throws PlacementException if the store does not follow the map, or another administrator publishes a map meanwhile
     */
    public Result run() throws IOException {
        if (!group.store().hasReplicas()) {
            return new Result(0, 0, List.of(group.store().id() + " keeps no replicas of its own, so no file moves"));
        }
        PlacementMap map = group.existing();
        List<PartFile> strays = strays(map);
        require(map, strays);
        for (int pass = 0; pass < MOST_PASSES && !strays.isEmpty(); pass++) {
            map = pass(map, strays);
            strays = strays(map);
        }
        return new Result(moved, bytes, left(map, strays));
    }

    private List<PartFile> strays(PlacementMap map) throws IOException {
        return group.files(map).stream()
                .filter(file -> file.file().replicas() > 0 && !file.isHome() && !file.isLost())
                .toList();
    }

    /** Moves each file once, and returns the newest map then. */
    private PlacementMap pass(PlacementMap map, List<PartFile> strays) throws IOException {
        Map<Motion, List<PartFile>> motions = new LinkedHashMap<>();
        for (PartFile file : strays) {
            motions.computeIfAbsent(new Motion(file.part(), file.leaving()), m -> new ArrayList<>())
                    .add(file);
        }
        waiting = strays.size();
        PlacementMap newest = map;
        for (Batches.Batch batch : Batches.of(map, motions.keySet())) {
            List<PartFile> files = batch.motions().stream()
                    .flatMap(motion -> motions.get(motion).stream())
                    .toList();
            if (batch.map() != map) {
                group.publish(batch.map());
                newest = batch.map();
                pauses.refresh();
            }
            move(newest, files);
        }
        return newest;
    }

    private void move(PlacementMap map, List<PartFile> files) throws IOException {
        int from = 0;
        while (from < files.size()) {
            List<PartFile> some = slices.first(files.subList(from, files.size()));
            from += some.size();
            slices.start(some);
            Map<String, Long> copied = new LinkedHashMap<>();
            some.forEach(file -> copied.put(file.file().path(), file.bytesToCopy()));
            for (PartFile file : moves.move(some)) {
                if (file.isHome()) {
                    moved++;
                    bytes += copied.get(file.file().path());
                    waiting--;
                }
            }
            progress.accept(new Progress(map.header().epoch(), moved, bytes, waiting));
        }
    }

    private List<String> left(PlacementMap map, List<PartFile> strays) throws IOException {
        List<String> reasons = new ArrayList<>();
        Set<String> counted = new HashSet<>();
        for (String node : moves.silent().stream().sorted().toList()) {
            long files = strays.stream()
                    .filter(file -> file.missing().contains(node)
                            && counted.add(file.file().path()))
                    .count();
            if (files > 0) {
                reasons.add(files + " files: no copy came to " + node + " within "
                        + pauses.patience().toSeconds()
                        + " s. They keep more replicas until a later run. If the node is lost, say so by 'stoa place apply --failed "
                        + node + "'");
            }
        }
        long torn = strays.stream()
                .filter(file -> !counted.contains(file.file().path()))
                .count();
        if (torn > 0) {
            reasons.add(torn
                    + " files: HDFS kept other replicas than those of the map, because their holders fit several partitions. "
                    + "Run 'stoa place repair' again, or write them anew by 'stoa compact'");
        }
        List<PartFile> all = group.files(map);
        long lost = all.stream().filter(PartFile::isLost).count();
        if (lost > 0) {
            reasons.add(lost
                    + " files: no live node has some of their bytes, so HDFS can't copy them. Start one of the nodes "
                    + "that had them and run 'stoa place repair', or restore the table");
        }
        long striped = all.stream().filter(file -> file.file().replicas() == 0).count();
        if (striped > 0) {
            reasons.add(striped + " files are erasure-coded: HDFS places them, and they have no replicas to move");
        }
        return reasons;
    }
}
