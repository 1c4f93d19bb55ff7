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

import dev.stoa.benchmarks.engines.TrinoRounds.Cost;
import dev.stoa.benchmarks.engines.TrinoRounds.Figure;
import dev.stoa.benchmarks.harness.Measurement;
import dev.stoa.benchmarks.harness.Measurement.Metric;
import dev.stoa.benchmarks.harness.PairedRatios;
import dev.stoa.benchmarks.harness.Progress;
import dev.stoa.benchmarks.harness.Results;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The statements of {@link TrinoTpch} in a server.
 *
 * @param rounds run them
 * @param tables of all contenders
 * @param formats the contenders, Stoa first
 * @param results gets the measurements
 */
record TrinoTpchTask(TrinoRounds rounds, TrinoTables tables, List<TrinoFormat> formats, Results results) {
    private static final Path QUERIES = Path.of("hive-serde", "src", "test", "resources", "tpch", "queries.sql");
    private static final String NEWS = "hive.news";
    private static final String SUMS = "select count(*), checksum(l_orderkey), checksum(l_linenumber),"
            + " checksum(l_quantity), checksum(l_discount), checksum(l_shipmode), checksum(l_comment) from lineitem";

    /** The statements by their names. */
    Map<String, String> queries(double scale) throws IOException {
        Path file = Path.of(System.getProperty("stoa.benchmarks.root")).resolve(QUERIES);
        // query 11 asks for a part of all that depends on the scale
        BigDecimal part = BigDecimal.valueOf(0.0001 / scale);
        List<String> tpch = Arrays.stream(Files.readString(file)
                        .replace(" * 0.01 from", " * " + part.toPlainString() + " from")
                        .split(";\\s*", -1))
                .map(String::strip)
                .filter(query -> !query.isEmpty())
                .toList();
        Map<String, String> queries = new LinkedHashMap<>();
        for (int number = 1; number <= SparkTpch.QUERIES; number++) {
            queries.put(SparkTpch.query(number), tpch.get(number - 1));
        }
        for (int percent : SparkTpch.POINTS) {
            queries.put(
                    SparkTpch.figure1(percent),
                    "select max(l_linenumber) from " + TrinoTpch.BY_DATE + " where l_shipdate < " + date(percent));
        }
        return queries;
    }

    /** Returns the day before which a share of the rows was shipped. */
    private String date(int percent) throws IOException {
        String row = rounds.trino()
                .run(
                        "select min(day) + interval '1' day from (select l_shipdate as day, sum(count(*)) over (order by"
                                + " l_shipdate) as seen, sum(count(*)) over () as rows from lineitem group by l_shipdate)"
                                + " where seen * 100 >= rows * " + percent,
                        TrinoFormat.STOA.schema(),
                        "")
                .rows()
                .get(0);
        return "date '" + row.replaceAll("[^0-9-]", "") + "'";
    }

    /** Compares the rows of all contenders, and says how many statements have equal ones. */
    void compare(Map<String, String> queries) throws IOException {
        int equal = 0;
        for (Map.Entry<String, String> query : queries.entrySet()) {
            Progress.say("comparing results: " + query.getKey());
            List<String> expected = List.of();
            boolean isEqual = true;
            for (TrinoFormat format : formats) {
                List<String> rows = rows(query.getValue(), format);
                if (format == formats.get(0)) {
                    expected = rows;
                } else if (!rows.equals(expected)) {
                    Progress.say(query.getKey() + ": the rows of " + format.label() + " differ from those of "
                            + formats.get(0).label());
                    isEqual = false;
                }
            }
            equal += isEqual ? 1 : 0;
        }
        count(TrinoTpch.EQUAL, equal);
    }

    private List<String> rows(String sql, TrinoFormat format) throws IOException {
        return rounds.trino().run(sql, format.schema(), "").rows().stream()
                .sorted()
                .toList();
    }

    private void count(String item, int count) {
        results.add(Measurement.exact(TrinoTpch.NAME, item, TrinoFormat.STOA.label(), Metric.VALUES, count));
    }

    private void report(String item, TrinoFormat format, Metric metric, List<Cost> costs, Figure number) {
        results.add(
                Measurement.spread(TrinoTpch.NAME, item, format.label(), metric, TrinoRounds.numbers(costs, number)));
    }

    private void ratio(String item, TrinoFormat peer, PairedRatios.Estimate ratio) {
        results.add(new Measurement(
                TrinoTpch.NAME,
                item,
                peer.label(),
                Metric.RATIO,
                Metric.RATIO.unit(),
                ratio.value(),
                ratio.low(),
                ratio.high()));
    }

    /** The time of a peer in that of Stoa, round by round. */
    private static PairedRatios times(Map<TrinoFormat, List<Cost>> costs, TrinoFormat peer) {
        double[] stoa = TrinoRounds.numbers(costs.get(TrinoFormat.STOA), Cost::wallMillis);
        double[] ratios = TrinoRounds.numbers(costs.get(peer), Cost::wallMillis);
        Arrays.setAll(ratios, round -> ratios[round] / stoa[round]);
        return new PairedRatios(ratios);
    }

    /** Measures the statements. */
    void measure(Map<String, String> queries) throws IOException {
        Map<TrinoFormat, List<PairedRatios>> ratios = new EnumMap<>(TrinoFormat.class);
        Set<String> scans = Set.copyOf(SparkTpch.scans());
        for (Map.Entry<String, String> query : queries.entrySet()) {
            String name = query.getKey();
            Progress.say("measuring " + name);
            Map<TrinoFormat, List<Cost>> costs = rounds.query(formats, query.getValue());
            costs.forEach((format, all) -> {
                report(name, format, Metric.WALL_MS, all, Cost::wallMillis);
                report(name, format, Metric.PROCESS_CPU_MS, all, Cost::serverCpuMillis);
                report(name, format, Metric.BYTES, all, cost -> cost.stats().peakMemory());
                if (scans.contains(name)) {
                    String scan = SparkTpch.scan(name);
                    report(
                            scan,
                            format,
                            Metric.PROCESS_CPU_MS,
                            all,
                            cost -> cost.stats().scanCpuMillis());
                    report(
                            scan,
                            format,
                            Metric.BYTES_READ,
                            all,
                            cost -> cost.stats().bytesRead());
                }
                if (format != TrinoFormat.STOA && SparkTpch.queries().contains(name)) {
                    ratios.computeIfAbsent(format, f -> new ArrayList<>()).add(times(costs, format));
                }
            });
        }
        ratios.forEach((peer, all) -> ratio(TrinoTpch.MEAN, peer, PairedRatios.geometricMean(all)));
    }

    /** Changes the tables of Stoa and Iceberg alike, and compares them in the end. */
    void change(List<SparkMerge.Statement> statements) throws IOException {
        List<TrinoFormat> changed = List.of(TrinoFormat.STOA, TrinoFormat.ICEBERG);
        rounds.trino().run("create schema " + NEWS, NEWS, "");
        rounds.trino()
                .run(
                        "create table lineitem with (format = 'PARQUET') as select * from " + TrinoFormat.STOA.schema()
                                + ".lineitem where l_orderkey % 1000 between 500 and "
                                + (500 + rounds.rounds() + TrinoRounds.WARM),
                        NEWS,
                        "");
        for (SparkMerge.Statement statement : statements) {
            Progress.say(statement.label());
            Map<TrinoFormat, List<Cost>> costs = rounds.change(
                    changed,
                    tables::bytes,
                    (format, round) -> statement.sql("lineitem", NEWS + ".lineitem", round + TrinoRounds.WARM));
            costs.forEach((format, all) -> {
                report(statement.label(), format, Metric.WALL_MS, all, Cost::wallMillis);
                report(statement.label(), format, Metric.BYTES, all, Cost::written);
            });
            ratio(
                    statement.label(),
                    TrinoFormat.ICEBERG,
                    times(costs, TrinoFormat.ICEBERG).median());
        }
        count(TrinoTpch.CHANGED, rows(SUMS, TrinoFormat.STOA).equals(rows(SUMS, TrinoFormat.ICEBERG)) ? 2 : 0);
    }
}
