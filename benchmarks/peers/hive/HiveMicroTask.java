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

import com.sun.management.OperatingSystemMXBean;
import dev.stoa.benchmarks.harness.Measurement.Metric;
import dev.stoa.hive.HiveSession;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.stream.Stream;

/** Measures {@link HiveMicro} in this process, in which Hive runs. */
final class HiveMicroTask {
    private static final int WARM = 2;
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final HiveSession hive = HiveSession.shared();
    private final List<String> formats =
            Stream.concat(HivePairs.FORMATS.stream(), Stream.of(HiveMicro.READY)).toList();
    private final HivePairs pairs = new HivePairs(HiveMicro.NAME, Metric.PROCESS_CPU_MS, formats);

    private HiveMicroTask() {}

    /**
     * Measures, and prints what it finds.
     *
     * @param words how many rows, how many pairs, and the labels of the statements, if not all are measured
     */
    public static void main(String[] words) {
        int code = 0;
        try {
            BareLocalFileSystem.use();
            List<String> labels = List.of(words).subList(2, words.length);
            new HiveMicroTask().run(Integer.parseInt(words[0]), Integer.parseInt(words[1]), labels);
        } catch (Exception e) {
            e.printStackTrace();
            code = 1;
        }
        System.exit(code); // Hive has threads of its own
    }

    private void run(int rows, int counted, List<String> labels) throws Exception {
        long ids = SalesTable.create(hive, rows);
        SalesTable.createReady(hive, HiveMicro.READY);
        int equal = 0;
        for (HiveQuery query : HiveQuery.values()) {
            if (labels.isEmpty() || labels.contains(query.label())) {
                measure(query, query.sql(ids), counted);
                equal++;
            }
        }
        pairs.print(HiveMicro.EQUAL, "stoa", Metric.VALUES, equal);
    }

    /** Measures whole statements; all runs of both formats must give the same rows, in any order. */
    private void measure(HiveQuery query, String sql, int counted) throws Exception {
        List<String> expected = answer(0, sql);
        ReadyInputFormat.forget();
        pairs.measure(query.label(), WARM, counted, format -> {
            hive.run("use " + SalesTable.database(formats.get(format)));
            long before = SYSTEM.getProcessCpuTime(); // of threads that have ended too
            List<String> rows = hive.run(sql);
            long took = SYSTEM.getProcessCpuTime() - before;
            if (!formats.get(format).equals(HiveMicro.READY)
                    && !rows.stream().sorted().toList().equals(expected)) {
                throw new IOException(query.label() + ": " + formats.get(format) + " gives " + rows
                        + " and not " + expected + ": one of the readers has a fault");
            }
            return took;
        });
    }

    private List<String> answer(int format, String sql) throws Exception {
        hive.run("use " + SalesTable.database(HivePairs.FORMATS.get(format)));
        List<String> rows = hive.run(sql).stream().sorted().toList();
        if (rows.isEmpty()) {
            throw new IOException("no row answers " + sql + ": the table lacks what the statement asks for");
        }
        return rows;
    }
}
