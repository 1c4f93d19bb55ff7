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
package dev.stoa.table.internal.commit;

import dev.stoa.delta.Sidecar;
import dev.stoa.format.Field;
import dev.stoa.reader.FileIdentity;
import dev.stoa.reader.RowChanges;
import dev.stoa.reader.RowRanges;
import dev.stoa.table.CommitConflictException;
import dev.stoa.table.CommitConflictException.Kind;
import dev.stoa.table.DataFile;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.TableProperties;
import dev.stoa.table.internal.log.Action;
import dev.stoa.table.internal.log.Changes;
import dev.stoa.table.internal.log.EntryWriter;
import dev.stoa.table.internal.log.LogContents;
import dev.stoa.table.internal.log.TableState;
import dev.stoa.table.internal.logfile.SidecarPlace;
import dev.stoa.table.internal.schema.DeclarationCheck;
import dev.stoa.table.internal.schema.TableSchema;
import dev.stoa.vio.Folder;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Finds what a transaction and a commit that came before it have both done (docs/adr/0026). Two that changed other rows, or
 * other columns of the same rows, don't conflict, whatever files those are in.
 */
public final class Conflicts {
    private final Folder folder;
    private final Changes mine;
    private final long base;
    private final TableState before;
    private final LogContents theirs;

    /**
     * Compares.
     *
     * @param base the version that the transaction began with
     * @param before the state before the other commit
     */
    public Conflicts(Folder folder, Changes mine, long base, TableState before, LogContents theirs) {
        this.folder = folder;
        this.mine = mine;
        this.base = base;
        this.before = before;
        this.theirs = theirs;
    }

    /**
     * Passes if the two don't conflict.
     *
     * @throws CommitConflictException that names the first one
     */
    public void check() throws IOException {
        boolean myData = !mine.added.isEmpty() || mine.changesFragments() || mine.overwrites;
        boolean theirData = !theirs.keepsRows();
        if (theirs.info().overwrite() && myData) {
            throw conflict(Kind.OVERWRITE, "it has replaced all rows of the table");
        }
        if (mine.overwrites && theirData) {
            throw conflict(Kind.OVERWRITE, "it has changed rows, all of which this transaction replaces");
        }
        checkSchema();
        checkFilled();
        checkProperties(myData, theirData);
        checkDeclared();
        checkKeys();
        for (Action action : theirs.actions()) {
            if (before.fragments().containsKey(action.about())) {
                checkAction(action);
            }
        }
    }

    private CommitConflictException conflict(Kind kind, String what) {
        return new CommitConflictException(folder.id(), kind, theirs.info(), what);
    }

    private void checkSchema() throws CommitConflictException {
        if (mine.schema.isPresent() && theirs.schema().isPresent()) {
            throw conflict(Kind.SCHEMA, "both have changed the schema");
        }
        if (theirs.schema().isPresent()) {
            Set<Integer> fields = new HashSet<>();
            mine.sidecars.values().forEach(list -> list.forEach(sidecar -> fields.addAll(sidecar.fields())));
            if (mine.keys.length > 0) {
                fields.addAll(before.properties().key()); // a hash is that of a type's bytes
            }
            checkFields(fields, theirs.schema().get());
        }
        if (mine.schema.isPresent()) {
            Set<Integer> fields = new HashSet<>();
            for (Action action : theirs.actions()) {
                if (action instanceof Action.AddSidecar a && !theirs.keepsRows(a)) {
                    fields.addAll(a.sidecar().fields());
                }
            }
            if (theirs.info().keys() > 0) {
                fields.addAll(before.properties().key());
            }
            checkFields(fields, mine.schema.get());
        }
    }

    /** A new column has its value in the existing rows: rows that come meanwhile would lack it. */
    private void checkFilled() throws IOException {
        boolean theyAdd = false;
        boolean theyFill = false;
        for (Action action : theirs.actions()) {
            theyAdd |= action instanceof Action.AddFragment;
            theyFill |= action instanceof Action.AddFile && before.fragments().containsKey(action.about());
        }
        boolean myRows = mine.schema.isPresent() && !mine.files.isEmpty() && theyAdd;
        boolean theirRows = theirs.schema().isPresent() && theyFill && !mine.added.isEmpty();
        if (myRows || theirRows) {
            throw conflict(Kind.SCHEMA, "one has added a column with a value for all rows, the other has added rows");
        }
    }

    /** New values of a field were made for the type that it has. */
    private void checkFields(Set<Integer> fields, TableSchema after) throws CommitConflictException {
        for (int id : fields) {
            Optional<Field> old = before.schema().topField(id);
            boolean same = old.map(Field::type).equals(after.topField(id).map(Field::type));
            if (!same) {
                throw conflict(
                        Kind.SCHEMA,
                        "one has changed the type of column '"
                                + old.map(Field::name).orElse("?") + "' or dropped it, the other gave it new values");
            }
        }
    }

    private void checkProperties(boolean myData, boolean theirData) throws CommitConflictException {
        if (mine.properties.isPresent() && theirs.properties().isPresent()) {
            throw conflict(Kind.SCHEMA, "both have changed the properties");
        }
        boolean theyDeclare = theirs.properties().isPresent()
                && !TableProperties.ofTexts(theirs.properties().get()).declaresAs(before.properties());
        boolean declares = mine.properties.isPresent() && !mine.properties.get().declaresAs(before.properties());
        if ((theyDeclare && myData) || (declares && theirData)) {
            throw conflict(Kind.SCHEMA, "one has changed the declared columns, the other rows");
        }
        if (declares && sorts(mine.properties.get()) && !theirs.successors().isEmpty()) {
            throw conflict(Kind.SCHEMA, "it has put rows together without the order that this transaction declares");
        }
    }

    private boolean sorts(TableProperties declared) {
        return !declared.sortedBy().isEmpty()
                && !declared.sortedBy().equals(before.properties().sortedBy());
    }

    /** The declarations of one must fit the columns of the other. */
    private void checkDeclared() throws CommitConflictException {
        if (mine.schema.isPresent() && theirs.properties().isPresent()) {
            checkDeclared(TableProperties.ofTexts(theirs.properties().get()), mine.schema.get());
        } else if (theirs.schema().isPresent() && mine.properties.isPresent()) {
            checkDeclared(mine.properties.get(), theirs.schema().get());
        }
    }

    private void checkDeclared(TableProperties declared, TableSchema after) throws CommitConflictException {
        try {
            DeclarationCheck.checkKept(declared, before.schema(), after);
            DeclarationCheck.check(declared, after);
        } catch (IllegalArgumentException e) {
            throw conflict(
                    Kind.SCHEMA, "one has changed the columns, the other what is declared of them: " + e.getMessage());
        }
    }

    private void checkKeys() throws CommitConflictException {
        boolean bothInsert = mine.keys.length > 0 && theirs.info().keys() > 0;
        if (!bothInsert) {
            return;
        }
        if (theirs.hasUnlistedKeys() || mine.keys.length > EntryWriter.MAX_KEYS) {
            throw conflict(
                    Kind.KEY,
                    "both have inserted keys, and one more than the " + EntryWriter.MAX_KEYS
                            + " keys that Stoa compares");
        }
        int other = 0;
        for (long hash : mine.keys) {
            while (other < theirs.keys().length && theirs.keys()[other] < hash) {
                other++;
            }
            if (other < theirs.keys().length && theirs.keys()[other] == hash) {
                throw conflict(Kind.KEY, "both have inserted the key with the hash " + hash);
            }
        }
    }

    private void checkAction(Action action) throws IOException {
        UUID id = action.about();
        boolean touches = mine.removed.containsKey(id)
                || mine.files.containsKey(id)
                || mine.sidecars.containsKey(id)
                || mine.dropped.stream().anyMatch(dropped -> dropped.fragment().equals(id));
        if (!touches) {
            return;
        }
        if (action instanceof Action.RemoveFragment removed) {
            checkRemoved(id, removed);
        } else if (mine.removed.containsKey(id)) {
            checkMyRemoval(id, action);
        } else if (action instanceof Action.AddFile a) {
            checkColumns(id, a.file().fields().orElse(List.of()));
        } else if (action instanceof Action.DropSidecar a) {
            if (mine.dropped.contains(a)) {
                throw conflict(Kind.OVERWRITE, "both have folded the changes of the fragment " + id);
            }
        } else if (action instanceof Action.AddSidecar a && mine.sidecars.containsKey(id) && !theirs.isFolded(a)) {
            checkRows(id, a.sidecar());
        }
    }

    /** Changes of rows follow them into the fragment where they are now; what works on files as they were does not. */
    private void checkRemoved(UUID id, Action.RemoveFragment removed) throws CommitConflictException {
        boolean rewrites = mine.added.containsKey(id)
                || (mine.removed.containsKey(id)
                        && mine.removed.get(id).successor().isPresent())
                || mine.files.containsKey(id)
                || mine.dropped.stream().anyMatch(dropped -> dropped.fragment().equals(id));
        if (removed.successor().isEmpty() || rewrites) {
            throw conflict(Kind.OVERWRITE, "one has removed or replaced the fragment " + id + ", the other changed it");
        }
    }

    private void checkMyRemoval(UUID id, Action action) throws CommitConflictException {
        boolean rewrites = mine.removed.get(id).successor().isPresent();
        boolean clash = false;
        if (action instanceof Action.AddSidecar added) {
            boolean hides = added.sidecar().version() > base; // what of it was there at the base can't be told any more
            clash = theirs.isFolded(added) ? rewrites && hides : !rewrites;
        } else if (action instanceof Action.AddFile) {
            clash = rewrites;
        }
        if (clash) {
            throw conflict(Kind.OVERWRITE, "one has removed or replaced the fragment " + id + ", the other changed it");
        }
    }

    private void checkColumns(UUID id, List<Integer> theirFields) throws CommitConflictException {
        for (DataFile.Added file : mine.files.getOrDefault(id, List.of())) {
            Set<Integer> both = new HashSet<>(theirFields);
            both.retainAll(file.fields().orElse(List.of()));
            if (!both.isEmpty()) {
                throw conflict(Kind.OVERWRITE, "both have rewritten columns " + both + " of the fragment " + id);
            }
        }
    }

    private void checkRows(UUID id, SidecarFile sidecar) throws IOException {
        long rows = before.fragments().get(id).rows();
        Rows others = rows(sidecar.place(), sidecar.identity(), sidecar.fields(), rows);
        for (SidecarFile.Added added : mine.sidecars.get(id)) {
            if (added.isFolded()) {
                continue;
            }
            Rows own = rows(added.place(), added.identity(), added.fields(), rows);
            refuse(id, own.deleted.intersect(others.deleted), "both have deleted");
            for (RowRanges modified : others.modified.values()) {
                refuse(id, own.deleted.intersect(modified), "one has deleted, the other modified");
            }
            for (Map.Entry<Integer, RowRanges> modified : own.modified.entrySet()) {
                refuse(id, others.deleted.intersect(modified.getValue()), "one has deleted, the other modified");
                RowRanges same = Optional.ofNullable(others.modified.get(modified.getKey()))
                        .map(modified.getValue()::intersect)
                        .orElse(RowRanges.between(0, 0));
                refuse(
                        id,
                        same,
                        "both have modified column '"
                                + before.schema()
                                        .topField(modified.getKey())
                                        .map(Field::name)
                                        .orElse("?")
                                + "' of");
            }
        }
    }

    private void refuse(UUID id, RowRanges rows, String what) throws CommitConflictException {
        if (!rows.isEmpty()) {
            throw conflict(Kind.ROW, what + " row " + rows.rangeFirst(0) + " of the fragment " + id);
        }
    }

    /** The rows that a sidecar changes. */
    private record Rows(RowRanges deleted, Map<Integer, RowRanges> modified) {}

    private Rows rows(SidecarPlace place, FileIdentity identity, List<Integer> fields, long end) throws IOException {
        Map<Integer, String> names = new HashMap<>();
        fields.forEach(id -> names.put(id, String.valueOf(id)));
        try (Sidecar sidecar = place.open(folder, identity)) {
            RowChanges changes = sidecar.changes(names, 0, end);
            Map<Integer, RowRanges> modified = new HashMap<>();
            names.forEach((id, name) -> modified.put(id, changes.modifiedRows(name)));
            return new Rows(changes.deletedRows(), modified);
        }
    }
}
