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
package dev.stoa.trino.internal.metadata;

import dev.stoa.table.AlreadyCommittedException;
import dev.stoa.table.DoubtfulCommitException;
import dev.stoa.table.Fragment;
import dev.stoa.table.Snapshot;
import dev.stoa.table.SnapshotPart;
import dev.stoa.table.Table;
import dev.stoa.table.Transaction;
import dev.stoa.table.Upkeep;
import dev.stoa.table.WrittenFiles;
import dev.stoa.trino.internal.plan.StoaWriteHandle;
import dev.stoa.trino.internal.store.Place;
import dev.stoa.trino.internal.store.Warehouse;
import dev.stoa.writer.WriterOptions;
import io.airlift.slice.Slice;
import io.trino.spi.connector.RetryMode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The writes of a transaction of Trino. Tasks write files, and the coordinator commits all of them at once. If the statement fails,
 * a table that it made goes. With retries, Trino may commit again what it does not know to be committed: the id of the transaction
 * is in the log, so a second attempt finds the first.
 */
final class Writes {
    private static final Logger LOG = LoggerFactory.getLogger(Writes.class);

    private final Warehouse warehouse;
    private final Map<UUID, Write> begun = new ConcurrentHashMap<>();

    /** Begins a transaction to commit a write. All have the same version of the table and the same id. */
    interface Attempt {
        Transaction begin() throws IOException;
    }

    /** A write of a statement. */
    static final class Write {
        private final Place place;
        private final Table table;
        private final boolean isNew;
        private final boolean isRepeated;
        private final Attempt attempt;
        private final List<WrittenFiles> files = new ArrayList<>();
        private boolean mayCount;
        private boolean isCommitted;

        /**
         * Describes a write.
         *
         * @param isNew whether the statement has made the table
         * @param retries whether Trino may commit it several times
         */
        Write(Place place, Table table, boolean isNew, RetryMode retries, Attempt attempt) {
            this.place = place;
            this.table = table;
            this.isNew = isNew;
            this.isRepeated = retries != RetryMode.NO_RETRIES;
            this.attempt = attempt;
        }
    }

    Writes(Warehouse warehouse) {
        this.warehouse = warehouse;
    }

    /**
     * Begins a write.
     *
     * @param columns what the rows have, by channel
     * @param fragments whose rows tasks change
     */
    StoaWriteHandle begin(Write write, List<String> columns, List<Fragment> fragments) throws IOException {
        Transaction first = write.attempt.begin();
        SnapshotPart part = SnapshotPart.of(
                first.after(), fragments.stream().map(Fragment::id).toList());
        begun.put(first.id(), write);
        return new StoaWriteHandle(first.id(), write.place, part.version(), part.bytes(), columns);
    }

    /** Commits what tasks have written, once: Trino may ask again after a failure, and also after success. */
    void finish(StoaWriteHandle handle, Collection<Slice> tasks) throws IOException {
        Write write = begun.get(handle.write());
        synchronized (write) {
            if (!write.isCommitted) {
                commit(write, tasks);
            }
        }
    }

    private static void commit(Write write, Collection<Slice> tasks) throws IOException {
        try {
            Transaction transaction = write.attempt.begin();
            for (Slice task : tasks) {
                WrittenFiles files = WrittenFiles.of(task.getBytes());
                write.files.add(files);
                files.addTo(transaction);
            }
            transaction.checkKeys();
            Snapshot after = commit(write, transaction);
            write.isCommitted = true;
            Upkeep.after(write.table, after, WriterOptions.DEFAULT);
        } catch (AlreadyCommittedException e) {
            LOG.info("{}: an earlier attempt had been committed, so this one adds nothing", write.table, e);
            write.isCommitted = true;
        } finally {
            if (!write.isCommitted && !write.isRepeated) {
                discard(write);
            }
        }
    }

    private static Snapshot commit(Write write, Transaction transaction) throws IOException {
        boolean mayCount = write.mayCount;
        write.mayCount = true;
        try {
            return transaction.commit();
        } catch (DoubtfulCommitException e) {
            throw e;
        } catch (IOException e) {
            write.mayCount = mayCount; // nothing of this attempt is visible
            throw e;
        }
    }

    private static void discard(Write write) {
        if (write.mayCount) {
            return;
        }
        for (WrittenFiles files : write.files) {
            try {
                files.discard(write.table.folder());
            } catch (IOException e) {
                LOG.warn("{}: files of a write that failed stay", write.table, e);
            }
        }
        write.files.clear();
    }

    /** Removes the files and the tables of statements that failed. */
    void rollback() {
        for (Write write : begun.values()) {
            synchronized (write) {
                if (!write.isCommitted && !write.mayCount) {
                    discard(write);
                    if (write.isNew) {
                        warehouse.dropEmpty(write.place, write.table);
                    }
                }
            }
        }
        begun.clear();
    }
}
