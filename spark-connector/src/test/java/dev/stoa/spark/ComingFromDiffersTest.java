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
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
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
 * The lines of {@code docs/coming-from.md} that differ in Spark: the statement of the other format fails by a sentence, and what the
 * page names instead works. Options are tried on reads, writes and streams.
 */
@Tag("engine")
class ComingFromDiffersTest {
    @TempDir
    static Path folder;

    private static SparkSession session;

    /** Runs something in Spark. */
    interface Step {
        void run() throws Exception;
    }

    /**
     * A line.
     *
     * @param begins what the statement in its first cell does
     * @param foreign statements of the other format
     * @param why all refusals contain it
     * @param serves what the page names, if a statement can show it
     */
    record Line(String begins, List<Step> foreign, String why, List<Step> serves) {
        @Override
        public String toString() {
            return begins;
        }
    }

    private static final String NO_PROCEDURE = "in system there are [branch, compact, drop_branch, expire,";

    static List<Line> lines() {
        return List.of(
                line(
                        "create table t (...) location",
                        sql("create table placed (id int) location '/elsewhere/placed'"),
                        "spark.sql.catalog.NAME.warehouse",
                        List.of(() -> session.table("lake.t")
                                .write()
                                .format("stoa")
                                .save(folder.resolve("elsewhere/t").toString()))),
                line(
                        "tblproperties ('delta.appendOnly'",
                        sql(
                                "alter table t set tblproperties ('delta.appendOnly' = 'true')",
                                "create table none (id int) tblproperties ('delta.appendOnly' = 'true')"),
                        "one of another format",
                        List.of()),
                line(
                        "`select * from delta.",
                        sql("select * from delta.`/lake/t`"),
                        "can't be the name of a folder",
                        List.of(
                                () -> session.read()
                                        .format("stoa")
                                        .load(warehouse().resolve("t").toString())
                                        .collectAsList(),
                                () -> session.sql("create temporary view by_path using stoa options (path '"
                                        + warehouse().resolve("t") + "')"))),
                line(
                        "insert into t replace using",
                        sql("insert into t replace using (id) values (1, 'x')"),
                        "REPLACE ON/USING",
                        sql("insert into t replace where id = 1 values (1, 'de')")),
                line(
                        "copy into t from",
                        sql("copy into t from '/in' fileformat = parquet"),
                        "PARSE_SYNTAX_ERROR",
                        List.of()),
                line(
                        "DeltaTable.forName",
                        List.of(),
                        "",
                        List.of(() -> session.table("lake.t")
                                .as("s")
                                .mergeInto("lake.t", functions.expr("lake.t.id = s.id"))
                                .whenMatched()
                                .updateAll()
                                .merge())),
                line(
                        "select * from t@v3",
                        sql("select * from t@v1"),
                        "PARSE_SYNTAX_ERROR",
                        sql("select * from t version as of 1")),
                line(
                        "alter table t replace columns",
                        sql("alter table t replace columns (id bigint, country string)"),
                        "all rows lose its values",
                        List.of()),
                line(
                        "analyze table t compute",
                        sql("analyze table t compute statistics"),
                        "ANALYZE TABLE is not supported",
                        List.of()),
                line(
                        "reorg table t",
                        sql("reorg table t apply (purge)"),
                        "files with many changes are rewritten by optimize",
                        sql("optimize t")),
                line(
                        "tblproperties ('write.wap.enabled'",
                        sql(
                                "alter table t set tblproperties ('write.wap.enabled' = 'true')",
                                "create table none (id int) tblproperties ('format-version' = '2')"),
                        "one of another format",
                        List.of()),
                line(
                        "alter table t create or replace branch",
                        sql(
                                "alter table t create or replace branch anew",
                                "alter table t create branch if not exists anew",
                                "alter table t create branch anew retain 7 days"),
                        "begins anew by drop branch and create branch",
                        sql("alter table t create branch anew", "alter table t drop branch anew")),
                line(
                        "select * from t.entries",
                        sql(
                                "select * from t.entries",
                                "select * from t.all_data_files",
                                "select * from t.position_deletes",
                                "select * from t.metadata_log_entries"),
                        "cannot be found",
                        sql("select * from t.files", "select * from t.deltas", "select * from t.snapshots")),
                line(
                        "call CAT.system.set_current_snapshot",
                        sql("call lake.system.set_current_snapshot('t', 1)"),
                        NO_PROCEDURE,
                        sql("call lake.system.rollback('t', 1)")),
                line(
                        "call CAT.system.cherrypick_snapshot",
                        sql(
                                "call lake.system.cherrypick_snapshot('t', 1)",
                                "call lake.system.publish_changes('t', 'w')"),
                        NO_PROCEDURE,
                        sql(
                                "alter table t create branch audit",
                                "insert into t.branch_audit values (9, 'it')",
                                "call lake.system.fast_forward('t', 'main', 'audit')",
                                "alter table t drop branch audit")),
                line(
                        "call CAT.system.ancestors_of",
                        sql("call lake.system.ancestors_of('t')"),
                        NO_PROCEDURE,
                        sql("select * from t.snapshots")),
                line(
                        "call CAT.system.snapshot(",
                        sql(
                                "call lake.system.snapshot('u', 't')",
                                "call lake.system.migrate('t')",
                                "call lake.system.add_files('t', 'x')",
                                "call lake.system.register_table('t', 'x')"),
                        NO_PROCEDURE,
                        List.of()),
                line(
                        "call CAT.system.rewrite_table_path",
                        sql("call lake.system.rewrite_table_path('t', 'a', 'b')"),
                        NO_PROCEDURE,
                        List.of(
                                () -> copy(warehouse().resolve("t"), folder.resolve("moved")),
                                () -> assertEquals(
                                        session.table("lake.t").collectAsList(),
                                        session.read()
                                                .format("stoa")
                                                .load(folder.resolve("moved").toString())
                                                .collectAsList()))),
                line(
                        "call CAT.system.compute_table_stats",
                        sql(
                                "call lake.system.compute_table_stats('t')",
                                "call lake.system.compute_partition_stats('t')"),
                        NO_PROCEDURE,
                        List.of()),
                line(
                        "option(\"streaming-skip-delete-snapshots\"",
                        List.of(
                                () -> stream("streaming-skip-delete-snapshots", "true"),
                                () -> stream("streaming-max-files-per-micro-batch", "5"),
                                () -> stream("stream-from-timestamp", "1")),
                        "Options of a stream's source: startingVersion, maxVersionsPerTrigger, skipChanges",
                        List.of()),
                line(
                        "option(\"split-size\"",
                        List.of(() -> read("split-size")),
                        "spark.sql.files.maxPartitionBytes",
                        List.of()),
                line(
                        "alter table t cluster by",
                        sql("alter table unsorted cluster by (id)"),
                        "sorted",
                        sql("create or replace table unsorted cluster by (id) as select * from unsorted")),
                line(
                        "option(\"replaceWhere\"",
                        List.of(() -> session.table("lake.t")
                                .write()
                                .mode("overwrite")
                                .option("replaceWhere", "id = 1")
                                .insertInto("lake.t")),
                        "df.writeTo(table).overwrite(condition)",
                        List.of(() -> session.table("lake.t")
                                .where("id = 1")
                                .writeTo("lake.t")
                                .overwrite(functions.col("id").equalTo(1)))),
                line(
                        "option(\"readChangeFeed\"",
                        List.of(() -> read("readChangeFeed"), () -> stream("readChangeFeed", "true")),
                        ".option(\"startingVersion\", 1).changes(table)",
                        List.of(() -> session.read()
                                .option("startingVersion", 1)
                                .changes("lake.t")
                                .collectAsList())),
                line(
                        "option(\"skipChangeCommits\"",
                        List.of(
                                () -> stream("skipChangeCommits", "true"),
                                () -> stream("ignoreChanges", "true"),
                                () -> stream("ignoreDeletes", "true")),
                        "the option skipChanges",
                        List.of(() -> stream("skipChanges", "true"))),
                line(
                        "option(\"maxFilesPerTrigger\"",
                        List.of(() -> stream("maxFilesPerTrigger", "5")),
                        "the option maxVersionsPerTrigger",
                        List.of(() -> {
                            session.sql("create table lake.streamed as select 1 as id");
                            assertEquals(1, stream("lake.streamed", "maxVersionsPerTrigger", "5"));
                        })),
                line(
                        "describe detail t",
                        sql("describe detail t"),
                        "`detail` cannot be found",
                        sql("describe extended t", "select * from t.files")),
                line(
                        "optimize t zorder by",
                        sql("optimize t zorder by (id)", "optimize t where id > 1"),
                        "cluster by of create table",
                        sql("create table sorted cluster by (id) as select * from t")),
                line("convert to delta", sql("convert to delta parquet.`/tmp/x`"), "PARSE_SYNTAX_ERROR", List.of()),
                line(
                        "generate symlink_format_manifest",
                        sql("generate symlink_format_manifest for table t"),
                        "other programs read the table itself",
                        List.of()),
                line(
                        "alter table t write ordered by",
                        sql("alter table t write ordered by id"),
                        "declared by cluster by (...)",
                        sql("create or replace table sorted cluster by (id) as select * from t")),
                line(
                        "alter table t set identifier fields",
                        sql("alter table t set identifier fields id"),
                        "(id bigint not null primary key)",
                        sql("create table keyed (id bigint primary key)")),
                line(
                        "select * from t.refs",
                        sql("select * from t.refs"),
                        "`refs` cannot be found",
                        sql("select * from t.tags", "select * from t.branches")),
                line(
                        "select * from t.delete_files",
                        sql("select * from t.delete_files"),
                        "`delete_files` cannot be found",
                        sql("select * from t.deltas")),
                line(
                        "select * from t.manifests",
                        sql("select * from t.manifests"),
                        "`manifests` cannot be found",
                        List.of()),
                line(
                        "call CAT.system.rollback_to_snapshot",
                        sql("call lake.system.rollback_to_snapshot('t', 1)"),
                        NO_PROCEDURE,
                        sql("call lake.system.rollback('t', 1)")),
                line(
                        "call CAT.system.rollback_to_timestamp",
                        sql("call lake.system.rollback_to_timestamp('t', timestamp '2024-01-01 00:00:00')"),
                        NO_PROCEDURE,
                        sql("call lake.system.rollback(table => 't', timestamp => current_timestamp())")),
                line(
                        "call CAT.system.expire_snapshots",
                        sql("call lake.system.expire_snapshots('t', timestamp '2024-01-01 00:00:00')"),
                        NO_PROCEDURE,
                        sql("call lake.system.expire('t', '7d')")),
                line(
                        "call CAT.system.rewrite_data_files",
                        sql(
                                "call lake.system.rewrite_data_files('t')",
                                "call lake.system.rewrite_position_delete_files('t')",
                                "call lake.system.rewrite_manifests('t')"),
                        NO_PROCEDURE,
                        sql("call lake.system.compact('t')")),
                line(
                        "call CAT.system.remove_orphan_files",
                        sql("call lake.system.remove_orphan_files('t')"),
                        NO_PROCEDURE,
                        sql("call lake.system.expire('t', '7d')")),
                line(
                        "call CAT.system.create_changelog_view",
                        sql("call lake.system.create_changelog_view('t')"),
                        NO_PROCEDURE,
                        sql("select * from t changes from version 1 to version 1")),
                line(
                        "option(\"snapshot-id\"",
                        List.of(() -> read("snapshot-id"), () -> read("as-of-timestamp")),
                        "Options of a read: versionAsOf, timestampAsOf",
                        List.of(() -> session.read()
                                .option("versionAsOf", 1)
                                .table("lake.t")
                                .collectAsList())),
                line(
                        "option(\"start-snapshot-id\"",
                        List.of(() -> read("start-snapshot-id")),
                        "changes from version 1 to version 3",
                        sql("select * from t changes from version 1")));
    }

    private static Line line(String begins, List<Step> foreign, String why, List<Step> serves) {
        return new Line(begins, foreign, why, serves);
    }

    private static List<Step> sql(String... statements) {
        return Arrays.stream(statements)
                .<Step>map(statement -> () ->
                        session.withActive(() -> (Row[]) session.sql(statement).collect()))
                .toList();
    }

    private static Path warehouse() {
        return folder.resolve("warehouse");
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }

    private static void read(String option) {
        session.read().option(option, "1").table("lake.t").collectAsList();
    }

    private static void stream(String option, String value) throws Exception {
        stream("lake.t", option, value);
    }

    private static long stream(String table, String option, String value) throws Exception {
        String name = "streamed_" + Math.abs(System.nanoTime());
        session.readStream()
                .option(option, value)
                .table(table)
                .writeStream()
                .format("memory")
                .queryName(name)
                .option(
                        "checkpointLocation",
                        Files.createTempDirectory(folder, "stream").toString())
                .trigger(Trigger.AvailableNow())
                .start()
                .awaitTermination();
        return session.table(name).count();
    }

    @BeforeAll
    static void addCatalog() throws Exception {
        session = Spark.extended();
        session.conf().set("spark.sql.catalog.lake", StoaCatalog.class.getName());
        session.conf()
                .set(
                        "spark.sql.catalog.lake.warehouse",
                        folder.resolve("warehouse").toString());
        for (Step step : sql(
                "use lake",
                "create table t (id bigint, country string) partitioned by (country)",
                "insert into t values (1, 'de'), (2, 'fr')",
                "create table unsorted as select /*+ repartition(1) */ id from values (3), (1), (2) as v(id)")) {
            step.run();
        }
    }

    /** The import of a table is a test of the command line. */
    @Test
    void eachLineThatDiffersIsTested() throws Exception {
        List<String> page = Files.readAllLines(Path.of("..", "..", "docs", "coming-from.md"));
        Set<String> untested = new TreeSet<>();
        for (String line : page.subList(0, page.indexOf("## Hive's ACID tables"))) {
            boolean isTested = lines().stream().anyMatch(test -> line.startsWith("| `" + test.begins()));
            if (line.contains("| differs: ") && line.startsWith("| `") && !isTested) {
                untested.add(line);
            }
        }
        assertEquals(Set.of(), untested);
        String text = String.join("\n", page);
        lines().forEach(test -> assertTrue(text.contains("| `" + test.begins()), test.begins()));
    }

    /** Lines that work, and need more than a statement. */
    @Test
    void optionsOfWritesWork() throws Exception {
        String page = Files.readString(Path.of("..", "..", "docs", "coming-from.md"));
        for (String works : List.of(
                "| `partitioned by (country)` | works",
                "| `option(\"partitionOverwriteMode\", \"dynamic\")` | works",
                "| `df.write.option(\"mergeSchema\", \"true\")`, also of `df.writeTo` | works",
                "option(\"overwriteSchema\", \"true\").saveAsTable(t)` | works",
                "| `df.writeTo(t).overwritePartitions()`, `overwrite(condition)` | works")) {
            assertTrue(page.contains(works), works);
        }
        for (Step step : sql(
                "create table parts (id bigint, country string) partitioned by (country)",
                "insert into parts values (1, 'de'), (2, 'fr')")) {
            step.run();
        }
        session.sql("select 3L as id, 'de' as country")
                .write()
                .mode("overwrite")
                .option("partitionOverwriteMode", "dynamic")
                .insertInto("lake.parts");
        assertEquals(List.of("[2, fr]", "[3, de]"), rows("select * from lake.parts order by id"));
        session.sql("select 4L as id, 'fr' as country").writeTo("lake.parts").overwritePartitions();
        assertEquals(List.of("[3, de]", "[4, fr]"), rows("select * from lake.parts order by id"));
        session.sql("select 5L as id, 'it' as country, true as more")
                .write()
                .mode("append")
                .option("mergeSchema", "true")
                .saveAsTable("lake.parts");
        assertEquals(List.of("[5, it, true]"), rows("select * from lake.parts where more"));
        session.sql("select 'x' as other")
                .write()
                .mode("overwrite")
                .option("overwriteSchema", "true")
                .saveAsTable("lake.parts");
        assertEquals(List.of("[x]"), rows("select * from lake.parts"));
    }

    private static List<String> rows(String query) {
        return Arrays.stream((Row[]) session.sql(query).collect())
                .map(Rows::text)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("lines")
    void theForeignFailsAndTheNamedWorks(Line line) throws Exception {
        for (Step step : line.foreign()) {
            String message = Rows.messages(assertThrows(Exception.class, step::run));
            assertTrue(message.contains(line.why()), message);
        }
        for (Step step : line.serves()) {
            step.run();
        }
    }
}
