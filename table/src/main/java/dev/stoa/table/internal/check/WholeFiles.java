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
import dev.stoa.table.internal.log.MemoryFile;
import dev.stoa.vio.Folder;
import dev.stoa.vio.Range;
import dev.stoa.vio.RangeBuffers;
import dev.stoa.vio.RangeReadException;
import dev.stoa.vio.RangeSource;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads files of the log by one request each. */
final class WholeFiles {
    /** Longer files are verified piece by piece. */
    private static final int MAX_BYTES = 4 << 20;

    private WholeFiles() {}

    /** Reads a file; absent if it is empty, too long, or can't be read. */
    static Optional<MemoryFile> read(Folder folder, String path, long length) throws IOException {
        if (length < 1 || length > MAX_BYTES) {
            return Optional.empty();
        }
        byte[] bytes = new byte[(int) length];
        try (RangeSource source = folder.open(path, OptionalLong.of(length));
                RangeBuffers read = source.read(List.of(new Range(0, bytes.length)))) {
            read.buffer(0).get(bytes);
        } catch (FileNotFoundException | RangeReadException e) {
            return Optional.empty();
        }
        return Optional.of(new MemoryFile(path, bytes));
    }

    /** Returns what is wrong with a file as a Stoa file. */
    static List<Verifier.Problem> problems(MemoryFile file) throws IOException {
        try (RangeSource source = file.open()) {
            return Verifier.verify(source, (done, of) -> {});
        }
    }
}
