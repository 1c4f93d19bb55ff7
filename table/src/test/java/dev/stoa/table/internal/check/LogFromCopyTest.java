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

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.table.RepairOptions;
import dev.stoa.table.Rows;
import dev.stoa.table.Table;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.table.internal.log.History;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.table.internal.log.SmallParts;
import dev.stoa.table.internal.log.TableState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A log becomes whole again by what a copy has of it. */
class LogFromCopyTest extends RepairedLog {
    @Test
    void aCopyGivesBackTheFilesOfTheLog() throws IOException {
        MemoryFolder whole = folder().copy();
        delete(entry(0));
        delete(entry(3));
        spoil(entry(6));
        delete(checkpoint(4));
        spoil(checkpoint(8));
        List<String> steps = repair(RepairOptions.DEFAULT.withCopy(whole));
        assertEquals(List.of(), losses);
        assertTrue(steps.contains(Log.entryName(6) + ": restored from " + whole.id()), steps.toString());
        for (String file : List.of(entry(0), entry(3), entry(6), checkpoint(4), checkpoint(8))) {
            assertArrayEquals(whole.bytes(file), folder().bytes(file));
        }
        assertFalse(exists(ASIDE + "/" + entry(5)), "it was sound");
        assertEquals(ALL, keys());
    }

    @Test
    void aCopyGivesBackAllOfAnEmptyLog() throws IOException {
        MemoryFolder whole = folder().copy();
        for (long version = 0; version <= 9; version++) {
            delete(entry(version));
        }
        delete(checkpoint(4));
        delete(checkpoint(8));
        repair(RepairOptions.DEFAULT.withCopy(whole));
        assertEquals(List.of(), losses);
        assertEquals(ALL, keys());
    }

    /** A file of another table took the place of the newest entry. */
    @Test
    void aCopyGivesBackAnEntryThatIsAnotherTables() throws IOException {
        MemoryFolder whole = folder().copy();
        MemoryFolder other = new MemoryFolder();
        insert(Table.create(other, Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT), 9);
        delete(entry(9));
        takeBack(other, entry(9));
        List<String> steps = repair(RepairOptions.DEFAULT.withCopy(whole));
        assertTrue(steps.contains(Log.entryName(9) + ": restored from " + whole.id()), steps.toString());
        assertEquals(List.of(), losses);
        assertArrayEquals(whole.bytes(entry(9)), folder().bytes(entry(9)));
        assertEquals(ALL, keys());
    }

    /** Writes the checkpoint of version 8 again, in small parts, and returns them. */
    private List<String> writeParts(int fragments) throws IOException {
        TableState state = new History(new Log(folder())).at(8).orElseThrow();
        delete(checkpoint(8));
        SmallParts.checkpoint(folder(), state, fragments, UUID::randomUUID);
        return new ArrayList<>(audit().parts());
    }

    /** A checkpoint of parts comes back with those of them that are gone, damaged or other files. */
    @Test
    void aCopyGivesBackThePartsOfACheckpoint() throws IOException {
        List<String> parts = writeParts(2);
        assertEquals(4, parts.size());
        MemoryFolder whole = folder().copy();
        delete(parts.get(0));
        spoil(parts.get(1));
        assertNotEquals(whole.bytes(entry(0)).length, whole.bytes(parts.get(2)).length);
        folder().put(parts.get(2), whole.bytes(entry(0)));
        List<String> steps = repair(RepairOptions.DEFAULT.withCopy(whole));
        assertEquals(List.of(), losses);
        Set<String> restored = new TreeSet<>();
        for (String file : List.of(checkpoint(8), parts.get(0), parts.get(1), parts.get(2))) {
            restored.add(file + ": restored from memory");
        }
        assertEquals(restored, new TreeSet<>(steps.subList(0, 4)));
        assertEquals(5, steps.size(), steps::toString); // the hint is written
        for (String part : parts) {
            assertArrayEquals(whole.bytes(part), folder().bytes(part));
        }
        assertEquals(ALL, keys());
    }

    /** The checkpoint goes: a part is damaged in the copy, too. */
    @Test
    void aDamagedPartOfTheCopyIsNotTaken() throws IOException {
        List<String> parts = writeParts(4);
        MemoryFolder damaged = folder().copy();
        byte[] bytes = damaged.bytes(parts.get(0));
        bytes[bytes.length / 2] ^= 1;
        damaged.put(parts.get(0), bytes);
        delete(parts.get(0));
        repair(RepairOptions.DEFAULT.withCopy(damaged));
        assertEquals(List.of(), losses);
        assertFalse(exists(parts.get(0)));
        assertFalse(exists(checkpoint(8)));
        assertEquals(ALL, keys());
    }

    /** The log of another table, and a copy with the same damage, give nothing. */
    @Test
    void otherCopiesAreNoHelp() throws IOException {
        MemoryFolder other = new MemoryFolder();
        Table table = Table.create(other, Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT);
        insert(table, 9);
        spoil(entry(5));
        spoil(checkpoint(8));
        MemoryFolder same = folder().copy();
        for (MemoryFolder copy : List.of(other, same)) {
            RepairSteps steps = new RepairSteps(folder());
            new LogRepair(steps, RepairOptions.DEFAULT.withCopy(copy), TableSettings.DEFAULT, losses).plan();
            assertTrue(steps.texts().stream().noneMatch(step -> step.contains("restored")), "" + steps.texts());
        }
    }

    /** An entry of another history is in the place of one that the next entry follows. */
    @Test
    void aCopyReplacesAnEntryThatTheNextDoesNotFollow() throws IOException {
        MemoryFolder whole = replaceEntry();
        repair(RepairOptions.DEFAULT.withCopy(whole));
        assertEquals(List.of(), losses);
        assertEquals(ALL, keys());
        assertArrayEquals(whole.bytes(entry(7)), folder().bytes(entry(7)));
    }

    /** The copy has the same wrong entry. */
    @Test
    void anEntryThatTheNextDoesNotFollowEitherIsNotTaken() throws IOException {
        replaceEntry();
        List<String> steps = repair(RepairOptions.DEFAULT.withCopy(folder().copy()));
        assertTrue(steps.stream().noneMatch(step -> step.contains("restored")), steps::toString);
        assertEquals(keys(1, 2, 3, 4, 5, 6, 7), keys());
    }

    /** The copy has that entry, but damaged. */
    @Test
    void aDamagedEntryOfTheCopyReplacesNone() throws IOException {
        MemoryFolder whole = replaceEntry();
        whole.put(entry(7), new byte[100]);
        assertTrue(whole.delete(checkpoint(8)));
        List<String> steps = repair(RepairOptions.DEFAULT.withCopy(whole));
        assertTrue(steps.stream().noneMatch(step -> step.startsWith(Log.entryName(7) + ": restored")), steps::toString);
        assertEquals(keys(1, 2, 3, 4, 5, 6, 7), keys());
    }

    /** It tells what its version did, so it is taken, and written anew. */
    @Test
    void anEntryOfTheCopyWithDamagedBoundsIsMended() throws IOException {
        List<String> bounds = bounds();
        spoilUnread(5);
        MemoryFolder copy = folder().copy();
        delete(entry(5));
        List<String> steps = repair(RepairOptions.DEFAULT.withCopy(copy));
        assertTrue(steps.contains(Log.entryName(5) + ": restored from " + copy.id()), steps.toString());
        assertEquals(List.of(), losses);
        assertEquals(ALL, keys());
        assertEquals(bounds, bounds());
    }

    /** What an older copy has of expired versions stays there. */
    @Test
    void versionsThatExpiredStayExpired() throws IOException {
        MemoryFolder whole = folder().copy();
        expire(2);
        assertFalse(exists(entry(7)));
        spoil(entry(9));
        List<String> steps = repair(RepairOptions.DEFAULT.withCopy(whole));
        assertEquals(List.of(), losses);
        assertEquals(1, steps.stream().filter(step -> step.contains("restored")).count(), steps::toString);
        assertArrayEquals(whole.bytes(entry(9)), folder().bytes(entry(9)));
        for (String file : List.of(entry(0), entry(7), checkpoint(4))) {
            assertFalse(exists(file), file);
        }
        assertEquals(ALL, keys());
    }
}
