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

import dev.stoa.placement.Rendezvous;
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
        long seed = Rendezvous.score(part.part().partitions(), part.group())
                + part.part().number();
        PriorityQueue<Scored> best = new PriorityQueue<>(Comparator.comparingLong(Scored::score));
        for (String host : live) {
            if (!part.hosts().contains(host)) {
                best.add(new Scored(host, Rendezvous.score(seed, host)));
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
}
