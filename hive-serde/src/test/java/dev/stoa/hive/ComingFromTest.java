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
package dev.stoa.hive;

import static dev.stoa.hive.LogTables.BY_HANDLER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.table.TableOperations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The lines of {@code docs/coming-from.md} for Hive, each once: what the page says to write runs, and what differs is refused by a
 * sentence.
 */
@Tag("engine")
class ComingFromTest {
    /** In place of {@code stoa table branch t b}. */
    private static final String BRANCH = "branch";

    /** In place of {@code stoa table tag t x}. */
    private static final String TAG = "tag";

    /** In place of the time when the statement runs. */
    private static final String NOW = "now";

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS");

    private static HiveSession hive;
    private static String splitUpdate;

    /**
     * A line.
     *
     * @param begins its first cell does
     * @param runs statements of Hive, and of the command line, with the folder of the table in place of {@code T}
     * @param refused statements, and what the refusal says
     * @param isAccepted whether Hive takes the statement, though it does nothing to a table of Stoa
     */
    record Line(String begins, List<String> runs, List<String> refused, boolean isAccepted) {
        @Override
        public String toString() {
            return begins;
        }
    }

    private static Line works(String begins, String... statements) {
        return new Line(begins, List.of(statements), List.of(), false);
    }

    /** Of a statement that Hive takes, and that does nothing to a table of Stoa: what serves. */
    private static Line accepted(String begins, String... statements) {
        return new Line(begins, List.of(statements), List.of(), true);
    }

    /** Of a statement, what its refusal says, and what serves. */
    private static Line differs(String begins, List<String> refused, String... serve) {
        return new Line(begins, List.of(serve), refused, false);
    }

    static List<Line> cases() {
        return List.of(
                differs(
                        "create table t (...) stored as orc",
                        List.of(
                                "create table acid (id int) " + BY_HANDLER
                                        + " tblproperties ('transactional' = 'true')",
                                "not allowed on an ACID table"),
                        "create table noacid (id int) " + BY_HANDLER),
                works(
                        "insert into`, `insert overwrite`, `update`",
                        "insert into noacid values (1), (2), (3)",
                        "insert overwrite table noacid select id + 1 from noacid",
                        "update noacid set id = 9 where id = 2",
                        "delete from noacid where id = 3",
                        "merge into noacid n using t on n.id = t.id when matched then delete"
                                + " when not matched then insert values (t.id)"),
                works(
                        "create table t stored by ... as select",
                        "create table made " + BY_HANDLER + " as select * from t"),
                works("create table u like t", "create table likely like t"),
                works(
                        "partitioned by (day date)`, `partitioned by spec",
                        "create table days (id int) partitioned by (day date) " + BY_HANDLER,
                        "insert into days values (1, date '2024-01-31'), (2, date '2024-02-01')",
                        "create table specs (id int, at timestamp) partitioned by spec (bucket(16, id), day(at)) "
                                + BY_HANDLER),
                works(
                        "clustered by (id) into 16 buckets",
                        "create table buckets (id int, a int) clustered by (id) sorted by (a) into 16 buckets "
                                + BY_HANDLER,
                        "insert into buckets values (2, 1), (1, 2)"),
                differs(
                        "insert into t partition (day)",
                        List.of(
                                "insert into days partition (day) values (1, date '2024-01-31')",
                                "is not partitioned",
                                "insert overwrite table days partition (day = '2024-01-31') values (1)",
                                "is not partitioned"),
                        "delete from days where day = '2024-01-31'",
                        "insert into days values (3, date '2024-01-31')"),
                differs(
                        "show partitions t",
                        List.of("show partitions days", "not a partitioned table"),
                        "show create table days"),
                differs(
                        "alter table t drop partition",
                        List.of("alter table days drop partition (day = '2024-01-31')", "delete from ... where"),
                        "delete from days where day = '2024-01-31'"),
                works(
                        "alter table t change a b int",
                        "alter table made change s title string comment 'new'",
                        "alter table made add columns (extra int)",
                        "select title, extra from made"),
                differs(
                        "alter table t replace columns",
                        List.of(
                                "alter table made replace columns (id int)",
                                "'create table new as select'",
                                "alter table made drop column extra",
                                "'create table new as select'"),
                        "create table thin " + BY_HANDLER + " as select id, title from made"),
                works("alter table t rename to u", "alter table thin rename to fewer", "select id from fewer"),
                differs(
                        "alter table t set partition spec",
                        List.of(
                                "alter table t set partition spec (bucket(4, id))",
                                "'create table new partitioned by spec (...)",
                                "alter table t clustered by (id) into 4 buckets",
                                "'create table new partitioned by spec (...)"),
                        "create table divided partitioned by spec (bucket(4, id)) " + BY_HANDLER
                                + " as select * from t"),
                differs(
                        "alter table t add constraint",
                        List.of(
                                "alter table t add constraint p primary key (id) disable novalidate",
                                "'alter table ... add constraint ... check' in Spark")),
                works(
                        "create materialized view v as select",
                        "create materialized view v stored as orc as select s, count(*) as n from t group by s",
                        "alter materialized view v rebuild",
                        "drop materialized view v"),
                differs(
                        "alter table t compact 'major'",
                        List.of(
                                "alter table t compact 'major'",
                                "'stoa compact TABLE'",
                                "optimize table t rewrite data",
                                "'stoa compact TABLE'"),
                        "stoa compact T"),
                differs(
                        "alter table t execute compact",
                        List.of(
                                "alter table t execute compact",
                                "ParseException",
                                "alter table t execute index('id')",
                                "ParseException"),
                        "stoa compact T",
                        "stoa index T --add id"),
                accepted(
                        "tblproperties ('NO_AUTO_COMPACTION'",
                        "alter table t set tblproperties ('NO_AUTO_COMPACTION' = 'true')",
                        "alter table t set tblproperties ('upkeep' = 'false')"),
                differs(
                        "alter table t set tblproperties ('transactional'",
                        List.of("alter table t set tblproperties ('transactional' = 'true')", "transactional"),
                        "create table native (id int) stored as stoa",
                        "insert into native values (1)",
                        "alter table native set tblproperties ('storage_handler' = 'dev.stoa.hive.StoaStorageHandler')",
                        "update native set id = 2"),
                accepted("show compactions`, `show transactions", "select * from coming.t.snapshots"),
                works("truncate table t", "truncate table buckets"),
                differs(
                        "load data inpath",
                        List.of("load data local inpath 'ROWS' into table t", "non-native"),
                        "insert into buckets select id, 1 from t"),
                differs(
                        "alter table t concatenate",
                        List.of("alter table t concatenate", "non-native"),
                        "stoa compact T"),
                works(
                        "alter table t execute rollback(3)",
                        "alter table t execute rollback(1)",
                        "alter table t execute set_current_snapshot(1)",
                        "alter table t execute rollback('" + NOW + "')"),
                works(
                        "alter table t execute expire_snapshots('2024",
                        "alter table t execute expire_snapshots('2024-01-31 00:00:00')",
                        "alter table t execute expire_snapshots retain last 5"),
                differs(
                        "alter table t execute expire_snapshots('1,2')",
                        List.of(
                                "alter table t execute expire_snapshots('1,2')",
                                "from the oldest on",
                                "alter table t execute expire_snapshots between ('2024-01-31 00:00:00') and"
                                        + " ('2024-02-01 00:00:00')",
                                "from the oldest on",
                                "alter table t execute delete orphan-files",
                                "expire_snapshots removes them"),
                        "alter table t execute expire_snapshots('2024-01-31 00:00:00')"),
                works("alter table t execute fast-forward", BRANCH, "alter table t execute fast-forward 'main' 'b'"),
                differs(
                        "alter table t execute cherry-pick",
                        List.of("alter table t execute cherry-pick 1", "fast-forward 'main' 'BRANCH' publishes all"),
                        "alter table t execute fast-forward 'main' 'b'"),
                works(
                        "select * from db.t.branch_b",
                        TAG,
                        "select * from coming.t.branch_b",
                        "select * from coming.t.tag_x",
                        "select * from t for system_version as of 'b'"),
                differs(
                        "insert into db.t.branch_b",
                        List.of("insert into coming.t.branch_b values (3, 'c')", "'stoa insert TABLE@BRANCH'"),
                        "stoa insert T@b ROWS"),
                works(
                        "select * from db.t.snapshots",
                        "select * from coming.t.snapshots",
                        "select * from coming.t.files",
                        "select * from coming.t.tags",
                        "select * from coming.t.branches"),
                differs(
                        "select * from db.t.history",
                        List.of(
                                "select * from coming.t.history",
                                "no such part",
                                "select * from coming.t.partitions",
                                "no such part"),
                        "select version, operation from coming.t.snapshots",
                        "stoa table files T"),
                differs(
                        "alter table t create tag x",
                        List.of(
                                "alter table t create tag y",
                                "Not an iceberg table",
                                "alter table t create branch c",
                                "Not an iceberg table"),
                        "stoa table tag T z",
                        "stoa table branch T c"));
    }

    @BeforeAll
    static void begin() throws Exception {
        hive = HiveSession.shared();
        hive.run("create database if not exists coming");
        hive.run("use coming");
        splitUpdate = hive.set("hive.split.update", "true");
        hive.run("create table t (id int, s string) " + BY_HANDLER);
        hive.run("insert into t values (1, 'a'), (2, 'b')");
    }

    @AfterAll
    static void end() throws Exception {
        hive.set("hive.split.update", splitUpdate);
        hive.run("use default");
    }

    @Test
    void eachLineIsTestedOnce() throws Exception {
        List<String> page = Files.readAllLines(Path.of("..", "..", "docs", "coming-from.md"));
        List<String> lines =
                page.subList(page.indexOf("## Hive's ACID tables"), page.indexOf("## Bring a table along")).stream()
                        .filter(line -> line.startsWith("| `"))
                        .toList();
        for (String line : lines) {
            List<Line> tests = cases().stream()
                    .filter(test -> line.startsWith("| `" + test.begins()))
                    .toList();
            assertEquals(1, tests.size(), line);
            Line test = tests.get(0);
            assertEquals(
                    line.contains("| differs: "),
                    test.isAccepted() || !test.refused().isEmpty(),
                    line);
        }
        assertEquals(lines.size(), cases().size(), "each test has a line");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void linesAreTrue(Line line) throws Exception {
        for (int i = 0; i < line.refused().size(); i += 2) {
            String statement = line.refused().get(i).replace("ROWS", rows().toString());
            String message = LogTables.messages(assertThrows(Exception.class, () -> hive.run(statement), statement));
            assertTrue(message.contains(line.refused().get(i + 1)), message);
        }
        for (String statement : line.runs()) {
            if (statement.equals(BRANCH)) {
                TableOperations.of(LogTables.open(hive, "t")).branch("b", OptionalLong.empty());
            } else if (statement.equals(TAG)) {
                TableOperations.of(LogTables.open(hive, "t")).tag("x", OptionalLong.empty(), false);
            } else if (statement.startsWith("stoa ")) {
                stoa(statement.split(" "));
            } else {
                hive.run(statement.replace(
                        "'" + NOW + "'", "'" + TIME.format(LocalDateTime.now(ZoneId.systemDefault())) + "'"));
            }
        }
    }

    /** A file that the command line can insert. */
    private static Path rows() throws IOException {
        return Files.writeString(hive.folder("coming").resolve("rows.csv"), "id,s\n7,g\n");
    }

    private static void stoa(String... words) throws Exception {
        List<String> command = new ArrayList<>();
        for (String word : List.of(words).subList(1, words.length)) {
            command.add(
                    word.replaceFirst("^T(?=@|$)", LogTables.location(hive, "t").toString())
                            .replaceFirst("^ROWS$", rows().toString()));
        }
        CommandLine.stoa(command.toArray());
    }
}
