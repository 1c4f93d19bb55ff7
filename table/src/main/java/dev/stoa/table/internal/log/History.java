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

import dev.stoa.format.CorruptFileException;
import dev.stoa.table.CommitInfo;
import dev.stoa.table.LostEntryException;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds states in a log: from a checkpoint, forward over the entries behind it until there is no next one. Listings may miss
 * files and the hint may be old; that only makes it slower. Safe for several threads.
 */
public final class History {
    private static final Logger LOG = LoggerFactory.getLogger(History.class);

    /** After so many entries without an end a newer checkpoint is looked for. */
    private static final int MANY = 256;

    private final Log log;
    private final LogEnd end;

    public History(Log log) {
        this.log = log;
        this.end = new LogEnd(log);
    }

    /** The newest checkpoint up to a version where listings tell of none: there is one of the oldest version that is kept. */
    private Optional<TableState> unlistedCheckpoint(long most) throws IOException {
        for (long version = most; version >= 0 && log.hasEntry(version); version--) {
            Optional<TableState> state = checkpointUnlessDamaged(version);
            if (state.isPresent()) {
                return state;
            }
        }
        return Optional.empty();
    }

    /** The oldest version whose entry is there. */
    public long oldest(Log.Listing listing, long newest) throws IOException {
        long first = listing.entries().isEmpty()
                ? newest
                : Math.min(newest, listing.entries().first());
        while (first < newest && !log.hasEntry(first)) {
            first++; // it was removed since it was listed
        }
        while (first > 0 && log.hasEntry(first - 1)) {
            first--; // it is not listed yet
        }
        return first;
    }

    /**
     * The newest state, given the one behind which no entry was found. Entries are expired from the first one on, so that one
     * whose own entry is gone may have any number of them behind it; and an entry may be lost.
     *
     * @param hint what the hint says, if it was read just now
     * @param all whether to look for lost entries where it takes requests of its own
     */
    private TableState settled(TableState last, OptionalLong hint, boolean all) throws IOException {
        TableState state = last;
        while (true) {
            LogEnd.Signs signs = end.behind(state, hint, all);
            Optional<TableState> later = signs.isEnd() ? Optional.empty() : later(state, signs);
            if (later.isEmpty()) {
                return state;
            }
            state = later.get();
        }
    }

    /** A later state, as something tells of one; nothing if that was an old listing. */
    private Optional<TableState> later(TableState state, LogEnd.Signs signs) throws IOException {
        boolean isCertain =
                end.isCertain(signs); // in this order: a later one was there, the next is not, this one is still
        TableState next =
                entriesBehind(state, Long.MAX_VALUE, Integer.MAX_VALUE).orElseThrow();
        if (next.version() > state.version()) {
            return Optional.of(next);
        }
        boolean isThere = log.hasEntry(state.version());
        if (isThere && !isCertain) {
            return Optional.empty();
        }
        OptionalLong hint = log.hint();
        Optional<TableState> checkpoint = hint.orElse(0) > state.version() ? hinted(hint) : Optional.empty();
        if (checkpoint.isEmpty()) {
            checkpoint = newestCheckpoint(Long.MAX_VALUE).filter(found -> found.version() > state.version());
        }
        if (checkpoint.isEmpty()) {
            throw end.lost(isThere ? state.version() + 1 : state.version(), signs);
        }
        if (isThere) {
            LOG.warn(
                    "{} is lost; the table goes on with the checkpoint of version {}",
                    log.entryPath(state.version() + 1),
                    checkpoint.get().version());
        }
        return entriesBehind(checkpoint.get(), Long.MAX_VALUE, Integer.MAX_VALUE);
    }

    /** Looks whether an entry may be created behind a version: as {@link LogEnd#mayFollow}. */
    public boolean mayFollow(TableState state) throws IOException {
        return end.mayFollow(state);
    }

    /** Fails if an entry that was not found is lost: as {@link LogEnd#refuseLost}. */
    public void refuseLost(long missing) throws IOException {
        end.refuseLost(missing);
    }

    /** The newest state, unless there is no log. */
    public Optional<TableState> newest() throws IOException {
        OptionalLong hint = log.hint();
        Optional<TableState> start = start(hint);
        if (start.isEmpty()) {
            return Optional.empty();
        }
        Optional<TableState> near = entriesBehind(start.get(), Long.MAX_VALUE, MANY);
        if (near.isEmpty()) {
            TableState from = newestCheckpoint(Long.MAX_VALUE)
                    .filter(state -> state.version() > start.get().version())
                    .orElse(start.get());
            near = entriesBehind(from, Long.MAX_VALUE, Integer.MAX_VALUE);
        }
        return Optional.of(settled(near.orElseThrow(), hint, true));
    }

    private Optional<TableState> hinted(OptionalLong hint) throws IOException {
        return hint.isPresent() ? checkpointUnlessDamaged(hint.getAsLong()) : Optional.empty();
    }

    private Optional<TableState> start(OptionalLong hint) throws IOException {
        Optional<TableState> hinted = hinted(hint);
        if (hinted.isPresent()) {
            return hinted;
        }
        Optional<TableState> first = first();
        if (first.isPresent()) {
            return first;
        }
        Optional<TableState> checkpoint = newestCheckpoint(Long.MAX_VALUE);
        Log.Listing listing = log.list();
        if (checkpoint.isEmpty()
                && !(listing.entries().isEmpty() && listing.checkpoints().isEmpty())) {
            throw end.lost(0);
        }
        return checkpoint;
    }

    /** The state of the very first entry. */
    private Optional<TableState> first() throws IOException {
        Optional<LogContents> entry = log.entry(0);
        return entry.isEmpty() ? Optional.empty() : Optional.of(TableState.of(entry.get(), log.entryPath(0)));
    }

    private Optional<TableState> checkpointUnlessDamaged(long version) throws IOException {
        try {
            return log.checkpoint(version);
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

    /** The state that follows by all newer entries; the same if there are none. */
    public TableState forward(TableState state) throws IOException {
        TableState last =
                entriesBehind(state, Long.MAX_VALUE, Integer.MAX_VALUE).orElseThrow();
        return settled(last, OptionalLong.empty(), false);
    }

    /** The state at a version, or the newest one below it; nothing if there are more entries than wanted. */
    private Optional<TableState> entriesBehind(TableState state, long last, int most) throws IOException {
        List<LogContents> entries = new ArrayList<>();
        List<String> names = new ArrayList<>();
        try (EntriesInOrder there = new EntriesInOrder(log, state.version() + 1, last)) {
            for (Optional<LogContents> entry = there.next(); entry.isPresent(); entry = there.next()) {
                if (entries.size() == most) {
                    return Optional.empty();
                }
                entries.add(entry.get());
                names.add(log.entryPath(state.version() + entries.size()));
            }
        }
        return Optional.of(entries.isEmpty() ? state : state.with(entries, names));
    }

    /**
     * The state at a version of those that there are, unless it was expired.
     *
     * @throws LostEntryException if the log has a gap in front of it
     */
    public Optional<TableState> at(long version) throws IOException {
        Optional<TableState> start = newestCheckpoint(version);
        if (start.isEmpty()) {
            start = first();
        }
        if (start.isEmpty()) {
            start = unlistedCheckpoint(version);
        }
        if (start.isEmpty()) {
            return start;
        }
        TableState last = entriesBehind(start.get(), version, Integer.MAX_VALUE).orElseThrow();
        if (last.version() < version && log.hasEntry(last.version())) {
            throw end.lost(last.version() + 1);
        }
        return Optional.of(last).filter(state -> state.version() == version);
    }

    /** The newest version that was there at an instant, at most the given one. */
    public OptionalLong versionAt(Instant instant, CommitInfo newest) throws IOException {
        if (!newest.time().isAfter(instant)) {
            return OptionalLong.of(newest.version());
        }
        long low = oldest(log.list(), newest.version());
        long high = newest.version(); // is after the instant
        OptionalLong found = OptionalLong.empty();
        while (low < high) {
            long middle = low + (high - low) / 2;
            Optional<LogContents> entry = log.entry(middle);
            boolean hasOlder = entry.isEmpty()
                    && ((low < middle && log.hasEntry(low)) || (found.isPresent() && log.hasEntry(found.getAsLong())));
            if (hasOlder) {
                throw end.lost(middle);
            }
            if (entry.isEmpty() || !entry.get().info().time().isAfter(instant)) {
                found = entry.isEmpty() ? found : OptionalLong.of(middle);
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return found;
    }

    /** Commits from a version down, newest first. */
    public List<CommitInfo> last(long newest, int most) throws IOException {
        return commits(newest, newest - most);
    }

    /** The commits from a version down to the one behind another, as far as they are there. */
    public List<CommitInfo> commits(long newest, long after) throws IOException {
        List<CommitInfo> commits = new ArrayList<>();
        for (long version = newest; version >= 0 && version > after; version--) {
            Optional<LogContents> entry = log.entry(version);
            if (entry.isEmpty()) {
                end.refuseLost(version);
                break;
            }
            commits.add(entry.get().info());
        }
        return commits;
    }
}
