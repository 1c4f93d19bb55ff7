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

import dev.stoa.delta.Sidecar;
import dev.stoa.delta.SidecarTarget;
import dev.stoa.delta.TooManyChangesException;
import dev.stoa.format.Field;
import dev.stoa.format.StoaException;
import dev.stoa.table.Fragment;
import dev.stoa.table.SidecarFile;
import dev.stoa.vio.Folder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks what a sound sidecar says: that it is about the rows of its fragment, and what the log says of it. */
public final class SidecarCheck {
    private final Folder folder;
    private final Map<java.util.UUID, Fragment> newest;
    private final boolean readsData;

    /**
     * A check.
     *
     * @param newest the fragments of the newest version
     */
    public SidecarCheck(Folder folder, Map<java.util.UUID, Fragment> newest, boolean readsData) {
        this.folder = folder;
        this.newest = newest;
        this.readsData = readsData;
    }

    /** What is wrong, if something is. */
    public Optional<String> check(Fragment fragment, SidecarFile file) throws IOException {
        try (Sidecar sidecar = file.open(folder)) {
            SidecarTarget target = sidecar.target();
            if (!target.fragment().equals(fragment.id().toString()) || target.rows() != fragment.rows()) {
                return Optional.of("it is about " + target.rows() + " rows of the fragment " + target.fragment()
                        + ", by the log about " + fragment.rows() + " of " + fragment.id());
            }
            if (!readsData) {
                return Optional.empty();
            }
            long deleted = sidecar.deletedRows().count();
            if (deleted != file.deletedRows()) {
                return Optional.of("it deletes " + deleted + " rows, by the log " + file.deletedRows());
            }
            List<Integer> changed = new ArrayList<>();
            Map<Integer, String> names = new HashMap<>();
            for (Field field : sidecar.changedFields()) {
                names.put(field.fieldId().orElseThrow(), field.name());
            }
            sidecar.summary().fields().stream()
                    .filter(change -> change.rows() > 0)
                    .forEach(change -> changed.add(change.fieldId()));
            changed.sort(null);
            if (!changed.equals(file.fields())) {
                return Optional.of("it has new values of the fields " + changed + ", by the log of " + file.fields());
            }
            sidecar.values(names, 0, target.rows()); // its positions are within the rows, and ascend
            long placed = sidecar.anchors().rows();
            Optional<Fragment> guest = file.inserted().map(newest::get);
            if (file.inserted().isEmpty()
                    ? placed > 0
                    : guest.isPresent() && placed != guest.get().rows()) {
                return Optional.of("it places " + placed + " rows, by the log "
                        + guest.map(Fragment::rows).orElse(0L));
            }
            return Optional.empty();
        } catch (TooManyChangesException e) {
            throw e;
        } catch (StoaException e) {
            return Optional.of(e.getMessage());
        }
    }
}
