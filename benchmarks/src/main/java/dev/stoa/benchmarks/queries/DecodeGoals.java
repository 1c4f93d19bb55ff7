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
package dev.stoa.benchmarks.queries;

import dev.stoa.benchmarks.harness.Goals;
import dev.stoa.benchmarks.harness.Measurement;
import dev.stoa.benchmarks.harness.Reached;
import dev.stoa.benchmarks.harness.TextTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Compares Stoa's speed with the best variant of every other contender. */
final class DecodeGoals {
    /** Goals compare Stoa with others on these columns. */
    private static final List<String> NUMBERS = List.of("l_linenumber", "l_commitdate", "l_orderkey", "l_quantity");

    private static final String STOA = "stoa";
    private static final String VORTEX = "vortex-native";

    private DecodeGoals() {}

    /**
     * The table.
     *
     * @param cpu the times of one setting
     * @param values the numbers of values, by case and contender
     */
    static String text(List<Measurement> cpu, Map<String, Measurement> values) {
        Map<String, Map<String, Double>> rates = rates(cpu, values);
        List<String> others = rates.values().stream()
                .flatMap(byContender -> byContender.keySet().stream())
                .distinct()
                .filter(name -> !name.equals(STOA))
                .toList();
        List<String> head = new ArrayList<>(List.of("stoa : best of", "stoa"));
        head.addAll(others);
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
                table.add(row);
            }
        });
        return "\nStoa's times the best variant of each\n" + table;
    }

    /** The best rate of each contender's variants, by subject, in million values per second. */
    private static Map<String, Map<String, Double>> rates(List<Measurement> cpu, Map<String, Measurement> values) {
        Map<String, Map<String, Double>> rates = new LinkedHashMap<>();
        for (Measurement m : cpu) {
            double rate = values.get(m.item() + m.contender()).value() / m.value() / 1e3;
            rates.computeIfAbsent(m.subject(), subject -> new LinkedHashMap<>()).merge(m.contender(), rate, Math::max);
        }
        return rates;
    }

    /** The values that were reached in one setting, with their goals. */
    static List<Reached> reached(String setting, List<Measurement> cpu, Map<String, Measurement> values) {
        List<Reached> reached = new ArrayList<>();
        List<Double> besideVortex = new ArrayList<>();
        rates(cpu, values).forEach((subject, rates) -> {
            double stoa = rates.getOrDefault(STOA, 0.0);
            String where = subject + ", " + setting;
            String own = subject.equals(Decode.ALL) ? "all" : subject;
            Goals.find("decode." + own).ifPresent(goal -> reached.add(Reached.of(goal, where, stoa)));
            if (NUMBERS.contains(subject)) {
                rates.forEach((other, rate) -> Goals.find("decode." + other)
                        .ifPresent(goal -> reached.add(Reached.of(goal, where, stoa / rate))));
                Optional.ofNullable(rates.get(VORTEX)).ifPresent(rate -> besideVortex.add(stoa / rate));
            }
        });
        if (besideVortex.size() == NUMBERS.size()) {
            double product = besideVortex.stream().reduce(1.0, (a, b) -> a * b);
            reached.add(Reached.of("decode.mean", setting, Math.pow(product, 1.0 / NUMBERS.size())));
        }
        return reached;
    }
}
