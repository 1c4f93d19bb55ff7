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
package dev.stoa.hive.internal.session;

import dev.stoa.hive.VersionId;
import dev.stoa.hive.internal.store.AskedVersion;
import dev.stoa.hive.internal.store.FolderListing;
import dev.stoa.hive.internal.store.Snapshots;
import dev.stoa.hive.internal.write.Statement;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.vio.Folder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Properties;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.metastore.api.hive_metastoreConstants;
import org.apache.hadoop.hive.ql.session.SessionState;
import org.apache.hadoop.hive.ql.session.SessionStateUtil;

/**
 * The session's state of the running statement: the base version of each table, and the commits that are done. The base
 * version is the newest at the first look for it.
 */
public final class Statements {
    /** Before the folder of a table that the statement writes. */
    private static final String WRITTEN = "stoa.written.";
    /** Before the folder of a table whose rows, or their number, the statement depends on. */
    private static final String READ = "stoa.read.";

    private final Configuration configuration;

    /** Hive finds by it what it keeps of the statement. */
    private final Configuration ofStatement;

    public Statements(Configuration configuration) {
        this.configuration = configuration;
        this.ofStatement = StatementId.configuration(configuration);
    }

    /** The version of a table that the statement reads. */
    public VersionId base(Path table) throws IOException {
        String key = VersionId.key(configuration, table);
        Optional<Object> known = SessionStateUtil.getResource(ofStatement, key);
        if (known.isPresent()) {
            return (VersionId) known.get();
        }
        VersionId newest =
                VersionId.of(table, Snapshots.open(configuration, table).snapshot());
        SessionStateUtil.addResource(ofStatement, key, newest);
        return newest;
    }

    /** Returns the base of a statement whose result depends on the rows of this table. */
    public VersionId reading(Path table) throws IOException {
        SessionStateUtil.addResource(ofStatement, READ + qualified(table), true);
        return base(table);
    }

    /** Tables of two stores may have one path. */
    private Path qualified(Path table) throws IOException {
        return table.getFileSystem(configuration).makeQualified(table);
    }

    /** The version of a table that the statement reads. */
    public Snapshot snapshot(Path table) throws IOException {
        return Snapshots.get(configuration, base(table));
    }

    /**
     * The statement that writes a table.
     *
     * @param makes whether the statement may also make it: {@code create table as select}
     * @throws IOException if it is to make a table where one with rows is
     */
    public Statement writing(Path table, boolean makes) throws IOException {
        UUID name = UUID.nameUUIDFromBytes(qualified(table).toString().getBytes(StandardCharsets.UTF_8));
        Path scratch = SessionState.getHDFSSessionPath(configuration);
        Path notes = new Path(StatementId.notes(scratch, ofStatement), name.toString());
        Folder folder = Snapshots.folder(configuration, table);
        boolean isUnmade = makes && !Table.exists(folder);
        if (makes
                && (isUnmade ? !FolderListing.isEmpty(folder) : snapshot(table).rowCount() > 0)) {
            throw new IOException(
                    table + ": a table with rows is there already, and 'as select' would add to them: take it"
                            + " by 'create external table ... location', or delete the folder first");
        }
        Statement statement = new Statement(isUnmade ? VersionId.unmade(table) : base(table), notes);
        SessionStateUtil.addResource(ofStatement, WRITTEN + qualified(table), statement);
        return statement;
    }

    /** The statement as Hive knows it at its end: with less than at its beginning, if it makes the table. */
    private Statement written(Properties table) throws IOException {
        if (Statement.isIn(table)) {
            return Statement.of(table);
        }
        String location = table.getProperty(hive_metastoreConstants.META_TABLE_LOCATION, "");
        return SessionStateUtil.getResource(
                        ofStatement, WRITTEN + qualified(new Path(location.isEmpty() ? "/" : location)))
                .map(Statement.class::cast)
                .orElseThrow(() -> new IOException(table.getProperty(hive_metastoreConstants.META_TABLE_NAME)
                        + ": the plan does not say where the tasks note what they write: nothing is committed"));
    }

    /**
     * Commits what was written to a table. Of several sinks of a statement that write one table, the first call
     * commits for all, as all tasks are done by then.
     */
    public void commit(Properties table, boolean merges, boolean replaces) throws IOException {
        Statement statement = written(table);
        if (!StatementId.isOf(ofStatement, statement.notes())) {
            throw new IOException(statement.base().table()
                    + ": another statement began on this connection while Hive compiled this one, and Hive took one for the"
                    + " other: nothing has changed. Run the statements of a connection one after the other, or set"
                    + " hive.server2.logging.operation.enabled to true, by which Stoa tells them apart");
        }
        String done = "stoa.committed." + statement.notes();
        if (SessionStateUtil.getResource(ofStatement, done).isEmpty()) {
            Path path = qualified(statement.base().table());
            boolean reads =
                    SessionStateUtil.getResource(ofStatement, READ + path).isPresent();
            VersionId made = new StatementCommit(configuration, statement, reads).commit(merges, replaces, table);
            SessionStateUtil.addResource(ofStatement, done, true);
            SessionStateUtil.addResource(ofStatement, VersionId.key(configuration, made.table()), made);
        }
    }

    /** Another version than the newest, by its number or a name. */
    public Snapshot asked(Path table, String version) throws IOException {
        return AskedVersion.of(configuration, table, version).snapshot();
    }

    /** The version that was the newest at an instant. */
    public Snapshot askedAt(Path table, String time) throws IOException {
        return Snapshots.open(configuration, table).snapshotAt(AsOf.instant(time, configuration));
    }
}
