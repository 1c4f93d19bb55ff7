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
import dev.stoa.reader.StoaFile;
import dev.stoa.table.Fragment;
import dev.stoa.table.internal.logfile.LogBounds;
import dev.stoa.table.internal.logfile.LogColumn;
import dev.stoa.table.internal.logfile.LogFile;
import dev.stoa.table.internal.logfile.LogKind;
import dev.stoa.table.internal.logfile.MemorySink;
import java.io.IOException;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;

/** Writes an entry anew that follows another one than it did. All else stays. */
public final class EntryCopy {
    private EntryCopy() {}

    /**
     * An entry that was written anew.
     *
     * @param bytes the entry
     * @param readFiles the number of data files and sidecars that told their bounds
     * @param unknownFiles the number of those that could not
     */
    public record Copy(byte[] bytes, int readFiles, int unknownFiles) {}

    /**
     * The bytes of the entry.
     *
     * @param log that has it
     * @param entry as it was read
     * @param previous the hash of the entry that it follows
     */
    public static byte[] following(Log log, LogContents entry, ContentHash previous) throws IOException {
        long version = entry.info().version();
        String name = Log.entryName(version);
        try (StoaFile file = StoaFile.open(log.folder().open(name, OptionalLong.empty()))) {
            Set<LogColumn> columns = LogFile.columns(file);
            columns.add(LogColumn.PREVIOUS);
            BitSet rows = new BitSet();
            rows.set(1, Math.toIntExact(LogFile.rows(file))); // without the commit
            MemorySink sink = new MemorySink(log.entryPath(version), EntryWriter.MAX_BYTES);
            try (LogWriter writer =
                    new LogWriter(sink, LogKind.ENTRY, entry.table(), entry.info(), columns, LogFile.bounded(file))) {
                writer.commit(entry.info(), Optional.of(previous));
                CheckpointWriter.copy(new LogFile(log.folder(), name, version, file.identity()), rows, writer);
                writer.finish();
            }
            return sink.toByteArray();
        }
    }

    /**
     * Copies an entry whose bounds of values may be damaged. Those that can't be read come from the data files and sidecars
     * themselves, or are left out.
     *
     * @param log that has it
     * @param entry as it was read without bounds
     * @param made the state that it makes
     * @param previous the hash of the entry that it follows
     * @throws dev.stoa.format.CorruptFileException if more than bounds of values is damaged
     */
    public static Copy withBounds(Log log, LogContents entry, TableState made, Optional<ContentHash> previous)
            throws IOException {
        long version = entry.info().version();
        FileBounds files = new FileBounds(log.folder(), made.schema());
        MemorySink sink = new MemorySink(log.entryPath(version), EntryWriter.MAX_BYTES);
        try (StoaFile file = StoaFile.open(log.folder().open(Log.entryName(version), OptionalLong.empty()))) {
            Map<Integer, Type> all = LogBounds.fields(made.schema(), made.properties());
            RowCopy rows = new RowCopy(file, all, named(entry, made, files));
            Set<LogColumn> columns = LogFile.columns(file);
            try (LogWriter writer =
                    new LogWriter(sink, LogKind.ENTRY, entry.table(), entry.info(), columns, LogFile.bounded(file))) {
                writer.commit(entry.info(), previous);
                BitSet behind = new BitSet();
                behind.set(1, Math.toIntExact(LogFile.rows(file)));
                rows.copy(behind, writer);
                writer.finish();
            }
        }
        return new Copy(sink.toByteArray(), files.readFiles(), files.unknownFiles());
    }

    /** The rows that name a data file or a sidecar, by number. */
    private static Map<Long, RowCopy.Bounded> named(LogContents entry, TableState made, FileBounds files)
            throws IOException {
        Map<UUID, Fragment> fragments = made.fragments();
        Map<Long, RowCopy.Bounded> named = new HashMap<>();
        for (Action action : entry.actions()) {
            if (action instanceof Action.AddFile added) {
                named.put(added.file().row().row(), fields -> files.of(added.file(), fields));
            } else if (action instanceof Action.AddSidecar added) {
                Fragment fragment = fragments.get(added.fragment());
                named.put(added.sidecar().row().row(), fields -> files.of(fragment, added.sidecar(), fields));
            }
        }
        return named;
    }
}
