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
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.ContentHash;
import dev.stoa.table.internal.log.EntryCopy;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.LogContents;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Entries after one that is written anew follow it, and say the same. */
class EntryChainTest extends RepairedLog {
    private static final ContentHash OTHER = new ContentHash(1, 2);
    private static final String SAME = ": written: the same, behind an entry that was written anew";

    /** Replaces the entry of version 5 by one that follows another entry. */
    private RepairSteps replace(LogAudit audit, EntryChain chain, RepairSteps steps) throws IOException {
        LogContents before = audit.entries().get(5L);
        chain.replace(audit, before, EntryCopy.following(new Log(folder()), before, OTHER), "another");
        return steps;
    }

    private static ContentHash hash(Log log, long version) throws IOException {
        return log.entry(version).orElseThrow().link().hash();
    }

    @Test
    void allLaterEntriesFollow() throws IOException {
        RepairSteps steps = new RepairSteps(folder());
        EntryChain chain = new EntryChain(steps);
        replace(audit(), chain, steps);
        assertEquals(
                List.of(
                        entry(5) + ": written: another",
                        entry(6) + SAME,
                        entry(7) + SAME,
                        entry(8) + SAME,
                        entry(9) + SAME),
                steps.texts());
        Log before = new Log(folder());
        Log after = new Log(steps.planned());
        for (long version = 5; version <= 9; version++) {
            LogContents entry = after.entry(version).orElseThrow();
            ContentHash previous = version == 5 ? OTHER : hash(after, version - 1);
            assertTrue(entry.follows(previous), entry.toString());
            assertTrue(entry.isSame(before.entry(version).orElseThrow()), entry.toString());
            assertNotEquals(hash(before, version), hash(after, version));
            assertEquals(Optional.of(hash(after, version)), chain.now(Optional.of(hash(before, version))));
        }
        assertEquals(Optional.of(hash(before, 4)), chain.now(Optional.of(hash(before, 4))), "it stays");
        assertEquals(Optional.empty(), chain.now(Optional.empty()));
    }

    @Test
    void entriesAfterALostOneStay() throws IOException {
        delete(entry(7));
        RepairSteps steps = new RepairSteps(folder());
        replace(audit(), new EntryChain(steps), steps);
        assertEquals(List.of(entry(5) + ": written: another", entry(6) + SAME), steps.texts());
    }

    @Test
    void anEntryThatFollowsAnotherOneStays() throws IOException {
        Log log = new Log(folder());
        folder().put(entry(7), EntryCopy.following(log, log.entry(7).orElseThrow(), new ContentHash(3, 4)));
        byte[] seven = folder().bytes(entry(7));
        RepairSteps steps = new RepairSteps(folder());
        replace(audit(), new EntryChain(steps), steps);
        assertEquals(List.of(entry(5) + ": written: another", entry(6) + SAME), steps.texts());
        steps.apply(ASIDE);
        assertArrayEquals(seven, folder().bytes(entry(7)));
    }
}
