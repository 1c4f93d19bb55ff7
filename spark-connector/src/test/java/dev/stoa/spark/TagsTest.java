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

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tags of versions in statements of Spark, with the extension and without it. */
@Tag("engine")
class TagsTest {
    @TempDir
    static Path warehouse;

    private static SparkSession session;

    @BeforeAll
    static void addCatalog() {
        session = Spark.extended();
        Spark.catalog(session, "tags", warehouse.toString());
    }

    private static List<String> sql(String text) {
        return session.withActive(() -> Arrays.stream((Row[]) session.sql(text).collect())
                .map(Rows::text)
                .toList());
    }

    private static void refused(String why, String statement) {
        String message = Rows.messages(assertThrows(Exception.class, () -> sql(statement), statement));
        assertTrue(message.contains(why), message);
    }

    @Test
    void versionsAreReadByTags() {
        sql("create table tags.t (id bigint)");
        sql("insert into tags.t values (1)");
        sql("insert into tags.t values (2)");
        assertEquals(List.of("[first, 1]"), sql("alter table tags.t create tag first as of version 1"));
        assertEquals(List.of("[second-load, 3]"), sql("call tags.system.tag('t', 'second-load')"));
        assertEquals(List.of("[1]"), sql("select * from tags.t version as of 'first'"));
        assertEquals(2, sql("select * from tags.t version as of 'second-load'").size());
        assertEquals(
                1,
                session.read()
                        .format("stoa")
                        .option("versionAsOf", "first")
                        .load(warehouse.resolve("t").toString())
                        .count());
        assertEquals(List.of("[first, 1]", "[second-load, 3]"), sql("select name, version from tags.t.tags"));
        refused("names version 1 already", "alter table tags.t create tag first as of version 2");
        sql("alter table tags.t create or replace tag first as of version 2");
        assertEquals(2, sql("select * from tags.t version as of 'first'").size());
        sql("alter table tags.t replace tag first as of version 0");
        assertEquals(List.of(), sql("select * from tags.t version as of 'first'"));
        sql("create or replace table tags.t as select 'x' as s");
        sql("call tags.system.expire(table => 't', older_than => '0s', safe_age => '0s')");
        assertEquals(List.of(), sql("select id from tags.t version as of 'first'"));
        sql("create table tags.u like tags.t");
        assertEquals(List.of(), sql("select * from tags.u.tags"));
        sql("alter table tags.t drop tag first");
        sql("call tags.system.untag('t', 'second-load')");
        refused("no tag 'first': the table has no tags", "select * from tags.t version as of 'first'");
        refused("write create tag", "alter table tags.t create tag x retain 3 days");
        refused("is a constraint, a tag or a branch", "alter table tags.t set tblproperties ('tag.x' = '1')");
    }
}
