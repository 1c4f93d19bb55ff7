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
package dev.stoa.table.internal.scan;

import dev.stoa.delta.Anchors;
import dev.stoa.delta.Sidecar;
import dev.stoa.delta.SidecarTarget;
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Field;
import dev.stoa.format.Type;
import dev.stoa.reader.RowChanges;
import dev.stoa.table.DataFile;
import dev.stoa.table.Fragment;
import dev.stoa.table.SidecarFile;
import dev.stoa.vio.Folder;
import dev.stoa.vio.internal.disk.Closing;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** The changes in the sidecars of a fragment. A sidecar is opened only for changes that are not known yet. For one thread. */
public final class FragmentChanges implements Closeable {
    private final Folder folder;
    private final ChangeCache cache;
    private final Fragment fragment;
    private final Map<SidecarFile, Sidecar> open = new LinkedHashMap<>();

    public FragmentChanges(TableImage image, Fragment fragment) {
        this.folder = image.folder();
        this.cache = image.changes();
        this.fragment = fragment;
    }

    private Sidecar sidecar(SidecarFile file) throws IOException {
        Sidecar known = open.get(file);
        if (known != null) {
            return known;
        }
        Sidecar sidecar = file.open(folder);
        open.put(file, sidecar);
        SidecarTarget target = sidecar.target();
        if (!target.fragment().equals(fragment.id().toString()) || target.rows() != fragment.rows()) {
            throw new CorruptFileException(folder.id() + "/" + file.path() + ": it is about " + target.rows()
                    + " rows of the fragment " + target.fragment() + ", the log has it for " + fragment.rows() + " of "
                    + fragment.id());
        }
        return sidecar;
    }

    private static ChangeCache.Key key(List<SidecarFile> files, ChangeCache.Part part, int field, String column) {
        List<UUID> ids = new ArrayList<>(files.size());
        for (SidecarFile file : files) {
            ids.add(file.identity().uuid());
        }
        return new ChangeCache.Key(ids, part, field, column);
    }

    /** The sidecars that change a field, except those folded into the file that has it; oldest first. */
    List<SidecarFile> changing(int field, Optional<DataFile> file) {
        long folded = file.map(DataFile::folded).orElse(-1L);
        List<SidecarFile> changing = List.of();
        for (SidecarFile sidecar : fragment.sidecars()) {
            if (sidecar.version() > folded && sidecar.fields().contains(field)) {
                changing = changing.isEmpty() ? new ArrayList<>() : changing;
                changing.add(sidecar);
            }
        }
        return changing;
    }

    private Type type(SidecarFile file, int field) throws IOException {
        return cache.get(
                key(List.of(file), ChangeCache.Part.TYPE, field, ""),
                Type.class,
                () -> sidecar(file).changedFields().stream()
                        .filter(changed -> changed.fieldId().orElse(-1) == field)
                        .map(Field::type)
                        .findFirst()
                        .orElseThrow(() -> new CorruptFileException(
                                file.path() + ": it lacks the new values of field " + field + " that the log lists")));
    }

    /** The new values of a field in some sidecars, together. */
    private RowChanges values(List<SidecarFile> files, int field, String column) throws IOException {
        return stacked(
                files,
                some -> key(some, ChangeCache.Part.VALUES, field, column),
                sidecar -> sidecar.values(Map.of(field, column), 0, fragment.rows()));
    }

    /** Reads something of a sidecar. */
    private interface Reading {
        RowChanges of(Sidecar sidecar) throws IOException;
    }

    /** The changes of sidecars together. If all except the last are known from the version before, only the last is read. */
    private RowChanges stacked(
            List<SidecarFile> files, Function<List<SidecarFile>, ChangeCache.Key> key, Reading reading)
            throws IOException {
        return cache.get(key.apply(files), RowChanges.class, () -> {
            int known = files.size() - 1;
            Optional<RowChanges> before = cache.find(key.apply(files.subList(0, known)), RowChanges.class);
            List<RowChanges> layers = new ArrayList<>();
            before.ifPresent(layers::add);
            for (SidecarFile file : files.subList(before.isPresent() ? known : 0, files.size())) {
                layers.add(reading.of(sidecar(file)));
            }
            return RowChanges.stack(layers);
        });
    }

    /**
     * Returns the changes of a top-level column whose types differ from its file's, if any.
     *
     * @param stored the type in the file, if that has the column
     */
    Optional<LateChanges> late(int field, Optional<DataFile> file, Optional<Type> stored) throws IOException {
        List<SidecarFile> changing = changing(field, file);
        boolean same = true;
        for (SidecarFile sidecar : changing) {
            same &= stored.equals(Optional.of(type(sidecar, field)));
        }
        if (same) {
            return Optional.empty();
        }
        LateChanges late = new LateChanges();
        for (SidecarFile sidecar : changing) {
            late.add(values(List.of(sidecar), field, LateChanges.columnName()), type(sidecar, field));
        }
        return Optional.of(late);
    }

    /** The deleted rows. */
    public RowChanges deletes() throws IOException {
        List<SidecarFile> deleting = new ArrayList<>(fragment.sidecars().size());
        for (SidecarFile sidecar : fragment.sidecars()) {
            if (sidecar.deletedRows() > 0) {
                deleting.add(sidecar);
            }
        }
        if (deleting.isEmpty()) {
            return RowChanges.NONE;
        }
        return stacked(
                deleting,
                some -> key(some, ChangeCache.Part.DELETES, 0, ""),
                sidecar -> RowChanges.builder().delete(sidecar.deletedRows()).build());
    }

    /**
     * The deleted rows, and the changes of some columns of a file.
     *
     * @param columns by top-level field id, the name of the column in the file
     */
    RowChanges of(DataFile file, Map<Integer, String> columns) throws IOException {
        RowChanges all = deletes();
        for (Map.Entry<Integer, String> column : columns.entrySet()) {
            List<SidecarFile> changing = changing(column.getKey(), Optional.of(file));
            if (!changing.isEmpty()) {
                all = all.and(values(changing, column.getKey(), column.getValue()));
            }
        }
        return all;
    }

    /** The changes of one sidecar. */
    public RowChanges of(SidecarFile sidecar, Map<Integer, String> columns) throws IOException {
        return sidecar(sidecar).changes(columns, 0, fragment.rows());
    }

    /** The places that a sidecar gives to the rows of others. */
    Anchors anchors(SidecarFile file) throws IOException {
        return cache.get(
                key(List.of(file), ChangeCache.Part.ANCHORS, 0, ""),
                Anchors.class,
                () -> sidecar(file).anchors());
    }

    @Override
    public void close() throws IOException {
        Closing.all(open.values());
    }
}
