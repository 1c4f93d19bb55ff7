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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.FileIdentity;
import dev.stoa.reader.StoaFile;
import dev.stoa.vio.LocalFileSink;
import dev.stoa.vio.RangeSources;
import dev.stoa.vio.SinkOptions;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.math.BigInteger;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hive.ql.io.CombineHiveInputFormat;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What only tables of STOA have to show: plans, files that move, columns that are renamed, what is refused. */
@Tag("engine")
class StoaTablesTest {
    private static HiveSession hive;

    @BeforeAll
    static void begin() throws Exception {
        hive = HiveSession.shared();
        hive.run("create database if not exists stoa_tables");
        hive.run("use stoa_tables");
    }

    @Test
    @Tag("smoke")
    void plansAreVectorised() throws Exception {
        hive.run("create table planned (a int, d decimal(10,2), s string) stored as stoa");
        String plan = String.join(
                "\n", hive.run("explain vectorization detail select s, sum(d) from planned where a > 2 group by s"));
        assertTrue(plan.contains("inputFileFormats: " + StoaInputFormat.class.getName()), plan);
        assertTrue(plan.contains("featureSupportInUse: [DECIMAL_64]"), plan);
        assertTrue(plan.contains("Execution mode: vectorized"), plan);
        assertTrue(plan.contains("d:decimal(10,2)/DECIMAL_64"), plan);
    }

    @Test
    @Tag("smoke")
    void filesKeepTheirMinMaxWhereverHivePutsThem() throws Exception {
        String rows = "select pos as n, concat('s', pos % 9) as s, pos % 2 as p from (select 1) one"
                + " lateral view posexplode(split(space(99), ' ')) x as pos, val";
        hive.run("create table made stored as stoa as " + rows);
        hive.run("create table moved (n int, s string) partitioned by (p int) stored as stoa");
        hive.run("insert overwrite table moved partition (p) select * from made");
        for (String table : List.of("made", "moved")) {
            List<Path> files = files(table);
            assertFalse(files.isEmpty());
            for (Path path : files) {
                try (StoaFile file = StoaFile.open(RangeSources.open(path))) {
                    var bounds = file.table().bounds(List.of(ColumnPath.of("n"), ColumnPath.of("s")));
                    assertTrue(bounds.stream().allMatch(bound -> bound.isPresent()), path.toString());
                }
            }
        }
    }

    /** Hive reads the files of a statement once more, in splits that it combines itself, to merge them. */
    @Test
    void smallFilesAreMerged() throws Exception {
        hive.run("create table few (n int) stored as stoa");
        hive.run("insert into few values (1), (2)");
        hive.run("create table merged (n int) stored as stoa");
        hive.run("create table merged_parts (n int) partitioned by (p int) stored as stoa");
        String merge = hive.set("hive.merge.tezfiles", "true");
        try {
            hive.run("insert into merged select n + 10 from few union all select n + 20 from few");
            hive.run(
                    "insert into merged_parts partition (p) select n + 10, n from few union all select n + 20, n from few");
        } finally {
            hive.set("hive.merge.tezfiles", merge);
        }
        assertEquals(List.of("11", "12", "21", "22"), hive.run("select n from merged order by n"));
        assertEquals(List.of("11\t1", "12\t2", "21\t1", "22\t2"), hive.run("select n, p from merged_parts order by n"));
    }

    /** With the input format that Hive had before Tez. */
    @Test
    void combinedSplitsAreRead() throws Exception {
        hive.run("create table combined (n int) stored as stoa");
        hive.run("insert into combined values (1), (2)");
        hive.run("insert into combined values (3)");
        hive.run("create table combined_log (n int) " + LogTables.BY_HANDLER);
        hive.run("insert into combined_log select n from combined");
        String input = hive.set("hive.tez.input.format", CombineHiveInputFormat.class.getName());
        try {
            for (String table : List.of("combined", "combined_log")) {
                assertEquals(List.of("5"), hive.run("select sum(n) from " + table + " where n > 1"));
            }
        } finally {
            hive.set("hive.tez.input.format", input);
        }
    }

    @Test
    @Tag("smoke")
    void loadsFilesThatOthersWrote() throws Exception {
        Schema schema = Schema.of(
                Field.required("ID", Type.of(TypeKind.UINT32)),
                Field.nullable("Made", Type.timestamp(3, false)),
                Field.nullable("uuid", Type.of(TypeKind.UUID)));
        Path folder = hive.folder("incoming");
        Path file = folder.resolve("others.stoa");
        try (StoaWriter writer =
                StoaWriter.create(LocalFileSink.create(file, SinkOptions.DEFAULT), schema, WriterOptions.DEFAULT)) {
            writer.rows().append(4_000_000_000L, 1_500L, null);
            writer.rows().append(7L, null, null);
            writer.finish();
        }
        FileIdentity before = identity(file);
        hive.run("create table loaded (id bigint, made timestamp, missing string) stored as stoa");
        hive.run("load data local inpath '" + file + "' into table loaded");
        unsaid("'missing'", "'uuid'", "select * from loaded");
        hive.run("alter table loaded set tblproperties ('stoa.column.access' = 'name')");
        assertEquals(
                List.of("4000000000\t1970-01-01 00:00:01.5\tNULL", "7\tNULL\tNULL"), hive.run("select * from loaded"));
        assertEquals(before, identity(files("loaded").get(0)));

        hive.run("create table asking (id bigint, uuid string) stored as stoa location '"
                + files("loaded").get(0).getParent() + "'");
        assertEquals(List.of("7"), hive.run("select id from asking where id < 10"));
        Exception refused = assertThrows(Exception.class, () -> hive.run("select uuid from asking"));
        assertTrue(messages(refused).contains("column 'uuid'"), messages(refused));

        Path garbage = Files.writeString(folder.resolve("garbage"), "no Stoa file");
        hive.run("create table spoilt (id bigint) stored as stoa");
        hive.run("load data local inpath '" + garbage + "' into table spoilt");
        Exception unreadable = assertThrows(Exception.class, () -> hive.run("select * from spoilt"));
        assertTrue(messages(unreadable).contains("spoilt/garbage: not a Stoa file"), messages(unreadable));
        assertTrue(messages(unreadable).contains("move it to another folder"), messages(unreadable));
    }

    @Test
    void columnsAreFoundByNamePositionOrId() throws Exception {
        hive.run("create table named (a int, b string) stored as stoa tblproperties ('stoa.column.ids' = 'a:1,b:2')");
        hive.run("insert into named values (1, 'x')");
        hive.run("alter table named change column b c string");
        hive.run("alter table named set tblproperties ('stoa.column.ids' = 'a:1,c:2')");
        assertEquals(List.of("1\tx"), hive.run("select * from named"));
        assertEquals(List.of("x\t1"), hive.run("select c, sum(a) from named group by c"));
        hive.run("alter table named set tblproperties ('stoa.column.ids' = '')");
        unsaid("'c'", "'b'", "select * from named");
        unsaid("'c'", "'b'", "select c, sum(a) from named group by c");
        assertEquals(List.of("1"), hive.run("select a from named"));
        hive.run("alter table named set tblproperties ('stoa.column.access' = 'name')");
        assertEquals(List.of("1\tNULL"), hive.run("select * from named"));
        hive.run("alter table named set tblproperties ('stoa.column.access' = 'position')");
        assertEquals(List.of("1\tx"), hive.run("select * from named"));
        assertEquals(List.of("x\t1"), hive.run("select c, sum(a) from named group by c"));
    }

    /** Columns that are added or dropped are no renamed ones. */
    @Test
    void renamedFieldsAreNotTakenForNewOnes() throws Exception {
        hive.run("create table fields (a int, s struct<x:int,l:array<struct<y:int,z:int>>>) stored as stoa");
        hive.run("insert into fields select 1, named_struct('x', 2, 'l', array(named_struct('y', 3, 'z', 4)))");
        hive.run("alter table fields add columns (later string)");
        assertEquals(List.of("1\t{\"x\":2,\"l\":[{\"y\":3,\"z\":4}]}\tNULL"), hive.run("select * from fields"));
        String here = "stored as stoa location '" + files("fields").get(0).getParent() + "'";
        hive.run("create external table fewer (s struct<x:int,l:array<struct<z:int>>,extra:int>) " + here);
        assertEquals(List.of("{\"x\":2,\"l\":[{\"z\":4}],\"extra\":null}"), hive.run("select * from fewer"));
        hive.run("create external table others (a int, s struct<x:int,l:array<struct<y:int,w:int>>>) " + here);
        unsaid("'s.l.w'", "'s.l.z'", "select s from others");
        assertEquals(List.of("1"), hive.run("select a from others"));
        hive.run("alter table others set tblproperties ('stoa.column.access' = 'name')");
        assertEquals(List.of("{\"x\":2,\"l\":[{\"y\":3,\"w\":null}]}"), hive.run("select s from others"));
    }

    @Test
    void renamedAndMovedColumnsAreNotTakenForNewOnes() throws Exception {
        hive.run("create table shuffled (a string, b string, s string) stored as stoa");
        hive.run("insert into shuffled values ('1', '2', 'x')");
        hive.run("alter table shuffled change column s t string after a");
        unsaid("'t'", "'s'", "select a, t from shuffled");
        hive.run("alter table shuffled change column t s string");
        assertEquals(List.of("1\tx"), hive.run("select a, s from shuffled"));
        hive.run("alter table shuffled change column a c string");
        hive.run("alter table shuffled change column s s string first");
        unsaid("'c'", "'a'", "select c from shuffled");
        hive.run("alter table shuffled set tblproperties ('stoa.column.access' = 'name')");
        assertEquals(List.of("NULL\t2"), hive.run("select c, b from shuffled"));
    }

    private static void unsaid(String column, String older, String query) {
        Exception refused = assertThrows(Exception.class, () -> hive.run(query));
        String messages = messages(refused);
        assertTrue(messages.contains("the table has a column " + column + " that the file has not"), messages);
        assertTrue(messages.contains("and the file has " + older), messages);
    }

    @Test
    void charsAreComparedAsHiveDoes() throws Exception {
        for (String format : List.of("stoa", "orc")) {
            String table = "chars_" + format;
            hive.run("create table " + table + " (k int, c char(4), s string) stored as " + format);
            hive.run("insert into " + table
                    + " values (1, 'a', 'a'), (2, 'a  ', 'a  '), (3, 'a\\t', 'a\\t'), (4, 'ab', 'ab')");
        }
        for (String condition : List.of(
                "c = 'a'",
                "c = 'a   '",
                "c > 'a'",
                "c < 'ab'",
                "c between 'a' and 'ab'",
                "c in ('a ', 'ab')",
                "c <> 'a'",
                "s = 'a'",
                "s = 'a  '",
                "s > 'a'",
                "s in ('a  ', 'x')")) {
            String query = "select k from %s where " + condition + " order by k";
            assertEquals(hive.run(query.formatted("chars_orc")), hive.run(query.formatted("chars_stoa")), condition);
        }
        assertEquals(List.of("1", "2"), hive.run("select k from chars_stoa where c = 'a ' order by k"));
        assertEquals(List.of("2"), hive.run("select k from chars_stoa where s = 'a  '"));
    }

    @Test
    void columnsThatDifferInCaseOnlyAreRefused() throws Exception {
        Schema schema =
                Schema.of(Field.nullable("Id", Type.of(TypeKind.INT32)), Field.nullable("ID", Type.of(TypeKind.INT32)));
        Path file = hive.folder("twins").resolve("twins.stoa");
        try (StoaWriter writer =
                StoaWriter.create(LocalFileSink.create(file, SinkOptions.DEFAULT), schema, WriterOptions.DEFAULT)) {
            writer.rows().append(1, 2);
            writer.finish();
        }
        hive.run("create table twins (id int) stored as stoa");
        hive.run("load data local inpath '" + file + "' into table twins");
        Exception refused = assertThrows(Exception.class, () -> hive.run("select id from twins"));
        assertTrue(messages(refused).contains("'Id', 'ID'"), messages(refused));
    }

    /** Hive's ORC has no instants, and moves the last second before 1970. */
    @Test
    @Tag("smoke")
    void instantsAreKept() throws Exception {
        hive.run("create table instants (k int, t timestamp with local time zone, u timestamp) stored as stoa");
        hive.run("insert into instants select 1,"
                + " cast('2020-01-01 00:00:00 America/New_York' as timestamp with local time zone),"
                + " timestamp '1969-12-31 23:59:59.999999999'");
        hive.run("insert into instants (k) select 2");
        assertEquals(
                List.of("1\t2020-01-01 05:00:00.0 UTC\t1969-12-31 23:59:59.999999999", "2\tNULL\tNULL"),
                hive.run("select * from instants").stream().sorted().toList());
        assertEquals(List.of("1"), hive.run("select k from instants where t is not null order by k"));
    }

    /** Hive sees nanoseconds of times that have more digits. */
    @Test
    void finerTimesAreComparedAsHiveDoes() throws Exception {
        Path folder = hive.folder("finer");
        Schema schema = Schema.of(
                Field.nullable("id", Type.of(TypeKind.INT32)), Field.nullable("t", Type.timestamp(12, false)));
        try (StoaWriter writer = StoaWriter.create(
                LocalFileSink.create(folder.resolve("a.stoa"), SinkOptions.DEFAULT), schema, WriterOptions.DEFAULT)) {
            writer.rows().append(1, BigInteger.valueOf(1_123_456_789_000L));
            writer.rows().append(2, BigInteger.valueOf(1_123_456_789_500L));
            writer.finish();
        }
        hive.run("create external table finer (id int, t timestamp) stored as stoa location '" + folder + "'");
        String time = "timestamp '1970-01-01 00:00:01.123456789'";
        for (String condition : List.of("t = " + time, "t <= " + time, "t in (" + time + ", null)")) {
            assertEquals(
                    List.of("1", "2"), hive.run("select id from finer where " + condition + " order by id"), condition);
        }
    }

    /** Another zone than that of the process, at whose start it is still the day before in UTC. */
    @Test
    void instantsHaveTheZoneOfTheSession() throws Exception {
        String before = hive.set("hive.local.time.zone", "Asia/Kolkata");
        String conversion = hive.set("hive.fetch.task.conversion", "more");
        String create =
                "create table %s (t timestamp with local time zone, s struct<u:timestamp with local time zone>) ";
        hive.run(create.formatted("zoned") + "stored as stoa");
        hive.run(create.formatted("zoned_log") + "stored by 'dev.stoa.hive.StoaStorageHandler'");
        try {
            for (String table : List.of("zoned", "zoned_log")) {
                hive.run("insert into " + table
                        + " select t, named_struct('u', t)"
                        + " from (select cast('2020-01-01 20:00:00 UTC' as timestamp with local time zone) as t) x");
                for (String tasks : List.of("more", "none")) {
                    hive.set("hive.fetch.task.conversion", tasks);
                    assertEquals(
                            List.of("2020-01-02 01:30:00.0 Asia/Kolkata\t2020-01-02\t2020-01-02 01:30:00"),
                            hive.run("select t, cast(t as date), cast(s.u as timestamp) from " + table));
                    assertEquals(
                            List.of("1"),
                            hive.run("select count(*) from " + table + " where cast(t as date) = date '2020-01-02'"));
                }
            }
        } finally {
            hive.set("hive.local.time.zone", before);
            hive.set("hive.fetch.task.conversion", conversion);
        }
    }

    @Test
    void changesOfRowsAreRefused() throws Exception {
        hive.run("create table fixed (a int) stored as stoa");
        Exception refused = assertThrows(Exception.class, () -> hive.run("delete from fixed where a = 1"));
        assertTrue(messages(refused).contains("102"), messages(refused));
        assertThrows(
                Exception.class,
                () -> hive.run("create table acid (a int) stored as stoa tblproperties ('transactional' = 'true')"));
    }

    private static FileIdentity identity(Path path) throws IOException {
        try (StoaFile file = StoaFile.open(RangeSources.open(path))) {
            return file.identity();
        }
    }

    private static List<Path> files(String table) throws Exception {
        String location = hive.run("describe formatted " + table).stream()
                .filter(line -> line.startsWith("Location:"))
                .map(line -> line.split("\t", -1)[1].strip())
                .findFirst()
                .orElseThrow();
        try (Stream<Path> all = Files.walk(Path.of(URI.create(location)))) {
            return all.filter(Files::isRegularFile)
                    .filter(path -> !path.getFileName().toString().startsWith("."))
                    .toList();
        }
    }

    private static String messages(Throwable failure) {
        StringBuilder text = new StringBuilder();
        for (Throwable at = failure; at != null; at = at.getCause()) {
            text.append(at.getMessage()).append('\n');
        }
        return text.toString();
    }
}
