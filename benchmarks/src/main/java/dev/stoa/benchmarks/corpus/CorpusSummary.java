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
package dev.stoa.benchmarks.corpus;

import dev.stoa.benchmarks.harness.Measurement;
import dev.stoa.benchmarks.harness.Measurement.Metric;
import dev.stoa.benchmarks.harness.Reached;
import dev.stoa.benchmarks.harness.Results;
import dev.stoa.benchmarks.harness.TextTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** A summary of {@link CorpusSizes}: geometric means of ratios, and the tables that do worst. */
final class CorpusSummary {
    private static final int WORST = 10;
    private static final String FAST = "fast";
    private static final String DEFAULT = "default";
    private static final String COMPACT = "compact";

    /**
     * The bytes of one table.
     *
     * @param name folder, colon, name
     * @param recorded whether the sizes as Parquet are those on record
     * @param stoa by profile
     * @param parquet by codec
     * @param metadata of the default profile's file
     */
    record Line(String name, boolean recorded, Map<String, Double> stoa, Map<String, Double> parquet, double metadata) {
        String folder() {
            return name.substring(0, name.indexOf(':'));
        }

        double ratio(String profile, String codec) {
            return stoa.get(profile) / parquet.get(codec);
        }
    }

    private final List<Line> lines;

    private CorpusSummary(List<Line> lines) {
        this.lines = lines;
    }

    static CorpusSummary of(Results results) {
        Map<String, Line> lines = new LinkedHashMap<>();
        for (Measurement m : results.summary()) {
            Line line = lines.getOrDefault(
                    m.subject(), new Line(m.subject(), false, new LinkedHashMap<>(), new LinkedHashMap<>(), 0));
            String variant = m.item().substring(m.item().indexOf('/') + 1);
            if (m.contender().equals("stoa") && m.metric() == Metric.BYTES) {
                line.stoa.put(variant, m.value());
            } else if (m.contender().equals("stoa")) {
                double metadata = variant.equals(DEFAULT) ? m.value() : line.metadata;
                line = new Line(line.name, line.recorded, line.stoa, line.parquet, metadata);
            } else {
                line.parquet.put(variant, m.value());
                boolean recorded = m.contender().equals(CorpusSizes.RECORDED);
                line = new Line(line.name, recorded, line.stoa, line.parquet, line.metadata);
            }
            lines.put(line.name, line);
        }
        return new CorpusSummary(List.copyOf(lines.values()));
    }

    /** The geometric mean of a ratio over the tables that fit; nothing if none does. */
    Optional<Double> mean(String profile, String codec, Predicate<Line> fits) {
        double[] logarithms = lines.stream()
                .filter(fits)
                .mapToDouble(line -> Math.log(line.ratio(profile, codec)))
                .toArray();
        if (logarithms.length == 0) {
            return Optional.empty();
        }
        double sum = 0;
        for (double logarithm : logarithms) {
            sum += logarithm;
        }
        return Optional.of(Math.exp(sum / logarithms.length));
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("Bytes of Stoa : bytes of Parquet, geometric means over tables\n");
        TextTable means = new TextTable(List.of(
                "folder",
                "tables",
                "default : snappy",
                "default : zstd",
                "compact : zstd",
                "fast : snappy",
                "fast : zstd"));
        means.add(row("all with sizes on record", Line::recorded));
        Set<String> folders = new LinkedHashSet<>();
        lines.forEach(line -> folders.add(line.folder()));
        for (String folder : folders) {
            addIfAny(means, folder, line -> line.recorded && line.folder().equals(folder));
            addIfAny(
                    means,
                    folder + ", others *",
                    line -> !line.recorded && line.folder().equals(folder));
        }
        addIfAny(means, "all with others *", line -> true);
        text.append(means).append("* Parquet written here by parquet-java, from the same rows\n");
        text.append("\nThe worst against zstd (default)\n").append(worst(Line::recorded, WORST));
        if (lines.stream().anyMatch(line -> !line.recorded)) {
            text.append("\nThe worst of the others\n").append(worst(line -> !line.recorded, WORST));
        }
        text.append("\nAll with sizes on record\n")
                .append(table(lines.stream().filter(Line::recorded).toList()));
        return text.toString();
    }

    /** The ratios over all tables with sizes on record. */
    List<Reached> reached() {
        List<Reached> reached = new ArrayList<>();
        for (String goal :
                List.of("corpus-sizes.default.snappy", "corpus-sizes.default.zstd", "corpus-sizes.compact.zstd")) {
            String[] words = goal.split("\\.", -1);
            mean(words[1], words[2], Line::recorded)
                    .ifPresent(mean -> reached.add(Reached.of(goal, "all with sizes on record", mean)));
        }
        return reached;
    }

    private void addIfAny(TextTable table, String name, Predicate<Line> fits) {
        if (lines.stream().anyMatch(fits)) {
            table.add(row(name, fits));
        }
    }

    private List<String> row(String name, Predicate<Line> fits) {
        List<String> row = new ArrayList<>(
                List.of(name, String.valueOf(lines.stream().filter(fits).count())));
        row.add(number(mean(DEFAULT, CorpusSizes.SNAPPY, fits)));
        row.add(number(mean(DEFAULT, CorpusSizes.ZSTD, fits)));
        row.add(number(mean(COMPACT, CorpusSizes.ZSTD, fits)));
        row.add(number(mean(FAST, CorpusSizes.SNAPPY, fits)));
        row.add(number(mean(FAST, CorpusSizes.ZSTD, fits)));
        return row;
    }

    private static String number(Optional<Double> ratio) {
        return ratio.map(r -> String.format(Locale.ROOT, "%.3f", r)).orElse("-");
    }

    private TextTable worst(Predicate<Line> fits, int count) {
        return table(lines.stream()
                .filter(fits)
                .sorted(Comparator.comparingDouble(line -> -line.ratio(DEFAULT, CorpusSizes.ZSTD)))
                .limit(count)
                .toList());
    }

    private static TextTable table(List<Line> shown) {
        TextTable table = new TextTable(List.of(
                "table",
                "fast",
                "default",
                "compact",
                "of default, metadata",
                "Parquet snappy",
                "Parquet zstd",
                "default : snappy",
                "default : zstd",
                "compact : zstd"));
        for (Line line : shown) {
            table.add(List.of(
                    line.name.replace(':', '/'),
                    bytes(line.stoa.get(FAST)),
                    bytes(line.stoa.get(DEFAULT)),
                    bytes(line.stoa.get(COMPACT)),
                    bytes(line.metadata),
                    bytes(line.parquet.get(CorpusSizes.SNAPPY)),
                    bytes(line.parquet.get(CorpusSizes.ZSTD)),
                    number(Optional.of(line.ratio(DEFAULT, CorpusSizes.SNAPPY))),
                    number(Optional.of(line.ratio(DEFAULT, CorpusSizes.ZSTD))),
                    number(Optional.of(line.ratio(COMPACT, CorpusSizes.ZSTD)))));
        }
        return table;
    }

    private static String bytes(double bytes) {
        return String.format(Locale.ROOT, "%.0f", bytes);
    }
}
