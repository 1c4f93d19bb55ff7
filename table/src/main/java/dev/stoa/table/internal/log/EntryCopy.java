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
import dev.stoa.format.Field;
import dev.stoa.format.Type;
import dev.stoa.reader.StoaFile;
import java.io.IOException;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
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
            Set<LogColumn> columns = EnumSet.of(LogColumn.PREVIOUS);
            Map<Integer, Type> bounded = new LinkedHashMap<>();
            for (Field field : file.schema().fields()) {
                if (LogBounds.isColumnName(field.name())) {
                    bounded.put(LogBounds.fieldId(field.name()), LogFile.type(field, file));
                }
            }
            for (LogColumn column : LogColumn.values()) {
                if (file.schema().indexOf(column.columnName()).isPresent()) {
                    columns.add(column);
                }
            }
            BitSet rows = new BitSet();
            rows.set(1, Math.toIntExact(LogFile.rows(file))); // without the commit
            MemorySink sink = new MemorySink(log.entryPath(version), EntryWriter.MAX_BYTES);
            try (LogWriter writer = new LogWriter(sink, LogKind.ENTRY, entry.table(), entry.info(), columns, bounded)) {
                writer.commit(entry.info(), Optional.of(previous));
                CheckpointWriter.copy(new LogFile(log.folder(), name, version, file.identity()), rows, writer);
                writer.finish();
            }
            return sink.toByteArray();
        }
    }
}
