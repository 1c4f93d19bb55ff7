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
import dev.stoa.placement.PlacementException;
import dev.stoa.vio.ReplicaStore;
import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds out whether a store puts files where a map says: it writes a small file into folders of some parts, and asks where it is. HDFS does not tell its clients
 * which policy it has.
 */
final class PolicyProbe {
    private static final int MOST_PARTS = 8;

    /** A quarter of the parts is enough: others may have a dead node. */
    private static final int ENOUGH = 4;

    private PolicyProbe() {}

    /**
     * Waits until the store follows the map.
     *
     * @param files of the parts to try
     * @throws PlacementException if it does not
     */
    static void require(ReplicaStore store, long epoch, List<PartFile> files, Pauses pauses) throws IOException {
        Map<Part, PartFile> parts = new LinkedHashMap<>();
        for (PartFile file : files) {
            if (parts.size() < MOST_PARTS) {
                parts.putIfAbsent(file.part(), file);
            }
        }
        String said = "";
        for (int tries = 0; tries < 4; tries++) {
            int followed = 0;
            for (PartFile file : parts.values()) {
                List<String> hosts =
                        store.hostsOfNewFile(file.folder(), file.home().size());
                if (new HashSet<>(hosts).equals(new HashSet<>(file.home()))) {
                    followed++;
                } else {
                    said = "a new file in " + file.folder() + " is on " + String.join(" ", hosts) + ", not on "
                            + String.join(" ", file.home());
                }
            }
            if (followed * ENOUGH >= parts.size()) {
                return;
            }
            pauses.refresh();
        }
        throw new PlacementException(
                store.id() + " does not follow the map of epoch " + epoch + ": " + said
                        + ". Without the placement policy HDFS chooses the nodes, so no file can move: install the policy, or publish the map alone by 'stoa place apply --no-move'");
    }
}
