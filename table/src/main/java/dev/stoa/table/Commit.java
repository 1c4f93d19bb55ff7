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
import dev.stoa.table.internal.commit.CheckedRows;
import dev.stoa.table.internal.commit.Conflicts;
import dev.stoa.table.internal.commit.DeclaredPartitions;
import dev.stoa.table.internal.commit.DeclaredRows;
import dev.stoa.table.internal.commit.Replacements;
import dev.stoa.table.internal.log.Changes;
import dev.stoa.table.internal.log.EntryWriter;
import dev.stoa.table.internal.log.Floor;
import dev.stoa.table.internal.log.LogContents;
import dev.stoa.table.internal.log.NewEntry;
import dev.stoa.table.internal.log.SidecarRoom;
import dev.stoa.table.internal.log.TableState;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;

/**
 * Makes the changes of a transaction the next version of its table. Commits of others in between come first, unless they have
 * changed the same.
 */
final class Commit {
    private final Table table;
    private final Snapshot base;
    private final Changes changes;
    private final SidecarRoom room;
    private final UUID id;
    private final String operation;

    Commit(Table table, Snapshot base, Changes changes, SidecarRoom room, UUID id, String operation) {
        this.table = table;
        this.base = base;
        this.changes = changes;
        this.room = room;
        this.id = id;
        this.operation = operation;
    }

    /** Returns the table as the changes leave its base. */
    Snapshot after() throws IOException {
        CommitInfo info = info(base.state());
        return after(base.state(), entry(info, bytes(base.state(), info)));
    }

    private Snapshot after(TableState below, NewEntry entry) throws IOException {
        String name = table.log().entryPath(below.version() + 1);
        return Snapshot.alone(table.folder(), below.with(List.of(entry.contents()), List.of(name)));
    }

    /**
     * Commits. Errors are those of {@link Transaction#commit}.
     *
     * @param declares whether the rows may not be as the changes declare them
     */
    Snapshot run(boolean declares) throws IOException {
        TableState below = base.state();
        checkMayFollow(below);
        if (declares) { // who changes rows in between is in conflict
            TableProperties before = base.properties();
            DeclaredRows.check(
                    after(),
                    !properties().sortedBy().equals(before.sortedBy()),
                    !properties().key().equals(before.key()));
            DeclaredPartitions.check(after(), base);
        }
        for (int attempt = 1; ; attempt++) {
            CommitInfo info = info(below);
            NewEntry entry = entry(info, bytes(below, info));
            if (!changes.properties.orElse(below.properties()).checks().isEmpty()) {
                CheckedRows.check(after(below, entry), changes, below.properties());
            }
            Optional<LogContents> winner = entry.create();
            Floor floor = entry.floor(below);
            if (winner.isEmpty()) {
                LogContents own = entry.contents();
                String name = table.log().entryPath(info.version());
                return table.snapshotOf(
                        table.committed(below.with(List.of(own), List.of(name)).with(floor)));
            }
            if (floor.version() > base.version()) { // files may be gone by which conflicts are told
                throw expired(base.state());
            }
            below = behind(below, winner.get());
            if (attempt == table.settings().attempts()) {
                throw new CommitConflictException(
                        table.folder().id(),
                        CommitConflictException.Kind.RACE,
                        below.info(),
                        "others were faster in all of " + attempt + " attempts");
            }
            table.settings().pauseBefore(attempt + 1);
            below = behindAll(below);
            checkMayFollow(below);
        }
    }

    private NewEntry entry(CommitInfo info, byte[] bytes) {
        OptionalInt copies = properties().logReplication();
        return new NewEntry(table.log(), table.settings(), id, info.version(), bytes, copies);
    }

    private byte[] bytes(TableState below, CommitInfo info) throws IOException {
        changes.features = changes.properties
                .map(declared -> below.features().with(declared))
                .filter(features -> !features.equals(below.features()));
        return EntryWriter.bytes(
                table.log().entryPath(info.version()),
                below.table(),
                Optional.of(below.position().entry()),
                info,
                changes);
    }

    private TableProperties properties() {
        return changes.propertiesAfter(base.state());
    }

    /** The number after an expired version is free again, and is not the next one; that of a lost entry is not free. */
    private void checkMayFollow(TableState below) throws IOException {
        below.features().checkWritable(table.folder().id());
        if (!table.mayFollow(below)) {
            throw expired(below);
        }
    }

    private TableException expired(TableState below) {
        return new TableException(table.folder().id() + ": version " + below.version()
                + ", behind which the transaction was to be committed, was expired; begin anew");
    }

    private CommitInfo info(TableState below) {
        Instant now = Table.now(table.settings());
        Instant last = below.info().time();
        return new CommitInfo(
                below.version() + 1,
                now.isBefore(last) ? last : now,
                id,
                operation,
                base.version(),
                changes.overwrites,
                changes.keys.length);
    }

    /** The state after another commit, if this transaction can follow it. */
    private TableState behind(TableState below, LogContents winner) throws IOException {
        if (winner.info().transaction().equals(id)) {
            throw new AlreadyCommittedException(
                    table.folder().id(), id, winner.info().version());
        }
        String name = table.log().entryPath(winner.info().version());
        Optional<CorruptFileException> problem = below.position().whyNotFollowedBy(winner, name);
        if (problem.isPresent()) {
            throw table.floor(below).version() > below.version() ? expired(below) : problem.get();
        }
        new Conflicts(table.folder(), changes, base.version(), below, winner).check();
        new Replacements(
                        table.snapshotOf(below).image(),
                        changes.boundedAfter(base.state()),
                        changes,
                        room,
                        base.version(),
                        winner)
                .apply();
        return below.with(List.of(winner), List.of(name));
    }

    private TableState behindAll(TableState below) throws IOException {
        TableState state = below;
        while (true) {
            Optional<LogContents> next = table.entry(state.version() + 1);
            if (next.isEmpty()) {
                return state;
            }
            state = behind(state, next.get());
        }
    }
}
