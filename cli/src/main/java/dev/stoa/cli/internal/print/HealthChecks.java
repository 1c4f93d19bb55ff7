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
package dev.stoa.cli.internal.print;

import dev.stoa.cli.internal.arguments.Sizes;
import dev.stoa.table.TableHealth;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Judges the figures of a table: what is fine, and what to do about the rest. */
public final class HealthChecks {
    /** Upkeep folds and merges after every 16th version, so a table that it keeps stays below these. */
    private static final long MOST_SIDECARS = 32;

    private static final long MOST_SMALL = 64;
    private static final double MOST_SAVED = 0.1;
    private static final double MOST_DEAD = 0.2;
    private static final long FEW_ROWS = 4096;

    /** Writers leave a checkpoint after at most 64 entries. */
    private static final long MOST_UNCHECKED = 128;

    private static final long MOST_EXPIRED = 64;

    private HealthChecks() {}

    /**
     * One judgement.
     *
     * @param name the subject of the check
     * @param found the figures
     * @param isFine whether nothing needs to be done
     * @param advice what to do otherwise
     */
    public record Check(String name, String found, boolean isFine, String advice) {}

    /**
     * Judges the figures of a table.
     *
     * @param argument how the user names the table
     * @param olderThan the age of expired versions, as the user wrote it
     * @param safeAge the age of files that no program uses, as the user wrote it
     */
    public static List<Check> of(TableHealth health, String argument, String olderThan, String safeAge) {
        String compact = "stoa compact " + argument;
        String expire = "stoa expire --older-than " + olderThan + " --safe-age " + safeAge + " " + argument;
        TableHealth.Files files = health.files();
        TableHealth.Changes changes = health.changes();
        boolean pays = health.compactable() >= MOST_SAVED;
        return List.of(
                new Check(
                        "small files",
                        Counted.text(
                                "%,d of %,d fragment[s]; %,d file[s], %s",
                                files.small(), files.fragments(), files.files(), Sizes.text(files.bytes())),
                        files.small() <= MOST_SMALL || !pays,
                        compact),
                new Check(
                        "dead rows",
                        Counted.text(
                                "%,d of %,d row[s] (%.1f %%)",
                                changes.deleted(), changes.rows() + changes.deleted(), 100 * changes.dead()),
                        changes.deleted() < FEW_ROWS || changes.dead() < MOST_DEAD,
                        compact),
                new Check(
                        "sidecars",
                        String.format(
                                Locale.ROOT,
                                "%,d, %s; at most %,d of a fragment",
                                changes.sidecars(),
                                Sizes.text(changes.bytes()),
                                changes.most()),
                        changes.most() <= MOST_SIDECARS,
                        compact),
                new Check(
                        "log",
                        Counted.text(
                                "%,d version[s]; %,d entr[ies|y] since the newest checkpoint",
                                health.log().versions(), health.log().unchecked()),
                        health.log().unchecked() <= MOST_UNCHECKED,
                        "Let writers create files in _stoa; the next commit then leaves a checkpoint."),
                new Check(
                        "expiry",
                        Counted.text(
                                "%,d version[s] older than %s; %,d file[s], %s",
                                health.expired().versions(),
                                olderThan,
                                health.expired().files(),
                                Sizes.text(health.expired().bytes())),
                        health.expired().files() == 0 && health.expired().versions() <= MOST_EXPIRED,
                        expire),
                new Check(
                        "orphans",
                        Counted.text(
                                "%,d file[s], %s",
                                health.orphans().files(),
                                Sizes.text(health.orphans().bytes())),
                        health.orphans().files() == 0,
                        expire));
    }

    /** The figures by name, for programs. */
    public static Map<String, Number> figures(TableHealth health) {
        Map<String, Number> figures = new LinkedHashMap<>();
        figures.put("rows", health.changes().rows());
        figures.put("deadRows", health.changes().deleted());
        figures.put("fragments", health.files().fragments());
        figures.put("smallFragments", health.files().small());
        figures.put("dataFiles", health.files().files());
        figures.put("dataBytes", health.files().bytes());
        figures.put("sidecars", health.changes().sidecars());
        figures.put("sidecarBytes", health.changes().bytes());
        figures.put("sidecarsOfAFragment", health.changes().most());
        figures.put("versions", health.log().versions());
        figures.put("entriesSinceCheckpoint", health.log().unchecked());
        figures.put("expiredVersions", health.expired().versions());
        figures.put("expiredFiles", health.expired().files());
        figures.put("expiredBytes", health.expired().bytes());
        figures.put("orphanFiles", health.orphans().files());
        figures.put("orphanBytes", health.orphans().bytes());
        figures.put("compactionSavesShare", health.compactable());
        return figures;
    }
}
