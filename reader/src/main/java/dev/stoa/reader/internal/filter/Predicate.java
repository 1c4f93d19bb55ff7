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

import dev.stoa.format.ColumnVector;
import dev.stoa.format.internal.meta.MinMax;
import dev.stoa.reader.internal.value.Match;
import dev.stoa.reader.internal.value.RowMask;
import dev.stoa.reader.internal.value.ValueSet;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * A filter resolved against its columns, without negation: what was negated is the complement of a set. So only "true"
 * matters at each node, and three-valued logic needs no third value.
 */
public sealed interface Predicate {

    /** Selects those of the first {@code count} rows that make the predicate true, and only these. */
    void test(Rows rows, int count, RowMask out) throws IOException;

    /** Returns the result that MinMax gives for a zone. */
    Match match(Zones zones, int zone);

    /** About how much work it is to test a row, in that of comparing two ints. */
    int cost();

    /** The same for another thread: tests of one predicate share what they reuse. */
    Predicate copy();

    /** The values of some rows, by predicate column. */
    interface Rows {
        /** Tests the rows by what is stored, without decoding them; false if that can't be. */
        boolean test(InSet condition, RowMask out) throws IOException;

        /** The values; of columns whose nulls only are tested: anything. */
        ColumnVector values(int column) throws IOException;

        /** The null mask, or {@link ColumnVector#NO_NULLS}. */
        boolean[] nulls(int column) throws IOException;
    }

    /** The MinMax of all predicate columns. */
    interface Zones {
        /** The MinMax of a column, if the file has it. */
        Optional<MinMax> minMax(int column);

        /** The null count of the whole column. */
        long nullCount(int column);

        /** Rows of a zone that the MinMax of a column counts. */
        long rows(int column, int zone);

        /** Rows of all zones. */
        long rows();

        /** Returns the result of a condition on the new values to count in; nothing if none exist. */
        Optional<Match> ofNewValues(InSet condition);
    }

    /**
     * All are true.
     *
     * @param parts the parts
     * @param order the order of the tests
     * @param scratch what is reused
     */
    record All(List<Predicate> parts, PartOrder order, RowMask scratch) implements Predicate {
        @Override
        public void test(Rows rows, int count, RowMask out) throws IOException {
            out.fill(count, true);
            for (int part : order.next()) {
                parts.get(part).test(rows, count, scratch);
                order.tested(part, count, scratch);
                out.and(scratch);
                if (out.isEmpty()) {
                    return;
                }
            }
        }

        @Override
        public Predicate copy() {
            List<Predicate> copies = parts.stream().map(Predicate::copy).toList();
            return new All(copies, new PartOrder(copies), new RowMask());
        }

        @Override
        public int cost() {
            return parts.stream().mapToInt(Predicate::cost).sum();
        }

        @Override
        public Match match(Zones zones, int zone) {
            Match match = Match.ALL;
            for (Predicate part : parts) {
                match = match.and(part.match(zones, zone));
                if (match == Match.NONE) {
                    break; // what the others say takes time to find where there are new values
                }
            }
            return match;
        }
    }

    /** One is true. */
    record Any(List<Predicate> parts, RowMask scratch) implements Predicate {
        @Override
        public void test(Rows rows, int count, RowMask out) throws IOException {
            out.fill(count, false);
            for (Predicate part : parts) {
                part.test(rows, count, scratch);
                out.or(scratch);
            }
        }

        @Override
        public Predicate copy() {
            return new Any(parts.stream().map(Predicate::copy).toList(), new RowMask());
        }

        @Override
        public int cost() {
            return parts.stream().mapToInt(Predicate::cost).sum();
        }

        @Override
        public Match match(Zones zones, int zone) {
            Match match = Match.NONE;
            for (Predicate part : parts) {
                match = match.or(part.match(zones, zone));
                if (match == Match.ALL) {
                    break;
                }
            }
            return match;
        }
    }

    /**
     * A value is in a set.
     *
     * @param column ordinal of the predicate column
     * @param set the set
     * @param onNull the outcome on null rows
     * @param cost of a row
     * @param scratch what is reused
     * @param onNewValues the outcomes on the new values of the column, for all copies
     */
    record InSet(int column, ValueSet set, boolean onNull, int cost, Scratch scratch, Outcomes.Known onNewValues)
            implements Predicate {
        @Override
        public void test(Rows rows, int count, RowMask out) throws IOException {
            if (rows.test(this, out)) {
                return;
            }
            boolean[] selected = scratch.take(count);
            set.test(rows.values(column), count, selected);
            boolean[] nulls = rows.nulls(column);
            if (nulls.length != 0) {
                for (int i = 0; i < count; i++) {
                    selected[i] = nulls[i] ? onNull : selected[i];
                }
            }
            out.set(selected, count);
        }

        @Override
        public Predicate copy() {
            return new InSet(column, set.copy(), onNull, cost, new Scratch(), onNewValues);
        }

        @Override
        public Match match(Zones zones, int zone) {
            Match ofOld = matchOld(zones, zone);
            return zones.ofNewValues(this).map(ofOld::unite).orElse(ofOld);
        }

        private Match matchOld(Zones zones, int zone) {
            Optional<MinMax> minMax = zones.minMax(column);
            if (minMax.isEmpty()) {
                return matchWithoutMinMax(zones);
            }
            MinMax bounds = minMax.get();
            long nulls = bounds.nullCounts()[zone];
            long nans = bounds.nanCounts().length == 0 ? 0 : bounds.nanCounts()[zone];
            long values = zones.rows(column, zone) - nulls - nans;
            if (nulls < 0 || nans < 0 || values < 0) {
                return Match.SOME;
            }
            Optional<Match> match = Optional.empty();
            if (values > 0) {
                match = unite(match, set.match(bounds, zone));
            }
            if (nans > 0) {
                match = unite(match, set.containsNaN() ? Match.ALL : Match.NONE);
            }
            if (nulls > 0) {
                match = unite(match, onNull ? Match.ALL : Match.NONE);
            }
            return match.orElse(Match.SOME);
        }

        private Match matchWithoutMinMax(Zones zones) {
            long nulls = zones.nullCount(column);
            if (nulls == zones.rows()) {
                return onNull ? Match.ALL : Match.NONE;
            }
            if (set == ConstantSet.ALL && (onNull || nulls == 0)) {
                return Match.ALL;
            }
            return set == ConstantSet.NONE && (!onNull || nulls == 0) ? Match.NONE : Match.SOME;
        }

        private static Optional<Match> unite(Optional<Match> match, Match more) {
            return Optional.of(match.map(m -> m.unite(more)).orElse(more));
        }
    }

    /** An array that grows and is reused. */
    final class Scratch {
        private boolean[] array = new boolean[0];

        boolean[] take(int size) {
            if (array.length < size) {
                array = new boolean[size];
            }
            return array;
        }
    }
}
