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
package dev.stoa.table.internal.change;

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.ListVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.Schema;
import dev.stoa.format.StructVector;
import dev.stoa.format.Type;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.RowRanges;
import dev.stoa.reader.internal.overlay.RowBuffer;
import dev.stoa.table.Fragment;
import dev.stoa.table.Snapshot;
import dev.stoa.table.TableScan;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Gives new values of rows the digits of times that a program does not see. Where a new time is the old one without these digits,
 * the program has not changed it, and the row gets the old one.
 */
public final class FinerTimes {
    private static final int NONE = -1;

    private final Schema schema;
    private final int digits;
    private final int[] columns;

    /**
     * Looks for columns with such times.
     *
     * @param digits of the fractions of seconds that the program sees
     */
    public FinerTimes(Schema schema, int digits) {
        this.schema = schema;
        this.digits = digits;
        columns = IntStream.range(0, schema.fields().size())
                .filter(column -> isIn(schema.fields().get(column).type()))
                .toArray();
    }

    private boolean isIn(Type type) {
        return switch (type.kind()) {
            case TIME, TIMESTAMP, INTERVAL_DAY_TIME -> type.precision() > digits;
            case STRUCT, LIST, MAP -> type.fields().stream().anyMatch(field -> isIn(field.type()));
            default -> false;
        };
    }

    /**
     * Returns new values of rows with all digits.
     *
     * @param rows their numbers, ascending
     * @param values all columns of the snapshot
     */
    public Batch completed(Snapshot snapshot, Fragment fragment, long[] rows, Batch values) throws IOException {
        if (columns.length == 0 || rows.length == 0) {
            return values;
        }
        List<Field> fields =
                Arrays.stream(columns).mapToObj(schema.fields()::get).toList();
        RowBuffer old = new RowBuffer(new Schema(fields));
        try (TableScan scan = snapshot.scan()
                .select(fields.stream()
                        .map(field -> ColumnPath.of(field.name()))
                        .toList())
                .fragments(Set.of(fragment.id()))
                .rows(RowRanges.of(rows))
                .build()) {
            while (scan.next()) {
                old.append(scan.batch());
            }
        }
        if (old.rows() < rows.length) {
            return values; // a row was deleted, which the update says
        }
        List<ColumnVector> completed = new ArrayList<>(values.columns());
        int[] places = IntStream.range(0, rows.length).toArray();
        for (int i = 0; i < columns.length; i++) {
            completed.set(columns[i], completed(old.batch().column(i), places, values.column(columns[i])));
        }
        return new Batch(values.schema(), completed, values.rowCount());
    }

    /**
     * Completes a vector.
     *
     * @param places where the old vector has the value of a new one, or {@link #NONE}
     */
    private ColumnVector completed(ColumnVector old, int[] places, ColumnVector values) {
        Type type = values.type();
        if (!isIn(type)) {
            return values;
        } else if (old instanceof StructVector before && values instanceof StructVector after) {
            List<ColumnVector> fields = IntStream.range(0, after.fields().size())
                    .mapToObj(field -> completed(before.field(field), places, after.field(field)))
                    .toList();
            return new StructVector(type, fields, values.nulls(), values.size());
        } else if (old instanceof ListVector before && values instanceof ListVector after) {
            return new ListVector(
                    type,
                    after.offsets(),
                    completed(before.elements(), elements(before, places, after), after.elements()),
                    values.nulls(),
                    values.size());
        } else if (old instanceof LongVector before && values instanceof LongVector after) {
            long[] times = Arrays.copyOf(after.values(), values.size());
            for (int row = 0; row < times.length; row++) {
                if (isKept(before, places[row], after, row)
                        && isWithin(
                                BigInteger.valueOf(before.values()[places[row]]),
                                BigInteger.valueOf(times[row]),
                                type)) {
                    times[row] = before.values()[places[row]];
                }
            }
            return new LongVector(type, times, values.nulls(), values.size());
        } else if (old instanceof Int128Vector before && values instanceof Int128Vector after) {
            return wide(before, places, after);
        }
        throw new IllegalStateException(type + " in " + old.getClass() + " and " + values.getClass());
    }

    private Int128Vector wide(Int128Vector before, int[] places, Int128Vector after) {
        long[] high = new long[after.size()];
        long[] low = new long[after.size()];
        for (int row = 0; row < low.length; row++) {
            if (!after.isNull(row)) {
                boolean isOld = isKept(before, places[row], after, row)
                        && isWithin(before.get(places[row]), after.get(row), after.type());
                Int128Vector from = isOld ? before : after;
                int place = isOld ? places[row] : row;
                high[row] = from.high(place);
                low[row] = from.low()[place];
            }
        }
        return new Int128Vector(after.type(), high, low, after.nulls(), after.size());
    }

    private static boolean isKept(ColumnVector before, int place, ColumnVector after, int row) {
        return place != NONE && !after.isNull(row) && !before.isNull(place);
    }

    /** Whether a time is another one without the digits that the program does not see. */
    private boolean isWithin(BigInteger old, BigInteger seen, Type type) {
        BigInteger unit = BigInteger.TEN.pow(type.precision() - digits);
        BigInteger rest = old.subtract(seen);
        return rest.signum() >= 0 && rest.compareTo(unit) < 0 && seen.mod(unit).signum() == 0;
    }

    /** Where the old lists have the elements of the new ones: those of as many. */
    private static int[] elements(ListVector before, int[] places, ListVector after) {
        int[] elements = new int[after.elements().size()];
        Arrays.fill(elements, NONE);
        for (int row = 0; row < after.size(); row++) {
            int first = after.offsets()[row];
            int count = after.offsets()[row + 1] - first;
            int place = places[row];
            if (place != NONE && before.offsets()[place + 1] - before.offsets()[place] == count) {
                for (int i = 0; i < count; i++) {
                    elements[first + i] = before.offsets()[place] + i;
                }
            }
        }
        return elements;
    }
}
