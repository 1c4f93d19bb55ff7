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
package dev.stoa.benchmarks.placement;

import dev.stoa.benchmarks.harness.Measurement;
import dev.stoa.benchmarks.harness.Measurement.Metric;
import dev.stoa.benchmarks.harness.ProcessCpu;
import dev.stoa.reader.Filter;
import dev.stoa.table.Assignment;
import dev.stoa.table.OperationResult;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableSettings;
import dev.stoa.vio.Folder;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The cost of a scan and of an update against the number of partitions of the same rows. This is Figure 1 of <i>Elastic scaling in
 * VectorH</i>, in requests, bytes and CPU time.
 */
final class PartitionCosts {
    static final List<Integer> PARTITIONS = List.of(16, 32, 64, 128, 256, 512, 1024);

    /** The measured costs, by their names in the chart. */
    enum Cost {
        SCAN_REQUESTS("scan, requests"),
        SCAN_BYTES("scan, bytes"),
        SCAN_CPU("scan, CPU ms"),
        UPDATE_REQUESTS("update, requests"),
        UPDATE_BYTES("update, bytes written"),
        UPDATE_CPU("update, CPU ms");

        private final String label;

        Cost(String label) {
            this.label = label;
        }

        String label() {
            return label;
        }
    }

    private static final String FILES = "update, files written";
    private static final String ENTRY = "update, bytes of the commit";
    private static final int ROWS = 250_000;
    private static final int SCANS = 7;
    private static final int UPDATES = 5;
    private static final TableSettings KEEPS_NOTHING = TableSettings.DEFAULT.withKeptRows(0);

    private final ProcessCpu clock = new ProcessCpu();
    private final Consumer<Measurement> found;

    private PartitionCosts(Consumer<Measurement> found) {
        this.found = found;
    }

    static String contender(int partitions) {
        return partitions + " partitions";
    }

    /** Measures in this process. */
    static void measure(Consumer<Measurement> found) throws IOException {
        try (PartitionedRows rows = new PartitionedRows(ROWS)) {
            for (int partitions : PARTITIONS) {
                Folder table = rows.write(partitions);
                if (partitions == PARTITIONS.get(0)) {
                    new PartitionCosts(m -> {}).measure(partitions, table);
                }
                new PartitionCosts(found).measure(partitions, table);
            }
        }
    }

    private void measure(int partitions, Folder at) throws IOException {
        CountedFolder folder = new CountedFolder(at);
        double[] scans = new double[SCANS];
        for (int i = 0; i < SCANS; i++) {
            Snapshot snapshot = Table.open(folder, KEEPS_NOTHING).snapshot();
            folder.reset();
            long start = clock.nanos();
            PartitionedRows.read(snapshot.scan());
            scans[i] = (clock.nanos() - start) / 1e6;
        }
        count(Cost.SCAN_REQUESTS, partitions, folder.requests());
        count(Cost.SCAN_BYTES, partitions, folder.bytes());
        time(Cost.SCAN_CPU, partitions, scans);
        double[] updates = new double[UPDATES];
        OperationResult result = null;
        for (int i = 0; i < UPDATES; i++) {
            Table table = Table.open(folder, KEEPS_NOTHING);
            table.snapshot();
            folder.reset();
            long start = clock.nanos();
            // one row in 100, spread over all partitions
            result = TableOperations.of(table)
                    .update(
                            List.of(Assignment.literal("price", (long) i)),
                            Optional.of(Filter.between("day", 100 * i, 100 * i + 24)));
            updates[i] = (clock.nanos() - start) / 1e6;
        }
        count(Cost.UPDATE_REQUESTS, partitions, folder.requests());
        long entry = at.list("_stoa").stream()
                .filter(file -> file.name().endsWith(".commit"))
                .reduce((older, newer) -> newer)
                .orElseThrow()
                .length();
        count(Cost.UPDATE_BYTES, partitions, result.bytes() + entry);
        found.accept(Measurement.exact(Placement.NAME, FILES, contender(partitions), Metric.VALUES, result.files()));
        found.accept(Measurement.exact(Placement.NAME, ENTRY, contender(partitions), Metric.BYTES, entry));
        time(Cost.UPDATE_CPU, partitions, updates);
    }

    private void count(Cost cost, int partitions, long value) {
        found.accept(Measurement.exact(Placement.NAME, cost.label(), contender(partitions), Metric.VALUES, value));
    }

    private void time(Cost cost, int partitions, double[] times) {
        found.accept(
                Measurement.spread(Placement.NAME, cost.label(), contender(partitions), Metric.PROCESS_CPU_MS, times));
    }
}
