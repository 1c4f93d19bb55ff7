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
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;

/**
 * Tells the end of a log from a gap in it: an entry that was lost, with signs of later ones beyond. Commits create entries in
 * order, and expiry removes none at or above the floor. So a missing entry is lost if a later one existed before the look. Safe for several threads.
 */
final class LogEnd {
    /** The most versions of a log whose folder has less than a thousand names: one request lists them. */
    private static final int FEW_VERSIONS = 700;

    private final Log log;

    LogEnd(Log log) {
        this.log = log;
    }

    /**
     * Signs of versions after one.
     *
     * @param entries of later versions; the next one may be among them
     * @param checkpoints of later versions
     * @param hint a later version, if the hint names one
     * @param isListed whether a listing says so, which may be old
     * @param look whether the log is still the same; absent where that takes requests of its own
     */
    record Signs(
            NavigableSet<Long> entries,
            NavigableSet<Long> checkpoints,
            OptionalLong hint,
            boolean isListed,
            Optional<KnownLog.Look> look) {
        /** Whether the version is the last one. */
        boolean isEnd() {
            return entries.isEmpty() && checkpoints.isEmpty() && hint.isEmpty();
        }
    }

    /**
     * Looks for versions after one whose next entry is missing. A far store lists the log's folder, unless that
     * takes many requests. Otherwise it looks for entries up to the version of the next checkpoint, which the hint would
     * name.
     *
     * @param known what the hint says, if it was read just now
     * @param all whether to look further than the version after the missing one where that takes requests of its own
     */
    Signs behind(TableState last, OptionalLong known, boolean all) throws IOException {
        long version = last.version();
        if (!log.isNear() && version - last.floor().version() < FEW_VERSIONS) {
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
        // the hint of another log may name an older version
        boolean looks = log.isNear() || (isAll && hint.getAsLong() < last.checkpoint());
        return new Signs(
                entries,
                new TreeSet<>(),
                beyond(hint, version),
                false,
                looks ? Optional.of(log::file) : Optional.empty());
    }

    private Signs listed(long version, OptionalLong hint) throws IOException {
        Log.Listing listing = log.list();
        return new Signs(
                listing.entries().tailSet(version, false),
                listing.checkpoints().tailSet(version, false),
                beyond(hint, version),
                true,
                Optional.of(entry -> Optional.ofNullable(listing.files().get(entry))));
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
                        + signsOf + ": rows may be lost, and no commit may follow it. Restore it from a copy, or"
                        + " run 'stoa repair' on the table" + hintAdvice);
    }
}
