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
import dev.stoa.format.UnsupportedFileException;
import dev.stoa.table.TableFault;
import dev.stoa.table.internal.log.Floor;
import dev.stoa.table.internal.log.Floors;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.LogContents;
import dev.stoa.table.internal.log.TableState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;

/**
 * Reads a whole log and goes on where something is wrong: which entries and checkpoints can be read, which states follow from
 * them, which files they reference. For one thread.
 */
public final class LogAudit {
    private final Log log;
    private final FloorAudit floors;
    /** The first version that the log must have. */
    private final long from;

    private final LogFaults faults;
    private final ListedVersions listed;
    private final EntryAudit readable;
    private final NavigableMap<Long, LogContents> entries;
    private final CheckpointAudit checkpoints;
    private final FileUses uses = new FileUses();
    private final NavigableMap<Long, LostEntry> lostEntries = new TreeMap<>();
    private final NavigableMap<Long, TableState> boundless = new TreeMap<>();
    private final NavigableMap<Long, Optional<TableState>> withoutBounds = new TreeMap<>();
    private Optional<TableState> state = Optional.empty();
    private Optional<TableState> best = Optional.empty();
    private Optional<TableState> start = Optional.empty();
    private Optional<TableState> baseState = Optional.empty();
    private long base = -1;
    private long oldest = -1;
    /** The first version whose state is known, or -1. */
    private long known = -1;

    private boolean hidesFiles;

    /**
     * A version whose entry is lost, though both the version below and its own checkpoint are known.
     *
     * @param below the version below
     * @param made by its checkpoint
     */
    record LostEntry(TableState below, TableState made) {}

    private LogAudit(Log log, FloorAudit floors, long from) throws IOException {
        this.log = log;
        this.floors = floors;
        this.from = from;
        this.faults = new LogFaults(log, floors.faults());
        this.listed = new ListedVersions(log.list(), from);
        listed.findUnlisted(log, first());
        this.readable = EntryAudit.read(log, listed.entries(), faults);
        this.entries = readable.entries();
        this.checkpoints = new CheckpointAudit(log, listed.checkpoints(), readable.table(), faults);
    }

    /**
     * Reads the log of a table.
     *
     * @throws UnsupportedFileException if a newer release wrote it
     * @throws IOException if the store fails
     */
    public static LogAudit read(Log log) throws IOException {
        OptionalLong hint = log.hint(); // first: a checkpoint that is written meanwhile is none that it names in vain
        Floors floors = new Floors(log.folder());
        FloorAudit markers = FloorAudit.read(log, floors, Optional.empty(), new TreeMap<>());
        LogAudit audit = read(log, markers, hint);
        Optional<UUID> table = audit.best.map(TableState::table);
        NavigableMap<Long, Floor> named = audit.checkpoints.floors();
        if (markers.isBehind(named) || table.isPresent() && !markers.isOf(table.get())) {
            audit = read(log, FloorAudit.read(log, floors, table, named), hint);
        }
        return audit;
    }

    private static LogAudit read(Log log, FloorAudit floors, OptionalLong hint) throws IOException {
        long oldest = floors.floor().version();
        LogAudit audit = new LogAudit(log, floors, oldest);
        audit.run(hint);
        if (audit.best.isEmpty() && oldest > 0) { // what is below the floor may still tell what was there
            audit = new LogAudit(log, floors, 0);
            audit.run(hint);
        }
        return audit;
    }

    private void run(OptionalLong hint) throws IOException {
        walk();
        checkOldest();
        checkHint(hint);
        if (best.isPresent()) {
            uses.markNewest(best.get());
        }
    }

    /** The oldest version that must have an entry, unless it is the floor. */
    private long first() {
        return floors.isKnown() || listed.entries().isEmpty()
                ? from
                : listed.entries().first();
    }

    private void walk() throws IOException {
        NavigableSet<Long> versions = new TreeSet<>(listed.entries());
        versions.addAll(listed.checkpoints());
        long next = first();
        for (long version : versions) {
            if (isFloor(version)) {
                next = version + 1;
            } else if (listed.entries().isEmpty() || version >= listed.entries().first()) {
                boolean isMissing = !listed.entries().contains(version);
                if (version > next || isMissing) {
                    missing(Math.min(next, version), isMissing ? version : version - 1);
                    state = version > next ? Optional.empty() : state;
                    base = -1;
                }
                next = version + 1;
            }
            apply(version);
        }
        hidesFiles |= best.isEmpty();
        if (best.isEmpty() && faults.all().isEmpty()) {
            faults.add(
                    TableFault.Kind.MISSING_ENTRY,
                    Log.entryName(0),
                    listed.entries().isEmpty()
                            ? "the log has no entry at all"
                            : "it is missing, and no checkpoint replaces it");
        }
    }

    /** Names the checkpoint of the oldest version if it is gone: the entries below are expired, so nothing replaces it. */
    private void checkOldest() {
        if (lacksOldest()
                && listed.entries().contains(from)
                && !listed.checkpoints().contains(from)) {
            hidesFiles = true;
            long last = known - 1;
            faults.add(
                    TableFault.Kind.MISSING_CHECKPOINT,
                    Log.checkpointName(from),
                    from == last
                            ? "it is missing, and nothing else holds the rows of its version"
                            : "it is missing, and nothing else holds the rows of the versions " + from + " to " + last);
        }
    }

    /** Whether the state of the oldest version, which a floor marker names, is unknown, and that of a later one is known. */
    boolean lacksOldest() {
        return from > 0 && known > from;
    }

    /** Whether no version from the floor on is known, and those below it were read in their place. */
    boolean isBelowFloor() {
        return from < floors.floor().version();
    }

    /** Whether a version is the oldest one, and has a checkpoint, so that it needs no entry. */
    private boolean isFloor(long version) {
        return version == from && listed.checkpoints().contains(version);
    }

    private void missing(long first, long last) {
        hidesFiles = true;
        faults.add(
                TableFault.Kind.MISSING_ENTRY,
                Log.entryName(first),
                first == last
                        ? "it is missing, though files of later versions exist"
                        : "the entries of the versions " + first + " to " + last
                                + " are missing, though files of later versions exist");
    }

    /** Goes to a version by its entry, and by its checkpoint where the entry does not lead there. */
    private void apply(long version) throws IOException {
        boolean hasEntry = entries.containsKey(version);
        Optional<TableState> before = state.filter(below -> below.version() == version - 1);
        state = Optional.empty();
        if (hasEntry && (before.isPresent() || version == 0)) {
            LogContents entry = entries.get(version);
            String name = Log.entryName(version);
            try {
                TableState next =
                        version == 0 ? TableState.of(entry, name) : before.get().with(List.of(entry), List.of(name));
                next.fragments(); // fails if a change is of a fragment that no part of the checkpoint has
                state = Optional.of(next);
            } catch (StoaException e) {
                faults.add(TableFault.Kind.DAMAGED_ENTRY, name, e);
            }
        }
        boolean follows = state.isPresent();
        if (readable.withoutBounds().contains(version) && (before.isPresent() || version == 0)) {
            withoutBounds.put(version, before);
        }
        Optional<TableState> checkpoint = checkpoints.read(version);
        if (checkpoint.isPresent() && (follows || hasEntry)) {
            Optional<String> difference = difference(checkpoint.get(), version);
            if (difference.isPresent()) {
                checkpoints.refuse(version, difference.get());
                checkpoint = Optional.empty();
            }
        }
        if (!follows) {
            addBoundless(version);
            if (!hasEntry && before.isPresent() && checkpoint.isPresent()) {
                lostEntries.put(version, new LostEntry(before.get(), checkpoint.get()));
            }
            base = -1;
            state = checkpoint;
        }
        if (state.isEmpty()) {
            hidesFiles = true;
            return;
        }
        known = known < 0 ? version : known;
        best = state;
        start = follows && version > 0 ? start : state;
        if ((hasEntry || isFloor(version))
                && (version == 0 || checkpoints.good().contains(version))) {
            baseState = base < 0 ? state : baseState;
            base = base < 0 ? version : base;
            oldest = oldest < 0 ? version : oldest;
        }
        if (follows && version > 0) {
            uses.add(state.get(), entries.get(version));
        } else {
            uses.add(state.get());
        }
    }

    /** Remembers a checkpoint that only lacks sound bounds, if its entry agrees. */
    private void addBoundless(long version) {
        Optional<LogContents> entry = Optional.ofNullable(entries.get(version));
        checkpoints
                .boundless(version)
                .filter(found -> entry.isEmpty()
                        || CheckpointCheck.difference(found, entry.get()).isEmpty())
                .ifPresent(found -> boundless.put(version, found));
    }

    private Optional<String> difference(TableState checkpoint, long version) throws IOException {
        try {
            Optional<String> commit = CheckpointCheck.difference(checkpoint, entries.get(version));
            return commit.isEmpty() && state.isPresent() ? CheckpointCheck.difference(checkpoint, state.get()) : commit;
        } catch (StoaException e) {
            return Optional.of("it can't be compared with the entries: " + e.getMessage());
        }
    }

    private void checkHint(OptionalLong hint) throws IOException {
        if (hint.isEmpty() && log.hasHint()) {
            faults.add(TableFault.Kind.WRONG_HINT, Log.HINT, "it can't be read as the version of a checkpoint");
        } else if (hint.isPresent() && (hint.getAsLong() < 0 || hint.getAsLong() > newest())) {
            faults.add(
                    TableFault.Kind.WRONG_HINT,
                    Log.HINT,
                    "it names a checkpoint of version " + Long.toUnsignedString(hint.getAsLong())
                            + ", the newest version in the log is " + newest());
        }
    }

    /** The faults of the log. */
    public List<TableFault> faults() {
        return faults.all();
    }

    /** The readable entries, without their keys. */
    NavigableMap<Long, LogContents> entries() {
        return entries;
    }

    /** The entries that are damaged only in their bounds of values, and the known states that they follow; version 0 follows none. */
    public NavigableMap<Long, Optional<TableState>> withoutBounds() {
        return withoutBounds;
    }

    /** The checkpoints that are damaged in bounds of values only, and that no entries replace. */
    NavigableMap<Long, TableState> boundless() {
        return boundless;
    }

    /** The lost entries that a repair can write anew, by version. */
    NavigableMap<Long, LostEntry> lostEntries() {
        return lostEntries;
    }

    /** The versions of all entries, damaged ones too. */
    public NavigableSet<Long> listedEntries() {
        return listed.entries();
    }

    /** The versions of all checkpoints, damaged ones too. */
    public NavigableSet<Long> listedCheckpoints() {
        return listed.checkpoints();
    }

    /** The files of other tables after all of this one, newest first. No version of this table is missing for them. */
    List<String> othersBehind() {
        NavigableSet<Long> versions = new TreeSet<>(listed.entries());
        versions.addAll(listed.checkpoints());
        List<String> names = new ArrayList<>();
        for (long version : versions.descendingSet()) {
            boolean isEntry = listed.entries().contains(version);
            boolean isCheckpoint = listed.checkpoints().contains(version);
            if (isEntry && !readable.others().contains(version)
                    || isCheckpoint && !checkpoints.others().contains(version)) {
                break;
            }
            if (isCheckpoint) {
                names.add(Log.checkpointName(version));
            }
            if (isEntry) {
                names.add(Log.entryName(version));
            }
        }
        return names;
    }

    /** The paths of the parts that the checkpoints name. */
    public Set<String> parts() {
        return checkpoints.parts();
    }

    /** Whether a checkpoint is too damaged to name its parts: any part may be one of them. */
    public boolean hidesParts() {
        return checkpoints.hidesParts();
    }

    /** Whether the files of some versions are unknown: a file without a reference may belong to one of them. */
    public boolean hidesFiles() {
        return hidesFiles;
    }

    /** The versions of the checkpoints that are readable and agree with the entries. */
    NavigableSet<Long> goodCheckpoints() {
        return checkpoints.good();
    }

    /** The oldest version with an entry or a checkpoint, readable or not, if any has one. */
    OptionalLong oldestListed() {
        return listed.oldest();
    }

    /** The newest version with an entry or a checkpoint, or -1. */
    public long newest() {
        return listed.newest();
    }

    /** The first version with an entry, or -1. */
    public long firstEntry() {
        return listed.entries().isEmpty() ? -1 : listed.entries().first();
    }

    /** The oldest version whose state is known, or -1. */
    public long oldest() {
        return oldest;
    }

    /**
     * Returns the oldest version that has a checkpoint, or is 0, and unbroken entries after it up to the newest version; or
     * -1.
     */
    long base() {
        return base;
    }

    /** The state of {@link #base}. */
    TableState baseState() {
        return baseState.orElseThrow();
    }

    /** The number of the last floor marker; 0 without any. */
    public long lastMarker() {
        return floors.last();
    }

    /** The findings about floor markers. */
    FloorAudit floors() {
        return floors;
    }

    /** The state of the newest version whose state is known, if any. */
    public Optional<TableState> best() {
        return best;
    }

    /** The state where the entries that lead to {@link #best} begin: version 0, or a checkpoint. */
    Optional<TableState> start() {
        return start;
    }

    /** The files that versions of known state reference. */
    public Collection<FileUse> uses() {
        return uses.all();
    }
}
