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
package dev.stoa.benchmarks.engines;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.stoa.benchmarks.engines.TrinoRounds.Cost;
import dev.stoa.benchmarks.engines.TrinoRounds.Figure;
import dev.stoa.benchmarks.harness.Measurement;
import dev.stoa.benchmarks.harness.Measurement.Metric;
import dev.stoa.benchmarks.harness.Progress;
import dev.stoa.benchmarks.harness.Results;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The queries of {@link TrinoTpcds} in a server. */
final class TrinoTpcdsTask {
    private final ObjectMapper json = new ObjectMapper();
    private final TrinoRounds rounds;
    private final Results results;

    /**
     * A task in a server.
     *
     * @param rounds run the queries
     * @param results gets the measurements
     */
    TrinoTpcdsTask(TrinoRounds rounds, Results results) {
        this.rounds = rounds;
        this.results = results;
    }

    /** Returns those queries whose rows are equal in all contenders. */
    List<String> compare(List<String> names) throws IOException {
        TpcdsComparison comparison = new TpcdsComparison(TpcdsQueries::trino, this::rows);
        List<String> comparable = comparison.comparable(names);
        comparison.counts().forEach(this::count);
        return comparable;
    }

    private List<TolerantRows> rows(String sql) throws IOException {
        List<TolerantRows> rows = new ArrayList<>();
        for (TrinoFormat format : TrinoTpcds.FORMATS) {
            List<List<Object>> all = new ArrayList<>();
            for (String row : rounds.trino().run(sql, format.schema(), "").rows()) {
                all.add(values(json.readTree(row)));
            }
            rows.add(new TolerantRows(all));
        }
        return rows;
    }

    /** Returns doubles as such and other values as text; Trino sends decimals as text. */
    private static List<Object> values(JsonNode row) {
        List<Object> values = new ArrayList<>();
        row.forEach(value -> values.add(value.isDouble() ? (Object) value.doubleValue() : value.toString()));
        return values;
    }

    /** Measures queries. */
    void measure(List<String> names) throws IOException {
        for (String name : names) {
            Progress.say("measuring " + name);
            rounds.query(TrinoTpcds.FORMATS, TpcdsQueries.trino(name)).forEach((format, costs) -> {
                report(name, format, Metric.WALL_MS, costs, Cost::wallMillis);
                report(name, format, Metric.PROCESS_CPU_MS, costs, Cost::serverCpuMillis);
                report(
                        name,
                        format,
                        Metric.BYTES_READ,
                        costs,
                        cost -> cost.stats().bytesRead());
            });
        }
    }

    private void report(String name, TrinoFormat format, Metric metric, List<Cost> costs, Figure figure) {
        results.add(
                Measurement.spread(TrinoTpcds.NAME, name, format.label(), metric, TrinoRounds.numbers(costs, figure)));
    }

    private void count(String item, int count) {
        results.add(Measurement.exact(TrinoTpcds.NAME, item, TrinoFormat.STOA.label(), Metric.VALUES, count));
    }
}
