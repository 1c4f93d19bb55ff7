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
import dev.stoa.table.TableFault;
import dev.stoa.table.TableHealth;
import dev.stoa.table.TableHealth.Work;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Shows the figures of a table to people: what is fine, and what to do about the rest. */
public final class HealthChecks {
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
     * Returns the checks of a table, with what they found.
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
        Set<Work> work = health.work();
        return List.of(
                new Check(
                        "log files", found(health.logFiles()), !work.contains(Work.DAMAGE), "stoa repair " + argument),
                new Check(
                        "small files",
                        Counted.text(
                                "%,d of %,d fragment[s]; %,d file[s], %s",
                                files.small(), files.fragments(), files.files(), Sizes.text(files.bytes())),
                        !work.contains(Work.SMALL_FILES),
                        compact),
                new Check(
                        "dead rows",
                        Counted.text(
                                "%,d of %,d row[s] (%.1f %%)",
                                changes.deleted(), changes.rows() + changes.deleted(), 100 * changes.dead()),
                        !work.contains(Work.DEAD_ROWS),
                        compact),
                new Check(
                        "sidecars",
                        String.format(
                                Locale.ROOT,
                                "%,d, %s; at most %,d of a fragment",
                                changes.sidecars(),
                                Sizes.text(changes.bytes()),
                                changes.most()),
                        !work.contains(Work.SIDECARS),
                        compact),
                new Check(
                        "log",
                        Counted.text(
                                "%,d version[s]; %,d entr[ies|y] since the newest checkpoint",
                                health.log().versions(), health.log().unchecked()),
                        !work.contains(Work.LOG),
                        "Let writers create files in _stoa; the next commit then leaves a checkpoint."),
                new Check(
                        "expiry",
                        Counted.text(
                                "%,d version[s] older than %s; %,d file[s], %s",
                                health.expired().versions(),
                                olderThan,
                                health.expired().files(),
                                Sizes.text(health.expired().bytes())),
                        !work.contains(Work.EXPIRY),
                        expire),
                new Check(
                        "orphans",
                        Counted.text(
                                "%,d file[s], %s",
                                health.orphans().files(),
                                Sizes.text(health.orphans().bytes())),
                        !work.contains(Work.ORPHANS),
                        expire));
    }

    private static String found(TableHealth.LogFiles logFiles) {
        List<TableFault> faults = logFiles.faults();
        String of = Counted.text("%,d of %,d file[s] damaged", faults.size(), logFiles.files());
        return faults.isEmpty() ? of : of + ", the first is " + faults.get(0);
    }
}
