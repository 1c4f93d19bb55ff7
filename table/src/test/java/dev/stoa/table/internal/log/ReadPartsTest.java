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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.CorruptFileException;
import dev.stoa.table.ForwardingFolder;
import dev.stoa.table.internal.logfile.LogKind;
import dev.stoa.vio.BufferAllocator;
import dev.stoa.vio.PositionalReader;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.RangeSources;
import dev.stoa.vio.StoreProfile;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Parts of a checkpoint are read several at once, and what was opened is closed whatever happens. */
class ReadPartsTest extends CheckpointedLog {
    private static final int PARTS = 12;

    private final AtomicInteger open = new AtomicInteger();

    /** How many parts were read when each was opened. */
    private final List<Integer> before = new ArrayList<>();

    private BaseParts parts;
    private List<PartFile> files;

    /** What reads of a part do. */
    private Reading reading = (bytes, position, target) -> {
        int count = Math.min(target.remaining(), bytes.length - position);
        target.put(bytes, position, count);
        return count;
    };

    private interface Reading {
        int read(byte[] bytes, int position, ByteBuffer target) throws IOException;
    }

    @BeforeEach
    void make() throws IOException {
        create();
        Changes changes = new Changes();
        for (int i = 0; i < PARTS * MOST; i++) {
            insert(changes);
        }
        commit(changes);
        checkpoint();
        LogContents checkpoint =
                log.read(Log.checkpointName(1), LogKind.CHECKPOINT, 1).orElseThrow();
        parts = BaseParts.of(
                new Counting(),
                checkpoint,
                (version, failure) -> {
                    throw failure;
                },
                BaseParts.NONE);
        files = parts.files();
    }

    /** Counts the sources that are open. */
    private final class Counting extends ForwardingFolder {
        private Counting() {
            super(ReadPartsTest.this.folder);
        }

        @Override
        public RangeSource open(String name, OptionalLong length) throws IOException {
            int read = 0;
            for (int i = 0; i < parts.size(); i++) {
                read += parts.isRead(i) ? 1 : 0;
            }
            before.add(read);
            super.open(name, length).close(); // fails if it does not exist
            byte[] bytes = ReadPartsTest.this.folder.bytes(name);
            open.incrementAndGet();
            return RangeSources.of(name, bytes.length, StoreProfile.hdfs(), BufferAllocator.pooled(), reader(bytes));
        }
    }

    private PositionalReader reader(byte[] bytes) {
        return new PositionalReader() {
            @Override
            public int read(long position, ByteBuffer target) throws IOException {
                return reading.read(bytes, (int) position, target);
            }

            @Override
            public void close() {
                open.decrementAndGet();
            }
        };
    }

    @AfterEach
    void allIsClosed() {
        assertEquals(0, open.get());
    }

    @Test
    void eightAreReadAtOnce() throws IOException {
        assertEquals(PARTS, parts.all().size());
        assertEquals(List.of(0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4), before);
    }

    @Test
    void allOfAVersionAreReadAtOnce() throws IOException {
        Fragments.of(parts, 1).all();
        assertEquals(List.of(0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4), before);
    }

    @Test
    void allThatMayMatchAreReadAtOnce() throws IOException {
        Fragments.of(parts, 1).where((part, since) -> part.equals(files.get(2)) || part.equals(files.get(7)));
        assertEquals(List.of(0, 0), before);
    }

    @Test
    void aPartIsGone() {
        folder.delete(files.get(5).path());
        assertThrows(FileNotFoundException.class, parts::all);
    }

    @Test
    void aPartHasAnotherLength() {
        String path = files.get(5).path();
        folder.put(path, Arrays.copyOf(folder.bytes(path), 100));
        CorruptFileException e = assertThrows(CorruptFileException.class, parts::all);
        assertEquals(wrongLength(5), e.getMessage());
    }

    private String wrongLength(int part) {
        PartFile file = files.get(part);
        return file.path() + ": it has not the " + file.identity().length() + " bytes that the checkpoint says";
    }

    /** Stores may tell only at the first read. */
    @Test
    void aReadFindsThatAPartIsGone() {
        reading = (bytes, position, target) -> {
            throw new FileNotFoundException("gone");
        };
        FileNotFoundException e = assertThrows(FileNotFoundException.class, parts::all);
        assertEquals("gone", e.getMessage());
    }

    @Test
    void aReadFindsThatAPartIsShorter() {
        reading = (bytes, position, target) -> -1;
        CorruptFileException e = assertThrows(CorruptFileException.class, parts::all);
        assertEquals(wrongLength(0), e.getMessage());
    }

    @Test
    void aDamagedPartIsClosed() {
        String path = files.get(0).path();
        folder.put(path, new byte[(int) files.get(0).identity().length()]);
        CorruptFileException e = assertThrows(CorruptFileException.class, parts::all);
        assertTrue(e.getMessage().startsWith(path), e.getMessage());
    }
}
