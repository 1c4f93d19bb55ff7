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

import dev.stoa.benchmarks.harness.Measurement;
import dev.stoa.benchmarks.harness.PairedRatios;
import dev.stoa.benchmarks.harness.Progress;
import dev.stoa.benchmarks.harness.Measurement.Metric;
import dev.stoa.spark.TpchTables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Spark in this process, the same for all benchmarks of it and for all contenders. */
final class SparkBench {
    /** What is not as it is by default. */
    private static final Map<String, String> SETTINGS = new TreeMap<>(Map.of(
            "spark.master", "local[2]",
            "spark.hadoop.fs.file.impl", BareLocalFileSystem.class.getName(),
            "spark.sql.shuffle.partitions", "4",
            "spark.sql.adaptive.enabled", "true", // is so by default
            "spark.sql.extensions", "io.delta.sql.DeltaSparkSessionExtension",
            "spark.sql.catalog.spark_catalog", "org.apache.spark.sql.delta.catalog.DeltaCatalog",
            "spark.databricks.delta.snapshotPartitions", "4", // of the log, for which Delta has 50 tasks otherwise
            "spark.databricks.delta.properties.defaults.enableDeletionVectors", "true"));

    private final String name;
    private final double scale;
    private final int rounds;
    private final Set<String> only;
    private final SparkSession spark;
    private final TpchTables tables;

    private SparkBench(String name, String[] words) {
        this.name = name;
        this.scale = Double.parseDouble(words[0]);
        this.rounds = Integer.parseInt(words[1]);
        Path folder = Path.of(words[2]);
        this.only = Set.of(Arrays.copyOfRange(words, 3, words.length));
        SparkSession.Builder builder = TpchTables.builder(folder);
        SETTINGS.forEach(builder::config);
        this.spark = builder.getOrCreate();
        spark.sparkContext().setLogLevel("ERROR");
        this.tables = new TpchTables(spark, folder);
    }

    /** What a benchmark does. */
    interface Task {
        void run(SparkBench bench) throws Exception;
    }

    /** What is done with a contender in a round. */
    interface Turn {
        void run(int contender, int round) throws Exception;
    }

    /**
     * Measures, prints what it finds, and ends the process.
     *
     * @param words the scale, how many rounds, a folder, and the names of the only queries; all queries without
     */
    static void main(String name, String[] words, Task task) {
        int code = 0;
        try {
            BareLocalFileSystem.use();
            SparkBench bench = new SparkBench(name, words);
            bench.record();
            task.run(bench);
            bench.spark.stop();
        } catch (Exception e) {
            e.printStackTrace();
            System.out.println(e); // last, as only the end of what is said is kept
            code = 1;
        }
        System.exit(code);
    }

    /** Writes down all settings, and says which were made here. */
    private void record() throws IOException {
        List<String> lines = new ArrayList<>();
        for (Row setting : (Row[]) spark.sql("set -v").collect()) {
            lines.add(setting.getString(0) + " = " + setting.getString(1));
        }
        Path file = Path.of(System.getProperty("stoa.benchmarks.target"), name + ".settings");
        Files.write(file, lines);
        Progress.say("Spark " + spark.version() + ", JDK " + Runtime.version() + ", scale " + scale + ", " + SETTINGS);
        Progress.say("all settings: " + file);
    }

    /** Makes the tables of TPC-H as text. */
    void generate() throws IOException {
        Progress.say("generating");
        tables.generate(scale);
    }

    SparkSession spark() {
        return spark;
    }

    TpchTables tables() {
        return tables;
    }

    /** Whether a query is to be measured. */
    boolean isWanted(String query) {
        return only.isEmpty() || only.contains(query);
    }

    double scale() {
        return scale;
    }

    /** How many rounds count. */
    int rounds() {
        return rounds;
    }

    /** What the files of a set of tables come to. */
    long bytes(String set) throws IOException {
        try (Stream<Path> files = Files.walk(tables.files(set))) {
            long bytes = 0;
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                bytes += Files.size(file);
            }
            return bytes;
        }
    }

    /**
     * Contenders in turn, in both orders.
     *
     * @param warm rounds before those that count, which have numbers below 0
     */
    static void inTurn(int contenders, int warm, int rounds, Turn turn) throws Exception {
        System.gc(); // so that Spark drops what was broadcast before: tables in memory would have to give way to it
        for (int round = -warm; round < rounds; round++) {
            for (int i = 0; i < contenders; i++) {
                turn.run((round & 1) == 0 ? i : contenders - 1 - i, round);
            }
        }
    }

    /** The median with the least and the greatest. */
    void print(String item, String contender, Metric metric, double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        print(
                item,
                contender,
                metric,
                new PairedRatios.Estimate(sorted[sorted.length / 2], sorted[0], sorted[sorted.length - 1]));
    }

    /** A number with its interval. */
    void print(String item, String contender, Metric metric, PairedRatios.Estimate estimate) {
        System.out.println(new Measurement(
                        name, item, contender, metric, metric.unit(), estimate.value(), estimate.low(), estimate.high())
                .toLine());
    }

    /** How often something is true. */
    void print(String item, int count) {
        System.out.println(Measurement.exact(name, item, SparkFork.STOA, Metric.VALUES, count).toLine());
    }
}
