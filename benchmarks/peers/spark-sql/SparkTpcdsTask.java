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

import dev.stoa.benchmarks.harness.Measurement.Metric;
import dev.stoa.benchmarks.harness.ProcessCpu;
import dev.stoa.benchmarks.harness.Progress;
import dev.stoa.benchmarks.harness.SystemCalls;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.execution.benchmark.TPCDSSchemaHelper;
import org.apache.spark.sql.types.CharType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.VarcharType;
import scala.jdk.javaapi.CollectionConverters;

/** Measures {@link SparkTpcds} in this process, in which Spark runs. The queries are those of Spark's own tests. */
final class SparkTpcdsTask {
    /** Rounds before those that count; without one, the first format pays for what the JVM compiles for all. */
    private static final int WARM = 1;

    private final SparkBench bench;
    private final ProcessCpu processCpu = new ProcessCpu();

    private SparkTpcdsTask(SparkBench bench) {
        this.bench = bench;
    }

    /**
     * Measures, and prints what it finds.
     *
     * @param words as {@link SparkBench} takes them
     */
    public static void main(String[] words) {
        SparkBench.main(SparkTpcds.NAME, words, bench -> new SparkTpcdsTask(bench).run());
    }

    private void run() throws Exception {
        bench.spark().conf().set("spark.sql.ansi.enabled", false); // the queries divide by sums that may be 0
        makeTables();
        List<String> wanted =
                TpcdsQueries.names().stream().filter(bench::isWanted).toList();
        TpcdsComparison comparison = new TpcdsComparison(TpcdsQueries::spark, this::rows);
        List<String> comparable = comparison.comparable(wanted);
        comparison.counts().forEach(bench::print);
        for (String query : comparable) {
            Progress.say("measuring " + query);
            measure(query, TpcdsQueries.spark(query));
        }
    }

    private void makeTables() throws IOException {
        Path text = TpcdsText.folder(bench.scale());
        CollectionConverters.asJava(TPCDSSchemaHelper.getTableColumns()).forEach((table, schema) -> bench.spark()
                .read()
                .schema(withStrings(schema))
                .option("sep", "|")
                .option("encoding", "ISO-8859-1")
                .option("quote", "")
                .csv(text.resolve(table + ".dat").toString())
                .createOrReplaceTempView("text_" + table));
        for (String format : SparkTpcds.FORMATS) {
            Progress.say("making tables: " + format);
            for (String table : CollectionConverters.asJava(TPCDSSchemaHelper.getTableColumns().keySet())) {
                bench.tables().create(format, table, "select * from text_" + table);
            }
            Progress.say(format + ": " + bench.bytes(format) + " bytes");
        }
    }

    /** Returns the columns without greatest lengths: Spark pads texts of both formats, but differently. */
    private static StructType withStrings(StructType schema) {
        StructType plain = new StructType();
        for (StructField field : schema.fields()) {
            DataType type = field.dataType();
            boolean isText = type instanceof CharType || type instanceof VarcharType;
            plain = plain.add(field.name(), isText ? DataTypes.StringType : type);
        }
        return plain;
    }

    private List<TolerantRows> rows(String sql) {
        List<TolerantRows> rows = new ArrayList<>();
        for (String format : SparkTpcds.FORMATS) {
            bench.tables().use(format);
            Row[] all = (Row[]) bench.spark().sql(sql).collect();
            rows.add(new TolerantRows(Arrays.stream(all).map(SparkTpcdsTask::values).toList()));
        }
        return rows;
    }

    private static List<Object> values(Row row) {
        return CollectionConverters.asJava(row.toSeq());
    }

    private void measure(String query, String sql) throws Exception {
        int formats = SparkTpcds.FORMATS.size();
        double[][] cpu = new double[formats][bench.rounds()];
        double[][] wall = new double[formats][bench.rounds()];
        double[][] bytes = new double[formats][bench.rounds()];
        SparkBench.inTurn(formats, WARM, bench.rounds(), (format, round) -> {
            bench.tables().use(SparkTpcds.FORMATS.get(format));
            long cpuBefore = processCpu.nanos();
            long bytesBefore = SystemCalls.counts().bytesRead();
            long before = System.nanoTime();
            bench.spark().sql(sql).collect();
            if (round >= 0) {
                wall[format][round] = (System.nanoTime() - before) / 1e6;
                bytes[format][round] = SystemCalls.counts().bytesRead() - bytesBefore;
                cpu[format][round] = (processCpu.nanos() - cpuBefore) / 1e6;
            }
        });
        for (int format = 0; format < formats; format++) {
            String contender = SparkTpcds.FORMATS.get(format);
            bench.print(query, contender, Metric.PROCESS_CPU_MS, cpu[format]);
            bench.print(query, contender, Metric.WALL_MS, wall[format]);
            bench.print(query, contender, Metric.BYTES_READ, bytes[format]);
        }
    }
}
