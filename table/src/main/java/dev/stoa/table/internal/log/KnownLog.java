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
import dev.stoa.table.LostEntryException;
import dev.stoa.table.TableException;
import dev.stoa.table.internal.logfile.LogKind;
import dev.stoa.vio.Folder;
import java.io.IOException;
import java.util.Optional;

/**
 * Recognises a log by one of its entries. A program may keep a table open while another one drops the table and makes a new one at
 * its path. Then a file of another length or time has the name of that entry. Looks that are made anyway show both, so the entry
 * is read again only if they differ. Safe for several threads.
 */
final class KnownLog {
    private static final String AGAIN = ": open the table again";

    private final Log log;
    private final Floors floors;
    private volatile Optional<Known> known = Optional.empty();

    KnownLog(Log log, Floors floors) {
        this.log = log;
        this.floors = floors;
    }

    /** A look at a file of the log. */
    interface Look {
        /** Finds the file of an entry, perhaps in an old listing. */
        Optional<Folder.Entry> entry(long version) throws IOException;
    }

    /** An entry of the log, and its file as it was seen. */
    private record Known(long version, ContentHash hash, Folder.Entry file) {
        boolean isSame(Optional<Folder.Entry> seen) {
            return seen.isPresent()
                    && seen.get().length() == file.length()
                    && seen.get().modified().equals(file.modified());
        }
    }

    /** Takes the log for that of a state which was read from it just now, unless the log is known. */
    void begin(TableState state, Optional<Look> look) throws IOException {
        if (known.isPresent()) {
            check(state, look);
        } else if (look.isPresent()) {
            known = look.get()
                    .entry(state.version())
                    .map(file -> new Known(state.version(), state.position().entry(), file));
        }
    }

    /**
     * Checks whether the log is still that of a state.
     *
     * @param look absent if none is made
     * @throws TableException if it is another one
     */
    void check(TableState state, Optional<Look> look) throws IOException {
        if (look.isEmpty()) {
            return;
        }
        Optional<Known> last = known;
        if (last.isPresent()) {
            long version = last.get().version();
            if (last.get().isSame(look.get().entry(version))
                    || has(version, last.get().hash(), state, look)) {
                return;
            } // it has expired since
        }
        has(state.version(), state.position().entry(), state, look);
    }

    /**
     * Reads an entry to check whether the log is still that of a state. A state below the floor passes, as nothing tells.
     *
     * @throws TableException if it is another one
     */
    void check(TableState state) throws IOException {
        has(state.version(), state.position().entry(), state, Optional.empty());
    }

    /** Whether the log has an entry; false if it expired. */
    private boolean has(long version, ContentHash hash, TableState state, Optional<Look> look) throws IOException {
        String path = log.entryPath(version);
        TableException refusal;
        try {
            Optional<ContentHash> there = hash(version);
            if (there.equals(Optional.of(hash))) {
                if (look.isPresent()) {
                    known = look.get().entry(version).map(file -> new Known(version, hash, file));
                }
                return true;
            }
            refusal = there.isPresent()
                    ? new TableException(
                            path + ": it is no longer the entry that this program has read, as the table was"
                                    + " made anew or repaired since then" + AGAIN)
                    : new LostEntryException(
                            path,
                            path + ": it is gone since this program has read it, as the table was dropped, or the entry"
                                    + " was lost" + AGAIN);
        } catch (CorruptFileException e) {
            if (ofCheckpoint(version).equals(Optional.of(hash))) {
                return true;
            }
            refusal = new TableException(e.getMessage() + ": repair the log, or if the table was made anew" + AGAIN, e);
        }
        if (floors.behind(state.position()).version() > version) {
            return false;
        }
        throw refusal;
    }

    /** The hash of an entry. A branch begins with a checkpoint, and so does a repaired log. */
    private Optional<ContentHash> hash(long version) throws IOException {
        Optional<ContentHash> entry = log.hash(version);
        return entry.isPresent() ? entry : ofCheckpoint(version);
    }

    /** The hash of an entry as the checkpoint of its version has it. */
    private Optional<ContentHash> ofCheckpoint(long version) throws IOException {
        return log.read(Log.checkpointName(version), LogKind.CHECKPOINT, version)
                .flatMap(checkpoint -> checkpoint.link().previous());
    }
}
