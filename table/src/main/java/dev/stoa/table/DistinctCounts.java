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
package dev.stoa.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Counts of the different values of columns, when they were counted. A free property of the table holds a line for each column, such as
 * {@code 3 150 200000}. It has the field's id, the number of different values, and the number of values that were not null. Immutable.
 *
 * @param byField the counts by ids of fields
 */
public record DistinctCounts(Map<Integer, Count> byField) {
    private static final int MOST_FIELDS = 100_000;
    private static final Pattern LINE = Pattern.compile("(\\d{1,9}) (\\d{1,18}) (\\d{1,18})");

    /** Copies. */
    public DistinctCounts {
        byField = Map.copyOf(byField);
    }

    /**
     * The count of a column.
     *
     * @param distinct the number of different values, about
     * @param values the number of values that were not null, at least {@code distinct}
     */
    public record Count(long distinct, long values) {
        /**
         * Checks the numbers.
         *
         * @throws IllegalArgumentException if they are negative, or more values differ than exist
         */
        public Count {
            if (distinct < 0 || values < distinct) {
                throw new IllegalArgumentException(distinct + " different values of " + values);
            }
        }

        /**
         * Returns about how many different values a number of values has. If at least half of the values differed, the column counts as one
         * that gets new values with new rows.
         */
        public double among(double number) {
            boolean grows = distinct * 2L >= values;
            double scaled = grows && values > 0 ? distinct * Math.max(1, number / values) : distinct;
            return Math.min(scaled, number);
        }
    }

    /** The counts of a table; none if a program has set the property to something else. */
    public static DistinctCounts of(TableProperties properties) {
        try {
            return parse(properties.other().getOrDefault(TableProperties.DISTINCT, ""));
        } catch (IllegalArgumentException e) {
            return new DistinctCounts(Map.of()); // only guesses depend on it
        }
    }

    /**
     * Reads the property.
     *
     * @throws IllegalArgumentException if it is not as {@link #toString} writes it
     */
    public static DistinctCounts parse(String text) {
        Map<Integer, Count> counts = new TreeMap<>();
        for (String line : text.isEmpty() ? List.<String>of() : List.of(text.split("\n", MOST_FIELDS))) {
            Matcher numbers = LINE.matcher(line);
            if (!numbers.matches()) {
                throw new IllegalArgumentException("the property '" + TableProperties.DISTINCT + "' has '" + line
                        + "', must have the id of a field, the number of different values and the number of values");
            }
            counts.put(
                    Integer.valueOf(numbers.group(1)),
                    new Count(Long.parseLong(numbers.group(2)), Long.parseLong(numbers.group(3))));
        }
        return new DistinctCounts(counts);
    }

    /** The count of a field, if it was counted. */
    public Optional<Count> of(int fieldId) {
        return Optional.ofNullable(byField.get(fieldId));
    }

    /** Returns the properties of a table with these counts in addition to those of other fields. */
    public TableProperties addTo(TableProperties properties) {
        Map<Integer, Count> all = new TreeMap<>(of(properties).byField);
        all.putAll(byField);
        Map<String, String> free = new TreeMap<>(properties.other());
        free.put(TableProperties.DISTINCT, new DistinctCounts(all).toString());
        return properties.withOther(free);
    }

    /** The text of the property. */
    @Override
    public String toString() {
        List<String> lines = new ArrayList<>();
        new TreeMap<>(byField)
                .forEach((field, count) -> lines.add(field + " " + count.distinct() + " " + count.values()));
        return String.join("\n", lines);
    }
}
