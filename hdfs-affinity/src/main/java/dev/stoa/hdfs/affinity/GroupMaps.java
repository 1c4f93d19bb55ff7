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

import dev.stoa.placement.Part;
import dev.stoa.placement.PlacementMap;
import java.util.List;
import java.util.Optional;

/** The maps of all groups that were loaded last. Never changes. */
final class GroupMaps {
    static final GroupMaps NONE = new GroupMaps(List.of());

    private final List<PlacementMap> maps;
    private final KnownSets sets;

    GroupMaps(List<PlacementMap> maps) {
        this.maps = List.copyOf(maps);
        sets = KnownSets.of(this.maps);
    }

    KnownSets sets() {
        return sets;
    }

    /** Returns where the replicas of a file belong, if a group has the file. */
    Optional<PartNodes> find(String path) {
        for (PlacementMap map : maps) {
            Optional<Part> part = map.partOf(path);
            if (part.isPresent()) {
                return Optional.of(new PartNodes(map.header().group(), part.get(), map.hosts(part.get())));
            }
        }
        return Optional.empty();
    }
}
