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
package dev.stoa.reader.internal.filter;

import dev.stoa.format.internal.meta.MinMax;
import dev.stoa.reader.internal.value.Match;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Rows as one zone, with known bounds alone. For one thread. */
public final class OneZone implements Predicate.Zones {
    private final List<Optional<MinMax>> minMaxes = new ArrayList<>();
    private final List<Long> counted = new ArrayList<>();
    private long rows;

    /** Goes to other rows, without knowledge of their columns yet. */
    void start(long count) {
        rows = count;
        minMaxes.clear();
        counted.clear();
    }

    /** Adds the bounds of the next predicate column, and their number of rows, which may count rows with new values twice. */
    void add(Optional<MinMax> minMax, long count) {
        minMaxes.add(minMax);
        counted.add(count);
    }

    @Override
    public Optional<MinMax> minMax(int column) {
        return minMaxes.get(column);
    }

    @Override
    public long nullCount(int column) {
        return -1; // neither none nor all
    }

    @Override
    public long rows(int column, int zone) {
        return counted.get(column);
    }

    @Override
    public long rows() {
        return rows;
    }

    @Override
    public Optional<Match> ofNewValues(Predicate.InSet condition) {
        return Optional.empty();
    }
}
