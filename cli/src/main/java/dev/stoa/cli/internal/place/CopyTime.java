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

import dev.stoa.cli.internal.arguments.Sizes;
import dev.stoa.placement.Part;
import dev.stoa.placement.Plan;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * The time that the copies of a plan need at least, if all nodes take them at once.
 *
 * @param copied bytes of all copies
 * @param node that gets most bytes; empty if none gets any
 * @param bytes that it gets
 * @param perSecond bytes that a node takes
 */
record CopyTime(long copied, String node, long bytes, long perSecond) {
    private static final int MINUTE = 60;

    static CopyTime of(Plan plan, Map<Part, Long> bytes, long perSecond) {
        Map<String, Long> coming = new TreeMap<>();
        for (Plan.Move move : plan.moves()) {
            long each = bytes.getOrDefault(move.part(), 0L);
            move.coming().forEach(node -> coming.merge(node, each, Long::sum));
        }
        long copied = coming.values().stream().mapToLong(Long::longValue).sum();
        return coming.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(most -> new CopyTime(copied, most.getKey(), most.getValue(), perSecond))
                .orElse(new CopyTime(0, "", 0, perSecond));
    }

    /** The whole seconds until the node that gets most has all of it. */
    Duration duration() {
        return Duration.ofSeconds((bytes + perSecond - 1) / perSecond);
    }

    @Override
    public String toString() {
        if (bytes == 0) {
            return "no bytes move";
        }
        return "the copies need " + text(duration()) + " or more: " + node + " gets " + Sizes.text(bytes) + " of "
                + Sizes.text(copied) + ", at " + Sizes.text(perSecond) + " a second";
    }

    private static String text(Duration time) {
        long seconds = time.toSeconds();
        if (seconds < MINUTE) {
            return seconds + " s";
        }
        long minutes = (seconds + MINUTE - 1) / MINUTE;
        return minutes < MINUTE ? minutes + " min" : minutes / MINUTE + " h " + minutes % MINUTE + " min";
    }
}
