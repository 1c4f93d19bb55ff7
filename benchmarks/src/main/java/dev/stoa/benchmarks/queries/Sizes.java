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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The bytes of lineitem per column, with its dictionaries and indexes, and per file. */
public final class Sizes implements Benchmark {
    public static final String NAME = "sizes";

    /** The case of a whole file. */
    public static final String FILE = "file";

    private static final String STOA = "stoa";

    /** The goals are for this scale. */
    private double scale = 1;

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
        scale = options.scale().orElse(1);
        DataSet data = DataSet.lineItem(scale);
        List<Contender> contenders = Contenders.with(Contender::sizeVariants, options.without());
        Forks.each(contenders, results, contender -> {
            Progress.say("writing and measuring " + contender.name());
            Forks.prepare(data, contender, contender.sizeVariants());
            Forks.run(false, contender, Forks.ROOMY, List.of("sizes", data.name(), contender.name()), results::add);
        });
    }

    @Override
    public String table(Results results) {
        Set<String> subjects = new LinkedHashSet<>();
        Set<String> items = new LinkedHashSet<>();
        List<String> head = new ArrayList<>(List.of("MB (10^6 bytes)"));
        for (Measurement m : results.summary()) {
            subjects.add(m.subject());
            if (items.add(m.who())) {
                head.add(m.who());
            }
        }
        subjects.remove(FILE);
        subjects.add(FILE);
        TextTable table = new TextTable(head);
        for (String subject : subjects) {
            List<String> row = new ArrayList<>(List.of(subject));
            for (String who : items) {
                row.add(results.summary().stream()
                        .filter(m -> m.subject().equals(subject) && m.who().equals(who) && m.metric() == Metric.BYTES)
                        .findFirst()
                        .map(m -> String.format(Locale.ROOT, "%.2f", m.value() / 1e6))
                        .orElse("-"));
            }
            table.add(row);
        }
        return table.toString();
    }

    @Override
    public List<Reached> reached(Results results) {
        List<Reached> reached = new ArrayList<>();
        if (scale != 1) {
            return reached;
        }
        for (String profile : List.of("default", "compact")) {
            results.find(FILE + "/" + profile, STOA, Metric.BYTES).ifPresent(file -> {
                double text = results.find("l_comment/" + profile, STOA, Metric.BYTES)
                        .map(Measurement::value)
                        .orElse(0.0);
                reached.add(Reached.of("sizes." + profile, "`lineitem`, scale 1", file.value() / 1e6));
                reached.add(Reached.of(
                        "sizes." + profile + ".numbers", "`lineitem`, scale 1", (file.value() - text) / 1e6));
            });
        }
        return reached;
    }
}
