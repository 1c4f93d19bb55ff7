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
import dev.stoa.format.Type;
import dev.stoa.reader.StoaFile;
import dev.stoa.table.DataFile;
import dev.stoa.table.Fragment;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.internal.logfile.LogFile;
import dev.stoa.table.internal.logfile.LogKind;
import dev.stoa.table.internal.logfile.LogRow;
import dev.stoa.table.internal.logfile.MemorySink;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Writes a checkpoint anew that is sound except for bounds of values. Sound parts stay. The bounds of fields that can't be read
 * come from the data files and sidecars themselves, or are left out. For one thread.
 */
public final class CheckpointCopy {
    private static final int MAX_BYTES = Integer.MAX_VALUE - 8;

    private final Log log;
    private final TableState state;
    private final Supplier<UUID> ids;
    private final FileBounds files;
    private final Map<String, byte[]> written = new LinkedHashMap<>();
    private final List<String> replaced = new ArrayList<>();

    private CheckpointCopy(Log log, TableState state, Supplier<UUID> ids) {
        this.log = log;
        this.state = state;
        this.ids = ids;
        this.files = new FileBounds(log.folder(), state.schema());
    }

    /**
     * A checkpoint that was written anew.
     *
     * @param files the bytes of its new parts by path, and of itself as the last one
     * @param replaced the paths of the parts that new ones replace
     * @param readFiles the number of data files and sidecars that told their bounds
     * @param unknownFiles the number of those that could not
     */
    public record Copy(Map<String, byte[]> files, List<String> replaced, int readFiles, int unknownFiles) {}

    /**
     * Copies a checkpoint.
     *
     * @param log that has it
     * @param state the checkpoint with all its parts, and no later version
     * @param ids gives ids to new parts
     * @throws CorruptFileException if more than bounds of values is damaged
     */
    public static Copy of(Log log, TableState state, Supplier<UUID> ids) throws IOException {
        CheckpointCopy copy = new CheckpointCopy(log, state, ids);
        copy.write();
        return new Copy(copy.written, copy.replaced, copy.files.readFiles(), copy.files.unknownFiles());
    }

    private void write() throws IOException {
        List<CheckpointPart> parts = new ArrayList<>();
        for (CheckpointPart part : state.held().base().all()) {
            parts.add(sound(part));
        }
        writeRoot(parts);
    }

    /** The part, or a copy of it if some of its bounds can't be read. */
    private CheckpointPart sound(CheckpointPart part) throws IOException {
        try (StoaFile open = part.rows().open()) {
            RowCopy rows = new RowCopy(open, Map.of(), bounded(part.fragments(), Set.of()));
            boolean isSound = rows.isSound() && log.problems(part.file().path()).isEmpty();
            return isSound ? part : copy(part, open, rows);
        }
    }

    private CheckpointPart copy(CheckpointPart part, StoaFile open, RowCopy rows) throws IOException {
        UUID id = ids.get();
        String path = Log.PARTS + "/" + id + ".stoa";
        long version = part.file().version();
        MemorySink memory = new MemorySink(log.folder().id() + "/" + path, MAX_BYTES);
        try (LogWriter writer = LogWriter.ofPart(memory, state.table(), id, version, LogFile.bounded(open))) {
            rows.copy(rows(0, LogFile.rows(open)), writer);
            writer.finish();
        }
        byte[] bytes = memory.toByteArray();
        written.put(path, bytes);
        replaced.add(part.file().path());
        MemoryFile made = new MemoryFile(memory.id(), bytes);
        try (StoaFile file = StoaFile.open(made.open())) {
            LogFile ref = new LogFile(made::open, path, version, file.identity());
            PartFile named =
                    new PartFile(path, file.identity(), version, part.file().fragments(), new LogRow(ref, 0));
            return LogReader.readPart(file, ref, state.table(), named);
        }
    }

    /** Writes the checkpoint itself: new names of parts with the bounds of their fragments, all else as it was. */
    private void writeRoot(List<CheckpointPart> parts) throws IOException {
        String path = Log.checkpointName(state.version());
        Set<LogFile> ofParts = new HashSet<>();
        state.held().base().all().forEach(part -> ofParts.add(part.rows()));
        BitSet named = new BitSet();
        state.held().base().files().forEach(part -> named.set((int) part.row().row()));
        MemorySink memory = new MemorySink(log.folder().id() + "/" + path, MAX_BYTES);
        try (StoaFile open = StoaFile.open(log.folder().open(path, OptionalLong.empty()))) {
            Map<Integer, Type> bounded = LogFile.bounded(open);
            Set<Integer> fields = new HashSet<>(bounded.keySet());
            fields.retainAll(state.schema().leaves().keySet());
            RowCopy rows = new RowCopy(open, Map.of(), bounded(state.fragments().values(), ofParts));
            long end = LogFile.rows(open);
            long firstPart = named.isEmpty() ? end : named.nextSetBit(0);
            try (LogWriter writer = new LogWriter(
                    memory, LogKind.CHECKPOINT, state.table(), state.info(), LogFile.columns(open), bounded)) {
                writer.commit(state.info(), state.position());
                rows.copy(rows(1, firstPart), writer);
                for (CheckpointPart part : parts) {
                    writer.part(part.file(), part.bounds(state.schema(), fields));
                    part.rows().forget();
                }
                BitSet rest = rows(firstPart, end);
                rest.andNot(named);
                rows.copy(rest, writer);
                writer.finish();
            }
        }
        written.put(path, memory.toByteArray());
    }

    private static BitSet rows(long first, long end) {
        BitSet rows = new BitSet();
        rows.set((int) first, (int) end);
        return rows;
    }

    /** The rows of files and sidecars by number, except those in other files of the log. */
    private Map<Long, RowCopy.Bounded> bounded(Collection<Fragment> fragments, Set<LogFile> others) {
        Map<Long, RowCopy.Bounded> rows = new HashMap<>();
        for (Fragment fragment : fragments) {
            for (DataFile file : fragment.files()) {
                if (!others.contains(file.row().file())) {
                    rows.put(file.row().row(), fields -> files.of(file, fields));
                }
            }
            for (SidecarFile file : fragment.sidecars()) {
                if (!others.contains(file.row().file())) {
                    rows.put(file.row().row(), fields -> files.of(fragment, file, fields));
                }
            }
        }
        return rows;
    }
}
