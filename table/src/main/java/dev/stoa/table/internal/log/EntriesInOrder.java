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

import dev.stoa.table.internal.logfile.GoneFile;
import dev.stoa.table.internal.logfile.LogKind;
import dev.stoa.vio.Folder;
import dev.stoa.vio.RangeReadException;
import dev.stoa.vio.internal.disk.Closing;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;

/**
 * Entries of a log, one after the other, up to the first that is missing. Mostly they are few, and only the request for the one
 * after the last is in vain. If they turn out to be many, and each takes a trip to a far store, it lists the folder and reads
 * the listed entries at once. A listing may be old, so it requests entries that the listing lacks one by one. For one thread.
 */
public final class EntriesInOrder implements Closeable {
    /** The number of entries to read before the folder is listed: more than most tables have after their newest checkpoint. */
    static final int FEW = 4;

    /** The number of entries to read at once: at most 4 MiB. */
    private static final int AT_ONCE = 64;

    private final Log log;
    private final Deque<BegunFile> begun = new ArrayDeque<>();
    private Optional<Map<Long, Folder.Entry>> listed = Optional.empty();
    private final long last;
    private long next;
    private int count;

    /** The entries {@code first..last}. */
    public EntriesInOrder(Log log, long first, long last) {
        this.log = log;
        this.next = first;
        this.last = last;
    }

    /** Returns the next entry, if it exists. */
    public Optional<LogContents> next() throws IOException {
        if (next > last) {
            return Optional.empty();
        }
        if (begun.isEmpty() && count >= FEW && log.isFar()) {
            begin();
        }
        Optional<LogContents> entry = begun.isEmpty() ? Optional.empty() : await(begun.remove());
        if (entry.isEmpty()) {
            entry = log.entry(next);
        }
        next++;
        count++;
        return entry;
    }

    private void begin() throws IOException {
        if (listed.isEmpty()) {
            listed = Optional.of(log.list().files());
        }
        for (long version = next; version <= last && begun.size() < AT_ONCE; version++) {
            Folder.Entry entry = listed.get().get(version);
            if (entry == null || !Log.isSmall(entry)) {
                return;
            }
            try {
                begun.add(BegunFile.of(log.folder(), Log.entryName(version), (int) entry.length()));
            } catch (FileNotFoundException e) {
                return;
            }
        }
    }

    /** The next entry, unless it was removed since it was listed. */
    private Optional<LogContents> await(BegunFile file) throws IOException {
        try {
            return Optional.of(DecodedFiles.SHARED.of(file.await(), LogKind.ENTRY, next));
        } catch (RangeReadException e) {
            return GoneFile.orThrow(e);
        }
    }

    @Override
    public void close() throws IOException {
        Closing.all(begun);
    }
}
