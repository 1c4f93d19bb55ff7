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
package dev.stoa.trino.internal.write;

import dev.stoa.table.FragmentWriter;
import dev.stoa.table.Snapshot;
import dev.stoa.table.WrittenFiles;
import dev.stoa.trino.internal.columns.TrinoTypes;
import dev.stoa.trino.internal.store.StoaErrors;
import dev.stoa.writer.WriterOptions;
import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.trino.spi.Page;
import io.trino.spi.connector.ConnectorPageSink;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Writes the new rows of a task to files of its own. The rows come in any order. */
final class StoaPageSink implements ConnectorPageSink {
    private static final long FILE_BYTES = 256L << 20;

    private final FragmentWriter files;
    private final RowGatherer rows;

    StoaPageSink(Snapshot snapshot, List<String> columns, TrinoTypes types) throws IOException {
        files = new FragmentWriter(snapshot, WriterOptions.DEFAULT, FILE_BYTES);
        rows = new RowGatherer(snapshot.schema(), columns, types);
    }

    @Override
    public CompletableFuture<?> appendPage(Page page) {
        return StoaErrors.unchecked(() -> {
            for (int i = 0; i < page.getPositionCount(); i++) {
                add(page, i);
            }
            return NOT_BLOCKED;
        });
    }

    void add(Page page, int position) throws IOException {
        if (rows.add(page, position)) {
            flush();
        }
    }

    private void flush() throws IOException {
        if (rows.rows() > 0) {
            files.writeUnordered(rows.batch());
            rows.clear();
        }
    }

    List<FragmentWriter.Written> written() throws IOException {
        flush();
        return files.finish();
    }

    /** Takes rows that are deleted where they were, because they belong elsewhere by their new values. */
    void move(dev.stoa.format.Batch moved) throws IOException {
        files.writeUnordered(moved);
    }

    /** By this Trino decides whether more tasks write. */
    @Override
    public long getCompletedBytes() {
        return files.writtenBytes();
    }

    @Override
    public CompletableFuture<Collection<Slice>> finish() {
        return StoaErrors.unchecked(() -> CompletableFuture.completedFuture(
                List.of(Slices.wrappedBuffer(new WrittenFiles(written(), List.of()).bytes()))));
    }

    @Override
    public void abort() {
        StoaErrors.unchecked(() -> {
            files.abort();
            return true;
        });
    }
}
