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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.stoa.format.UnsupportedFileException;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.table.ForwardingFolder;
import dev.stoa.table.Rows;
import dev.stoa.table.Table;
import dev.stoa.table.TableFault;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.table.Transaction;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.vio.Folder;
import dev.stoa.vio.RangeSource;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** All entries of a log are read, also after one that is damaged, gone or of another table. */
class EntryAuditTest extends RepairedLog {
    private final NavigableSet<Long> listed = new TreeSet<>(Set.of(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L));
    private LogFaults faults;

    private EntryAudit read(Folder folder) throws IOException {
        Log log = new Log(folder);
        faults = new LogFaults(log, List.of());
        return EntryAudit.read(log, listed, faults);
    }

    private static UUID table(MemoryFolder folder) throws IOException {
        return new Log(folder).entry(0).orElseThrow().table();
    }

    /** Keys of rows take memory, and no audit needs them. */
    @Test
    void soundEntriesAreKeptWithoutKeys() throws IOException {
        MemoryFolder keyed = new MemoryFolder();
        TableProperties key = new TableProperties(List.of(), List.of(1), List.of(), Map.of());
        Table table = Table.create(keyed, Rows.schema(), key, TableSettings.DEFAULT);
        Transaction insert = table.begin("insert");
        Rows.insert(insert, keyed, Rows.row(1L, 1, "s"));
        insert.checkKeys();
        insert.commit();
        assertEquals(1, new Log(keyed).entry(1).orElseThrow().keys().length);
        listed.tailSet(2L).clear();
        EntryAudit audit = read(keyed);
        assertEquals(Set.of(0L, 1L), audit.entries().keySet());
        assertEquals(0, audit.entries().get(1L).keys().length);
        assertEquals(
                new Log(keyed).entry(1).orElseThrow().actions().size(),
                audit.entries().get(1L).actions().size());
        assertEquals(Optional.of(table(keyed)), audit.table());
        assertEquals(Set.of(), audit.withoutBounds());
        assertEquals(List.of(), faults.all());
    }

    /** An expiry may remove an entry after it was listed. */
    @Test
    void anEntryThatIsGoneSinceItWasListedIsNoFault() throws IOException {
        delete(entry(0));
        delete(entry(1));
        EntryAudit audit = read(folder());
        assertEquals(Set.of(2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L), listed);
        assertEquals(listed, audit.entries().keySet());
        assertEquals(List.of(), faults.all());
    }

    /** A store tells at the first read only that a file is gone, or loses one read: the entry is read again, in parts. */
    @Test
    void anEntryThatCantBeReadAsAWholeIsReadInParts() throws IOException {
        spoilUnread(5);
        spoil(entry(6));
        Set<String> failed = new HashSet<>();
        EntryAudit audit = read(new ForwardingFolder(folder()) {
            @Override
            public RangeSource open(String name, OptionalLong length) throws IOException {
                if (failed.add(name)) {
                    throw new FileNotFoundException(name);
                }
                return super.open(name, length);
            }
        });
        assertEquals(10, listed.size());
        assertEquals(10, failed.size());
        assertEquals(Set.of(0L, 1L, 2L, 3L, 4L, 7L, 8L, 9L), audit.entries().keySet());
        assertEquals(Set.of(5L), audit.withoutBounds());
        assertEquals(List.of(Log.entryName(5), Log.entryName(6)), paths());
    }

    private List<String> paths() {
        return faults.all().stream().map(TableFault::path).toList();
    }

    @Test
    void damageOfBoundsAloneIsToldApart() throws IOException {
        spoilBounds(3);
        spoilUnread(5);
        spoil(entry(7));
        EntryAudit audit = read(folder());
        assertEquals(Set.of(3L, 5L), audit.withoutBounds());
        assertEquals(Set.of(0L, 1L, 2L, 4L, 6L, 8L, 9L), audit.entries().keySet());
        assertEquals(List.of(Log.entryName(3), Log.entryName(5), Log.entryName(7)), paths());
        assertEquals(Optional.of(table(folder())), audit.table());
    }

    /** Also where it is in front: the table is that of most entries. */
    @Test
    void entriesOfAnotherTableDoNotCount() throws IOException {
        UUID right = table(folder());
        MemoryFolder other = new MemoryFolder();
        insert(Table.create(other, Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT), 5);
        for (long version : new long[] {0, 1, 5}) {
            takeBack(other, entry(version));
        }
        EntryAudit audit = read(folder());
        assertEquals(Optional.of(right), audit.table());
        assertEquals(Set.of(2L, 3L, 4L, 6L, 7L, 8L, 9L), audit.entries().keySet());
        assertEquals(List.of(Log.entryName(0), Log.entryName(1), Log.entryName(5)), paths());
        assertEquals(
                "it belongs to the table " + table(other) + ", this one is " + right,
                faults.all().get(0).what());
    }

    @Test
    void withoutEntriesTheTableIsUnknown() throws IOException {
        for (long version : listed) {
            spoil(entry(version));
        }
        EntryAudit audit = read(folder());
        assertEquals(Optional.empty(), audit.table());
        assertEquals(10, faults.all().size());
    }

    /** An entry of a later release is no damage, and no repair may touch it. */
    @Test
    void anEntryOfALaterReleaseEndsTheAudit() {
        byte[] bytes = folder().bytes(entry(4));
        ByteBuffer tail = ByteBuffer.wrap(bytes, bytes.length - Layout.TAIL_BYTES, Layout.TAIL_BYTES)
                .slice()
                .order(ByteOrder.LITTLE_ENDIAN);
        tail.putShort(76, (short) 2);
        tail.putInt(80, Layout.crc(tail.duplicate().limit(80)));
        folder().put(entry(4), bytes);
        assertThrows(UnsupportedFileException.class, () -> read(folder()));
        assertThrows(UnsupportedFileException.class, this::audit);
    }
}
