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
package dev.stoa.table.internal.check;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.Type;
import dev.stoa.reader.ColumnBounds;
import dev.stoa.table.CommitInfo;
import dev.stoa.table.DataFile;
import dev.stoa.table.Fragment;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.internal.log.FragmentBounds;
import dev.stoa.table.internal.log.LogContents;
import dev.stoa.table.internal.log.TableState;
import dev.stoa.table.internal.logfile.LogFile;
import dev.stoa.table.internal.logfile.LogRow;
import dev.stoa.table.internal.schema.SameValues;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Compares a checkpoint with the entries that it replaces. */
final class CheckpointCheck {
    private CheckpointCheck() {}

    /** The first difference, if any. */
    static Optional<String> difference(TableState checkpoint, TableState entries) throws IOException {
        if (!checkpoint.schema().equals(entries.schema())) {
            return Optional.of("its columns are not those of the entries");
        } else if (!checkpoint.properties().equals(entries.properties())) {
            return Optional.of("its properties are not those of the entries");
        } else if (!checkpoint.features().equals(entries.features())) {
            return Optional.of("its features are not those of the entries");
        }
        Set<UUID> ids = checkpoint.fragments().keySet();
        if (!ids.equals(entries.fragments().keySet())) {
            return Optional.of("it has " + ids.size() + " fragments, by the entries there are others, or not as many: "
                    + entries.fragments().size());
        }
        for (UUID id : ids) {
            Fragment a = checkpoint.fragments().get(id);
            Fragment b = entries.fragments().get(id);
            if (a.rows() != b.rows() || !a.partition().equals(b.partition()) || !files(a).equals(files(b))) {
                return Optional.of("its " + a + " is not what the entries make of it");
            }
        }
        return bounds(checkpoint, entries);
    }

    /** The first difference between the commit of a checkpoint and the entry of its version. */
    static Optional<String> difference(TableState checkpoint, LogContents entry) {
        CommitInfo told = checkpoint.info();
        CommitInfo right = entry.info();
        if (!told.equals(right)) {
            return Optional.of("it tells of the transaction " + told.transaction() + " (" + told.operation()
                    + "), the entry of " + right.transaction() + " (" + right.operation() + ")");
        }
        return checkpoint.position().entry().equals(entry.link().hash())
                ? Optional.empty()
                : Optional.of("it stands for an entry with the hash "
                        + checkpoint.position().entry() + ", the entry has "
                        + entry.link().hash());
    }

    private static List<Object> files(Fragment fragment) {
        List<Object> all = new ArrayList<>();
        for (DataFile file : fragment.files()) {
            all.add(List.of(file.path(), file.identity(), file.fields(), file.folded()));
        }
        for (SidecarFile file : fragment.sidecars()) {
            all.add(List.of(
                    file.place(), file.identity(), file.version(), file.deletedRows(), file.fields(), file.inserted()));
        }
        return all;
    }

    /** Column by column, as all bounds of a wide table would be too many at once. */
    private static Optional<String> bounds(TableState checkpoint, TableState entries) throws IOException {
        Set<LogFile> read = new HashSet<>();
        for (Map.Entry<Integer, Type> leaf : checkpoint.schema().leaves().entrySet()) {
            for (Fragment fragment : checkpoint.fragments().values()) {
                Fragment other = entries.fragments().get(fragment.id());
                List<LogRow> a = rows(fragment);
                List<LogRow> b = rows(other);
                for (int i = 0; i < a.size(); i++) {
                    read.add(a.get(i).file());
                    read.add(b.get(i).file());
                    Optional<ColumnBounds> told = FragmentBounds.ofRow(a.get(i), leaf.getKey(), leaf.getValue());
                    Optional<ColumnBounds> right = FragmentBounds.ofRow(b.get(i), leaf.getKey(), leaf.getValue());
                    if (told.isPresent() && !(right.isPresent() && isSame(told.get(), right.get()))) {
                        return Optional.of("its bounds of the field " + leaf.getKey() + " in " + fragment
                                + " are not those of the entries");
                    }
                }
            }
            read.forEach(LogFile::forget);
            read.clear();
        }
        return Optional.empty();
    }

    private static List<LogRow> rows(Fragment fragment) {
        List<LogRow> rows = new ArrayList<>();
        fragment.files().forEach(file -> rows.add(file.row()));
        fragment.sidecars().forEach(file -> rows.add(file.row()));
        return rows;
    }

    static boolean isSame(ColumnBounds a, ColumnBounds b) {
        return a.rows() == b.rows()
                && a.nullCount() == b.nullCount()
                && a.nanCount() == b.nanCount()
                && a.minExact() == b.minExact()
                && a.maxExact() == b.maxExact()
                && isSame(a.min(), b.min())
                && isSame(a.max(), b.max());
    }

    private static boolean isSame(Optional<ColumnVector> a, Optional<ColumnVector> b) {
        return a.isPresent() == b.isPresent() && (a.isEmpty() || SameValues.in(a.get(), 0, b.get(), 0));
    }
}
