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

import java.io.IOException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * What small files of logs say, by all their bytes. An engine opens a table for each statement, and most of its entries are those
 * of the statement before. So each statement reads the bytes again, and misses no change, but decodes only new ones (ADR 0127).
 * Safe for several threads.
 */
final class DecodedFiles {
    /** Of the heap, for all tables of a process. */
    private static final int SHARE = 128;

    /** About how many bytes of memory a byte of a file takes once it is decoded, with bounds. */
    private static final int MEMORY_PER_BYTE = 16;

    /** Those of this process. */
    static final DecodedFiles SHARED = new DecodedFiles(Runtime.getRuntime().maxMemory() / SHARE);

    private final long limit;
    private final Map<Key, LogContents> files = new LinkedHashMap<>(16, 0.75f, true);
    private long memory;

    DecodedFiles(long limit) {
        this.limit = limit;
    }

    /** A file with all its bytes. The name is in messages about it. */
    private record Key(String name, LogKind kind, long version, byte[] bytes, long crc) {
        static Key of(MemoryFile file, LogKind kind, long version) {
            CRC32C crc = new CRC32C();
            crc.update(file.bytes());
            return new Key(file.name(), kind, version, file.bytes(), crc.getValue());
        }

        long memory() {
            return (long) MEMORY_PER_BYTE * bytes.length;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key key
                    && crc == key.crc
                    && version == key.version
                    && kind == key.kind
                    && name.equals(key.name)
                    && Arrays.equals(bytes, key.bytes);
        }

        @Override
        public int hashCode() {
            return Long.hashCode(crc);
        }
    }

    /** Returns what a file says, as {@link MemoryFile#contents} does. */
    LogContents of(MemoryFile file, LogKind kind, long version) throws IOException {
        Key key = Key.of(file, kind, version);
        synchronized (this) {
            LogContents known = files.get(key);
            if (known != null) {
                return known;
            }
        }
        LogContents decoded = file.contents(kind, version);
        keep(key, decoded);
        return decoded;
    }

    private synchronized void keep(Key key, LogContents decoded) {
        if (key.memory() > limit || files.put(key, decoded) != null) {
            return;
        }
        memory += key.memory();
        Iterator<Key> oldest = files.keySet().iterator();
        while (memory > limit) {
            memory -= oldest.next().memory();
            oldest.remove();
        }
    }

    /** About how many bytes of memory the kept files take. */
    synchronized long memory() {
        return memory;
    }
}
