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
package dev.stoa.table.internal.compact;

import dev.stoa.delta.SidecarTarget;
import dev.stoa.delta.SidecarWriter;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.reader.RowChanges;
import dev.stoa.table.CommitConflictException;
import dev.stoa.table.DataFile;
import dev.stoa.table.Fragment;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.Snapshot;
import dev.stoa.table.TableException;
import dev.stoa.table.Transaction;
import dev.stoa.table.internal.commit.MovedGroup;
import dev.stoa.table.internal.commit.MovedRows;
import dev.stoa.table.internal.log.SidecarSink;
import dev.stoa.table.internal.logfile.SidecarPlace;
import dev.stoa.table.internal.scan.AnchoredGroup;
import dev.stoa.table.internal.scan.FragmentChanges;
import dev.stoa.table.internal.scan.FragmentScan;
import dev.stoa.table.internal.scan.VectorAdapter;
import dev.stoa.table.internal.schema.TableColumn;
import dev.stoa.vio.DelayedSink;
import dev.stoa.vio.Folder;
import dev.stoa.vio.WriteFailedException;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Rewrites fragments in a transaction: files with the same rows in the same order take the place of others. */
public final class Rewriting {
    private static final Logger LOG = LoggerFactory.getLogger(Rewriting.class);

    private final Transaction transaction;
    private final Snapshot snapshot;
    private final Folder folder;
    private final WriterOptions options;
    private final List<String> written = new ArrayList<>();

    public Rewriting(Transaction transaction, WriterOptions options) {
        this.transaction = transaction;
        this.snapshot = transaction.snapshot();
        this.folder = snapshot.folder();
        this.options = options;
    }

    /**
     * Replaces fragments, each with those whose rows belong among its own, by one that concatenates them.
     *
     * @param hosts fragments of one partition, none with rows among those of another
     */
    public UUID rows(List<UUID> hosts) throws IOException {
        Optional<String> partition =
                snapshot.fragment(hosts.get(0)).orElseThrow().partition();
        String path = newFile(transaction.newDataFile(partition));
        WriterOptions sorted = options.withSortColumns(snapshot.image().order().sortColumns());
        Map<UUID, Long> starts = new LinkedHashMap<>();
        long rows = 0;
        try (StoaWriter writer = StoaWriter.create(new DelayedSink(folder, path), snapshot.schema(), sorted)) {
            for (UUID host : hosts) {
                AnchoredGroup group = AnchoredGroup.read(snapshot.image(), host, snapshot.version());
                try (GroupCopy copy = new GroupCopy(snapshot, writer)) {
                    group.inOrder(copy);
                }
                for (Map.Entry<UUID, MovedRows> moved :
                        MovedGroup.of(group, rows).entrySet()) {
                    starts.put(
                            moved.getKey(),
                            moved.getKey().equals(host)
                                    ? rows
                                    : moved.getValue().slot(0));
                }
                rows += group.liveRows();
            }
            writer.finish();
        }
        UUID successor = transaction.addFragment(path, partition);
        transaction.checkRows(successor, rows);
        for (Map.Entry<UUID, Long> start : starts.entrySet()) {
            transaction.replaceFragment(start.getKey(), successor, start.getValue());
        }
        return successor;
    }

    /** Writes some columns of a fragment anew, with all their changes, and folds what else was changed. */
    public void columns(UUID id, List<Integer> fields) throws IOException {
        Fragment fragment = snapshot.fragment(id).orElseThrow();
        List<Field> top = new ArrayList<>();
        List<TableColumn> columns = new ArrayList<>();
        for (TableColumn column : TableColumn.all(snapshot.schema())) {
            if (fields.contains(column.topId())) {
                columns.add(column);
                top.add(column.chain().get(0));
            }
        }
        String path = newFile(transaction.newDataFile(fragment.partition()));
        try (FragmentScan scan = FragmentScan.withDeleted(snapshot.image(), fragment, columns);
                StoaWriter writer = StoaWriter.create(new DelayedSink(folder, path), new Schema(top), options)) {
            while (scan.next()) {
                writer.write(scan.batch());
            }
            writer.finish();
        }
        transaction.replaceColumns(id, path, fields);
        fold(fragment, foldable(fragment), new HashSet<>(fields));
    }

    /** Replaces the sidecars of a fragment, except those with anchors, by one. */
    public void fold(UUID id) throws IOException {
        Fragment fragment = snapshot.fragment(id).orElseThrow();
        fold(fragment, foldable(fragment), Set.of());
    }

    /**
     * Replaces the newest sidecars of a fragment by one.
     *
     * @param newest foldable sidecars, oldest first, up to the newest foldable one
     */
    public void fold(UUID id, List<SidecarFile> newest) throws IOException {
        fold(snapshot.fragment(id).orElseThrow(), newest, Set.of());
    }

    /** Takes a new file of the transaction: if nothing becomes visible, the file goes. */
    public String newFile(String path) {
        written.add(path);
        return path;
    }

    /** The fragments that one transaction rewrites. */
    @FunctionalInterface
    public interface Work {
        /** Writes the files, and tells the transaction. */
        void run() throws IOException;
    }

    /** Does the work and commits it. If it is known that nothing is visible, nothing of the files stays. */
    public Snapshot commit(Work work) throws IOException {
        boolean done = false;
        try {
            work.run();
            done = true;
        } finally {
            if (!done) {
                discard();
            }
        }
        try {
            return transaction.commit();
        } catch (TableException | CommitConflictException | WriteFailedException e) {
            discard();
            throw e;
        }
    }

    private void discard() {
        written.addAll(transaction.written());
        for (String path : written) {
            try {
                folder.delete(path);
            } catch (IOException e) {
                LOG.debug("{}/{}: a file of a transaction that failed stays", folder.id(), path, e);
            }
        }
    }

    /** The foldable sidecars: all without anchors. */
    public static List<SidecarFile> foldable(Fragment fragment) {
        return fragment.sidecars().stream()
                .filter(sidecar -> sidecar.inserted().isEmpty())
                .toList();
    }

    private void fold(Fragment fragment, List<SidecarFile> old, Set<Integer> without) throws IOException {
        List<Field> fields = snapshot.schema().fields().stream()
                .filter(field -> !without.contains(field.fieldId().getAsInt()))
                .toList();
        RowChanges changes = changes(fragment, old, fields);
        transaction.foldSidecars(
                fragment.id(),
                changes.isEmpty() ? Optional.empty() : Optional.of(write(fragment, changes, fields)),
                old);
    }

    /** The changes of sidecars that the files lack, with columns named as in the snapshot. */
    private RowChanges changes(Fragment fragment, List<SidecarFile> old, List<Field> fields) throws IOException {
        List<RowChanges> layers = new ArrayList<>();
        try (FragmentChanges open = new FragmentChanges(snapshot.image(), fragment)) {
            for (SidecarFile sidecar : old) {
                Map<Integer, String> names = new HashMap<>();
                for (Field field : fields) {
                    int id = field.fieldId().getAsInt();
                    long folded = fragment.fileOf(id).map(DataFile::folded).orElse(-1L);
                    if (sidecar.version() > folded && sidecar.fields().contains(id)) {
                        names.put(id, field.name());
                    }
                }
                layers.add(widened(open.of(sidecar, names), fields));
            }
        }
        return RowChanges.stack(layers);
    }

    private static RowChanges widened(RowChanges changes, List<Field> fields) {
        RowChanges.Builder builder = RowChanges.builder();
        builder.delete(changes.deletedRows());
        for (Field field : fields) {
            changes.values(field.name())
                    .ifPresent(values -> builder.modify(
                            field.name(), changes.rows(field.name()), VectorAdapter.BY_ID.adapt(values, field.type())));
        }
        return builder.build();
    }

    private SidecarPlace write(Fragment fragment, RowChanges changes, List<Field> fields) throws IOException {
        List<Field> changed = fields.stream()
                .filter(field -> changes.changedColumns().contains(field.name()))
                .toList();
        SidecarTarget target = new SidecarTarget(fragment.id().toString(), fragment.rows(), snapshot.version());
        SidecarSink sink = SidecarSink.create(folder, newFile(transaction.newSidecar()), snapshot.state());
        try (SidecarWriter writer = SidecarWriter.create(sink, target, changed, options)) {
            writer.delete(changes.deletedRows());
            for (Field field : changed) {
                writer.modify(
                        field.fieldId().getAsInt(),
                        changes.rows(field.name()),
                        changes.values(field.name()).orElseThrow());
            }
            writer.finish();
        }
        return sink.place();
    }
}
