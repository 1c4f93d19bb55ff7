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
import dev.stoa.table.internal.change.ChangedRows;
import dev.stoa.table.internal.change.FinerTimes;
import dev.stoa.table.internal.logfile.SidecarPlace;
import dev.stoa.vio.Folder;
import dev.stoa.writer.WriterOptions;
import java.io.Closeable;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.IntPredicate;

/**
 * Writes which rows of a table are deleted and updated, where one of many tasks runs: a sidecar for each fragment. They count when
 * the transaction that all tasks work for has {@linkplain Transaction#addSidecar added} them. An updated row stays where it is, and
 * only those of its values are written that differ from what they were.
 *
 * <p>The changes of a fragment come one after the other, updates in the order of the rows, each row once. If they come to several
 * tasks, the fragment gets several sidecars. For one thread. Without {@link #finish} nothing of it stays.
 */
public final class ChangeWriter implements Closeable {
    private static final long MOST_BYTES = 64 << 20;

    private final Snapshot snapshot;
    private final WriterOptions options;
    private final long mostBytes;
    private IntPredicate mayChange = field -> true;
    private final List<Written> written = new ArrayList<>();
    private Optional<ChangedRows> current = Optional.empty();
    private long writtenBytes;

    /**
     * A complete sidecar.
     *
     * @param path relative to the table's folder; it has a file there unless it has contents
     * @param contents the bytes of a sidecar that is small enough for the log of the table; empty if it is a file
     * @param fragment whose rows it changes
     */
    public record Written(String path, byte[] contents, UUID fragment) implements Serializable {
        /** A sidecar in a file. */
        public Written(String path, UUID fragment) {
            this(path, new byte[0], fragment);
        }

        Written(SidecarPlace place, UUID fragment) {
            this(place.path(), place.contents(), fragment);
        }

        SidecarPlace place() {
            return new SidecarPlace(path, contents);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Written written
                    && place().equals(written.place())
                    && fragment.equals(written.fragment);
        }

        @Override
        public int hashCode() {
            return path.hashCode();
        }
    }

    /** A writer of changes of a snapshot's fragments. */
    public ChangeWriter(Snapshot snapshot, WriterOptions options) {
        this(snapshot, options, MOST_BYTES);
    }

    /** Makes a writer that keeps about this number of bytes of changes in memory. */
    ChangeWriter(Snapshot snapshot, WriterOptions options, long mostBytes) {
        this.snapshot = snapshot;
        this.options = options;
        this.mostBytes = mostBytes;
    }

    /**
     * Says which columns updates may change. The writer then reads the old values of these only, and passes over what rows have for others.
     *
     * @param fieldIds the ids of top-level fields, at least one
     */
    public ChangeWriter changing(Set<Integer> fieldIds) {
        mayChange = Set.copyOf(fieldIds)::contains;
        return this;
    }

    /** Deletes a row. */
    public void delete(UUID fragment, long row) throws IOException {
        of(fragment).delete(row);
    }

    /**
     * Updates rows. One that belongs elsewhere by its new values, as the table is sorted or divided by columns that change, is
     * deleted, and must be {@linkplain FragmentWriter#writeUnordered written} anew.
     *
     * @param rows their numbers, ascending
     * @param values their new values, all columns of the snapshot
     * @return which of the rows of {@code values} these are, ascending
     * @throws TableException if a row is not there, a value would be null that must not, or a key would change
     * @throws dev.stoa.writer.RejectedDataException if a value does not fit its column
     */
    public int[] update(UUID fragment, long[] rows, Batch values) throws IOException {
        return of(fragment).update(rows, values);
    }

    /**
     * Returns new values of rows with the digits of times that the program does not see: a time that it has not changed keeps them.
     *
     * @param rows their numbers, ascending
     * @param values their new values, all columns of the snapshot
     * @param digits of the fractions of seconds that the program sees
     */
    public Batch withFinerTimes(UUID fragment, long[] rows, Batch values, int digits) throws IOException {
        return new FinerTimes(snapshot.schema(), digits)
                .completed(snapshot, of(fragment).fragment(), rows, values);
    }

    private ChangedRows of(UUID id) throws IOException {
        if (current.isPresent() && current.get().fragment().id().equals(id)) {
            return current.get();
        }
        finishCurrent();
        Fragment fragment =
                snapshot.fragment(id).orElseThrow(() -> new IllegalArgumentException(snapshot + ": no fragment " + id));
        if (written.stream().anyMatch(before -> before.fragment().equals(id))) {
            throw new IllegalStateException(
                    snapshot + ": changes of the " + fragment + " came in several parts; they must come together");
        }
        current = Optional.of(new ChangedRows(snapshot, fragment, options, mostBytes, mayChange));
        return current.get();
    }

    private void finishCurrent() throws IOException {
        if (current.isPresent()) {
            try (ChangedRows rows = current.get()) {
                current = Optional.empty();
                if (rows.finish()) {
                    writtenBytes += rows.bytes();
                    written.add(new Written(rows.place(), rows.fragment().id()));
                }
            }
        }
    }

    /** The lengths of the sidecars that are complete. */
    public long writtenBytes() {
        return writtenBytes;
    }

    /** Completes the sidecars; none without changes. */
    public List<Written> finish() throws IOException {
        finishCurrent();
        return List.copyOf(written);
    }

    /** Removes what was written, finished or not. */
    public void abort() throws IOException {
        try {
            close();
        } finally {
            discard(snapshot.folder(), written);
        }
    }

    /** Removes sidecars that no transaction has added, as far as the store lets it. */
    public static void discard(Folder folder, List<Written> sidecars) throws IOException {
        FragmentWriter.discardAll(
                folder,
                sidecars.stream()
                        .filter(sidecar -> !sidecar.place().isInLog())
                        .map(Written::path)
                        .toList());
    }

    @Override
    public void close() throws IOException {
        if (current.isPresent()) {
            ChangedRows rows = current.get();
            current = Optional.empty();
            rows.close();
        }
    }
}
