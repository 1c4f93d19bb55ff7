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
package dev.stoa.table.internal.scan;

import dev.stoa.reader.FileIdentity;
import dev.stoa.reader.StoaFile;
import dev.stoa.table.DataFile;
import dev.stoa.vio.Folder;
import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The footers and indexes that were read of a table's data files, for all scans of all its snapshots: files never change. It
 * keeps at most a given number of bytes of closed files. The least recently used go first. Safe for several threads.
 */
public final class FileCache {
    /** Of the heap, for one open table. */
    private static final int SHARE = 16;

    private final long limit;
    private final Map<FileIdentity, Known> files = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    private record Known(StoaFile file, long bytes) {}

    /** A cache of at most a sixteenth of the heap. */
    public FileCache() {
        this(Runtime.getRuntime().maxMemory() / SHARE);
    }

    FileCache(long limit) {
        this.limit = limit;
    }

    /** Opens a file. */
    StoaFile open(Folder folder, DataFile file) throws IOException {
        Known known;
        synchronized (this) {
            known = files.get(file.identity());
        }
        OptionalLong length = OptionalLong.of(file.identity().length());
        return known == null
                ? StoaFile.open(folder.open(file.path(), length))
                : known.file.again(folder.open(file.path(), length));
    }

    /** Keeps the footer and indexes of a file that no scan reads by this object any more. */
    synchronized void closed(StoaFile file) {
        long size = file.knownBytes();
        if (size > limit) {
            return;
        }
        Known old = files.put(file.identity(), new Known(file, size));
        bytes += size - (old == null ? 0 : old.bytes);
        Iterator<Known> oldest = files.values().iterator();
        while (bytes > limit) {
            bytes -= oldest.next().bytes;
            oldest.remove();
        }
    }

    /** About how many bytes are kept. */
    synchronized long bytes() {
        return bytes;
    }
}
