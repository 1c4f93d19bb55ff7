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
package dev.stoa.vio;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How many of some bytes each host has: where what reads them should run. */
public final class HostBytes {
    private static final int MOST = 3;
    /** The hosts of stores without hosts: none. */
    private static final String NOWHERE = "localhost";

    private final Map<String, Long> bytes = new LinkedHashMap<>();

    /** None yet. */
    public HostBytes() {}

    /** Adds bytes of a file. */
    public void add(List<Placement> file, long offset, long length) {
        for (Placement placement : file) {
            long from = Math.max(placement.offset(), offset);
            long to = Math.min(placement.offset() + placement.length(), offset + length);
            if (from < to) {
                placement.hosts().forEach(host -> bytes.merge(host, to - from, Long::sum));
            }
        }
    }

    /** Whether a name is that of a host: stores without hosts say {@code localhost}. */
    public static boolean isHost(String name) {
        return !name.equals(NOWHERE);
    }

    /** Up to three hosts, the one with most bytes first. Of equal hosts the one that was added first comes first. */
    public List<String> best() {
        return bytes.entrySet().stream()
                .filter(host -> isHost(host.getKey()))
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .limit(MOST)
                .map(Map.Entry::getKey)
                .toList();
    }
}
