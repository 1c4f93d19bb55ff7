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

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whether NaN equals itself depends on how Hive runs: the scan leaves out no row that Hive would have kept. */
@Tag("engine")
class NanFilterTest {
    private static final String NAN = "cast('NaN' as double)";

    @Test
    void comparisonsWithNanAreLeftToHive() throws Exception {
        HiveSession hive = HiveSession.shared();
        hive.run("create database if not exists nan_filters");
        hive.run("use nan_filters");
        hive.run("create table texts (id int, d double)");
        hive.run("insert into texts select id, cast(t as double) from"
                + " (select inline(array(struct(1, 'NaN'), struct(2, '1.5'), struct(3, '-0.0'))) as (id, t)) s");
        hive.run("create table t stored as stoa as select * from texts");
        String fetch = hive.set("hive.fetch.task.conversion", "none");
        String vectorised = hive.set("hive.vectorized.execution.enabled", "true");
        try {
            for (String condition : List.of(" <> " + NAN, " not in (1.5D, " + NAN + ")", " in (1.5D, " + NAN + ")")) {
                String where = " where d" + condition;
                assertEquals(hive.run("select id from texts" + where), hive.run("select id from t" + where), condition);
            }
        } finally {
            hive.set("hive.fetch.task.conversion", fetch);
            hive.set("hive.vectorized.execution.enabled", vectorised);
            hive.run("use default");
        }
    }
}
