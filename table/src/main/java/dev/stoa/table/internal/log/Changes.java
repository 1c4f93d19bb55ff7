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
package dev.stoa.table.internal.log;

import dev.stoa.format.Type;
import dev.stoa.table.DataFile;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.TableProperties;
import dev.stoa.table.internal.logfile.LogBounds;
import dev.stoa.table.internal.schema.TableSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** The changes that a transaction is going to commit. Filled by one thread. */
public final class Changes {
    public final Map<UUID, NewFragment> added = new LinkedHashMap<>();
    public final Map<UUID, Action.RemoveFragment> removed = new LinkedHashMap<>();
    public final Map<UUID, List<DataFile.Added>> files = new LinkedHashMap<>();
    public final Map<UUID, List<SidecarFile.Added>> sidecars = new LinkedHashMap<>();
    public final Set<Action.DropSidecar> dropped = new LinkedHashSet<>();
    public Optional<TableSchema> schema = Optional.empty();
    public Optional<TableProperties> properties = Optional.empty();
    /** Those of the table with the properties, if they are others than before. */
    public Optional<TableFeatures> features = Optional.empty();

    public long[] keys = new long[0];
    public boolean overwrites;

    /** A fragment to be added. */
    public record NewFragment(long rows, Optional<String> partition, DataFile.Added file) {}

    public boolean isEmpty() {
        return added.isEmpty() && !changesFragments() && schema.isEmpty() && properties.isEmpty() && !overwrites;
    }

    /** Whether existing fragments are changed or removed. */
    public boolean changesFragments() {
        return !removed.isEmpty() || !files.isEmpty() || !sidecars.isEmpty() || !dropped.isEmpty();
    }

    /** The columns after these changes of a version. */
    public TableSchema schemaAfter(TableState base) {
        return schema.orElse(base.schema());
    }

    /** The declarations after these changes of a version. */
    public TableProperties propertiesAfter(TableState base) {
        return properties.orElse(base.properties());
    }

    /** The fields with bounds in the log after these changes of a version, and their types. */
    public Map<Integer, Type> boundedAfter(TableState base) {
        return LogBounds.fields(schemaAfter(base), propertiesAfter(base));
    }

    public <T> void add(Map<UUID, List<T>> lists, UUID fragment, T element) {
        lists.computeIfAbsent(fragment, id -> new ArrayList<>()).add(element);
    }
}
