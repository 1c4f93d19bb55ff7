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

import dev.stoa.table.CommitInfo;
import dev.stoa.table.DoubtfulCommitException;
import dev.stoa.table.Snapshot;
import dev.stoa.table.TableException;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.table.internal.log.Changes;
import dev.stoa.table.internal.log.EntryWriter;
import dev.stoa.table.internal.log.Floors;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.MemoryFile;
import dev.stoa.table.internal.log.NewEntry;
import dev.stoa.table.internal.log.PlainFolder;
import dev.stoa.table.internal.log.TableFeatures;
import dev.stoa.table.internal.log.TableState;
import dev.stoa.table.internal.logfile.LogKind;
import dev.stoa.table.internal.schema.DeclarationCheck;
import dev.stoa.vio.Folder;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the first version of a table: its folders, and the entry that begins its log. */
public final class FirstVersion {
    private static final Logger LOG = LoggerFactory.getLogger(FirstVersion.class);

    private final Folder folder;
    private final Log log;
    private final TableSettings settings;
    private final Changes changes;

    /**
     * Prepares.
     *
     * @param changes what the version has, with its schema and properties
     */
    public FirstVersion(Log log, TableSettings settings, Changes changes) {
        this.folder = log.folder();
        this.log = log;
        this.settings = settings;
        this.changes = changes;
    }

    /**
     * Makes the version visible. A failure leaves no new folder.
     *
     * @throws TableException if a table exists, or a row is not as declared
     * @throws DoubtfulCommitException if the store failed, and it is not known whether the version is, or will be, visible
     */
    public TableState commit(String operation, Instant now) throws IOException {
        DeclarationCheck.check(changes.properties.get(), changes.schema.get());
        DeclarationCheck.checkOnce(changes.properties.get(), changes.schema.get());
        PlainFolder.refuseWithinTable(folder);
        Log.Listing listing = log.list();
        if (log.entry(0).isPresent()
                || !listing.checkpoints().isEmpty()
                || !listing.entries().isEmpty()
                || !new Floors(folder).list().isEmpty()) {
            throw new TableException(folder.id() + ": a table already exists");
        }
        List<String> made = missing();
        boolean done = false;
        try {
            log.probe(settings.ids().get());
            TableState state = write(operation, now);
            done = true;
            return state;
        } finally {
            if (!done) {
                removeEmpty(made);
            }
        }
    }

    private TableState write(String operation, Instant now) throws IOException {
        CommitInfo info = new CommitInfo(0, now, settings.ids().get(), operation, 0, false, 0);
        changes.features =
                changes.properties.map(TableFeatures::ofNew).filter(features -> !features.equals(TableFeatures.NONE));
        byte[] bytes = EntryWriter.bytes(log.entryPath(0), settings.ids().get(), Optional.empty(), info, changes);
        MemoryFile entry = new MemoryFile(log.entryPath(0), bytes);
        TableState state = TableState.of(entry.contents(LogKind.ENTRY, 0), entry.name());
        DeclaredRows.check(Snapshot.alone(folder, state), true, true);
        CheckedRows.check(Snapshot.alone(folder, state), changes, TableProperties.NONE);
        for (Changes.NewFragment adopted : changes.added.values()) {
            folder.sync(adopted.file().path()); // its writer may not have synced it
        }
        OptionalInt copies = state.properties().logReplication();
        NewEntry first = new NewEntry(log, settings, info.transaction(), 0, bytes, copies);
        if (first.create().isPresent()) {
            throw new TableException(folder.id() + ": another one has just made a table here");
        }
        first.floor(state);
        return state;
    }

    /** The folders of a new table that are not there yet, the innermost first. */
    private List<String> missing() throws IOException {
        List<String> missing = new ArrayList<>();
        for (String name : List.of(Log.FOLDER, "")) {
            if (folder.find(name).isEmpty()) {
                missing.add(name);
            }
        }
        return missing;
    }

    /** Removes the folders of a table that came to nothing: a folder with an empty log would be taken for a table. */
    private void removeEmpty(List<String> made) {
        try {
            for (String name : made) {
                folder.delete(name);
            }
        } catch (IOException e) {
            LOG.debug("{}: not empty, or not to be removed", folder.id(), e);
        }
    }
}
