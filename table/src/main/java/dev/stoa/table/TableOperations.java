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

import dev.stoa.format.Field;
import dev.stoa.format.FieldNames;
import dev.stoa.format.Schema;
import dev.stoa.reader.Filter;
import dev.stoa.table.internal.change.DeleteRows;
import dev.stoa.table.internal.change.Rollback;
import dev.stoa.table.internal.change.RunningOperation;
import dev.stoa.table.internal.change.UpdateRows;
import dev.stoa.table.internal.schema.LiteralValues;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Changes the rows of a table. Each operation is one transaction: its changes become visible together, or not at all. It neither
 * reads nor rewrites rows that it does not touch.
 *
 * <p>If another transaction has changed the same rows in between, a delete or update starts again from the newest version. An
 * insert, an upsert or a change by key has consumed its rows, so it fails with {@link CommitConflictException}.
 */
public final class TableOperations {
    private final Table table;
    private final OperationOptions options;

    private TableOperations(Table table, OperationOptions options) {
        this.table = table;
        this.options = options;
    }

    /** Operations on a table, with default options. */
    public static TableOperations of(Table table) {
        return new TableOperations(table, OperationOptions.DEFAULT);
    }

    /** The same with other options. */
    public TableOperations with(OperationOptions others) {
        return new TableOperations(table, others);
    }

    /** Begins to insert rows. */
    public RowInsert insert() throws IOException {
        return new RowInsert(table, RowInsert.Mode.INSERT, options);
    }

    /**
     * Begins an upsert, which updates rows whose key exists, and inserts others.
     *
     * @throws TableException if the table has no key
     */
    public RowInsert upsert() throws IOException {
        return new RowInsert(table, RowInsert.Mode.UPSERT, options);
    }

    /**
     * Begins to update rows that the key finds: columns that are given get new values. Other keys are passed over.
     *
     * @throws TableException if the table has no key
     */
    public KeyedChange updateByKey() throws IOException {
        return new KeyedChange(table, false, options);
    }

    /**
     * Begins to delete rows that the key finds. Other keys are passed over.
     *
     * @throws TableException if the table has no key
     */
    public KeyedChange deleteByKey() throws IOException {
        return new KeyedChange(table, true, options);
    }

    /** Begins to replace all rows. */
    public RowInsert overwrite() throws IOException {
        return new RowInsert(table, RowInsert.Mode.OVERWRITE, options);
    }

    /** Deletes all rows. */
    public OperationResult truncate() throws IOException {
        return retried("truncate", running -> {
            running.deleted = running.snapshot().rowCount();
            running.transaction().overwriteAll();
        });
    }

    /**
     * Deletes the rows that make a filter true.
     *
     * @throws IllegalArgumentException if a column is not there, or a literal does not fit its column
     */
    public OperationResult delete(Filter where) throws IOException {
        return retried("delete", new DeleteRows(where));
    }

    /**
     * Gives columns new values in the rows that make a filter true, or in all.
     *
     * @throws IllegalArgumentException if a column is not there, or a value does not fit its column
     * @throws TableException if a column is part of the key, the order or the partitions
     */
    public OperationResult update(List<Assignment> assignments, Optional<Filter> where) throws IOException {
        return retried("update", new UpdateRows(assignments, where));
    }

    /**
     * Makes a new version with the state of an older one.
     *
     * @throws TableException if no such version exists any more
     * @throws CommitConflictException if something is committed in between
     */
    public OperationResult rollback(long version) throws IOException {
        return rollback(version, OptionalLong.empty());
    }

    /**
     * Makes a new version with the state of an older one, unless others have committed meanwhile.
     *
     * @param newest the newest version for all that the caller knows
     * @throws TableException if no such version exists any more
     * @throws CommitConflictException if something is committed after {@code newest}
     */
    public OperationResult rollback(long version, long newest) throws IOException {
        return rollback(version, OptionalLong.of(newest));
    }

    private OperationResult rollback(long version, OptionalLong newest) throws IOException {
        Snapshot old = table.snapshotAt(version);
        RunningOperation running = new RunningOperation(table, "rollback to " + version, options);
        Snapshot before = running.snapshot();
        if (newest.isPresent() && before.version() != newest.getAsLong()) {
            throw new CommitConflictException(
                    table.folder().id(),
                    CommitConflictException.Kind.OVERWRITE,
                    before.commit(),
                    "it came after version " + newest.getAsLong() + ", which was to be rolled back");
        }
        running.run(w -> new Rollback(w.transaction(), old).run());
        OperationResult result = running.commit(1);
        long floor = result.snapshot().state().floor().version();
        if (version < floor && floor < result.snapshot().version()) { // an expiry that did not know of this commit
            takeBack(version, before, result.snapshot().version());
        }
        return Upkeep.after(table, result, options);
    }

    /** Takes back a rollback to a version whose files an expiry may have removed meanwhile. */
    private void takeBack(long version, Snapshot before, long made) throws IOException {
        String why = table + ": version " + version + " expired meanwhile, and its files may be gone";
        run("take back version " + made, transaction -> {
            if (transaction.snapshot().version() != made) {
                throw new TableException(why + ": version " + made + " needs them, and others followed it: roll back to"
                        + " version " + before.version());
            }
            new Rollback(transaction, before).run();
        });
        throw new TableException(why + ": the table is as it was before; roll back to a later version");
    }

    /**
     * Names a version by a tag, so that it can be read by this name, and expiry keeps it and all later ones.
     *
     * @param version absent for the newest
     * @param replaces whether the tag may name another version already
     * @throws TableException if the version does not exist, or was expired
     * @throws IllegalArgumentException if the tag exists and is not replaced, or the name is not one of a tag
     */
    public OperationResult tag(String name, OptionalLong version, boolean replaces) throws IOException {
        new Branches(table).refuseBranch("tags name versions of the table");
        return run("tag " + name, transaction -> {
            Snapshot newest = transaction.snapshot();
            Snapshot tagged = version.isPresent() ? table.snapshotAt(version.getAsLong()) : newest;
            TableProperties properties = newest.properties();
            if (replaces && properties.tags().containsKey(name)) {
                properties = properties.withoutTag(name);
            }
            transaction.setProperties(properties.withTag(name, tagged.version()));
        });
    }

    /**
     * Removes a tag. The version stays until it expires.
     *
     * @throws IllegalArgumentException if no tag has this name
     */
    public OperationResult untag(String name) throws IOException {
        return run(
                "untag " + name,
                transaction -> transaction.setProperties(
                        transaction.snapshot().properties().withoutTag(name)));
    }

    /**
     * Makes a branch: a second line of versions, with the same files, that begins at a version.
     *
     * @param version absent for the newest
     * @throws TableException if the version does not exist, or was expired, or this is a branch
     * @throws IllegalArgumentException if a branch or a tag has the name, or the name is not one of a branch
     */
    public OperationResult branch(String name, OptionalLong version) throws IOException {
        Branches branches = new Branches(table);
        branches.refuseBranch("make one of the table's versions");
        Snapshot from = version.isPresent() ? table.snapshotAt(version.getAsLong()) : table.snapshot();
        TableBranch branch = new TableBranch(from.version(), table.newId());
        TableProperties unused = table.snapshot().properties().withBranch(name, branch); // what is wrong shows first
        branches.begin(name, branch, from.state());
        OperationResult made = run(
                "branch " + name,
                transaction -> transaction.setProperties(
                        transaction.snapshot().properties().withBranch(name, branch)));
        if (table.floor(table.refresh()).version() > from.version()) {
            branches.takeBack(name, branch);
            throw new TableException(table + ": version " + from.version() + " expired meanwhile: name a later one");
        }
        return made;
    }

    /**
     * Removes a branch with all versions that only it has. Expiry removes its files.
     *
     * @throws IllegalArgumentException if no branch has this name
     */
    public OperationResult dropBranch(String name) throws IOException {
        return run(
                "drop branch " + name,
                transaction -> transaction.setProperties(
                        transaction.snapshot().properties().withoutBranch(name)));
    }

    /**
     * Makes the newest version of a branch that of the table, by one commit. The branch stays.
     *
     * @throws TableException if the table has changed since the branch was made or last published
     * @throws CommitConflictException if something is committed in between
     */
    public OperationResult publish(String branch) throws IOException {
        new Branches(table).refuseBranch("publish it from the table");
        RunningOperation running = new RunningOperation(table, "publish " + branch, options);
        running.run(w -> new Branches(table).publish(branch, w.transaction()));
        return Upkeep.after(table, running.commit(1), options);
    }

    /** Computes new columns of a table. */
    public interface Alteration {
        /** The columns that follow those of a snapshot. */
        Schema of(Snapshot snapshot);
    }

    /**
     * Changes the columns.
     *
     * @throws IllegalArgumentException if that would take a rewrite
     */
    public OperationResult alter(Alteration alteration) throws IOException {
        return alter(alteration, List.of());
    }

    /**
     * Changes the columns, and gives new ones a value in all existing rows, by a small file for each fragment.
     *
     * @param values constants
     * @throws IllegalArgumentException if that would take a rewrite, a value is no constant or does not fit its column, or its
     *     column is no new one
     */
    public OperationResult alter(Alteration alteration, List<Assignment> values) throws IOException {
        return run("alter", alteration(alteration, values));
    }

    /**
     * The step of {@link #alter(Alteration, List)}, for a transaction that changes what is declared, too.
     *
     * @param values constants for new columns, which existing rows get
     */
    public static Step alteration(Alteration alteration, List<Assignment> values) {
        return transaction -> {
            Schema schema = alteration.of(transaction.snapshot());
            transaction.setSchema(schema);
            for (Assignment value : values) {
                Field field = FieldNames.get(schema.fields(), value.column());
                int id = field.fieldId().getAsInt();
                if (transaction.snapshot().state().schema().topField(id).isPresent()) {
                    throw new IllegalArgumentException("column '" + field.name() + "' is not new: update it");
                }
                if (!(value.value() instanceof Expression.Literal literal)) {
                    throw new IllegalArgumentException(
                            "column '" + field.name() + "' is new, and can become a constant only");
                }
                if (literal.value().isPresent()) {
                    transaction.fill(
                            field.name(),
                            LiteralValues.single(field, literal.value().get()));
                }
            }
        };
    }

    /** The work of a transaction. */
    public interface Step {
        /** Puts it into a transaction, which is not to be committed here. */
        void run(Transaction transaction) throws IOException;
    }

    /** Does it and commits; from the newest version on again if another transaction has changed the same in between. */
    public OperationResult run(String operation, Step step) throws IOException {
        return retried(operation, running -> step.run(running.transaction()));
    }

    private OperationResult retried(String operation, RunningOperation.Task task) throws IOException {
        return Upkeep.after(table, RunningOperation.retried(table, operation, options, task), options);
    }
}
