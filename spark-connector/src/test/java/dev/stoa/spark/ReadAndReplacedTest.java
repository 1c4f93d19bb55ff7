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

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.Schema;
import dev.stoa.table.RowInsert;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableRemoval;
import dev.stoa.table.TableSettings;
import dev.stoa.vio.LocalFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.ExperimentalMethods;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.OverwriteByExpression;
import org.apache.spark.sql.catalyst.plans.logical.OverwritePartitionsDynamic;
import org.apache.spark.sql.catalyst.plans.logical.V2CreateTableAsSelectPlan;
import org.apache.spark.sql.catalyst.plans.logical.V2WriteCommand;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.connector.write.Write;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** Tables that are replaced by rows that a query has read of them, when another program commits in between. */
@Tag("engine")
class ReadAndReplacedTest {
    private static final String TABLE = "reread.t";

    @TempDir
    static Path warehouse;

    /** A way to replace a table by the rows of a frame. */
    private interface Replacement {
        void run(Dataset<Row> rows) throws Exception;
    }

    /** A query of a table that sees one version of it. */
    private interface Query {
        Dataset<Row> of(SparkSession session);
    }

    private static final Map<String, Replacement> REPLACEMENTS = new LinkedHashMap<>();
    private static final Map<String, Query> QUERIES = new LinkedHashMap<>();

    static {
        REPLACEMENTS.put("createOrReplace", rows -> rows.writeTo(TABLE).createOrReplace());
        REPLACEMENTS.put("replace", rows -> rows.writeTo(TABLE).replace());
        REPLACEMENTS.put("overwrite", rows -> rows.writeTo(TABLE).overwrite(functions.lit(true)));
        REPLACEMENTS.put(
                "saveAsTable",
                rows -> rows.write().format("stoa").mode("overwrite").saveAsTable(TABLE));
        REPLACEMENTS.put("insertInto", rows -> rows.write().mode("overwrite").insertInto(TABLE));
        REPLACEMENTS.put(
                "save", rows -> rows.write().format("stoa").mode("overwrite").save(path()));
        QUERIES.put("name", session -> session.table(TABLE));
        QUERIES.put("path", session -> session.read().format("stoa").load(path()));
        QUERIES.put("filter", session -> session.sql("select id + 0 as id from reread.t where id < 7"));
        QUERIES.put(
                "subquery",
                session -> session.sql("select id from range(9) where id = (select max(id) from reread.t)"));
        QUERIES.put("count", session -> session.sql("select count(*) as id from reread.t"));
        QUERIES.put(
                "union", session -> session.sql("select 9L as id union all select id from reread.t where id is null"));
        QUERIES.put("cached", session -> {
            Dataset<Row> cached = session.table(TABLE).where("id is not null").cache();
            assertTrue(cached.count() > 0);
            return cached;
        });
    }

    @BeforeAll
    static void addCatalog() {
        Spark.catalog(Spark.session(), "reread", warehouse.toString());
    }

    @BeforeEach
    void createFirst() {
        create();
    }

    private static void create() {
        Spark.session().catalog().clearCache();
        Rows.of("drop table if exists reread.t");
        Rows.of("create table reread.t as select 1L as id");
    }

    private static String path() {
        return warehouse.resolve("t").toString();
    }

    private static Table open() throws IOException {
        return Table.open(new LocalFolder(warehouse.resolve("t")), TableSettings.DEFAULT);
    }

    /** Adds a row as another program does: Spark does not know of it. */
    private static void commit(long id) throws IOException {
        try (RowInsert insert = TableOperations.of(open()).insert()) {
            Schema schema = insert.snapshot().schema();
            insert.write(new Batch(
                    schema,
                    List.of(new LongVector(schema.fields().get(0).type(), new long[] {id}, ColumnVector.NO_NULLS, 1)),
                    1));
            insert.commit();
        }
    }

    private static void checkConflict(String query, String replacement) throws Exception {
        create();
        Dataset<Row> read = read(query);
        commit(2);
        String what = query + ", " + replacement;
        assertThrows(
                ConcurrentChangeException.class,
                () -> REPLACEMENTS.get(replacement).run(read),
                what);
        assertEquals(2, open().snapshot().rowCount(), what);
        REPLACEMENTS.get(replacement).run(read(query));
    }

    /** Returns a frame that stays with the version of its query. Spark analyses the plain query of a table anew for some writes. */
    private static Dataset<Row> read(String query) {
        return QUERIES.get(query).of(Spark.session()).where("id is not null");
    }

    @Test
    void whateverReplacesTheTable() throws Exception {
        for (String replacement : REPLACEMENTS.keySet()) {
            checkConflict("name", replacement);
        }
    }

    @Test
    void howeverTheQueryReadsTheTable() throws Exception {
        for (String query : QUERIES.keySet()) {
            checkConflict(query, "createOrReplace");
            checkConflict(query, "overwrite");
        }
    }

    /** Commits once when Spark has analysed a statement that replaces a table, and has not begun to run it. */
    private static final class Interruption extends Rule<LogicalPlan> {
        private final AtomicBoolean done = new AtomicBoolean();

        @Override
        public LogicalPlan apply(LogicalPlan plan) {
            boolean isOne = plan instanceof V2CreateTableAsSelectPlan || plan instanceof V2WriteCommand;
            if (isOne && done.compareAndSet(false, true)) {
                try {
                    commit(3);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
            return plan;
        }
    }

    /** Adds a rule to Spark's last batch meanwhile. */
    private static void with(Rule<LogicalPlan> rule, Work work) throws Exception {
        ExperimentalMethods methods = Spark.session().experimental();
        Seq<Rule<LogicalPlan>> before = methods.extraOptimizations();
        List<Rule<LogicalPlan>> rules = new ArrayList<>(CollectionConverters.asJava(before));
        rules.add(rule);
        methods.extraOptimizations_$eq(CollectionConverters.asScala(rules).toSeq());
        try {
            work.run();
        } finally {
            methods.extraOptimizations_$eq(before);
        }
    }

    private interface Work {
        void run() throws Exception;
    }

    /** Remembers the writes of statements. Spark repeats its last batch until no rule changes the plan, at most 100 times. */
    private static final class Writes extends Rule<LogicalPlan> {
        private final Set<Write> seen = Collections.newSetFromMap(new IdentityHashMap<>());

        @Override
        public LogicalPlan apply(LogicalPlan plan) {
            if (plan instanceof OverwriteByExpression overwrite) {
                overwrite.write().foreach(seen::add);
            } else if (plan instanceof OverwritePartitionsDynamic overwrite) {
                overwrite.write().foreach(seen::add);
            }
            return plan;
        }
    }

    @Test
    void aWriteIsBasedOnAnOlderVersionOnce() throws Exception {
        Rows.of("drop table reread.t");
        Rows.of("create table reread.t partitioned by (id) as select id from range(3)");
        Dataset<Row> read = Spark.session().table(TABLE).where("id = 1");
        Dataset<Row> cached = read("cached").where("id = 0");
        commit(2);
        Writes writes = new Writes();
        with(writes, () -> {
            cached.writeTo(TABLE).overwrite(functions.expr("id = 0"));
            read.writeTo(TABLE).overwritePartitions();
        });
        assertTrue(writes.seen.size() >= 2 && writes.seen.size() <= 4, "writes: " + writes.seen.size());
        assertEquals(List.of("[0, 1]", "[1, 1]", "[2, 2]"), perId());
    }

    @Test
    void statementsThatReadAndReplaceConflictWithACommitInBetween() throws Exception {
        for (String statement : List.of(
                "create or replace table reread.t as select * from reread.t",
                "replace table reread.t as select id + 1 as id from reread.t",
                "insert overwrite reread.t select * from reread.t",
                "insert into reread.t replace where id = 1 select * from reread.t where id = 1")) {
            create();
            with(new Interruption(), () -> {
                if (statement.contains("where")) { // what others add in between stays
                    Rows.of(statement);
                } else {
                    assertThrows(ConcurrentChangeException.class, () -> Rows.of(statement), statement);
                }
            });
            assertEquals(List.of("[1]", "[3]"), Rows.of("select id from reread.t order by id"), statement);
        }
    }

    /** A view of a frame reads the newest version. */
    @Test
    void statementsReadViewsOfFramesAnew() throws Exception {
        for (String statement : List.of(
                "create or replace table reread.t as select * from reread_rows",
                "with w as (select * from reread_rows) insert overwrite reread.t select * from w")) {
            create();
            read("name").createOrReplaceTempView("reread_rows");
            commit(2);
            Rows.of(statement);
            assertEquals(List.of("[1, 1]", "[2, 1]"), perId(), statement);
        }
    }

    @Test
    void partitionsAreReplacedOneByOneByAFrameThatReadThemAll() throws Exception {
        Rows.of("drop table reread.t");
        Rows.of("create table reread.t partitioned by (id) as select id from range(3)");
        Dataset<Row> read = Spark.session().table(TABLE);
        for (long id = 0; id < 2; id++) {
            read.where("id = " + id)
                    .union(read.where("id = " + id))
                    .writeTo(TABLE)
                    .overwritePartitions();
        }
        read.where("id = 2").union(read.where("id = 2")).writeTo(TABLE).overwrite(functions.expr("id = 2"));
        assertEquals(List.of("[0, 2]", "[1, 2]", "[2, 2]"), perId());
    }

    @Test
    void onlyRowsThatNobodyHasChangedSinceAreReplacedByAnOlderFrame() throws Exception {
        Dataset<Row> read = read("name");
        commit(2);
        refused(() -> read.writeTo(TABLE).overwrite(functions.expr("id < 1000")));
        assertEquals(List.of("[1, 1]", "[2, 1]"), perId());
        read.writeTo(TABLE).overwrite(functions.expr("id = 1"));
        assertEquals(List.of("[1, 1]", "[2, 1]"), perId());
        refused(() -> read.writeTo(TABLE).overwrite(functions.expr("id = 1")));
        Dataset<Row> second = read("name");
        Rows.of("delete from reread.t where id = 2");
        refused(() -> second.where("id = 2").writeTo(TABLE).overwrite(functions.expr("id = 2")));
        assertEquals(List.of("[1, 1]"), perId());
        Rows.of("alter table reread.t add column s string");
        Dataset<Row> wider = read.withColumn("s", functions.lit("x"));
        ConcurrentChangeException refused = refused(() -> wider.writeTo(TABLE).overwrite(functions.expr("s is null")));
        assertTrue(refused.getMessage().contains("other columns"), refused.getMessage());
    }

    /** The second one would not replace the rows of the first, which its query did not see. */
    @Test
    void theSameFrameDoesNotReplaceTwice() throws Exception {
        Rows.of("drop table reread.t");
        Rows.of("create table reread.t partitioned by (id) as select id from range(3)");
        for (String way : List.of("partitions", "condition", "insertInto")) {
            Dataset<Row> moved = Spark.session().table(TABLE).where("id = 1").selectExpr("id + 6 as id");
            Replacement replacement = rows -> {
                switch (way) {
                    case "partitions" -> rows.writeTo(TABLE).overwritePartitions();
                    case "condition" -> rows.writeTo(TABLE).overwrite(functions.expr("id = 7"));
                    default ->
                        rows.write()
                                .option("partitionOverwriteMode", "dynamic")
                                .mode("overwrite")
                                .insertInto(TABLE);
                }
            };
            replacement.run(moved);
            ConcurrentChangeException refused = refused(() -> replacement.run(moved));
            assertTrue(refused.getMessage().contains("query the table anew"), refused.getMessage());
            assertEquals(List.of("[0, 1]", "[1, 1]", "[2, 1]", "[7, 1]"), perId(), way);
        }
        Dataset<Row> read = Spark.session().table(TABLE);
        commit(2);
        refused(() -> read.where("id = 2").writeTo(TABLE).overwritePartitions());
        assertEquals(List.of("[0, 1]", "[1, 1]", "[2, 2]", "[7, 1]"), perId());
    }

    private static ConcurrentChangeException refused(Executable write) {
        return assertThrows(ConcurrentChangeException.class, write);
    }

    @Test
    void aVersionThatTheQueryNamesMayBeOld() throws Exception {
        List<Query> named = List.of(
                session -> session.sql("select * from reread.t version as of 1"),
                session -> session.read().option("versionAsOf", 1).table(TABLE),
                session ->
                        session.read().format("stoa").option("versionAsOf", 1).load(path()));
        for (Query query : named) {
            for (String replacement : REPLACEMENTS.keySet()) {
                create();
                commit(2);
                REPLACEMENTS.get(replacement).run(query.of(Spark.session()));
                assertEquals(List.of("[1, 1]"), perId(), replacement);
            }
        }
    }

    @Test
    void aTableThatAnotherHasMadeAnewIsNotReplacedByRowsOfTheFirst() throws Exception {
        for (String replacement : REPLACEMENTS.keySet()) {
            create();
            Dataset<Row> cached = read("cached");
            Snapshot first = open().snapshot();
            LocalFolder folder = new LocalFolder(warehouse.resolve("t"));
            TableRemoval.plan(folder).run();
            Table.create(folder, first.schema(), first.properties(), TableSettings.DEFAULT);
            commit(5);
            assertThrows(
                    ConcurrentChangeException.class,
                    () -> REPLACEMENTS.get(replacement).run(cached),
                    replacement);
            assertEquals(1, open().snapshot().rowCount(), replacement);
        }
    }

    private static List<String> perId() {
        return Rows.of("select id, count(*) from reread.t group by id order by id");
    }
}
