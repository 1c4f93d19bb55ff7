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

import dev.stoa.benchmarks.harness.Benchmark;
import dev.stoa.benchmarks.harness.Delivery;
import dev.stoa.benchmarks.harness.Jvm;
import dev.stoa.benchmarks.harness.Measurement;
import dev.stoa.benchmarks.harness.Measurement.Metric;
import dev.stoa.benchmarks.harness.Options;
import dev.stoa.benchmarks.harness.Progress;
import dev.stoa.benchmarks.harness.Results;
import dev.stoa.benchmarks.harness.TextTable;
import dev.stoa.benchmarks.peers.Contender;
import dev.stoa.benchmarks.peers.Contenders;
import dev.stoa.benchmarks.peers.DataSet;
import dev.stoa.benchmarks.peers.Forks;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** A file of 20,000 columns is opened for three of them, and their thousand rows are read. */
public final class FooterOpen implements Benchmark {
    public static final String NAME = "footer";

    /** The three columns that are read. */
    public static final List<String> COLUMNS = List.of("c7", "c9999", "c19999");

    private static final DataSet DATA = DataSet.wide(20_000, 1_000);

    public static final String OPEN = "open 3 of 20000";
    public static final String ALLOCATED = "allocated by open 3 of 20000";
    public static final String FILE = "file";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<String> contenders() {
        return Contenders.builtIn().stream().map(Contender::name).toList();
    }

    @Override
    public void run(Options options, Results results) throws IOException {
        List<Contender> contenders = Contenders.builtIn().stream()
                .filter(c -> !options.without().contains(c.name()))
                .toList();
        for (Contender contender : contenders) {
            Progress.say("writing " + contender.name());
            Forks.prepare(DATA, contender, contender.readVariants());
        }
        Forks.of(options)
                .interleave(
                        "open",
                        DATA,
                        contenders,
                        Contender::readVariants,
                        options.jvms(Jvm.usual()),
                        List.of(Delivery.VALUES),
                        Set.of(),
                        results);
    }

    @Override
    public String table(Results results) {
        TextTable table = new TextTable(List.of(
                "open 3 of 20,000 columns",
                "jvm",
                "file MB",
                "CPU ms (spread)",
                "wall ms",
                "kB read",
                "requests",
                "round trips",
                "kB allocated"));
        Set<String> suffixes = new LinkedHashSet<>();
        for (Measurement m : results.summary()) {
            if (m.metric() == Metric.PROCESS_CPU_MS && suffixes.add(m.contender() + m.item())) {
                String suffix = m.item().substring(OPEN.length());
                String variant = suffix.substring(0, suffix.lastIndexOf('/'));
                table.add(List.of(
                        m.who(),
                        m.jvm(),
                        cell(results, FILE + variant, m, Metric.BYTES, 1e6, "%.1f"),
                        String.format(Locale.ROOT, "%.2f (%.2f-%.2f)", m.value(), m.min(), m.max()),
                        cell(results, m.item(), m, Metric.WALL_MS, 1, "%.2f"),
                        cell(results, m.item(), m, Metric.BYTES_READ, 1e3, "%.1f"),
                        cell(results, m.item(), m, Metric.REQUESTS, 1, "%.0f"),
                        cell(results, m.item(), m, Metric.ROUND_TRIPS, 1, "%.0f"),
                        cell(results, ALLOCATED + suffix, m, Metric.BYTES, 1e3, "%.0f")));
            }
        }
        return table.toString();
    }

    private static String cell(
            Results results, String item, Measurement of, Metric metric, double divisor, String format) {
        return results.find(item, of.contender(), metric)
                .map(m -> String.format(Locale.ROOT, format, m.value() / divisor))
                .orElse("-");
    }
}
