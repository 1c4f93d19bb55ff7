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
package dev.stoa.table.internal.change;

import dev.stoa.format.Batch;
import dev.stoa.format.Schema;
import dev.stoa.reader.BatchSource;
import dev.stoa.reader.internal.overlay.RowBuffer;
import dev.stoa.table.internal.scan.MergedInput;
import dev.stoa.table.internal.schema.RowOrder;
import dev.stoa.vio.internal.disk.Closing;
import dev.stoa.writer.WriterOptions;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Sorts more rows than memory holds: as many as it does hold are sorted and put aside as a run, and the runs are merged. Rows of
 * different partitions stay apart. Equal rows stay in their order. For one thread.
 */
public final class SortedRuns implements Closeable {
    /** At most this number of runs is merged at once, as a scan of each takes memory. */
    public static final int MOST = 32;

    private static final int WRITE_ROWS = 4096;
    private static final long MERGE_BYTES = 64 << 20;

    private final Schema schema;
    private final RowOrder order;
    private final WriterOptions options;
    private final List<SortedRun> runs = new ArrayList<>();
    private long bytes;

    /** Takes sorted rows. */
    public interface Taker {
        void take(Batch batch) throws IOException;
    }

    /**
     * No runs yet.
     *
     * @param schema of the rows
     * @param options with a folder for what memory does not hold
     */
    public SortedRuns(Schema schema, RowOrder order, WriterOptions options) {
        this.schema = schema;
        this.order = order;
        this.options = options;
    }

    /** Gives the selected rows of a batch in order, up to 4096 at a time. */
    public static void sort(RowOrder order, Batch batch, Taker taker) throws IOException {
        RowBuffer rows = new RowBuffer(batch.schema());
        rows.append(batch);
        Batch all = rows.batch();
        give(all, order.sorted(all), taker);
    }

    /** Gives rows of a batch as they are numbered, up to 4096 at a time. */
    static void give(Batch batch, int[] numbers, Taker taker) throws IOException {
        RowBuffer some = new RowBuffer(batch.schema());
        for (int row : numbers) {
            some.append(batch, row, 1);
            if (some.rows() == WRITE_ROWS) {
                taker.take(some.batch());
                some = new RowBuffer(batch.schema());
            }
        }
        if (some.rows() > 0) {
            taker.take(some.batch());
        }
    }

    /**
     * Sorts rows and puts them aside as a run.
     *
     * @param partitions the selected rows of each partition
     */
    public void add(Map<String, Batch> partitions) throws IOException {
        add(writer -> {
            for (Map.Entry<String, Batch> rows : partitions.entrySet()) {
                writer.begin(rows.getKey());
                sort(order, rows.getValue(), writer::write);
            }
        });
    }

    /** Puts rows aside as a run, of the partition without a name. */
    void addSorted(Batch batch, int[] numbers) throws IOException {
        add(writer -> give(batch, numbers, writer::write));
    }

    private void add(SortedRun.Content content) throws IOException {
        SortedRun run = SortedRun.write(schema, options, content);
        runs.add(run);
        bytes += run.bytes();
    }

    /** Runs that wait. */
    public int count() {
        return runs.size();
    }

    /** The bytes of all runs. */
    public long bytes() {
        return bytes;
    }

    /** The partitions that have rows. */
    public Set<String> partitions() {
        Set<String> all = new TreeSet<>();
        runs.forEach(run -> all.addAll(run.partitions()));
        return all;
    }

    /** Gives the rows of a partition in order. */
    public void merge(String partition, Taker taker) throws IOException {
        List<MergedInput.Source> sources = new ArrayList<>();
        for (SortedRun run : runs) {
            if (run.partitions().contains(partition)) {
                sources.add(new MergedInput.Source(run.rows(partition), order.front()));
            }
        }
        try (MergedInput all = new MergedInput(order, schema, schema, sources);
                BatchSource rows = all.whole(MERGE_BYTES)) {
            while (rows.next()) {
                taker.take(rows.batch());
            }
        }
    }

    /** Deletes all runs. */
    @Override
    public void close() throws IOException {
        List<SortedRun> open = List.copyOf(runs);
        runs.clear();
        bytes = 0;
        Closing.all(open);
    }
}
