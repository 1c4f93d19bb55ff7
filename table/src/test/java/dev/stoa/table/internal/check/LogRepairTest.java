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
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.ContentHash;
import dev.stoa.table.CommitInfo;
import dev.stoa.table.DataFile;
import dev.stoa.table.Fragment;
import dev.stoa.table.RepairOptions;
import dev.stoa.table.Snapshot;
import dev.stoa.table.TableException;
import dev.stoa.table.TableProperties;
import dev.stoa.table.Transaction;
import dev.stoa.table.internal.log.Action;
import dev.stoa.table.internal.log.Changes;
import dev.stoa.table.internal.log.EntryWriter;
import dev.stoa.table.internal.log.Floor;
import dev.stoa.table.internal.log.Floors;
import dev.stoa.table.internal.log.History;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.LogContents;
import dev.stoa.table.internal.log.LogPosition;
import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.table.internal.log.TableState;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A log becomes whole again by itself: with which versions and rows, and what the repair names as lost. */
class LogRepairTest extends RepairedLog {
    private static final String CAN_FOLLOW = "; those of later versions are kept where they can follow: rows that it"
            + " deleted are back, values that it changed are the old ones";
    private static final RepairOptions PAST_GAPS = RepairOptions.DEFAULT.withPastGaps(true);

    private String hint() {
        return new String(folder().bytes(Log.HINT), StandardCharsets.US_ASCII);
    }

    @Test
    void aSoundLogStays() throws IOException {
        assertEquals(List.of(), repair(RepairOptions.DEFAULT));
        assertEquals(List.of(), losses);
    }

    @Test
    void aWrongCheckpointIsSetAside() throws IOException {
        spoil(checkpoint(4));
        List<String> steps = repair(RepairOptions.DEFAULT);
        assertEquals(2, steps.size());
        assertTrue(steps.get(0).startsWith(Log.checkpointName(4) + ": set aside: "), steps.get(0));
        assertEquals(Log.HINT + ": written: names the checkpoint 8", steps.get(1));
        assertEquals("8\n", hint());
        assertFalse(exists(checkpoint(4)));
        assertEquals(List.of(), losses);
        assertEquals(ALL, keys());
    }

    @Test
    void aDamagedHintNamesTheNewestCheckpoint() throws IOException {
        spoil(Log.HINT);
        assertEquals(List.of(Log.HINT + ": written: names the checkpoint 8"), repair(RepairOptions.DEFAULT));
        assertEquals("8\n", hint());
        assertEquals(
                List.of("perhaps the newest versions: the hint was damaged, or named a version after 9, the newest in"
                        + " the log"),
                losses);
    }

    @Test
    void aDamagedHintGoesWithoutCheckpoints() throws IOException {
        delete(checkpoint(4));
        delete(checkpoint(8));
        spoil(Log.HINT);
        assertEquals(List.of(Log.HINT + ": set aside: no checkpoint exists"), repair(RepairOptions.DEFAULT));
        assertFalse(exists(Log.HINT));
        assertEquals(1, losses.size());
        assertEquals(ALL, keys());
    }

    @Test
    void aCheckpointTellsALostEntryAnew() throws IOException {
        delete(entry(4));
        spoil(entry(8));
        List<String> steps = repair(RepairOptions.DEFAULT);
        assertEquals(
                List.of(
                        Log.entryName(4) + ": written: what its checkpoint shows that it did",
                        Log.entryName(5) + ": written: the same, behind an entry that was written anew"),
                steps.subList(0, 2));
        assertEquals(List.of(), losses);
        assertEquals(ALL, keys());
        assertEquals(
                9,
                open().commits(10).stream()
                        .filter(info -> info.operation().equals("insert"))
                        .count());
    }

    /** Writes the entry of an insert anew, without bounds of values, and nothing else: a repair stopped then. */
    private void rewrite(long version) throws IOException {
        LogContents entry = new Log(folder()).entry(version).orElseThrow();
        Fragment fragment = ((Action.AddFragment) entry.actions().get(0)).fragment();
        DataFile file = ((Action.AddFile) entry.actions().get(1)).file();
        DataFile.Added added = new DataFile.Added(file.path(), file.identity(), file.fields(), file.folded(), Map.of());
        Changes changes = new Changes();
        changes.added.put(fragment.id(), new Changes.NewFragment(fragment.rows(), fragment.partition(), added));
        folder().put(
                        entry(version),
                        EntryWriter.bytes(
                                entry(version), entry.table(), entry.link().previous(), entry.info(), changes));
    }

    /** The checkpoint still names the lost entry, as the entry after it does: the repair goes on where it stopped. */
    @Test
    void aRepairThatToldAnEntryGoesOn() throws IOException {
        rewrite(8);
        List<String> steps = repair(RepairOptions.DEFAULT);
        assertEquals(entry(9) + ": written: the same, behind the entry of version 8", steps.get(0));
        assertEquals(List.of(), losses);
        assertEquals(ALL, keys());
    }

    enum Told {
        DAMAGED,
        OTHER_COMMIT,
        OTHER_ENTRY
    }

    /** No repair has written the entry by this checkpoint: the entry after it follows one that is lost. */
    @ParameterizedTest
    @EnumSource(Told.class)
    void anEntryThatNoCheckpointToldIsNotFollowed(Told told) throws IOException {
        TableState right = new History(new Log(folder())).at(8).orElseThrow();
        delete(checkpoint(8));
        if (told == Told.DAMAGED) {
            spoil(checkpoint(8));
        } else {
            CommitInfo info = right.info();
            LogPosition position = right.position();
            if (told == Told.OTHER_COMMIT) {
                info = new CommitInfo(8, info.time(), UUID.randomUUID(), "other", info.base(), false, 0);
            } else {
                position = new LogPosition(position.table(), new ContentHash(1, 2), position.floor(), 0);
            }
            new Log(folder())
                    .writeCheckpoint(new TableState(
                            position, info, right.schema(), right.properties(), right.features(), right.held()));
        }
        rewrite(8);
        repair(RepairOptions.DEFAULT);
        assertEquals(List.of(behind(8, "9 (insert)")), losses);
        assertEquals(keys(1, 2, 3, 4, 5, 6, 7, 8), keys());
    }

    private static String behind(long version, String lost) {
        return "the changes of all versions behind " + version + ": " + lost
                + "; with --past-gaps those that can follow without the lost ones are kept";
    }

    enum Aside {
        RIGHT,
        OTHER,
        UNREADABLE
    }

    /** The entry after one that was written anew is kept if it follows the one that was set aside then. */
    @ParameterizedTest
    @EnumSource(Aside.class)
    void anEntryMayFollowOneThatWasSetAside(Aside aside) throws IOException {
        byte[] right = folder().bytes(entry(7));
        delete(checkpoint(8));
        rewrite(7);
        switch (aside) {
            case RIGHT -> folder().put(ASIDE + "/" + entry(7), right);
            case OTHER -> folder().put(ASIDE + "/" + entry(7), folder().bytes(entry(7)));
            case UNREADABLE -> spoil(ASIDE + "/" + entry(7));
        }
        repair(RepairOptions.DEFAULT);
        boolean isKept = aside == Aside.RIGHT;
        assertEquals(isKept ? List.of() : List.of(behind(7, "8 (insert), 9 (insert)")), losses);
        assertEquals(isKept ? ALL : keys(1, 2, 3, 4, 5, 6, 7), keys());
    }

    /** It is the oldest version, whose checkpoint says all. */
    @Test
    void theDamagedEntryOfTheOldestVersionIsNoLoss() throws IOException {
        expire(2);
        spoil(entry(8));
        repair(RepairOptions.DEFAULT);
        assertEquals(List.of(), losses);
        assertFalse(exists(entry(8)));
        assertEquals(ALL, keys());
    }

    /** Two of the entries have checkpoints. The last one has none, and perhaps a later version has. */
    @ParameterizedTest
    @ValueSource(ints = {23, 25})
    void severalEntriesAreLost(int newest) throws IOException {
        insert(open(), newest);
        for (long version : new long[] {4, 16, 22}) {
            delete(entry(version));
        }
        repair(RepairOptions.DEFAULT);
        assertEquals(
                newest == 23
                        ? List.of(behind(21, "22 (unknown), 23 (insert)"))
                        : List.of("the versions 0 to 23 can no longer be read; the rows of version 24 and later ones"
                                + " are all there"),
                losses);
        assertEquals(newest == 23 ? 21 : 25, keys().size());
        assertEquals(newest, open().snapshot().version());
    }

    /** The oldest version has a checkpoint and needs no entry, and a later entry is lost. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theLogMayBeginWithACheckpointAlone(boolean isPastGaps) throws IOException {
        expire(2);
        insert(open(), 11);
        delete(entry(8));
        delete(entry(10));
        repair(isPastGaps ? PAST_GAPS : RepairOptions.DEFAULT);
        assertEquals(
                isPastGaps
                        ? List.of(
                                "the changes of version 10" + CAN_FOLLOW,
                                "perhaps changes of version 10: the entry of version 11 follows another one, which was"
                                        + " lost")
                        : List.of(behind(9, "10 (unknown), 11 (insert)")),
                losses);
        assertEquals(isPastGaps ? keys(1, 2, 3, 4, 5, 6, 7, 8, 9, 11) : ALL, keys());
        assertEquals(11, open().snapshot().version());
        assertEquals(new Floor(1, 8), audit().floors().floor());
    }

    /** All that is left is sound, and no marker says that the rest was expired. */
    @Test
    void aTableBeginsWithTheOldestCheckpointThatIsLeft() throws IOException {
        for (long version = 0; version <= 7; version++) {
            delete(entry(version));
        }
        delete(checkpoint(4));
        repair(RepairOptions.DEFAULT);
        assertEquals(
                List.of(
                        "the versions 0 to 7 can no longer be read; the rows of version 8 and later ones are all there"),
                losses);
        assertEquals(new Floor(1, 8), audit().floors().floor());
        assertEquals(ALL, keys());
    }

    @Test
    void aLaterCheckpointBecomesTheOldestVersion() throws IOException {
        Transaction tag = open().begin("tag");
        Snapshot snapshot = tag.snapshot();
        tag.setProperties(snapshot.properties().withTag("old", 3).withTag("new", 8));
        tag.commit();
        delete(entry(5));
        repair(RepairOptions.DEFAULT);
        assertEquals(
                List.of(
                        "the versions 0 to 7 can no longer be read; the rows of version 8 and later ones are all there",
                        "the tag 'old' names version 3, which can't be read any more: remove it by"
                                + " 'stoa table tag TABLE --drop old'"),
                losses);
        assertEquals(new Floor(1, 8), audit().floors().floor());
        assertFalse(exists(entry(7)));
        assertFalse(exists(checkpoint(4)));
        assertTrue(exists(entry(8)));
        assertEquals(ALL, keys());
    }

    /** The marker is lost with the checkpoint of the version that it named, and a later checkpoint is from before it. */
    @Test
    void theOldestVersionMayBeLostWithItsMarker() throws IOException {
        expire(6);
        assertEquals(new Floor(1, 4), audit().floors().floor());
        spoil(Floors.name(1));
        spoil(checkpoint(4));
        repair(RepairOptions.DEFAULT);
        assertEquals(
                List.of("perhaps the versions 4 to 7, unless they had expired: the damaged marker no longer names the"
                        + " oldest version"),
                losses);
        assertEquals(new Floor(1, 8), audit().floors().floor());
        assertEquals(ALL, keys());
    }

    /** Files that a stopped expiry has left lead from version 0 on, and no marker names that version. */
    @Test
    void theFirstCheckpointIsTheOldestVersionWhereOlderFilesAreLeft() throws IOException {
        MemoryFolder before = folder().copy();
        expire(6);
        for (long version = 0; version < 4; version++) {
            takeBack(before, entry(version));
        }
        spoil(Floors.name(1));
        repair(RepairOptions.DEFAULT);
        assertEquals(
                List.of("perhaps the versions 0 to 3, unless they had expired: the damaged marker no longer names the"
                        + " oldest version"),
                losses);
        assertEquals(new Floor(1, 4), audit().floors().floor());
        assertEquals(ALL, keys());
    }

    /** The entry of the checkpoint's version is damaged, too, and so is the one before it. */
    @Test
    void aCheckpointStandsForItsDamagedEntry() throws IOException {
        spoil(entry(7));
        spoil(entry(8));
        List<String> steps = repair(RepairOptions.DEFAULT);
        assertTrue(
                steps.contains(Log.entryName(8) + ": set aside: it is damaged, and its checkpoint has what it says"),
                steps.toString());
        assertEquals(
                List.of(
                        "the versions 0 to 7 can no longer be read; the rows of version 8 and later ones are all there"),
                losses);
        assertEquals(ALL, keys());
    }

    @Test
    void withoutACheckpointLaterVersionsAreEmpty() throws IOException {
        delete(checkpoint(8));
        spoil(entry(5));
        List<String> steps = repair(RepairOptions.DEFAULT);
        assertEquals(List.of(behind(4, "5 (unknown), 6 (insert), 7 (insert), 8 (insert), 9 (insert)")), losses);
        assertEquals(Log.entryName(9) + ": set aside: it is lost, or comes after a lost one", steps.get(0));
        assertEquals(
                5,
                steps.stream()
                        .filter(step -> step.endsWith(": written: an empty commit in place of a lost one"))
                        .count());
        assertEquals(keys(1, 2, 3, 4), keys());
        assertEquals(9, open().snapshot().version());
        assertEquals("repair", open().commits(5).get(4).operation());
        assertEquals("4\n", hint());
    }

    @Test
    void aDamagedCheckpointAfterALostEntryGoes() throws IOException {
        delete(entry(5));
        spoil(checkpoint(8));
        List<String> steps = repair(RepairOptions.DEFAULT);
        assertEquals(Log.checkpointName(8) + ": set aside: its version comes after a lost one", steps.get(0));
        assertEquals(keys(1, 2, 3, 4), keys());
        assertFalse(exists(checkpoint(8)));
    }

    /** The message names the first 20. */
    @ParameterizedTest
    @ValueSource(ints = {24, 25})
    void manyLostVersionsAreNotAllNamed(int newest) throws IOException {
        insert(open(), newest);
        for (long version = 8; version <= newest; version += 4) {
            delete(checkpoint(version));
        }
        delete(entry(5));
        repair(RepairOptions.DEFAULT);
        String last = newest == 24 ? " 24 (insert); with" : " 24 (insert), ...; with";
        assertTrue(losses.get(0).startsWith("the changes of all versions behind 4: 5 (unknown), 6 (insert), "));
        assertTrue(losses.get(0).contains(last), () -> losses.get(0));
        assertEquals(keys(1, 2, 3, 4), keys());
        assertEquals(newest, open().snapshot().version());
    }

    /** Its version and those before it may have been there. */
    @Test
    void aDamagedCheckpointWithoutAnEntryTellsOfLostVersions() throws IOException {
        spoil(checkpoint(12));
        repair(RepairOptions.DEFAULT);
        assertEquals(
                List.of(
                        "the changes of all versions behind 9: 10 (unknown), 11 (unknown), 12 (unknown); with --past-gaps"
                                + " those that can follow without the lost ones are kept"),
                losses);
        assertEquals(12, open().snapshot().version());
        assertEquals(ALL, keys());
    }

    @Test
    void pastAGapLaterVersionsAreKept() throws IOException {
        delete(checkpoint(8));
        delete(entry(6));
        delete(entry(7));
        repair(PAST_GAPS);
        assertEquals(
                List.of(
                        "the changes of version 6" + CAN_FOLLOW,
                        "the changes of version 7" + CAN_FOLLOW,
                        "perhaps changes of version 7: the entry of version 8 follows another one, which was lost"),
                losses);
        assertEquals(keys(1, 2, 3, 4, 5, 8, 9), keys());
        assertEquals(9, open().snapshot().version());
    }

    @Test
    void aFarNumberIsNotFilledUpTo() throws IOException {
        spoil(entry(1011));
        List<String> steps = repair(PAST_GAPS);
        assertEquals(Log.entryName(1011) + ": set aside: its number is far from all others", steps.get(0));
        assertEquals(List.of(), losses);
        assertEquals(9, open().snapshot().version());
        assertEquals(ALL, keys());
    }

    @Test
    void aFarNumberIsNotGoneBackFrom() throws IOException {
        spoil(entry(1010));
        repair(RepairOptions.DEFAULT);
        assertEquals(9, open().snapshot().version());
        assertEquals(ALL, keys());
    }

    @Test
    @Tag("slow")
    void aThousandVersionsAreGoneBackFrom() throws IOException {
        spoil(entry(1009));
        repair(RepairOptions.DEFAULT);
        assertEquals(1009, open().snapshot().version());
        assertEquals(ALL, keys());
    }

    @Test
    void pastAGapADamagedCheckpointWithoutAnEntryGoes() throws IOException {
        spoil(checkpoint(12));
        List<String> steps = repair(PAST_GAPS);
        assertEquals(Log.checkpointName(12) + ": set aside: it is damaged, and has no entry", steps.get(0));
        assertEquals(List.of(), losses);
        assertEquals(9, open().snapshot().version());
    }

    /** Only a read of the parts shows that no fragment of theirs is changed. */
    @Test
    void pastAGapAChangeOfALostFragmentGoesIfTheOthersAreInParts() throws IOException {
        Transaction few = open().begin("set");
        few.setProperties(TableProperties.NONE.withOther(Map.of(TableProperties.PART_FRAGMENTS, "2")));
        few.commit();
        new Log(folder()).writeCheckpoint(open().snapshot().state());
        assertTrue(open().snapshot().state().held().base().size() > 0);
        expire(1);
        insert(open(), 11);
        Transaction remove = open().begin("remove");
        remove.removeFragment(open().snapshot().fragments().get(9).id());
        remove.commit();
        insert(open(), 13);
        folder().delete(checkpoint(13));
        delete(entry(11));
        repair(PAST_GAPS);
        String isOther = ": the entry of version 1%d follows another one, which was lost";
        assertEquals(
                List.of(
                        "the changes of version 11" + CAN_FOLLOW,
                        "perhaps changes of version 11" + String.format(isOther, 2),
                        "the changes of version 12" + CAN_FOLLOW,
                        "perhaps changes of version 12" + String.format(isOther, 3)),
                losses);
        assertEquals(keys(1, 2, 3, 4, 5, 6, 7, 8, 9, 13), keys());
    }

    @Test
    void withoutAnyCompleteVersionNothingIsRepaired() throws IOException {
        for (long version = 0; version <= 9; version++) {
            if (version != 5) {
                delete(entry(version));
            }
        }
        delete(checkpoint(4));
        delete(checkpoint(8));
        TableException e = assertThrows(TableException.class, () -> repair(PAST_GAPS));
        assertEquals(
                folder().id() + ": the rest of the log shows no complete version: repair it from a copy (--from), or"
                        + " make a new table of the readable data files",
                e.getMessage());
    }
}
