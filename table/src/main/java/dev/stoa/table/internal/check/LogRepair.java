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

import dev.stoa.format.StoaException;
import dev.stoa.table.CommitInfo;
import dev.stoa.table.RepairOptions;
import dev.stoa.table.TableException;
import dev.stoa.table.TableFault;
import dev.stoa.table.TableSettings;
import dev.stoa.table.internal.log.Changes;
import dev.stoa.table.internal.log.EntryCopy;
import dev.stoa.table.internal.log.EntryWriter;
import dev.stoa.table.internal.log.FolderFiles;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.LogContents;
import dev.stoa.table.internal.log.MemoryFile;
import dev.stoa.table.internal.log.TableState;
import dev.stoa.table.internal.logfile.LogKind;
import dev.stoa.vio.Folder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Plans how a log becomes whole. Entries and checkpoints come from a copy, and damaged ones are set aside. Empty commits
 * take the place of lost ones, so that no later change gets their numbers. For one thread.
 */
public final class LogRepair {
    /** More empty commits are not written: a file whose name is a far number is set aside instead. */
    private static final int MOST_EMPTY = 1000;

    /** A message names this many lost versions. */
    private static final int MOST_NAMED = 20;

    private static final int MOST_ROUNDS = 4 * MOST_EMPTY;
    private static final String OPERATION = "repair";

    private final RepairSteps steps;
    private final RepairOptions options;
    private final TableSettings settings;
    private final List<String> losses;
    private final FloorRepair floors;
    private final EntryChain chain;
    private final BoundsRepair bounds;

    public LogRepair(RepairSteps steps, RepairOptions options, TableSettings settings, List<String> losses) {
        this.steps = steps;
        this.options = options;
        this.settings = settings;
        this.losses = losses;
        this.floors = new FloorRepair(steps);
        this.chain = new EntryChain(steps);
        this.bounds = new BoundsRepair(steps, chain, settings.ids());
    }

    /**
     * Adds the steps.
     *
     * @return the log as it will be
     * @throws TableException if it can't be repaired
     */
    public LogAudit plan() throws IOException {
        LogAudit audit = audit();
        long oldestFile = audit.oldestListed().orElse(Long.MAX_VALUE);
        if (!audit.faults().isEmpty() && options.copy().isPresent()) {
            new LogRestore(steps, options.copy().get()).restore(audit);
            audit = audit();
        }
        audit = boundsRewritten(withoutOthers(audit));
        if (new OlderLog(steps, settings.ids()).restoreFloor(audit)) {
            audit = boundsRewritten(audit());
        }
        audit = tellAnew(audit);
        for (int round = 0; !isWhole(audit); round++) {
            if (audit.best().isEmpty() || round == MOST_ROUNDS) {
                throw new TableException(steps.planned().id()
                        + ": the rest of the log shows no complete version: repair it from a copy (--from), or make a"
                        + " new table of the readable data files");
            }
            TableState start = audit.start().orElseThrow();
            boolean isFromCheckpoint = audit.base() >= 0 || !audit.entries().containsKey(start.version());
            boolean isForgotten = isFromCheckpoint && forget(audit, audit.base() >= 0 ? audit.baseState() : start);
            if (!isForgotten && audit.base() >= 0) {
                throw unrepaired(audit);
            } else if (!isForgotten && (options.pastGaps() || isStopped(audit))) {
                fillOne(audit);
            } else if (!isForgotten) {
                goBack(audit);
            }
            audit = boundsRewritten(audit());
        }
        if (audit.isBelowFloor()) {
            beginAboveFloor(audit);
            audit = audit();
        }
        if (audit.faults().stream().anyMatch(fault -> fault.kind() == TableFault.Kind.DAMAGED_FLOOR)) {
            TableState oldest = oldest(audit);
            tellUnknownFloor(audit, oldestFile, oldest);
            floors.rewrite(audit.floors(), oldest, settings.clock().instant());
        }
        for (TableFault fault : audit.faults()) {
            if (fault.kind() != TableFault.Kind.WRONG_HINT
                    && fault.kind() != TableFault.Kind.DAMAGED_FLOOR) { // a checkpoint: the entries say what it should
                steps.setAside(fault.path(), fault.what());
            }
        }
        audit = audit();
        hint(audit);
        return audit;
    }

    /** Sets the files aside that a program wrote after this table took the place of one that it still had open. */
    private LogAudit withoutOthers(LogAudit audit) throws IOException {
        List<String> others = audit.othersBehind();
        others.forEach(path -> steps.setAside(path, "it belongs to another table, which this one has replaced"));
        return others.isEmpty() ? audit : audit();
    }

    /**
     * The oldest version that a damaged marker may have named, if no sound file tells. It is above that of the marker before. Where
     * older files go on from there, as a stopped expiry leaves them, the first checkpoint is taken.
     */
    private TableState oldest(LogAudit audit) throws IOException {
        TableState readable = audit.baseState();
        long below = audit.floors().floor().version();
        if (audit.floors().isKnown() || readable.version() > below) {
            return readable;
        }
        Long checkpoint = audit.goodCheckpoints().higher(below);
        return checkpoint == null
                ? readable
                : new Log(steps.planned()).checkpoint(checkpoint).orElseThrow();
    }

    /** Tells which versions may be lost if no sound file names the oldest version. */
    private void tellUnknownFloor(LogAudit audit, long oldestFile, TableState oldest) {
        if (!audit.floors().isKnown() && oldestFile < oldest.version()) {
            losses.add("perhaps the versions " + oldestFile + " to " + (oldest.version() - 1)
                    + ", unless they had expired: the damaged marker no longer names the oldest version");
            losses.addAll(LostTags.texts(audit.baseState().properties(), oldestFile, oldest.version()));
        }
    }

    private TableException unrepaired(LogAudit audit) {
        return new TableException(steps.planned().id() + ": the log can't be repaired: "
                + audit.faults().get(0)
                + ". Repair it from a copy (--from), or make a new table of the readable data files");
    }

    /** Writes the files anew that are damaged in bounds only, until none is left. */
    private LogAudit boundsRewritten(LogAudit first) throws IOException {
        LogAudit audit = first;
        while (bounds.rewriteFirst(audit)) {
            audit = audit();
        }
        return audit;
    }

    /** Writes the entries anew that are lost, where a checkpoint shows what they did to the version below. */
    private LogAudit tellAnew(LogAudit first) throws IOException {
        LogAudit audit = first;
        Map.Entry<Long, LogAudit.LostEntry> next = audit.lostEntries().firstEntry();
        while (next != null) {
            long version = next.getKey();
            TableState below = next.getValue().below();
            TableState made = next.getValue().made();
            String path = Log.entryName(version);
            byte[] bytes = EntryRewrite.between(path, below, made);
            LogContents entry = new MemoryFile(path, bytes).contents(LogKind.ENTRY, version);
            boolean isSame = CheckpointCheck.difference(made, below.with(List.of(entry), List.of(path)))
                    .isEmpty();
            if (isSame) {
                steps.write(path, bytes, "what its checkpoint shows that it did");
                chain.follow(
                        audit, version, made.position().entry(), entry.link().hash());
                audit = audit();
            }
            next = audit.lostEntries().higherEntry(version);
        }
        return audit;
    }

    private LogAudit audit() throws IOException {
        return LogAudit.read(new Log(steps.planned()));
    }

    /** Whether entries lead from the oldest version to the newest one; other checkpoints and the hint may be wrong. */
    private static boolean isWhole(LogAudit audit) {
        return audit.base() >= 0
                && !audit.lacksOldest()
                && audit.faults().stream()
                        .allMatch(fault -> fault.kind() == TableFault.Kind.DAMAGED_CHECKPOINT
                                || fault.kind() == TableFault.Kind.WRONG_CHECKPOINT
                                || fault.kind() == TableFault.Kind.DAMAGED_FLOOR
                                || fault.kind() == TableFault.Kind.WRONG_HINT);
    }

    /**
     * Lets the table begin with a state that has a checkpoint, as files of the log up to it are lost. Returns whether it did not
     * begin with it already.
     */
    private boolean forget(LogAudit audit, TableState base) throws IOException {
        long version = base.version();
        boolean isChanged = cutBelow(audit, base, "as a file of the log up to it is lost");
        long floor = audit.floors().floor().version();
        if (floor < version) {
            tellUnreadable(audit, version, "the rows of version " + version + " and later ones are all there");
        }
        return isChanged;
    }

    private void tellUnreadable(LogAudit audit, long oldest, String others) {
        long floor = audit.floors().floor().version();
        losses.add("the versions " + floor + " to " + (oldest - 1) + " can no longer be read; " + others);
        losses.addAll(LostTags.texts(audit.best().orElseThrow().properties(), floor, oldest));
    }

    /**
     * Raises the floor to a state with a checkpoint, and sets aside older files of the log, and its entry if that is damaged.
     * Returns whether the log did not begin with it already.
     */
    private boolean cutBelow(LogAudit audit, TableState base, String reason) throws IOException {
        long version = base.version();
        String why = "the table begins with the checkpoint of version " + version + ", " + reason;
        boolean isChanged = audit.floors().floor().version() < version;
        floors.raise(audit.floors(), base, settings.clock().instant());
        for (long below : audit.listedCheckpoints().headSet(version, false)) {
            steps.setAside(Log.checkpointName(below), why);
            isChanged = true;
        }
        for (long below : audit.listedEntries().headSet(version, false)) {
            steps.setAside(Log.entryName(below), why);
            isChanged = true;
        }
        if (audit.listedEntries().contains(version) && !audit.entries().containsKey(version)) {
            steps.setAside(Log.entryName(version), "it is damaged, and its checkpoint has what it says");
            isChanged = true;
        }
        return isChanged;
    }

    /**
     * Lets the table begin with its newest version, which only expired ones tell. A marker counts for the entry that it names, so
     * the number of the newest version is above the floor.
     */
    private void beginAboveFloor(LogAudit audit) throws IOException {
        long floor = audit.floors().floor().version();
        TableState newest = audit.best().orElseThrow();
        long last = newest.version();
        if (floor - last >= MOST_EMPTY) {
            throw unrepaired(audit);
        }
        while (newest.version() <= floor) {
            newest = empty(newest);
        }
        if (last < newest.version()) {
            losses.add("the changes of all versions behind " + last + ": " + (last + 1) + " to "
                    + Math.max(floor, audit.newest()));
        }
        String reason = "as nothing is left of the versions from " + floor + " on";
        new Log(new PlannedFiles(steps, "the table begins with it, " + reason), settings.ids())
                .createCheckpoint(newest);
        LogAudit planned = audit();
        cutBelow(planned, newest, reason);
        tellUnreadable(planned, newest.version(), "the repaired table begins with version " + newest.version());
    }

    /** Whether the next entry follows one that a repair has set aside and rewritten: the repair was stopped then. */
    private boolean isStopped(LogAudit audit) throws IOException {
        TableState state = audit.best().orElseThrow();
        LogContents next = audit.entries().get(state.version() + 1);
        if (next == null || next.follows(state.position().entry())) {
            return false;
        }
        if (isToldAnew(state, next)) {
            return true;
        }
        for (Folder.Entry aside : steps.planned().list(Log.FOLDER)) {
            if (aside.isFolder()
                    && aside.name().startsWith(FolderFiles.SET_ASIDE)
                    && isFollowed(Log.FOLDER + "/" + aside.name() + "/", state.version(), next)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a repair wrote the entry of a version anew from its checkpoint, which still names the lost entry. */
    private boolean isToldAnew(TableState state, LogContents next) throws IOException {
        try {
            return new Log(steps.planned())
                    .checkpoint(state.version())
                    .filter(made -> made.info().equals(state.info())
                            && next.follows(made.position().entry()))
                    .isPresent();
        } catch (StoaException e) {
            return false; // damaged: no entry was told by it
        }
    }

    private boolean isFollowed(String aside, long version, LogContents next) throws IOException {
        try {
            return new Log(steps.planned())
                    .entryWithoutBounds(aside + Log.entryName(version), version)
                    .filter(entry -> next.follows(entry.link().hash()))
                    .isPresent();
        } catch (StoaException e) {
            return false; // too damaged to tell its hash: then it was not rewritten
        }
    }

    /** Goes back to the last version with a known state. Later ones become empty commits, unless a number is far from it. */
    private void goBack(LogAudit audit) throws IOException {
        TableState state = audit.best().orElseThrow();
        long last = state.version();
        NavigableSet<Long> behind = new TreeSet<>(audit.listedEntries().tailSet(last, false));
        behind.addAll(audit.listedCheckpoints().tailSet(last, false));
        for (long version : audit.listedCheckpoints().tailSet(last, false).descendingSet()) {
            steps.setAside(Log.checkpointName(version), "its version comes after a lost one");
        }
        for (long version : audit.listedEntries().tailSet(last, false).descendingSet()) {
            steps.setAside(Log.entryName(version), "it is lost, or comes after a lost one");
        }
        if (behind.isEmpty()) {
            throw unrepaired(audit);
        }
        long newest = behind.last();
        if (newest - last <= MOST_EMPTY) {
            TableState next = state;
            for (long version = last + 1; version <= newest; version++) {
                next = empty(next);
                behind.add(version);
            }
        }
        losses.add("the changes of all versions behind " + last + ": "
                + behind.stream()
                        .limit(MOST_NAMED)
                        .map(version -> named(audit, version))
                        .collect(Collectors.joining(", "))
                + (behind.size() > MOST_NAMED ? ", ..." : "")
                + "; with --past-gaps those that can follow without the lost ones are kept");
    }

    private static String named(LogAudit audit, long version) {
        LogContents entry = audit.entries().get(version);
        return version + (entry == null ? " (unknown)" : " (" + entry.info().operation() + ")");
    }

    /** Puts an empty commit in the place of the first lost one; later ones may follow. */
    private void fillOne(LogAudit audit) throws IOException {
        TableState state = audit.best().orElseThrow();
        long next = state.version() + 1;
        LogContents other = audit.entries().get(next);
        if (other != null && !other.follows(state.position().entry())) {
            if (!isStopped(audit)) {
                losses.add("perhaps changes of version " + state.version() + ": the entry of version " + next
                        + " follows another one, which was lost");
            }
            byte[] bytes = EntryCopy.following(
                    new Log(steps.planned()), other, state.position().entry());
            chain.replace(audit, other, bytes, "the same, behind the entry of version " + state.version());
            return;
        }
        Long following = audit.listedEntries().higher(state.version());
        if (following != null && following - next > MOST_EMPTY) {
            steps.setAside(Log.entryName(following), "its number is far from all others");
            return;
        }
        Long checkpoint = audit.listedCheckpoints().higher(state.version());
        if (following == null && checkpoint != null) {
            steps.setAside(Log.checkpointName(checkpoint), "it is damaged, and has no entry");
            return;
        }
        losses.add("the changes of version " + next
                + "; those of later versions are kept where they can follow: rows that it deleted are back, values that it"
                + " changed are the old ones");
        empty(state);
    }

    /** Adds a commit that changes nothing. */
    private TableState empty(TableState below) throws IOException {
        long version = below.version() + 1;
        CommitInfo info =
                new CommitInfo(version, below.info().time(), settings.ids().get(), OPERATION, version - 1, false, 0);
        String path = Log.entryName(version);
        byte[] bytes = EntryWriter.bytes(
                path, below.table(), Optional.of(below.position().entry()), info, new Changes());
        steps.write(path, bytes, "an empty commit in place of a lost one");
        return below.with(List.of(new MemoryFile(path, bytes).contents(LogKind.ENTRY, version)), List.of(path));
    }

    private void hint(LogAudit audit) throws IOException {
        boolean isWrong = audit.faults().stream().anyMatch(fault -> fault.kind() == TableFault.Kind.WRONG_HINT);
        if (!isWrong && steps.isEmpty()) {
            return;
        }
        if (isWrong) {
            losses.add("perhaps the newest versions: the hint was damaged, or named a version after " + audit.newest()
                    + ", the newest in the log");
        }
        if (!audit.goodCheckpoints().isEmpty()) {
            long version = audit.goodCheckpoints().last();
            steps.write(
                    Log.HINT, (version + "\n").getBytes(StandardCharsets.US_ASCII), "names the checkpoint " + version);
        } else if (new Log(steps.planned()).hasHint()) {
            steps.setAside(Log.HINT, "no checkpoint exists");
        }
    }
}
