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
package dev.stoa.reader.internal.verify;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.TypeKind;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.format.internal.meta.MinMax;
import dev.stoa.reader.internal.file.ReadColumn;
import dev.stoa.reader.internal.value.FloatKeys;
import dev.stoa.reader.internal.value.Keys;
import dev.stoa.reader.internal.value.ValueOrder;

/** Compares the values of a column with its MinMax, zone by zone (format-spec, section 5). */
public final class ZoneCheck {
    private final ReadColumn column;
    private final MinMax minMax;
    private final ValueOrder order;
    private final boolean isOrdered;
    private final Problems problems;
    private int zone = -1;
    private boolean complete;
    private long nulls;
    private long nans;
    private long values;
    private boolean minFound;
    private boolean maxFound;
    private boolean below;
    private boolean above;

    ZoneCheck(ReadColumn column, MinMax minMax, Problems problems) {
        this.column = column;
        this.minMax = minMax;
        this.order = new ValueOrder(column.type());
        this.isOrdered = MinMax.isOrdered(column.type());
        this.problems = problems;
    }

    /** The next vector comes. */
    void begin(int vector) {
        int next = vector / column.rowSet().zoneVectors();
        if (next != zone) {
            end();
            zone = next;
            complete = true;
            nulls = 0;
            nans = 0;
            values = 0;
            minFound = false;
            maxFound = false;
            below = false;
            above = false;
        }
    }

    /** The vector could not be read, so its zone can't be checked. */
    void skip() {
        complete = false;
    }

    /** Rows of the vector, with their values if they could be read. */
    void rows(ColumnVector vector, boolean[] nullMask, int rows) {
        for (int i = 0; i < rows; i++) {
            if (nullMask.length != 0 && nullMask[i]) {
                nulls++;
            } else if (MinMax.hasNaN(column.type()) && Keys.of(column.type(), vector, i) == FloatKeys.NAN) {
                nans++;
            } else {
                values++;
                if (isOrdered) {
                    value(vector, i);
                }
            }
        }
    }

    private void value(ColumnVector vector, int row) {
        if (minMax.is(zone, MinMax.HAS_MIN)) {
            int compared = order.compare(vector, row, minMax.min(), zone);
            below |= compared < 0;
            minFound |= compared == 0;
        }
        if (minMax.is(zone, MinMax.HAS_MAX)) {
            int compared = order.compare(vector, row, minMax.max(), zone);
            above |= compared > 0;
            maxFound |= compared == 0;
        }
    }

    /** The last zone has ended. */
    void end() {
        if (zone < 0 || !complete) {
            return;
        }
        String where = "column '" + column.path() + "', MinMax of zone " + zone + " (rows from "
                + (long) zone * column.rowSet().zoneVectors() * Layout.VECTOR_ROWS + ")";
        problems.check(
                nulls == minMax.nullCounts()[zone],
                where,
                "the zone has " + nulls + " nulls, MinMax says " + minMax.nullCounts()[zone]);
        if (MinMax.hasNaN(column.type())) {
            problems.check(
                    nans == minMax.nanCounts()[zone],
                    where,
                    "the zone has " + nans + " NaNs, MinMax says " + minMax.nanCounts()[zone]);
        }
        boolean hasMin = minMax.is(zone, MinMax.HAS_MIN);
        boolean hasMax = minMax.is(zone, MinMax.HAS_MAX);
        problems.check(values > 0 || (!hasMin && !hasMax), where, "it has bounds, but there are no values");
        problems.check(!below, where, "a value is below its min");
        problems.check(!above, where, "a value is above its max");
        if (column.type().kind() != TypeKind.NULL && values > 0) {
            problems.check(
                    !hasMin || minFound || !minMax.is(zone, MinMax.MIN_EXACT),
                    where,
                    "its exact min is not a value of the zone");
            problems.check(
                    !hasMax || maxFound || !minMax.is(zone, MinMax.MAX_EXACT),
                    where,
                    "its exact max is not a value of the zone");
        }
    }
}
