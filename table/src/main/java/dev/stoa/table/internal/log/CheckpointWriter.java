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

import dev.stoa.format.Batch;
import dev.stoa.format.Type;
import dev.stoa.reader.ColumnBounds;
import dev.stoa.reader.RowRanges;
import dev.stoa.reader.Scan;
import dev.stoa.reader.StoaFile;
import dev.stoa.table.Fragment;
import dev.stoa.table.internal.logfile.LogBounds;
import dev.stoa.table.internal.logfile.LogColumn;
import dev.stoa.table.internal.logfile.LogFile;
import dev.stoa.table.internal.logfile.LogKind;
import dev.stoa.table.internal.logfile.LogRow;
import dev.stoa.table.internal.logfile.MemorySink;
import dev.stoa.vio.FileSink;
import dev.stoa.vio.Folder;
import dev.stoa.vio.SinkOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

/** Writes a checkpoint and its new parts: rows of the log that still count are copied as they are, with their bounds. */
final class CheckpointWriter {
    private final TableState state;
    private final Folder folder;
    private final Fragments held;
    private final Map<Integer, Type> bounded;
    private final Map<LogFile, Integer> ordinals = new HashMap<>();
    private final Supplier<UUID> ids;
    private final List<String> made = new ArrayList<>();

    /**
     * Whether a request to make the checkpoint visible was sent. If the answer is lost, or says that it exists, it may be
     * this one.
     */
    private boolean mayExist;

    private CheckpointWriter(TableState state, Folder folder, Supplier<UUID> ids) throws IOException {
        this.state = state;
        this.folder = folder;
        this.ids = ids;
        this.bounded = LogBounds.fields(state.schema(), state.properties());
        this.held = state.held().withChangedParts();
        BaseParts parts = held.base();
        for (int i = 0; i < parts.size(); i++) {
            ordinals.put(parts.rows(i), i);
        }
    }

    /**
     * Writes the checkpoint of a state.
     *
     * @param name of the checkpoint, relative to the table's folder
     * @param most the most fragments of a part
     * @param ids gives ids of new parts
     * @throws dev.stoa.vio.TargetExistsException if it exists
     */
    static void write(TableState state, Folder folder, String name, int most, Supplier<UUID> ids) throws IOException {
        CheckpointWriter writer = new CheckpointWriter(state, folder, ids);
        try {
            SinkOptions options =
                    SinkOptions.SMALL.withReplication(state.properties().logReplication());
            writer.write(writer.plan(most), folder.create(name, options));
        } finally {
            if (!writer.mayExist) {
                writer.removeParts();
            }
        }
    }

    private CheckpointPlan.Plan plan(int most) throws IOException {
        Clustering clustering = Clustering.of(state.schema(), state.properties());
        return CheckpointPlan.of(held, held.base().mayBeShared(state.floor()), most, clustering);
    }

    private void write(CheckpointPlan.Plan plan, FileSink sink) throws IOException {
        try (LogWriter writer =
                new LogWriter(sink, LogKind.CHECKPOINT, state.table(), state.info(), columns(), bounded)) {
            writer.commit(state.info(), state.position());
            writer.schema(state.schema());
            writer.properties(state.properties().toTexts());
            if (!state.features().equals(TableFeatures.NONE)) {
                writer.features(state.features());
            }
            writeParts(plan.parts(), writer);
            for (Action.RemoveFragment removed : plan.removed()) {
                writer.remove(removed);
            }
            for (Action.DropSidecar dropped : plan.dropped()) {
                writer.drop(dropped);
            }
            List<LogRow> rows = new ArrayList<>(plan.rows());
            rows.addAll(CheckpointPlan.rows(plan.rest()));
            copy(rows, writer);
            mayExist = true;
            writer.finish();
        }
    }

    private Set<LogColumn> columns() {
        Set<LogColumn> columns = EnumSet.complementOf(EnumSet.of(LogColumn.BOUNDS));
        if (state.sidecarBytes() == 0) {
            columns.remove(LogColumn.CONTENTS);
        }
        return columns;
    }

    /** Writes new parts, and copies what the last checkpoint says of the others. */
    private void writeParts(List<CheckpointPlan.Part> parts, LogWriter writer) throws IOException {
        List<LogRow> kept = new ArrayList<>();
        for (CheckpointPlan.Part part : parts) {
            if (part.kept().isPresent()) {
                kept.add(part.kept().get().row());
            } else {
                copy(kept, writer);
                kept.clear();
                writePart(part.fragments(), writer);
            }
        }
        copy(kept, writer);
    }

    private void writePart(List<Fragment> fragments, LogWriter root) throws IOException {
        UUID id = ids.get();
        String path = Log.PARTS + "/" + id + ".stoa";
        MemorySink memory = new MemorySink(folder.id() + "/" + path, EntryWriter.MAX_BYTES);
        try (LogWriter writer = LogWriter.ofPart(memory, state.table(), id, state.version(), bounded)) {
            copy(CheckpointPlan.rowsOfPart(fragments), writer);
            writer.finish();
        }
        byte[] bytes = memory.toByteArray();
        CheckpointPart part = written(path, new MemoryFile(memory.id(), bytes), fragments.size());
        Map<Integer, ColumnBounds> known = part.bounds(state.schema(), bounded.keySet());
        SinkOptions options = SinkOptions.DEFAULT
                .withExclusive(true)
                .withExpectedLength(bytes.length)
                .withReplication(state.properties().logReplication());
        try (FileSink sink = folder.create(path, options)) {
            made.add(path);
            sink.write(bytes);
            sink.commit();
            root.part(part.file(), known);
        }
    }

    /** Reads a part as others will. */
    private CheckpointPart written(String path, MemoryFile bytes, int fragments) throws IOException {
        try (StoaFile file = StoaFile.open(bytes.open())) {
            LogFile ref = new LogFile(bytes::open, path, state.version(), file.identity());
            return LogReader.readPart(
                    file,
                    ref,
                    state.table(),
                    new PartFile(path, file.identity(), state.version(), fragments, new LogRow(ref, 0)));
        }
    }

    /** Removes the new parts of a checkpoint that surely does not exist. An expiry removes those that stay. */
    private void removeParts() {
        for (String path : made) {
            try {
                folder.delete(path);
            } catch (IOException e) {
                return; // the store fails, and what failed before is told
            }
        }
    }

    /** Copies rows, file by file: parts in their order, then the checkpoint, then entries of later versions. */
    private void copy(List<LogRow> rows, LogWriter writer) throws IOException {
        Map<LogFile, BitSet> byFile = new HashMap<>();
        for (LogRow row : rows) {
            byFile.computeIfAbsent(row.file(), file -> new BitSet()).set((int) row.row());
        }
        List<LogFile> files = new ArrayList<>(byFile.keySet());
        files.sort(Comparator.<LogFile>comparingInt(file -> ordinals.getOrDefault(file, ordinals.size()))
                .thenComparingLong(LogFile::version));
        for (LogFile file : files) {
            copy(file, byFile.get(file), writer);
        }
    }

    static void copy(LogFile file, BitSet rows, LogWriter writer) throws IOException {
        try (StoaFile open = file.open();
                Scan scan = open.scan()
                        .rows(RowRanges.between(rows.nextSetBit(0), rows.length()))
                        .build()) {
            while (scan.next()) {
                Batch batch = scan.batch();
                int first = (int) batch.firstRow();
                int[] selection =
                        rows.get(first, first + batch.rowCount()).stream().toArray();
                if (selection.length > 0) {
                    writer.copy(new Batch(
                            batch.schema(), batch.columns(), batch.rowCount(), first, selection, selection.length));
                }
            }
        }
    }
}
