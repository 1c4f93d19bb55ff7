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

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The nodes that replace dead or full nodes of a partition: the first by rendezvous hashing, so that they are the same for all
 * files. A node comes last if it makes the holders of a block look like another partition's.
 */
final class StandIns {
    private static final int MOST = 16;

    private record Scored(String host, long score) {}

    private StandIns() {}

    static List<String> of(PartNodes part, Collection<String> live, KnownSets sets) {
        long seed = mix(part.group().hashCode() * 31L + part.part().partitions())
                + part.part().number();
        PriorityQueue<Scored> best = new PriorityQueue<>(Comparator.comparingLong(Scored::score));
        for (String host : live) {
            if (!part.hosts().contains(host)) {
                best.add(new Scored(host, mix(mix(seed) ^ host.hashCode())));
                if (best.size() > MOST) {
                    best.remove();
                }
            }
        }
        List<Scored> order = new ArrayList<>(best);
        order.sort(Comparator.comparing((Scored each) -> sets.isAmbiguous(part.hosts(), each.host()))
                .thenComparing(Comparator.comparingLong(Scored::score).reversed()));
        return order.stream().map(Scored::host).toList();
    }

    /** Spreads the bits of a number (the finaliser of SplitMix64). */
    private static long mix(long bits) {
        long z = bits + 0x9E3779B97F4A7C15L;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }
}
