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

import dev.stoa.table.internal.logfile.LogRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * A part of a table: rows that share one row space, in one file or, by columns, in several, and what was changed in them
 * since. A row is known by its fragment and its number therein, which never change. Immutable.
 */
public final class Fragment {
    private final UUID id;
    private final long rows;
    private final Optional<String> partition;
    private final List<DataFile> files;
    private final List<SidecarFile> sidecars;
    private final LogRow row;

    public Fragment(
            UUID id,
            long rows,
            Optional<String> partition,
            List<DataFile> files,
            List<SidecarFile> sidecars,
            LogRow row) {
        this.id = id;
        this.rows = rows;
        this.partition = partition;
        this.files = List.copyOf(files);
        this.sidecars = List.copyOf(sidecars);
        this.row = row;
    }

    /** Its id. */
    public UUID id() {
        return id;
    }

    /** The rows of its row space, with those that are deleted. */
    public long rows() {
        return rows;
    }

    /** The rows that are not deleted. */
    public long liveRows() {
        long live = rows;
        for (SidecarFile sidecar : sidecars) {
            live -= sidecar.deletedRows();
        }
        return Math.max(0, live);
    }

    /** The partition of all its rows, in a table that has partitions. */
    public Optional<String> partition() {
        return partition;
    }

    /** Its files; of a field that several have, the last one counts. */
    public List<DataFile> files() {
        return files;
    }

    /** Its sidecars, oldest first. */
    public List<SidecarFile> sidecars() {
        return sidecars;
    }

    /** The file that has a top-level field, unless the field came later than the file. */
    public Optional<DataFile> fileOf(int fieldId) {
        for (int i = files.size() - 1; i >= 0; i--) {
            DataFile file = files.get(i);
            if (file.fields().isEmpty() || file.fields().get().contains(fieldId)) {
                return Optional.of(file);
            }
        }
        return Optional.empty();
    }

    public LogRow row() {
        return row;
    }

    /** Returns the same with one more file, and without files whose fields are all in later ones. */
    public Fragment with(DataFile file) {
        List<DataFile> all = new ArrayList<>();
        List<Integer> taken = file.fields().orElse(List.of());
        for (DataFile old : files) {
            boolean replaced =
                    old.fields().isPresent() && taken.containsAll(old.fields().get());
            if (!replaced) {
                all.add(old);
            }
        }
        all.add(file);
        return new Fragment(id, rows, partition, all, sidecars, row);
    }

    /** The same with more sidecars; they count in the order of their versions, those of one version as they come. */
    public Fragment with(List<SidecarFile> more) {
        List<SidecarFile> all = new ArrayList<>(sidecars);
        all.addAll(more);
        all.sort(Comparator.comparingLong(SidecarFile::version));
        return new Fragment(id, rows, partition, files, all, row);
    }

    /** The same without the sidecars of later versions. */
    public Fragment upTo(long version) {
        List<SidecarFile> old =
                sidecars.stream().filter(s -> s.version() <= version).toList();
        return old.size() == sidecars.size() ? this : new Fragment(id, rows, partition, files, old, row);
    }

    /** The same without a sidecar, if it has it. */
    public Optional<Fragment> without(UUID sidecar) {
        List<SidecarFile> rest = new ArrayList<>(sidecars);
        boolean removed = rest.removeIf(s -> s.identity().uuid().equals(sidecar));
        return removed ? Optional.of(new Fragment(id, rows, partition, files, rest, row)) : Optional.empty();
    }

    @Override
    public String toString() {
        return "fragment " + id;
    }
}
