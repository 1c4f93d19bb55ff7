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
package dev.stoa.trino.internal.read;

import dev.stoa.trino.internal.columns.Rows;
import dev.stoa.trino.internal.plan.StoaColumn;
import dev.stoa.trino.internal.store.StoaErrors;
import io.trino.spi.connector.ConnectorPageSource;
import io.trino.spi.connector.MemoryContext;
import io.trino.spi.connector.SourcePage;
import io.trino.spi.metrics.Metrics;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** The pages of a scan. */
final class StoaPageSource implements ConnectorPageSource {
    /** Smaller changes of what a page retains are not reported. */
    static final long REPORTED_STEP = 64 << 10;

    private final SplitScan scan;
    private final String folder;
    private final PageColumns columns;
    private final MemoryContext memory;
    private final PageCuts cuts = new PageCuts();
    private Optional<BatchPage> last = Optional.empty();
    private long left;
    private long nanos;
    private long reported;
    private long sidecars;
    private boolean isFinished;

    StoaPageSource(SplitScan scan, String folder, List<StoaColumn> columns, long limit, MemoryContext memory) {
        this.scan = scan;
        this.folder = folder;
        this.columns = new PageColumns(columns);
        this.left = limit;
        this.memory = memory;
    }

    @Override
    public SourcePage getNextSourcePage() {
        long begin = System.nanoTime();
        try {
            return StoaErrors.unchecked(this::next);
        } finally {
            nanos += System.nanoTime() - begin;
        }
    }

    private SourcePage next() throws IOException {
        last.ifPresent(page -> {
            page.end();
            cuts.learn(page);
        });
        last = Optional.empty();
        if (isFinished || left <= 0 || !advance()) {
            close();
            return null; // so the interface says
        }
        Rows rows = cuts.next(left);
        left -= rows.count();
        RowPlaces places = new RowPlaces(scan.fragment(), folder);
        last = Optional.of(new BatchPage(scan.batch(), places, columns, rows, this::retained));
        return last.get();
    }

    /** Goes to the next rows: in the batch, or in the next one. */
    private boolean advance() throws IOException {
        if (cuts.hasNext()) {
            return true;
        }
        if (!scan.next()) {
            return false;
        }
        sidecars = scan.fragment().sidecars().size();
        cuts.begin(scan.batch());
        return true;
    }

    /** Reports what the page retains, which grows with each block that it makes. A report passes through contexts up to the pool. */
    private void retained(long bytes) {
        if (!isFinished && Math.abs(bytes - reported) >= REPORTED_STEP) {
            reported = bytes;
            memory.setBytes(bytes);
        }
    }

    @Override
    public boolean isFinished() {
        return isFinished;
    }

    @Override
    public long getCompletedBytes() {
        return scan.stats().bytesRead();
    }

    @Override
    public long getReadTimeNanos() {
        return nanos;
    }

    @Override
    public Metrics getMetrics() {
        return ScanNumbers.of(scan.stats(), sidecars);
    }

    @Override
    public void close() throws IOException {
        if (!isFinished) {
            isFinished = true;
            scan.close();
            memory.setBytes(0);
        }
    }
}
