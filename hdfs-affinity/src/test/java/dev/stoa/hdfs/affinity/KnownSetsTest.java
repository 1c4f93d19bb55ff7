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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.placement.PartitionClass;
import dev.stoa.placement.PlacementMap;
import dev.stoa.placement.PlacementNode;
import dev.stoa.placement.Planner;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class KnownSetsTest {
    private static List<PlacementNode> nodes(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(i -> new PlacementNode("h" + i, "/r" + i % 4, 1, PlacementNode.State.IN))
                .toList();
    }

    private static PlacementMap first(int nodes) throws Exception {
        PlacementMap.Header header = new PlacementMap.Header("g", 1, 3, 1, List.of("/w/a", "/w/b"));
        return Planner.first(header, nodes(0, nodes), List.of(24));
    }

    private static Set<String> hosts(PlacementMap map, int part) {
        PartitionClass of = map.classes().get(0);
        return IntStream.range(0, of.replication())
                .mapToObj(copy -> map.nodes().get(of.holder(part, copy)).name())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> with(Set<String> some, String more) {
        Set<String> all = new TreeSet<>(some);
        all.add(more);
        return all;
    }

    @Test
    void thePartitionStaysWhereOneMoreNodeHasIt() throws Exception {
        PlacementMap map = first(8);
        KnownSets sets = KnownSets.of(List.of(map));
        for (int p = 0; p < 24; p++) {
            Set<String> own = hosts(map, p);
            KnownSets.Stay stay = sets.stay(with(own, "stranger"), 3, "stranger");
            assertEquals(KnownSets.Kind.KNOWN, stay.kind());
            assertEquals(own, stay.hosts());
        }
        assertEquals(
                KnownSets.Kind.UNKNOWN,
                sets.stay(Set.of("a", "b", "c", "h1"), 3, "a").kind());
        assertEquals(KnownSets.Kind.UNKNOWN, sets.stay(hosts(map, 0), 2, "").kind(), "another replication");
        Set<String> many = IntStream.range(0, 40).mapToObj(i -> "h" + i).collect(Collectors.toSet());
        assertEquals(KnownSets.Kind.AMBIGUOUS, sets.stay(many, 3, "").kind(), "eight of these are nodes of the map");
    }

    @Test
    void theAddedNodeTellsWhichOfTwoPartitionsWasMeant() throws Exception {
        PlacementMap map = first(8);
        KnownSets sets = KnownSets.of(List.of(map));
        int told = 0;
        for (int p = 0; p < 24; p++) {
            for (String host : nodes(0, 8).stream().map(PlacementNode::name).toList()) {
                Set<String> own = hosts(map, p);
                if (!own.contains(host) && sets.isAmbiguous(own, host)) {
                    Set<String> both = with(own, host);
                    assertEquals(
                            KnownSets.Kind.AMBIGUOUS, sets.stay(both, 3, "").kind());
                    KnownSets.Stay stay = sets.stay(both, 3, host);
                    assertTrue(
                            stay.kind() != KnownSets.Kind.KNOWN || stay.hosts().contains(host), both + " " + stay);
                    told += stay.kind() == KnownSets.Kind.KNOWN ? 1 : 0;
                }
            }
        }
        assertTrue(told > 0, "a chain has partitions with two nodes in common");
    }

    @Test
    void partsInMotionGoWhereTheNewMapSays() throws Exception {
        PlacementMap before = first(6);
        List<PlacementNode> grown = new ArrayList<>(before.nodes());
        grown.addAll(nodes(6, 8));
        PlacementMap after = Planner.next(before, grown).after();
        KnownSets sets = KnownSets.of(List.of(after));
        int moved = 0;
        for (int p = 0; p < 24; p++) {
            Set<String> union = new TreeSet<>(hosts(before, p));
            union.addAll(hosts(after, p));
            KnownSets.Stay stay = sets.stay(union, 3, "");
            if (union.size() > 3 && stay.kind() == KnownSets.Kind.KNOWN) {
                moved++;
                assertEquals(hosts(after, p), stay.hosts());
            }
        }
        assertTrue(moved >= 10, moved + " parts in motion are known");
    }

    @Test
    void movesThatTearAreRefused() throws Exception {
        PlacementMap map = first(8);
        KnownSets sets = KnownSets.of(List.of(map));
        Set<String> own = hosts(map, 5);
        own.forEach(host -> assertTrue(sets.isTorn(own, host)));
        assertTrue(sets.isTorn(with(own, "stranger"), own.iterator().next()), "also if one more node has it");
        assertFalse(sets.isTorn(with(own, "stranger"), "stranger"), "the one too many may go");
        assertFalse(sets.isTorn(Set.of("a", "b", "c"), "a"), "no partition's");
        assertFalse(KnownSets.of(List.of()).isTorn(own, own.iterator().next()), "without a map HDFS decides");
    }

    @Test
    void standInsAreTheSameForAPartAndTellItApart() throws Exception {
        PlacementMap map = first(40);
        GroupMaps maps = new GroupMaps(List.of(map));
        List<String> live = nodes(0, 40).stream().map(PlacementNode::name).toList();
        Set<String> used = new TreeSet<>();
        for (int p = 0; p < 24; p++) {
            PartNodes part = maps.find("/w/a/data/p24.0" + (p < 10 ? "0" : "") + p + "/x.stoa")
                    .orElseThrow();
            List<String> standIns = StandIns.of(part, live, maps.sets());
            assertEquals(
                    standIns,
                    StandIns.of(
                            maps.find("/w/b/data/" + part.part().folder() + "/y")
                                    .orElseThrow(),
                            live,
                            maps.sets()));
            assertFalse(part.hosts().stream().anyMatch(standIns::contains));
            assertFalse(maps.sets().isAmbiguous(part.hosts(), standIns.get(0)));
            used.add(standIns.get(0));
        }
        assertTrue(used.size() > 8, "they spread: " + used);
        assertTrue(maps.find("/w/c/data/p24.001/x.stoa").isEmpty(), "no table of the group");
        assertTrue(maps.find("/w/a/data/p25.001/x.stoa").isEmpty(), "no class of the group");
        assertTrue(maps.find("/w/a/data/x.stoa").isEmpty(), "no part's folder");
        assertTrue(maps.find("/user/u/.Trash/Current/w/a/data/p24.001/x").isEmpty(), "in the trash");
    }
}
