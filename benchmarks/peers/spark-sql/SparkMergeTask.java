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
package dev.stoa.benchmarks;

import dev.stoa.benchmarks.Measurement.Metric;
import dev.stoa.spark.TpchTables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Measures {@link SparkMerge} in this process, in which Spark runs. */
final class SparkMergeTask {
    /** Rounds before those that count. */
    private static final int WARM = 1;

    private final SparkSession spark;
    private final Path folder;
    private final int rounds;

    private SparkMergeTask(SparkSession spark, Path folder, int rounds) {
        this.spark = spark;
        this.folder = folder;
        this.rounds = rounds;
    }

    /**
     * Measures, and prints what it finds.
     *
     * @param words the scale, how many rounds, and a folder
     */
    public static void main(String[] words) {
        int code = 0;
        try {
            BareLocalFileSystem.use();
            run(Double.parseDouble(words[0]), Integer.parseInt(words[1]), Path.of(words[2]));
        } catch (Exception e) {
            e.printStackTrace();
            code = 1;
        }
        System.exit(code);
    }

    private static void run(double scale, int rounds, Path folder) throws IOException {
        SparkSession spark = TpchTables.builder(folder)
                .master("local[2]")
                .config("spark.hadoop.fs.file.impl", BareLocalFileSystem.class.getName())
                .config("spark.sql.shuffle.partitions", "4")
                .config("spark.sql.extensions", "io.delta.sql.DeltaSparkSessionExtension")
                .config("spark.sql.catalog.spark_catalog", "org.apache.spark.sql.delta.catalog.DeltaCatalog")
                .getOrCreate();
        spark.sparkContext().setLogLevel("ERROR");
        new TpchTables(spark, folder).generate(scale);
        SparkMergeTask task = new SparkMergeTask(spark, folder, rounds);
        spark.sql("create table " + table(SparkMerge.STOA) + " as select * from text_lineitem");
        spark.sql("create table " + table(SparkMerge.DELTA) + " using delta location '" + task.files(SparkMerge.DELTA)
                + "' tblproperties ('delta.enableDeletionVectors' = 'true') as select * from text_lineitem");
        for (SparkMerge.Statement statement : SparkMerge.Statement.values()) {
            task.measure(statement);
        }
        task.compare();
        task.scan();
        spark.stop();
    }

    private static String table(String format) {
        return format.equals(SparkMerge.STOA) ? "lake.lineitem" : "spark_catalog.default.lineitem";
    }

    private Path files(String format) {
        return format.equals(SparkMerge.STOA) ? folder.resolve("stoa/lineitem") : folder.resolve("delta");
    }

    private long bytes(String format) throws IOException {
        try (Stream<Path> files = Files.walk(files(format))) {
            long bytes = 0;
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                bytes += Files.size(file);
            }
            return bytes;
        }
    }

    private void measure(SparkMerge.Statement statement) throws IOException {
        double[][] written = new double[SparkMerge.FORMATS.size()][rounds];
        double[][] wall = new double[SparkMerge.FORMATS.size()][rounds];
        for (int round = -WARM; round < rounds; round++) {
            for (int turn = 0; turn < SparkMerge.FORMATS.size(); turn++) {
                int format = (round & 1) == 0 ? turn : SparkMerge.FORMATS.size() - 1 - turn;
                String name = SparkMerge.FORMATS.get(format);
                long bytesBefore = bytes(name);
                long before = System.nanoTime();
                spark.sql(statement.sql(table(name), round + WARM)).collect();
                long nanos = System.nanoTime() - before;
                if (round >= 0) {
                    wall[format][round] = nanos / 1e6;
                    written[format][round] = bytes(name) - bytesBefore;
                }
            }
        }
        print(statement.label(), Metric.BYTES, written);
        print(statement.label(), Metric.WALL_MS, wall);
        printRatio(statement.label(), wall);
    }

    /** Both tables have been through the same. */
    private void compare() throws IOException {
        String sums = "select count(*), sum(l_orderkey), sum(l_quantity), sum(l_discount), sum(hash(l_shipmode)),"
                + " sum(hash(l_comment)), sum(l_extendedprice) from ";
        String stoa = rows(sums + table(SparkMerge.STOA));
        String delta = rows(sums + table(SparkMerge.DELTA));
        if (!stoa.equals(delta)) {
            throw new IOException("Stoa has " + stoa + ", Delta " + delta);
        }
        int statements = SparkMerge.Statement.values().length * (rounds + WARM);
        System.out.println(
                Measurement.exact(SparkMerge.NAME, SparkMerge.EQUAL, SparkMerge.STOA, Metric.VALUES, statements)
                        .toLine());
    }

    private String rows(String query) {
        return Arrays.toString((Row[]) spark.sql(query).collect());
    }

    private void scan() {
        double[][] wall = new double[SparkMerge.FORMATS.size()][rounds];
        for (int round = -WARM; round < rounds; round++) {
            for (int turn = 0; turn < SparkMerge.FORMATS.size(); turn++) {
                int format = (round & 1) == 0 ? turn : SparkMerge.FORMATS.size() - 1 - turn;
                long before = System.nanoTime();
                rows("select l_shipmode, sum(l_quantity), sum(l_extendedprice * l_discount), count(*) from "
                        + table(SparkMerge.FORMATS.get(format)) + " group by l_shipmode");
                if (round >= 0) {
                    wall[format][round] = (System.nanoTime() - before) / 1e6;
                }
            }
        }
        print(SparkMerge.SCAN, Metric.WALL_MS, wall);
        printRatio(SparkMerge.SCAN, wall);
    }

    private static void print(String item, Metric metric, double[][] values) {
        for (int format = 0; format < values.length; format++) {
            double[] sorted = values[format].clone();
            Arrays.sort(sorted);
            print(item, SparkMerge.FORMATS.get(format), metric, sorted[sorted.length / 2], sorted[0], sorted[sorted.length - 1]);
        }
    }

    private void printRatio(String item, double[][] wall) {
        double[] ratios = new double[rounds];
        Arrays.setAll(ratios, round -> wall[1][round] / wall[0][round]);
        PairedRatios.Estimate ratio = new PairedRatios(ratios).median();
        print(item, SparkMerge.STOA, Metric.RATIO, ratio.value(), ratio.low(), ratio.high());
    }

    private static void print(String item, String contender, Metric metric, double value, double low, double high) {
        System.out.println(
                new Measurement(SparkMerge.NAME, item, contender, metric, metric.unit(), value, low, high).toLine());
    }
}
