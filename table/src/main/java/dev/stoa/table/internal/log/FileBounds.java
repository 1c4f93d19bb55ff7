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

import dev.stoa.format.StoaException;
import dev.stoa.format.Type;
import dev.stoa.reader.ColumnBounds;
import dev.stoa.reader.FileIdentity;
import dev.stoa.table.DataFile;
import dev.stoa.table.Fragment;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.internal.schema.TableSchema;
import dev.stoa.table.internal.schema.Widening;
import dev.stoa.vio.Folder;
import dev.stoa.vio.RangeReadException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Reads bounds of values from data files and sidecars, in place of those that the log can't tell. For one thread. */
final class FileBounds {
    private final Folder folder;
    private final TableSchema schema;
    private final Set<String> read = new HashSet<>();
    private final Set<String> unknown = new HashSet<>();

    FileBounds(Folder folder, TableSchema schema) {
        this.folder = folder;
        this.schema = schema;
    }

    private interface Reading {
        /** Returns the bounds of a file, if it is the one that the log names. */
        Optional<Map<Integer, ColumnBounds>> bounds() throws IOException;
    }

    /** Returns the bounds of some fields in a data file; none if it can't tell them. */
    Map<Integer, ColumnBounds> of(DataFile file, Map<Integer, Type> fields) throws IOException {
        return read(file.path(), fields, () -> {
            FileImport found = FileImport.of(folder, file.path(), schema, fields, file.fields(), List.of());
            return same(found.identity(), file.identity(), found.bounds());
        });
    }

    /** Returns the bounds of new values in a sidecar of a fragment; none if it can't tell them. */
    Map<Integer, ColumnBounds> of(Fragment fragment, SidecarFile file, Map<Integer, Type> fields) throws IOException {
        return read(file.path(), fields, () -> {
            SidecarImport found = SidecarImport.of(folder, file.place(), fragment.id(), fragment.rows());
            return same(
                    found.identity(),
                    file.identity(),
                    found.added(fields, Optional.empty(), OptionalLong.empty()).bounds());
        });
    }

    private static Optional<Map<Integer, ColumnBounds>> same(
            FileIdentity found, FileIdentity named, Map<Integer, ColumnBounds> bounds) {
        return found.equals(named) ? Optional.of(bounds) : Optional.empty();
    }

    private Map<Integer, ColumnBounds> read(String path, Map<Integer, Type> fields, Reading reading)
            throws IOException {
        Map<Integer, ColumnBounds> known = new HashMap<>();
        try {
            Optional<Map<Integer, ColumnBounds>> found = reading.bounds();
            found.orElse(Map.of())
                    .forEach((id, bounds) ->
                            Widening.widened(bounds, fields.get(id)).ifPresent(widened -> known.put(id, widened)));
            (found.isPresent() ? read : unknown).add(path);
        } catch (StoaException | FileNotFoundException | RangeReadException e) {
            unknown.add(path); // a repair of the table's files tells what is wrong with it
        }
        return known;
    }

    /** The number of files whose bounds were read. */
    int readFiles() {
        return read.size();
    }

    /** The number of files that can't tell their bounds. */
    int unknownFiles() {
        return unknown.size();
    }
}
