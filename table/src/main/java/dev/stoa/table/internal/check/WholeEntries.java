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

import dev.stoa.reader.Verifier;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.LogContents;
import dev.stoa.table.internal.log.MemoryFile;
import dev.stoa.table.internal.logfile.LogKind;
import dev.stoa.vio.Folder;
import java.io.Closeable;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads entries of a log. One request reads each of at most 4 MiB, and several are read at once. For one thread. */
final class WholeEntries implements Closeable {
    private final Log log;
    private final Map<Long, Folder.Entry> listed;
    private final WholeFiles files;

    /** Prepares to read the entries of some versions in their order. */
    WholeEntries(Log log, Iterator<Long> versions) throws IOException {
        this.log = log;
        this.listed = log.list().files();
        this.files = new WholeFiles(log.folder(), new Iterator<>() {
            @Override
            public boolean hasNext() {
                return versions.hasNext();
            }

            @Override
            public WholeFiles.Wanted next() {
                return wanted(versions.next());
            }
        });
    }

    private WholeFiles.Wanted wanted(long version) {
        Folder.Entry file = listed.get(version);
        return new WholeFiles.Wanted(Log.entryName(version), file == null ? 0 : file.length());
    }

    /** An entry whose file was read as a whole, if it could be. */
    record Entry(Log log, long version, Optional<MemoryFile> whole) {
        /**
         * Returns what it says, if it exists.
         *
         * @throws dev.stoa.format.CorruptFileException if it is damaged
         */
        Optional<LogContents> contents() throws IOException {
            return whole.isPresent() ? Optional.of(whole.get().contents(LogKind.ENTRY, version)) : log.entry(version);
        }

        /** Returns what is wrong with it as a Stoa file. It must exist. */
        List<Verifier.Problem> problems() throws IOException {
            return whole.isPresent() ? WholeFiles.problems(whole.get()) : log.problems(Log.entryName(version));
        }
    }

    /** Reads the next one, which is that of this version. */
    Entry next(long version) throws IOException {
        return new Entry(log, version, files.next());
    }

    @Override
    public void close() throws IOException {
        files.close();
    }
}
