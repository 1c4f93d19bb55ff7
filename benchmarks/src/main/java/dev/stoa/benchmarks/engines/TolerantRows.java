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
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** Rows in an order that equal rows do not change. Doubles are equal if they differ by no more than a billionth. */
final class TolerantRows {
    private static final double TOLERANCE = 1e-9;

    private final List<List<Object>> rows;

    TolerantRows(List<List<Object>> rows) {
        this.rows = new ArrayList<>(rows);
        this.rows.sort(Comparator.comparing(TolerantRows::rounded));
    }

    /** Returns the text that orders rows. Doubles have six digits there, so their last bits do not matter. */
    private static String rounded(List<Object> row) {
        StringBuilder text = new StringBuilder();
        for (Object value : row) {
            text.append(
                            value instanceof Double number
                                    ? String.format(Locale.ROOT, "%.5e", number)
                                    : String.valueOf(value))
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

    private static boolean areEqual(List<Object> one, List<Object> other) {
        for (int i = 0; i < one.size() && i < other.size(); i++) {
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
