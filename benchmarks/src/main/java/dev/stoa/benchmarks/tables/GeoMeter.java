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
package dev.stoa.benchmarks.tables;

import dev.stoa.benchmarks.harness.Delivery;
import dev.stoa.benchmarks.harness.Folders;
import dev.stoa.benchmarks.harness.Measurement;
import dev.stoa.benchmarks.harness.Measurement.Metric;
import dev.stoa.benchmarks.harness.PairedRatios;
import dev.stoa.benchmarks.harness.ProcessCpu;
import dev.stoa.benchmarks.peers.Fig1Points;
import dev.stoa.benchmarks.peers.Touch;
import dev.stoa.table.Snapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Measures {@link GeoDiff} in this process. */
public final class GeoMeter {
    static final long SEED = 20;

    /** The item that counts vectors with changes. */
    static final String VECTORS = "vectors with changes";

    /** The subject of all scans together. */
    static final String ALL = "all";

    private static final long LEAST_NANOS = 5_000_000;
    private static final long WARM_NANOS = 75_000_000;

    private final ProcessCpu clock = new ProcessCpu();
    private final int pairs;
    private final Consumer<Measurement> found;

    private GeoMeter(int pairs, Consumer<Measurement> found) {
        this.pairs = pairs;
        this.found = found;
    }

    /** The item of a measurement of a change. */
    static String item(String subject, GeoChange change) {
        return subject + "/" + change.label();
    }

    /**
     * Measures all changes.
     *
     * @param words the name of the benchmark, two files, the number of pairs, and parts of names of scans; all scans without
     */
    public static void measure(List<String> words, Consumer<Measurement> found) throws IOException {
        Path lineItem = Path.of(words.get(1));
        Path orders = Path.of(words.get(2));
        GeoMeter meter = new GeoMeter(Integer.parseInt(words.get(3)), found);
        List<String> parts = words.subList(4, words.size());
        List<GeoScan> scans = GeoScan.all(Fig1Points.of(lineItem)).stream()
                .filter(scan -> parts.isEmpty() || parts.stream().anyMatch(scan.name()::contains))
                .toList();
        Path folder = Files.createTempDirectory(lineItem.toAbsolutePath().getParent(), GeoDiff.NAME);
        try {
            GeoTables tables = GeoTables.create(folder, lineItem, orders);
            for (GeoScan scan : scans) { // until the compiler has come to rest
                meter.nanos(() -> scan.run(tables.fresh(scan), Touch.DELIVERY), 4 * WARM_NANOS);
            }
            for (GeoChange change : GeoChange.values()) {
                change.apply(tables, SEED);
                meter.measure(change, tables, scans);
                tables.rollback();
            }
        } finally {
            Folders.delete(folder);
        }
    }

    private void measure(GeoChange change, GeoTables tables, List<GeoScan> scans) throws IOException {
        Map<GeoScan, PairedRatios> ratios = new LinkedHashMap<>();
        for (GeoScan scan :
                scans) { // both sides alike, until the compiler has come to rest, also of what only this change needs
            nanos(before(change, tables, scan), 2 * WARM_NANOS);
            nanos(after(tables, scan), 2 * WARM_NANOS);
        }
        for (GeoScan scan : scans) {
            PairedRatios measured = ratios(before(change, tables, scan), after(tables, scan));
            Snapshot changed = tables.of(scan).snapshot();
            if (scan.run(changed, Delivery.ARRAYS) != scan.run(changed, Delivery.VALUES)) {
                throw new IOException(scan.name() + ", " + change.label() + ": the sum is another row by row");
            }
            say(change, scan.name(), measured.median());
            if (change.concerns(scan)) {
                ratios.put(scan, measured);
            }
        }
        for (GeoScan.Group group : GeoScan.Group.values()) {
            List<PairedRatios> some = ratios.entrySet().stream()
                    .filter(entry -> entry.getKey().group() == group)
                    .map(Map.Entry::getValue)
                    .toList();
            if (!some.isEmpty()) {
                say(change, "all of " + group.label(), PairedRatios.geometricMean(some));
            }
        }
        if (!ratios.isEmpty()) {
            say(change, ALL, PairedRatios.geometricMean(List.copyOf(ratios.values())));
        }
        double share = tables.shareOfVectors();
        say(change, VECTORS, new PairedRatios.Estimate(share, share, share));
    }

    /** The scan of the fresh table; of its file alone, where the table itself is what is measured. */
    private static Run before(GeoChange change, GeoTables tables, GeoScan scan) {
        Snapshot fresh = tables.fresh(scan);
        return change == GeoChange.NOTHING
                ? () -> scan.runOnFile(tables.file(scan))
                : () -> scan.run(fresh, Touch.DELIVERY);
    }

    private static Run after(GeoTables tables, GeoScan scan) throws IOException {
        Snapshot changed = tables.of(scan).snapshot();
        return () -> scan.run(changed, Touch.DELIVERY);
    }

    private void say(GeoChange change, String subject, PairedRatios.Estimate of) {
        found.accept(new Measurement(
                GeoDiff.NAME,
                item(subject, change),
                "stoa",
                Metric.RATIO,
                Metric.RATIO.unit(),
                of.value(),
                of.low(),
                of.high()));
    }

    /** Scans, and gives what the values come to. */
    private interface Run {
        long run() throws IOException;
    }

    private PairedRatios ratios(Run before, Run after) throws IOException {
        nanos(before, WARM_NANOS);
        nanos(after, WARM_NANOS);
        double[] ratios = new double[pairs];
        for (int i = 0; i < pairs; i++) {
            boolean swapped = i % 2 == 0;
            double first = nanos(swapped ? after : before, LEAST_NANOS);
            double second = nanos(swapped ? before : after, LEAST_NANOS);
            ratios[i] = swapped ? first / second : second / first;
        }
        return new PairedRatios(ratios);
    }

    /** The CPU time of a scan: the mean of a few in a row if it is short. */
    private double nanos(Run scan, long least) throws IOException {
        long others = clock.others();
        long start = clock.own(); // last, and first at the end: to ask for the others takes longer than a short scan
        long sum = scan.run();
        int scans = 1;
        long end = clock.own();
        while (end - start < least) {
            if (scan.run() != sum) {
                throw new IOException("two scans of the same have given different sums");
            }
            scans++;
            end = clock.own();
        }
        return (double) (end - start + clock.others() - others) / scans;
    }
}
