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

import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.reader.internal.file.ReadColumn;
import dev.stoa.reader.internal.overlay.ColumnChanges;
import dev.stoa.reader.internal.overlay.Overlay;
import dev.stoa.reader.internal.overlay.RowPlaces;
import dev.stoa.reader.internal.overlay.VectorAppender;
import dev.stoa.reader.internal.overlay.VectorChanges;
import dev.stoa.reader.internal.value.Match;
import dev.stoa.reader.internal.value.RowMask;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * The results of conditions on new values. Each condition is tested once on new values of its column. A look-up here then
 * corrects what MinMax, an index or an encoded vector says of old values. For one thread.
 */
public final class Outcomes {
    private final List<Optional<ColumnChanges>> changes;
    private final List<Optional<VectorChanges>> places;

    /** The results of one condition. Safe for several threads. */
    static final class Known {
        /** The number of new values to test at once: most scans look at few. */
        private static final int PIECE = 4096;

        private boolean[] outcomes = new boolean[0];
        private final BitSet tested = new BitSet();

        /** By new value of the condition's column, whether the condition is true on it; those of {@code from..to-1} are right. */
        private synchronized boolean[] of(Predicate.InSet condition, ColumnVector values, int from, int to) {
            if (outcomes.length < values.size()) {
                outcomes = new boolean[values.size()];
            }
            for (int piece = from / PIECE; (long) piece * PIECE < to; piece++) {
                if (!tested.get(piece)) {
                    int first = piece * PIECE;
                    test(condition, values, first, Math.min(PIECE, values.size() - first));
                    tested.set(piece);
                }
            }
            return outcomes;
        }

        private void test(Predicate.InSet condition, ColumnVector values, int first, int count) {
            boolean[] found = new boolean[count];
            condition.set().test(some(values, first, count), count, found);
            boolean[] nulls = values.nulls();
            for (int i = 0; i < count; i++) {
                outcomes[first + i] = nulls.length != 0 && nulls[first + i] ? condition.onNull() : found[i];
            }
        }

        private static ColumnVector some(ColumnVector values, int first, int count) {
            if (values instanceof BytesVector v && v.dictionary().isPresent()) {
                int[] ids = Arrays.copyOfRange(v.ids(), first, first + count);
                return new BytesVector(v.type(), ids, v.dictionary().get(), ColumnVector.NO_NULLS, count);
            }
            VectorAppender some = VectorAppender.of(values.type());
            some.append(values, first, count);
            return some.vector();
        }
    }

    /** Of the new values of predicate columns. */
    public Outcomes(Overlay overlay, List<ReadColumn> columns) {
        this.changes = columns.stream().map(overlay::changes).toList();
        this.places = new ArrayList<>();
        changes.forEach(c -> places.add(c.map(VectorChanges::new)));
    }

    /** Whether no predicate column has new values. */
    public boolean isEmpty() {
        return changes.stream().allMatch(Optional::isEmpty);
    }

    private static boolean[] of(Predicate.InSet condition, ColumnChanges of, int from, int to) {
        return condition.onNewValues().of(condition, of.values(), from, to);
    }

    /** Returns the result on the new values in the rows {@code first..end-1}; nothing if none exist. */
    public Optional<Match> match(Predicate.InSet condition, long first, long end) {
        Optional<ColumnChanges> of = changes.get(condition.column());
        if (of.isEmpty()) {
            return Optional.empty();
        }
        int from = of.get().from(first);
        int to = of.get().from(end);
        if (from == to) {
            return Optional.empty();
        }
        boolean[] outcomes = of(condition, of.get(), from, to);
        boolean one = outcomes[from];
        for (int i = from + 1; i < to; i++) {
            if (outcomes[i] != one) {
                return Optional.of(Match.SOME);
            }
        }
        return Optional.of(one ? Match.ALL : Match.NONE);
    }

    /** Adds the vectors that have a new value which fulfils a condition. */
    public void addVectors(Predicate.InSet condition, BitSet vectors) {
        Optional<ColumnChanges> of = changes.get(condition.column());
        if (of.isPresent()) {
            boolean[] outcomes = of(condition, of.get(), 0, of.get().count());
            RowPlaces rows = of.get().places();
            for (int v = 0; v < rows.vectors().size(); v++) {
                for (int i = rows.first(v); i < rows.first(v + 1); i++) {
                    if (outcomes[i]) {
                        vectors.set(rows.vectors().get(v));
                        break;
                    }
                }
            }
        }
    }

    /** Puts the outcome of a condition right for the rows of a vector that have new values. */
    public void correct(Predicate.InSet condition, int vector, RowMask mask) {
        Optional<VectorChanges> of = places.get(condition.column());
        if (of.isEmpty() || !of.get().seek(vector)) {
            return;
        }
        ColumnChanges all = changes.get(condition.column()).orElseThrow();
        boolean[] outcomes = of(condition, all, of.get().from(), of.get().to());
        set(mask.words(), of.get().places(), outcomes, of.get().from(), of.get().to());
    }

    /** Bits of one word wait for each other: those of four parts of the vector, which are in other words, don't. */
    private static void set(long[] words, char[] places, boolean[] outcomes, int from, int to) {
        int part = (to - from) >>> 2;
        for (int i = from; i < from + part; i++) {
            set(words, places[i], outcomes[i]);
            set(words, places[i + part], outcomes[i + part]);
            set(words, places[i + 2 * part], outcomes[i + 2 * part]);
            set(words, places[i + 3 * part], outcomes[i + 3 * part]);
        }
        for (int i = from + 4 * part; i < to; i++) {
            set(words, places[i], outcomes[i]);
        }
    }

    private static void set(long[] words, int row, boolean outcome) {
        words[row >>> 6] = words[row >>> 6] & ~(1L << row) | (outcome ? 1L : 0L) << row;
    }
}
