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
package dev.stoa.reader.internal.scan;

import dev.stoa.reader.ScanLimits;
import dev.stoa.reader.internal.filter.Outcomes;
import dev.stoa.reader.internal.filter.Predicate;
import dev.stoa.reader.internal.value.ValuePoint;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/** Finds in the indexes of a file the vectors where a predicate may be true. */
public final class IndexLookup {
    private final List<Optional<EqualityIndex>> indexes;
    private final Outcomes outcomes;
    private final int vectorCount;
    private final ScanLimits limits;

    /**
     * Asks nothing yet.
     *
     * @param indexes by predicate column
     * @param outcomes on new values, which no index has
     * @param vectorCount vectors of the row set
     * @param limits of the scan
     */
    IndexLookup(List<Optional<EqualityIndex>> indexes, Outcomes outcomes, int vectorCount, ScanLimits limits) {
        this.indexes = indexes;
        this.outcomes = outcomes;
        this.vectorCount = vectorCount;
        this.limits = limits;
    }

    /** The vectors; nothing if no index can tell. */
    Optional<BitSet> vectors(Predicate predicate) throws IOException {
        if (predicate instanceof Predicate.All all) {
            Optional<BitSet> common = Optional.empty();
            for (Predicate part : all.parts()) {
                Optional<BitSet> more = vectors(part);
                if (common.isPresent() && more.isPresent()) {
                    common.get().and(more.get());
                } else if (more.isPresent()) {
                    common = more;
                }
            }
            return common;
        } else if (predicate instanceof Predicate.Any any) {
            BitSet union = new BitSet();
            for (Predicate part : any.parts()) {
                Optional<BitSet> more = vectors(part);
                if (more.isEmpty()) {
                    return Optional.empty();
                }
                union.or(more.get());
            }
            return Optional.of(union);
        }
        Predicate.InSet in = (Predicate.InSet) predicate;
        Optional<EqualityIndex> index = indexes.get(in.column());
        Optional<List<ValuePoint>> points =
                in.onNull() ? Optional.empty() : in.set().points();
        if (index.isEmpty() || points.isEmpty()) {
            return Optional.empty();
        }
        BitSet vectors = index.get().vectors(points.get(), vectorCount, limits);
        outcomes.addVectors(in, vectors);
        return Optional.of(vectors);
    }
}
