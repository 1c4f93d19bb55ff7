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
package dev.stoa.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Divides the partitions that a map moves into batches. A store that deletes copies sees only which nodes have one. So no two partitions of a batch have the same nodes, old and new, unless the same ones of these stay.
 */
public final class Batches {
    private Batches() {}

    /**
     * Returns the maps to publish one after the other, before the old copies of the partitions that each has in motion are deleted.
     * That is the map itself if one batch is enough. Otherwise the maps have the next epochs, the same holders, and the leaving nodes
     * of one batch each.
     */
    public static List<PlacementMap> of(PlacementMap map) {
        List<Map<List<Integer>, List<Integer>>> batches = new ArrayList<>();
        int[][] batchOf = new int[map.classes().size()][];
        for (int c = 0; c < batchOf.length; c++) {
            PartitionClass each = map.classes().get(c);
            batchOf[c] = new int[each.partitions()];
            for (int p = 0; p < each.partitions(); p++) {
                batchOf[c][p] = each.leavers(p).length == 0 ? -1 : batch(batches, each, p);
            }
        }
        if (batches.size() <= 1) {
            return List.of(map);
        }
        List<PlacementMap> maps = new ArrayList<>();
        for (int b = 0; b < batches.size(); b++) {
            List<PartitionClass> classes = new ArrayList<>();
            for (int c = 0; c < batchOf.length; c++) {
                classes.add(only(map.classes().get(c), batchOf[c], b));
            }
            PlacementMap.Header header = map.header();
            maps.add(new PlacementMap(
                    new PlacementMap.Header(
                            header.group(),
                            header.epoch() + 1 + b,
                            header.replication(),
                            header.spread(),
                            header.roots()),
                    map.nodes(),
                    classes));
        }
        return maps;
    }

    /** Adds a partition to the first batch where its nodes are unambiguous. */
    private static int batch(List<Map<List<Integer>, List<Integer>>> batches, PartitionClass each, int partition) {
        List<Integer> stay = sorted(each.holders(partition));
        int[] holders = each.holders(partition);
        int[] leavers = each.leavers(partition);
        int[] both = Arrays.copyOf(holders, holders.length + leavers.length);
        System.arraycopy(leavers, 0, both, holders.length, leavers.length);
        List<Integer> all = sorted(both);
        for (int b = 0; b < batches.size(); b++) {
            List<Integer> other = batches.get(b).putIfAbsent(all, stay);
            if (other == null || other.equals(stay)) {
                return b;
            }
        }
        batches.add(new HashMap<>(Map.of(all, stay)));
        return batches.size() - 1;
    }

    private static List<Integer> sorted(int[] nodes) {
        return Arrays.stream(nodes).sorted().boxed().toList();
    }

    private static PartitionClass only(PartitionClass each, int[] batchOf, int batch) {
        int[] holders = new int[each.partitions() * each.replication()];
        int[][] leavers = new int[each.partitions()][];
        for (int p = 0; p < each.partitions(); p++) {
            System.arraycopy(each.holders(p), 0, holders, p * each.replication(), each.replication());
            if (each.isMoved(p)) {
                leavers[p] = batchOf[p] == batch ? each.leavers(p) : new int[0];
            }
        }
        return new PartitionClass(each.partitions(), each.replication(), holders, leavers);
    }
}
