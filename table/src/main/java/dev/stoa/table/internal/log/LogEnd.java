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

import dev.stoa.table.LostEntryException;
import java.io.IOException;
import java.util.NavigableSet;
import java.util.OptionalLong;
import java.util.TreeSet;

/**
 * Tells the end of a log from a gap in it: an entry that was lost, with signs of later ones beyond. Commits create entries one
 * behind the other, and expiry removes them from the first one on; so an entry that is missing is lost if an older one is
 * still there, looked for after it, and a later one was there before. Safe for several threads.
 */
final class LogEnd {
    /** The folder of a log of so many versions has less than a thousand names: one request lists them. */
    private static final int FEW_VERSIONS = 700;

    private final Log log;

    /** The greatest version whose entry is known to be expired. */
    private volatile long expired = -1;

    /** The folder is not asked before this version whether it has got shorter. */
    private volatile long longUntil;

    LogEnd(Log log) {
        this.log = log;
    }

    /**
     * What is known of the versions behind one.
     *
     * @param isThere whether the entry of that one is there, as far as a listing can tell
     * @param entries of later versions; the next one may be among them
     * @param checkpoints of later versions
     * @param hint a later version, if the hint names one
     * @param isListed whether a listing says so, which may be old
     */
    record Signs(
            boolean isThere,
            NavigableSet<Long> entries,
            NavigableSet<Long> checkpoints,
            OptionalLong hint,
            boolean isListed) {
        /** Whether nothing lies behind the version. */
        boolean isEnd() {
            return isThere && entries.isEmpty() && checkpoints.isEmpty() && hint.isEmpty();
        }
    }

    /**
     * Looks for later versions than one behind which no entry was found. A far store lists the log's folder, unless that
     * takes many requests. Otherwise entries are looked for up to the version that has the next checkpoint, of which the hint
     * would tell.
     *
     * @param known what the hint says, if it was read just now
     * @param all whether to look further than the version behind the missing one where that takes requests of its own
     */
    Signs behind(TableState last, OptionalLong known, boolean all) throws IOException {
        long version = last.version();
        if (!log.isNear() && isShort(version)) {
            return listed(version, known);
        }
        boolean isAll = all || log.isNear();
        OptionalLong hint = known.isPresent() || !isAll ? known : log.hint();
        if (isAll && hint.isEmpty()) { // the table is young, or the hint is lost
            return listed(version, hint);
        }
        NavigableSet<Long> entries = new TreeSet<>();
        long end = isAll
                ? Math.max(Math.min(hint.getAsLong(), version), last.checkpoint()) + last.checkpointInterval()
                : 0;
        for (long later = version + 2; later <= Math.max(version + 2, end) && entries.isEmpty(); later++) {
            if (log.hasEntry(later)) {
                entries.add(later);
            }
        }
        return new Signs(log.hasEntry(version), entries, new TreeSet<>(), beyond(hint, version), false);
    }

    private boolean isShort(long newest) throws IOException {
        long first = newest - FEW_VERSIONS;
        if (first < 0 || first <= expired) {
            return true;
        }
        if (newest < longUntil) {
            return false;
        }
        if (log.hasEntry(first)) {
            longUntil = newest + FEW_VERSIONS;
            return false;
        }
        expired = first;
        return true;
    }

    /**
     * An old listing does not show an expired entry as the last one: that which was the newest a safe age ago is there, and was
     * created long enough ago to be listed.
     */
    private Signs listed(long version, OptionalLong hint) throws IOException {
        Log.Listing listing = log.list();
        NavigableSet<Long> entries = listing.entries().tailSet(version, false);
        NavigableSet<Long> checkpoints = listing.checkpoints().tailSet(version, false);
        boolean isThere = listing.entries().contains(version) || log.hasEntry(version);
        return new Signs(isThere, entries, checkpoints, beyond(hint, version), true);
    }

    private static OptionalLong beyond(OptionalLong hint, long version) {
        return hint.isPresent() && hint.getAsLong() > version ? hint : OptionalLong.empty();
    }

    /** Whether a later version is, or has been, there for certain. */
    boolean isCertain(Signs signs) throws IOException {
        if (signs.hint().isPresent() || (!signs.isListed() && !signs.entries().isEmpty())) {
            return true;
        }
        for (long version : signs.entries().descendingSet()) {
            if (log.hasEntry(version)) {
                return true;
            }
        }
        for (long version : signs.checkpoints().descendingSet()) {
            if (log.hasCheckpoint(version)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Looks whether an entry may be created behind a version.
     *
     * @return whether the version is there still
     * @throws LostEntryException if the entry was there, and is lost
     */
    boolean mayFollow(TableState last) throws IOException {
        Signs signs = behind(last, OptionalLong.empty(), true);
        if (signs.isEnd()) {
            return true;
        }
        long next = last.version() + 1;
        boolean isMissing = isCertain(signs) && !log.hasEntry(next); // if it is there, whoever creates it is refused
        boolean isThere = log.hasEntry(last.version());
        if (isMissing && isThere) {
            throw lost(next, signs);
        }
        return isThere;
    }

    /** Fails if an entry that was not found is lost: if it was not expired, as an older one is there. */
    void refuseLost(long missing) throws IOException {
        Long older = log.list().entries().lower(missing);
        if (older != null && log.hasEntry(older)) {
            throw lost(missing);
        }
    }

    /** An error about an entry that is not there, though others are on both of its sides. */
    LostEntryException lost(long missing) throws IOException {
        return lost(missing, listed(missing, log.hint()));
    }

    /** An error about an entry that is not there. */
    LostEntryException lost(long missing, Signs signs) throws IOException {
        NavigableSet<Long> entries = new TreeSet<>(signs.entries());
        Log.Listing listing = log.list();
        entries.addAll(listing.entries().tailSet(missing, false));
        entries.remove(missing);
        NavigableSet<Long> checkpoints = listing.checkpoints().tailSet(missing, true);
        StringBuilder signsOf = new StringBuilder();
        if (!entries.isEmpty()) {
            signsOf.append("later entries are there, ")
                    .append(log.entryPath(entries.first()))
                    .append(entries.size() > 1 ? " to " + log.entryPath(entries.last()) : "");
        } else if (!checkpoints.isEmpty()) {
            signsOf.append("a checkpoint of version ")
                    .append(checkpoints.last())
                    .append(" is there");
        } else {
            signsOf.append(log.hintPath())
                    .append(" names version ")
                    .append(signs.hint().orElse(missing));
        }
        String hintAdvice = entries.isEmpty() && checkpoints.isEmpty()
                ? "; or, if the hint is wrong, remove the hint, which the table does without"
                : "";
        return new LostEntryException(
                log.entryPath(missing),
                log.entryPath(missing) + ": the entry of version " + missing + " is missing from the log, but "
                        + signsOf + ": rows may be lost, and nothing is committed behind it. Restore it from a copy, or"
                        + " run 'stoa repair' on the table" + hintAdvice);
    }
}
