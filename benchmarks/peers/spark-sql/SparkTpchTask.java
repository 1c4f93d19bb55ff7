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
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerStageCompleted;
import org.apache.spark.sql.SparkSession;

/** Measures {@link SparkTpch} in this process, in which Spark runs. */
final class SparkTpchTask {
    /** Rounds before those that count: the first of them compares results. */
    private static final int WARM = 2;

    private final SparkSession spark;
    private final TpchTables tables;
    private final ScanTime scanTime = new ScanTime();
    private final int rounds;

    private SparkTpchTask(SparkSession spark, TpchTables tables, int rounds) {
        this.spark = spark;
        this.tables = tables;
        this.rounds = rounds;
        spark.sparkContext().addSparkListener(scanTime);
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

    private static void run(double scale, int rounds, Path folder) throws Exception {
        SparkSession spark = TpchTables.builder(folder)
                .master("local[2]")
                .config("spark.hadoop.fs.file.impl", BareLocalFileSystem.class.getName())
                .config("spark.sql.shuffle.partitions", "4")
                .getOrCreate();
        spark.sparkContext().setLogLevel("ERROR");
        TpchTables tables = new TpchTables(spark, folder);
        tables.generate(scale);
        for (String format : SparkTpch.FORMATS) {
            tables.create(format);
        }
        SparkTpchTask task = new SparkTpchTask(spark, tables, rounds);
        List<String> queries = TpchTables.queries();
        for (int number = 1; number <= queries.size(); number++) {
            task.measure(number, queries.get(number - 1));
        }
        System.out.println(
                Measurement.exact(SparkTpch.NAME, SparkTpch.EQUAL, SparkTpch.STOA, Metric.VALUES, queries.size())
                        .toLine());
        spark.stop();
    }

    private void measure(int number, String query) throws IOException {
        int formats = SparkTpch.FORMATS.size();
        double[][] wall = new double[formats][rounds];
        double[][] cpu = new double[formats][rounds];
        double[][] bytes = new double[formats][rounds];
        List<String> expected = List.of();
        for (int round = -WARM; round < rounds; round++) {
            for (int turn = 0; turn < formats; turn++) {
                int format = (round & 1) == 0 ? turn : formats - 1 - turn;
                tables.use(SparkTpch.FORMATS.get(format));
                scanTime.reset();
                long bytesBefore = SystemCalls.counts().bytesRead();
                long before = System.nanoTime();
                List<String> rows = tables.rows(query);
                long nanos = System.nanoTime() - before;
                long read = SystemCalls.counts().bytesRead() - bytesBefore;
                if (round >= 0) {
                    wall[format][round] = nanos / 1e6;
                    cpu[format][round] = scanTime.nanos(spark) / 1e6;
                    bytes[format][round] = read;
                }
                expected = expected.isEmpty() ? rows : expected;
                if (!rows.equals(expected)) {
                    throw new IOException("query " + number + ": " + SparkTpch.FORMATS.get(format) + " gives " + rows
                            + "\nand " + SparkTpch.FORMATS.get(0) + " " + expected);
                }
            }
        }
        for (int format = 0; format < formats; format++) {
            print(SparkTpch.query(number), format, Metric.WALL_MS, wall[format]);
            if (SparkTpch.SCANS.contains(number)) {
                print(SparkTpch.scan(number), format, Metric.PROCESS_CPU_MS, cpu[format]);
                print(SparkTpch.scan(number), format, Metric.BYTES_READ, bytes[format]);
            }
        }
    }

    private static void print(String item, int format, Metric metric, double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        System.out.println(new Measurement(
                        SparkTpch.NAME,
                        item,
                        SparkTpch.FORMATS.get(format),
                        metric,
                        metric.unit(),
                        sorted[sorted.length / 2],
                        sorted[0],
                        sorted[sorted.length - 1])
                .toLine());
    }

    /** Adds up the CPU time of tasks that read tables: of stages behind which there are no others. */
    private static final class ScanTime extends SparkListener {
        private long nanos;

        @Override
        public synchronized void onStageCompleted(SparkListenerStageCompleted event) {
            if (event.stageInfo().parentIds().isEmpty()) {
                nanos += event.stageInfo().taskMetrics().executorCpuTime();
            }
        }

        synchronized void reset() {
            nanos = 0;
        }

        long nanos(SparkSession spark) {
            try {
                spark.sparkContext().listenerBus().waitUntilEmpty();
            } catch (java.util.concurrent.TimeoutException e) {
                throw new IllegalStateException(e);
            }
            synchronized (this) {
                return nanos;
            }
        }
    }
}
