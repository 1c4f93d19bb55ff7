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
package dev.stoa.reader.internal.fetch;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The granules of a column that are held: few runs, each used from its start to its end. */
public final class GranuleRuns {
    private final TreeMap<Integer, GranuleRun> byFirst = new TreeMap<>();
    private Optional<GranuleRun> last = Optional.empty();

    /** The run that has a granule. */
    Optional<GranuleRun> of(int granule) {
        if (last.isEmpty() || !last.get().covers(granule)) {
            Map.Entry<Integer, GranuleRun> below = byFirst.isEmpty() ? null : byFirst.floorEntry(granule);
            if (below == null || !below.getValue().covers(granule)) {
                return Optional.empty();
            }
            last = Optional.of(below.getValue());
        }
        return last;
    }

    /** Whether a granule is held. */
    boolean has(int granule) {
        return !byFirst.isEmpty() && of(granule).isPresent();
    }

    /** Adds a run of granules that are not held. */
    void add(GranuleRun run) {
        byFirst.put(run.first(), run);
    }

    /** Removes a run. */
    void remove(GranuleRun run) {
        byFirst.remove(run.first());
        last = Optional.empty();
    }
}
