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

import dev.stoa.format.ContentHash;
import dev.stoa.table.internal.log.EntryCopy;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.LogContents;
import dev.stoa.table.internal.log.MemoryFile;
import dev.stoa.table.internal.logfile.LogKind;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Replaces entries of a log, and writes all after them anew, because each names the one before it. For one thread. */
final class EntryChain {
    private final RepairSteps steps;

    /** The hashes of entries that were written anew, by those that they had. */
    private final Map<ContentHash, ContentHash> hashes = new HashMap<>();

    EntryChain(RepairSteps steps) {
        this.steps = steps;
    }

    /** The hash of an entry that was read before others were written anew, by now. */
    Optional<ContentHash> now(Optional<ContentHash> before) {
        return before.map(hash -> hashes.getOrDefault(hash, hash));
    }

    /** Replaces an entry, and writes all after it anew. */
    void replace(LogAudit audit, LogContents before, byte[] bytes, String why) throws IOException {
        long version = before.info().version();
        String path = Log.entryName(version);
        steps.write(path, bytes, why);
        follow(audit, version, before.link().hash(), hash(path, bytes, version));
    }

    /**
     * Writes the entries after one anew that is written already.
     *
     * @param before the hash that the entry had
     * @param now the hash that it has
     */
    void follow(LogAudit audit, long version, ContentHash before, ContentHash now) throws IOException {
        ContentHash old = before;
        ContentHash last = now;
        hashes.put(old, last);
        for (long next = version + 1; ; next++) {
            LogContents entry = audit.entries().get(next);
            if (entry == null || !entry.follows(old)) {
                return;
            }
            String path = Log.entryName(next);
            byte[] bytes = EntryCopy.following(new Log(steps.planned()), entry, last);
            steps.write(path, bytes, "the same, behind an entry that was written anew");
            old = entry.link().hash();
            last = hash(path, bytes, next);
            hashes.put(old, last);
        }
    }

    private static ContentHash hash(String path, byte[] bytes, long version) throws IOException {
        return new MemoryFile(path, bytes)
                .contents(LogKind.ENTRY, version)
                .link()
                .hash();
    }
}
