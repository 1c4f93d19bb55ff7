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
        Spark.session().conf().set("spark.sql.catalog.parts", StoaCatalog.class.getName());
        Spark.session().conf().set("spark.sql.catalog.parts.warehouse", warehouse.toString());
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
        assertTrue(sql("select distinct partition from parts.both.files order by 1")
                .toString()
                .contains("value=\"c4\""));
        assertEquals(List.of("[180]"), sql("select count(*) from parts.both where country = 'c3'"));
        assertEquals(List.of("[60]"), sql("select count(*) from parts.both where country = 'c3' and month(at) = 2"));
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
