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
package dev.stoa.benchmarks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Stoa's speed beside the best variant of every other contender, and how near that is to what it is meant to be. */
final class DecodeGoals {
    /** How many times as fast as a contender Stoa is meant to be. */
    private static final Map<String, Double> TIMES =
            Map.of("spark-parquet", 5.0, "orc", 10.0, "vortex-native", 1.0, "duckdb", 1.0);

    /** The columns for which that holds. */
    private static final List<String> NUMBERS = List.of("l_linenumber", "l_commitdate", "l_orderkey", "l_quantity");

    /** What is meant to be reached whatever the others do, in million values per second. */
    private static final Map<String, Double> AT_LEAST =
            Map.of("l_returnflag", 4000.0, "l_shipmode", 4000.0, "l_comment", 100.0, Decode.ALL, 700.0);

    private static final String STOA = "stoa";

    private DecodeGoals() {}

    /**
     * The table.
     *
     * @param cpu the times of one setting
     * @param values the numbers of values, by case and contender
     */
    static String text(List<Measurement> cpu, Map<String, Measurement> values) {
        Map<String, Map<String, Double>> rates = new LinkedHashMap<>();
        for (Measurement m : cpu) {
            double rate = values.get(m.item() + m.contender()).value() / m.value() / 1e3;
            rates.computeIfAbsent(m.subject(), subject -> new LinkedHashMap<>()).merge(m.contender(), rate, Math::max);
        }
        List<String> others = rates.values().stream()
                .flatMap(byContender -> byContender.keySet().stream())
                .distinct()
                .filter(name -> !name.equals(STOA))
                .toList();
        List<String> head = new ArrayList<>(List.of("stoa : best of", "stoa"));
        head.addAll(others);
        head.add("goal");
        TextTable table = new TextTable(head);
        rates.forEach((subject, byContender) -> {
            Optional<Double> stoa = Optional.ofNullable(byContender.get(STOA));
            if (stoa.isPresent()) {
                List<String> row = new ArrayList<>(List.of(subject, String.format(Locale.ROOT, "%.0f", stoa.get())));
                for (String other : others) {
                    row.add(
                            byContender.containsKey(other)
                                    ? String.format(Locale.ROOT, "%.2f", stoa.get() / byContender.get(other))
                                    : "-");
                }
                row.add(goal(subject, stoa.get(), byContender));
                table.add(row);
            }
        });
        return "\nStoa's times the best variant of each\n" + table;
    }

    private static String goal(String subject, double stoa, Map<String, Double> rates) {
        if (AT_LEAST.containsKey(subject)) {
            double least = AT_LEAST.get(subject);
            return String.format(Locale.ROOT, "at least %.0f: %.2f of it", least, stoa / least);
        }
        if (!NUMBERS.contains(subject)) {
            return "";
        }
        List<String> parts = new ArrayList<>();
        rates.forEach((other, rate) -> {
            if (TIMES.containsKey(other)) {
                parts.add(String.format(
                        Locale.ROOT, "%s x%.0f: %.2f", other, TIMES.get(other), stoa / rate / TIMES.get(other)));
            }
        });
        return String.join(", ", parts);
    }
}
