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

import dev.stoa.table.internal.logfile.LogKind;
import java.io.IOException;

/**
 * The decoded contents of small files of logs, by all their bytes. An engine opens a table for each statement, and most of its entries are those
 * of the statement before. So each statement reads the bytes again, and misses no change, but decodes only new ones (ADR 0127).
 * Safe for several threads.
 */
final class DecodedFiles {
    /** Of the heap, for all tables of a process. */
    private static final int SHARE = 128;

    /** Those of this process. */
    static final DecodedFiles SHARED = new DecodedFiles(Runtime.getRuntime().maxMemory() / SHARE);

    private final DecodedBytes<LogContents> files;

    DecodedFiles(long limit) {
        files = new DecodedBytes<>(limit);
    }

    /** The name is in messages about the file. */
    private record Named(String name, LogKind kind, long version) {}

    /** Returns what a file says, as {@link MemoryFile#contents} does. */
    LogContents of(MemoryFile file, LogKind kind, long version) throws IOException {
        return files.of(new Named(file.name(), kind, version), file.bytes(), () -> file.contents(kind, version));
    }

    /** About how many bytes of memory the kept files take. */
    long memory() {
        return files.memory();
    }
}
