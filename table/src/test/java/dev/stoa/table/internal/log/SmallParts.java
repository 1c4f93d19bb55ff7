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

import dev.stoa.format.Type;
import dev.stoa.table.internal.logfile.LogBounds;
import dev.stoa.table.internal.logfile.LogColumn;
import dev.stoa.table.internal.logfile.LogKind;
import dev.stoa.vio.Folder;
import dev.stoa.vio.SinkOptions;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

/** Writes checkpoints whose parts have few fragments, where a table would have none. */
public final class SmallParts {
    private SmallParts() {}

    /** Writes the checkpoint of a state, and leaves word of it. */
    public static void checkpoint(Folder folder, TableState state, int most, Supplier<UUID> ids) throws IOException {
        CheckpointWriter.write(state, folder, Log.checkpointName(state.version()), most, ids);
        new Log(folder).leaveWord(state.version());
    }

    /** Writes the checkpoint of a state that only has parts, and says of each of them the bounds of the next one. */
    public static void wrongBounds(Folder folder, TableState state) throws IOException {
        Map<Integer, Type> bounded = LogBounds.fields(state.schema(), state.properties());
        List<CheckpointPart> parts = state.held().base().all();
        try (LogWriter writer = new LogWriter(
                folder.create(Log.checkpointName(state.version()), SinkOptions.SMALL),
                LogKind.CHECKPOINT,
                state.table(),
                state.info(),
                EnumSet.complementOf(EnumSet.of(LogColumn.BOUNDS)),
                bounded)) {
            writer.commit(state.info(), state.position());
            writer.schema(state.schema());
            writer.properties(state.properties().toTexts());
            for (int i = 0; i < parts.size(); i++) {
                CheckpointPart next = parts.get((i + 1) % parts.size());
                writer.part(parts.get(i).file(), next.bounds(state.schema(), bounded.keySet()));
            }
            writer.finish();
        }
    }
}
