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

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQueryException;
import org.apache.spark.sql.streaming.Trigger;

/** A program of somebody who has a jar of ours, but none of our classes: two sessions, each of which adds it. */
final class AddedJarDriver {
    private static final String MARK = "answer: ";

    private AddedJarDriver() {}

    /**
     * Runs it.
     *
     * @param words the master, a folder for all files, the jar
     */
    public static void main(String[] words) {
        Path folder = Path.of(words[1]);
        SparkSession spark = SparkSession.builder()
                .master(words[0])
                .config("spark.executor.memory", "512m")
                .config(
                        "spark.executor.extraJavaOptions",
                        "-XX:TieredStopAtLevel=1 -XX:MetaspaceSize=400m -XX:+UseSerialGC")
                .config("spark.executor.extraClassPath", System.getProperty("java.class.path"))
                .config("spark.ui.enabled", "false")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.sql.shuffle.partitions", "2")
                .config("spark.sql.catalog.stoa", "dev.stoa.spark.StoaCatalog")
                .config(
                        "spark.sql.catalog.stoa.warehouse",
                        folder.resolve("lake").toString())
                .getOrCreate();
        int code = 1;
        try {
            SparkSession own = spark.newSession();
            own.addArtifact(words[2]);
            // as a server of Spark Connect runs what a client asks for
            ((org.apache.spark.sql.classic.SparkSession) own)
                    .artifactManager()
                    .withResources(() -> run(own, "own", folder) && stream(own, "own", folder));
            spark.sql("add jar '" + words[2] + "'");
            run(spark, "added", folder);
            code = 0;
        } catch (Exception e) {
            e.printStackTrace(System.out);
        } finally {
            spark.stop();
            System.exit(code);
        }
    }

    /** What it answers, with so many executors besides the driver. */
    static List<String> expected(int executors) {
        List<String> answers = new ArrayList<>();
        for (String session : List.of("own", "added")) {
            answers.add(session + " [" + executors + "]");
            answers.add(session + " [20000, 199990000]");
            answers.add(session + " [20001, 20000]");
            answers.add(session + " [19002, 7000]");
            answers.add(session + " [18003, 29999]");
            answers.add(session + " [STOA_INVALID_ROW, true]");
            answers.add(session + " [5010, 10]");
            answers.add(session + " [200]");
            if (session.equals("own")) {
                answers.add(session + " [5010]");
            }
        }
        return answers;
    }

    /** What it has answered. */
    static List<String> answers(String said) {
        return said.lines()
                .filter(line -> line.startsWith(MARK))
                .map(line -> line.substring(MARK.length()))
                .toList();
    }

    private static boolean run(SparkSession spark, String name, Path folder) {
        String table = "stoa." + name + ".t";
        String sums = "select count(*), sum(id) from " + table;
        spark.sql("create table " + table + " as select id, id % 7 as k, concat('s', id) as s from range(20000)");
        answer(name, spark.sparkContext().statusTracker().getExecutorInfos().length - 1);
        answer(spark, name, sums);
        spark.sql("insert into " + table + " values (20000, 0, 'added')");
        answer(spark, name, "select count(*), max(id) from " + table);
        spark.sql("delete from " + table + " where id < 1000");
        spark.sql(
                "merge into " + table + " t using (select 7000L as id union select 20001L) u on t.id = u.id"
                        + " when matched then update set s = 'merged' when not matched then insert (id, k, s) values (u.id, 0, 'new')");
        answer(spark, name, "select count(*), max(if(s = 'merged', id, 0)) from " + table);
        spark.sql("insert into " + table + " replace where id < 2000 or id = 29999 select 29999L, 0L, 'only'");
        answer(spark, name, "select count(*), max(id) from " + table);
        refuse(spark, name, "insert into " + table + " replace where id < 2000 select 5000L, 0L, 'other'");
        spark.sql(
                "create table stoa." + name + ".parts partitioned by (p) as select id, id % 2 as p from range(10000)");
        spark.conf().set("spark.sql.sources.partitionOverwriteMode", "dynamic");
        spark.sql("insert overwrite stoa." + name + ".parts select id, 0L as p from range(10)");
        answer(spark, name, "select count(*), count_if(p = 0) from stoa." + name + ".parts");
        String path = folder.resolve(name).toString();
        Dataset<Long> rows = spark.range(100);
        rows.write().format("stoa").save(path);
        rows.write().format("stoa").mode("append").save(path);
        answer(name, spark.read().format("stoa").load(path).count());
        return true;
    }

    /** Of a jar that is added to the whole of Spark, Spark does not tell the tasks of streams. */
    private static boolean stream(SparkSession spark, String name, Path folder) {
        String to = "stoa." + name + ".streamed";
        try {
            spark.readStream()
                    .table("stoa." + name + ".parts")
                    .writeStream()
                    .trigger(Trigger.AvailableNow())
                    .option("checkpointLocation", folder.resolve("checkpoint").toString())
                    .toTable(to)
                    .awaitTermination();
        } catch (TimeoutException | StreamingQueryException e) {
            throw new IllegalStateException(e);
        }
        answer(spark, name, "select count(*) from " + to);
        return true;
    }

    /** Answers by the condition of what a task refuses, and whether the message names the row. */
    private static void refuse(SparkSession spark, String name, String statement) {
        try {
            spark.sql(statement);
            answer(name, "done");
        } catch (Exception e) {
            String condition = e instanceof SparkThrowable known ? known.getCondition() : e.toString();
            answer(name, condition, e.getMessage().contains("a row with id = 5000"));
        }
    }

    private static void answer(SparkSession spark, String name, String query) {
        Row row = spark.sql(query).first();
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < row.length(); i++) {
            values.add(row.get(i));
        }
        answer(name, values.toArray());
    }

    private static void answer(String name, Object... values) {
        System.out.println(MARK + name + " " + Arrays.toString(values));
    }
}
