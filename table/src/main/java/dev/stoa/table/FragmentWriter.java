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
package dev.stoa.table;

import dev.stoa.format.Batch;
import dev.stoa.reader.internal.overlay.RowBuffer;
import dev.stoa.table.internal.change.OpenPartitions;
import dev.stoa.table.internal.change.SortedRuns;
import dev.stoa.table.internal.schema.Partitioning;
import dev.stoa.table.internal.schema.RowOrder;
import dev.stoa.vio.DelayedSink;
import dev.stoa.vio.Folder;
import dev.stoa.vio.internal.disk.Closing;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.Closeable;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Writes rows of a table to new files, one or more for each partition that they belong to, where one of many tasks runs. The
 * files count when the transaction that all tasks work for has {@linkplain Transaction#addFragment(String, Optional) added} them.
 * In a table with a declared order each file is sorted by itself: rows come in that order, or are sorted here. Whether keys are
 * there already no task can tell: in a table with a key the transaction {@linkplain Transaction#checkKeys checks} those of all files.
 *
 * <p>For one thread. Without {@link #finish} nothing of it stays.
 */
public final class FragmentWriter implements Closeable {
    private static final long GATHERED_BYTES = 64 << 20;

    /** Advice for a statement that writes very many files. */
    public static final String MANY_FILES = "each partition gets a file of its own, so divide the table by fewer values"
            + " (truncate, month, hash), insert fewer partitions at a time, or raise the limit";

    private final Folder folder;
    private final Snapshot snapshot;
    private final WriterOptions options;
    private final long fileBytes;
    private final long gatheredBytes;
    private final Partitioning partitioning;
    private final RowOrder order;
    private final OpenPartitions<Open> open = new OpenPartitions<>(OpenPartitions.MOST, false, this::finish);
    /** Of rows that come in any order. */
    private final OpenPartitions<Open> mixed = new OpenPartitions<>(OpenPartitions.MOST, true, this::finish);

    private final List<Written> written = new ArrayList<>();
    private Optional<RowBuffer> unordered = Optional.empty();
    private Optional<SortedRuns> runs = Optional.empty();
    private long finishedBytes;
    private int mostFiles = Integer.MAX_VALUE;
    private int begun;

    /** A file that is being written. */
    private record Open(String path, Optional<String> partition, StoaWriter writer) {}

    /**
     * A complete file.
     *
     * @param path relative to the table's folder
     * @param partition the partition of all its rows; null if the table has no partitions
     */
    public record Written(String path, String partition) implements Serializable {}

    /**
     * A writer.
     *
     * @param snapshot the base of the transaction; the writer reads no fragment of it
     * @param fileBytes about the bytes of a file, after which another one begins
     */
    public FragmentWriter(Snapshot snapshot, WriterOptions options, long fileBytes) throws IOException {
        this(snapshot, options, fileBytes, GATHERED_BYTES);
    }

    /**
     * A writer.
     *
     * @param gatheredBytes about how many bytes of rows that come in any order are held in memory
     */
    FragmentWriter(Snapshot snapshot, WriterOptions options, long fileBytes, long gatheredBytes) throws IOException {
        this.folder = snapshot.folder();
        this.snapshot = snapshot;
        this.partitioning = new Partitioning(snapshot.state().schema(), snapshot.properties());
        this.order = snapshot.image().order();
        this.options = order.isEmpty() ? options : options.withSortColumns(order.sortColumns());
        this.fileBytes = fileBytes;
        this.gatheredBytes = gatheredBytes;
    }

    /**
     * Limits the files, for rows of a great many partitions, which would make small files.
     *
     * @param most a write that would begin another file fails
     */
    public FragmentWriter mostFiles(int most) {
        mostFiles = most;
        return this;
    }

    /**
     * Takes the selected rows of a batch with the columns of the snapshot, in the declared order.
     *
     * @throws dev.stoa.writer.RejectedDataException if a value does not fit its column, or is null where none may be, or if the rows are not in order
     */
    public void write(Batch batch) throws IOException {
        if (partitioning.isEmpty()) {
            write(open, "", Optional.empty(), batch);
            return;
        }
        for (Map.Entry<String, Batch> part : partitioning.divide(batch).entrySet()) {
            write(open, part.getKey(), Optional.of(part.getKey()), part.getValue());
        }
    }

    /**
     * Takes selected rows in any order, of any number of partitions. Of a table with an order or partitions they are gathered, and go
     * to files of their own. If the table has an order, the writer sorts them. It puts aside what memory does not hold, in the folder
     * of the options, and merges up to 2 GiB of values at once.
     *
     * @throws dev.stoa.writer.RejectedDataException if a value does not fit its column, or is null where none may be
     */
    public void writeUnordered(Batch batch) throws IOException {
        if (order.isEmpty() && partitioning.isEmpty()) {
            write(batch);
            return;
        }
        if (unordered.isEmpty()) {
            unordered = Optional.of(new RowBuffer(snapshot.schema()));
        }
        unordered.get().append(batch);
        if (unordered.get().bytes() >= gatheredBytes) {
            putAside();
        }
    }

    /** Writes the rows that were gathered, one partition after the other; those of a table with an order are sorted. */
    private void writeGathered() throws IOException {
        if (unordered.isEmpty()) {
            return;
        }
        Map<String, Batch> parts = partitioning.divide(unordered.get().batch());
        unordered = Optional.empty();
        if (order.isEmpty()) {
            for (Map.Entry<String, Batch> part : parts.entrySet()) {
                write(mixed, part.getKey(), Optional.of(part.getKey()), part.getValue());
            }
        } else if (runs.isPresent()) {
            runs.get().add(parts);
        } else {
            writeSorted(parts.keySet(), (name, to) -> SortedRuns.sort(order, parts.get(name), to));
        }
    }

    /** Puts the gathered rows aside, as the following ones may belong between them. */
    private void putAside() throws IOException {
        if (!order.isEmpty() && runs.isEmpty() && options.spillFolder().isPresent()) {
            runs = Optional.of(new SortedRuns(snapshot.schema(), order, options));
        }
        writeGathered();
        if (runs.isPresent() && runs.get().count() == SortedRuns.MOST) {
            mergeRuns();
        }
    }

    /** Writes what was put aside. */
    private void mergeRuns() throws IOException {
        if (runs.isPresent()) {
            try (SortedRuns all = runs.get()) {
                runs = Optional.empty();
                writeSorted(all.partitions(), all::merge);
            }
        }
    }

    /** Gives the rows of a partition in order. */
    private interface SortedRows {
        void give(String partition, SortedRuns.Taker to) throws IOException;
    }

    /** Writes sorted rows to new files: others may not follow in them. */
    private void writeSorted(Set<String> partitions, SortedRows rows) throws IOException {
        FragmentWriter sorted = new FragmentWriter(snapshot, options, fileBytes).mostFiles(mostFiles - begun);
        boolean done = false;
        try {
            for (String name : partitions) {
                Optional<String> partition = partitioning.isEmpty() ? Optional.empty() : Optional.of(name);
                rows.give(name, batch -> sorted.write(sorted.open, name, partition, batch));
            }
            written.addAll(sorted.finish());
            begun += sorted.begun;
            finishedBytes += sorted.finishedBytes;
            done = true;
        } finally {
            if (!done) {
                sorted.abort();
            }
        }
    }

    private void write(OpenPartitions<Open> to, String name, Optional<String> partition, Batch batch)
            throws IOException {
        Open file = to.of(name, () -> {
            if (begun++ >= mostFiles) {
                throw new TableException(snapshot.folder().id() + ": its rows need more files than the limit allows,"
                        + " the next one for the partition '" + name.replace('\n', ',') + "': " + MANY_FILES);
            }
            String path = Table.dataFile(UUID.randomUUID(), snapshot.properties(), partition);
            return new Open(
                    path, partition, StoaWriter.create(new DelayedSink(folder, path), snapshot.schema(), options));
        });
        file.writer().write(batch);
        if (file.writer().encodedBytes() >= fileBytes) {
            to.remove(name);
            finish(file);
        }
    }

    private void finish(Open file) throws IOException {
        try (StoaWriter writer = file.writer()) {
            finishedBytes += writer.finish().bytes();
        }
        written.add(new Written(file.path(), file.partition().orElse(null)));
    }

    /**
     * The lengths of the files that are complete and of what is put aside, and the bytes of the values of other files. Rows that are
     * still gathered do not count.
     */
    public long writtenBytes() {
        long bytes = finishedBytes + runs.map(SortedRuns::bytes).orElse(0L);
        for (OpenPartitions<Open> some : List.of(open, mixed)) {
            for (Open file : some.all()) {
                bytes += file.writer().encodedBytes();
            }
        }
        return bytes;
    }

    /** Completes the files; none without rows. */
    public List<Written> finish() throws IOException {
        boolean done = false;
        try {
            writeGathered();
            mergeRuns();
            for (OpenPartitions<Open> some : List.of(open, mixed)) {
                for (Open file : some.all()) {
                    finish(file);
                }
                some.clear();
            }
            done = true;
        } finally {
            if (!done) {
                abort();
            }
        }
        return List.copyOf(written);
    }

    /** Removes what was written, finished or not. */
    public void abort() throws IOException {
        try {
            close();
        } finally {
            discard(folder, written);
        }
    }

    /** Removes files that no transaction has added, as far as the store lets it. */
    public static void discard(Folder folder, List<Written> files) throws IOException {
        discardAll(folder, files.stream().map(Written::path).toList());
    }

    static void discardAll(Folder folder, List<String> paths) throws IOException {
        IOException failure = null;
        for (String path : paths) {
            try {
                folder.delete(path);
            } catch (IOException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    @Override
    public void close() throws IOException {
        List<Closeable> all = new ArrayList<>();
        for (OpenPartitions<Open> some : List.of(open, mixed)) {
            some.all().forEach(file -> all.add(file.writer()));
            some.clear();
        }
        runs.ifPresent(all::add);
        runs = Optional.empty();
        Closing.all(all);
    }
}
