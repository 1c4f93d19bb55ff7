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

import dev.stoa.format.Schema;
import dev.stoa.table.internal.commit.FirstVersion;
import dev.stoa.table.internal.log.BranchFolder;
import dev.stoa.table.internal.log.Changes;
import dev.stoa.table.internal.log.DueCheckpoints;
import dev.stoa.table.internal.log.Floor;
import dev.stoa.table.internal.log.History;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.LogContents;
import dev.stoa.table.internal.log.PlainFolder;
import dev.stoa.table.internal.log.SingleFile;
import dev.stoa.table.internal.log.TableState;
import dev.stoa.table.internal.scan.ChangeCache;
import dev.stoa.table.internal.scan.FileCache;
import dev.stoa.table.internal.scan.KeptRows;
import dev.stoa.table.internal.scan.TableImage;
import dev.stoa.table.internal.schema.PartFolders;
import dev.stoa.table.internal.schema.TableSchema;
import dev.stoa.vio.Folder;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * A table: a folder of files, and a log that says which of them count. Readers take a {@link Snapshot}, and never wait.
 * Writers begin a {@link Transaction}. If two change the same rows, the first to commit wins. A folder of Stoa files
 * without a log is a read-only table.
 *
 * <pre>{@code
 * Table table = Table.create(folder, schema, TableProperties.NONE, TableSettings.DEFAULT);
 * Transaction insert = table.begin("insert");
 * String path = insert.newDataFile();
 * try (StoaWriter writer = StoaWriter.create(folder.create(path, SinkOptions.DEFAULT), insert.snapshot().schema(), options)) {
 *     writer.write(batch);
 *     writer.finish();
 * }
 * insert.addFragment(path);
 * Snapshot snapshot = insert.commit();
 * }</pre>
 *
 * <p>A table keeps decoded delta sidecars for later scans of any snapshot. They take at most an eighth of the heap for
 * each open table, and give it up when memory gets scarce.
 *
 * <p>Safe for several threads, and for several processes on several machines.
 */
public final class Table {
    /** The folder of the data files that are written for a table. */
    static final String DATA = "data";

    private final Folder folder;
    private final TableSettings settings;
    private final Log log;
    private final History history;
    private final DueCheckpoints checkpoints;
    private final boolean isPlain;
    private final ChangeCache changes = new ChangeCache();
    private final FileCache files = new FileCache();
    private final KeptRows kept;
    private volatile TableState latest;

    private Table(Folder folder, TableSettings settings, Log log, History history, TableState latest, boolean isPlain) {
        this.folder = folder;
        this.settings = settings;
        this.kept = new KeptRows(changes, settings.keptRows());
        this.log = log;
        this.history = history;
        this.checkpoints = new DueCheckpoints(log, history);
        this.latest = latest;
        this.isPlain = isPlain;
    }

    /**
     * Makes a new, empty table. Fields without an id get one.
     *
     * @param folder empty or missing
     * @throws TableException if the folder holds a table or files, or is in a table of any format. Also if its path is that of a
     *     file, or if the store lets two writers create one file
     * @throws dev.stoa.vio.UnsafeStoreException if the store can't promise that it does not
     * @throws IllegalArgumentException if the properties name unknown fields
     */
    public static Table create(Folder folder, Schema schema, TableProperties properties, TableSettings settings)
            throws IOException {
        if (!isEmpty(folder)) {
            throw new TableException(folder.id()
                    + (PlainFolder.isTable(folder)
                            ? ": a table already exists: take another folder"
                            : ": files already exist: adopt them, or take another folder"));
        }
        Changes changes = new Changes();
        changes.schema = Optional.of(TableSchema.numbered(schema, false));
        changes.properties = Optional.of(properties);
        return begin(folder, settings, changes, "create");
    }

    /** Whether a folder has no files. Fails if it is a file, or in a table of another format. */
    private static boolean isEmpty(Folder folder) throws IOException {
        boolean isEmpty = PlainFolder.isEmpty(folder);
        OtherTable.refuse(folder);
        return isEmpty;
    }

    /**
     * Gives a folder of Stoa files a log. The files stay as they are. If the properties declare an order or a key, this
     * reads its columns: each file must be sorted so, and no key may be null or come twice.
     *
     * @throws TableException if a row is not as declared: the message names its file and number. Also if the folder has
     *     a log, or files that are not of one table; or as by {@link #create}
     */
    public static Table adopt(Folder folder, TableProperties properties, TableSettings settings) throws IOException {
        OtherTable.refuse(folder);
        Changes changes = PlainFolder.changes(folder, settings);
        changes.properties = Optional.of(properties);
        return begin(folder, settings, changes, "adopt");
    }

    private static Table begin(Folder folder, TableSettings settings, Changes changes, String operation)
            throws IOException {
        Log log = new Log(folder, settings.ids());
        TableState state = new FirstVersion(log, settings, changes).commit(operation, now(settings));
        return new Table(folder, settings, log, new History(log), state, false);
    }

    /**
     * Opens a table, or a folder of Stoa files as a read-only one.
     *
     * @throws TableException if it is neither
     * @throws dev.stoa.format.CorruptFileException if the log is damaged
     */
    public static Table open(Folder folder, TableSettings settings) throws IOException {
        Log log = new Log(folder, settings.ids());
        History history = new History(log);
        Optional<TableState> state = history.newest();
        if (state.isPresent()) {
            return new Table(folder, settings, log, history, state.get(), false);
        }
        PlainFolder.refuseWithinTable(folder);
        return new Table(folder, settings, log, history, PlainFolder.state(folder, settings), true);
    }

    /**
     * Opens one file as a read-only table.
     *
     * @param folder the folder of the file
     * @throws TableException if it is in a table with a log, or is no Stoa file
     */
    public static Table openFile(Folder folder, String name, TableSettings settings) throws IOException {
        Optional<Folder> table = around(folder);
        if (table.isPresent()) {
            throw new TableException(folder.id() + "/" + name + ": it is inside the table "
                    + table.get().id() + ", whose log says which of its rows count: name the table");
        }
        return open(new SingleFile(folder, name), settings);
    }

    /**
     * The path, relative to a table's folder, of a new data file. Tasks need it that write files for the transaction of
     * another process.
     *
     * @param id a new one, at random
     */
    public static String dataFile(UUID id) {
        return DATA + "/" + id + ".stoa";
    }

    /** Returns the path of a new data file of a partition: in the folder of its part, if the table has such folders. */
    static String dataFile(UUID id, TableProperties properties, Optional<String> partition) {
        return PartFolders.path(DATA, id + ".stoa", properties, partition);
    }

    /**
     * The path, relative to a table's folder, of a new sidecar.
     *
     * @param id a new one, at random
     */
    public static String sidecarFile(UUID id) {
        return Log.SIDECARS + "/" + id + ".stoa";
    }

    /** Whether a folder has a log. */
    public static boolean exists(Folder folder) throws IOException {
        return PlainFolder.isTable(folder);
    }

    /**
     * Finds the table that a folder belongs to. Programs that get paths of files use it, because only the log of a
     * table knows which of its files and rows count.
     *
     * @return the folder of the table: the given one, or one above it; empty if none exists. A folder that may not be read is none
     */
    public static Optional<Folder> around(Folder folder) throws IOException {
        return PlainFolder.around(folder);
    }

    /** The folder. */
    public Folder folder() {
        return folder;
    }

    /** Whether it has no log, and so is read-only. */
    public boolean isPlain() {
        return isPlain;
    }

    public TableSettings settings() {
        return settings;
    }

    Log log() {
        return log;
    }

    Snapshot snapshotOf(TableState state) {
        return new Snapshot(new TableImage(folder, state, changes, files), kept);
    }

    /**
     * Reads the newest version; of a plain folder, its present files.
     *
     * @throws TableException if the table was dropped and made anew, or repaired, since it was opened
     */
    public Snapshot snapshot() throws IOException {
        if (isPlain) {
            return snapshotOf(PlainFolder.state(folder, settings));
        }
        return snapshotOf(refresh());
    }

    /** The newest version that this object knows, without a request to the store. */
    public Snapshot lastKnown() {
        return snapshotOf(latest);
    }

    /**
     * An older version.
     *
     * @throws TableException if no such version exists, or it was expired, or lost in a repair
     */
    public Snapshot snapshotAt(long version) throws IOException {
        return snapshotAt(version, isPlain ? latest : refresh());
    }

    private Snapshot snapshotAt(long version, TableState newest) throws IOException {
        if (version == newest.version()) {
            return snapshotOf(newest);
        }
        boolean mayBe = !isPlain && version >= 0 && version < newest.version();
        Optional<TableState> state = mayBe ? history.at(version) : Optional.empty();
        if (state.isPresent()) {
            return snapshotOf(state.get());
        }
        String why = "; the newest is " + newest.version();
        if (mayBe && isBranch()) {
            why = ": the branch begins with version " + history.floor(newest).version()
                    + "; the table may have older versions";
        } else if (mayBe) {
            why = " any more: it was expired, or lost in a repair; the oldest is "
                    + history.floor(newest).version();
        }
        throw new TableException(folder.id() + ": no version " + version + why);
    }

    /**
     * The version that was the newest at an instant. Of a table without a log, the only one.
     *
     * @throws TableException if the table is younger, the version was expired, or the instant is in the future
     */
    public Snapshot snapshotAt(Instant instant) throws IOException {
        TableState newest = isPlain ? latest : refresh();
        if (!isPlain
                && instant.isAfter(newest.info().time())
                && instant.isAfter(settings.clock().instant())) {
            throw new TableException(folder.id() + ": " + instant
                    + " is in the future, whose newest version is unknown; now it is " + newest.version() + ", of "
                    + newest.info().time());
        }
        OptionalLong version = isPlain ? OptionalLong.of(0) : history.versionAt(instant, newest);
        if (version.isEmpty()) {
            throw new TableException(folder.id() + ": there was no version yet at " + instant
                    + ", or it was expired, or lost in a repair");
        }
        return snapshotAt(version.getAsLong());
    }

    /**
     * Returns the version that a text names.
     *
     * @param name the number of the version, or a tag
     * @throws TableException if it is no number, and no tag has this name, or if the version does not exist, or has expired
     */
    public Snapshot snapshotAt(String name) throws IOException {
        TableState newest = isPlain ? latest : refresh();
        OptionalLong version = newest.properties().version(name);
        if (version.isEmpty()) {
            throw new TableException(folder.id() + ": " + newest.properties().noTag(name));
        }
        return snapshotAt(version.getAsLong(), newest);
    }

    /**
     * Opens a branch, as a table of its own.
     *
     * @throws TableException if the table has no branch of this name
     */
    public Table branch(String name) throws IOException {
        if (isBranch()) {
            throw new TableException(folder.id() + ": it is a branch, which has no branches: name one of the table");
        }
        return open(BranchFolder.named(folder, name), settings);
    }

    /**
     * Returns the folder of a branch as that of a table, which {@link #open} opens.
     *
     * @param table the folder of the table
     */
    public static Folder branchFolder(Folder table, String name) {
        return BranchFolder.named(table, name);
    }

    /** Whether it is a branch of a table. */
    boolean isBranch() {
        return folder instanceof BranchFolder;
    }

    /** The last commits, newest first. */
    public List<CommitInfo> commits(int most) throws IOException {
        if (isPlain) {
            return List.of();
        }
        TableState newest = refresh();
        return history.commits(newest, newest.version() - most);
    }

    /**
     * Returns how the commit of a version changed the rows. It reads only the entry of that version.
     *
     * @throws TableException if no such version exists, or it was expired
     */
    public CommitEffect effect(long version) throws IOException {
        TableState newest = latest;
        if (!isPlain && version > newest.version()) {
            newest = refresh();
        }
        boolean mayBe = !isPlain && version >= 0 && version <= newest.version();
        Optional<LogContents> entry = mayBe ? log.entry(version) : Optional.empty();
        if (mayBe && entry.isEmpty()) {
            history.refuseLost(version, newest);
        }
        if (entry.isEmpty() || history.floor(newest).version() > version) {
            throw new TableException(folder.id() + ": version " + version + " does not exist, or has expired");
        }
        return CommitEffect.of(entry.get());
    }

    /**
     * Begins a transaction on the newest version.
     *
     * @param operation what it does, for the history
     * @throws TableException if the table is read-only
     */
    public Transaction begin(String operation) throws IOException {
        return begin(operation, snapshot());
    }

    /**
     * Begins a transaction on a version that was read before, perhaps by another process. Whatever was committed since
     * is compared with it when it is committed.
     *
     * @param base a snapshot of this table
     * @throws TableException if the table is read-only
     */
    public Transaction begin(String operation, Snapshot base) throws IOException {
        return begin(operation, base, newId());
    }

    /**
     * Begins a transaction on a version that was read before, under an id. An engine that does not know whether its
     * commit arrived begins again with the same version and id: if the first one arrived, the second fails with {@link
     * AlreadyCommittedException}.
     *
     * @param base a snapshot of this table; no commit of the id is older
     * @throws TableException if the table is read-only
     */
    public Transaction begin(String operation, Snapshot base, UUID id) throws IOException {
        if (isPlain) {
            throw new TableException(folder.id() + ": a folder without a log can only be read: adopt it first");
        }
        if (!base.state().table().equals(latest.table())) {
            throw new IllegalArgumentException(base + " is not a version of the table " + folder.id());
        }
        base.state().features().checkWritable(folder.id());
        return new Transaction(this, base, operation, id);
    }

    /**
     * Begins a transaction on the newest version. At most one transaction of its id ever commits.
     *
     * @throws AlreadyCommittedException if one of the id has committed
     * @throws TableException if a commit after {@link Once#after} has expired, so that the search is incomplete; or as
     *     by {@link #begin(String)}
     */
    public Transaction begin(String operation, Once once) throws IOException {
        Transaction transaction = begin(operation, snapshot(), once.transaction());
        // commits after this version are met by the transaction itself
        TableState newest = transaction.snapshot().state();
        List<CommitInfo> commits = history.commits(newest, once.after());
        for (CommitInfo commit : commits) {
            if (commit.transaction().equals(once.transaction())) {
                throw new AlreadyCommittedException(folder.id(), once.transaction(), commit.version());
            }
        }
        long first = newest.version() - commits.size() + 1;
        if (first > once.after() + 1) {
            throw new TableException(folder.id() + ": versions before " + first
                    + " were expired, so that nothing tells whether transaction " + once.transaction()
                    + " is among those behind " + once.after());
        }
        return transaction;
    }

    /** The newest state. */
    TableState refresh() throws IOException {
        TableState state = history.forward(latest);
        know(state);
        return state;
    }

    /**
     * Looks whether an entry may be created after a version.
     *
     * @return whether the version still exists
     * @throws LostEntryException if the entry existed, and is lost
     */
    boolean mayFollow(TableState state) throws IOException {
        return history.mayFollow(state);
    }

    /** The floor of the log, as it is now. */
    Floor floor(TableState known) throws IOException {
        return history.floor(known);
    }

    /** Fails if an entry that was not found is lost: if it was not expired. */
    void refuseLost(long missing, TableState known) throws IOException {
        history.refuseLost(missing, known);
    }

    /** Returns the entry of a version, if it exists. */
    Optional<LogContents> entry(long version) throws IOException {
        return log.entry(version);
    }

    /** Takes a state that this process read or committed. After every few commits, the writer of the last one also writes a checkpoint. */
    TableState committed(TableState state) {
        TableState known = checkpoints.after(state);
        know(known);
        return known;
    }

    private synchronized void know(TableState state) {
        if (state.version() >= latest.version()) {
            latest = state;
        }
    }

    /** The time, in whole microseconds. */
    static Instant now(TableSettings settings) {
        return settings.clock().instant().truncatedTo(ChronoUnit.MICROS);
    }

    UUID newId() {
        return settings.ids().get();
    }

    @Override
    public String toString() {
        return folder.id();
    }
}
