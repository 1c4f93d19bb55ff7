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

import dev.stoa.table.internal.log.Log;
import java.io.IOException;
import java.util.NavigableSet;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.stream.LongStream;

/** The versions that have an entry or a checkpoint in a log, damaged ones too. A file that turns out to be gone is removed. */
final class ListedVersions {
    /** The most missing entries to look for in case a listing left them out. */
    private static final int MOST_LOOKED_FOR = 1000;

    private final NavigableSet<Long> entries;
    private final NavigableSet<Long> checkpoints;

    /** Those of a listing, from a version on. */
    ListedVersions(Log.Listing listing, long from) {
        this.entries = new TreeSet<>(listing.entries().tailSet(from, true));
        this.checkpoints = new TreeSet<>(listing.checkpoints().tailSet(from, true));
    }

    /**
     * Adds the entries that an outdated listing left out.
     *
     * @param first the first version that the log must have an entry of
     */
    void findUnlisted(Log log, long first) throws IOException {
        if (entries.isEmpty() && checkpoints.isEmpty()) {
            return;
        }
        long looked = 0;
        for (long version = first; version <= newest() && looked < MOST_LOOKED_FOR; version++) {
            if (!entries.contains(version)) {
                looked++;
                if (log.hasEntry(version)) {
                    entries.add(version);
                }
            }
        }
        while (newest() < Long.MAX_VALUE && log.hasEntry(newest() + 1)) {
            entries.add(newest() + 1);
        }
    }

    /** The versions of all entries. */
    NavigableSet<Long> entries() {
        return entries;
    }

    /** The versions of all checkpoints. */
    NavigableSet<Long> checkpoints() {
        return checkpoints;
    }

    /** The oldest version with an entry or a checkpoint, if any has one. */
    OptionalLong oldest() {
        return LongStream.concat(firstOf(entries), firstOf(checkpoints)).min();
    }

    private static LongStream firstOf(NavigableSet<Long> versions) {
        return versions.stream().limit(1).mapToLong(Long::longValue);
    }

    /** The newest version with an entry or a checkpoint, or -1. */
    long newest() {
        return Math.max(entries.isEmpty() ? -1 : entries.last(), checkpoints.isEmpty() ? -1 : checkpoints.last());
    }
}
