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

import dev.stoa.reader.StoaFile;
import dev.stoa.table.internal.logfile.LogFile;
import dev.stoa.table.internal.logfile.LogKind;
import dev.stoa.table.internal.logfile.MemorySource;
import dev.stoa.vio.RangeSource;
import java.io.IOException;

/**
 * A file of the log whose bytes are at hand.
 *
 * @param name for messages
 * @param bytes the file
 */
public record MemoryFile(String name, byte[] bytes) {

    public RangeSource open() {
        return MemorySource.of(name, bytes);
    }

    /** Returns its contents, as a file that is never read from the store. */
    public LogContents contents(LogKind kind, long version) throws IOException {
        try (StoaFile file = StoaFile.open(open())) {
            return LogReader.read(file, new LogFile(this::open, name, version, file.identity()), kind, version);
        }
    }
}
