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
package dev.stoa.placement;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Which nodes hold the partitions of a group of tables. A map never changes: each change of the cluster makes one with the next
 * epoch. Readers may use an old one; it costs them locality only. Safe for several threads.
 */
public final class PlacementMap {
    /** The most bytes of a map's text that readers accept. */
    public static final int MOST_BYTES = 16 << 20;

    private final Header header;
    private final List<PlacementNode> nodes;
    private final List<PartitionClass> classes;
    private final PartitionClass[] table;

    /**
     * The settings of a group.
     *
     * @param group the name that the group's maps share
     * @param epoch counts the maps of a group, from 1
     * @param replication how many copies each partition wants
     * @param spread how many other nodes share partitions with a node, in the first map
     * @param roots the folders of the group's tables, absolute paths without the store's name
     */
    public record Header(String group, long epoch, int replication, int spread, List<String> roots) {
        /**
         * Checks the values.
         *
         * @throws IllegalArgumentException if one is out of range, or a root is no absolute path
         */
        public Header {
            if (group.isEmpty() || group.chars().anyMatch(c -> c <= ' ')) {
                throw new IllegalArgumentException("the group's name '" + group + "' is empty or has white space");
            }
            if (epoch < 1 || replication < 1 || replication > 100 || spread < 1) {
                throw new IllegalArgumentException("epoch " + epoch + ", replication " + replication + " and spread "
                        + spread + " must be 1 or more, and replication 100 or less");
            }
            roots = List.copyOf(roots);
            for (String root : roots) {
                if (!root.startsWith("/") || root.endsWith("/") || root.indexOf('\n') >= 0) {
                    throw new IllegalArgumentException(
                            "'" + root + "' is not a table's folder; give an absolute path without a final slash");
                }
            }
        }
    }

    /**
     * Makes a map.
     *
     * @throws IllegalArgumentException if two nodes have one name, or two classes one number of partitions
     */
    PlacementMap(Header header, List<PlacementNode> nodes, List<PartitionClass> classes) {
        this.header = header;
        this.nodes = List.copyOf(nodes);
        this.classes = List.copyOf(classes);
        Set<String> names = new HashSet<>();
        for (PlacementNode node : nodes) {
            if (!names.add(node.name())) {
                throw new IllegalArgumentException("two nodes have the name " + node.name());
            }
        }
        table = new PartitionClass[Integer.highestOneBit(2 * classes.size() + 1) * 2];
        for (PartitionClass each : classes) {
            int slot = slot(each.partitions());
            if (table[slot] != null) {
                throw new IllegalArgumentException("two classes have " + each.partitions() + " partitions");
            }
            table[slot] = each;
        }
    }

    /**
     * Reads a map from its text.
     *
     * @param text the whole file
     * @param file its name, for messages
     * @throws PlacementException if the text is damaged, incomplete, of another format, or contradicts itself
     */
    public static PlacementMap parse(byte[] text, String file) throws PlacementException {
        return MapText.parse(text, file);
    }

    /** Returns the map's text, which ends with a checksum. */
    public byte[] text() {
        return MapText.write(this);
    }

    /** Returns what holds for the whole map. */
    public Header header() {
        return header;
    }

    /** Returns the nodes; classes name them by their numbers in this list. */
    public List<PlacementNode> nodes() {
        return nodes;
    }

    /** Returns the classes. */
    public List<PartitionClass> classes() {
        return classes;
    }

    /** Returns the class of tables with a number of partitions, if the group has one. Allocates only the answer. */
    public Optional<PartitionClass> classOf(int partitions) {
        return Optional.ofNullable(table[slot(partitions)]);
    }

    /**
     * Returns the names of the nodes of a part, the responsible one first.
     *
     * @throws java.util.NoSuchElementException if the group has no class of the part
     */
    public List<String> hosts(Part part) {
        PartitionClass of = classOf(part.partitions()).orElseThrow();
        List<String> hosts = new ArrayList<>(of.replication());
        for (int copy = 0; copy < of.replication(); copy++) {
            hosts.add(nodes.get(of.holder(part.number(), copy)).name());
        }
        return hosts;
    }

    /** Returns the part of a file, if the file is in a part's folder of a table of this group. */
    public Optional<Part> partOf(String path) {
        Optional<Part> part = Part.ofFile(path);
        if (part.isEmpty() || classOf(part.get().partitions()).isEmpty()) {
            return Optional.empty();
        }
        for (String root : header.roots()) {
            if (path.length() > root.length() && path.startsWith(root) && path.charAt(root.length()) == '/') {
                return part;
            }
        }
        return Optional.empty();
    }

    /** The slot of a class, or the empty one where the search for it ends. */
    private int slot(int partitions) {
        int slot = (partitions * 0x9E3779B9 >>> 16) & table.length - 1;
        while (table[slot] != null && table[slot].partitions() != partitions) {
            slot = slot + 1 & table.length - 1;
        }
        return slot;
    }
}
