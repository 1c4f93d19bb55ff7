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

import dev.stoa.format.CorruptFileException;
import dev.stoa.table.internal.check.CheckpointFiles;
import dev.stoa.table.internal.check.EntryFiles;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.TableState;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.function.Function;

/**
 * Figures that tell whether a table needs work. They come from the log and the listings of the table's folders: no data file is
 * opened. The newest checkpoint and that of the oldest version are read as a whole, with their parts, and each entry.
 *
 * @param version the newest version, which the figures describe
 * @param files the data files
 * @param changes the rows and what sidecars change in them
 * @param log the length of the log
 * @param expired the versions and files that an expiry removes
 * @param orphans unreferenced files, once the safe age has passed since they were written
 * @param logFiles the files of the log that were checked
 * @param compactable the share of a scan's cost that compaction saves, from 0 to 1
 */
public record TableHealth(
        long version,
        Files files,
        Changes changes,
        LogLength log,
        Removable expired,
        Removable orphans,
        LogFiles logFiles,
        double compactable) {

    private static final Duration FOREVER = Duration.ofDays(100_000);

    /** Upkeep folds and merges after every 16th version, so a table that it keeps stays below these. */
    private static final long MOST_SIDECARS = 32;

    private static final long MOST_SMALL = 64;
    private static final double MOST_SAVED = 0.1;
    private static final double MOST_DEAD = 0.2;
    private static final long FEW_ROWS = 4096;

    /** Writers leave a checkpoint after at most 64 entries. */
    private static final long MOST_UNCHECKED = 128;

    private static final long MOST_EXPIRED = 64;

    private static final int ATTEMPTS = 3;

    private static final Map<String, Function<TableHealth, Number>> FIGURES = new LinkedHashMap<>();

    private static final Map<String, Function<TableHealth, Number>> GAUGES = new LinkedHashMap<>();

    static {
        FIGURES.put("rows", health -> health.changes.rows);
        FIGURES.put("deadRows", health -> health.changes.deleted);
        FIGURES.put("fragments", health -> health.files.fragments);
        FIGURES.put("smallFragments", health -> health.files.small);
        FIGURES.put("dataFiles", health -> health.files.files);
        FIGURES.put("dataBytes", health -> health.files.bytes);
        FIGURES.put("sidecars", health -> health.changes.sidecars);
        FIGURES.put("sidecarBytes", health -> health.changes.bytes);
        FIGURES.put("sidecarsOfAFragment", health -> health.changes.most);
        FIGURES.put("versions", health -> health.log.versions);
        FIGURES.put("entriesSinceCheckpoint", health -> health.log.unchecked);
        FIGURES.put("expiredVersions", health -> health.expired.versions);
        FIGURES.put("expiredFiles", health -> health.expired.files);
        FIGURES.put("expiredBytes", health -> health.expired.bytes);
        FIGURES.put("orphanFiles", health -> health.orphans.files);
        FIGURES.put("orphanBytes", health -> health.orphans.bytes);
        FIGURES.put("damagedLogFiles", health -> health.logFiles.faults.size());
        FIGURES.put("compactionSavesShare", health -> health.compactable);
        GAUGES.put("stoa_table_healthy", health -> health.work().isEmpty() ? 1 : 0);
        GAUGES.put("stoa_table_version", health -> health.version);
        FIGURES.forEach((name, figure) ->
                GAUGES.put("stoa_table_" + name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT), figure));
    }

    /** Reasons for work on a table. */
    public enum Work {
        /** A checkpoint, one of its parts or an entry is damaged or missing. Readers may have another way to the table, or may not. */
        DAMAGE,
        /** Many fragments are small, and compaction makes scans cheaper. */
        SMALL_FILES,
        /** Many of the rows in data files are deleted. */
        DEAD_ROWS,
        /** A fragment has many sidecars. */
        SIDECARS,
        /** Many entries follow the newest checkpoint. */
        LOG,
        /** Versions have expired. */
        EXPIRY,
        /** No version references some files. */
        ORPHANS
    }

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

    /** The leftovers that an expiry removes. */
    private record Removables(long oldest, Removable expired, Removable orphans) {
        /** Nothing may be removed while the checkpoint of the oldest version or a later entry is damaged. */
        static Removables of(Table table, Duration olderThan, Duration safeAge, LogFiles logFiles) throws IOException {
            try {
                Expiry nothing = Expiry.plan(table, FOREVER, 1, safeAge);
                Expiry old = Expiry.plan(table, olderThan, 1, safeAge);
                Removable orphans = Removable.of(0, nothing.files());
                Removable all = Removable.of(old.versions(), old.files());
                Removable expired = new Removable(
                        all.versions, Math.max(0, all.files - orphans.files), Math.max(0, all.bytes - orphans.bytes));
                return new Removables(nothing.oldestVersion(), expired, orphans);
            } catch (CorruptFileException | LostEntryException e) {
                if (logFiles.faults.isEmpty()) {
                    throw e;
                }
                Removable none = new Removable(0, 0, 0);
                return new Removables(table.refresh().floor().version(), none, none);
            }
        }
    }

    /**
     * The entries that were verified, and the checkpoints with their parts.
     *
     * @param files the number of files that were checked
     * @param faults what is wrong with them, one fault of each file
     */
    public record LogFiles(int files, List<TableFault> faults) {
        /** An expiry may remove files meanwhile: then the check begins anew. */
        private static LogFiles of(Table table) throws IOException {
            for (int attempt = 1; ; attempt++) {
                TableState newest = table.refresh();
                long oldest = newest.floor().version();
                CheckpointFiles check = new CheckpointFiles(table.log());
                NavigableSet<Long> listed = table.log().list().checkpoints();
                if (!listed.isEmpty()) {
                    check.check(listed.last());
                }
                if (oldest > 0) { // without older entries, only this checkpoint has what they did
                    check.check(oldest);
                }
                EntryFiles entries = new EntryFiles(table.log());
                entries.check(newest);
                List<TableFault> faults = new ArrayList<>(check.faults());
                faults.addAll(entries.faults());
                boolean isSettled = faults.isEmpty()
                        || attempt == ATTEMPTS
                        || table.refresh().floor().version() == oldest;
                if (isSettled) {
                    return new LogFiles(check.count() + entries.count(), List.copyOf(faults));
                }
            }
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
        LogFiles logFiles = LogFiles.of(table);
        Removables removables = Removables.of(table, olderThan, safeAge, logFiles);
        Snapshot snapshot = table.snapshot();
        Log.Listing listing = table.log().list();
        long oldest = removables.oldest;
        long checkpoint =
                listing.checkpoints().isEmpty() ? oldest : listing.checkpoints().last();
        return new TableHealth(
                snapshot.version(),
                files(snapshot, costs),
                changes(snapshot),
                new LogLength(oldest, snapshot.version() - oldest + 1, Math.max(0, snapshot.version() - checkpoint)),
                removables.expired,
                removables.orphans,
                logFiles,
                compactable(snapshot, costs));
    }

    /** Returns what needs work, by the limits that {@code docs/operate.md} names; nothing for a healthy table. */
    public Set<Work> work() {
        Set<Work> work = EnumSet.noneOf(Work.class);
        if (files.small > MOST_SMALL && compactable >= MOST_SAVED) {
            work.add(Work.SMALL_FILES);
        }
        if (changes.deleted >= FEW_ROWS && changes.dead() >= MOST_DEAD) {
            work.add(Work.DEAD_ROWS);
        }
        if (changes.most > MOST_SIDECARS) {
            work.add(Work.SIDECARS);
        }
        if (log.unchecked > MOST_UNCHECKED) {
            work.add(Work.LOG);
        }
        if (expired.files > 0 || expired.versions > MOST_EXPIRED) {
            work.add(Work.EXPIRY);
        }
        if (orphans.files > 0) {
            work.add(Work.ORPHANS);
        }
        if (!logFiles.faults.isEmpty()) {
            work.add(Work.DAMAGE);
        }
        return Collections.unmodifiableSet(work);
    }

    /** Returns the figures by name, in a fixed order: {@code deadRows} and so on. */
    public Map<String, Number> figures() {
        return values(FIGURES);
    }

    /** Returns the figures by the names that they have as metrics, such as {@code stoa_table_dead_rows}. */
    public Map<String, Number> gauges() {
        return values(GAUGES);
    }

    /** Returns the names of {@link #gauges()}. */
    public static Set<String> gaugeNames() {
        return Collections.unmodifiableSet(GAUGES.keySet());
    }

    private Map<String, Number> values(Map<String, Function<TableHealth, Number>> figures) {
        Map<String, Number> values = new LinkedHashMap<>();
        figures.forEach((name, figure) -> values.put(name, figure.apply(this)));
        return Collections.unmodifiableMap(values);
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
