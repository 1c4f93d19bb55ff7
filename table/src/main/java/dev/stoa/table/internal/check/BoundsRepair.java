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
package dev.stoa.table.internal.check;

import dev.stoa.format.CorruptFileException;
import dev.stoa.table.internal.log.CheckpointCopy;
import dev.stoa.table.internal.log.EntryCopy;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.LogContents;
import dev.stoa.table.internal.log.TableState;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

/** Writes files of a log anew that are damaged in bounds of values only. Scans don't need bounds to read each row. */
final class BoundsRepair {
    private final RepairSteps steps;
    private final EntryChain chain;
    private final Supplier<UUID> ids;
    private final Set<String> done = new HashSet<>();

    BoundsRepair(RepairSteps steps, EntryChain chain, Supplier<UUID> ids) {
        this.steps = steps;
        this.chain = chain;
        this.ids = ids;
    }

    /** Writes the first such file anew that the log needs, each once; whether one was found. */
    boolean rewriteFirst(LogAudit audit) throws IOException {
        for (Map.Entry<Long, Optional<TableState>> damaged :
                audit.withoutBounds().entrySet()) {
            if (done.add(Log.entryName(damaged.getKey())) && isRewritten(audit, damaged.getKey(), damaged.getValue())) {
                return true;
            }
        }
        for (TableState checkpoint : audit.boundless().values()) {
            if (done.add(Log.checkpointName(checkpoint.version()))) {
                rewrite(checkpoint);
                return true;
            }
        }
        return false;
    }

    private boolean isRewritten(LogAudit audit, long version, Optional<TableState> below) throws IOException {
        Log log = new Log(steps.planned());
        try {
            LogContents entry =
                    log.entryWithoutBounds(Log.entryName(version), version).orElseThrow();
            EntryCopy.Copy copy = EntryCopy.withBounds(
                    log, entry, after(below, entry), chain.now(entry.link().previous()));
            chain.replace(audit, entry, copy.bytes(), why(copy.readFiles(), copy.unknownFiles()));
            return true;
        } catch (CorruptFileException e) {
            return false; // it contradicts the version below: it is no entry of this history
        }
    }

    /** The state that an entry makes of the one below; version 0 has none. */
    static TableState after(Optional<TableState> below, LogContents entry) throws IOException {
        String name = Log.entryName(entry.info().version());
        return below.isEmpty() ? TableState.of(entry, name) : below.get().after(List.of(entry), List.of(name));
    }

    private static String why(int readFiles, int unknownFiles) {
        return "the same, as only bounds of values were damaged; " + readFiles + " files told theirs"
                + (unknownFiles == 0 ? "" : ", the bounds of " + unknownFiles + " others are left out");
    }

    private void rewrite(TableState checkpoint) throws IOException {
        CheckpointCopy.Copy copy = CheckpointCopy.of(new Log(steps.planned()), checkpoint, ids);
        String why = why(copy.readFiles(), copy.unknownFiles());
        for (Map.Entry<String, byte[]> file : copy.files().entrySet()) {
            steps.write(file.getKey(), file.getValue(), why);
        }
        copy.replaced()
                .forEach(part ->
                        steps.setAside(part, "its bounds of values are damaged, and another part has its rows"));
    }
}
