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
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.apache.hadoop.hive.common.LogUtils;
import org.apache.hadoop.hive.ql.DriverFactory;
import org.apache.hadoop.hive.ql.IDriver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

/** Two statements of one session, as two of one connection of JDBC: the second has begun when Hive compiles the first. */
@Tag("engine")
class StatementsAtOnceTest {
    private final HiveSession hive = HiveSession.shared();

    @AfterEach
    void leave() {
        MDC.remove(LogUtils.QUERYID_LOG_KEY);
    }

    private static void run(IDriver driver, String statement) throws Exception {
        MDC.put(LogUtils.QUERYID_LOG_KEY, driver.getQueryState().getQueryId()); // as HiveServer2 does
        driver.run(statement);
    }

    @Test
    void bothAddTheirRows() throws Exception {
        hive.run("create table at_once (id int) " + LogTables.BY_HANDLER);
        try (IDriver first = DriverFactory.newDriver(hive.conf());
                IDriver second = DriverFactory.newDriver(hive.conf())) {
            run(first, "insert into at_once values (1)");
            run(second, "insert into at_once values (2)");
        }
        assertEquals(List.of("1", "2"), hive.run("select id from at_once order by id"));
    }

    /** Without the context, Hive takes the first for the second. */
    @Test
    void noRowsAreLostInSilence() throws Exception {
        hive.run("create table mixed_up (id int) " + LogTables.BY_HANDLER);
        try (IDriver first = DriverFactory.newDriver(hive.conf());
                IDriver second = DriverFactory.newDriver(hive.conf())) {
            Exception e = assertThrows(Exception.class, () -> first.run("insert into mixed_up values (1)"));
            assertTrue(
                    LogTables.messages(e).contains("another statement began on this connection"),
                    LogTables.messages(e));
            Exception also = assertThrows(Exception.class, () -> second.run("insert into mixed_up values (2)"));
            assertTrue(LogTables.messages(also).contains("run the statement again"), LogTables.messages(also));
        }
        assertEquals(List.of(), hive.run("select id from mixed_up"));
        hive.run("insert into mixed_up values (3)");
        assertEquals(List.of("3"), hive.run("select id from mixed_up"));
    }
}
