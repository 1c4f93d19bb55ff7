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
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Other partitions, and another order, of a table that has rows. */
@Tag("engine")
class EvolvedPartitionsTest {
    @TempDir
    static Path warehouse;

    private static SparkSession session;

    @BeforeAll
    static void addCatalog() {
        session = Spark.extended();
        Spark.catalog(session, "evolved", warehouse.toString());
    }

    @BeforeEach
    void create() {
        sql("drop table if exists evolved.t");
        sql("create table evolved.t (id bigint, country string, at timestamp_ntz) partitioned by (country)");
        sql("insert into evolved.t select id, concat('c', id % 3), timestamp_ntz'2026-03-01' + make_dt_interval(id)"
                + " from range(12)");
    }

    private static List<String> sql(String text) {
        return session.withActive(() -> Arrays.stream((Row[]) session.sql(text).collect())
                .map(Rows::text)
                .toList());
    }

    private static void refused(String why, String statement) {
        List<String> before = sql("select * from evolved.t order by id");
        String message = Rows.messages(assertThrows(Exception.class, () -> sql(statement), statement));
        assertTrue(message.contains(why), message);
        assertFalse(message.contains("INTERNAL_ERROR"), message);
        assertEquals(before, sql("select * from evolved.t order by id"));
    }

    private static List<String> partitioning() {
        return session.withActive(() -> Arrays.stream(
                        (Row[]) session.sql("show create table evolved.t").collect())
                .map(row -> row.getString(0).replaceAll("(?s).*PARTITIONED BY \\((.*?)\\)\\n.*", "$1"))
                .toList());
    }

    @Test
    void newFilesFollowTheNewPartitions() {
        sql("alter table evolved.t add partition field days(at)");
        sql("alter table evolved.t replace partition field country with bucket(2, id)");
        assertEquals(List.of("days(at), bucket(2, id)"), partitioning());
        sql("insert into evolved.t select id + 100, 'c0', timestamp_ntz'2026-05-01' from range(8)");
        assertEquals(
                List.of("[null, 3]", "[[2026-05-01, 0], 1]", "[[2026-05-01, 1], 1]"),
                sql("select partition, count(*) from evolved.t.files group by partition order by partition"));
        assertEquals(
                List.of("[12, null]"), sql("select rows, partition from evolved.t.partitions where partition is null"));
        assertEquals(List.of("[20]"), sql("select sum(rows) from evolved.t.partitions"));
        assertEquals(List.of("[12]"), sql("select count(*) from evolved.t where country = 'c0'"));
        assertEquals(List.of("[8]"), sql("select count(*) from evolved.t where at >= timestamp_ntz'2026-05-01'"));
        assertEquals(List.of("[101, c0]"), sql("select id, country from evolved.t where id = 101"));
        sql("update evolved.t set country = 'x' where id % 2 = 0");
        sql("merge into evolved.t t using (select 3L as id union all select 500L) u on t.id = u.id"
                + " when matched then update set at = timestamp_ntz'2027-01-01'"
                + " when not matched then insert (id, country) values (u.id, 'y')");
        sql("call evolved.system.compact('t')");
        assertEquals(
                List.of("[21, 10, 1, 1]"),
                sql("select count(*), count_if(country = 'x'), count_if(country = 'y'), count_if(year(at) = 2027)"
                        + " from evolved.t"));
        sql("alter table evolved.t drop partition field days(at)");
        sql("alter table evolved.t drop partition field bucket(2, id)");
        sql("insert into evolved.t values (900, 'c1', null)");
        assertEquals(List.of("[900]"), sql("select id from evolved.t where id = 900"));
        assertEquals(List.of("[12]"), sql("select count(*) from evolved.t version as of 1"));
    }

    @Test
    void aPartitionThatReturnsIsChecked() {
        sql("alter table evolved.t drop partition field country");
        sql("update evolved.t set country = 'c2' where id = 0");
        refused("by the log all are of", "alter table evolved.t add partition field country");
        assertEquals(List.of("[0]"), sql("select id from evolved.t where country = 'c2' and id < 2"));
        sql("update evolved.t set country = 'c0' where id = 0");
        sql("alter table evolved.t add partition field country");
        assertEquals(List.of("[0]"), sql("select min(id) from evolved.t where country = 'c0'"));
    }

    @Test
    void partitionsOfOldFilesAreNotDropped() {
        sql("alter table evolved.t add partition field days(at)");
        sql("insert into evolved.t values (50, 'c0', timestamp_ntz'2026-03-01')");
        refused(
                "delete the rows by a condition",
                "alter table evolved.t drop partition (country = 'c0', at_day = '2026-03-01')");
        session.conf().set("spark.sql.sources.partitionOverwriteMode", "dynamic");
        try {
            refused("one by one", "insert overwrite evolved.t partition (country = 'c0') select 1, null");
        } finally {
            session.conf().unset("spark.sql.sources.partitionOverwriteMode");
        }
        sql("insert overwrite evolved.t partition (country = 'c0') select 1, null");
        assertEquals(List.of("[9, 1]"), sql("select count(*), count_if(country = 'c0') from evolved.t"));
    }

    @Test
    void joinsWithoutAShuffleAreRight() {
        session.conf().set("spark.sql.sources.v2.bucketing.enabled", "true");
        try {
            sql("call evolved.system.partition_by('t', drop => 'country', add => 'bucket(4, id)')");
            sql("insert into evolved.t select id, 'new', null from range(12)");
            assertEquals(
                    List.of("[12]"),
                    sql("select count(*) from evolved.t a join evolved.t b on a.id = b.id and a.country <> 'new'"
                            + " and b.country = 'new'"));
        } finally {
            session.conf().unset("spark.sql.sources.v2.bucketing.enabled");
        }
    }

    @Test
    void wrongPartitionsAreRefused() {
        refused("not divided by value", "alter table evolved.t drop partition field id");
        refused("already", "alter table evolved.t add partition field country");
        refused("leave as", "alter table evolved.t add partition field days(at) as day");
        refused("transform prefix", "alter table evolved.t add partition field prefix(2, country)");
        refused("no column x", "alter table evolved.t add partition field x");
        refused("names no partitions", "call evolved.system.partition_by('t', add => 'id) comment (a')");
        refused("names no partitions", "call evolved.system.partition_by('t', add => 'id +')");
        refused("partition_by takes", "call evolved.system.partition_by('t')");
    }

    /** The order is declared of all rows: it is refused if files are not sorted so. */
    @Test
    void theOrderChangesWhereTheFilesAreSorted() {
        sql("alter table evolved.t cluster by (at)");
        sql(
                "insert into evolved.t values (30, 'c0', timestamp_ntz'2026-03-02'), (31, 'c0', timestamp_ntz'2025-03-02')");
        assertEquals(
                List.of("[31]"), sql("select first(id) from (select id from evolved.t where id >= 30 order by at)"));
        sql("alter table evolved.t cluster by none");
        sql("insert into evolved.t values (40, 'c9', null), (39, 'c9', timestamp_ntz'2026-01-01'), (41, 'c9', null)");
        refused("must follow it by the declared order", "alter table evolved.t cluster by (at)");
        sql("create or replace table evolved.t cluster by (at) as select * from evolved.t");
        assertEquals(List.of("[17]"), sql("select count(*) from evolved.t"));
    }
}
