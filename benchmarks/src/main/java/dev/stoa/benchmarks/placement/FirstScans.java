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
import dev.stoa.table.Fragment;
import dev.stoa.table.Table;
import dev.stoa.table.TableSettings;
import dev.stoa.vio.Folder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * The first scan after a resize: Figures 8 and 9 of <i>Elastic scaling in VectorH</i>, in requests and bytes of a store. Each node is a
 * process that lives on, such as a worker of Trino: it has an open table, which keeps decoded fragments in memory. A node scans the
 * partitions that it is responsible for.
 */
final class FirstScans {
    static final String WITHOUT = "no resize";
    static final String WARM = "map, warmed";
    static final String RESTART = "all nodes restarted";
    static final int PARTITIONS = 192;

    /** The resizes of the benchmark with this number of partitions and two sizes. */
    static final List<Placement.Resize> RESIZES = Placement.RESIZES.stream()
            .filter(resize ->
                    resize.partitions() == PARTITIONS && resize.sizes().size() == 2)
            .toList();

    private static final int ROWS = 250_000;

    private final CountedFolder folder;
    private final Map<Integer, UUID> fragments = new HashMap<>();
    private final Map<Integer, Table> nodes = new HashMap<>();

    private FirstScans(Folder table) throws IOException {
        folder = new CountedFolder(table);
        for (Fragment fragment :
                Table.open(table, TableSettings.DEFAULT).snapshot().fragments()) {
            String partition = fragment.partition().orElseThrow();
            fragments.put(Integer.parseInt(partition.substring(partition.indexOf('=') + 1)), fragment.id());
        }
    }

    /** Measures in this process. */
    static void measure(Consumer<Measurement> found) throws IOException {
        try (PartitionedRows rows = new PartitionedRows(ROWS)) {
            Folder table = rows.write(PARTITIONS);
            for (Placement.Resize resize : RESIZES) {
                for (Map.Entry<String, Schemes.Start> scheme : Schemes.ALL.entrySet()) {
                    new FirstScans(table).resize(resize, scheme.getKey(), scheme.getValue(), found);
                }
            }
        }
    }

    private void resize(Placement.Resize resize, String name, Schemes.Start start, Consumer<Measurement> found)
            throws IOException {
        Schemes.Scheme scheme = start.of(PARTITIONS);
        int[] before = scheme.resize(resize.sizes().get(0));
        int[] after = scheme.resize(resize.sizes().get(1));
        boolean isMap = name.equals(Schemes.MAP);
        scan(before);
        if (isMap) {
            scan(before);
            say(resize, WITHOUT, found);
        }
        scan(after);
        say(resize, name, found);
        if (isMap) {
            // the same scan, ahead of the first one, by the nodes that have become responsible
            scan(after);
            say(resize, WARM, found);
            nodes.clear();
            scan(after);
            say(resize, RESTART, found);
        }
    }

    /** Scans all partitions, each by its node, and counts what is read. */
    private void scan(int[] assigned) throws IOException {
        Map<Integer, List<UUID>> parts = new HashMap<>();
        for (int part = 0; part < assigned.length; part++) {
            parts.computeIfAbsent(assigned[part], node -> new ArrayList<>()).add(fragments.get(part));
        }
        for (int node : parts.keySet()) {
            if (!nodes.containsKey(node)) {
                nodes.put(node, Table.open(folder, TableSettings.DEFAULT));
            }
        }
        folder.reset();
        for (Map.Entry<Integer, List<UUID>> of : parts.entrySet()) {
            PartitionedRows.read(nodes.get(of.getKey()).lastKnown().scan().fragments(of.getValue()));
        }
    }

    private void say(Placement.Resize resize, String name, Consumer<Measurement> found) {
        found.accept(
                Measurement.exact(Placement.NAME, item(resize, "requests"), name, Metric.REQUESTS, folder.requests()));
        found.accept(Measurement.exact(Placement.NAME, item(resize, "bytes"), name, Metric.BYTES_READ, folder.bytes()));
    }

    static String item(Placement.Resize resize, String what) {
        return "first scan, " + resize.name() + ", " + what;
    }
}
