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

import dev.stoa.cli.internal.arguments.CommandException;
import dev.stoa.placement.PlacementMap;
import dev.stoa.placement.PlacementNode;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The machine that the command runs on. */
final class ThisNode {
    private static final Path MEMORY = Path.of("/proc/meminfo");
    private static final String AVAILABLE = "MemAvailable:";

    private ThisNode() {}

    /**
     * Returns the name that a map has for this machine.
     *
     * @param given by the user, or null to look for the names and addresses of this machine
     */
    static String name(PlacementMap map, String given) throws IOException {
        List<String> nodes = map.nodes().stream().map(PlacementNode::name).toList();
        if (given != null) {
            if (!nodes.contains(given)) {
                throw CommandException.usage(
                        "--node " + given + ": the group has no such node; 'stoa place show' lists them");
            }
            return given;
        }
        InetAddress own = InetAddress.getLocalHost();
        Set<String> names = new LinkedHashSet<>(
                List.of(own.getCanonicalHostName(), own.getHostName(), own.getHostAddress(), "localhost"));
        return names.stream()
                .filter(nodes::contains)
                .findFirst()
                .orElseThrow(() -> CommandException.usage("this machine is called " + String.join(", ", names)
                        + ", and the group has no such node; give --node, or run this on a node of the group"));
    }

    /** Returns half of the memory that Linux calls available, in bytes. Page caches count as available. */
    static long room() throws IOException {
        if (Files.isReadable(MEMORY)) {
            for (String line : Files.readAllLines(MEMORY)) {
                if (line.startsWith(AVAILABLE)) {
                    long kibibytes = Long.parseLong(
                            line.substring(AVAILABLE.length()).replace("kB", "").strip());
                    return kibibytes * 1024 / 2;
                }
            }
        }
        throw CommandException.usage("this machine does not say how much memory it has available: give --room");
    }
}
