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

import dev.stoa.format.CorruptFileException;
import dev.stoa.table.CommitInfo;
import dev.stoa.table.Fragment;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.TableProperties;
import dev.stoa.table.internal.schema.TableSchema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * What a table holds at a version. Immutable.
 *
 * @param table the id of the table
 * @param info the commit that made the version
 * @param schema the schema
 * @param properties what is declared
 * @param features of the table, which a release must know
 * @param fragments by id, in the order in which they came
 * @param checkpoint the version of the checkpoint that was read, or 0
 */
public record TableState(
        UUID table,
        CommitInfo info,
        TableSchema schema,
        TableProperties properties,
        TableFeatures features,
        Map<UUID, Fragment> fragments,
        long checkpoint) {

    private static final int LEAST_BETWEEN_CHECKPOINTS = 4;
    private static final int MOST_BETWEEN_CHECKPOINTS = 64;
    private static final int FRAGMENTS_PER_COMMIT = 1000;

    public long version() {
        return info.version();
    }

    /** How many versions behind the last checkpoint the next one is due. */
    public long checkpointInterval() {
        return Math.min(
                MOST_BETWEEN_CHECKPOINTS, Math.max(LEAST_BETWEEN_CHECKPOINTS, fragments.size() / FRAGMENTS_PER_COMMIT));
    }

    /** The state that a checkpoint, or the first entry, says by itself. */
    public static TableState of(LogContents contents, String name) throws CorruptFileException {
        TableSchema schema = contents.schema()
                .orElseThrow(
                        () -> new CorruptFileException(name + ": it has no schema, though nothing stands before it"));
        TableState empty = new TableState(
                contents.table(),
                contents.info(),
                schema,
                TableProperties.NONE,
                TableFeatures.NONE,
                Map.of(),
                contents.info().version());
        return empty.with(List.of(contents), List.of(name));
    }

    /** The state after more entries, each of the next version. */
    public TableState with(List<LogContents> entries, List<String> names) throws CorruptFileException {
        Map<UUID, Fragment> all = new LinkedHashMap<>(fragments);
        CommitInfo last = info;
        TableSchema fields = schema;
        TableProperties declared = properties;
        TableFeatures needed = features;
        for (int i = 0; i < entries.size(); i++) {
            LogContents entry = entries.get(i);
            String name = names.get(i);
            if (!entry.table().equals(table)) {
                throw new CorruptFileException(
                        name + ": it belongs to the table " + entry.table() + ", this one is " + table);
            }
            if (entry.info().time().isBefore(last.time())) {
                throw new CorruptFileException(name + ": its time "
                        + entry.info().time() + " is before " + last.time() + ", that of the version below");
            }
            last = entry.info();
            fields = entry.schema().orElse(fields);
            if (entry.properties().isPresent()) {
                try {
                    declared = TableProperties.ofTexts(entry.properties().get());
                } catch (IllegalArgumentException e) {
                    throw new CorruptFileException(name + ": " + e.getMessage(), e);
                }
            }
            needed = entry.features().orElse(needed);
            apply(entry, name, all);
        }
        return new TableState(table, last, fields, declared, needed, Collections.unmodifiableMap(all), checkpoint);
    }

    private static void apply(LogContents entry, String name, Map<UUID, Fragment> fragments)
            throws CorruptFileException {
        Map<UUID, List<SidecarFile>> sidecars = new HashMap<>();
        for (Action action : entry.actions()) {
            UUID id = action.about();
            Optional<Fragment> old = Optional.ofNullable(fragments.get(id));
            if (action instanceof Action.AddFragment a) {
                check(old.isEmpty(), name, "fragment " + id + " is added, but there already");
                fragments.put(id, a.fragment());
                continue;
            }
            check(old.isPresent(), name, "there is no fragment " + id);
            if (action instanceof Action.RemoveFragment) {
                fragments.remove(id);
            } else if (action instanceof Action.AddFile a) {
                fragments.put(id, old.get().with(a.file()));
            } else if (action instanceof Action.AddSidecar a) {
                sidecars.computeIfAbsent(id, key -> new ArrayList<>()).add(a.sidecar());
            } else if (action instanceof Action.DropSidecar a) {
                Optional<Fragment> rest = old.get().without(a.sidecar());
                check(rest.isPresent(), name, "fragment " + id + " has no sidecar " + a.sidecar());
                fragments.put(id, rest.get());
            }
        }
        for (Map.Entry<UUID, List<SidecarFile>> added : sidecars.entrySet()) {
            Fragment old = fragments.get(added.getKey());
            check(old != null, name, "fragment " + added.getKey() + " gets a sidecar and is removed");
            fragments.put(added.getKey(), old.with(added.getValue()));
        }
        for (Action action : entry.actions()) {
            if (action instanceof Action.AddFragment a) {
                Fragment added = fragments.get(a.fragment().id());
                check(added == null || !added.files().isEmpty(), name, a.fragment() + " has no file");
            }
        }
    }

    private static void check(boolean ok, String name, String problem) throws CorruptFileException {
        if (!ok) {
            throw new CorruptFileException(name + ": " + problem);
        }
    }
}
