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

import dev.stoa.placement.Part;
import dev.stoa.vio.Placement;
import dev.stoa.vio.ReplicaStore;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A file of a part, where it is and where it belongs.
 *
 * @param root the folder of its table
 * @param part which one
 * @param file with its blocks
 * @param home the nodes of the map, the responsible one first
 */
public record PartFile(String root, Part part, ReplicaStore.StoredFile file, List<String> home) {
    /** Returns how many bytes are on the responsible node. */
    public long localBytes() {
        return file.blocks().stream()
                .filter(block -> block.hosts().contains(home.get(0)))
                .mapToLong(Placement::length)
                .sum();
    }

    /** Whether each node of the map has the whole file. */
    public boolean isWhole() {
        return file.blocks().stream().allMatch(block -> block.hosts().containsAll(home));
    }

    /** Whether no live node has some of the bytes. */
    public boolean isLost() {
        return file.blocks().stream().anyMatch(block -> block.hosts().isEmpty());
    }

    /** Whether exactly the nodes of the map have the file, and the store keeps a replica for each. */
    boolean isHome() {
        return file.replicas() == home.size() && isWhole() && isLow();
    }

    /** Whether no block has more replicas than the map has nodes. */
    boolean isLow() {
        return file.blocks().stream().allMatch(block -> block.hosts().size() <= home.size());
    }

    /** Returns nodes of the map that lack some of the file. */
    Set<String> missing() {
        Set<String> missing = new HashSet<>();
        for (Placement block : file.blocks()) {
            home.stream().filter(host -> !block.hosts().contains(host)).forEach(missing::add);
        }
        return missing;
    }

    /** Returns nodes that are none of the map, and have some of the file. */
    Set<String> leaving() {
        Set<String> leaving = new HashSet<>();
        for (Placement block : file.blocks()) {
            block.hosts().stream().filter(host -> !home.contains(host)).forEach(leaving::add);
        }
        return leaving;
    }

    /** Returns how many replicas the block that lacks most needs, so that all nodes of the map have one. */
    int raised() {
        int most = home.size();
        for (Placement block : file.blocks()) {
            Set<String> all = new HashSet<>(home);
            all.addAll(block.hosts());
            most = Math.max(most, all.size());
        }
        return most;
    }

    /** Returns how many bytes come to nodes of the map. */
    long bytesToCopy() {
        return home.stream().mapToLong(this::bytesToCopy).sum();
    }

    /** Returns how many bytes come to a node of the map. */
    long bytesToCopy(String host) {
        return file.blocks().stream()
                .filter(block -> !block.hosts().contains(host))
                .mapToLong(Placement::length)
                .sum();
    }

    /** Returns the folder of the part. */
    String folder() {
        return file.path().substring(0, file.path().lastIndexOf('/'));
    }
}
