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

import dev.stoa.format.Field;
import dev.stoa.format.StoaException;
import dev.stoa.reader.StoaFile;
import dev.stoa.table.DataFile;
import dev.stoa.table.Fragment;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.internal.logfile.BoundsColumn;
import dev.stoa.table.internal.logfile.LogRow;
import dev.stoa.table.internal.schema.TableSchema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Names the columns and files whose bounds a damaged file of the log no longer tells. Scans open these files, so only time is
 * lost.
 */
public final class LostBounds {
    /** A message names this many columns. */
    private static final int MOST_NAMED = 3;

    private LostBounds() {}

    /**
     * Describes those of an entry.
     *
     * @param schema of the table, for the names of columns
     * @return a sentence; absent if all bounds can be read, or more than bounds is damaged
     */
    public static Optional<String> ofEntry(Log log, long version, TableSchema schema) throws IOException {
        String name = Log.entryName(version);
        try {
            Optional<LogContents> entry = log.entryWithoutBounds(name, version);
            if (entry.isEmpty()) {
                return Optional.empty();
            }
            Map<Integer, String> files = new TreeMap<>();
            for (Action action : entry.get().actions()) {
                if (action instanceof Action.AddFile added) {
                    add(files, added.file().row(), added.file().path());
                } else if (action instanceof Action.AddSidecar added) {
                    add(files, added.sidecar().row(), added.sidecar().path());
                }
            }
            return text(log, name, schema, files);
        } catch (StoaException e) {
            return Optional.empty();
        }
    }

    /**
     * Describes those of a checkpoint, or of a part of it.
     *
     * @param path of the checkpoint or the part
     */
    public static Optional<String> ofCheckpoint(Log log, long version, String path) throws IOException {
        try {
            Optional<TableState> state = log.checkpoint(version);
            if (state.isEmpty()) {
                return Optional.empty();
            }
            Map<Integer, String> files = new TreeMap<>();
            for (PartFile part : state.get().held().base().files()) {
                addOf(path, files, part.row(), part.path());
            }
            for (Fragment fragment : state.get().fragments().values()) {
                for (DataFile file : fragment.files()) {
                    addOf(path, files, file.row(), file.path());
                }
                for (SidecarFile file : fragment.sidecars()) {
                    addOf(path, files, file.row(), file.path());
                }
            }
            return text(log, path, state.get().schema(), files);
        } catch (StoaException e) {
            return Optional.empty();
        }
    }

    private static void addOf(String path, Map<Integer, String> files, LogRow row, String file) {
        if (row.file().toString().endsWith(path)) { // small ones have the table's path in front
            add(files, row, file);
        }
    }

    private static void add(Map<Integer, String> files, LogRow row, String file) {
        files.put((int) row.row(), file);
    }

    private static Optional<String> text(Log log, String path, TableSchema schema, Map<Integer, String> files)
            throws IOException {
        BitSet rows = new BitSet();
        files.keySet().forEach(rows::set);
        Set<String> columns = new TreeSet<>();
        Set<String> of = new TreeSet<>();
        try (StoaFile file = StoaFile.open(log.folder().open(path, OptionalLong.empty()))) {
            for (BoundsColumn column : BoundsColumn.of(file, Map.of())) {
                BitSet lost = (BitSet) rows.clone();
                column.readable(file, rows).keySet().forEach(lost::clear);
                if (!lost.isEmpty()) {
                    columns.addAll(names(column, schema));
                    lost.stream().mapToObj(files::get).forEach(of::add);
                }
            }
        }
        return of.isEmpty()
                ? Optional.empty()
                : Optional.of("the bounds of " + some(columns, "column") + " in " + some(of, "file")
                        + " can't be read, so scans open each of these files");
    }

    private static List<String> names(BoundsColumn column, TableSchema schema) {
        List<String> names = new ArrayList<>();
        Collection<Integer> ids =
                column.isPacked() ? schema.leaves().keySet() : column.fields().keySet();
        for (int id : ids) {
            names.add("'" + path(schema.schema().fields(), id).orElse("f" + id) + "'");
        }
        return names;
    }

    private static Optional<String> path(List<Field> fields, int id) {
        for (Field field : fields) {
            if (field.fieldId().getAsInt() == id) {
                return Optional.of(field.name());
            }
            Optional<String> below = path(field.type().fields(), id);
            if (below.isPresent()) {
                return below.map(name -> field.name() + "." + name);
            }
        }
        return Optional.empty();
    }

    private static String some(Set<String> all, String what) {
        List<String> named = all.stream().limit(MOST_NAMED).toList();
        int others = all.size() - named.size();
        return "the " + what + (all.size() == 1 ? " " : "s ") + String.join(", ", named)
                + (others == 0 ? "" : " and " + others + " more");
    }
}
