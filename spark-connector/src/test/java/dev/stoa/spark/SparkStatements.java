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
package dev.stoa.spark;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.Trigger;

/**
 * Runs statements of Spark for a process with other libraries. Each line of the standard input is one, or {@code stream FROM TO
 * CHECKPOINT}, which appends the new rows of a table to another one. The answer is a line for each
 * of its rows, after {@code row:}, and then {@code done:}, or {@code failed:} with why. That process ignores other lines.
 */
final class SparkStatements {
    private static final String STREAM = "stream ";

    private SparkStatements() {}

    /**
     * Runs the statements until the input ends.
     *
     * @param words the warehouse of the catalog {@code stoa}
     */
    public static void main(String[] words) throws Exception {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        SparkSession spark = SparkSession.builder()
                .master("local[1]")
                .config("spark.ui.enabled", "false")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.sql.shuffle.partitions", "1")
                .config("spark.sql.catalog.stoa", "dev.stoa.spark.StoaCatalog")
                .config("spark.sql.catalog.stoa.warehouse", words[0])
                .getOrCreate();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String statement = in.readLine(); statement != null; statement = in.readLine()) {
            try {
                if (statement.startsWith(STREAM)) {
                    stream(spark, statement.substring(STREAM.length()).split(" ", 3));
                } else {
                    spark.sql(statement).collectAsList().forEach(row -> out.println("row:" + row));
                }
                out.println("done:");
            } catch (Exception e) {
                out.println("failed:" + e.toString().replace('\n', ' '));
            }
        }
        System.exit(0); // threads of Spark would go on
    }

    private static void stream(SparkSession spark, String[] words) throws Exception {
        spark.readStream()
                .table(words[0])
                .writeStream()
                .format("stoa")
                .trigger(Trigger.AvailableNow())
                .option("checkpointLocation", words[2])
                .toTable(words[1])
                .awaitTermination();
    }
}
