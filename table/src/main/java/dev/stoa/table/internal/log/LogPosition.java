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
import dev.stoa.format.CorruptFileException;
import java.util.Optional;
import java.util.UUID;

/**
 * The position of a state in a log.
 *
 * @param table the id of the table
 * @param entry the hash of the entry that made the version; the next entry names it
 * @param floor the floor that is known
 * @param checkpoint the version of the checkpoint that was read, or 0
 */
public record LogPosition(UUID table, ContentHash entry, Floor floor, long checkpoint) {
    LogPosition behind(ContentHash next) {
        return new LogPosition(table, next, floor, checkpoint);
    }

    /** Why an entry is not that of the next version, if it is not. */
    public Optional<CorruptFileException> whyNotFollowedBy(LogContents next, String name) {
        if (!next.table().equals(table)) {
            return Optional.of(new CorruptFileException(
                    name + ": it belongs to the table " + next.table() + ", this one is " + table));
        }
        if (next.follows(entry)) {
            return Optional.empty();
        }
        return Optional.of(new CorruptFileException(name + ": it follows an entry with the hash "
                + next.link().previous().map(ContentHash::toString).orElse("of none") + ", but the entry of version "
                + (next.info().version() - 1) + " has " + entry
                + ": one of them was lost, or another took its place. Restore it from a copy, or run 'stoa repair' on the"
                + " table"));
    }

    LogPosition with(Floor known) {
        return new LogPosition(table, entry, known, checkpoint);
    }
}
