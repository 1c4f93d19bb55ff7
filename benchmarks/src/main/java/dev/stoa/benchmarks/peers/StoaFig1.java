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
package dev.stoa.benchmarks.peers;

import dev.stoa.benchmarks.harness.IoCounts;
import dev.stoa.benchmarks.harness.Measurement;
import dev.stoa.benchmarks.harness.Measurement.Metric;
import dev.stoa.benchmarks.harness.ReadResult;
import dev.stoa.benchmarks.peers.Fig1Query.Answer;
import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.IntVector;
import dev.stoa.reader.Filter;
import dev.stoa.reader.Scan;
import dev.stoa.reader.ScanBuilder;
import dev.stoa.reader.ScanStats;
import dev.stoa.reader.ScanTrace;
import dev.stoa.reader.StoaFile;
import dev.stoa.vio.Range;
import dev.stoa.vio.RangeSources;
import dev.stoa.vio.ReadStats;
import dev.stoa.vio.hadoop.HadoopRangeSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Stoa's answers to the query of Figure 1, and what they are measured against. */
public final class StoaFig1 {
    /** Before the point's name: the bytes of the granules that hold qualifying rows. */
    public static final String IDEAL = "ideal ";

    /** Before the point's name: bytes of metadata, the tail included. */
    public static final String METADATA = "metadata ";

    /** Before the point's name: the number of plans that fetched the columns, two where one came after the other. */
    public static final String PLANS = "plans ";

    /** Before the point's name: what an answer read, as Stoa's own source counts. */
    public static final String READ = "read ";

    private static final Map<Path, StoaFile> OPEN = new HashMap<>();

    private StoaFig1() {}

    /** Opens a local file or a copy in a store. */
    static StoaFile open(StoredFile file) throws IOException {
        return StoaFile.open(
                file.isLocal()
                        ? RangeSources.open(file.local())
                        : HadoopRangeSource.open(file.fileSystem(), file.status()));
    }

    /** Answers. */
    static ReadResult answer(StoredFile file, Fig1Query query) throws IOException {
        if (query.keptOpen()) {
            return answer(kept(file), query);
        }
        try (StoaFile stoa = open(file)) {
            return answer(stoa, query);
        }
    }

    /** Answers, and counts what that reads: from the opening on, of a file that stays open for this query only. */
    static ReadResult counted(StoredFile file, Fig1Query query) throws IOException {
        if (query.keptOpen()) {
            ReadStats before = kept(file).source().stats();
            ReadResult result = answer(kept(file), query);
            return result.withIo(counts(kept(file).source().stats().minus(before)));
        }
        try (StoaFile stoa = open(file)) {
            return answer(stoa, query).withIo(counts(stoa.source().stats()));
        }
    }

    private static StoaFile kept(StoredFile file) throws IOException {
        StoaFile stoa = OPEN.get(file.local());
        if (stoa == null) {
            stoa = open(file);
            OPEN.put(file.local(), stoa);
        }
        return stoa;
    }

    private static ReadResult answer(StoaFile file, Fig1Query query) throws IOException {
        return query.answer() == Answer.METADATA ? maximum(file, query) : decoded(file, query);
    }

    private static IoCounts counts(ReadStats stats) {
        return new IoCounts(stats.bytesRead(), stats.requestsIssued(), stats.roundTrips());
    }

    private static ScanBuilder scan(StoaFile file, Fig1Query query) throws IOException {
        return file.scan().select(Fig1Query.NUMBERS).filter(Filter.less(Fig1Query.DATES, query.date()));
    }

    private static ReadResult maximum(StoaFile file, Fig1Query query) throws IOException {
        Optional<ColumnVector> max =
                scan(file, query).aggregate().columns().get(0).max();
        return Qualifying.maximum(
                max.map(vector -> ((IntVector) vector).values()[0]).orElse(0));
    }

    private static ReadResult decoded(StoaFile file, Fig1Query query) throws IOException {
        Qualifying found = new Qualifying();
        try (Scan scan = scan(file, query).build()) {
            while (scan.next()) {
                Batch batch = scan.batch();
                int[] numbers = ((IntVector) batch.column(0)).values();
                if (batch.isAllSelected()) {
                    found.add(numbers, batch.rowCount());
                } else {
                    found.add(numbers, batch.selection(), batch.selectedCount());
                }
            }
        }
        return found.result();
    }

    /**
     * Measures the figures that the goals of an answer refer to.
     *
     * @param point the point's name
     * @param setting the part after it in a case
     */
    public static void goals(
            StoredFile file, Fig1Query query, String point, String setting, Consumer<Measurement> found)
            throws IOException {
        IoCounts read = counted(file, query).io();
        found.accept(fact(READ + point, setting, Metric.BYTES_READ, read.bytesRead()));
        found.accept(fact(READ + point, setting, Metric.ROUND_TRIPS, read.roundTrips()));
        long rows;
        try (StoaFile stoa = open(file);
                Scan scan = scan(stoa, query).traced().build()) {
            long metadata = stoa.source().stats().bytesRead() - scan.stats().bytesRead(); // the tail
            while (scan.next()) {
                // only what it takes counts
            }
            ScanStats stats = scan.stats();
            rows = stats.rowsDelivered();
            for (ScanTrace.Fetch fetch : scan.trace().fetches()) {
                if (fetch.isMetadata()) {
                    metadata +=
                            fetch.requests().stream().mapToLong(Range::length).sum();
                }
            }
            int plans = stats.steps() > stats.stepsInOnePlan() ? 2 : 1;
            found.accept(fact(METADATA + point, setting, Metric.METADATA_BYTES, metadata));
            found.accept(fact(PLANS + point, setting, Metric.VALUES, plans));
        }
        found.accept(fact(IDEAL + point, setting, Metric.BYTES, rows == 0 ? 0 : granuleBytes(file, rows)));
    }

    /** The bytes of the granules of both columns that hold the first rows. */
    private static long granuleBytes(StoredFile file, long rows) throws IOException {
        try (StoaFile stoa = open(file);
                Scan scan = stoa.scan()
                        .select(Fig1Query.NUMBERS, Fig1Query.DATES)
                        .rows(0, rows)
                        .traced()
                        .build()) {
            long bytes = 0;
            for (ScanTrace.Column column : scan.trace().columns()) {
                bytes += column.candidates().stream().mapToLong(Range::length).sum();
            }
            return bytes;
        }
    }

    private static Measurement fact(String item, String setting, Metric metric, long value) {
        return Measurement.exact(Fig1Query.BENCHMARK, item + "/" + setting, "stoa", metric, value);
    }
}
