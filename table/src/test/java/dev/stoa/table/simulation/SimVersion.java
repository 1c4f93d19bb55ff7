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
package dev.stoa.table.simulation;

import dev.stoa.format.Schema;
import dev.stoa.table.CommitInfo;
import dev.stoa.table.Fragment;
import dev.stoa.table.TableBranch;
import dev.stoa.table.internal.log.TableState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * What a version of a table must hold.
 *
 * @param info the commit, as its entry says
 * @param schema the columns
 * @param rows by number: values by field id
 * @param effect what made it of the version below
 * @param state what the log says of files
 */
record SimVersion(
        CommitInfo info, Schema schema, Map<Long, Map<Integer, Object>> rows, SimEffect effect, TableState state) {

    long number() {
        return info.version();
    }

    /** The rows as text, sorted. */
    List<String> texts() {
        return SimEffect.texts(rows.values(), schema);
    }

    /** The row with a key. */
    Optional<Long> rowOf(long key) {
        return rows.entrySet().stream()
                .filter(row -> row.getValue().get(SimModel.KEY).equals(key))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /** The entries say all of them, so that nothing is read. */
    private Collection<Fragment> fragments() {
        try {
            return state.fragments().values();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What each fragment is made of, by the ids of its files and sidecars. */
    Map<UUID, List<UUID>> parts() {
        Map<UUID, List<UUID>> parts = new HashMap<>();
        for (Fragment fragment : fragments()) {
            List<UUID> of = new ArrayList<>();
            fragment.files().forEach(file -> of.add(file.identity().uuid()));
            fragment.sidecars().forEach(sidecar -> of.add(sidecar.identity().uuid()));
            parts.put(fragment.id(), of);
        }
        return parts;
    }

    /** Whether another one, perhaps of a branch, has the same columns, and fragments of the same files. */
    boolean isMadeAs(SimVersion other) {
        return schema.equals(other.schema) && parts().equals(other.parts());
    }

    /**
     * Whether a commit made a version with the columns of this one, perhaps of a branch, and fragments of the same files. Fragments that
     * the commit had no reason to change are as others left them.
     *
     * @param base what the commit was begun with
     * @param below what it was committed after
     */
    boolean isPublishedAs(SimVersion made, SimVersion base, SimVersion below) {
        Set<UUID> ids = new HashSet<>();
        List.of(this, made, base, below)
                .forEach(version -> ids.addAll(version.parts().keySet()));
        boolean isSame = schema.equals(made.schema);
        for (UUID id : ids) {
            List<UUID> own = parts().get(id);
            List<UUID> now = made.parts().get(id);
            boolean isLeft = Objects.equals(own, base.parts().get(id))
                    && Objects.equals(now, below.parts().get(id));
            isSame &= isLeft || Objects.equals(own, now);
        }
        return isSame;
    }

    /** Whether another one, perhaps of a branch, has the same columns and rows. */
    boolean isAs(SimVersion other) {
        return rows.keySet().equals(other.rows.keySet())
                && schema.equals(other.schema)
                && texts().equals(other.texts());
    }

    /** The branches, by name. */
    Map<String, TableBranch> branches() {
        return state.properties().branches();
    }

    /** The files that its rows are made of. */
    Set<String> files() {
        Set<String> files = new HashSet<>();
        for (Fragment fragment : fragments()) {
            fragment.files().forEach(file -> files.add(file.path()));
            fragment.sidecars().stream()
                    .filter(sidecar -> !sidecar.isInLog())
                    .forEach(sidecar -> files.add(sidecar.path()));
        }
        return files;
    }
}
