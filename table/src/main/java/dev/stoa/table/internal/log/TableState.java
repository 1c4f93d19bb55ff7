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
import dev.stoa.table.TableProperties;
import dev.stoa.table.internal.schema.TableSchema;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The contents of a table at a version. Immutable.
 *
 * @param position its position in the log
 * @param info the commit that made the version
 * @param schema the schema
 * @param properties what is declared
 * @param features of the table, which a release must know
 * @param held its fragments
 */
public record TableState(
        LogPosition position,
        CommitInfo info,
        TableSchema schema,
        TableProperties properties,
        TableFeatures features,
        Fragments held) {

    private static final int LEAST_BETWEEN_CHECKPOINTS = 4;

    /** With parts, so that ten requests open a large table (ADR 0104). */
    private static final int LEAST_WITH_PARTS = 3;

    private static final int MOST_BETWEEN_CHECKPOINTS = 64;
    private static final int FRAGMENTS_PER_COMMIT = 1000;

    public long version() {
        return info.version();
    }

    /**
     * Its fragments by id, in the order of the log.
     *
     * @throws IOException if a part of the checkpoint can't be read, and the log has no second way to the version
     */
    public Map<UUID, Fragment> fragments() throws IOException {
        return held.all();
    }

    /** The id of the table. */
    public UUID table() {
        return position.table();
    }

    /** The version of the checkpoint that was read, or 0. */
    public long checkpoint() {
        return position.checkpoint();
    }

    /** Whether a new checkpoint may name the parts of the one that was read. */
    public boolean sharesParts() {
        return held.base().mayBeShared(floor());
    }

    /** Whether writers put small sidecars into the log. */
    boolean keepsSidecars() {
        return features.hasSidecarsInLog() && properties.hasSidecarsInLog();
    }

    /** The length of all sidecars in the log. */
    long sidecarBytes() {
        return held.sidecarBytes();
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
        return new TableState(other, info, schema, properties, features, held);
    }

    /**
     * How many versions after the last checkpoint the next one is due. In a checkpoint with parts only changes of
     * their fragments grow.
     */
    public long checkpointInterval() {
        boolean hasParts = held.base().size() > 0;
        int least = hasParts ? LEAST_WITH_PARTS : LEAST_BETWEEN_CHECKPOINTS;
        int fragments = hasParts ? held.changeCount() : held.size();
        return Math.min(MOST_BETWEEN_CHECKPOINTS, Math.max(least, fragments / FRAGMENTS_PER_COMMIT));
    }

    /** The state that a checkpoint without parts, or the first entry, says by itself. */
    public static TableState of(LogContents contents, String name) throws CorruptFileException {
        return of(contents, BaseParts.NONE, name);
    }

    /** The state that a checkpoint says with its parts. */
    static TableState of(LogContents contents, BaseParts parts, String name) throws CorruptFileException {
        TableSchema schema = contents.schema()
                .orElseThrow(
                        () -> new CorruptFileException(name + ": it has no schema, though nothing stands before it"));
        ChainLink link = contents.link();
        boolean isCheckpoint = link.floor().isPresent();
        LogPosition position = new LogPosition(
                link.table(),
                isCheckpoint ? link.previous().orElseThrow() : link.hash(),
                link.floor().orElse(Floor.NONE),
                isCheckpoint ? contents.info().version() : 0);
        TableState below = new TableState(
                position,
                contents.info(),
                schema,
                TableProperties.NONE,
                TableFeatures.NONE,
                Fragments.of(parts, contents.info().version()));
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
        ChangedFragments changes = held.change();
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
            changes.apply(entry.actions(), name);
        }
        return new TableState(position, last, fields, declared, needed, changes.at(last.version()));
    }
}
