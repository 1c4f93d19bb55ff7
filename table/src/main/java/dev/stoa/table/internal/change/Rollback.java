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

import dev.stoa.format.Type;
import dev.stoa.table.DataFile;
import dev.stoa.table.Fragment;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.Snapshot;
import dev.stoa.table.TableProperties;
import dev.stoa.table.Transaction;
import dev.stoa.table.internal.log.Changes;
import dev.stoa.table.internal.log.FragmentBounds;
import dev.stoa.table.internal.logfile.LogBounds;
import dev.stoa.table.internal.schema.TableSchema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * Gives the table the contents of an older version, by a new one. Fragments that came since go. Those that were removed or
 * changed come back with the files that they had. It writes only the entry. It conflicts with whatever is
 * committed in between.
 */
public final class Rollback {
    private final Transaction transaction;
    private final Snapshot old;

    public Rollback(Transaction transaction, Snapshot old) {
        this.transaction = transaction;
        this.old = old;
    }

    /** The parts of a fragment. If one differs, the fragment has another version. */
    private static List<UUID> parts(Fragment fragment) {
        List<UUID> parts = new ArrayList<>();
        fragment.files().forEach(file -> parts.add(file.identity().uuid()));
        fragment.sidecars().forEach(sidecar -> parts.add(sidecar.identity().uuid()));
        return parts;
    }

    /** Whether two versions, perhaps of a table and of its branch, have the same rows, columns and declarations. */
    public static boolean isSame(Snapshot one, Snapshot other) throws IOException {
        if (one.fragmentCount() != other.fragmentCount()) {
            return false;
        }
        for (Fragment fragment : one.fragments()) {
            if (!other.fragment(fragment.id()).map(Rollback::parts).equals(Optional.of(parts(fragment)))) {
                return false;
            }
        }
        return one.schema().equals(other.schema())
                && one.properties().withoutTags().equals(other.properties().withoutTags());
    }

    /** Fills the transaction. */
    public void run() throws IOException {
        Snapshot now = transaction.snapshot();
        Changes changes = transaction.changes();
        Map<UUID, List<UUID>> kept = new HashMap<>();
        for (Fragment fragment : now.fragments()) {
            boolean same = old.fragment(fragment.id()).map(Rollback::parts).equals(Optional.of(parts(fragment)));
            if (same) {
                kept.put(fragment.id(), parts(fragment));
            } else {
                transaction.removeFragment(fragment.id());
            }
        }
        for (Fragment fragment : old.fragments()) {
            if (!kept.containsKey(fragment.id())) {
                restore(changes, fragment);
            }
        }
        TableSchema schema = now.state().schema();
        if (!old.schema().equals(schema.schema())) {
            // ids that were given since, or in a branch, are never given again
            int last = Math.max(schema.lastFieldId(), old.state().schema().lastFieldId());
            changes.schema = Optional.of(
                    new TableSchema(old.schema(), old.state().schema().origins(), last));
        }
        TableProperties restored = old.properties().withTagsOf(now.properties());
        if (!restored.equals(now.properties())) {
            changes.properties = Optional.of(restored);
        }
        changes.overwrites = true;
    }

    private void restore(Changes changes, Fragment fragment) throws IOException {
        Map<Integer, Type> bounded = LogBounds.fields(old.state().schema(), old.properties());
        boolean isFirst = true;
        for (DataFile file : fragment.files()) {
            // the sidecars get the number of the commit: a branch that counts further must not make them look older
            long folded = Math.min(file.folded(), transaction.snapshot().version());
            DataFile.Added added = new DataFile.Added(
                    file.path(), file.identity(), file.fields(), folded, FragmentBounds.ofRow(file.row(), bounded));
            if (isFirst) {
                changes.added.put(fragment.id(), new Changes.NewFragment(fragment.rows(), fragment.partition(), added));
            } else {
                changes.add(changes.files, fragment.id(), added);
            }
            isFirst = false;
        }
        for (SidecarFile sidecar : fragment.sidecars()) {
            changes.add(
                    changes.sidecars,
                    fragment.id(),
                    new SidecarFile.Added(
                            transaction.room().fit(sidecar.place()),
                            sidecar.identity(),
                            sidecar.deletedRows(),
                            sidecar.fields(),
                            sidecar.inserted(),
                            FragmentBounds.ofRow(sidecar.row(), bounded),
                            OptionalLong.empty()));
        }
    }
}
