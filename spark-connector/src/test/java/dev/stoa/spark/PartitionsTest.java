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
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.table.Table;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.vio.LocalFolder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables that are divided by the values of columns and by calendar. */
@Tag("engine")
class PartitionsTest {
    private static final String EVENTS = "select id, concat('c', id % 5) as country,"
            + " timestamp_ntz'2024-01-01 00:00:00' + make_interval(0, 0, 0, cast(id % 90 as int), cast(id % 24 as int)) as at,"
            + " 'old' as s from range(0, 900, 1, 2)";

    @TempDir
    static Path warehouse;

    @BeforeAll
    static void addCatalog() {
        Spark.catalog(Spark.session(), "parts", warehouse.toString());
    }

    @AfterAll
    static void leave() {
        Spark.session().conf().unset("spark.sql.sources.partitionOverwriteMode");
    }

    private static List<String> sql(String text) {
        return Rows.of(text);
    }

    private static long fragments(String name) throws Exception {
        return Table.open(new LocalFolder(warehouse.resolve(name)), TableSettings.DEFAULT)
                .snapshot()
                .fragments()
                .size();
    }

    @Test
    void eachFileHasRowsOfOnePartition() throws Exception {
        sql("create table parts.both partitioned by (country, months(at)) as " + EVENTS);
        assertEquals(List.of("[900, 5]"), sql("select count(*), count(distinct country) from parts.both"));
        assertEquals(
                List.of("[1]"),
                sql(
                        "select max(n) from (select count(distinct country, month(at)) as n from parts.both group by _file)"));
        assertTrue(fragments("both") <= 5 * 3 + 3, "few files: " + fragments("both"));
        String shown = sql("show create table parts.both").get(0);
        assertTrue(shown.contains("PARTITIONED BY (country, months(at))"), shown);
        assertEquals(
                List.of("[[c0, 2024-01]]", "[[c0, 2024-02]]"),
                sql(
                        "select distinct partition from parts.both.files where partition.country < 'c1' order by 1 limit 2"));
        assertEquals(List.of("[180]"), sql("select count(*) from parts.both where country = 'c3'"));
        assertEquals(List.of("[60]"), sql("select count(*) from parts.both where country = 'c3' and month(at) = 2"));
    }

    @Test
    void partitionsAreShownAndDropped() {
        sql("create table parts.dropped partitioned by (country, days(at)) as select *, true as old from (" + EVENTS
                + ")");
        List<String> all = sql("show partitions parts.dropped");
        assertEquals(count("select distinct country, date(at) from parts.dropped"), all.size());
        assertTrue(all.contains("[country=c0/at_day=2024-01-01]"), all.toString());
        assertEquals(
                List.of("[country=c0/at_day=2024-01-01]"),
                sql("show partitions parts.dropped partition (country = 'c0', at_day = '2024-01-01')"));
        assertTrue(
                sql("show partitions parts.dropped partition (country = 'c1')").size() < all.size());
        assertEquals(
                sql("select country, date(at) as day, count(*) from parts.dropped group by 1, 2 order by 1, 2"),
                sql("select partition.country, partition.at_day, rows from parts.dropped.partitions order by 1, 2"));
        long rows = count("select * from parts.dropped");
        long there = count("select * from parts.dropped where country = 'c0' and date(at) = '2024-01-01'");
        sql("alter table parts.dropped drop partition (country = 'c0', at_day = '2024-01-01')");
        assertEquals(rows - there, count("select * from parts.dropped"));
        assertEquals(all.size() - 1, sql("show partitions parts.dropped").size());
        String again = Rows.refused("alter table parts.dropped drop partition (country = 'c0', at_day = '2024-01-01')");
        assertTrue(again.contains("PARTITIONS_NOT_FOUND"), again);
        sql("alter table parts.dropped drop if exists partition (country = 'c0', at_day = '2024-01-01')");
        String next = sql("select partition.country, partition.at_day from parts.dropped.partitions limit 1")
                .get(0)
                .replaceFirst("\\[(.*), (.*)]", "country = '$1', at_day = '$2'");
        sql("truncate table parts.dropped partition (" + next + ")");
        assertEquals(all.size() - 2, sql("show partitions parts.dropped").size());
        String added = Rows.refused("alter table parts.dropped add partition (country = 'new', at_day = '2024-01-01')");
        assertTrue(added.contains("a partition comes with its first row"), added);
    }

    @Test
    void firstCharactersAndMultiplesDivideATable() {
        sql("create table parts.truncated (s string, n int) partitioned by (truncate(2, s), truncate(10, n))");
        sql("insert into parts.truncated select concat('k', id % 3, '-', id), cast(id % 25 as int) from range(300)");
        assertEquals(9, sql("show partitions parts.truncated").size());
        assertTrue(sql("show partitions parts.truncated").contains("[s_trunc=k1/n_trunc=20]"));
        String created = sql("show create table parts.truncated").get(0);
        assertTrue(created.contains("truncate(2, s), truncate(10, n)"), created);
        assertEquals(
                List.of("[5]"),
                sql("select count(*) from parts.truncated where s = 'k1-40' or n = 7 and s like 'k2%'"));
        sql("alter table parts.truncated drop partition (s_trunc = 'k1', n_trunc = 20)");
        assertEquals(
                List.of("[0, 280]"), sql("select count_if(s like 'k1%' and n >= 20), count(*) from parts.truncated"));
    }

    @Test
    void aWriteOfTooManyFilesFails() {
        sql("create table parts.many (id bigint) partitioned by (id) tblproperties ('maxFilesPerWrite' = '20')");
        String one = Rows.refused("insert into parts.many select /*+ coalesce(1) */ id from range(0, 21, 1, 1)");
        assertTrue(one.contains("more files than the limit allows") && one.contains("value=20"), one);
        String tasks = Spark.session().conf().get("spark.sql.shuffle.partitions");
        Spark.session().conf().set("spark.sql.shuffle.partitions", "3");
        Spark.session().conf().set("spark.sql.adaptive.enabled", "false");
        try {
            String all = Rows.refused("insert into parts.many select id from range(0, 30, 1, 3)");
            assertTrue(all.contains("made 30 files, and maxFilesPerWrite allows 20"), all);
        } finally {
            Spark.session().conf().set("spark.sql.shuffle.partitions", tasks);
            Spark.session().conf().unset("spark.sql.adaptive.enabled");
        }
        assertEquals(0, count("select * from parts.many"));
        sql("insert into parts.many with ('maxFilesPerWrite' = '30') select id from range(30)");
        assertEquals(30, count("select * from parts.many"));
        String wrong = Rows.refused("alter table parts.many set tblproperties ('maxFilesPerWrite' = 'x')");
        assertTrue(wrong.contains("give a number of files"), wrong);
    }

    private static long count(String query) {
        return Spark.session().sql(query).count();
    }

    @Test
    void partitionsHaveTheTypesOfTheirColumns() {
        sql("create table parts.typed (i int, l bigint, b boolean, s string, d date, at timestamp, n int)"
                + " partitioned by (i, l, b, s, d, years(at), bucket(4, n))");
        sql(
                "insert into parts.typed values (1, 2, true, 'q\"\\\\x\\ty', date'2024-02-29', timestamp'1969-05-01 00:00:00Z', 1),"
                        + " (null, null, null, null, null, null, 1)");
        assertEquals(
                sql("select null, null, null, null, null, null, 1, 1 union all"
                        + " select i, l, b, s, d, 1969, 1, 1 from parts.typed where i = 1"),
                sql(
                        "select partition.i, partition.l, partition.b, partition.s, partition.d, partition.at_year, rows, files"
                                + " from parts.typed.partitions order by partition.i"));
        assertEquals(List.of("[1]"), sql("select count(distinct partition.n_bucket) from parts.typed.files"));
        sql("create table parts.times (at timestamp_ntz, m timestamp_ntz) partitioned by (hours(at), months(m))");
        sql("insert into parts.times values (timestamp_ntz'2026-03-01 17:30:00', timestamp_ntz'1969-12-31 00:00:00')");
        assertEquals(List.of("[[2026-03-01-17, 1969-12]]"), sql("select partition from parts.times.partitions"));
        assertEquals(List.of("[at_hour=2026-03-01-17/m_month=1969-12]"), sql("show partitions parts.times"));
    }

    @Test
    void tablesAreMadeLikeOthers() {
        sql("create table parts.model (id bigint not null comment 'the key', country string default 'x') using stoa"
                + " partitioned by (bucket(4, id)) comment 'kept' tblproperties ('a' = 'b')");
        sql("insert into parts.model values (1, 'c')");
        sql("create table parts.alike like parts.model");
        assertEquals(List.of(), sql("select * from parts.alike"));
        assertEquals(
                sql("show create table parts.model")
                        .get(0)
                        .replace("parts.model", "T")
                        .replace("/model", "T"),
                sql("show create table parts.alike")
                        .get(0)
                        .replace("parts.alike", "T")
                        .replace("/alike", "T"));
        sql("insert into parts.alike (id) values (7)");
        assertEquals(List.of("[7, x]"), sql("select * from parts.alike"));
        sql("create table parts.model_sorted (a int, b int) cluster by (b)");
        sql("create table parts.sorted_alike like parts.model_sorted tblproperties ('c' = 'd')");
        assertTrue(sql("show tblproperties parts.sorted_alike").contains("[c, d]"));
        sql("insert into parts.sorted_alike values (1, 9), (2, 3)");
        assertEquals(List.of("[2]"), sql("select a from parts.sorted_alike order by b limit 1"));
        assertTrue(
                Rows.refused("create table parts.sorted_alike like parts.model").contains("ALREADY_EXISTS"));
        sql("create table if not exists parts.sorted_alike like parts.model");
    }

    @Test
    void rowsTellTheirFiles() {
        sql("create table parts.filed as select id from range(0, 10, 1, 2)");
        assertEquals(
                sql("select substring_index(file, '/', -1), bytes from parts.filed.files order by 1"),
                sql("select distinct _metadata.file_name, _metadata.file_size from parts.filed order by 1"));
        assertEquals(
                List.of("[true]"),
                sql("select distinct input_file_name() = _metadata.file_path and _file = _metadata.file_path"
                        + " and endswith(_metadata.file_path, _metadata.file_name) from parts.filed"));
        assertEquals(
                List.of("[2]"), sql("select count(distinct f) from (select input_file_name() f from parts.filed)"));
    }

    @Test
    void rowsMoveToWhereTheyBelong() throws Exception {
        sql(
                "create table parts.moved (id bigint, country string, at timestamp_ntz, s string) partitioned by (days(at))");
        sql("insert into parts.moved " + EVENTS);
        long files = fragments("moved");
        assertEquals(90, files, "one for each day, though two tasks had rows of it");
        sql("update parts.moved set s = 'new' where id < 10");
        assertEquals(files, fragments("moved"), "rows of the same day stay");
        sql("update parts.moved set at = timestamp_ntz'2030-01-01 01:00:00' where id < 3");
        assertEquals(files + 1, fragments("moved"));
        sql(
                "merge into parts.moved t using (select id, timestamp_ntz'2031-01-01 00:00:00' as at from range(895, 905)) u"
                        + " on t.id = u.id when matched then update set at = u.at"
                        + " when not matched then insert (id, at) values (u.id, u.at)");
        assertEquals(
                List.of("[905, 905, 3, 10]"),
                sql("select count(*), count(distinct id), count_if(year(at) = 2030), count_if(year(at) = 2031)"
                        + " from parts.moved"));
        assertEquals(
                List.of("[1]"),
                sql("select max(n) from (select count(distinct date(at)) as n from parts.moved group by _file)"));
        sql("call parts.system.compact('moved')");
        assertEquals(
                List.of("[905, 10]"),
                sql("select count(*), count_if(s = 'new') from parts.moved where id is not null"));
    }

    @Test
    void daysThatGetRowsAreReplaced() {
        sql("create table parts.daily (day date, s string) partitioned by (day)");
        sql("insert into parts.daily select date_add(date'2024-01-01', cast(id % 4 as int)), 'old' from range(40)");
        Spark.session().conf().set("spark.sql.sources.partitionOverwriteMode", "dynamic");
        try {
            sql(
                    "insert overwrite parts.daily values (date'2024-01-02', 'new'), (date'2024-01-09', 'new'), (null, 'new')");
            sql("insert overwrite parts.daily values (null, 'none')");
        } finally {
            Spark.session().conf().unset("spark.sql.sources.partitionOverwriteMode");
        }
        assertEquals(
                List.of(
                        "[null, none, 1]",
                        "[2024-01-01, old, 10]",
                        "[2024-01-02, new, 1]",
                        "[2024-01-03, old, 10]",
                        "[2024-01-04, old, 10]",
                        "[2024-01-09, new, 1]"),
                sql("select day, s, count(*) from parts.daily group by day, s order by day"));
        sql("insert overwrite parts.daily partition (day = date'2024-01-03') values ('one'), ('two')");
        assertEquals(
                List.of("[2024-01-03, one]", "[2024-01-03, two]"),
                sql("select * from parts.daily where day = date'2024-01-03' order by s"));
        assertEquals(List.of("[25]"), sql("select count(*) from parts.daily"));
    }

    @Test
    void framesArePartitioned() throws Exception {
        Path path = warehouse.resolve("frame");
        Spark.session()
                .sql(EVENTS)
                .write()
                .format("stoa")
                .partitionBy("country")
                .save(path.toString());
        assertEquals(5, fragments("frame"));
        assertEquals(
                900, Spark.session().read().format("stoa").load(path.toString()).count());
        Spark.session()
                .sql(EVENTS + " where id < 50")
                .writeTo("parts.frame2")
                .partitionedBy(functions.hours(functions.col("at")))
                .create();
        assertEquals(List.of("[50]"), sql("select count(*) from parts.frame2"));
        assertEquals(50, fragments("frame2"));
    }

    @Test
    void rowsOfAPartitionAreSorted() throws Exception {
        Schema schema = Schema.of(
                Field.nullable("id", Type.of(TypeKind.INT64)).withFieldId(1),
                Field.nullable("country", Type.of(TypeKind.STRING)).withFieldId(2),
                Field.nullable("at", Type.timestamp(6, false)).withFieldId(3),
                Field.nullable("s", Type.of(TypeKind.STRING)).withFieldId(4));
        TableProperties declared = new TableProperties(
                List.of(new TableProperties.SortColumn(1, true, false)),
                List.of(),
                List.of(
                        new TableProperties.PartitionColumn(2, "value"),
                        new TableProperties.PartitionColumn(3, "month")),
                Map.of());
        Table.create(new LocalFolder(warehouse.resolve("sorted")), schema, declared, TableSettings.DEFAULT);
        sql("insert into parts.sorted " + EVENTS);
        sql("insert into parts.sorted select id + 900, country, at, s from (" + EVENTS + ")");
        sql("update parts.sorted set country = 'c0' where id % 100 = 1");
        sql("delete from parts.sorted where id % 100 = 2");
        assertEquals(List.of("[1782]"), sql("select count(*) from parts.sorted"));
        assertEquals(
                List.of("[0]"),
                sql("select count(*) from (select id, lead(id) over (partition by _file order by _pos) as next"
                        + " from parts.sorted) where next > id"));
        assertEquals(
                List.of("[1]"),
                sql(
                        "select max(n) from (select count(distinct country, month(at)) as n from parts.sorted group by _file)"));
    }

    @Test
    void tablesThatAreDividedAlikeAreJoinedAsTheyLie() {
        List<String> settings = List.of(
                "spark.sql.sources.v2.bucketing.enabled",
                "spark.sql.requireAllClusterKeysForCoPartition",
                "spark.sql.shuffle.partitions",
                "spark.sql.adaptive.enabled",
                "spark.sql.autoBroadcastJoinThreshold");
        Spark.session().conf().set("spark.sql.sources.v2.bucketing.enabled", "true");
        Spark.session().conf().set("spark.sql.requireAllClusterKeysForCoPartition", "false");
        String tasks = Spark.session().conf().get("spark.sql.shuffle.partitions");
        Spark.session().conf().set("spark.sql.shuffle.partitions", "100");
        Spark.session().conf().set("spark.sql.adaptive.enabled", "false");
        Spark.session().conf().set("spark.sql.autoBroadcastJoinThreshold", "-1");
        try {
            for (String by : List.of("country", "days(at)", "months(at)")) {
                String name = by.replaceAll("\\W", "");
                sql("create table parts.l_" + name + " partitioned by (" + by + ") as " + EVENTS);
                sql("create table parts.r_" + name + " partitioned by (" + by + ") as " + EVENTS + " where id % 3 = 0");
                String join = "select count(*), sum(l.id) from parts.l_" + name + " l join parts.r_" + name
                        + " r on l.country = r.country and l.at = r.at and l.id = r.id";
                assertEquals(List.of("[300, 134550]"), sql(join), by);
                String rows = join.replace("count(*), sum(l.id)", "l.id");
                assertFalse(plan(rows).contains("Exchange"), plan(rows));
            }
            sql("create table parts.hourly partitioned by (hours(at)) as " + EVENTS + " where id < 120");
            String grouped = "select at, count(*) from parts.hourly group by at";
            assertTrue(plan(grouped).contains("Exchange"), "more parts than tasks after a shuffle");
        } finally {
            settings.forEach(Spark.session().conf()::unset);
            Spark.session().conf().set("spark.sql.shuffle.partitions", tasks);
        }
    }

    private static String plan(String query) {
        return Spark.session().sql(query).queryExecution().executedPlan().toString();
    }
}
