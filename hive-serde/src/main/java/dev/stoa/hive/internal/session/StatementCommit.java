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

import dev.stoa.delta.Sidecar;
import dev.stoa.hive.VersionId;
import dev.stoa.hive.internal.columns.Naming;
import dev.stoa.hive.internal.columns.TableColumns;
import dev.stoa.hive.internal.store.BesideFolder;
import dev.stoa.hive.internal.store.Snapshots;
import dev.stoa.hive.internal.write.DeleteWriter;
import dev.stoa.hive.internal.write.Notes;
import dev.stoa.hive.internal.write.Statement;
import dev.stoa.hive.internal.write.TaskFiles;
import dev.stoa.hive.internal.write.WriteTarget;
import dev.stoa.hive.internal.write.WrittenFile;
import dev.stoa.reader.RowRanges;
import dev.stoa.table.CommitConflictException;
import dev.stoa.table.DoubtfulCommitException;
import dev.stoa.table.Fragment;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.Transaction;
import dev.stoa.table.Upkeep;
import dev.stoa.vio.Folder;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;

/** Makes what the tasks of a statement wrote one version of the table. */
public final class StatementCommit {
    private static final String UPDATE = "update";
    /** How often rows that replace all others are tried to commit, if others are faster. */
    private static final int ATTEMPTS = 10;

    private final Configuration configuration;
    private final Statement statement;
    private final boolean reads;
    private final Notes notes;
    private final Table table;
    private final Folder folder;
    private final Snapshot base;

    /**
     * Opens the table.
     *
     * @param reads whether the new rows depend on those of the table
     */
    public StatementCommit(Configuration configuration, Statement statement, boolean reads) throws IOException {
        this.configuration = configuration;
        this.statement = statement;
        this.reads = reads;
        this.notes = new Notes(configuration, statement.notes());
        this.table = Snapshots.open(configuration, statement.base().table());
        this.folder = table.folder();
        this.base = Snapshots.get(table, statement.base());
    }

    /**
     * Commits.
     *
     * @param merges whether the statement is a merge, for the table's history
     * @param replaces whether the new rows replace all existing ones
     * @param properties of the table, with the columns that Hive knows
     * @return the version that it makes, or found if nothing changed
     * @throws CommitConflictException if another has changed the same since the statement began; no change is visible
     * @throws DoubtfulCommitException if it is not known whether the changes are visible
     * @throws IOException if it failed, and no change is visible
     */
    public VersionId commit(boolean merges, boolean replaces, Properties properties) throws IOException {
        List<WrittenFile> written = new ArrayList<>(notes.read());
        boolean keeps = false;
        Snapshot made;
        try {
            checkCommitted(written);
            notes.checkOneGraph();
            if (replaces) {
                made = replace(written);
            } else {
                String operation = operation(written);
                if (operation.equals(UPDATE)) {
                    checkAllColumns(properties);
                }
                made = commit(table.begin(merges ? "merge" : operation, base), written);
            }
            keeps = true;
        } catch (DoubtfulCommitException e) {
            keeps = true;
            throw e;
        } finally {
            if (!keeps) {
                TaskFiles.remove(folder, written);
            }
            notes.remove();
            BesideFolder.removeAfterStatement(configuration, statement.base().table());
        }
        Upkeep.after(table, made, WriterOptions.DEFAULT);
        return VersionId.of(statement.base().table(), made);
    }

    /**
     * Replaces all rows. If another commit changes some meanwhile, the rows of the newest version are replaced instead. Only new rows
     * that depend on the old ones are refused then, and those for other columns or declarations.
     */
    private Snapshot replace(List<WrittenFile> written) throws IOException {
        Snapshot replaced = base;
        for (int attempt = 1; ; attempt++) {
            Transaction transaction = table.begin("overwrite", replaced);
            transaction.overwriteAll();
            try {
                return commit(transaction, written);
            } catch (CommitConflictException e) {
                replaced = table.snapshot();
                boolean fits = replaced.schema().equals(base.schema())
                        && replaced.properties().declaresAs(base.properties());
                if (reads || !fits || attempt == ATTEMPTS) {
                    throw e;
                }
                table.settings().pauseBefore(attempt + 1);
            }
        }
    }

    private Snapshot commit(Transaction transaction, List<WrittenFile> written) throws IOException {
        Map<UUID, List<String>> deletes = new LinkedHashMap<>();
        for (WrittenFile file : List.copyOf(written)) {
            if (file.deletedFrom().isEmpty()) {
                transaction.addFragment(file.path(), file.partition());
            } else {
                deletes.computeIfAbsent(file.deletedFrom().get(), id -> new ArrayList<>())
                        .add(file.path());
            }
        }
        for (Map.Entry<UUID, List<String>> of : deletes.entrySet()) {
            transaction.addSidecar(of.getKey(), together(of.getKey(), of.getValue(), written), Optional.empty());
        }
        transaction.checkKeys();
        return transaction.commit();
    }

    /** Fails if rows were written, and no attempt of any task was committed: a commit would lose them in silence. */
    private void checkCommitted(List<WrittenFile> written) throws IOException {
        List<WrittenFile> left = TaskFiles.forget(statement);
        TaskFiles.remove(folder, left);
        if (written.isEmpty() && !left.isEmpty()) {
            throw new IOException(table.folder().id() + ": tasks wrote " + left.size()
                    + " files, but none of them was committed, so that nothing has changed: run the statement again,"
                    + " without speculative execution, which Hive does not support on Tez");
        }
    }

    /** Fails if the table has columns that Hive does not know: an update comes as a new row, where they are null. */
    private void checkAllColumns(Properties properties) throws IOException {
        List<String> unknown = WriteTarget.unknown(base, TableColumns.of(properties), Naming.of(properties));
        if (!unknown.isEmpty()) {
            throw new IOException(base + ": the table has the columns " + unknown
                    + ", which Hive does not know and would set to null in each updated row: nothing has changed. Tell Hive"
                    + " of them by 'alter table ... add columns', or where Hive lacks their types, update the rows in"
                    + " Spark, in Trino or by 'stoa update'");
        }
    }

    /** The operations that Hive calls an insert although they are not. */
    private static String operation(List<WrittenFile> written) {
        boolean inserts = written.stream().anyMatch(file -> file.deletedFrom().isEmpty());
        boolean deletes = written.stream().anyMatch(file -> file.deletedFrom().isPresent());
        return inserts && deletes ? UPDATE : deletes ? "delete" : "insert";
    }

    /** The one sidecar of a fragment that says what several tasks deleted. */
    private String together(UUID id, List<String> paths, List<WrittenFile> written) throws IOException {
        if (paths.size() == 1) {
            return paths.get(0);
        }
        Fragment fragment = base.fragment(id).orElseThrow(() -> new IOException(base + ": no fragment " + id));
        RowRanges deleted = RowRanges.between(0, 0);
        for (String path : paths) {
            try (Sidecar sidecar = Sidecar.open(folder.open(path, OptionalLong.empty()))) {
                deleted = deleted.union(sidecar.deletedRows());
            }
        }
        String path = DeleteWriter.write(folder, base, fragment, deleted);
        List<WrittenFile> parts =
                written.stream().filter(file -> paths.contains(file.path())).toList();
        TaskFiles.remove(folder, parts);
        written.removeAll(parts);
        written.add(WrittenFile.ofDeletes(path, id));
        return path;
    }
}
