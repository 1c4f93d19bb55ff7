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

import dev.stoa.benchmarks.harness.Progress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Compares the rows that two contenders give for the queries of TPC-DS, and counts the queries whose rows agree. */
final class TpcdsComparison {
    private final Dialect dialect;
    private final Engine engine;
    private int asked;
    private int equal;
    private int tied;

    /** Gives a query in the SQL of an engine. */
    interface Dialect {
        String sql(String query) throws IOException;
    }

    /** Runs a statement on the tables of both contenders. */
    interface Engine {
        List<TolerantRows> rows(String sql) throws Exception;
    }

    TpcdsComparison(Dialect dialect, Engine engine) {
        this.dialect = dialect;
        this.engine = engine;
    }

    /** Returns those queries whose rows agree, and names the others. */
    List<String> comparable(List<String> queries) throws IOException {
        List<String> comparable = new ArrayList<>();
        for (String query : queries) {
            if (compares(query)) {
                comparable.add(query);
            }
        }
        return comparable;
    }

    /** Returns how the queries compared, by the names in {@link TpcdsFigures}. */
    Map<String, Integer> counts() {
        Map<String, Integer> counts = new LinkedHashMap<>();
        counts.put(TpcdsFigures.ASKED, asked);
        counts.put(TpcdsFigures.EQUAL, equal);
        counts.put(TpcdsFigures.TIED, tied);
        return counts;
    }

    private boolean compares(String query) throws IOException {
        Progress.say("comparing results: " + query);
        asked++;
        String sql = dialect.sql(query);
        try {
            String difference = difference(sql);
            Optional<String> unlimited = TpcdsQueries.withoutLimit(sql);
            boolean isTied = !difference.isEmpty() && unlimited.isPresent();
            if (isTied) {
                difference = difference(unlimited.get());
            }
            if (difference.isEmpty()) {
                equal++;
                tied += isTied ? 1 : 0;
                return true;
            }
            Progress.say("DIFFERENT: " + query + ": " + difference);
        } catch (Exception e) { // Spark does not declare its exceptions
            Progress.say(
                    "FAILED: " + query + ": " + e.toString().lines().limit(5).toList());
        }
        return false;
    }

    private String difference(String sql) throws Exception {
        List<TolerantRows> rows = engine.rows(sql);
        return rows.get(0).difference(rows.get(1));
    }
}
