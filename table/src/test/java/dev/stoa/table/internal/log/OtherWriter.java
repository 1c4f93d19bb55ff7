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

import dev.stoa.table.CommitInfo;
import dev.stoa.table.Table;
import dev.stoa.table.internal.logfile.LogColumn;
import dev.stoa.table.internal.logfile.LogKind;
import dev.stoa.table.internal.logfile.MemorySink;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;

/** Commits to tables what this release would not: as a later release does, or a writer that checks nothing. */
public final class OtherWriter {
    private OtherWriter() {}

    /**
     * Writes the next entry after the version that a table is at.
     *
     * @param properties all properties from now on; none for those that the table has
     */
    public static void commit(Table table, Map<String, String> properties, TableFeatures features) throws IOException {
        Log log = new Log(table.folder());
        CommitInfo below = table.snapshot().commit();
        long version = below.version() + 1;
        CommitInfo info = new CommitInfo(version, below.time(), UUID.randomUUID(), "other", below.version(), false, 0);
        LogPosition position = table.snapshot().state().position();
        MemorySink sink = new MemorySink("entry", 1 << 20);
        try (LogWriter writer =
                new LogWriter(sink, LogKind.ENTRY, position.table(), info, EnumSet.allOf(LogColumn.class), Map.of())) {
            writer.commit(info, Optional.of(position.entry()));
            if (!properties.isEmpty()) {
                writer.properties(properties);
            }
            writer.features(features);
            writer.finish();
        }
        log.create(version, sink.toByteArray(), OptionalInt.empty());
    }
}
