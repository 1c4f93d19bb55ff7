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
package dev.stoa.table.internal.log;

import dev.stoa.table.TableBranch;
import dev.stoa.table.TableException;
import dev.stoa.vio.FileSink;
import dev.stoa.vio.Folder;
import dev.stoa.vio.Placement;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.SinkOptions;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The folder of a table as a branch of it (docs/adr/0099): data files and sidecars are those of the table. In place of the
 * table's log it has the branch's, {@code _stoa/branches/UUID}. The name is looked up when the log is first used.
 */
public final class BranchFolder implements Folder {
    /** The folder of all logs of branches. */
    public static final String ALL = Log.FOLDER + "/branches";

    private final Folder table;
    private final String name;
    private volatile Optional<String> log;

    private BranchFolder(Folder table, String name, Optional<String> log) {
        this.table = table;
        this.name = name;
        this.log = log;
    }

    /** The folder of a branch that has a name. */
    public static BranchFolder named(Folder table, String name) {
        return new BranchFolder(table, name, Optional.empty());
    }

    /** The folder of a branch whose log is known. */
    public static BranchFolder of(Folder table, String name, TableBranch branch) {
        return new BranchFolder(table, name, Optional.of(ALL + "/" + branch.log()));
    }

    /**
     * The folder of a branch that may have no name any more.
     *
     * @param log the name of the folder of its log
     */
    public static BranchFolder ofLog(Folder table, String log) {
        return new BranchFolder(table, log, Optional.of(ALL + "/" + log));
    }

    private String log() throws IOException {
        if (log.isEmpty()) {
            Optional<TableState> newest = new History(new Log(table)).newest();
            if (newest.isEmpty()) {
                throw new TableException(table.id() + ": this is not a table, so it has no branch '" + name + "'");
            }
            TableBranch branch = newest.get().properties().branches().get(name);
            if (branch == null) {
                throw new TableException(
                        table.id() + ": " + newest.get().properties().noBranch(name));
            }
            log = Optional.of(ALL + "/" + branch.log());
        }
        return log.get();
    }

    /** The path of a file in the folder of the table. */
    public String inTable(String file) throws IOException {
        boolean isLog = file.equals(Log.FOLDER) || file.startsWith(Log.FOLDER + "/");
        boolean isShared = file.equals(Log.SIDECARS) || file.startsWith(Log.SIDECARS + "/");
        return isLog && !isShared ? log() + file.substring(Log.FOLDER.length()) : file;
    }

    @Override
    public String id() {
        return table.id() + "@" + name;
    }

    @Override
    public RangeSource open(String file, OptionalLong knownLength) throws IOException {
        return table.open(inTable(file), knownLength);
    }

    @Override
    public FileSink create(String file, SinkOptions options) throws IOException {
        return table.create(inTable(file), options);
    }

    @Override
    public void sync(String file) throws IOException {
        table.sync(inTable(file));
    }

    @Override
    public Optional<Entry> find(String file) throws IOException {
        return table.find(inTable(file));
    }

    @Override
    public boolean hasFolder(String folder) throws IOException {
        return table.hasFolder(inTable(folder));
    }

    @Override
    public List<Entry> list(String folder) throws IOException {
        return table.list(inTable(folder));
    }

    @Override
    public boolean delete(String file) throws IOException {
        return table.delete(inTable(file));
    }

    @Override
    public List<Placement> placements(String file, long length) throws IOException {
        return table.placements(inTable(file), length);
    }
}
