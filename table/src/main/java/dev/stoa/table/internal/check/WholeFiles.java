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
import dev.stoa.table.internal.log.BegunFile;
import dev.stoa.table.internal.log.MemoryFile;
import dev.stoa.vio.Folder;
import dev.stoa.vio.RangeReadException;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.internal.disk.Closing;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** Reads files of the log, each by one request, and several at once. For one thread. */
final class WholeFiles implements Closeable {
    /** Longer files are verified piece by piece. */
    private static final int MAX_BYTES = 4 << 20;

    private static final int MOST_AT_ONCE = 32;
    private static final long MOST_BYTES_AT_ONCE = 4L * MAX_BYTES;

    private final Folder folder;
    private final Iterator<Wanted> wanted;
    /** In their order; absent for those that are not read, or do not exist. */
    private final Deque<Optional<Begun>> begun = new ArrayDeque<>();

    private long bytes;

    /**
     * A file to read.
     *
     * @param length of the file, or 0 if it is unknown: the file is not read then
     */
    record Wanted(String path, long length) {
        boolean isRead() {
            return length > 0 && length <= MAX_BYTES;
        }
    }

    /** A file whose read has begun. */
    private record Begun(Wanted file, BegunFile read) {}

    /** Prepares to read files in their order. */
    WholeFiles(Folder folder, Iterator<Wanted> wanted) {
        this.folder = folder;
        this.wanted = wanted;
    }

    /**
     * Returns the next of the wanted files; absent if its length is unknown or more than 4 MiB, or it can't be read.
     *
     * @throws IOException if the store fails
     */
    Optional<MemoryFile> next() throws IOException {
        while (wanted.hasNext() && begun.size() < MOST_AT_ONCE && bytes < MOST_BYTES_AT_ONCE) {
            begun.add(begin(wanted.next()));
        }
        Optional<Begun> next = begun.remove();
        return next.isPresent() ? await(next.get()) : Optional.empty();
    }

    private Optional<MemoryFile> await(Begun next) throws IOException {
        bytes -= next.file().length();
        try {
            return Optional.of(
                    new MemoryFile(next.file().path(), next.read().await().bytes()));
        } catch (FileNotFoundException | RangeReadException e) {
            return Optional.empty(); // the caller looks for the reason
        }
    }

    private Optional<Begun> begin(Wanted file) throws IOException {
        if (!file.isRead()) {
            return Optional.empty();
        }
        try {
            Begun begin = new Begun(file, BegunFile.of(folder, file.path(), (int) file.length()));
            bytes += file.length();
            return Optional.of(begin);
        } catch (FileNotFoundException | RangeReadException e) {
            return Optional.empty(); // it is gone, or shorter: the caller looks for the reason
        }
    }

    /** Returns what is wrong with a file as a Stoa file. */
    static List<Verifier.Problem> problems(MemoryFile file) throws IOException {
        try (RangeSource source = file.open()) {
            return Verifier.verify(source, (done, of) -> {});
        }
    }

    @Override
    public void close() throws IOException {
        Closing.all(begun.stream().flatMap(Optional::stream).map(Begun::read).toList());
    }
}
