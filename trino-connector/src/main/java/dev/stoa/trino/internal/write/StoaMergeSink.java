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

import dev.stoa.format.Batch;
import dev.stoa.format.Field;
import dev.stoa.table.ChangeWriter;
import dev.stoa.table.Snapshot;
import dev.stoa.table.WrittenFiles;
import dev.stoa.trino.internal.columns.TrinoTypes;
import dev.stoa.trino.internal.store.StoaErrors;
import dev.stoa.writer.WriterOptions;
import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.trino.spi.Page;
import io.trino.spi.block.Block;
import io.trino.spi.block.RowBlock;
import io.trino.spi.connector.ConnectorMergeSink;
import io.trino.spi.type.BigintType;
import io.trino.spi.type.TinyintType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/**
 * Writes the changes of a task to sidecars, and its new rows to files. The rows come in any order, and sidecars take those of a
 * fragment together and ascending. So the sink keeps pages up to a limit, sorts their rows, and writes sidecars of them. A fragment
 * may get several.
 */
final class StoaMergeSink implements ConnectorMergeSink {
    private static final long MOST_BYTES = 64L << 20;
    private static final int OBJECT_BYTES = 48;

    private final Snapshot snapshot;
    private final Set<Integer> changing;
    private final StoaPageSink inserted;
    private final RowGatherer updated;
    private final List<Change> kept = new ArrayList<>();
    private final List<ChangeWriter.Written> changes = new ArrayList<>();
    private long bytes;
    private long sidecarBytes;

    /** A changed row: where it is, and its new values in a page, unless it is deleted. */
    private record Change(UUID fragment, long row, Page page, int position, boolean isDelete) {}

    /**
     * A sink.
     *
     * @param changing the columns that updates assign; the others of a row have their old values
     */
    StoaMergeSink(Snapshot snapshot, Set<String> changing, TrinoTypes types) throws IOException {
        this.snapshot = snapshot;
        this.changing = snapshot.schema().fields().stream()
                .filter(field -> changing.contains(field.name()))
                .map(field -> field.fieldId().orElseThrow())
                .collect(Collectors.toSet());
        List<String> columns =
                snapshot.schema().fields().stream().map(Field::name).toList();
        this.inserted = new StoaPageSink(snapshot, columns, types);
        this.updated = new RowGatherer(snapshot.schema(), columns, types);
    }

    /** Takes the columns, the operation, the number of the case, and the ids of rows. */
    @Override
    public void storeMergedRows(Page page) {
        StoaErrors.unchecked(() -> {
            int columns = snapshot.schema().fields().size();
            Block operations = page.getBlock(columns);
            List<Block> ids = RowBlock.getRowFieldsFromBlock(page.getBlock(columns + 2));
            for (int i = 0; i < page.getPositionCount(); i++) {
                int operation = TinyintType.TINYINT.getByte(operations, i);
                if (operation == INSERT_OPERATION_NUMBER) {
                    inserted.add(page, i);
                } else {
                    UUID fragment = new UUID(
                            BigintType.BIGINT.getLong(ids.get(0), i), BigintType.BIGINT.getLong(ids.get(1), i));
                    long row = BigintType.BIGINT.getLong(ids.get(2), i);
                    kept.add(new Change(fragment, row, page, i, operation == DELETE_OPERATION_NUMBER));
                    bytes += OBJECT_BYTES;
                }
            }
            bytes += page.getRetainedSizeInBytes();
            if (bytes >= MOST_BYTES) {
                flush();
            }
            return true;
        });
    }

    private void flush() throws IOException {
        kept.sort(Comparator.comparing(Change::fragment).thenComparingLong(Change::row));
        ChangeWriter writer = new ChangeWriter(snapshot, WriterOptions.DEFAULT).changing(changing);
        boolean isDone = false;
        try {
            Run run = new Run(writer);
            for (Change change : kept) {
                run.add(change);
            }
            run.flush();
            changes.addAll(writer.finish());
            sidecarBytes += writer.writtenBytes();
            isDone = true;
        } finally {
            if (!isDone) {
                writer.abort();
            }
        }
        kept.clear();
        bytes = 0;
    }

    /** Updates of one fragment, which go to the writer together. */
    private final class Run {
        private final ChangeWriter writer;
        private final long[] rows = new long[RowGatherer.BATCH_ROWS];
        private UUID fragment = new UUID(0, 0);

        Run(ChangeWriter writer) {
            this.writer = writer;
        }

        void add(Change change) throws IOException {
            if (!change.fragment().equals(fragment)) {
                flush();
                fragment = change.fragment();
            }
            if (change.isDelete()) {
                writer.delete(fragment, change.row());
                return;
            }
            rows[updated.rows()] = change.row();
            if (updated.add(change.page(), change.position())) {
                flush();
            }
        }

        void flush() throws IOException {
            if (updated.rows() == 0) {
                return;
            }
            Batch batch = updated.batch();
            int[] moved = writer.update(fragment, Arrays.copyOf(rows, updated.rows()), batch);
            if (moved.length > 0) {
                inserted.move(new Batch(batch.schema(), batch.columns(), batch.rowCount(), 0, moved, moved.length));
            }
            updated.clear();
        }
    }

    @Override
    public long getCompletedBytes() {
        return inserted.getCompletedBytes() + sidecarBytes;
    }

    @Override
    public CompletableFuture<Collection<Slice>> finish() {
        return StoaErrors.unchecked(() -> {
            flush();
            WrittenFiles all = new WrittenFiles(inserted.written(), changes);
            return CompletableFuture.completedFuture(List.of(Slices.wrappedBuffer(all.bytes())));
        });
    }

    @Override
    public void abort() {
        try {
            inserted.abort();
        } finally {
            StoaErrors.unchecked(() -> {
                ChangeWriter.discard(snapshot.folder(), changes);
                return true;
            });
        }
    }
}
