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

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * The 22 queries of TPC-H on tables of STOA and of ORC: the same rows. Takes minutes, so it runs when asked to, with a scale:
 * {@code -Dstoa.hive.tpch=0.1}.
 */
@EnabledIfSystemProperty(named = "stoa.hive.tpch", matches = "[0-9.]+")
@Tag("engine")
class TpchTest {
    /** The query whose result is empty at small scales. */
    private static final int LARGE_ORDERS = 18;

    @Test
    void sameRows() throws Exception {
        HiveSession hive = HiveSession.shared();
        TpchTables.generate(hive, Double.parseDouble(System.getProperty("stoa.hive.tpch")));
        List<List<String>> stoa = run(hive, "stoa");
        List<List<String>> orc = run(hive, "orc");
        assertEquals(22, orc.size());
        for (int i = 0; i < orc.size(); i++) {
            assertFalse(orc.get(i).isEmpty() && i + 1 != LARGE_ORDERS, "query " + (i + 1) + " has no rows");
            assertEquals(orc.get(i), stoa.get(i), "query " + (i + 1));
        }
    }

    private static List<List<String>> run(HiveSession hive, String format) throws Exception {
        TpchTables.create(hive, "tpch_" + format, format);
        hive.run("use tpch_" + format);
        List<List<String>> results = new ArrayList<>();
        for (String query : TpchTables.queries()) {
            results.add(hive.run(query));
        }
        hive.run("use default");
        return results;
    }
}
