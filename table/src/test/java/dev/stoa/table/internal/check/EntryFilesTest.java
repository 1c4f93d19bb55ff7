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
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.ContentHash;
import dev.stoa.table.ForwardingFolder;
import dev.stoa.table.TableFault;
import dev.stoa.table.internal.log.EntryCopy;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.LogContents;
import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.table.internal.log.TableState;
import dev.stoa.vio.Folder;
import dev.stoa.vio.RangeSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Each entry that counts is checked as a file, with its bounds and the hash of the entry before. */
class EntryFilesTest extends RepairedLog {
    private static final String MISSING = "it is missing, though files of later versions exist";

    private List<TableFault> faults(int checked) throws IOException {
        return faults(folder(), open().snapshot().state(), checked);
    }

    private static List<TableFault> faults(Folder of, TableState newest, int checked) throws IOException {
        EntryFiles files = new EntryFiles(new Log(of));
        files.check(newest);
        assertEquals(checked, files.count());
        return files.faults();
    }

    private static TableFault missing(String path) {
        return new TableFault(TableFault.Kind.MISSING_ENTRY, path, MISSING, true);
    }

    @Test
    void soundEntriesHaveNoFaults() throws IOException {
        assertEquals(List.of(), faults(10));
        expire(2);
        assertEquals(List.of(), faults(1));
    }

    @Test
    void missingEntriesAreNamed() throws IOException {
        delete(entry(0));
        delete(entry(5));
        delete(entry(6));
        assertEquals(List.of(missing(entry(0)), missing(entry(5)), missing(entry(6))), faults(10));
    }

    /** The checkpoint of the oldest version says what its entry did. */
    @Test
    void theOldestVersionNeedsNoEntryIfItHasACheckpoint() throws IOException {
        expire(2);
        delete(entry(8));
        assertEquals(List.of(), faults(1));
    }

    @Test
    void aDamagedEntryIsNamedWithItsPlace() throws IOException {
        spoil(entry(3));
        List<TableFault> faults = faults(10);
        assertEquals(1, faults.size());
        assertEquals(TableFault.Kind.DAMAGED_ENTRY, faults.get(0).kind());
        assertEquals(entry(3), faults.get(0).path());
        assertTrue(!faults.get(0).what().contains(entry(3)), faults.get(0).what());
        assertTrue(!faults.get(0).what().contains("bounds"), "more is damaged: " + faults.get(0));
    }

    @Test
    void damagedBoundsAreNamed() throws IOException {
        spoilBounds(3);
        spoilUnread(6);
        List<TableFault> faults = faults(10);
        assertEquals(2, faults.size());
        assertEquals(entry(3), faults.get(0).path());
        assertTrue(
                faults.get(0)
                        .what()
                        .matches(".*; the bounds of the columns 'k', 'n', 's' in the file data/.*\\.stoa can't"
                                + " be read, so scans open each of these files"),
                faults.get(0).what());
        assertEquals(entry(6), faults.get(1).path());
        assertEquals(TableFault.Kind.DAMAGED_ENTRY, faults.get(1).kind());
    }

    @Test
    void anEntryThatFollowsAnotherOneIsNamed() throws IOException {
        LogContents other = new Log(folder()).entry(5).orElseThrow();
        folder().put(entry(5), EntryCopy.following(new Log(folder()), other, new ContentHash(1, 2)));
        assertEquals(
                List.of(entry(5), entry(6)),
                faults(10).stream().map(TableFault::path).toList(),
                "the second follows the former one");
        assertEquals(
                "it does not follow the entry of version 4", faults(10).get(0).what());
        delete(entry(4));
        assertEquals(
                List.of(entry(4), entry(6)),
                faults(10).stream().map(TableFault::path).toList(),
                "what the first should follow is unknown");
    }

    /** One request reads each entry, and one lists them, as a monitor asks often. */
    @Test
    void oneRequestChecksAnEntry() throws IOException {
        List<String> opened = new ArrayList<>();
        Folder counting = new ForwardingFolder(folder()) {
            @Override
            public RangeSource open(String name, OptionalLong knownLength) throws IOException {
                opened.add(name);
                assertTrue(knownLength.isPresent());
                return super.open(name, knownLength);
            }

            @Override
            public Optional<Entry> find(String name) {
                throw new AssertionError(name);
            }
        };
        assertEquals(List.of(), faults(counting, open().snapshot().state(), 10));
        assertEquals(LongStream.rangeClosed(0, 9).mapToObj(Log::entryName).toList(), opened);
    }

    /** A store may leave new files out of listings for a while. */
    @Test
    void anEntryThatIsNotListedIsFound() throws IOException {
        MemoryFolder folder = folder();
        TableState newest = open().snapshot().state();
        folder.doNotList(entry(9).substring(Log.FOLDER.length()));
        assertEquals(List.of(), faults(folder, newest, 10));
        spoilUnread(9);
        assertEquals(1, faults(folder, newest, 10).size());
    }
}
