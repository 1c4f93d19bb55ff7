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

import dev.stoa.delta.SidecarSummary;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.FieldNames;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.table.internal.commit.AddedKeys;
import dev.stoa.table.internal.commit.RepeatedDeletes;
import dev.stoa.table.internal.log.Action;
import dev.stoa.table.internal.log.Changes;
import dev.stoa.table.internal.log.FileImport;
import dev.stoa.table.internal.log.SidecarImport;
import dev.stoa.table.internal.log.SidecarRoom;
import dev.stoa.table.internal.logfile.SidecarPlace;
import dev.stoa.table.internal.scan.ColumnFill;
import dev.stoa.table.internal.schema.DeclarationCheck;
import dev.stoa.table.internal.schema.Evolution;
import dev.stoa.table.internal.schema.TableSchema;
import dev.stoa.vio.Folder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.UUID;

/**
 * Changes of a table that become visible together, or not at all. A transaction reads one snapshot. Callers write its
 * files before the commit, and the files count from then on. It takes no lock: if others commit in between, {@link
 * #commit} puts this transaction after theirs, unless both have changed the same.
 *
 * <p>For one thread. A transaction without a commit leaves at most unreferenced files.
 */
public final class Transaction {
    private final Table table;
    private final Snapshot base;
    private String operation;
    private final UUID id;
    private final Changes changes = new Changes();
    private final List<String> filled = new ArrayList<>();
    private final SidecarRoom room;
    private final RepeatedDeletes repeated;
    private boolean declares;
    private boolean done;

    Transaction(Table table, Snapshot base, String operation, UUID id) {
        this.table = table;
        this.base = base;
        this.operation = operation;
        this.id = id;
        this.room = new SidecarRoom(table.folder(), base.state(), this::newSidecar);
        this.repeated = new RepeatedDeletes(table.folder(), base.state(), this::newSidecar);
    }

    /** Its id, which is in the log once it is committed. */
    public UUID id() {
        return id;
    }

    /** The version that it reads. */
    public Snapshot snapshot() {
        return base;
    }

    /** Says in other words, for the history, what it does. */
    void describe(String what) {
        operation = what;
    }

    /** A path, relative to the table's folder, for a new data file. */
    public String newDataFile() {
        return Table.dataFile(table.newId());
    }

    /**
     * Returns a path, relative to the table's folder, for a new data file.
     *
     * @param partition of all its rows
     */
    public String newDataFile(Optional<String> partition) {
        return Table.dataFile(table.newId(), base.properties(), partition);
    }

    /** A path, relative to the table's folder, for a new sidecar. */
    public String newSidecar() {
        return Table.sidecarFile(table.newId());
    }

    private Folder folder() {
        return table.folder();
    }

    private TableSchema schema() {
        return changes.schemaAfter(base.state());
    }

    private Map<Integer, Type> boundedFields() {
        return changes.boundedAfter(base.state());
    }

    /** The declarations after the commit. */
    TableProperties properties() {
        return changes.propertiesAfter(base.state());
    }

    /**
     * Adds the rows of a complete data file. It reads the metadata of the file, and no rows. If the table declares an
     * order, the rows must have it: the transaction refuses a file whose zones don't follow each other by their bounds.
     *
     * @param path relative to the table's folder
     * @return the id of the new fragment
     * @throws TableException if its columns are not the table's, or its rows not in the table's order
     * @throws dev.stoa.format.CorruptFileException if it is damaged or no Stoa file
     */
    public UUID addFragment(String path) throws IOException {
        return addFragment(path, Optional.empty());
    }

    /**
     * Adds the rows of a data file, all of one partition.
     *
     * @throws TableException as by {@link #addFragment(String)}
     */
    public UUID addFragment(String path, Optional<String> partition) throws IOException {
        checkOpen();
        FileImport file = FileImport.of(
                folder(),
                path,
                schema(),
                boundedFields(),
                Optional.empty(),
                properties().sortedBy());
        UUID fragment = table.newId();
        changes.added.put(
                fragment,
                new Changes.NewFragment(
                        file.rows(),
                        partition,
                        new DataFile.Added(path, file.identity(), Optional.empty(), base.version(), file.bounds())));
        return fragment;
    }

    /**
     * Removes a fragment with all its rows.
     *
     * @throws IllegalArgumentException if the snapshot has no such fragment
     */
    public void removeFragment(UUID fragment) throws IOException {
        remove(new Action.RemoveFragment(fragment, Optional.empty(), 0));
    }

    /**
     * Removes a fragment whose rows, as they are in the snapshot, are in another in the same order.
     *
     * @param successor that other, which this transaction adds
     * @param first the number of their first row there
     * @throws IllegalArgumentException if the snapshot has no such fragment, or the transaction does not add the other
     */
    public void replaceFragment(UUID fragment, UUID successor, long first) throws IOException {
        Changes.NewFragment added = changes.added.get(successor);
        if (added == null || first < 0 || first > added.rows()) {
            throw new IllegalArgumentException(
                    "row " + first + " of the fragment " + successor + " is none that this transaction adds");
        }
        remove(new Action.RemoveFragment(fragment, Optional.of(successor), first));
    }

    /** Fails unless a fragment that this transaction adds has this number of rows. */
    public void checkRows(UUID added, long rows) {
        if (changes.added.get(added).rows() != rows) {
            throw new IllegalStateException("the fragment " + added + " has "
                    + changes.added.get(added).rows() + " rows, its sources have " + rows);
        }
    }

    private void remove(Action.RemoveFragment removed) throws IOException {
        checkOpen();
        old(removed.fragment());
        changes.removed.put(removed.fragment(), removed);
    }

    private Fragment old(UUID fragment) throws IOException {
        return base.fragment(fragment)
                .orElseThrow(() -> new IllegalArgumentException(base + ": no fragment " + fragment));
    }

    /**
     * Reads some columns of a fragment from another file from now on. The file has one row for each of the fragment, deleted
     * ones too, and the values with all changes that the snapshot has.
     *
     * @param fields the ids of the top-level fields
     * @throws TableException if the file does not fit
     */
    public void replaceColumns(UUID fragment, String path, List<Integer> fields) throws IOException {
        checkOpen();
        Fragment old = old(fragment);
        List<Integer> sorted = new ArrayList<>(new TreeSet<>(fields));
        FileImport file = FileImport.of(folder(), path, schema(), boundedFields(), Optional.of(sorted), List.of());
        if (file.rows() != old.rows()) {
            throw new TableException(folder().id() + "/" + path + ": it has " + file.rows() + " rows, the fragment "
                    + fragment + " has " + old.rows());
        }
        changes.add(
                changes.files,
                fragment,
                new DataFile.Added(path, file.identity(), Optional.of(sorted), base.version(), file.bounds()));
    }

    /**
     * Changes rows of a fragment, one of the snapshot or one that this transaction adds, by a complete delta sidecar.
     * It reads the metadata of the sidecar.
     *
     * @param path relative to the table's folder
     * @param inserted the fragment whose rows its anchors place, if it has anchors
     * @throws TableException if it is about another fragment, or changes what the table does not have
     */
    public void addSidecar(UUID fragment, String path, Optional<UUID> inserted) throws IOException {
        addSidecar(fragment, SidecarPlace.file(path), inserted);
    }

    /**
     * Changes rows of a fragment by a delta sidecar that a task has written.
     *
     * @throws TableException as by {@link #addSidecar(UUID, String, Optional)}
     */
    public void addSidecar(ChangeWriter.Written sidecar, Optional<UUID> inserted) throws IOException {
        addSidecar(sidecar.fragment(), sidecar.place(), inserted);
    }

    /** A row that an earlier sidecar of this transaction deletes is left out. */
    public void addSidecar(UUID fragment, SidecarPlace place, Optional<UUID> inserted) throws IOException {
        checkOpen();
        long rows = changes.added.containsKey(fragment)
                ? changes.added.get(fragment).rows()
                : old(fragment).rows();
        SidecarImport sidecar = SidecarImport.of(folder(), place, fragment, rows);
        for (SidecarSummary.FieldChange change : sidecar.fields()) {
            checkType(place.path(), change); // before its rows count as deleted
        }
        if (sidecar.summary().deletedRows() > 0) {
            Optional<SidecarPlace> rest = repeated.without(fragment, place);
            if (rest.isEmpty()) {
                return;
            }
            sidecar = rest.get().equals(place) ? sidecar : SidecarImport.of(folder(), rest.get(), fragment, rows);
        }
        sidecar = sidecar.at(room.fit(sidecar.place()));
        changes.add(changes.sidecars, fragment, sidecar.added(boundedFields(), inserted, OptionalLong.empty()));
    }

    /**
     * Replaces several sidecars of a fragment by one, which has those of their changes that count in the snapshot.
     *
     * @param place of the new sidecar; absent if no change counts
     * @param old the sidecars that it replaces
     */
    public void foldSidecars(UUID fragment, Optional<SidecarPlace> place, List<SidecarFile> old) throws IOException {
        checkOpen();
        if (place.isPresent()) {
            SidecarImport sidecar = SidecarImport.of(
                    folder(), room.fit(place.get()), fragment, old(fragment).rows());
            changes.add(
                    changes.sidecars,
                    fragment,
                    sidecar.added(boundedFields(), Optional.empty(), OptionalLong.of(base.version())));
        }
        for (SidecarFile sidecar : old) {
            dropSidecar(fragment, sidecar.identity().uuid());
        }
    }

    private void checkType(String path, SidecarSummary.FieldChange change) throws TableException {
        boolean fits = schema().topField(change.fieldId())
                .filter(field -> field.type().equals(change.type()))
                .isPresent();
        if (!fits) {
            throw new TableException(folder().id() + "/" + path + ": it has new values of type " + change.type()
                    + " for the field " + change.fieldId() + ", which the table "
                    + schema().topField(change.fieldId())
                            .map(field -> "has as " + field.type())
                            .orElse("does not have"));
        }
    }

    /** Forgets a sidecar of a fragment, as all that it changes is in the fragment's files. */
    public void dropSidecar(UUID fragment, UUID sidecar) throws IOException {
        checkOpen();
        if (old(fragment).without(sidecar).isEmpty()) {
            throw new IllegalArgumentException("the fragment " + fragment + " has no sidecar " + sidecar);
        }
        changes.dropped.add(new Action.DropSidecar(fragment, sidecar));
    }

    /**
     * Changes the schema: columns are known by their ids.
     *
     * @throws IllegalArgumentException if the change needs a rewrite: the new type of a column can't hold all its
     *     values, or a new column is not nullable
     */
    public void setSchema(Schema schema) {
        checkOpen();
        TableSchema next = Evolution.follow(schema(), schema);
        DeclarationCheck.checkKept(properties(), schema(), next);
        DeclarationCheck.check(properties(), next);
        changes.schema = Optional.of(next);
    }

    /**
     * Gives a new column one value in all existing rows, by a file of some hundred bytes for each fragment. Call it
     * after {@link #setSchema}, which adds the column. The transaction then conflicts with others that add rows.
     *
     * @param column the name of a top-level column that the snapshot lacks
     * @param value a vector of its type that has one row
     * @throws IllegalArgumentException if no new column has this name, or the value is of another type
     */
    public void fill(String column, ColumnVector value) throws IOException {
        checkOpen();
        Field field = FieldNames.get(schema().schema().fields(), column);
        int id = field.fieldId().getAsInt();
        if (base.state().schema().topField(id).isPresent()) {
            throw new IllegalArgumentException(base + ": column '" + column + "' is not new: update it");
        }
        ColumnFill fill = new ColumnFill(field, value);
        for (Fragment fragment : base.fragments()) {
            if (!changes.removed.containsKey(fragment.id())) {
                String path = newDataFile(fragment.partition());
                filled.add(path);
                fill.write(folder(), path, fragment.rows());
                replaceColumns(fragment.id(), path, List.of(id));
            }
        }
    }

    /** The files that the transaction itself has written: by {@link #fill}, and sidecars without room in the log. */
    public List<String> written() {
        List<String> written = new ArrayList<>(filled);
        written.addAll(room.written());
        return written;
    }

    /**
     * Changes the declarations. For a new order or key, the commit reads its columns of all rows: each fragment must be
     * sorted so, and no key may be null or come twice.
     *
     * @throws IllegalArgumentException if it names unknown fields
     */
    public void setProperties(TableProperties properties) {
        checkOpen();
        DeclarationCheck.check(properties, schema());
        changes.properties = Optional.of(properties);
        declares = !properties.declaresAs(base.properties());
        if (declares) {
            DeclarationCheck.checkOnce(properties, schema());
        }
    }

    /**
     * Says that the transaction replaces all rows of the table. It then conflicts with whatever changes or adds rows in
     * between. Removes all fragments of the snapshot.
     */
    public void overwriteAll() throws IOException {
        checkOpen();
        changes.overwrites = true;
        for (Fragment fragment : base.fragments()) {
            removeFragment(fragment.id());
        }
    }

    /**
     * Replaces the table: its rows, as by {@link #overwriteAll}, its columns, and what is declared. Earlier versions and tags stay as
     * they are. Files that are added from now on have the new columns.
     *
     * @param schema of columns that are all new, as {@link SchemaEdit#replaceAll} gives them ids
     * @throws IllegalArgumentException if a field has an id that another had, or fields are declared that are not there
     */
    public void replaceAll(Schema schema, TableProperties properties) throws IOException {
        overwriteAll();
        TableSchema next = Evolution.replace(schema(), schema);
        DeclarationCheck.check(properties, next);
        DeclarationCheck.checkOnce(properties, next);
        changes.schema = Optional.of(next);
        changes.properties = Optional.of(properties.withTagsOf(base.properties()));
        declares = !properties.declaresAs(base.properties());
    }

    /**
     * Says which keys the transaction inserts, by their hashes: it conflicts with others that insert the same.
     *
     * @param hashes of keys, in any order
     */
    public void insertKeys(long[] hashes) {
        checkOpen();
        long[] all = Arrays.copyOf(changes.keys, changes.keys.length + hashes.length);
        System.arraycopy(hashes, 0, all, changes.keys.length, hashes.length);
        changes.keys = Arrays.stream(all).sorted().distinct().toArray();
    }

    /**
     * Checks the rows that tasks have written for a table with a declared key. It reads their keys, and looks them up
     * among the rows that remain. Call it after all other changes, and before {@link #commit}.
     *
     * @throws DuplicateKeyException if two rows would have one key
     * @throws TableException if a part of a key is null
     */
    public void checkKeys() throws IOException {
        checkOpen();
        if (changes.added.isEmpty() || properties().key().isEmpty()) {
            return;
        }
        insertKeys(AddedKeys.hashes(after(), changes.added.keySet()));
    }

    /** Returns the table as this transaction leaves it, unless another one changes it, too. Writers of new files take its columns and order. */
    public Snapshot after() throws IOException {
        return commitOfChanges().after();
    }

    private Commit commitOfChanges() {
        return new Commit(table, base, changes, room, id, operation);
    }

    public Changes changes() {
        checkOpen();
        return changes;
    }

    /** The files that it adds; after the commit, those that it has added. */
    public AddedFiles addedFiles() {
        return AddedFiles.of(changes);
    }

    public SidecarRoom room() {
        return room;
    }

    private void checkOpen() {
        if (done) {
            throw new IllegalStateException("the transaction was committed, or has failed");
        }
    }

    /**
     * Makes the changes the next version of the table. A transaction without changes makes none.
     *
     * @return the version with the changes
     * @throws TableException if rows are not as it declares; no change is visible
     * @throws CommitConflictException if another transaction has changed the same since this one began; no change is
     *     visible
     * @throws AlreadyCommittedException if another transaction of the same id was committed since this one began
     * @throws DoubtfulCommitException if the store failed, and it is not known whether the changes are, or will be,
     *     visible, or whether they outlast a crash of the machine
     * @throws dev.stoa.vio.WriteFailedException if a local disk is full or fails; no change is visible
     * @throws IOException if the store failed; no change is visible
     */
    public Snapshot commit() throws IOException {
        checkOpen();
        done = true;
        if (changes.isEmpty()) {
            return base;
        }
        return commitOfChanges().run(declares);
    }
}
