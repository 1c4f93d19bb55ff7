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

import dev.stoa.format.StoaException;
import dev.stoa.reader.IndexFileNames;
import dev.stoa.table.internal.log.BranchFolder;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.PlainFolder;
import dev.stoa.table.internal.schema.PartFolders;
import dev.stoa.vio.Folder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Removes a table: its log, with all that is in the log's folder, and the files that writers make, committed or not. It also
 * removes the files that a retained version of the table or of a branch references. A dropped branch counts until an expiry
 * removes its log. Other files in the folder of the table are not its own and stay. It changes nothing before {@link #run}.
 *
 * <p>It may be killed anywhere: the log goes last, and another run goes on.
 */
public final class TableRemoval {
    private static final int MAX_DEPTH = 64;

    private final Folder folder;
    private final Set<String> referenced;
    private final List<String> files = new ArrayList<>();
    private final List<String> log = new ArrayList<>();
    private final List<String> foreign = new ArrayList<>();

    private TableRemoval(Folder folder, Set<String> referenced) {
        this.folder = folder;
        this.referenced = referenced;
    }

    /**
     * Finds out what belongs to a table.
     *
     * @param folder of the table
     * @throws TableException if the folder is no table
     */
    public static TableRemoval plan(Folder folder) throws IOException {
        if (folder instanceof BranchFolder) {
            throw new TableException(
                    folder.id() + ": it is a branch, and its files are those of the table: drop the branch");
        } else if (!PlainFolder.isTable(folder)) {
            throw new TableException(folder.id() + ": no table");
        }
        TableRemoval removal = new TableRemoval(folder, referenced(folder));
        removal.visit("", 0);
        return removal;
    }

    /** The files of all retained versions, and of branches, also of those that were dropped. */
    private static Set<String> referenced(Folder folder) throws IOException {
        Set<String> all = new HashSet<>(ofLog(folder));
        for (Folder.Entry log : Expiry.listed(folder, BranchFolder.ALL)) {
            if (log.isFolder()) {
                all.addAll(ofLog(BranchFolder.ofLog(folder, log.name())));
            }
        }
        return all;
    }

    /** The files that a log names; none if it can't be read, which must not keep a table from being removed. */
    private static Set<String> ofLog(Folder folder) throws IOException {
        try {
            Log.Listing listing = new Log(folder).list();
            return listing.entries().isEmpty() && listing.checkpoints().isEmpty()
                    ? Set.of()
                    : Expiry.files(Table.open(folder, TableSettings.DEFAULT), listing, Long.MAX_VALUE);
        } catch (StoaException e) {
            return Set.of();
        }
    }

    /**
     * Looks through a folder, whose files come before itself.
     *
     * @return whether all in it belongs to the table
     */
    private boolean visit(String name, int depth) throws IOException {
        boolean isOwn = true;
        for (Folder.Entry entry : folder.list(name)) {
            String path = name.isEmpty() ? entry.name() : name + "/" + entry.name();
            boolean isLog = path.equals(Log.FOLDER) || path.startsWith(Log.FOLDER + "/");
            if (isLog) {
                if (entry.isFolder()) {
                    visit(path, depth);
                }
                log.add(path);
            } else if (entry.isFolder()) {
                boolean isWhole = depth < MAX_DEPTH && visit(path, depth + 1);
                if (isWhole) {
                    files.add(path);
                } else if (depth == MAX_DEPTH) {
                    foreign.add(path);
                }
                isOwn &= isWhole;
            } else if (isOwn(name, entry.name(), path)) {
                files.add(path);
            } else {
                foreign.add(path);
                isOwn = false;
            }
        }
        return isOwn;
    }

    private boolean isOwn(String in, String file, String path) {
        String indexed = IndexFileNames.dataFile(file).orElse(file);
        return referenced.contains(path)
                || referenced.contains(in.isEmpty() ? indexed : in + "/" + indexed)
                || isData(in) && Expiry.isWritten(indexed)
                || Expiry.isHalfWritten(file);
    }

    private static boolean isData(String folder) {
        int slash = folder.lastIndexOf('/');
        return folder.equals(Table.DATA)
                || slash == Table.DATA.length()
                        && folder.startsWith(Table.DATA)
                        && PartFolders.isPart(folder.substring(slash + 1));
    }

    /** The files in the table's folder that are not its own, by their paths relative to it; they stay. */
    public List<String> foreign() {
        return List.copyOf(foreign);
    }

    /**
     * Removes the table, and folders that are empty then. It is no error if another one has removed some in the
     * meantime.
     *
     * @throws IOException if the store fails; another run goes on
     */
    public void run() throws IOException {
        for (String path : files) {
            folder.delete(path);
        }
        for (String path : log) {
            folder.delete(path);
        }
        if (foreign.isEmpty()) {
            folder.delete("");
        }
    }
}
