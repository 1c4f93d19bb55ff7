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

import dev.stoa.format.ContentHash;
import dev.stoa.format.Type;
import dev.stoa.reader.ColumnBounds;
import dev.stoa.table.CommitInfo;
import dev.stoa.table.DataFile;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.internal.logfile.LogColumn;
import dev.stoa.table.internal.logfile.LogKind;
import dev.stoa.table.internal.logfile.MemorySink;
import dev.stoa.table.internal.logfile.PackedBounds;
import dev.stoa.table.internal.schema.Widening;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/** Puts the entry of a commit together. */
public final class EntryWriter {
    /** The largest entry. */
    static final int MAX_BYTES = 256 << 20;

    /** The most keys that an entry lists. */
    public static final int MAX_KEYS = 1_000_000;

    private EntryWriter() {}

    /**
     * The bytes of an entry.
     *
     * @param name for messages
     * @param previous the hash of the entry of the version below; absent for version 0
     */
    public static byte[] bytes(
            String name, UUID table, Optional<ContentHash> previous, CommitInfo info, Changes changes)
            throws IOException {
        MemorySink sink = new MemorySink(name, MAX_BYTES);
        boolean isPacked = isPacked(changes);
        try (LogWriter writer = new LogWriter(
                sink,
                LogKind.ENTRY,
                table,
                info,
                columns(previous.isPresent(), isPacked, changes),
                isPacked ? Map.of() : boundedFields(changes))) {
            writer.commit(info, previous);
            if (changes.schema.isPresent()) {
                writer.schema(changes.schema.get());
            }
            if (changes.properties.isPresent()) {
                writer.properties(changes.properties.get().toTexts());
            }
            if (changes.features.isPresent()) {
                writer.features(changes.features.get());
            }
            for (Action.RemoveFragment removed : changes.removed.values()) {
                writer.remove(removed);
            }
            for (Action.DropSidecar dropped : changes.dropped) {
                writer.drop(dropped);
            }
            for (Map.Entry<UUID, Changes.NewFragment> added : changes.added.entrySet()) {
                Changes.NewFragment fragment = added.getValue();
                writer.fragment(added.getKey(), fragment.rows(), fragment.partition());
                writer.file(added.getKey(), fragment.file());
            }
            for (Map.Entry<UUID, List<DataFile.Added>> files : changes.files.entrySet()) {
                for (DataFile.Added file : files.getValue()) {
                    writer.file(files.getKey(), file);
                }
            }
            for (Map.Entry<UUID, List<SidecarFile.Added>> sidecars : changes.sidecars.entrySet()) {
                for (SidecarFile.Added sidecar : sidecars.getValue()) {
                    writer.sidecar(sidecars.getKey(), sidecar);
                }
            }
            if (changes.keys.length <= MAX_KEYS) {
                writer.keys(changes.keys);
            }
            writer.finish();
        }
        return sink.toByteArray();
    }

    /** Whether few rows have bounds, so that these take fewer bytes in a cell each than in columns. */
    private static boolean isPacked(Changes changes) {
        List<Map<Integer, ColumnBounds>> rows = new ArrayList<>();
        changes.added.values().forEach(fragment -> rows.add(fragment.file().bounds()));
        changes.files.values().forEach(files -> files.forEach(file -> rows.add(file.bounds())));
        sidecars(changes).forEach(sidecar -> rows.add(sidecar.bounds()));
        rows.removeIf(Map::isEmpty);
        return !rows.isEmpty() && rows.size() <= PackedBounds.MOST_ROWS;
    }

    private static Stream<SidecarFile.Added> sidecars(Changes changes) {
        return changes.sidecars.values().stream().flatMap(List::stream);
    }

    /** The columns that have something to say. */
    private static Set<LogColumn> columns(boolean hasPrevious, boolean isPacked, Changes changes) {
        Set<LogColumn> columns = EnumSet.copyOf(LogColumn.OF_COMMIT);
        if (hasPrevious) {
            columns.add(LogColumn.PREVIOUS);
        }
        if (isPacked) {
            columns.add(LogColumn.BOUNDS);
        }
        if (changes.schema.isPresent() || changes.properties.isPresent()) {
            columns.addAll(LogColumn.OF_SCHEMA);
        }
        if (!changes.added.isEmpty() || changes.changesFragments()) {
            columns.addAll(LogColumn.OF_FILE);
        }
        if (changes.added.values().stream()
                .anyMatch(fragment -> fragment.partition().isPresent())) {
            columns.add(LogColumn.PARTITION);
        }
        if (!changes.removed.isEmpty() || !changes.sidecars.isEmpty()) {
            columns.add(LogColumn.OTHER);
        }
        if (changes.features.isPresent()) {
            columns.add(LogColumn.NAME);
            columns.add(LogColumn.VALUE);
        }
        if (sidecars(changes).anyMatch(sidecar -> sidecar.place().isInLog())) {
            columns.add(LogColumn.CONTENTS);
        }
        if (changes.keys.length > 0) {
            columns.add(LogColumn.HASH);
        }
        return columns;
    }

    /** The fields with known bounds, in ascending order. */
    private static Map<Integer, Type> boundedFields(Changes changes) {
        Map<Integer, Type> fields = new java.util.TreeMap<>();
        for (Changes.NewFragment fragment : changes.added.values()) {
            add(fields, fragment.file().bounds());
        }
        changes.files.values().forEach(files -> files.forEach(file -> add(fields, file.bounds())));
        sidecars(changes).forEach(sidecar -> add(fields, sidecar.bounds()));
        return new LinkedHashMap<>(fields);
    }

    /** Adds fields; one that was widened while the transaction ran may have bounds of both types, and gets the wider. */
    private static void add(Map<Integer, Type> fields, Map<Integer, ColumnBounds> bounds) {
        bounds.forEach((id, known) ->
                fields.merge(id, known.type(), (one, other) -> Widening.isAllowed(one, other) ? other : one));
    }
}
