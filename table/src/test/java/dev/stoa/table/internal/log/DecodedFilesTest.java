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
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.table.CommitInfo;
import dev.stoa.table.Rows;
import dev.stoa.table.internal.logfile.LogKind;
import dev.stoa.table.internal.schema.TableSchema;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A file of a log is decoded once, and again if a byte of it is another one. */
class DecodedFilesTest {
    private static final UUID TABLE = new UUID(1, 2);
    private static final int LARGE = 1 << 30;

    private static MemoryFile entry(String name, String operation) throws IOException {
        Changes changes = new Changes();
        changes.schema = Optional.of(TableSchema.numbered(Schema.of(Field.nullable("a", Rows.LONG)), false));
        CommitInfo info = new CommitInfo(0, Instant.EPOCH, new UUID(9, 9), operation, 0, false, 0);
        return new MemoryFile(name, EntryWriter.bytes(name, TABLE, Optional.empty(), info, changes));
    }

    private static LogContents of(DecodedFiles files, MemoryFile file) throws IOException {
        return files.of(new MemoryFile(file.name(), file.bytes().clone()), LogKind.ENTRY, 0);
    }

    @Test
    void theSameBytesAreDecodedOnce() throws IOException {
        DecodedFiles files = new DecodedFiles(LARGE);
        LogContents first = of(files, entry("x", "one"));
        assertSame(first, of(files, entry("x", "one")));
        assertEquals("two", of(files, entry("x", "two")).info().operation());
        assertNotSame(first, of(files, entry("y", "one")), "messages name the file");
        assertSame(first, of(files, entry("x", "one")));
    }

    @Test
    void eachDamagedByteIsNoticed() throws IOException {
        DecodedFiles files = new DecodedFiles(LARGE);
        MemoryFile entry = entry("x", "one");
        LogContents first = of(files, entry);
        for (int i = 0; i < entry.bytes().length; i++) {
            byte[] damaged = entry.bytes().clone();
            damaged[i] ^= 1;
            try {
                assertNotSame(first, of(files, new MemoryFile("x", damaged)));
            } catch (CorruptFileException | dev.stoa.format.UnsupportedFileException e) {
                assertTrue(e.getMessage().startsWith("x"), e.getMessage());
            }
        }
        assertThrows(CorruptFileException.class, () -> files.of(entry, LogKind.CHECKPOINT, 0));
        assertThrows(CorruptFileException.class, () -> files.of(entry, LogKind.ENTRY, 1));
    }

    @Test
    void theMemoryIsBounded() throws IOException {
        int length = entry("x", "0").bytes().length;
        DecodedFiles files = new DecodedFiles(16L * (2 * length + length / 2));
        LogContents first = of(files, entry("x", "0"));
        LogContents second = of(files, entry("x", "1"));
        assertSame(first, of(files, entry("x", "0")));
        of(files, entry("x", "2"));
        assertSame(first, of(files, entry("x", "0")), "used last");
        assertEquals(16L * 2 * length, files.memory());
        assertNotSame(second, of(files, entry("x", "1")), "it gave its memory to the third");
        DecodedFiles one = new DecodedFiles(16L * length);
        assertSame(of(one, entry("x", "0")), of(one, entry("x", "0")), "it fits exactly");
        assertEquals(16L * length, one.memory());
        DecodedFiles none = new DecodedFiles(length);
        assertNotSame(of(none, entry("x", "0")), of(none, entry("x", "0")));
        assertEquals(0, none.memory());
    }
}
