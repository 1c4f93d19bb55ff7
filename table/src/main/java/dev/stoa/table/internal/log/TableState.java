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
 * @param position its position in the log
 * @param info the commit that made the version
 * @param schema the schema
 * @param properties what is declared
 * @param features of the table, which a release must know
 * @param fragments by id, in the order in which they came
 */
public record TableState(
        LogPosition position,
        CommitInfo info,
        TableSchema schema,
        TableProperties properties,
        TableFeatures features,
        Map<UUID, Fragment> fragments) {

    private static final int LEAST_BETWEEN_CHECKPOINTS = 4;
    private static final int MOST_BETWEEN_CHECKPOINTS = 64;
    private static final int FRAGMENTS_PER_COMMIT = 1000;

    public long version() {
        return info.version();
    }

    /** The id of the table. */
    public UUID table() {
        return position.table();
    }

    /** The version of the checkpoint that was read, or 0. */
    public long checkpoint() {
        return position.base().version();
    }

    /**
     * Whether a new checkpoint may name the parts of the one that was read. An expiry may have removed a checkpoint below the
     * floor, and its parts go with the next expiry.
     */
    public boolean sharesParts() {
        return checkpoint() >= floor().version();
    }

    /** Whether writers put small sidecars into the log. */
    boolean keepsSidecars() {
        return features.hasSidecarsInLog() && properties.hasSidecarsInLog();
    }

    /** The length of all sidecars in the log. */
    long sidecarBytes() {
        return fragments.values().stream()
                .flatMap(fragment -> fragment.sidecars().stream())
                .mapToLong(sidecar -> sidecar.place().contents().length)
                .sum();
    }

    /** The floor that is known. */
    public Floor floor() {
        return position.floor();
    }

    /** The same with a floor that was read since. */
    public TableState with(Floor floor) {
        return with(position.with(floor));
    }

    private TableState with(LogPosition other) {
        return new TableState(other, info, schema, properties, features, fragments);
    }

    /** How many versions after the last checkpoint the next one is due. */
    public long checkpointInterval() {
        return Math.min(
                MOST_BETWEEN_CHECKPOINTS, Math.max(LEAST_BETWEEN_CHECKPOINTS, fragments.size() / FRAGMENTS_PER_COMMIT));
    }

    /** The state that a checkpoint without parts, or the first entry, says by itself. */
    public static TableState of(LogContents contents, String name) throws CorruptFileException {
        return of(contents, List.of(), name);
    }

    /** The state that a checkpoint says with its parts. */
    static TableState of(LogContents contents, List<CheckpointPart> parts, String name) throws CorruptFileException {
        TableSchema schema = contents.schema()
                .orElseThrow(
                        () -> new CorruptFileException(name + ": it has no schema, though nothing stands before it"));
        ChainLink link = contents.link();
        boolean isCheckpoint = link.floor().isPresent();
        LogPosition position = new LogPosition(
                link.table(),
                isCheckpoint ? link.previous().orElseThrow() : link.hash(),
                link.floor().orElse(Floor.NONE),
                isCheckpoint ? new CheckpointBase(contents.info().version(), parts) : CheckpointBase.NONE);
        TableState below = new TableState(
                position, contents.info(), schema, TableProperties.NONE, TableFeatures.NONE, fragmentsOf(parts));
        return below.after(List.of(contents), List.of(name)).with(position);
    }

    /**
     * The state after more entries, each of the next version.
     *
     * @throws CorruptFileException if one does not follow the entry of the version below, or contradicts the state there
     */
    public TableState with(List<LogContents> entries, List<String> names) throws CorruptFileException {
        LogPosition last = position;
        for (int i = 0; i < entries.size(); i++) {
            LogContents entry = entries.get(i);
            Optional<CorruptFileException> problem = last.whyNotFollowedBy(entry, names.get(i));
            if (problem.isPresent()) {
                throw problem.get();
            }
            last = last.behind(entry.link().hash());
        }
        return after(entries, names).with(last);
    }

    /** The state after entries, whatever they follow. */
    public TableState after(List<LogContents> entries, List<String> names) throws CorruptFileException {
        Map<UUID, Fragment> all = new LinkedHashMap<>(fragments);
        CommitInfo last = info;
        TableSchema fields = schema;
        TableProperties declared = properties;
        TableFeatures needed = features;
        for (int i = 0; i < entries.size(); i++) {
            LogContents entry = entries.get(i);
            String name = names.get(i);
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
            apply(entry.actions(), name, all);
        }
        return new TableState(position, last, fields, declared, needed, Collections.unmodifiableMap(all));
    }

    /** The fragments of parts, by id. */
    static Map<UUID, Fragment> fragmentsOf(List<CheckpointPart> parts) throws CorruptFileException {
        Map<UUID, Fragment> fragments = new LinkedHashMap<>();
        for (CheckpointPart part : parts) {
            apply(part.actions(), part.file().path(), fragments);
        }
        return fragments;
    }

    private static void apply(List<Action> actions, String name, Map<UUID, Fragment> fragments)
            throws CorruptFileException {
        Map<UUID, List<SidecarFile>> sidecars = new HashMap<>();
        for (Action action : actions) {
            UUID id = action.about();
            Optional<Fragment> old = Optional.ofNullable(fragments.get(id));
            if (action instanceof Action.AddFragment a) {
                check(old.isEmpty(), name, "fragment " + id + " is added, but there already");
                fragments.put(id, a.fragment());
                continue;
            }
            check(old.isPresent(), name, "no fragment " + id);
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
        for (Action action : actions) {
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
