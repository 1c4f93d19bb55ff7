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

import dev.stoa.format.CorruptFileException;
import dev.stoa.reader.StoaFile;
import dev.stoa.table.internal.logfile.LogFile;
import dev.stoa.vio.Folder;
import dev.stoa.vio.PendingRead;
import dev.stoa.vio.Range;
import dev.stoa.vio.RangeBuffers;
import dev.stoa.vio.RangeReadException;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.internal.disk.Closing;
import java.io.Closeable;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;

/** Reads parts of a checkpoint, several at once, each by one request. For one checkpoint and one thread. */
final class CheckpointParts implements Closeable {
    private static final int AT_ONCE = 8;

    /** Longer parts are read column by column. */
    private static final int MAX_WHOLE_BYTES = 4 << 20;

    private final Folder folder;
    private final UUID table;
    private final Deque<Begun> begun = new ArrayDeque<>();

    private record Begun(Wanted part, RangeSource source, PendingRead read) implements Closeable {
        @Override
        public void close() throws IOException {
            read.close();
            source.close();
        }
    }

    private CheckpointParts(Folder folder, UUID table) {
        this.folder = folder;
        this.table = table;
    }

    /**
     * A requested part.
     *
     * @param rows the same file
     */
    record Wanted(PartFile file, LogFile rows) {}

    /** Takes parts that were read. */
    interface Taker {
        void take(int index, CheckpointPart part);
    }

    /**
     * Reads parts, in their order.
     *
     * @param table the table of the checkpoint that names them
     * @throws FileNotFoundException if one does not exist
     * @throws CorruptFileException if one is damaged, or is another file than the checkpoint says
     */
    static void read(Folder folder, UUID table, List<Wanted> wanted, Taker taker) throws IOException {
        try (CheckpointParts reader = new CheckpointParts(folder, table)) {
            Deque<Wanted> ahead = new ArrayDeque<>(wanted);
            for (int i = 0; i < wanted.size(); i++) {
                while (!ahead.isEmpty() && reader.begun.size() < AT_ONCE) {
                    reader.begin(ahead.remove());
                }
                taker.take(i, reader.next());
            }
        }
    }

    private void begin(Wanted wanted) throws IOException {
        PartFile part = wanted.file();
        RangeSource source =
                folder.open(part.path(), OptionalLong.of(part.identity().length()));
        boolean isBegun = false;
        try {
            long length = part.identity().length();
            if (source.length() != length) {
                throw otherLength(part, source.id());
            }
            List<Range> ranges = length <= MAX_WHOLE_BYTES ? List.of(new Range(0, (int) length)) : List.of();
            begun.add(new Begun(wanted, source, source.start(source.plan(ranges))));
            isBegun = true;
        } finally {
            if (!isBegun) {
                source.close();
            }
        }
    }

    private CheckpointPart next() throws IOException {
        Begun next = begun.remove();
        PartFile part = next.part().file();
        LogFile ref = next.part().rows();
        try (next;
                RangeBuffers buffers = next.read().await()) {
            if (part.identity().length() > MAX_WHOLE_BYTES) {
                return read(ref.open(), ref, part);
            }
            byte[] bytes = new byte[(int) part.identity().length()];
            buffers.buffer(0).get(bytes);
            return read(StoaFile.open(new MemoryFile(next.source().id(), bytes).open()), ref, part);
        } catch (RangeReadException e) {
            if (e.getCause() instanceof FileNotFoundException missing) {
                throw missing;
            } else if (e.getCause() instanceof EOFException) {
                throw otherLength(part, next.source().id());
            }
            throw e;
        }
    }

    private static CorruptFileException otherLength(PartFile part, String name) {
        return new CorruptFileException(
                name + ": it has not the " + part.identity().length() + " bytes that the checkpoint says");
    }

    private CheckpointPart read(StoaFile open, LogFile ref, PartFile part) throws IOException {
        try (StoaFile file = open) {
            if (!file.identity().equals(part.identity())) {
                throw new CorruptFileException(file.name() + ": it is another file than the checkpoint says");
            }
            return LogReader.readPart(file, ref, table, part);
        }
    }

    @Override
    public void close() throws IOException {
        Closing.all(begun);
    }
}
