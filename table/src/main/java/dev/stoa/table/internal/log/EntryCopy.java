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
import dev.stoa.reader.StoaFile;
import java.io.IOException;
import java.util.BitSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Writes an entry anew that follows another one than it did. All else stays. */
public final class EntryCopy {
    private EntryCopy() {}

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
}
