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
package dev.stoa.hive;

import dev.stoa.hive.internal.store.Snapshots;
import dev.stoa.placement.Part;
import dev.stoa.placement.Rendezvous;
import dev.stoa.table.placement.PlacementGroups;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.llap.registry.LlapServiceInstance;
import org.apache.hadoop.hive.llap.registry.impl.LlapRegistryService;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.split.SplitLocationProvider;

/**
 * Sends splits to the LLAP daemons whose caches have their part: {@code hive.llap.split.location.provider.class}. With a placement map
 * that is the daemon on the responsible node, or on the next node of the map that has one. Without a map each part has a daemon by
 * rendezvous hashing with a bound, and other files by hashing their path. So a change of the daemons changes few locations.
 */
public final class PlacementLocations implements SplitLocationProvider {
    private static final String EXECUTORS = LlapRegistryService.LLAP_DAEMON_NUM_ENABLED_EXECUTORS;

    private final PlacementGroups groups;
    private final List<String> daemons;
    private final Map<Integer, int[]> assigned = new HashMap<>();

    /**
     * Asks for the daemons. Hive makes one provider for each vertex.
     *
     * @throws IOException if the registry of daemons or a placement group has no valid name
     */
    public PlacementLocations(Configuration configuration) throws IOException {
        groups = Snapshots.groups(configuration);
        daemons = daemons(configuration);
    }

    private static List<String> daemons(Configuration configuration) throws IOException {
        String registry = HiveConf.getTrimmedVar(configuration, HiveConf.ConfVars.LLAP_DAEMON_SERVICE_HOSTS);
        if (registry == null || registry.isEmpty()) {
            return List.of();
        }
        List<String> hosts = new ArrayList<>();
        Collection<LlapServiceInstance> all =
                LlapRegistryService.getClient(configuration).getInstances().getAllInstancesOrdered(true);
        for (LlapServiceInstance each : all) {
            boolean isDisabled = "0".equals(each.getProperties().get(EXECUTORS));
            if (!isDisabled && !hosts.contains(each.getHost())) {
                hosts.add(each.getHost());
            }
        }
        return hosts;
    }

    /** Returns one host, so that each split of a part goes to the same cache. Without daemons it returns the split's own hosts. */
    @Override
    public String[] getLocations(InputSplit split) throws IOException {
        if (daemons.isEmpty() || !(split instanceof FileSplit file)) {
            return split.getLocations();
        }
        String path = file.getPath().toUri().getPath();
        Optional<Part> part = Part.ofFile(path);
        String host = groups.nodesOf(path).stream()
                .filter(daemons::contains)
                .findFirst()
                .or(() -> part.map(this::assigned))
                .orElseGet(() -> hashed(path, file.getStart()));
        return new String[] {host};
    }

    private synchronized String assigned(Part part) {
        int[] nodes = assigned.computeIfAbsent(
                part.partitions(), partitions -> Rendezvous.assign(partitions, daemons, Rendezvous.BOUND));
        return daemons.get(nodes[part.number()]);
    }

    private String hashed(String path, long start) {
        long seed = Rendezvous.score(start, path);
        String best = daemons.get(0);
        for (String daemon : daemons) {
            best = Rendezvous.score(seed, daemon) > Rendezvous.score(seed, best) ? daemon : best;
        }
        return best;
    }
}
