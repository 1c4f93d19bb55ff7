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
package dev.stoa.spark.internal.write;

import dev.stoa.spark.internal.store.Options;
import dev.stoa.table.CommitInfo;
import dev.stoa.table.Once;
import dev.stoa.table.Table;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.execution.streaming.runtime.StreamExecution;

/**
 * The batches of a streaming query in the log of the table that it writes. The id of a batch's transaction is made of the
 * batch's number and the query's id, which the query keeps over restarts. So a batch that is run again is found if it was
 * committed.
 */
final class StreamBatches {
    private static final String APPEND = "append";
    private static final int FIRST_LOOK = 8;

    private final String query;
    private final long stem;
    private final boolean appends;

    /**
     * The batches of a query.
     *
     * @param afterExpiry {@code append} if a batch counts as new when nothing tells; null to fail then
     */
    StreamBatches(String query, String afterExpiry) {
        if (afterExpiry != null && !afterExpiry.equals(APPEND)) {
            throw new IllegalArgumentException("the option " + Options.AFTER_EXPIRY + " is '" + afterExpiry + "': "
                    + APPEND + " is all that it can be");
        }
        this.query = query;
        this.stem =
                UUID.nameUUIDFromBytes(query.getBytes(StandardCharsets.UTF_8)).getMostSignificantBits();
        this.appends = afterExpiry != null;
    }

    /**
     * Looks for a batch in a table.
     *
     * @return the transaction of the batch; absent if it is committed
     */
    Optional<Once> missing(Table table, long batch) throws IOException {
        UUID id = new UUID(stem, batch);
        for (int most = FIRST_LOOK; ; most *= FIRST_LOOK) {
            List<CommitInfo> commits = table.commits(most);
            for (CommitInfo commit : commits) {
                UUID other = commit.transaction();
                if (other.getMostSignificantBits() == stem) {
                    // batches come one after the other: the last one tells of all before it
                    boolean isThere = other.getLeastSignificantBits() >= batch;
                    return isThere ? Optional.empty() : Optional.of(new Once(id, commit.version()));
                }
            }
            CommitInfo oldest = commits.get(commits.size() - 1);
            if (oldest.version() == 0) {
                return Optional.of(new Once(id, -1));
            } else if (commits.size() < most) {
                checkAfterExpiry(table, batch, oldest);
                return Optional.of(new Once(id, oldest.version() - 1));
            }
        }
    }

    /**
     * Refuses a batch that may be among the expired commits. The first batch can't be if the oldest version is from before Spark planned
     * it: no version has an earlier time than the one below it. Later batches may run on other machines than the one that planned them,
     * with another clock.
     */
    private void checkAfterExpiry(Table table, long batch, CommitInfo oldest) {
        if (!appends && (batch > 0 || !oldest.time().isBefore(planned()))) {
            throw new IllegalStateException(table + ": versions before " + oldest.version()
                    + " were expired, and with them all commits of the streaming query " + query
                    + ". So the table does not show whether batch " + batch
                    + " was committed. If it was, complete it in the query's checkpoint; if not, set the option "
                    + Options.AFTER_EXPIRY
                    + " to " + APPEND);
        }
    }

    /** When Spark planned the batch that runs; a batch that runs again keeps the time in the checkpoint. The epoch if it is unknown. */
    private Instant planned() {
        StreamExecution running =
                SparkSession.active().sharedState().activeStreamingQueries().get(UUID.fromString(query));
        return running == null
                ? Instant.EPOCH
                : Instant.ofEpochMilli(
                        running.lastExecution().offsetSeqMetadata().batchTimestampMs());
    }
}
