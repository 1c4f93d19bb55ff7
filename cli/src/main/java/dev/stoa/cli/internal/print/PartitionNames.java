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
package dev.stoa.cli.internal.print;

import java.time.LocalDate;
import java.time.YearMonth;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Names of a table's partitions for people: the log says {@code 2 month=648}, this says {@code day month=2024-01}. */
public final class PartitionNames {
    /** A column of a partition in the log: the column's field id, the transform and the part. */
    private static final Pattern COLUMN = Pattern.compile(
            "(?<id>\\d{1,9}) (?:(?<unit>year|month|day|hour)=(?<number>-?\\d{1,9})|(?<rest>.*))", Pattern.DOTALL);

    private static final int HOURS = 24;
    private static final int MONTHS = 12;
    private static final int FIRST_YEAR = 1970;

    private final Map<Integer, String> columns;

    /**
     * Names with the columns of a version of a table.
     *
     * @param columns their names, by field id
     */
    public PartitionNames(Map<Integer, String> columns) {
        this.columns = Map.copyOf(columns);
    }

    /** The name of a fragment's partition; empty if it has none. */
    public String text(Optional<String> partition) {
        return partition.stream()
                .flatMap(lines -> Arrays.stream(lines.split("\n", -1)))
                .map(this::column)
                .collect(Collectors.joining(", "));
    }

    private String column(String line) {
        Matcher column = COLUMN.matcher(line);
        if (!column.matches()) {
            return Printable.of(line);
        }
        String name = columns.getOrDefault(Integer.parseInt(column.group("id")), "dropped");
        String part = column.group("unit") == null
                ? column.group("rest")
                : column.group("unit") + "=" + time(column.group("unit"), Integer.parseInt(column.group("number")));
        return Printable.of(name + " " + part);
    }

    private static String time(String unit, int number) {
        return switch (unit) {
            case "year" -> Integer.toString(FIRST_YEAR + number);
            case "month" ->
                YearMonth.of(FIRST_YEAR + Math.floorDiv(number, MONTHS), 1 + Math.floorMod(number, MONTHS))
                        .toString();
            case "day" -> LocalDate.ofEpochDay(number).toString();
            default ->
                LocalDate.ofEpochDay(Math.floorDiv(number, HOURS)) + "T%02d".formatted(Math.floorMod(number, HOURS));
        };
    }
}
