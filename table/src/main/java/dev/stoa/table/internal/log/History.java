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

import dev.stoa.format.ContentHash;
import dev.stoa.format.CorruptFileException;
import dev.stoa.table.CommitInfo;
import dev.stoa.table.ExpiredVersionException;
import dev.stoa.table.LostEntryException;
import dev.stoa.table.TableException;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds states in a log: from a checkpoint, forward over the entries after it to the last one. Each entry names the
 * one before it. The entries count if the floor, read after them, is not above the first (ADR 0066). Listings may miss files and the
 * hint may be old; that only makes it slower. Safe for several threads.
 */
public final class History {
    private static final Logger LOG = LoggerFactory.getLogger(History.class);

    /** After this number of entries without an end, readers look for a newer checkpoint. */
    private static final int MANY = 256;

    private final Log log;
    private final LogEnd end;
    private final Floors floors;
    private final KnownLog known;

    /** The versions of checkpoints whose parts were found to be damaged. */
    private final Set<Long> passedOver;

    public History(Log log) {
        this(log, Set.of());
    }

    private History(Log log, Set<Long> passedOver) {
        this.log = log;
        this.passedOver = Set.copyOf(passedOver);
        this.end = new LogEnd(log);
        this.floors = new Floors(log.folder());
        this.known = new KnownLog(log, floors);
    }

    /**
     * The entries after a state.
     *
     * @param state the state after the last of them
     * @param problem why the next entry does not follow it; absent if none exists
     * @param isAll whether no further entry was found
     */
    private record Read(TableState state, Optional<CorruptFileException> problem, boolean isAll) {}

    private interface CheckpointRead {
        Optional<TableState> run() throws IOException;
    }

    /** Returns the newest state; absent without a log. */
    public Optional<TableState> newest() throws IOException {
        OptionalLong hint = log.hint();
        Optional<TableState> start = start(hint);
        return start.isEmpty() ? Optional.empty() : Optional.of(settled(forward(start.get(), true), hint, true));
    }

    /**
     * Returns the state after all newer entries; the same without any.
     *
     * @throws TableException if the log is another one by now
     */
    public TableState forward(TableState state) throws IOException {
        return settled(forward(state, false), OptionalLong.empty(), false);
    }

    /**
     * Returns the last state; no entry follows it.
     *
     * @param jumps whether to look for a newer checkpoint after many entries
     */
    private TableState forward(TableState from, boolean jumps) throws IOException {
        TableState start = from;
        boolean mayJump = jumps;
        while (true) {
            Read read = read(start, Long.MAX_VALUE, mayJump ? MANY : Integer.MAX_VALUE);
            if (!read.isAll()) {
                mayJump = false;
                long version = start.version();
                start = newestCheckpoint(Long.MAX_VALUE)
                        .filter(state -> state.version() > version)
                        .orElse(start);
                continue;
            }
            Floor floor = floors.behind(start.position());
            if (floor.version() <= start.version() + 1
                    && floor.version() <= read.state().version()) {
                if (read.problem().isPresent()) {
                    throw read.problem().get();
                }
                return read.state().with(floor);
            }
            start = atFloor(start.position().with(floor));
        }
    }

    /** Returns the state at a floor. Entries below it don't count. */
    private TableState atFloor(LogPosition known) throws IOException {
        Floor floor = known.floor();
        while (true) {
            Optional<TableState> state = checkpointUnlessDamaged(floor.version());
            Floor now = floors.behind(known.with(floor));
            if (now.equals(floor)) {
                TableState found = state.isPresent() ? state.get() : checkpointAbove(floor.version());
                return found.with(floor);
            }
            floor = now;
        }
    }

    /** A checkpoint in place of that of the floor. */
    private TableState checkpointAbove(long floor) throws IOException {
        return newestCheckpoint(Long.MAX_VALUE)
                .filter(state -> state.version() > floor)
                .orElseThrow(() -> new CorruptFileException(log.checkpointPath(floor)
                        + ": the checkpoint of the oldest version is missing or damaged. Restore it from a copy, or run"
                        + " 'stoa repair' on the table"));
    }

    /** Returns the state at the floor of the last marker, if any. */
    private Optional<TableState> atLastMarker() throws IOException {
        Optional<FloorMarker> marker = floors.newest(0);
        if (marker.isEmpty()) {
            return Optional.empty();
        }
        FloorMarker last = marker.get();
        return Optional.of(atFloor(new LogPosition(last.table(), last.entry(), last.floor(), 0)));
    }

    /**
     * Returns the newest state, given the last one that entries lead to: the next entry may be lost.
     *
     * @param hint what the hint says, if it was read just now
     * @param all whether to look for lost entries where it takes requests of its own
     */
    private TableState settled(TableState last, OptionalLong hint, boolean all) throws IOException {
        TableState state = last;
        while (true) {
            LogEnd.Signs signs = end.behind(state, hint, all);
            if (all) {
                known.begin(state, signs.look());
            } else {
                known.check(state, signs.look());
            }
            Optional<TableState> later = signs.isEnd() ? Optional.empty() : later(state, signs);
            if (later.isEmpty()) {
                return state;
            }
            state = later.get();
        }
    }

    /** A later state, as something tells of one; nothing if that was an old listing. */
    private Optional<TableState> later(TableState state, LogEnd.Signs signs) throws IOException {
        boolean isCertain = end.isCertain(signs); // first: a later one was there, and the next one is not
        TableState next = forward(state, false);
        if (next.version() > state.version()) {
            return Optional.of(next);
        }
        if (!isCertain) {
            return Optional.empty();
        }
        OptionalLong hint = log.hint();
        Optional<TableState> checkpoint = hint.orElse(0) > state.version() ? hinted(hint) : Optional.empty();
        if (checkpoint.isEmpty()) {
            checkpoint = newestCheckpoint(Long.MAX_VALUE).filter(found -> found.version() > state.version());
        }
        if (checkpoint.isEmpty()) {
            throw end.lost(state.version() + 1, signs);
        }
        LOG.warn(
                "{} is lost; the table goes on with the checkpoint of version {}",
                log.entryPath(state.version() + 1),
                checkpoint.get().version());
        return Optional.of(forward(checkpoint.get(), false));
    }

    /**
     * Checks whether an entry may be created after a version.
     *
     * @return whether the version was not expired
     * @throws LostEntryException if that entry existed, and is lost
     * @throws TableException if the log is another one by now
     */
    public boolean mayFollow(TableState state) throws IOException {
        LogEnd.Signs signs = end.behind(state, OptionalLong.empty(), true);
        known.check(state, signs.look());
        long next = state.version() + 1;
        if (signs.isEnd() || !end.isCertain(signs) || log.hasEntry(next)) {
            return true; // if it is there, whoever creates it is refused
        }
        if (isExpired(state)) {
            return false;
        }
        throw end.lost(next, signs);
    }

    /**
     * Reads an entry to check whether the log is still that of a state.
     *
     * @throws TableException if it is another one
     */
    public void check(TableState state) throws IOException {
        known.check(state);
    }

    /** Whether the version of a state was expired. */
    private boolean isExpired(TableState state) throws IOException {
        return floor(state).version() > state.version();
    }

    /** The floor now. */
    public Floor floor(TableState known) throws IOException {
        return floors.behind(known.position());
    }

    /** Fails if an entry that was not found is lost: if it was not expired. */
    public void refuseLost(long missing, TableState known) throws IOException {
        long floor = floor(known).version();
        boolean isInCheckpoint = floor == missing && log.hasCheckpoint(missing); // after a repair
        if (floor <= missing && !isInCheckpoint) {
            throw end.lost(missing);
        }
    }

    private Optional<TableState> hinted(OptionalLong hint) throws IOException {
        return hint.isPresent() ? checkpointUnlessDamaged(hint.getAsLong()) : Optional.empty();
    }

    private Optional<TableState> start(OptionalLong hint) throws IOException {
        Optional<TableState> start = hinted(hint);
        if (start.isEmpty()) {
            start = first();
        }
        if (start.isEmpty()) {
            start = newestCheckpoint(Long.MAX_VALUE);
        }
        if (start.isEmpty()) {
            start = atLastMarker();
        }
        if (start.isEmpty()) {
            Log.Listing listing = log.list();
            if (!listing.entries().isEmpty() || !listing.checkpoints().isEmpty()) {
                throw end.lost(0);
            }
        }
        return start;
    }

    /** The state of the very first entry. A branch of version 0 has its checkpoint instead, and no floor marker. */
    private Optional<TableState> first() throws IOException {
        try {
            Optional<LogContents> entry = log.entry(0);
            return entry.isEmpty()
                    ? checkpointUnlessDamaged(0)
                    : Optional.of(TableState.of(entry.get(), log.entryPath(0)));
        } catch (CorruptFileException e) {
            if (floors.newest(0).isPresent()) {
                return Optional.empty(); // it is below the floor
            }
            throw e;
        }
    }

    /** Reads a checkpoint, if it exists and is sound, even below the floor. Its parts are read when they are needed. */
    public Optional<TableState> checkpointUnlessDamaged(long version) throws IOException {
        return passedOver.contains(version) ? Optional.empty() : unlessDamaged(() -> open(version, BaseParts.NONE));
    }

    /** Reads a checkpoint with its parts, if all of them exist and are sound, even below the floor. */
    public Optional<TableState> wholeCheckpointUnlessDamaged(long version) throws IOException {
        return unlessDamaged(() -> log.checkpoint(version));
    }

    private Optional<TableState> open(long checkpoint, BaseParts known) throws IOException {
        return log.openCheckpoint(checkpoint, (version, failure) -> without(checkpoint, version, failure), known);
    }

    /**
     * Returns a state as its checkpoint has it, so that it needs no older file of the log; the same state without a
     * checkpoint.
     */
    public TableState written(TableState state) {
        try {
            return open(state.version(), state.held().base()).orElse(state);
        } catch (IOException e) {
            LOG.warn("{} can't be read", log.checkpointPath(state.version()), e);
            return state;
        }
    }

    /** The fragments of a version by another checkpoint, or by entries, as a part of one can't be read. */
    private Fragments without(long checkpoint, long version, IOException failure) throws IOException {
        LOG.warn("{} is damaged, and is done without", log.checkpointPath(checkpoint), failure);
        Set<Long> damaged = new HashSet<>(passedOver);
        damaged.add(checkpoint);
        History others = new History(log, damaged);
        Optional<TableState> state = others.at(version);
        if (state.isPresent()) {
            return state.get().held();
        }
        Optional<TableState> newest = others.newest();
        if (newest.isPresent() && newest.get().version() > version) {
            throw new ExpiredVersionException(
                    log.folder().id(),
                    version,
                    Log.checkpointName(checkpoint),
                    newest.get().version(),
                    failure);
        }
        throw failure;
    }

    private static Optional<TableState> unlessDamaged(CheckpointRead read) throws IOException {
        try {
            return read.run();
        } catch (CorruptFileException e) {
            LOG.warn("a checkpoint is damaged, and is done without", e);
            return Optional.empty();
        }
    }

    /** The newest listed checkpoint up to a version. */
    private Optional<TableState> newestCheckpoint(long most) throws IOException {
        for (long version : log.list().checkpoints().headSet(most, true).descendingSet()) {
            Optional<TableState> state = checkpointUnlessDamaged(version);
            if (state.isPresent()) {
                return state;
            }
        }
        return Optional.empty();
    }

    /** Reads the entries after a state up to a version, but no more than wanted. */
    private Read read(TableState state, long last, int most) throws IOException {
        List<LogContents> entries = new ArrayList<>();
        List<String> names = new ArrayList<>();
        Optional<CorruptFileException> problem = Optional.empty();
        LogPosition position = state.position();
        try (EntriesInOrder there = new EntriesInOrder(log, state.version() + 1, last)) {
            for (Optional<LogContents> entry = there.next();
                    entry.isPresent() && problem.isEmpty();
                    entry = there.next()) {
                if (entries.size() == most) {
                    return new Read(state, problem, false);
                }
                String name = log.entryPath(state.version() + entries.size() + 1);
                problem = position.whyNotFollowedBy(entry.get(), name);
                if (problem.isEmpty()) {
                    entries.add(entry.get());
                    names.add(name);
                    position = position.behind(entry.get().link().hash());
                }
            }
        } catch (CorruptFileException e) {
            problem = Optional.of(e); // a stopped expiry may have left this entry below the floor
        }
        return new Read(entries.isEmpty() ? state : state.with(entries, names), problem, true);
    }

    /**
     * The state at an existing version, unless it was expired.
     *
     * @throws LostEntryException if the log has a gap before it
     */
    public Optional<TableState> at(long version) throws IOException {
        Optional<TableState> found = newestCheckpoint(version);
        if (found.isEmpty()) {
            found = first();
        }
        if (found.isEmpty()) {
            found = atLastMarker();
        }
        if (found.isEmpty()) {
            return found;
        }
        TableState start = found.get();
        while (start.version() <= version) {
            Read read = read(start, version, Integer.MAX_VALUE);
            Floor floor = floors.behind(start.position());
            if (floor.version() > version) {
                return Optional.empty();
            }
            if (floor.version() <= start.version() + 1) {
                if (read.problem().isPresent()) {
                    throw read.problem().get();
                }
                if (read.state().version() < version) {
                    throw end.lost(read.state().version() + 1);
                }
                return Optional.of(read.state().with(floor));
            }
            start = atFloor(start.position().with(floor));
        }
        return Optional.empty();
    }

    /** Returns the newest version at an instant, at most that of the given state. */
    public OptionalLong versionAt(Instant instant, TableState newest) throws IOException {
        if (!newest.info().time().isAfter(instant)) {
            return OptionalLong.of(newest.version());
        }
        long low = newest.floor().version();
        long high = newest.version(); // is after the instant
        OptionalLong found = OptionalLong.empty();
        while (low < high) {
            long middle = low + (high - low) / 2;
            Optional<LogContents> entry = log.entry(middle);
            if (entry.isEmpty()) {
                refuseLost(middle, newest);
                boolean isIn = middle == newest.floor().version()
                        && checkpointUnlessDamaged(middle)
                                .filter(state -> !state.info().time().isAfter(instant))
                                .isPresent();
                found = isIn ? OptionalLong.of(middle) : found;
                low = middle + 1; // expired since, or in a checkpoint only
            } else if (entry.get().info().time().isAfter(instant)) {
                high = middle;
            } else {
                found = OptionalLong.of(middle);
                low = middle + 1;
            }
        }
        return found;
    }

    /** Returns the commits of the versions after one, up to that of a state, newest first, without expired ones. */
    public List<CommitInfo> commits(TableState newest, long after) throws IOException {
        List<CommitInfo> commits = new ArrayList<>();
        ContentHash hash = newest.position().entry();
        for (long version = newest.version(); version >= newest.floor().version() && version > after; version--) {
            Optional<LogContents> entry = log.entry(version);
            if (entry.isEmpty()) {
                refuseLost(version, newest);
                checkpointUnlessDamaged(version).ifPresent(state -> commits.add(state.info()));
                break;
            }
            if (!entry.get().link().hash().equals(hash)) {
                throw new CorruptFileException(log.entryPath(version) + ": it has the hash "
                        + entry.get().link().hash() + ", but the entry of version " + (version + 1)
                        + " follows " + hash + ". Restore it from a copy, or run 'stoa repair' on the table");
            }
            commits.add(entry.get().info());
            hash = entry.get().link().previous().orElse(hash);
        }
        return commits;
    }
}
