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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.net.NetworkTopology;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The questions of a policy to the maps. This answers from memory, and without a map it has no opinion. A fault here never reaches HDFS: it is
 * logged and counted, and HDFS decides.
 */
final class Affinity implements Configurable {
    private static final Logger LOG = LoggerFactory.getLogger(Affinity.class);
    private static final ThreadLocal<PartNodes> ASKED = new ThreadLocal<>();

    private final AffinityMetrics metrics = new AffinityMetrics();
    private final LoadedMaps maps = new LoadedMaps();
    private final ClusterNodes nodes = new ClusterNodes();
    private Configuration conf;

    /** HDFS's own choice of a node: no storage if the node is full, stale, excluded or otherwise unfit. */
    interface Chooser {
        DatanodeStorageInfo choose(DatanodeDescriptor node) throws BlockPlacementPolicy.NotEnoughReplicasException;
    }

    @Override
    public void setConf(Configuration settings) {
        conf = settings;
        try {
            metrics.register();
            MapLoader.start(settings, maps, metrics);
        } catch (RuntimeException e) {
            failed("starting to load maps", e);
        }
    }

    @Override
    public Configuration getConf() {
        return conf;
    }

    /** Remembers for this thread which part the file belongs to. */
    void enter(String path) {
        try {
            maps.current().find(path).ifPresent(ASKED::set);
        } catch (RuntimeException e) {
            failed("finding the part of " + path, e);
        }
    }

    /** Forgets the file. */
    void leave() {
        ASKED.remove();
    }

    /**
     * Chooses nodes for the replicas of the file that the thread has entered: those of the map, then stand-ins up to the number of
     * replicas that the map wants.
     *
     * @param results has what HDFS chose before, and gets what the chooser chooses
     * @return how many replicas HDFS must still place
     */
    int choose(int replicas, NetworkTopology cluster, List<DatanodeStorageInfo> results, Chooser chooser) {
        PartNodes part = ASKED.get();
        if (part == null) {
            return replicas;
        }
        int left = replicas;
        try {
            Map<String, DatanodeDescriptor> live = nodes.byHost(cluster);
            left -= take(part.hosts(), live, left, chooser);
            metrics.placed(replicas - left);
            int room = Math.min(left, part.hosts().size() - results.size());
            if (room > 0) {
                List<String> hosts =
                        StandIns.of(part, live.keySet(), maps.current().sets());
                int taken = take(hosts, live, room, chooser);
                metrics.stoodIn(taken);
                left -= taken;
            }
            metrics.fellBack(left);
        } catch (RuntimeException e) {
            failed("choosing nodes of " + part, e);
        }
        return left;
    }

    private static int take(List<String> hosts, Map<String, DatanodeDescriptor> live, int most, Chooser chooser) {
        int taken = 0;
        for (int i = 0; i < hosts.size() && taken < most; i++) {
            DatanodeDescriptor node = live.get(hosts.get(i));
            try {
                taken += node != null && chooser.choose(node) != null ? 1 : 0;
            } catch (BlockPlacementPolicy.NotEnoughReplicasException e) {
                LOG.debug("HDFS refuses {}", node, e);
            }
        }
        return taken;
    }

    /**
     * Chooses the replicas to delete, if the nodes of a partition are among the holders of a block and can stay.
     *
     * @param isSatisfied whether HDFS is content with nodes that stay: if not, it would copy the block again
     */
    Optional<List<DatanodeStorageInfo>> deletions(
            Collection<DatanodeStorageInfo> available,
            Collection<DatanodeStorageInfo> candidates,
            int keep,
            List<StorageType> excess,
            DatanodeDescriptor added,
            Predicate<DatanodeInfo[]> isSatisfied) {
        if (candidates.size() <= keep || available.size() != candidates.size()) {
            return Optional.empty();
        }
        try {
            Map<String, DatanodeStorageInfo> byHost = new HashMap<>();
            candidates.forEach(each -> byHost.put(each.getDatanodeDescriptor().getHostName(), each));
            if (byHost.size() != candidates.size()) {
                return Optional.empty();
            }
            String newest = added == null ? "" : added.getHostName();
            KnownSets.Stay stay = maps.current().sets().stay(byHost.keySet(), keep, newest);
            metrics.deletion(stay.kind());
            if (stay.kind() != KnownSets.Kind.KNOWN) {
                return Optional.empty();
            }
            DatanodeInfo[] staying = stay.hosts().stream()
                    .map(host -> byHost.get(host).getDatanodeDescriptor())
                    .toArray(DatanodeInfo[]::new);
            List<DatanodeStorageInfo> going = new ArrayList<>(byHost.values());
            going.removeIf(
                    each -> stay.hosts().contains(each.getDatanodeDescriptor().getHostName()));
            return isOf(excess, going) && isSatisfied.test(staying) ? Optional.of(going) : Optional.empty();
        } catch (RuntimeException e) {
            failed("choosing replicas to delete", e);
            return Optional.empty();
        }
    }

    /** Whether the storage policy of the file has these replicas to spare. */
    private static boolean isOf(List<StorageType> excess, List<DatanodeStorageInfo> going) {
        List<StorageType> left = new ArrayList<>(excess);
        return going.stream().allMatch(each -> left.remove(each.getStorageType()));
    }

    /**
     * Whether a replica may move without tearing a partition. Balancer and mover ask this, and no namenode.
     *
     * @param locations of the block, and the target
     */
    boolean isMovable(Collection<DatanodeInfo> locations, DatanodeInfo source, DatanodeInfo target) {
        try {
            List<String> holders = locations.stream()
                    .filter(each -> !each.equals(target))
                    .map(DatanodeInfo::getHostName)
                    .toList();
            boolean isTorn = maps.first().sets().isTorn(holders, source.getHostName());
            metrics.refusedMove(isTorn);
            return !isTorn;
        } catch (RuntimeException e) {
            failed("judging a move", e);
            return true;
        }
    }

    private void failed(String what, RuntimeException e) {
        metrics.failed();
        LOG.warn("{} failed; HDFS decides", what, e);
    }
}
