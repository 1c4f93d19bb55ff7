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

import dev.stoa.delta.Sidecar;
import dev.stoa.delta.SidecarTarget;
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Field;
import dev.stoa.format.Type;
import dev.stoa.reader.RowChanges;
import dev.stoa.vio.Folder;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The open sidecars of a fragment. */
final class FragmentChanges implements Closeable {
    private final Fragment fragment;
    private final Map<SidecarFile, Sidecar> sidecars = new LinkedHashMap<>();

    private FragmentChanges(Fragment fragment) {
        this.fragment = fragment;
    }

    static FragmentChanges open(Folder folder, Fragment fragment) throws IOException {
        FragmentChanges changes = new FragmentChanges(fragment);
        boolean done = false;
        try {
            for (SidecarFile file : fragment.sidecars()) {
                changes.open(folder, file);
            }
            done = true;
            return changes;
        } finally {
            if (!done) {
                changes.close();
            }
        }
    }

    private void open(Folder folder, SidecarFile file) throws IOException {
        Sidecar sidecar = Sidecar.open(
                folder.open(file.path(), OptionalLong.of(file.identity().length())));
        sidecars.put(file, sidecar);
        SidecarTarget target = sidecar.target();
        if (!target.fragment().equals(fragment.id().toString()) || target.rows() != fragment.rows()) {
            throw new CorruptFileException(folder.id() + "/" + file.path() + ": it is about " + target.rows()
                    + " rows of the fragment " + target.fragment() + ", the log has it for " + fragment.rows() + " of "
                    + fragment.id());
        }
    }

    /** The sidecars that change a field, of which the file that has it knows nothing; oldest first. */
    private List<SidecarFile> changing(int field, Optional<DataFile> file) {
        long folded = file.map(DataFile::folded).orElse(-1L);
        return sidecars.keySet().stream()
                .filter(sidecar ->
                        sidecar.version() > folded && sidecar.fields().contains(field))
                .toList();
    }

    private Type type(SidecarFile file, int field) throws CorruptFileException {
        return sidecars.get(file).changedFields().stream()
                .filter(changed -> changed.fieldId().orElse(-1) == field)
                .map(Field::type)
                .findFirst()
                .orElseThrow(() -> new CorruptFileException(
                        file.path() + ": it has no new values of the field " + field + ", of which the log tells"));
    }

    /**
     * The changes of a top-level column that are of other types than its file has, if there are such.
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
            Map<Integer, String> names = Map.of(field, LateChanges.columnName());
            late.add(sidecars.get(sidecar).changes(names, 0, fragment.rows()), type(sidecar, field));
        }
        return Optional.of(late);
    }

    /**
     * The deleted rows, and the changes of some columns of a file.
     *
     * @param columns by top-level field id, the name of the column in the file
     */
    RowChanges of(DataFile file, Map<Integer, String> columns) throws IOException {
        List<RowChanges> layers = new ArrayList<>();
        for (Map.Entry<SidecarFile, Sidecar> sidecar : sidecars.entrySet()) {
            Map<Integer, String> changed = new HashMap<>(columns);
            changed.keySet().retainAll(sidecar.getKey().fields());
            if (sidecar.getKey().version() <= file.folded()) {
                changed.clear();
            }
            if (!changed.isEmpty() || sidecar.getKey().deletedRows() > 0) {
                layers.add(sidecar.getValue().changes(changed, 0, fragment.rows()));
            }
        }
        return RowChanges.stack(layers);
    }

    /** What one sidecar changes. */
    RowChanges of(SidecarFile sidecar, Map<Integer, String> columns) throws IOException {
        return sidecars.get(sidecar).changes(columns, 0, fragment.rows());
    }

    @Override
    public void close() throws IOException {
        for (Sidecar sidecar : sidecars.values()) {
            sidecar.close();
        }
    }
}
