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
import dev.stoa.benchmarks.harness.Reached;
import dev.stoa.benchmarks.harness.Results;
import dev.stoa.benchmarks.harness.TextTable;
import dev.stoa.benchmarks.peers.Contender;
import dev.stoa.benchmarks.peers.Contenders;
import dev.stoa.benchmarks.peers.DataSet;
import dev.stoa.benchmarks.peers.Forks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Full decode of lineitem, each column alone and all together, from the page cache. */
public final class Decode implements Benchmark {
    public static final String NAME = Forks.DECODE;

    /** The case of all columns. */
    public static final String ALL = "all";

    /** The prefix of the column's name for the untimed read that counts every bit. */
    public static final String VERIFY = "verify ";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<String> contenders() {
        return Contenders.names();
    }

    @Override
    public void run(Options options, Results results) throws IOException {
        DataSet data = DataSet.lineItem(options.scale().orElse(1));
        List<Contender> all = Contenders.with(Contender::readVariants, options.without());
        List<Contender> contenders = Forks.each(all, results, contender -> {
            Progress.say("writing and verifying " + contender.name());
            Forks.prepare(data, contender, contender.readVariants());
            for (String variant : contender.readVariants()) {
                Forks.run(
                        false,
                        contender,
                        List.of("-Xmx6g", Delivery.FULL.flag()),
                        List.of("verify", data.name(), contender.name(), variant),
                        results::add);
            }
        });
        Forks.of(options)
                .interleave(
                        NAME,
                        data,
                        contenders,
                        Contender::readVariants,
                        options.jvms(Jvm.usual()),
                        options.deliveries(),
                        options.columns(),
                        results);
    }

    @Override
    public String table(Results results) {
        Map<String, Measurement> values = values(results);
        StringBuilder text = new StringBuilder();
        for (Jvm jvm : Jvm.values()) {
            text.append(jvm.label())
                    .append(": ")
                    .append(String.join(" ", jvm.flags()))
                    .append('\n');
        }
        bySetting(results).forEach((setting, cpu) -> {
            text.append("\nmillion values per CPU second (the spread over processes), ")
                    .append(setting)
                    .append('\n');
            text.append(table(
                    cpu, m -> rate(m, values.get(m.item() + m.contender()).value())));
            text.append(DecodeGoals.text(cpu, values));
        });
        return text.toString();
    }

    private static Map<String, Measurement> values(Results results) {
        return results.summary().stream()
                .filter(m -> m.metric() == Metric.VALUES)
                .collect(Collectors.toMap(m -> m.item() + m.contender(), m -> m));
    }

    private static Map<String, List<Measurement>> bySetting(Results results) {
        return results.summary().stream()
                .filter(m -> m.metric() == Metric.PROCESS_CPU_MS)
                .collect(Collectors.groupingBy(Measurement::setting, LinkedHashMap::new, Collectors.toList()));
    }

    @Override
    public List<Reached> reached(Results results) {
        Map<String, Measurement> values = values(results);
        List<Reached> reached = new ArrayList<>();
        bySetting(results).forEach((setting, cpu) -> {
            if (setting.endsWith(Delivery.ARRAYS.label())) {
                reached.addAll(DecodeGoals.reached(setting, cpu, values));
            }
        });
        return reached;
    }

    private static String table(List<Measurement> measured, Function<Measurement, String> cell) {
        Set<String> subjects = new LinkedHashSet<>();
        Set<String> whos = new LinkedHashSet<>();
        measured.forEach(m -> subjects.add(m.subject()));
        measured.forEach(m -> whos.add(m.who()));
        List<String> head = new ArrayList<>(List.of("column"));
        head.addAll(whos);
        TextTable table = new TextTable(head);
        for (String subject : subjects) {
            List<String> row = new ArrayList<>(List.of(subject));
            for (String who : whos) {
                row.add(measured.stream()
                        .filter(m -> m.subject().equals(subject) && m.who().equals(who))
                        .findFirst()
                        .map(cell)
                        .orElse("-"));
            }
            table.add(row);
        }
        return table.toString();
    }

    private static String rate(Measurement cpu, double values) {
        return String.format(
                Locale.ROOT,
                "%.0f (%.0f-%.0f)",
                values / cpu.value() / 1e3,
                values / cpu.max() / 1e3,
                values / cpu.min() / 1e3);
    }
}
