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
package dev.stoa.trino.internal.plan;

import dev.stoa.placement.Part;
import dev.stoa.table.PartitionFunction;
import dev.stoa.table.Snapshot;
import dev.stoa.table.TableProperties;
import dev.stoa.table.placement.PlacementGroups;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The parts of a table that is divided by {@code hash(n)} of a column.
 *
 * @param count the number of parts
 * @param fieldId of the column
 * @param hosts the hosts of each part by the map of a placement group, the responsible one first; none without a map
 * @param byFragment the part of each fragment
 */
public record HashParts(int count, int fieldId, List<List<String>> hosts, Map<UUID, Integer> byFragment) {
    private static final Pattern HASH = Pattern.compile("hash\\(\\s*(\\d+)\\s*\\)");

    public HashParts {
        hosts = List.copyOf(hosts);
        byFragment = Map.copyOf(byFragment);
    }

    /** The parts by the first such column; empty if a table has none, or a fragment that was divided otherwise. */
    public static Optional<HashParts> of(Snapshot snapshot) throws IOException {
        List<TableProperties.PartitionColumn> columns = snapshot.properties().partitionedBy();
        for (int i = 0; i < columns.size(); i++) {
            Matcher hash = HASH.matcher(columns.get(i).transform());
            if (hash.matches()) {
                int at = i;
                int fieldId = columns.get(i).fieldId();
                int count = Integer.parseInt(hash.group(1));
                return PartitionFunction.parts(snapshot, snapshot.fragments())
                        .map(parts -> new HashParts(count, fieldId, hosts(snapshot, count), at(parts, at)));
            }
        }
        return Optional.empty();
    }

    private static List<List<String>> hosts(Snapshot snapshot, int count) {
        List<List<String>> hosts = new ArrayList<>();
        for (int part = 0; part < count && snapshot.properties().hasPartFolders(); part++) {
            String file = "data/" + new Part(count, part).folder() + "/any";
            hosts.add(PlacementGroups.nodes(snapshot.folder(), file));
        }
        return hosts.stream().allMatch(List::isEmpty) ? List.of() : hosts;
    }

    private static Map<UUID, Integer> at(Map<UUID, List<String>> parts, int column) {
        Map<UUID, Integer> numbers = new HashMap<>();
        parts.forEach((fragment, names) -> numbers.put(fragment, Integer.parseInt(names.get(column))));
        return numbers;
    }
}
