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

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tables with executors in processes of their own, to which everything must be sent. A process has only one Spark, so the driver
 * runs in another one as well.
 */
class ClusterTest {
    private static final String MARK = "answer: ";
    private static final int MOST_MINUTES = 8;

    @TempDir
    Path folder;

    @Test
    void executorsReadAndWrite() throws Exception {
        Files.createDirectories(folder.resolve("home/jars")); // where Spark looks for itself
        Path said = folder.resolve("said.txt");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(flag -> flag.startsWith("--add-") || flag.startsWith("-XX:") || flag.startsWith("-Duser."))
                .forEach(command::add);
        command.addAll(List.of(
                "-Xmx512m",
                "-cp",
                System.getProperty("java.class.path"),
                ClusterTest.class.getName(),
                folder.toString()));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile());
        builder.environment().put("SPARK_HOME", folder.resolve("home").toString());
        builder.environment().put("SPARK_SCALA_VERSION", "2.13");
        builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
        Process driver = builder.directory(folder.toFile()).start();
        try {
            boolean isDone = driver.waitFor(MOST_MINUTES, TimeUnit.MINUTES);
            String text = Files.readString(said, StandardCharsets.UTF_8);
            assertEquals(0, isDone ? driver.exitValue() : -1, text);
            assertEquals(
                    List.of("[2, 0]", "[20000, 199990000]", "[19001, 7000]", "[999, 999]"),
                    text.lines()
                            .filter(line -> line.startsWith(MARK))
                            .map(line -> line.substring(MARK.length()))
                            .toList(),
                    text);
        } finally {
            driver.destroyForcibly();
        }
    }

    /** The driver. */
    public static void main(String[] words) {
        Path folder = Path.of(words[0]);
        SparkSession spark = SparkSession.builder()
                .master("local-cluster[2,1,512]")
                .config("spark.executor.memory", "512m")
                .config("spark.executor.extraJavaOptions", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
                .config("spark.executor.extraClassPath", System.getProperty("java.class.path"))
                .config("spark.ui.enabled", "false")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.sql.shuffle.partitions", "2")
                .config("spark.sql.catalog.stoa", StoaCatalog.class.getName())
                .config(
                        "spark.sql.catalog.stoa.warehouse",
                        folder.resolve("lake").toString())
                .getOrCreate();
        int code = 1;
        try {
            run(spark, folder);
            code = 0;
        } finally {
            spark.stop();
            System.exit(code);
        }
    }

    private static void run(SparkSession spark, Path folder) {
        spark.sql("create table stoa.a.t as select id, id % 7 as k, concat('s', id) as s from range(20000)");
        answer(executors(spark), 0);
        answer(spark, "select count(*), sum(id) from stoa.a.t");
        spark.sql("delete from stoa.a.t where id < 1000");
        spark.sql(
                "merge into stoa.a.t t using (select 7000L as id union select 20000L) u on t.id = u.id"
                        + " when matched then update set s = 'merged' when not matched then insert (id, k, s) values (u.id, 0, 'added')");
        answer(spark, "select count(*), max(if(s = 'merged', id, 0)) from stoa.a.t");
        spark.read()
                .format("stoa")
                .load(folder.resolve("lake/a/t").toString())
                .where("id < 1999")
                .createOrReplaceTempView("some");
        answer(spark, "select count(*), count(distinct s) from some");
    }

    /** How many there are, besides the driver. */
    private static int executors(SparkSession spark) {
        return spark.sparkContext().statusTracker().getExecutorInfos().length - 1;
    }

    private static void answer(SparkSession spark, String query) {
        Row row = Arrays.stream((Row[]) spark.sql(query).collect()).findFirst().orElseThrow();
        answer(row.get(0), row.get(1));
    }

    private static void answer(Object first, Object second) {
        System.out.println(MARK + "[" + first + ", " + second + "]");
    }
}
