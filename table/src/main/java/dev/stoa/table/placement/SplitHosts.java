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

import dev.stoa.reader.Split;
import dev.stoa.table.TableSplit;
import dev.stoa.vio.Folder;
import dev.stoa.vio.HostBytes;
import dev.stoa.vio.Placement;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds the hosts that have the bytes of splits. It asks for the hosts of a file once. For one thread. */
public final class SplitHosts {
    private final Folder folder;
    private final Map<String, List<Placement>> files = new HashMap<>();

    /**
     * Of a table.
     *
     * @param folder its folder
     */
    public SplitHosts(Folder folder) {
        this.folder = folder;
    }

    /** The hosts that have most bytes of some splits, best first. */
    public List<String> of(List<TableSplit> splits) throws IOException {
        HostBytes hosts = new HostBytes();
        for (TableSplit split : splits) {
            for (Split.Part part : split.parts()) {
                hosts.add(placements(split), part.offset(), part.length());
            }
        }
        return hosts.best();
    }

    /** The nodes where a split belongs by the map of a placement group, the responsible one first; none without a map. */
    public List<String> nodes(TableSplit split) {
        return PlacementGroups.nodes(folder, split.path());
    }

    private List<Placement> placements(TableSplit split) throws IOException {
        List<Placement> known = files.get(split.path());
        if (known == null) {
            known = folder.placements(split.path(), split.fileLength());
            files.put(split.path(), known);
        }
        return known;
    }
}
