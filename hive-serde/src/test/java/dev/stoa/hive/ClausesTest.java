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
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Clauses of {@code create table} that Hive passes to every format: they have an effect, or the statement is refused. */
@Tag("engine")
class ClausesTest {
    private static HiveSession hive;

    @BeforeAll
    static void begin() throws Exception {
        hive = HiveSession.shared();
    }

    private static void refused(String why, String statement) throws Exception {
        String message = LogTables.messages(assertThrows(Exception.class, () -> hive.run(statement), statement));
        assertTrue(message.contains(why), message);
        assertEquals(List.of(), hive.run("show tables like 'said*'"), statement);
    }

    @Test
    void aTableWithALogIsMadeAsItIsSaid() throws Exception {
        hive.run("create table others_pattern (a int) stored as orc");
        String columns = "create table said (a int, b string) ";
        refused("skewed by [a]: leave it out", columns + "skewed by (a) on (1, 2) " + BY_HANDLER);
        refused("skewed by [a]: leave it out", columns + "skewed by (a) on (1, 2) stored as directories " + BY_HANDLER);
        refused("with serdeproperties [x]: leave it out", columns + BY_HANDLER + " with serdeproperties ('x' = 'y')");
        refused(
                "LazySimpleSerDe': leave it out",
                columns + "row format serde 'org.apache.hadoop.hive.serde2.lazy.LazySimpleSerDe' " + BY_HANDLER);
        refused("'create table new stored by ... as select'", "create table said like others_pattern " + BY_HANDLER);
        for (String word : List.of("transactional", "managed")) {
            String why = "create " + word + " table: leave the word out";
            refused(why, "create " + word + " table said (a int) " + BY_HANDLER);
            refused(why, "create " + word + " table if not exists said " + BY_HANDLER + " as select 1 as managed");
        }
        hive.run("create table managed_words " + BY_HANDLER + " as select 'create managed table' as managed");
        assertEquals(List.of("create managed table"), hive.run("select managed from managed_words"));
    }

    /** Hive itself takes the table that comes before such a part: a drop of a branch would drop the table. */
    @Test
    void aPartAfterTheNameIsNotPassedOver() throws Exception {
        hive.run("create database if not exists words");
        hive.run("create table words.kept (a int) " + BY_HANDLER);
        hive.run("insert into words.kept values (1)");
        for (String statement : List.of(
                "drop table words.kept.branch_audit",
                "drop table if exists words.kept.branch_audit purge",
                "alter table words.kept.branch_audit add columns (b int)",
                "alter table words.kept.branch_audit rename to words.said",
                "alter table words.kept rename to words.said.branch_audit",
                "alter table words.kept.tag_june set tblproperties ('a' = 'b')",
                "create table words.said like words.kept.branch_audit")) {
            String message = LogTables.messages(assertThrows(Exception.class, () -> hive.run(statement), statement));
            assertTrue(message.contains("Hive passes over '"), message);
        }
        assertEquals(List.of("kept"), hive.run("show tables in words"));
        assertEquals(List.of("1"), hive.run("select * from words.kept"));
        hive.run("drop table words.kept");
        assertEquals(List.of(), hive.run("show tables in words"));
    }

    @Test
    void aCheckOfPartitionsIsRefused() throws Exception {
        hive.run("create table unchecked (a int) " + BY_HANDLER);
        for (String statement : List.of("msck repair table unchecked", "msck repair table unchecked sync partitions")) {
            refused("'stoa verify' checks it", statement);
        }
        hive.run("insert into unchecked values (1)");
        assertEquals(List.of("1"), hive.run("select * from unchecked"));
    }

    @Test
    void propertiesOfOtherFormatsAreRefused() throws Exception {
        hive.run("create table log_words (a int) " + BY_HANDLER);
        for (String property : List.of(
                "orc.compress",
                "Parquet.compression",
                "write.format.default",
                "format-version",
                "write.wap.enabled",
                "gc.enabled")) {
            String why = "'" + property + "' is of another format";
            String clause = "tblproperties ('" + property + "' = '2', 'team' = 'ours')";
            for (String form : List.of(BY_HANDLER, "stored as stoa")) {
                refused(why, "create table said (a int) " + form + " " + clause);
                refused(why, "create table said " + form + " " + clause + " as select 1 as a");
            }
            refused(why, "alter table log_words set " + clause);
            String shown = hive.run("show tblproperties log_words").toString();
            assertTrue(!shown.contains(property) && !shown.contains("team"), shown);
        }
        refused(
                "'skip.header.line.count' is a setting of text files",
                "alter table log_words set tblproperties ('skip.header.line.count' = '1')");
        hive.run("alter table log_words set tblproperties ('team' = 'ours', 'commit.hash' = 'a1')");
        String before = hive.set("hive.table.parameters.default", "orc.compress=SNAPPY,team=theirs");
        hive.run("create table site_words (a int) " + BY_HANDLER);
        hive.run("create table site_files (a int) stored as stoa");
        hive.set("hive.table.parameters.default", before);
        assertTrue(hive.run("show tblproperties log_words").toString().contains("team"));
    }

    /** Engines would not read the files there, and may delete them. */
    @Test
    void foldersOfOtherFormatsAreRefused() throws Exception {
        Path delta = hive.folder("of_delta");
        Files.createDirectories(delta.resolve("_delta_log"));
        for (Path folder : List.of(delta, delta.resolve("a/b"))) {
            for (String form : List.of(BY_HANDLER, "stored as stoa")) {
                refused(
                        "would be inside the table",
                        "create external table said (a int) " + form + " location '" + folder + "'");
            }
            assertFalse(Files.exists(folder.resolve("_stoa")));
        }
        hive.run("create table of_delta_pattern (a int) stored as stoa");
        refused(
                "would be inside the table",
                "create external table said like of_delta_pattern location '" + delta.resolve("c") + "'");
        hive.run("create external table beside_delta (a int) stored as stoa location '" + hive.folder("beside_delta")
                + "'");
        hive.run("insert into beside_delta values (1)");
        assertEquals(List.of("1"), hive.run("select * from beside_delta"));
    }

    @Test
    void settingsOfTextAndUnknownPropertiesAreRefused() throws Exception {
        for (String form : List.of(BY_HANDLER, "stored as stoa")) {
            for (String made : List.of("create table said (a int) {}", "create table said {} as select 1 as a")) {
                refused(
                        "'field.delim' is a setting of text files",
                        made.replace("{}", "row format delimited fields terminated by ',' " + form));
                refused(
                        "'serialization.null.format' is a setting of text files",
                        made.replace("{}", "row format delimited null defined as 'x' " + form));
                refused(
                        "'stoa.column.acess' is unknown",
                        made.replace("{}", form + " tblproperties ('stoa.column.acess' = 'name')"));
            }
        }
        hive.run("create table altered_said (a int) " + BY_HANDLER);
        refused("'stoa.nope' is unknown", "alter table altered_said set tblproperties ('stoa.nope' = 'x')");
        refused(
                "'serialization.null.format' is a setting of text files",
                "alter table altered_said set tblproperties ('serialization.null.format' = 'x')");
    }

    /** Hive changes properties of a table without a log without asking its format. */
    @Test
    void tablesThatHaveThemAreReadIntoNewOnes() throws Exception {
        hive.run("create table has_them (a int) stored as stoa");
        hive.run("insert into has_them values (1)");
        hive.run("alter table has_them set tblproperties"
                + " ('serialization.null.format' = 'x', 'stoa.nope' = 'y', 'orc.compress' = 'ZLIB')");
        for (String form : List.of(BY_HANDLER, "stored as stoa")) {
            hive.run("create table has_none " + form + " as select a from has_them");
            assertEquals(List.of("1"), hive.run("select a from has_none"));
            hive.run("drop table has_none");
        }
    }

    /** Only the log says which files count. */
    @Test
    void filesAreNotPutIntoATableWithALog() throws Exception {
        hive.run("create table has_log (a int) " + BY_HANDLER);
        hive.run("create table has_rows (a int) stored as stoa");
        hive.run("insert into has_rows values (1)");
        Path folder = LogTables.location(hive, "has_log");
        String table = "create external table within (a int) stored as stoa location '" + folder + "/data/within'";
        hive.run(table);
        for (String statement : List.of(
                "insert overwrite directory '" + folder + "/data/sub' stored as stoa select a from has_rows",
                "insert into within values (1)")) {
            String message = LogTables.messages(assertThrows(Exception.class, () -> hive.run(statement), statement));
            assertTrue(message.contains("a table with a log"), message);
            assertTrue(message.contains("write to another folder"), message);
        }
        try (Stream<Path> files = Files.walk(folder)) {
            assertEquals(
                    List.of(),
                    files.filter(Files::isRegularFile)
                            .filter(file -> !file.toString().endsWith(".commit"))
                            .toList());
        }
        hive.run("drop table within");
    }
}
