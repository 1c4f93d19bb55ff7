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
import dev.stoa.placement.PlacementMap;
import dev.stoa.vio.Folder;
import dev.stoa.vio.HostBytes;
import dev.stoa.vio.Placement;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Groups of tables. Their maps say which nodes should hold the parts of tables. Maps are advice: without one, or with an old one,
 * reads and writes cost more, and do the same. Safe for several threads.
 */
public final class PlacementGroups {
    /** The setting of Hadoop that names the folders of maps, separated by commas. Namenodes read the same one. */
    public static final String SETTING = "stoa.placement.groups";

    /** No groups. */
    public static final PlacementGroups NONE = new PlacementGroups(List.of());

    private final List<RefreshedMap> maps;

    /**
     * Names groups. No map is read before a file of a part needs it.
     *
     * @param folders of the maps, one for each group
     */
    public PlacementGroups(List<Folder> folders) {
        maps = folders.stream().map(RefreshedMap::new).toList();
    }

    /**
     * Returns the folder of a table that asks the maps where its files belong: new files have favoured nodes, and hosts of
     * files are in the order of the map.
     *
     * @param folder of the table
     * @param path of the folder, absolute, without the store's name
     */
    public Folder around(Folder folder, String path) {
        return maps.isEmpty() ? folder : new PlacedFolder(folder, path, this);
    }

    /**
     * Puts the hosts of a file in the order of the map: the responsible node, the other nodes of the map, then the rest. A
     * file of a store without hosts gets the nodes of the map.
     *
     * @param path of the file, absolute, without the store's name
     * @param length of the file in bytes
     * @param placements as the store gives them
     */
    public List<Placement> order(String path, long length, List<Placement> placements) {
        List<String> nodes = nodesOf(path);
        if (nodes.isEmpty()) {
            return placements;
        }
        boolean hasHosts = placements.stream()
                .flatMap(placement -> placement.hosts().stream())
                .anyMatch(HostBytes::isHost);
        return hasHosts
                ? placements.stream()
                        .map(placement ->
                                new Placement(placement.offset(), placement.length(), order(placement.hosts(), nodes)))
                        .toList()
                : List.of(new Placement(0, length, nodes));
    }

    private static List<String> order(List<String> hosts, List<String> nodes) {
        return Stream.concat(
                        nodes.stream().filter(hosts::contains), hosts.stream().filter(host -> !nodes.contains(host)))
                .toList();
    }

    /**
     * Returns the nodes where a file belongs by the maps that its folder {@linkplain #around asks}, the responsible one first; none
     * without a map.
     */
    public static List<String> nodes(Folder folder, String name) {
        return folder instanceof PlacedFolder placed ? placed.nodes(name) : List.of();
    }

    /**
     * Returns the nodes of a file by the maps, the responsible one first; none of a file that no group has.
     *
     * @param path of the file, absolute, without the store's name
     */
    public List<String> nodesOf(String path) {
        if (Part.ofFile(path).isEmpty()) {
            return List.of();
        }
        for (RefreshedMap newest : maps) {
            Optional<PlacementMap> map = newest.get();
            Optional<Part> part = map.flatMap(known -> known.partOf(path));
            if (part.isPresent()) {
                return map.get().hosts(part.get());
            }
        }
        return List.of();
    }
}
