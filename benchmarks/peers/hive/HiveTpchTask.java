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

import dev.stoa.benchmarks.harness.ProcessCpu;
import dev.stoa.benchmarks.harness.SystemCalls;
import com.sun.management.OperatingSystemMXBean;
import dev.stoa.benchmarks.harness.Measurement.Metric;
import dev.stoa.hive.HiveSession;
import dev.stoa.hive.TpchTables;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Measures {@link HiveTpch} in this process, in which Hive runs. */
final class HiveTpchTask {
    private static final List<String> FORMATS = HivePairs.FORMATS;

    /** The tables of the measured queries. */
    private static final Map<String, String> BY_DATE =
            Map.of("lineitem", "sort by l_shipdate", "orders", "sort by o_orderdate", "part", "");

    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final HiveSession hive = HiveSession.shared();
    private final ProcessCpu clock = new ProcessCpu();
    private final HivePairs inTurn = new HivePairs(HiveTpch.NAME, Metric.PROCESS_CPU_MS);
    private final int pairs;

    private HiveTpchTask(int pairs) {
        this.pairs = pairs;
    }

    /**
     * Measures, and prints what it finds.
     *
     * @param words the scale, and how many pairs
     */
    public static void main(String[] words) {
        int code = 0;
        try {
            BareLocalFileSystem.use();
            run(Double.parseDouble(words[0]), Integer.parseInt(words[1]));
        } catch (Exception e) {
            e.printStackTrace();
            code = 1;
        }
        System.exit(code); // Hive has threads of its own
    }

    private static void run(double scale, int pairs) throws Exception {
        HiveTpchTask task = new HiveTpchTask(pairs);
        task.hive.set("hive.exec.reducers.max", "1"); // what is sorted goes to one file
        TpchTables.generate(task.hive, scale);
        for (String format : FORMATS) {
            TpchTables.create(task.hive, database(format, HiveTpch.Order.KEY), format);
            TpchTables.create(task.hive, database(format, HiveTpch.Order.DATE), format, BY_DATE);
        }
        task.compareResults();
        for (HiveTpch.Order order : HiveTpch.Order.values()) {
            for (int number : HiveTpch.MEASURED) {
                task.measure(number, order);
            }
        }
        for (int number : HiveTpch.MEASURED) {
            task.measureQuery(number, HiveTpch.Order.KEY);
        }
    }

    private static String database(String format, HiveTpch.Order order) {
        return "tpch_" + format + "_" + order.name();
    }

    /** All queries, on the tables of both formats. */
    private void compareResults() throws Exception {
        List<String> queries = TpchTables.queries();
        for (int i = 0; i < queries.size(); i++) {
            List<String> orc = results("orc", queries.get(i));
            List<String> stoa = results("stoa", queries.get(i));
            if (!orc.equals(stoa)) {
                throw new IOException("query " + (i + 1) + ": ORC gives " + orc + "\nand STOA " + stoa);
            }
        }
        inTurn.print(HiveTpch.EQUAL, "stoa", Metric.VALUES, queries.size());
    }

    private List<String> results(String format, String query) throws Exception {
        hive.run("use " + database(format, HiveTpch.Order.KEY));
        return hive.run(query);
    }

    private void measure(int number, HiveTpch.Order order) throws Exception {
        String query = TpchTables.queries().get(number - 1);
        PlannedScan[] scans = new PlannedScan[FORMATS.size()];
        long[] bytes = new long[FORMATS.size()];
        Arrays.fill(bytes, Long.MAX_VALUE);
        for (int i = 0; i < scans.length; i++) {
            hive.run("use " + database(FORMATS.get(i), order));
            scans[i] = new PlannedScan(hive, query);
        }
        String scan = HiveTpch.item(number, HiveTpch.Part.SCAN, order);
        inTurn.measure(scan, pairs * 2, pairs, which -> {
            PlannedScan.Run run = scans[which].ready();
            long bytesBefore = SystemCalls.counts().bytesRead();
            long before = clock.nanos();
            run.rows();
            long nanos = clock.nanos() - before;
            bytes[which] = Math.min(bytes[which], SystemCalls.counts().bytesRead() - bytesBefore);
            return nanos;
        });
        for (int i = 0; i < scans.length; i++) {
            inTurn.print(scan, FORMATS.get(i), Metric.BYTES_READ, bytes[i]);
        }
    }

    /** Whole queries; Linux can't say what they read of the tables: each task reads Hive's jar anew. */
    private void measureQuery(int number, HiveTpch.Order order) throws Exception {
        String query = TpchTables.queries().get(number - 1);
        inTurn.measure(HiveTpch.item(number, HiveTpch.Part.QUERY, order), 1, Math.max(3, pairs / 4), which -> {
            hive.run("use " + database(FORMATS.get(which), order));
            long before = SYSTEM.getProcessCpuTime(); // of threads that have ended too
            hive.run(query);
            return SYSTEM.getProcessCpuTime() - before;
        });
    }
}
