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

import dev.stoa.delta.Anchors;
import dev.stoa.delta.SidecarTarget;
import dev.stoa.delta.SidecarWriter;
import dev.stoa.format.Batch;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.table.AlreadyCommittedException;
import dev.stoa.table.CommitConflictException;
import dev.stoa.table.DuplicateKeyException;
import dev.stoa.table.Fragment;
import dev.stoa.table.OperationOptions;
import dev.stoa.table.OperationResult;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableException;
import dev.stoa.table.TableScan;
import dev.stoa.table.Transaction;
import dev.stoa.table.internal.log.SidecarSink;
import dev.stoa.vio.DelayedSink;
import dev.stoa.vio.Folder;
import dev.stoa.vio.WriteFailedException;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An operation under way: its transaction, the files that it wrote, and what it counts. For one thread. */
public final class RunningOperation {
    private static final Logger LOG = LoggerFactory.getLogger(RunningOperation.class);

    private final Table table;
    private final Transaction transaction;
    private final OperationOptions options;
    private final List<String> files = new ArrayList<>();
    public long inserted;
    long updated;
    public long deleted;

    /** The fragment of the batch at hand, and the rows of those before it. */
    private Fragment lastScanned;

    private long scannedBefore;

    public RunningOperation(Table table, String operation, OperationOptions options) throws IOException {
        this.table = table;
        this.transaction = options.once().isPresent()
                ? table.begin(operation, options.once().get())
                : table.begin(operation);
        this.options = options;
    }

    /** The work of a transaction. */
    public interface Task {
        void run(RunningOperation running) throws IOException;
    }

    /**
     * Runs a task and commits; from the newest version on again if another transaction has changed the same rows.
     *
     * @throws CommitConflictException if that happens too often
     */
    public static OperationResult retried(Table table, String operation, OperationOptions options, Task task)
            throws IOException {
        for (int attempt = 1; ; attempt++) {
            RunningOperation running = new RunningOperation(table, operation, options);
            running.run(task);
            try {
                return running.commit(attempt);
            } catch (CommitConflictException e) {
                if (attempt == options.attempts() || e.kind() == CommitConflictException.Kind.RACE) {
                    throw e;
                }
                LOG.debug("{}: {} again", table, operation, e);
                table.settings().pauseBefore(attempt + 1);
            }
        }
    }

    /** Runs a task; if it fails, nothing of its files stays. */
    public void run(Task task) throws IOException {
        boolean done = false;
        try {
            task.run(this);
            done = true;
        } finally {
            if (!done) {
                files.addAll(transaction.written());
                discard();
            }
        }
    }

    /** Commits. If it is known that nothing is visible, nothing of the files stays. */
    public OperationResult commit(int attempt) throws IOException {
        long bytes = 0;
        files.addAll(transaction.written());
        try {
            for (String file : files) {
                bytes += folder().find(file).map(Folder.Entry::length).orElse(0L);
            }
            Snapshot snapshot = transaction.commit();
            return new OperationResult(snapshot, inserted, updated, deleted, files.size(), bytes, attempt);
        } catch (TableException
                | DuplicateKeyException
                | CommitConflictException
                | AlreadyCommittedException
                | WriteFailedException e) {
            discard();
            throw e;
        }
    }

    /** Removes the files that were written. */
    public void discard() {
        for (String file : files) {
            try {
                folder().delete(file);
            } catch (IOException e) {
                LOG.warn("{}/{}: a file of a transaction that failed stays", folder().id(), file, e);
            }
        }
        files.clear();
    }

    public Transaction transaction() {
        return transaction;
    }

    /** Another scan begins to tell how far it is. */
    public void startScan() {
        lastScanned = null;
        scannedBefore = 0;
    }

    /** Tells how far a scan is, after a batch. Fragments that it passes over are not counted. */
    public void cameBy(TableScan scan) {
        if (scan.fragment() != lastScanned) {
            scannedBefore += lastScanned == null ? 0 : lastScanned.rows();
            lastScanned = scan.fragment();
        }
        options.progress()
                .accept(scannedBefore + scan.batch().firstRow() + scan.batch().rowCount());
    }

    public Snapshot snapshot() {
        return transaction.snapshot();
    }

    public OperationOptions options() {
        return options;
    }

    Folder folder() {
        return table.folder();
    }

    /** A data file that is being written. */
    final class NewFile {
        private final Optional<String> partition;
        private final String path;
        private final Schema schema = snapshot().schema();
        private final StoaWriter writer;

        /**
         * Begins a file.
         *
         * @param partition of all its rows
         */
        NewFile(Optional<String> partition, boolean sorted) throws IOException {
            this.partition = partition;
            path = transaction.newDataFile(partition);
            WriterOptions how = options.writer();
            if (sorted) {
                how = how.withSortColumns(snapshot().image().order().sortColumns());
            }
            writer = StoaWriter.create(new DelayedSink(folder(), path), schema, how);
        }

        void write(Batch batch) throws IOException {
            writer.write(batch);
            inserted += batch.selectedCount();
        }

        /** Completes the file and makes a fragment of it. */
        UUID finish() throws IOException {
            try (writer) {
                writer.finish();
            }
            files.add(path);
            return transaction.addFragment(path, partition);
        }

        void close() throws IOException {
            writer.close();
        }
    }

    /** A sidecar of a fragment that is being written, from the first change on. */
    final class NewSidecar {
        private final Fragment fragment;
        private final SidecarSink sink;
        private final SidecarWriter writer;

        NewSidecar(Fragment fragment, List<Field> fields) throws IOException {
            this.fragment = fragment;
            SidecarTarget target = new SidecarTarget(
                    fragment.id().toString(), fragment.rows(), snapshot().version());
            sink = SidecarSink.create(
                    folder(), transaction.newSidecar(), snapshot().state());
            writer = SidecarWriter.create(sink, target, fields, options.writer());
        }

        SidecarWriter writer() {
            return writer;
        }

        Fragment fragment() {
            return fragment;
        }

        void anchor(Anchors anchors, UUID insertedRows) throws IOException {
            writer.anchor(anchors);
            finish(Optional.of(insertedRows));
        }

        /** Completes the sidecar and adds it to the transaction. */
        void finish(Optional<UUID> insertedRows) throws IOException {
            try (writer) {
                writer.finish();
            }
            if (!sink.place().isInLog()) {
                files.add(sink.place().path());
            }
            transaction.addSidecar(fragment.id(), sink.place(), insertedRows);
        }

        void close() throws IOException {
            writer.close();
        }
    }
}
