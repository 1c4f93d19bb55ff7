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
package dev.stoa.reader;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.internal.meta.Layout;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * How conditions come out on new values. Each condition is tested once on all new values of its column, so that what is known
 * of old values, by MinMax, an index or an encoded vector, is put right by a look-up. For one thread.
 */
final class Outcomes {
    private final List<Optional<ColumnChanges>> changes;
    private final List<Optional<VectorChanges>> places;

    /** What is known of one condition. Safe for several threads. */
    static final class Known {
        private Optional<boolean[]> outcomes = Optional.empty();

        /** By new value of the condition's column, whether the condition is true on it. */
        private synchronized boolean[] of(Predicate.InSet condition, ColumnVector values) {
            if (outcomes.isEmpty()) {
                boolean[] found = new boolean[values.size()];
                condition.set().test(values, found.length, found);
                boolean[] nulls = values.nulls();
                for (int i = 0; i < found.length && nulls.length != 0; i++) {
                    found[i] = nulls[i] ? condition.onNull() : found[i];
                }
                outcomes = Optional.of(found);
            }
            return outcomes.get();
        }
    }

    /** Of the new values of predicate columns. */
    Outcomes(Overlay overlay, List<ReadColumn> columns) {
        this.changes = columns.stream().map(overlay::changes).toList();
        this.places = new ArrayList<>();
        changes.forEach(c -> places.add(c.map(VectorChanges::new)));
    }

    /** Whether no predicate column has new values. */
    boolean isEmpty() {
        return changes.stream().allMatch(Optional::isEmpty);
    }

    private static boolean[] of(Predicate.InSet condition, ColumnChanges of) {
        return condition.onNewValues().of(condition, of.values());
    }

    /** What follows from the new values in the rows {@code first..end-1}; nothing if there are none. */
    Optional<Match> match(Predicate.InSet condition, long first, long end) {
        Optional<ColumnChanges> of = changes.get(condition.column());
        if (of.isEmpty()) {
            return Optional.empty();
        }
        int from = of.get().from(first);
        int to = of.get().from(end);
        if (from == to) {
            return Optional.empty();
        }
        boolean[] outcomes = of(condition, of.get());
        boolean one = outcomes[from];
        for (int i = from + 1; i < to; i++) {
            if (outcomes[i] != one) {
                return Optional.of(Match.SOME);
            }
        }
        return Optional.of(one ? Match.ALL : Match.NONE);
    }

    /** Adds the vectors in which a new value fulfils a condition. */
    void addVectors(Predicate.InSet condition, BitSet vectors) {
        Optional<ColumnChanges> of = changes.get(condition.column());
        if (of.isPresent()) {
            boolean[] outcomes = of(condition, of.get());
            for (int i = 0; i < outcomes.length; i++) {
                if (outcomes[i]) {
                    vectors.set((int) (of.get().row(i) / Layout.VECTOR_ROWS));
                }
            }
        }
    }

    /** Puts the outcome of a condition right for the rows of a vector that have new values. */
    void correct(Predicate.InSet condition, int vector, RowMask mask) {
        Optional<VectorChanges> of = places.get(condition.column());
        if (of.isEmpty() || !of.get().seek(vector)) {
            return;
        }
        boolean[] outcomes = of(condition, changes.get(condition.column()).orElseThrow());
        long[] words = mask.words();
        for (int i = of.get().from(); i < of.get().to(); i++) {
            int row = of.get().place(i);
            long bit = 1L << row;
            words[row >>> 6] = outcomes[i] ? words[row >>> 6] | bit : words[row >>> 6] & ~bit;
        }
    }
}
