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
package dev.stoa.benchmarks.engines;

import dev.stoa.benchmarks.harness.Progress;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Whether all contenders give the same rows. */
final class EqualRows {
    private static final int MOST_SHOWN = 500;

    private final Map<String, List<String>> expected = new HashMap<>();
    private final Set<String> unequal = new HashSet<>();

    /** Compares rows with those that were there first. */
    void check(String what, String contender, List<String> rows) {
        List<String> first = expected.computeIfAbsent(what, w -> rows);
        if (!rows.equals(first) && unequal.add(what)) {
            Progress.say("DIFFERENT: " + what + ": " + contender + " gives " + shown(rows) + ", before it was " + shown(first));
        }
    }

    /** What was first. */
    List<String> rows(String what) {
        return expected.get(what);
    }

    /** How many things were the same for all. */
    int count() {
        return expected.size() - unequal.size();
    }

    private static String shown(List<String> rows) {
        String text = rows.toString();
        return rows.size() + " rows: " + text.substring(0, Math.min(text.length(), MOST_SHOWN));
    }
}
