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

import dev.stoa.table.internal.change.Rollback;
import dev.stoa.table.internal.log.BranchFolder;
import dev.stoa.table.internal.log.Floor;
import dev.stoa.table.internal.log.Floors;
import dev.stoa.table.internal.log.Fragments;
import dev.stoa.table.internal.log.History;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.LogPosition;
import dev.stoa.table.internal.log.TableState;
import java.io.IOException;
import java.util.Optional;

/** The logs of branches: how they begin, and how their last version becomes one of the table (docs/adr/0099). */
final class Branches {
    private final Table table;

    Branches(Table table) {
        this.table = table;
    }

    /** Refuses what is for tables only. */
    void refuseBranch(String what) throws TableException {
        if (table.isBranch()) {
            throw new TableException(table + ": it is a branch: " + what);
        }
    }

    /**
     * Begins the log of a new branch: by a checkpoint of its first version. No property names it yet.
     *
     * @throws IOException if it can't be written
     */
    void begin(String name, TableBranch branch, TableState from) throws IOException {
        BranchFolder folder = BranchFolder.of(table.folder(), name, branch);
        Log log = new Log(folder, table.settings().ids());
        TableProperties properties = from.properties().withoutTags();
        TableState first = new TableState(
                new LogPosition(from.table(), from.position().entry(), Floor.NONE, 0),
                from.info(),
                from.schema(),
                properties,
                from.features().with(properties),
                Fragments.of(from.fragments()));
        log.createCheckpoint(first);
        if (log.checkpoint(from.version()).isEmpty()) {
            throw new IOException(folder.id() + ": its first checkpoint could not be written");
        }
        new Floors(folder).raise(first, Table.now(table.settings()));
        log.leaveWord(from.version());
    }

    /**
     * Puts the newest version of a branch into a transaction on the table.
     *
     * @throws TableException if the table is not as the branch knew it in any of its versions
     */
    void publish(String name, Transaction transaction) throws IOException {
        Table branch = table.branch(name);
        Snapshot last = branch.snapshot();
        Snapshot now = transaction.snapshot();
        long first = now.properties().branches().get(name).version();
        boolean isKnown = false;
        for (long version = last.version(); version >= first && !isKnown; version--) {
            isKnown = Rollback.isSame(now, branch.snapshotAt(version));
        }
        if (!isKnown) {
            throw new TableException(table + ": it has changed since the branch '" + name + "' was made from version "
                    + first + ": make a branch of version " + now.version() + ", and write the rows there again");
        }
        new Rollback(transaction, last).run();
        // conflicts with a drop of the branch, after which its files may be gone
        transaction.setProperties(transaction.properties());
    }

    /** Takes back a branch, unless its name is another one's by now. */
    void takeBack(String name, TableBranch branch) throws IOException {
        TableOperations.of(table).run("drop branch " + name, transaction -> {
            TableProperties properties = transaction.snapshot().properties();
            if (branch.equals(properties.branches().get(name))) {
                transaction.setProperties(properties.withoutBranch(name));
            }
        });
    }

    /** The first state in the log of a branch. */
    static TableState first(Table branch, TableBranch named) throws IOException {
        Optional<TableState> first = new History(branch.log()).at(named.version());
        return first.orElseThrow(() -> new TableException(
                branch + ": its log does not begin with version " + named.version() + ": drop the branch"));
    }
}
