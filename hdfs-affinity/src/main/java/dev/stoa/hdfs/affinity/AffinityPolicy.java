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

import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicyDefault;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.net.Node;

/** Places the files of a partition on the nodes of its group's map, and all other files as HDFS does by default. */
public final class AffinityPolicy extends BlockPlacementPolicyDefault implements Configurable {
    private final Affinity affinity = new Affinity();

    @Override
    public void setConf(Configuration conf) {
        affinity.setConf(conf);
    }

    @Override
    public Configuration getConf() {
        return affinity.getConf();
    }

    @Override
    public DatanodeStorageInfo[] chooseTarget(
            String path,
            int replicas,
            Node writer,
            List<DatanodeStorageInfo> chosen,
            boolean returnsChosen,
            Set<Node> excluded,
            long blockSize,
            BlockStoragePolicy storagePolicy,
            EnumSet<AddBlockFlag> flags) {
        affinity.enter(path);
        try {
            return super.chooseTarget(
                    path, replicas, writer, chosen, returnsChosen, excluded, blockSize, storagePolicy, flags);
        } finally {
            affinity.leave();
        }
    }

    @Override
    public DatanodeStorageInfo[] chooseTarget(
            String path,
            int replicas,
            Node writer,
            List<DatanodeStorageInfo> chosen,
            boolean returnsChosen,
            Set<Node> excluded,
            long blockSize,
            BlockStoragePolicy storagePolicy,
            EnumSet<AddBlockFlag> flags,
            EnumMap<StorageType, Integer> types) {
        affinity.enter(path);
        try {
            return super.chooseTarget(
                    path, replicas, writer, chosen, returnsChosen, excluded, blockSize, storagePolicy, flags, types);
        } finally {
            affinity.leave();
        }
    }

    @Override
    protected Node chooseTargetInOrder(
            int replicas,
            Node writer,
            Set<Node> excluded,
            long blockSize,
            int mostOfRack,
            List<DatanodeStorageInfo> results,
            boolean avoidsStale,
            boolean isNew,
            EnumMap<StorageType, Integer> types)
            throws NotEnoughReplicasException {
        int left = affinity.choose(
                replicas,
                clusterMap,
                results,
                node -> chooseLocalOrFavoredStorage(
                        node, true, excluded, blockSize, mostOfRack, results, avoidsStale, types));
        return left == 0
                ? writer
                : super.chooseTargetInOrder(
                        left, writer, excluded, blockSize, mostOfRack, results, avoidsStale, isNew, types);
    }

    @Override
    public List<DatanodeStorageInfo> chooseReplicasToDelete(
            Collection<DatanodeStorageInfo> available,
            Collection<DatanodeStorageInfo> candidates,
            int keep,
            List<StorageType> excess,
            DatanodeDescriptor added,
            DatanodeDescriptor hint) {
        Optional<List<DatanodeStorageInfo>> known = affinity.deletions(
                available,
                candidates,
                keep,
                excess,
                added,
                stay -> verifyBlockPlacement(stay, keep).isPlacementPolicySatisfied());
        return known.orElseGet(() -> super.chooseReplicasToDelete(available, candidates, keep, excess, added, hint));
    }

    @Override
    public boolean isMovable(Collection<DatanodeInfo> locations, DatanodeInfo source, DatanodeInfo target) {
        return super.isMovable(locations, source, target) && affinity.isMovable(locations, source, target);
    }
}
