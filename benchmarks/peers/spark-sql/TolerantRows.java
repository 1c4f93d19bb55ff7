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
package dev.stoa.benchmarks.engines;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.apache.spark.sql.Row;

/** Rows in an order that equal rows do not change. Doubles are equal if they differ by no more than a billionth. */
final class TolerantRows {
    private static final double TOLERANCE = 1e-9;

    private final List<Row> rows;

    TolerantRows(Row[] rows) {
        this.rows = new ArrayList<>(Arrays.asList(rows));
        this.rows.sort(Comparator.comparing(TolerantRows::rounded));
    }

    /** Returns text by which rows are sorted: doubles have so few digits that the last bits do not matter. */
    private static String rounded(Row row) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < row.size(); i++) {
            Object value = row.get(i);
            text.append(value instanceof Double ? String.format(Locale.ROOT, "%.5e", value) : String.valueOf(value))
                    .append('\t');
        }
        return text.toString();
    }

    /** Returns the first difference as text; nothing if all rows are equal. */
    String difference(TolerantRows other) {
        if (rows.size() != other.rows.size()) {
            return rows.size() + " rows, the other has " + other.rows.size();
        }
        for (int i = 0; i < rows.size(); i++) {
            if (!areEqual(rows.get(i), other.rows.get(i))) {
                return "row " + i + " is " + rows.get(i) + ", the other is " + other.rows.get(i);
            }
        }
        return "";
    }

    private static boolean areEqual(Row one, Row other) {
        for (int i = 0; i < one.size(); i++) {
            if (!areEqual(one.get(i), other.get(i))) {
                return false;
            }
        }
        return one.size() == other.size();
    }

    private static boolean areEqual(Object one, Object other) {
        if (one instanceof Double a && other instanceof Double b && !a.equals(b)) {
            return Math.abs(a - b) <= TOLERANCE * Math.max(Math.abs(a), Math.abs(b));
        }
        return Objects.equals(one, other);
    }
}
