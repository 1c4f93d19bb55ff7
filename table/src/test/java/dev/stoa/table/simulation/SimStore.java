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
package dev.stoa.table.simulation;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a store holds: names, and the bytes of files behind them. It knows what would be left if the power failed now: bytes
 * up to the last sync, and of the names of a folder those of which the store keeps its word. For one thread at a time.
 */
final class SimStore {
    /** What a store promises. */
    enum Kind {
        /** Bytes and names last once they were synced; names of a folder come and go in their order. */
        LOCAL,
        /** Names last at once, bytes once they were synced. */
        HDFS,
        /** Whole files, which last at once; listings may be old. */
        S3
    }

    /** Bytes, or a folder. */
    static final class Node {
        private final boolean folder;
        private byte[] bytes = new byte[0];
        private int synced;
        private Instant modified;

        private Node(boolean folder, Instant modified) {
            this.folder = folder;
            this.modified = modified;
        }

        boolean isFolder() {
            return folder;
        }

        byte[] bytes() {
            return bytes;
        }

        Instant modified() {
            return modified;
        }

        void append(byte[] more, Instant now) {
            int length = bytes.length;
            bytes = Arrays.copyOf(bytes, length + more.length);
            System.arraycopy(more, 0, bytes, length, more.length);
            modified = now;
        }

        void sync() {
            synced = bytes.length;
        }
    }

    /** Is told of each name that comes or goes. */
    interface Watcher {
        void came(String name, Node node);

        void goes(String name);
    }

    /** What happened to a name of a folder. */
    private record Change(String name, Optional<Node> before, Instant time) {}

    private final Kind kind;
    private final Watcher watcher;
    private final NavigableMap<String, Node> names = new TreeMap<>();
    private final Map<String, List<Change>> unsynced = new TreeMap<>();
    private final List<Change> recent = new ArrayList<>();

    SimStore(Kind kind, Watcher watcher) {
        this.kind = kind;
        this.watcher = watcher;
        names.put("", new Node(true, Instant.EPOCH));
    }

    Kind kind() {
        return kind;
    }

    Optional<Node> find(String name) {
        return Optional.ofNullable(names.get(name));
    }

    /** The names directly in a folder. */
    List<String> list(String folder) {
        String prefix = folder.isEmpty() ? "" : folder + "/";
        List<String> listed = new ArrayList<>();
        for (String name : names.tailMap(prefix, true).keySet()) {
            if (!name.startsWith(prefix)) {
                break;
            }
            if (!name.isEmpty() && parent(name).equals(folder)) {
                listed.add(name);
            }
        }
        return listed;
    }

    Collection<String> all() {
        return names.keySet();
    }

    static String parent(String name) {
        return name.contains("/") ? name.substring(0, name.lastIndexOf('/')) : "";
    }

    static Node file(Instant now) {
        return new Node(false, now);
    }

    /** Makes a folder and those above it. */
    void makeFolders(String name, Instant now) {
        if (!names.containsKey(name)) {
            makeFolders(parent(name), now);
            put(name, new Node(true, now), now);
        }
    }

    /** Gives a name to a node, in place of whatever had it. */
    void put(String name, Node node, Instant now) {
        changed(name, now);
        names.put(name, node);
        watcher.came(name, node);
    }

    /** Takes a name away; whether it was there. */
    boolean remove(String name, Instant now) {
        if (!names.containsKey(name)) {
            return false;
        }
        watcher.goes(name);
        changed(name, now);
        names.remove(name);
        return true;
    }

    private void changed(String name, Instant now) {
        Change change = new Change(name, find(name), now);
        recent.add(change);
        if (kind == Kind.LOCAL) {
            unsynced.computeIfAbsent(parent(name), folder -> new ArrayList<>()).add(change);
        }
    }

    /** Makes what happened to the names of a folder last, and, as journals do, that it is there. */
    void syncFolder(String folder) {
        unsynced.remove(folder);
        for (String name = folder; !name.isEmpty(); name = parent(name)) {
            List<Change> above = unsynced.getOrDefault(parent(name), new ArrayList<>());
            for (int i = above.size() - 1; i >= 0; i--) {
                if (above.get(i).name.equals(name)) {
                    above.subList(0, i + 1).clear();
                    break;
                }
            }
        }
    }

    /** The names of a folder as they may have been a short while ago, each by itself. */
    List<String> oldList(String folder, Instant since, Random random) {
        TreeSet<String> listed = new TreeSet<>(list(folder));
        for (int i = recent.size() - 1; i >= 0 && recent.get(i).time.isAfter(since); i--) {
            Change change = recent.get(i);
            if (parent(change.name).equals(folder) && random.nextBoolean()) {
                if (change.before.isPresent()) {
                    listed.add(change.name);
                } else {
                    listed.remove(change.name);
                }
            }
        }
        return new ArrayList<>(listed);
    }

    /** The node that a name has or had last. */
    Node everFound(String name) {
        for (int i = recent.size() - 1; i >= 0 && !names.containsKey(name); i--) {
            if (recent.get(i).name.equals(name) && recent.get(i).before.isPresent()) {
                return recent.get(i).before.get();
            }
        }
        return names.get(name);
    }

    /** Takes back what need not have lasted. */
    void failPower(Random random) {
        for (List<Change> changes : unsynced.values()) {
            int kept = random.nextInt(changes.size() + 1);
            for (int i = changes.size() - 1; i >= kept; i--) {
                Change change = changes.get(i);
                if (change.before.isPresent()) {
                    names.put(change.name, change.before.get());
                } else {
                    names.remove(change.name);
                }
            }
        }
        unsynced.clear();
        names.keySet().removeIf(name -> !isReachable(name));
        for (Node node : names.values()) {
            if (node.synced < node.bytes.length) {
                int kept = node.synced + random.nextInt(node.bytes.length - node.synced + 1);
                node.bytes = Arrays.copyOf(node.bytes, kept);
                node.synced = kept;
            }
        }
    }

    private boolean isReachable(String name) {
        return name.isEmpty() || (names.containsKey(parent(name)) && isReachable(parent(name)));
    }
}
