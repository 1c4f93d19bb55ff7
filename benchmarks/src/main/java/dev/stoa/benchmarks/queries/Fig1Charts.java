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

import dev.stoa.benchmarks.charts.BarChart;
import dev.stoa.benchmarks.charts.LineChart;
import dev.stoa.benchmarks.harness.Measurement;
import dev.stoa.benchmarks.harness.Measurement.Metric;
import dev.stoa.benchmarks.harness.Results;
import dev.stoa.benchmarks.harness.StoreKind;
import dev.stoa.benchmarks.peers.Contenders;
import dev.stoa.benchmarks.peers.Fig1Points;
import dev.stoa.benchmarks.peers.Fig1Query.Answer;
import dev.stoa.benchmarks.peers.StoaFig1;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.IntFunction;

/** The pictures of Figure 1. */
final class Fig1Charts {
    private static final String X_LABEL = "rows that qualify (l_shipdate < X)";

    private Fig1Charts() {}

    /** Draws time and bytes for each store, and sizes; gives the files. */
    static List<Path> draw(Results results, Path folder) throws IOException {
        Files.createDirectories(folder);
        List<Path> files = new ArrayList<>();
        for (StoreKind store : Fig1.stores(results)) {
            files.add(write(folder, "time-" + store.label(), times(results, store, false)));
            if (isMeasured(results, store, true)) {
                files.add(write(folder, "time-" + store.label() + "-opened", times(results, store, true)));
            }
            files.add(write(folder, "bytes-" + store.label(), bytes(results, store)));
        }
        files.add(write(folder, "sizes", sizes(results)));
        return files;
    }

    private static Path write(Path folder, String name, String svg) throws IOException {
        return Files.writeString(folder.resolve(Fig1.NAME + "-" + name + ".svg"), svg);
    }

    private static LineChart chart(String title, String yLabel) {
        return new LineChart(
                title,
                X_LABEL,
                yLabel,
                Fig1Points.PERCENT.stream().map(Fig1Points::name).toList());
    }

    private static List<OptionalDouble> values(IntFunction<Optional<Double>> value) {
        return Fig1Points.PERCENT.stream()
                .map(percent -> value.apply(percent).map(OptionalDouble::of).orElse(OptionalDouble.empty()))
                .toList();
    }

    private static List<Entrant> entrants(Results results, StoreKind store, boolean opened) {
        return Entrant.on(store, results.missing()).stream()
                .filter(entrant -> entrant.keepsOpen() == opened)
                .toList();
    }

    private static boolean isMeasured(Results results, StoreKind store, boolean opened) {
        return entrants(results, store, opened).stream()
                .anyMatch(e -> Fig1.find(results, store, e, 0, Answer.DECODED, Fig1.time(store))
                        .isPresent());
    }

    private static String times(Results results, StoreKind store, boolean opened) {
        LineChart chart = chart(
                "max(l_linenumber) where l_shipdate < X: time, " + store.title() + (opened ? ", files kept open" : ""),
                store == StoreKind.CACHE ? "CPU time, ms" : "time, ms");
        for (Entrant entrant : entrants(results, store, opened)) {
            add(chart, results, store, entrant, Answer.DECODED);
            if (entrant.takesAggregates()) {
                add(chart, results, store, entrant, Answer.METADATA);
            }
        }
        return chart.toString();
    }

    private static void add(LineChart chart, Results results, StoreKind store, Entrant entrant, Answer answer) {
        chart.add(
                entrant.who() + (answer == Answer.METADATA ? ", metadata" : ""),
                values(percent -> Fig1.find(results, store, entrant, percent, answer, Fig1.time(store))
                        .map(Measurement::value)),
                colour(entrant),
                answer == Answer.METADATA);
    }

    private static int colour(Entrant entrant) {
        // the same contender has the same colour, in every chart
        return Entrant.contenders(Entrant.ALL.stream()).indexOf(entrant.contender());
    }

    private static String bytes(Results results, StoreKind store) {
        LineChart chart = chart("max(l_linenumber) where l_shipdate < X: bytes read, " + store.title(), "kB read");
        for (Entrant entrant : entrants(results, store, false)) {
            if (!entrant.isMapped()) {
                chart.add(
                        entrant.who(),
                        values(percent -> Fig1.find(results, store, entrant, percent, Answer.DECODED, Metric.BYTES_READ)
                                .map(m -> m.value() / 1e3)),
                        colour(entrant),
                        false);
            }
        }
        chart.add(
                "ideal: granules with such rows",
                values(percent -> Fig1.fact(results, store, StoaFig1.IDEAL, percent, Metric.BYTES)
                        .map(value -> value / 1e3)),
                contendersCount(),
                true);
        return chart.toString();
    }

    private static int contendersCount() {
        return Entrant.contenders(Entrant.ALL.stream()).size();
    }

    private static String sizes(Results results) {
        BarChart chart =
                new BarChart("lineitem, sorted by l_shipdate: size of the files that were read", "MB (10^6 bytes)");
        List<String> drawn = new ArrayList<>();
        for (Entrant entrant : Entrant.ALL) {
            String name = Contenders.named(entrant.contender()).filesOf() + " " + entrant.fileVariant();
            Optional<Measurement> size =
                    results.find(Fig1.FILE + "/" + entrant.fileVariant(), entrant.contender(), Metric.BYTES);
            if (size.isPresent() && !drawn.contains(name)) {
                drawn.add(name);
                chart.add(name, size.get().value() / 1e6, colour(entrant));
            }
        }
        return chart.toString();
    }
}
