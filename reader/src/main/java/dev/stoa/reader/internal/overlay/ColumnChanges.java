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
package dev.stoa.reader.internal.overlay;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.ListVector;
import dev.stoa.format.StructVector;
import dev.stoa.format.Type;
import dev.stoa.reader.RowRanges;
import dev.stoa.reader.internal.file.KeptNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** New values of one column, or of a field within its rows: by row, ascending. Immutable. */
public final class ColumnChanges {
    private final RowPlaces places;
    private final ColumnVector values;
    /** Made when they are first laid over; null before. */
    private volatile Optional<NarrowValues> narrow;

    /**
     * Takes arrays, which must not change any more.
     *
     * @param rows ascending, each once
     * @param values one for each; null where a row is set to null
     */
    public ColumnChanges(long[] rows, ColumnVector values) {
        this(RowPlaces.of(rows), values);
    }

    private ColumnChanges(RowPlaces places, ColumnVector values) {
        this.places = places;
        this.values = values;
    }

    public int count() {
        return places.count();
    }

    public long row(int i) {
        return places.row(i);
    }

    public long[] rows() {
        return places.rows();
    }

    public RowRanges ranges() {
        return RowRanges.of(places.rows());
    }

    /** The rows by vectors. */
    public RowPlaces places() {
        return places;
    }

    public ColumnVector values() {
        return values;
    }

    /** The values in few bytes, if they are such as can be. */
    Optional<NarrowValues> narrow() {
        if (narrow == null) {
            narrow = NarrowValues.of(values); // whoever makes it once more makes the same
        }
        return narrow;
    }

    /** The changes of a field of a struct. */
    ColumnChanges field(int ordinal) {
        return new ColumnChanges(places, ((StructVector) values).field(ordinal));
    }

    /**
     * The kept new values.
     *
     * @param whole the type that they are of, with its names
     * @param kept what is left of it by {@link Type#keeping}
     */
    ColumnChanges keeping(Type whole, Type kept) {
        return whole.equals(kept) ? this : new ColumnChanges(places, keeping(values, whole, kept));
    }

    private static ColumnVector keeping(ColumnVector vector, Type whole, Type kept) {
        if (whole.equals(kept)) {
            return vector;
        }
        if (vector instanceof ListVector list) {
            ColumnVector elements =
                    keeping(list.elements(), ListVector.elementType(whole), ListVector.elementType(kept));
            return new ListVector(kept, list.offsets(), elements, list.nulls(), list.size());
        }
        StructVector struct = (StructVector) vector;
        List<ColumnVector> fields = new ArrayList<>();
        for (int i = 0; i < kept.fields().size(); i++) {
            int at = KeptNode.place(i, whole, kept);
            fields.add(keeping(
                    struct.field(at),
                    whole.fields().get(at).type(),
                    kept.fields().get(i).type()));
        }
        return new StructVector(kept, fields, struct.nulls(), struct.size());
    }

    /** The first change at a row from the given one on. */
    public int from(long row) {
        return places.from(row);
    }

    /** These changes and newer ones, which count where both change a row. */
    public ColumnChanges with(ColumnChanges newer) {
        if (!VectorAppender.sameValues(values.type(), newer.values.type())) {
            throw new IllegalArgumentException(
                    "older changes are values of " + values.type() + ", newer ones of " + newer.values.type());
        }
        long[] rows = rows();
        long[] newerRows = newer.rows();
        long[] all = new long[Math.addExact(rows.length, newerRows.length)];
        VectorAppender merged = VectorAppender.of(newer.values.type());
        int old = 0;
        int count = 0;
        for (int i = 0; i < newerRows.length; i++) {
            int end = old;
            while (end < rows.length && rows[end] < newerRows[i]) {
                end++;
            }
            System.arraycopy(rows, old, all, count, end - old);
            merged.append(values, old, end - old);
            count += end - old;
            old = end < rows.length && rows[end] == newerRows[i] ? end + 1 : end;
            all[count++] = newerRows[i];
            merged.append(newer.values, i, 1);
        }
        System.arraycopy(rows, old, all, count, rows.length - old);
        merged.append(values, old, rows.length - old);
        return new ColumnChanges(Arrays.copyOf(all, merged.size()), merged.vector());
    }
}
