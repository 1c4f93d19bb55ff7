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

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableProperties.SortColumn;
import dev.stoa.table.TableSettings;
import dev.stoa.vio.LocalFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random statements on tables of random columns, partitions and orders give what Spark makes of rows that it has in memory: NaN,
 * both zeros, days before 1582 and nested values among them.
 *
 * <p>{@code -Dstoa.statements=200} runs so many; {@code -Dstoa.seed} repeats them.
 */
@Tag("soak")
class StatementsModelTest {
    private static final int PER_TABLE = 12;
    private static final String TESTED_TWICE = "spark.sql.optimizer.dynamicPartitionPruning.enabled";
    private static final String GENERATED = "spark.sql.codegen.wholeStage";
    private static final String OVERWRITE_MODE = "spark.sql.sources.partitionOverwriteMode";

    @TempDir
    static Path warehouse;

    private final long seed = Long.getLong("stoa.seed", new Random().nextInt(Integer.MAX_VALUE));
    private final AtomicInteger conflicts = new AtomicInteger();
    private final Map<Long, List<String>> versions = new TreeMap<>();
    private int beside;

    private static SparkSession configure(SparkSession session) {
        Spark.catalog(session, "model", warehouse.toString());
        return session;
    }

    private static void run(String statement) {
        Spark.session().sql(statement).collect();
    }

    @AfterEach
    void leave() {
        Spark.session().conf().unset(TESTED_TWICE);
        Spark.session().conf().unset(GENERATED);
        Spark.session().conf().unset(OVERWRITE_MODE);
    }

    @Test
    @Timeout(value = 35, unit = TimeUnit.MINUTES)
    void statementsDoWhatTheyDoToRowsInMemory() throws Exception {
        System.out.println("StatementsModelTest: -Dstoa.seed=" + seed);
        configure(Spark.session());
        int statements = Integer.getInteger("stoa.statements", 4);
        for (int done = 0; done < statements; done += PER_TABLE) {
            long one = seed + done / PER_TABLE;
            table(one, "model.t" + done, Math.min(PER_TABLE, statements - done));
        }
        System.out.printf(
                "StatementsModelTest: %,d statements, %,d pairs side by side, %,d conflicts%n",
                statements, beside, conflicts.get());
    }

    private void table(long one, String table, int count) throws IOException {
        RandomStatements statements = new RandomStatements(one, table);
        Spark.session().conf().set(GENERATED, statements.random(3) == 0);
        List<String> done = new ArrayList<>(List.of(create(one, statements, table)));
        versions.clear();
        try {
            for (int i = 0; i <= count; i++) {
                Spark.session().conf().set(TESTED_TWICE, statements.random(3) == 0);
                if (i > 0 && statements.random(10) == 0) {
                    List<RandomStatements.Change> pair = statements.pair();
                    done.add(pair.get(0).text() + " beside " + pair.get(1).text());
                    done.add(sideBySide(pair.get(0), pair.get(1)));
                } else {
                    RandomStatements.Change change = i == 0 ? statements.insert() : statements.next();
                    done.add(change.text());
                    Spark.session().conf().set(OVERWRITE_MODE, change.isDynamic() ? "dynamic" : "static");
                    remember(change.same());
                    run(change.text());
                }
                compare(statements, table);
            }
        } catch (Exception | AssertionError e) {
            String about = "repeat with -Dstoa.seed=" + one + " -Dstoa.statements=" + PER_TABLE + ": ";
            throw new AssertionError(about + String.join(";\n", done) + ":\n" + e.getMessage(), e);
        }
        run("drop table " + table);
        run("drop table model.source");
    }

    /** Makes a table that is divided as the statement says, and sorted by other columns. */
    private static String create(long one, RandomStatements statements, String table) throws IOException {
        Spark.session()
                .createDataFrame(new RandomRows(one).rows(RandomStatements.SOURCE_ROWS), RandomRows.SPARK)
                .createOrReplaceTempView(RandomStatements.SOURCE);
        run("create table model.source as " + statements.source());
        String statement = statements.create("model.shape");
        run(statement);
        Snapshot shape = Table.open(new LocalFolder(warehouse.resolve("shape")), TableSettings.DEFAULT)
                .snapshot();
        List<SortColumn> order = new ArrayList<>();
        for (int i = statements.random(3); i > 0 && !statements.plainColumns().isEmpty(); i--) {
            String column = statements
                    .plainColumns()
                    .get(statements.random(statements.plainColumns().size()));
            int field = shape.schema().fields().stream()
                    .filter(f -> f.name().equals(column))
                    .findFirst()
                    .orElseThrow()
                    .fieldId()
                    .orElseThrow();
            if (order.stream().noneMatch(c -> c.fieldId() == field)) {
                order.add(new SortColumn(field, statements.random(2) == 0, statements.random(2) == 0));
            }
        }
        TableProperties properties = shape.properties();
        Table.create(
                new LocalFolder(warehouse.resolve(table.substring("model.".length()))),
                shape.schema(),
                new TableProperties(order, List.of(), properties.partitionedBy(), properties.other()),
                TableSettings.DEFAULT);
        run("drop table model.shape");
        remember("select * from " + table);
        return statement + " " + order;
    }

    private static void remember(String query) {
        Dataset<Row> rows = Spark.session().sql(query);
        Spark.session()
                .createDataFrame(Arrays.asList((Row[]) rows.collect()), rows.schema())
                .createOrReplaceTempView(RandomStatements.ROWS);
    }

    /** Two sessions change different rows at once: both come out, or one is told of a conflict. */
    private String sideBySide(RandomStatements.Change first, RandomStatements.Change second) {
        SparkSession session = configure(Spark.session().newSession());
        CompletableFuture<Boolean> other = CompletableFuture.supplyAsync(() -> isDone(session, first));
        boolean isSecond = isDone(Spark.session(), second);
        boolean isFirst = other.join();
        beside++;
        if (isFirst) {
            remember(first.same());
        }
        if (isSecond) {
            remember(second.same());
        }
        assertTrue(isFirst || isSecond, "both conflict");
        return "-- the first " + (isFirst ? "done" : "refused") + ", the second " + (isSecond ? "done" : "refused");
    }

    private boolean isDone(SparkSession session, RandomStatements.Change change) {
        try {
            session.sql(change.text()).collect();
            return true;
        } catch (Exception e) {
            if (Rows.messages(e).contains("STOA_CONCURRENT_CHANGE")) {
                conflicts.incrementAndGet();
                return false;
            }
            throw e;
        }
    }

    private void compare(RandomStatements statements, String table) {
        List<String> rows = same("select * from {}", table);
        same(statements.query(), table);
        same(statements.query(), table);
        List<Long> earlier = List.copyOf(versions.keySet());
        if (!earlier.isEmpty() && statements.random(3) == 0) {
            long version = earlier.get(statements.random(earlier.size()));
            same(versions.get(version), "select * from " + table + " version as of " + version);
        }
        String newest =
                Rows.of("select max(version) from " + table + ".snapshots").get(0);
        versions.put(Long.parseLong(newest.replaceAll("\\D", "")), rows);
    }

    private static List<String> same(String query, String table) {
        List<String> expected = sorted(query.replace("{s}", RandomStatements.SOURCE), RandomStatements.ROWS);
        same(expected, query.replace("{s}", "model.source").replace("{}", table));
        return expected;
    }

    private static void same(List<String> expected, String query) {
        List<String> rows = sorted(query, "");
        if (!expected.equals(rows)) {
            throw new AssertionError(query + " gives " + rows.size() + " rows, not " + expected.size()
                    + "; of these lack " + less(expected, rows) + ", and these are too many: " + less(rows, expected));
        }
    }

    /** The first of those that the others are not. */
    private static List<String> less(List<String> all, List<String> others) {
        List<String> left = new ArrayList<>(all);
        others.forEach(left::remove);
        return left.subList(0, Math.min(5, left.size()));
    }

    private static List<String> sorted(String query, String of) {
        return Rows.of(query.replace("{}", of)).stream().sorted().toList();
    }
}
