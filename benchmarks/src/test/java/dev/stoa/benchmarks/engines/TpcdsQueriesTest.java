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
package dev.stoa.benchmarks.engines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class TpcdsQueriesTest {
    @Test
    void fourQueriesHaveTwoStatements() {
        List<String> queries = TpcdsQueries.names();
        assertEquals(103, queries.size());
        assertTrue(queries.containsAll(List.of("Q1", "Q14a", "Q14b", "Q99")), queries.toString());
    }

    @Test
    void eachQueryIsFound() throws IOException {
        for (String name : TpcdsQueries.names()) {
            assertFalse(TpcdsQueries.spark(name).isEmpty(), name);
        }
    }

    @Test
    void datesIntervalsAndNamesAreWrittenAsTrinoDoes() throws IOException {
        String sql = TpcdsQueries.trino("Q16");
        assertTrue(sql.contains("BETWEEN date '2002-02-01' AND"), sql);
        assertTrue(sql.contains("interval '60' day"), sql);
        assertTrue(sql.contains("\"order count \""), sql);
    }

    @Test
    void onlyTheLastLimitGoes() {
        assertEquals(
                Optional.of("select * from (select 1 limit 5) "),
                TpcdsQueries.withoutLimit("select * from (select 1 limit 5) LIMIT 100"));
        assertEquals(Optional.empty(), TpcdsQueries.withoutLimit("select * from (select 1 limit 5)"));
    }
}
