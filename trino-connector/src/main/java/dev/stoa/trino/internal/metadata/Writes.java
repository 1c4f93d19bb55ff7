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

import dev.stoa.table.DoubtfulCommitException;
import dev.stoa.table.Fragment;
import dev.stoa.table.Snapshot;
import dev.stoa.table.SnapshotPart;
import dev.stoa.table.Table;
import dev.stoa.table.Transaction;
import dev.stoa.table.Upkeep;
import dev.stoa.table.WrittenFiles;
import dev.stoa.trino.internal.plan.StoaWriteHandle;
import dev.stoa.trino.internal.store.StoaErrors;
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
 * a table that it made goes.
 */
final class Writes {
    private static final Logger LOG = LoggerFactory.getLogger(Writes.class);

    private final Warehouse warehouse;
    private final Map<UUID, Write> begun = new ConcurrentHashMap<>();

    /** A write that is not committed. */
    private record Write(Table table, Transaction transaction, boolean isNew) {}

    Writes(Warehouse warehouse) {
        this.warehouse = warehouse;
    }

    /**
     * Refuses retries of tasks and queries. Trino repeats a statement whose commit has an unknown outcome, and the rows could be
     * there twice.
     */
    static void refuseRetries(RetryMode mode) {
        if (mode != RetryMode.NO_RETRIES) {
            throw StoaErrors.unsupported("this connector does not support writes with query retries: set the session's"
                    + " retry_policy to NONE");
        }
    }

    /**
     * Begins a write.
     *
     * @param isNew whether the statement has made the table
     * @param columns what the rows have, by channel
     * @param fragments whose rows tasks change
     */
    StoaWriteHandle begin(
            Warehouse.Place place,
            Table table,
            Transaction transaction,
            boolean isNew,
            List<String> columns,
            List<Fragment> fragments)
            throws IOException {
        Snapshot after = transaction.after();
        SnapshotPart part =
                SnapshotPart.of(after, fragments.stream().map(Fragment::id).toList());
        begun.put(transaction.id(), new Write(table, transaction, isNew));
        return new StoaWriteHandle(transaction.id(), place, part.version(), part.bytes(), columns);
    }

    /** Commits what tasks have written. */
    void finish(StoaWriteHandle handle, Collection<Slice> tasks) throws IOException {
        Write write = begun.get(handle.write());
        List<WrittenFiles> all = new ArrayList<>();
        for (Slice task : tasks) {
            all.add(WrittenFiles.of(task.getBytes()));
        }
        boolean mayCount = false;
        try {
            for (WrittenFiles files : all) {
                files.addTo(write.transaction());
            }
            write.transaction().checkKeys();
            Snapshot after = write.transaction().commit();
            mayCount = true;
            Upkeep.after(write.table(), after, WriterOptions.DEFAULT);
        } catch (DoubtfulCommitException e) {
            mayCount = true;
            throw e;
        } finally {
            if (mayCount) {
                begun.remove(handle.write());
            } else {
                discard(write.table(), all);
            }
        }
    }

    private static void discard(Table table, List<WrittenFiles> all) {
        for (WrittenFiles files : all) {
            try {
                files.discard(table.folder());
            } catch (IOException e) {
                LOG.warn("{}: files of a write that failed stay", table, e);
            }
        }
    }

    /** Removes the tables of statements that failed. */
    void rollback() {
        for (Write write : begun.values()) {
            if (write.isNew()) {
                warehouse.dropEmpty(write.table());
            }
        }
        begun.clear();
    }
}
