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

import dev.stoa.reader.ColumnBounds;
import dev.stoa.reader.FileIdentity;
import dev.stoa.table.internal.logfile.LogRow;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A file with columns of a fragment. Immutable. */
public final class DataFile {
    private final String path;
    private final FileIdentity identity;
    private final Optional<List<Integer>> fields;
    private final long folded;
    private final LogRow row;

    public DataFile(String path, FileIdentity identity, Optional<List<Integer>> fields, long folded, LogRow row) {
        this.path = path;
        this.identity = identity;
        this.fields = fields.map(List::copyOf);
        this.folded = folded;
        this.row = row;
    }

    /** Its path, relative to the table's folder. */
    public String path() {
        return path;
    }

    /** Which file it is. */
    public FileIdentity identity() {
        return identity;
    }

    /** The ids of the top-level fields that are read from it; absent for all that no later file of the fragment has. */
    public Optional<List<Integer>> fields() {
        return fields;
    }

    /** The changes of its fields that were committed up to this version are in it; those of later versions are not. */
    public long folded() {
        return folded;
    }

    public LogRow row() {
        return row;
    }

    @Override
    public String toString() {
        return path;
    }

    /** A file that is about to be added, with what is known of its columns, by field id. */
    public record Added(
            String path,
            FileIdentity identity,
            Optional<List<Integer>> fields,
            long folded,
            Map<Integer, ColumnBounds> bounds) {}
}
