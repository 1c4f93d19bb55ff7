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
package dev.stoa.cli.internal.place;

import dev.stoa.placement.Part;
import dev.stoa.placement.PartitionClass;
import dev.stoa.placement.PlacementMap;
import dev.stoa.table.placement.PlacementGroup;
import java.io.IOException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** The parts that a node is responsible for. */
final class ResponsibleParts {
    /** How many maps to read at most to find those that are new. */
    private static final int MOST_MAPS = 100;

    private ResponsibleParts() {}

    /** Returns all parts of a node. */
    static Set<Part> all(String node, PlacementMap map) {
        Set<Part> parts = new HashSet<>();
        for (PartitionClass each : map.classes()) {
            for (int number = 0; number < each.partitions(); number++) {
                Part part = new Part(each.partitions(), number);
                if (map.hosts(part).get(0).equals(node)) {
                    parts.add(part);
                }
            }
        }
        return parts;
    }

    /**
     * Returns the parts that a node got last. A move publishes several maps, so this looks for the newest map from before the node had
     * all of its parts. Without such a map all parts are new.
     */
    static Set<Part> newest(String node, PlacementMap map, PlacementGroup group) throws IOException {
        Set<Part> now = all(node, map);
        Optional<PlacementMap> before = group.before(map);
        for (int i = 0; i < MOST_MAPS && before.isPresent(); i++) {
            Set<Part> then = all(node, before.get());
            if (!then.containsAll(now)) {
                now.removeAll(then);
                return now;
            }
            before = group.before(before.get());
        }
        return now;
    }
}
