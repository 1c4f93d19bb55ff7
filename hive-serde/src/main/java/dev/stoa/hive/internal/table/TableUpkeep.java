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
package dev.stoa.hive.internal.table;

import dev.stoa.hive.internal.store.Snapshots;
import dev.stoa.table.Expiry;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableSettings;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.parse.AlterTableExecuteSpec;
import org.apache.hadoop.hive.ql.parse.AlterTableExecuteSpec.ExpireSnapshotsSpec;
import org.apache.hadoop.hive.ql.parse.AlterTableExecuteSpec.FastForwardSpec;
import org.apache.hadoop.hive.ql.parse.AlterTableExecuteSpec.RollbackSpec;
import org.apache.hadoop.hive.ql.parse.AlterTableExecuteSpec.SetCurrentSnapshotSpec;

/** The operations of {@code alter table ... execute}, on a table with a log. */
public final class TableUpkeep {
    /** The name of the table itself among its branches. */
    private static final String MAIN = "main";

    private static final Duration EXPIRED_BY_DEFAULT = Duration.ofDays(7);

    private final Table table;

    /** Opens the table at a location. */
    public TableUpkeep(Configuration configuration, Path location) throws IOException {
        this.table = Table.open(Snapshots.folder(configuration, location), TableSettings.DEFAULT);
    }

    /**
     * Does one.
     *
     * @throws IllegalArgumentException if tables of Stoa have no such operation; the message names the one that serves
     */
    public void run(AlterTableExecuteSpec<?> operation) throws IOException {
        Object given = operation.getOperationParams();
        switch (operation.getOperationType()) {
            case ROLLBACK -> rollback((RollbackSpec) given);
            case SET_CURRENT_SNAPSHOT -> rollback(named(((SetCurrentSnapshotSpec) given).getSnapshotIdOrRefName()));
            case EXPIRE_SNAPSHOT -> expire((ExpireSnapshotsSpec) given);
            case DELETE_ORPHAN_FILES ->
                throw refusal("delete orphan-files: expire_snapshots removes them, too, once they are a day old");
            case FAST_FORWARD -> publish((FastForwardSpec) given);
            case CHERRY_PICK ->
                throw refusal("cherry-pick: a single commit of a branch is not published: fast-forward 'main' 'BRANCH'"
                        + " publishes all of them");
            default -> throw refusal(operation.getOperationType() + ": the log needs no such operation");
        }
    }

    private IllegalArgumentException refusal(String what) {
        return new IllegalArgumentException(table.folder().id() + ": " + what);
    }

    private Snapshot named(String versionOrTag) throws IOException {
        return table.snapshotAt(versionOrTag.replaceAll("^['\"]|['\"]$", ""));
    }

    private void rollback(RollbackSpec to) throws IOException {
        rollback(
                to.getRollbackType() == RollbackSpec.RollbackType.TIME
                        ? table.snapshotAt(Instant.ofEpochMilli(to.getParam()))
                        : table.snapshotAt(to.getParam().longValue()));
    }

    /** The metastore keeps the columns that it has: a version with others would not fit them. */
    private void rollback(Snapshot then) throws IOException {
        if (!then.schema().equals(table.snapshot().schema())) {
            throw refusal("version " + then.version() + " has other columns than the table has now: roll back by"
                    + " 'stoa rollback', and then make the table anew in Hive with its columns");
        }
        TableOperations.of(table).rollback(then.version());
    }

    /** Makes the newest version of a branch that of the table. */
    private void publish(FastForwardSpec given) throws IOException {
        if (!MAIN.equals(given.getSourceBranch())) {
            throw refusal("fast-forward '" + given.getSourceBranch() + "': only the table itself is forwarded: say"
                    + " fast-forward 'main' '" + given.getTargetBranch() + "'");
        }
        Snapshot now = table.snapshot();
        if (!table.branch(given.getTargetBranch()).snapshot().schema().equals(now.schema())) {
            throw refusal("the branch '" + given.getTargetBranch() + "' has other columns than the table: publish it by"
                    + " 'stoa table branch --publish', and then make the table anew in Hive with its columns");
        }
        TableOperations.of(table).publish(given.getTargetBranch());
    }

    private void expire(ExpireSnapshotsSpec given) throws IOException {
        Duration age = EXPIRED_BY_DEFAULT;
        int keep = 1;
        if (given != null && (given.isExpireByIds() || given.isExpireByTimestampRange())) {
            throw refusal("versions expire from the oldest on: say expire_snapshots('2024-01-31 00:00:00') or"
                    + " expire_snapshots retain last 5");
        } else if (given != null && given.isExpireByRetainLast()) {
            age = Duration.ZERO;
            keep = given.getNumRetainLast();
        } else if (given != null) {
            Duration since = Duration.between(Instant.ofEpochMilli(given.getTimestampMillis()), Instant.now());
            age = since.isNegative() ? Duration.ZERO : since;
        }
        Expiry.plan(table, age, keep, Expiry.SAFE_AGE).run();
    }
}
