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
import java.util.Optional;

/** The new values of a column in one vector after another. For one thread. */
public final class VectorChanges {
    private final ColumnChanges changes;
    private final RowPlaces places;
    private final Optional<NarrowValues> narrow;
    private int vector = -1;
    private int place = -1;
    private int from;
    private int to;

    public VectorChanges(ColumnChanges changes) {
        this.changes = changes;
        this.places = changes.places();
        this.narrow = changes.narrow();
    }

    /** Goes to a vector, quickest to one soon after the last; returns whether it has new values. */
    public boolean seek(int next) {
        if (next != vector) {
            vector = next;
            place = places.vectors().placeOf(next, place);
            boolean hasSome = places.vectors().has(place, next);
            from = hasSome ? places.first(place) : 0;
            to = hasSome ? places.first(place + 1) : 0;
        }
        return from < to;
    }

    /** The first of the vector's new values. */
    public int from() {
        return from;
    }

    /** One past the last of them. */
    public int to() {
        return to;
    }

    /** By new value, its row, counted from its vector's first. */
    public char[] places() {
        return places.places();
    }

    /** All new values of the column. Those between {@link #from} and {@link #to} count. */
    public ColumnVector values() {
        return changes.values();
    }

    /** The same in few bytes, if they are numbers or ids that have such a form. */
    Optional<NarrowValues> narrow() {
        return narrow;
    }
}
