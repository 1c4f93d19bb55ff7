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
package dev.stoa.table;

import dev.stoa.table.internal.log.Log;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * Figures that tell whether a table needs work. They come from the log and the listings of the table's folders: no data file is
 * opened.
 *
 * @param version the newest version, which the figures describe
 * @param files the data files
 * @param changes the rows and what sidecars change in them
 * @param log the length of the log
 * @param expired the versions and files that an expiry removes
 * @param orphans unreferenced files, once the safe age has passed since they were written
 * @param compactable the share of a scan's cost that compaction saves, from 0 to 1
 */
public record TableHealth(
        long version,
        Files files,
        Changes changes,
        LogLength log,
        Removable expired,
        Removable orphans,
        double compactable) {

    private static final Duration FOREVER = Duration.ofDays(100_000);

    /**
     * The data files.
     *
     * @param fragments the number of fragments
     * @param small how many of them are smaller than {@link CompactionCosts#smallBytes}
     * @param files the number of data files
     * @param bytes their length
     */
    public record Files(long fragments, long small, long files, long bytes) {}

    /**
     * The rows and their changes.
     *
     * @param rows the rows that scans return
     * @param deleted the rows that are deleted, but still take room in data files
     * @param sidecars the number of sidecars
     * @param bytes the length of the sidecars
     * @param most the largest number of sidecars of one fragment
     */
    public record Changes(long rows, long deleted, long sidecars, long bytes, long most) {
        /** The share of rows in data files that are deleted, from 0 to 1. */
        public double dead() {
            return deleted == 0 ? 0 : (double) deleted / (rows + deleted);
        }
    }

    /**
     * The length of the log.
     *
     * @param oldest the oldest version that can be read
     * @param versions the number of versions that can be read
     * @param unchecked the number of entries after the newest checkpoint: each open of the table reads them
     */
    public record LogLength(long oldest, long versions, long unchecked) {}

    /**
     * Versions and files.
     *
     * @param versions the number of versions
     * @param files the number of files besides those of the log
     * @param bytes the length of these files
     */
    public record Removable(long versions, long files, long bytes) {
        private static Removable of(int versions, List<Expiry.OldFile> files) {
            return new Removable(
                    versions,
                    files.size(),
                    files.stream().mapToLong(Expiry.OldFile::length).sum());
        }
    }

    /**
     * Examines a table.
     *
     * @param olderThan versions of this age have expired
     * @param safeAge programs may use files and versions that are younger
     * @param costs the costs of a scan, and the size of small fragments
     * @throws TableException if the table has no log
     */
    public static TableHealth of(Table table, Duration olderThan, Duration safeAge, CompactionCosts costs)
            throws IOException {
        Expiry nothing = Expiry.plan(table, FOREVER, 1, safeAge);
        Expiry old = Expiry.plan(table, olderThan, 1, safeAge);
        Snapshot snapshot = table.snapshot();
        Log.Listing listing = table.log().list();
        long checkpoint = listing.checkpoints().isEmpty()
                ? nothing.oldestVersion()
                : listing.checkpoints().last();
        Removable orphans = Removable.of(0, nothing.files());
        Removable expired = Removable.of(old.versions(), old.files());
        return new TableHealth(
                snapshot.version(),
                files(snapshot, costs),
                changes(snapshot),
                new LogLength(
                        nothing.oldestVersion(),
                        snapshot.version() - nothing.oldestVersion() + 1,
                        Math.max(0, snapshot.version() - checkpoint)),
                new Removable(
                        expired.versions,
                        Math.max(0, expired.files - orphans.files),
                        Math.max(0, expired.bytes - orphans.bytes)),
                orphans,
                compactable(snapshot, costs));
    }

    private static Files files(Snapshot snapshot, CompactionCosts costs) throws IOException {
        long small = 0;
        long files = 0;
        long bytes = 0;
        for (Fragment fragment : snapshot.fragments()) {
            long length = fragment.files().stream()
                    .mapToLong(file -> file.identity().length())
                    .sum();
            small += length < costs.smallBytes() ? 1 : 0;
            files += fragment.files().size();
            bytes += length;
        }
        return new Files(snapshot.fragmentCount(), small, files, bytes);
    }

    private static Changes changes(Snapshot snapshot) throws IOException {
        long rows = 0;
        long deleted = 0;
        long sidecars = 0;
        long bytes = 0;
        long most = 0;
        for (Fragment fragment : snapshot.fragments()) {
            rows += fragment.liveRows();
            deleted += fragment.rows() - fragment.liveRows();
            sidecars += fragment.sidecars().size();
            most = Math.max(most, fragment.sidecars().size());
            bytes += fragment.sidecars().stream()
                    .mapToLong(sidecar -> sidecar.identity().length())
                    .sum();
        }
        return new Changes(rows, deleted, sidecars, bytes, most);
    }

    private static double compactable(Snapshot snapshot, CompactionCosts costs) throws IOException {
        CompactionPlan plan = Compaction.plan(snapshot, Long.MAX_VALUE, costs);
        double gain = plan.chosen().stream().mapToLong(CompactionJob::gain).sum();
        return gain == 0 ? 0 : Math.min(1, gain / Compaction.scanCost(snapshot, costs));
    }
}
