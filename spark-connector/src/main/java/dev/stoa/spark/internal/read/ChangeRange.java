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
package dev.stoa.spark.internal.read;

import dev.stoa.spark.internal.store.SparkErrors;
import dev.stoa.table.CommitInfo;
import dev.stoa.table.Table;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.OptionalLong;
import org.apache.spark.sql.connector.catalog.ChangelogContext;
import org.apache.spark.sql.connector.catalog.ChangelogRange;

/**
 * The commits to read changes of.
 *
 * @param first the first of these versions
 * @param last the last one; absent for the newest when the query runs
 * @param isNet whether only the difference between the two ends counts
 */
public record ChangeRange(long first, OptionalLong last, boolean isNet) {

    /**
     * The range that a statement names.
     *
     * @throws IllegalArgumentException if it is none of the table's
     */
    public static ChangeRange of(Table table, ChangelogContext context) throws IOException {
        boolean isNet = context.deduplicationMode() == ChangelogContext.DeduplicationMode.NET_CHANGES;
        if (context.range() instanceof ChangelogRange.VersionRange versions) {
            long first = number(table, versions.startingVersion()) + (versions.startingBoundInclusive() ? 0 : 1);
            OptionalLong last = versions.endingVersion().isPresent()
                    ? OptionalLong.of(
                            number(table, versions.endingVersion().get()) - (versions.endingBoundInclusive() ? 0 : 1))
                    : OptionalLong.empty();
            return new ChangeRange(first, last, isNet);
        } else if (context.range() instanceof ChangelogRange.TimestampRange times) {
            Instant from = instant(times.startingTimestamp());
            long first = before(table, from, !times.startingBoundInclusive()) + 1;
            OptionalLong last = times.endingTimestamp().isPresent()
                    ? OptionalLong.of(
                            before(table, instant(times.endingTimestamp().get()), times.endingBoundInclusive()))
                    : OptionalLong.empty();
            return new ChangeRange(first, last, isNet);
        }
        return new ChangeRange(0, OptionalLong.empty(), isNet);
    }

    private static long number(Table table, String text) {
        long newest = table.lastKnown().version();
        if (!text.matches("\\d{1,18}") || Long.parseLong(text) > newest) {
            throw SparkErrors.refusal(
                    SparkErrors.Condition.STOA_VERSION_NOT_FOUND,
                    table + ": '" + text + "' is not one of its versions, which go from 0 to " + newest);
        }
        return Long.parseLong(text);
    }

    private static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    /** The last version before an instant, or at it; one less than the first that the log still has if none is. */
    private static long before(Table table, Instant instant, boolean isInclusive) throws IOException {
        List<CommitInfo> commits = table.commits(Integer.MAX_VALUE);
        for (CommitInfo commit : commits) {
            if (commit.time().isBefore(instant) || isInclusive && commit.time().equals(instant)) {
                return commit.version();
            }
        }
        return commits.get(commits.size() - 1).version() - 1;
    }
}
