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
import dev.stoa.benchmarks.harness.ReadResult;
import dev.stoa.format.Batch;
import dev.stoa.format.LongVector;
import dev.stoa.reader.FileIdentity;
import dev.stoa.reader.Filter;
import dev.stoa.reader.Scan;
import dev.stoa.reader.StoaFile;
import dev.stoa.vio.LocalFileSink;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.RangeSources;
import dev.stoa.vio.ReadStats;
import dev.stoa.vio.SinkOptions;
import dev.stoa.writer.EqualityIndexWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Look-ups by Stoa, with an equality index or without. */
public final class StoaLookup {

    private StoaLookup() {}

    /** The index of a file. */
    public static Path index(Path file) {
        return file.resolveSibling("index-of-" + file.getFileName());
    }

    /** Writes the index of a file if it is not there. */
    public static void writeIndex(Path data) throws IOException {
        if (Files.exists(index(data))) {
            return;
        }
        try (StoaFile file = StoaFile.open(RangeSources.open(data));
                Scan scan = file.scan().select(LookupQuery.KEY).build()) {
            FileIdentity identity = file.identity();
            try (EqualityIndexWriter writer = EqualityIndexWriter.create(
                    LocalFileSink.create(index(data), SinkOptions.DEFAULT),
                    new EqualityIndexWriter.IndexedFile(
                            identity.uuid(), identity.length(), identity.hash(), file.rowCount()),
                    LookupQuery.KEY,
                    scan.schema().fields().get(0).type(),
                    data.toAbsolutePath().getParent(),
                    "benchmarks")) {
                while (scan.next()) {
                    Batch batch = scan.batch();
                    writer.add(batch.column(0), batch.rowCount(), batch.firstRow());
                }
                writer.finish();
            }
        }
    }

    static ReadResult lookup(Path data, boolean indexed, long[] keys, boolean counting) throws IOException {
        long rows = 0;
        long sum = 0;
        ReadStats stats = ReadStats.NONE;
        for (long key : keys) {
            try (StoaFile file = StoaFile.open(RangeSources.open(data))) {
                RangeSource index = indexed ? RangeSources.open(index(data)) : file.source();
                if (indexed && !file.addIndex(index)) {
                    throw new IOException(index(data) + " is an index of another file");
                }
                try (Scan scan = file.scan()
                        .select(LookupQuery.VALUE)
                        .filter(Filter.equal(LookupQuery.KEY, key))
                        .build()) {
                    while (scan.next()) {
                        Batch batch = scan.batch();
                        long[] values = ((LongVector) batch.column(0)).values();
                        rows += batch.selectedCount();
                        for (int i = 0; i < batch.selectedCount(); i++) {
                            sum += values[batch.selected(i)];
                        }
                    }
                }
                if (counting) {
                    stats = stats.plus(file.source().stats()).plus(indexed ? index.stats() : ReadStats.NONE);
                }
            }
        }
        return LookupQuery.result(rows, sum)
                .withIo(new IoCounts(stats.bytesRead(), stats.requestsIssued(), stats.roundTrips()));
    }
}
