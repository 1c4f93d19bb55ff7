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
package dev.stoa.benchmarks.harness;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.stoa.benchmarks.harness.Measurement.Metric;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The measurements of a run: sums up those of several processes, writes them as JSON, compares checksums. */
public final class Results {
    private record Key(String benchmark, String item, String contender, Metric metric) {}

    private final Map<Key, List<Measurement>> byKey = new LinkedHashMap<>();

    private final Set<String> missing = new LinkedHashSet<>();

    private final PrintStream raw;

    /** Also prints every single measurement as it comes, so that a run which is cut short leaves what it has. */
    public Results(PrintStream raw) {
        this.raw = raw;
    }

    public void add(Measurement m) {
        raw.println(m.toLine());
        byKey.computeIfAbsent(new Key(m.benchmark(), m.item(), m.contender(), m.metric()), k -> new ArrayList<>())
                .add(m);
    }

    /** Remembers a contender that could not be measured. */
    public void missing(String contender) {
        missing.add(contender);
    }

    /** The contenders that could not be measured, or not to the end. */
    public Set<String> missing() {
        return missing;
    }

    /** One measurement per case, contender and metric: the median of the processes' medians, and the whole spread. */
    public List<Measurement> summary() {
        return byKey.values().stream().map(Results::summary).toList();
    }

    private static Measurement summary(List<Measurement> forks) {
        List<Measurement> sorted = forks.stream()
                .sorted(Comparator.comparingDouble(Measurement::value))
                .toList();
        Measurement median = sorted.get(sorted.size() / 2);
        return new Measurement(
                median.benchmark(),
                median.item(),
                median.contender(),
                median.metric(),
                median.unit(),
                median.value(),
                forks.stream().mapToDouble(Measurement::min).min().orElseThrow(),
                forks.stream().mapToDouble(Measurement::max).max().orElseThrow());
    }

    /** The summed-up measurement of a case, if it was taken. */
    public Optional<Measurement> find(String item, String contender, Metric metric) {
        return byKey.entrySet().stream()
                .filter(e -> e.getKey().item().equals(item)
                        && e.getKey().contender().equals(contender)
                        && e.getKey().metric() == metric)
                .map(e -> summary(e.getValue()))
                .findFirst();
    }

    /** One line for each subject whose contenders disagree about the checksum; empty when all agree. */
    public List<String> disagreements() {
        Map<String, Map<String, String>> bySubject = new LinkedHashMap<>();
        byKey.forEach((key, forks) -> {
            // what is handed out as arrays differs from one contender to the other
            if (key.metric() == Metric.CHECKSUM && !key.item().endsWith("/" + Delivery.ARRAYS.label())) {
                for (Measurement m : forks) {
                    bySubject
                            .computeIfAbsent(m.subject(), s -> new LinkedHashMap<>())
                            .merge(m.who(), integer(m.value()), (a, b) -> a.equals(b) ? a : a + " and " + b);
                }
            }
        });
        List<String> lines = new ArrayList<>();
        bySubject.forEach((subject, sums) -> {
            if (new TreeSet<>(sums.values()).size() > 1) {
                lines.add(subject + ": " + sums);
            }
        });
        return lines;
    }

    /** Writes the summary as a list of objects with the fixed keys. */
    public void writeJson(Path file) throws IOException {
        List<Map<String, Object>> list = new ArrayList<>();
        for (Measurement m : summary()) {
            Map<String, Object> object = new LinkedHashMap<>();
            object.put("benchmark", m.benchmark());
            object.put("case", m.item());
            object.put("contender", m.contender());
            object.put("metric", m.metric().name().toLowerCase(Locale.ROOT));
            object.put("unit", m.unit());
            object.put("value", number(m.value()));
            object.put("min", number(m.min()));
            object.put("max", number(m.max()));
            list.add(object);
        }
        Files.createDirectories(file.getParent());
        new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValue(file.toFile(), list);
    }

    private static Number number(double value) {
        return value == Math.rint(value) ? (Number) (long) value : (Number) value;
    }

    private static String integer(double value) {
        return String.valueOf((long) value);
    }
}
