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
package dev.stoa.hdfs.affinity;

import dev.stoa.placement.PartitionClass;
import dev.stoa.placement.PlacementMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Which nodes hold a partition together, by all maps. HDFS passes no path where it deletes or moves a replica, so the holders of a
 * block tell which partition it belongs to. Never changes.
 */
final class KnownSets {
    /** Blocks with more holders are no partition's: their subsets would be too many to look up. */
    private static final int MOST_HOLDERS = 12;

    /** In place of the nodes that stay: of no length that a block keeps. */
    private static final int[] AMBIGUOUS = {};

    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> hosts = new ArrayList<>();
    private final Set<Integer> sizes = new TreeSet<>();
    private final NodeSets sets = new NodeSets();
    private final NodeSets inMotion = new NodeSets();

    /** The knowledge that holders give. */
    enum Kind {
        /** Exactly one partition's nodes are among them. */
        KNOWN,
        /** The nodes of several partitions are among them. */
        AMBIGUOUS,
        /** No partition's nodes are among them. */
        UNKNOWN
    }

    /**
     * The nodes that stay.
     *
     * @param hosts empty unless they are known
     */
    record Stay(Kind kind, Set<String> hosts) {}

    private KnownSets() {}

    static KnownSets of(List<PlacementMap> maps) {
        KnownSets all = new KnownSets();
        maps.forEach(all::add);
        return all;
    }

    private void add(PlacementMap map) {
        int[] renumbered = map.nodes().stream()
                .mapToInt(node -> numbers.computeIfAbsent(node.name(), name -> {
                    hosts.add(name);
                    return hosts.size() - 1;
                }))
                .toArray();
        for (PartitionClass each : map.classes()) {
            sizes.add(each.replication());
            for (int p = 0; p < each.partitions(); p++) {
                int[] set = sorted(Arrays.stream(each.holders(p)).map(node -> renumbered[node]));
                int[] known = sets.get(set);
                if (known == null) {
                    sets.put(set, set);
                    known = set;
                }
                int[] leavers = each.leavers(p);
                if (leavers.length > 0) {
                    int[] union = sorted(IntStream.concat(
                            Arrays.stream(set), Arrays.stream(leavers).map(node -> renumbered[node])));
                    int[] other = inMotion.get(union);
                    inMotion.put(union, other == null || Arrays.equals(other, known) ? known : AMBIGUOUS);
                }
            }
        }
    }

    private static int[] sorted(IntStream nodes) {
        return nodes.sorted().distinct().toArray();
    }

    /**
     * Returns which of the holders of a block stay.
     *
     * @param keep how many
     * @param added the holder that HDFS heard of last, or empty. After a failure that the map does not know, that holder is one of the partition's nodes
     */
    Stay stay(Collection<String> holders, int keep, String added) {
        int[] nodes = numbers(holders);
        int[] moving = nodes.length == holders.size() ? inMotion.get(nodes) : null;
        if (moving != null && keep > 0 && moving.length == keep) {
            return known(moving);
        }
        List<int[]> within = within(nodes, keep);
        Integer newest = numbers.get(added);
        if (within.size() > 1 && newest != null) {
            List<int[]> with = within.stream()
                    .filter(set -> Arrays.binarySearch(set, newest) >= 0)
                    .toList();
            within = with.size() == 1 ? with : within;
        }
        if (within.size() == 1) {
            return known(within.get(0));
        }
        return new Stay(within.isEmpty() ? Kind.UNKNOWN : Kind.AMBIGUOUS, Set.of());
    }

    private Stay known(int[] set) {
        return new Stay(Kind.KNOWN, Arrays.stream(set).mapToObj(hosts::get).collect(Collectors.toSet()));
    }

    /** Whether the holders of a block are a partition's nodes, and one of these would leave. */
    boolean isTorn(Collection<String> holders, String leaving) {
        Integer number = numbers.get(leaving);
        if (number == null) {
            return false;
        }
        int[] nodes = numbers(holders);
        return sizes.stream()
                .flatMap(size -> within(nodes, size).stream())
                .anyMatch(set -> Arrays.binarySearch(set, number) >= 0);
    }

    /** Whether another partition's nodes are among those of a partition and one more. */
    boolean isAmbiguous(Collection<String> set, String more) {
        List<String> all = new ArrayList<>(set);
        all.add(more);
        return numbers.containsKey(more) && within(numbers(all), set.size()).size() > 1;
    }

    private int[] numbers(Collection<String> names) {
        return sorted(names.stream().filter(numbers::containsKey).mapToInt(numbers::get));
    }

    /** Returns the known sets of a size that some nodes contain. */
    private List<int[]> within(int[] nodes, int size) {
        List<int[]> found = new ArrayList<>();
        if (nodes.length <= MOST_HOLDERS && size > 0 && size <= nodes.length) {
            search(nodes, 0, new int[size], 0, found);
        }
        return found;
    }

    private void search(int[] nodes, int from, int[] subset, int filled, List<int[]> found) {
        if (filled == subset.length) {
            int[] known = sets.get(subset);
            if (known != null) {
                found.add(known);
            }
            return;
        }
        for (int i = from; i <= nodes.length - (subset.length - filled); i++) {
            subset[filled] = nodes[i];
            search(nodes, i + 1, subset, filled + 1, found);
        }
    }
}
