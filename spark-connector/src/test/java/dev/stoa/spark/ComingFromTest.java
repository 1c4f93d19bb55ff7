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
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The lines of {@code docs/coming-from.md} that work in Spark, and those that say missing. Each statement on a line that works runs,
 * and a query shows what it did. A statement that is new on the page, and that nothing here runs, fails the build.
 */
@Tag("engine")
class ComingFromTest {
    @TempDir
    static Path folder;

    private static SparkSession session;

    /**
     * A statement that works.
     *
     * @param onPage as the page has it
     * @param runs one of this kind
     * @param query what shows that it worked; empty if nothing does
     * @param rows what the query returns
     */
    record Statement(String onPage, String runs, String query, String rows) {
        static Statement of(String... parts) {
            return new Statement(
                    parts[0], parts[1], parts.length > 2 ? parts[2] : "", parts.length > 3 ? parts[3] : "");
        }

        @Override
        public String toString() {
            return runs;
        }
    }

    /** Runs something in Spark. */
    interface Step {
        void run() throws Exception;
    }

    /**
     * What works with DataFrames.
     *
     * @param onPage as the page has it
     */
    record Frame(String onPage, Step step) {
        @Override
        public String toString() {
            return onPage;
        }
    }

    @BeforeAll
    static void addCatalog() {
        session = Spark.extended();
        Spark.catalog(session, "lake", folder.resolve("warehouse").toString());
        sql("use lake");
        sql("create table u (id bigint, s string, country string, at timestamp) partitioned by (country)");
        sql("insert into u values (1, 'one', 'de', now()), (2, 'two', 'fr', now())");
        sql("update u set s = 'TWO' where id = 2");
        sql("create table nested as select 1 as id, named_struct('x', 1d, 'y', 2d) as point,"
                + " array(named_struct('x', 1d)) as points, map('k', named_struct('a', 1)) as m");
    }

    private static List<String> sql(String text) {
        return session.withActive(() -> Arrays.stream((Row[]) session.sql(text).collect())
                .map(Rows::text)
                .toList());
    }

    private static Dataset<Row> rows(String query) {
        return session.sql(query);
    }

    private static void shows(String table, String... rows) {
        assertEquals(List.of(rows), sql("select * from lake." + table + " order by 1"));
    }

    static List<Statement> statements() {
        return ComingFromPage.cases("coming-from.txt").stream()
                .map(Statement::of)
                .toList();
    }

    /** One after the other, on the same table. */
    static List<Frame> frames() {
        return List.of(
                new Frame("df.writeTo(t).create()", () -> {
                    rows("select 1L as id, 'de' as country")
                            .writeTo("lake.frames")
                            .tableProperty("a", "b")
                            .partitionedBy(functions.col("country"))
                            .create();
                    assertEquals(List.of("[country=de]"), sql("show partitions lake.frames"));
                }),
                new Frame("append()", () -> {
                    rows("select 2L as id, 'fr' as country")
                            .writeTo("lake.frames")
                            .append();
                    shows("frames", "[1, de]", "[2, fr]");
                }),
                new Frame("option(\"partitionOverwriteMode\", \"dynamic\")", () -> {
                    rows("select 3L as id, 'de' as country")
                            .write()
                            .mode("overwrite")
                            .option("partitionOverwriteMode", "dynamic")
                            .insertInto("lake.frames");
                    shows("frames", "[2, fr]", "[3, de]");
                }),
                new Frame("df.writeTo(t).overwritePartitions()", () -> {
                    rows("select 4L as id, 'fr' as country")
                            .writeTo("lake.frames")
                            .overwritePartitions();
                    shows("frames", "[3, de]", "[4, fr]");
                }),
                new Frame("overwrite(condition)", () -> {
                    rows("select 3L as id, 'it' as country")
                            .writeTo("lake.frames")
                            .overwrite(functions.col("id").equalTo(3));
                    shows("frames", "[3, it]", "[4, fr]");
                }),
                new Frame("df.mergeInto(\"t\", condition)", () -> {
                    rows("select 4L as id, 'es' as country")
                            .as("s")
                            .mergeInto("lake.frames", functions.expr("lake.frames.id = s.id"))
                            .whenMatched()
                            .updateAll()
                            .whenNotMatchedBySource()
                            .delete()
                            .merge();
                    shows("frames", "[4, es]");
                }),
                new Frame("df.write.option(\"mergeSchema\", \"true\")", () -> {
                    rows("select 6L as id, 'it' as country, true as more")
                            .write()
                            .mode("append")
                            .option("mergeSchema", "true")
                            .saveAsTable("lake.frames");
                    shows("frames", "[4, es, null]", "[6, it, true]");
                }),
                new Frame("df.writeTo", () -> {
                    rows("select 7L as id, 'it' as country, 1 as n")
                            .writeTo("lake.frames")
                            .option("mergeSchema", "true")
                            .append();
                    assertEquals(List.of("[7, 1]"), sql("select id, n from lake.frames where n is not null"));
                }),
                new Frame("df.writeTo(t).withSchemaEvolution()", () -> {
                    rows("select 8L as id, 'it' as country, 2d as w")
                            .writeTo("lake.frames")
                            .withSchemaEvolution()
                            .append();
                    assertEquals(List.of("[8, 2.0]"), sql("select id, w from lake.frames where w is not null"));
                }),
                new Frame(
                        "versionAsOf",
                        () -> assertEquals(
                                List.of("[1]"),
                                session
                                        .read()
                                        .option("versionAsOf", 1)
                                        .table("lake.frames")
                                        .select("id")
                                        .collectAsList()
                                        .stream()
                                        .map(Rows::text)
                                        .toList())),
                new Frame(
                        "timestampAsOf",
                        () -> assertEquals(
                                4,
                                session.read()
                                        .option(
                                                "timestampAsOf",
                                                sql("select string(max(committed_at)) from lake.frames.snapshots")
                                                        .get(0)
                                                        .replaceAll("[\\[\\]]", ""))
                                        .table("lake.frames")
                                        .count())),
                new Frame("df.write.mode(\"overwrite\").option(\"overwriteSchema\", \"true\").saveAsTable(t)", () -> {
                    rows("select 'x' as other")
                            .write()
                            .mode("overwrite")
                            .option("overwriteSchema", "true")
                            .saveAsTable("lake.frames");
                    shows("frames", "[x]");
                }),
                new Frame("df.writeTo(t).createOrReplace()", () -> {
                    rows("select 1 as k").writeTo("lake.frames").createOrReplace();
                    shows("frames", "[1]");
                }),
                new Frame("df.writeStream.toTable(t)", () -> {
                    sql("create table lake.streamed (k int)");
                    session.readStream()
                            .table("lake.frames")
                            .writeStream()
                            .option(
                                    "checkpointLocation",
                                    folder.resolve("checkpoint").toString())
                            .trigger(Trigger.AvailableNow())
                            .toTable("lake.streamed")
                            .awaitTermination();
                    shows("streamed", "[1]");
                }));
    }

    @Test
    void fewLinesSayMissing() throws Exception {
        List<String> lines = ComingFromPage.lines();
        List<String> others = lines.stream()
                .filter(line -> !line.matches(".*\\| (works|differs: |missing: ).*\\|"))
                .toList();
        assertEquals(List.of(), others, "each line says what it is");
        long missing =
                lines.stream().filter(line -> line.contains("| missing: ")).count();
        System.out.println(missing + " of " + lines.size() + " lines say missing");
        assertTrue(missing * 10 <= lines.size(), missing + " of " + lines.size());
    }

    @Test
    void eachStatementThatWorksIsRun() throws Exception {
        Set<String> onPage = new TreeSet<>();
        for (String line : ComingFromPage.lines()) {
            if (line.contains("| works")) {
                onPage.addAll(ComingFromPage.statements(line));
            }
        }
        Set<String> run = Stream.concat(
                        statements().stream().map(Statement::onPage),
                        frames().stream().map(Frame::onPage))
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> notRun = new TreeSet<>(onPage);
        notRun.removeAll(run);
        assertEquals(Set.of(), notRun, "on the page, and nothing runs it");
        run.removeAll(onPage);
        assertEquals(Set.of(), run, "no line that works has it");
    }

    @ParameterizedTest
    @MethodSource("statements")
    void statementsWork(Statement statement) {
        sql(statement.runs());
        if (!statement.query().isEmpty()) {
            assertEquals(statement.rows(), String.join(" ", sql(statement.query())), statement.query());
        }
    }

    @ParameterizedTest
    @MethodSource("frames")
    void framesWork(Frame frame) throws Exception {
        frame.step().run();
    }

    /** Statements that the page calls missing, and one of each kind. */
    static List<Statement> missing() {
        return List.of(
                Statement.of("generated always as (...)", "create table n1 (a int, b int generated always as (a + 1))"),
                Statement.of("generated ... as identity", "create table n1 (a bigint generated always as identity)"),
                Statement.of("create table u shallow clone t", "create table n2 shallow clone u"),
                Statement.of("create view v as select", "create view n3 as select * from u"),
                Statement.of("show views", "show views"),
                Statement.of("drop view v", "drop view n3"),
                Statement.of("alter table t drop feature x", "alter table u drop feature x"),
                Statement.of("select CAT.system.bucket(16, id)", "select lake.system.bucket(16, id) from u"));
    }

    @ParameterizedTest
    @MethodSource("missing")
    void whatIsMissingIsRefused(Statement statement) {
        String message = Rows.messages(assertThrows(Exception.class, () -> sql(statement.runs()), statement.runs()));
        assertFalse(message.contains("INTERNAL_ERROR"), message);
    }

    @Test
    void eachStatementThatIsMissingIsTried() throws Exception {
        for (String line : ComingFromPage.lines()) {
            if (line.contains("| missing: ")) {
                List<String> untried =
                        new ArrayList<>(ComingFromPage.statements(line.substring(0, line.indexOf(" | missing: "))));
                missing().forEach(statement -> untried.remove(statement.onPage()));
                assertEquals(List.of(), untried, line);
            }
        }
    }
}
