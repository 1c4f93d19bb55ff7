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
import dev.stoa.reader.IndexFileNames;
import dev.stoa.reader.Verifier;
import dev.stoa.table.internal.log.Action;
import dev.stoa.table.internal.log.BranchFolder;
import dev.stoa.table.internal.log.EntriesInOrder;
import dev.stoa.table.internal.log.Floors;
import dev.stoa.table.internal.log.FolderFiles;
import dev.stoa.table.internal.log.History;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.LogContents;
import dev.stoa.table.internal.log.PartFile;
import dev.stoa.table.internal.log.TableState;
import dev.stoa.table.internal.schema.PartFolders;
import dev.stoa.vio.Folder;
import dev.stoa.vio.WriteFailedException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Removes old versions of a table from its log. It also deletes the files that no retained version references, and the files of
 * failed writers. Nothing changes until {@link #run}.
 *
 * <p>An expiry retains a version that was the newest at some time within the last {@code olderThan}, or within the safe age, and
 * the newest few versions. It also retains a file written within the safe age, which may belong to an open transaction. A
 * transaction that takes longer than the safe age may lose its files.
 *
 * <p>Several expiries may run at once, and a process may be killed anywhere. An expiry first writes a checkpoint of the oldest
 * retained version, and then raises the floor to it (ADR 0066). From then on no older version can be read. Then it deletes their
 * files, and last their entries, because a later run needs the entries to find adopted files.
 */
public final class Expiry {
    /** How young files and versions are left alone by default: a day. */
    public static final Duration SAFE_AGE = Duration.ofDays(1);

    private static final Pattern OURS = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\\.stoa");
    private static final Pattern HALF_WRITTEN = Pattern.compile("\\.(vio-[0-9a-f-]{36}\\.tmp|probe-[0-9a-f-]{36})");

    private final Table table;
    private final TableState oldest;
    private final List<OldFile> files;
    private final NavigableSet<Long> entries;
    private final NavigableSet<Long> checkpoints;
    private final TableState newest;

    /**
     * A file that is not needed any more.
     *
     * @param path relative to the table's folder
     * @param length in bytes
     */
    public record OldFile(String path, long length) {}

    private Expiry(
            Table table,
            TableState oldest,
            List<OldFile> files,
            NavigableSet<Long> entries,
            NavigableSet<Long> checkpoints,
            TableState newest) {
        this.table = table;
        this.oldest = oldest;
        this.files = files;
        this.entries = entries;
        this.checkpoints = checkpoints;
        this.newest = newest;
    }

    /**
     * Finds out what is old.
     *
     * @param olderThan how long a version is kept after another has taken its place
     * @param keep how many of the newest versions are kept in any case, at least one
     * @param safeAge how young files and versions are left alone
     * @throws TableException if the table has no log
     */
    public static Expiry plan(Table table, Duration olderThan, int keep, Duration safeAge) throws IOException {
        if (table.isPlain()) {
            throw new TableException(
                    table + ": a folder without a log has one version, and all its files belong to it");
        }
        new Branches(table).refuseBranch("its versions stay until it is dropped: expire the table");
        if (keep < 1 || olderThan.isNegative() || safeAge.isNegative()) {
            throw new IllegalArgumentException(
                    "versions older than " + olderThan + " but " + keep + ", safe age " + safeAge);
        }
        Instant now = Table.now(table.settings());
        Folder folder = table.folder();
        List<OldFile> candidates =
                new ArrayList<>(); // listed before the log is read: what is committed later is no candidate
        Instant young = now.minus(safeAge);
        list(folder, Table.DATA, young, candidates);
        list(folder, Log.SIDECARS, young, candidates);
        list(folder, Log.FOLDER, young, candidates);
        List<OldFile> parts = new ArrayList<>();
        list(folder, Log.PARTS, young, parts);
        TableState newest = table.refresh();
        new History(table.log()).check(newest); // the files of another log must stay
        newest.features().checkWritable(folder.id());
        Log.Listing listing = table.log().list();
        Duration age = olderThan.compareTo(safeAge) > 0 ? olderThan : safeAge;
        TableState oldest = oldest(table.log(), newest, now.minus(age), keep);
        Set<String> needed = needed(table, oldest, newest.version());
        for (Map.Entry<String, TableBranch> branch :
                newest.properties().branches().entrySet()) {
            // by its log, as another branch may have the name by now
            Table other = Table.open(BranchFolder.of(folder, branch.getKey(), branch.getValue()), table.settings());
            TableState first = Branches.first(other, branch.getValue());
            needed.addAll(needed(other, first, other.refresh().version()));
        }
        Set<String> expired = files(table, listing, oldest.version());
        candidates.forEach(file -> expired.remove(file.path()));
        for (String path : expired) { // adopted files have names of their own
            if (!needed.contains(path)) {
                folder.find(path)
                        .filter(file -> !file.isFolder() && !file.modified().isAfter(young))
                        .ifPresent(file -> candidates.add(new OldFile(path, file.length())));
            }
        }
        candidates.removeIf(file -> needed.contains(indexed(file.path())));
        candidates.addAll(dropped(folder, newest.properties(), young));
        candidates.addAll(unnamed(table.log(), listing, parts, List.of(newest, oldest)));
        return new Expiry(
                table,
                oldest,
                candidates,
                new TreeSet<>(listing.entries().headSet(oldest.version(), false)),
                new TreeSet<>(listing.checkpoints().headSet(oldest.version(), false)),
                newest);
    }

    /** The logs of branches that no property names: they were dropped, or came to nothing. */
    private static List<OldFile> dropped(Folder folder, TableProperties properties, Instant young) throws IOException {
        Set<String> named = new HashSet<>();
        properties.branches().values().forEach(branch -> named.add(branch.log().toString()));
        List<OldFile> files = new ArrayList<>();
        for (Folder.Entry branch : listed(folder, BranchFolder.ALL)) {
            if (branch.isFolder() && !named.contains(branch.name())) {
                FolderFiles.below(folder, BranchFolder.ALL + "/" + branch.name())
                        .forEach((path, file) -> {
                            if (!file.modified().isAfter(young)) {
                                files.add(new OldFile(path, file.length()));
                            }
                        });
            }
        }
        return files;
    }

    static List<Folder.Entry> listed(Folder folder, String name) throws IOException {
        try {
            return folder.list(name);
        } catch (FileNotFoundException e) {
            return List.of();
        }
    }

    /**
     * The parts that no checkpoint names. Those that only expired checkpoints name stay until the next run, as a writer that has
     * read such a checkpoint may be writing one with the same parts. If a checkpoint can't be read, all parts stay: also if it
     * does not exist any more. The listing is older then than another expiry, and may lack a checkpoint with the same parts.
     */
    private static List<OldFile> unnamed(Log log, Log.Listing listing, List<OldFile> parts, List<TableState> states)
            throws IOException {
        Set<String> named = new HashSet<>();
        for (TableState state : states) {
            if (state.sharesParts()) {
                state.held().base().files().forEach(part -> named.add(part.path()));
            }
        }
        try {
            for (long version : parts.isEmpty() ? new TreeSet<Long>() : listing.checkpoints()) {
                Optional<List<PartFile>> shared = log.parts(version);
                if (shared.isEmpty()) {
                    return List.of();
                }
                shared.get().forEach(part -> named.add(part.path()));
            }
        } catch (CorruptFileException e) {
            return List.of();
        }
        return parts.stream().filter(part -> !named.contains(part.path())).toList();
    }

    /** The file that an index is of; of other files, themselves. */
    private static String indexed(String path) {
        int slash = path.lastIndexOf('/') + 1;
        return IndexFileNames.dataFile(path.substring(slash))
                .map(file -> path.substring(0, slash) + file)
                .orElse(path);
    }

    /** The oldest tagged version, among those from a version on. */
    private static OptionalLong firstTagged(TableState state, long first) {
        return state.properties().tags().values().stream()
                .mapToLong(Long::longValue)
                .filter(version -> version >= first)
                .min();
    }

    /**
     * The oldest version that is kept.
     *
     * @throws CorruptFileException if it can't be read, so that the files that it needs are unknown
     */
    private static TableState oldest(Log log, TableState newest, Instant cutoff, int keep) throws IOException {
        History history = new History(log);
        OptionalLong then = history.versionAt(cutoff, newest);
        long first = newest.floor().version();
        long least = Math.min(then.orElse(first), newest.version() - keep + 1);
        long version =
                Math.max(first, Math.min(least, firstTagged(newest, first).orElse(least)));
        while (version < newest.version()) {
            Optional<TableState> state = history.at(version);
            if (state.isPresent()) {
                return state.get();
            }
            long floor = history.floor(newest).version();
            if (floor <= version) {
                throw new CorruptFileException(log.checkpointPath(floor)
                        + ": the checkpoint of the oldest version is missing or damaged, so that its files are unknown."
                        + " Nothing was removed: run 'stoa repair' on the table, then expire again");
            }
            version = floor; // expired by another meanwhile
        }
        return newest;
    }

    /** The files of a version and all later ones. */
    private static Set<String> needed(Table table, TableState oldest, long newest) throws IOException {
        Set<String> needed = new HashSet<>();
        oldest.fragments().values().forEach(fragment -> paths(fragment, needed));
        addLater(table, oldest, newest, needed);
        return needed;
    }

    /** Adds the files that the commits after a version brought. */
    private static void addLater(Table table, TableState from, long newest, Set<String> needed) throws IOException {
        try (EntriesInOrder entries = new EntriesInOrder(table.log(), from.version() + 1, newest)) {
            for (long version = from.version() + 1; ; version++) {
                Optional<LogContents> entry = version <= newest ? entries.next() : table.entry(version);
                if (entry.isPresent()) {
                    paths(entry.get(), needed);
                } else if (version > newest) {
                    return;
                } else {
                    table.refuseLost(version, from);
                    throw new TableException(table + ": another program expired version " + version
                            + " while this one looked for the files of later versions: run it again");
                }
            }
        }
    }

    /** Whether a file is called as those that writers of tables make. */
    static boolean isWritten(String name) {
        return OURS.matcher(name).matches();
    }

    /** Whether a file has a name of those that a killed writer leaves. */
    static boolean isHalfWritten(String name) {
        return HALF_WRITTEN.matcher(name).matches();
    }

    private static void list(Folder folder, String name, Instant young, List<OldFile> files) throws IOException {
        for (Folder.Entry entry : listed(folder, name)) {
            boolean ours = isWritten(IndexFileNames.dataFile(entry.name()).orElse(entry.name()))
                    || isHalfWritten(entry.name());
            if (entry.isFolder() && name.equals(Table.DATA) && PartFolders.isPart(entry.name())) {
                list(folder, name + "/" + entry.name(), young, files);
            } else if (ours && !entry.isFolder() && !entry.modified().isAfter(young)) {
                files.add(new OldFile(name + "/" + entry.name(), entry.length()));
            }
        }
    }

    /** The files that versions before one reference. */
    static Set<String> files(Table table, Log.Listing listing, long end) throws IOException {
        History history = new History(table.log());
        Set<String> paths = new HashSet<>();
        NavigableSet<Long> entries = listing.entries().headSet(end, false);
        for (Long first = entries.ceiling(0L); first != null; ) {
            long last = first;
            while (entries.contains(last + 1)) {
                last++;
            }
            try (EntriesInOrder some = new EntriesInOrder(table.log(), first, last)) {
                for (long version = first; version <= last; version++) {
                    some.next().ifPresent(entry -> paths(entry, paths));
                }
            }
            first = entries.higher(last);
        }
        for (long version : listing.checkpoints().headSet(end, false)) {
            Optional<TableState> state = history.wholeCheckpointUnlessDamaged(version);
            if (state.isPresent()) {
                state.get().fragments().values().forEach(fragment -> paths(fragment, paths));
            }
        }
        return paths;
    }

    private static void paths(LogContents entry, Set<String> paths) {
        entry.actions().forEach(action -> path(action).ifPresent(paths::add));
    }

    private static Optional<String> path(Action action) {
        if (action instanceof Action.AddFile added) {
            return Optional.of(added.file().path());
        } else if (action instanceof Action.AddSidecar added) {
            return Optional.of(added.sidecar())
                    .filter(sidecar -> !sidecar.isInLog())
                    .map(SidecarFile::path);
        }
        return Optional.empty();
    }

    private static void paths(Fragment fragment, Set<String> paths) {
        fragment.files().forEach(file -> paths.add(file.path()));
        fragment.sidecars().stream()
                .filter(sidecar -> !sidecar.isInLog())
                .forEach(sidecar -> paths.add(sidecar.path()));
    }

    /** The oldest version that is kept. */
    public long oldestVersion() {
        return oldest.version();
    }

    /** The newest version. */
    public long newestVersion() {
        return newest.version();
    }

    /** How many versions go. */
    public int versions() {
        return entries.size();
    }

    /** The files that go, besides those of the log. */
    public List<OldFile> files() {
        return List.copyOf(files);
    }

    /**
     * Removes old versions and files. It is no error if another one has removed some in the meantime.
     *
     * @throws CorruptFileException if the checkpoint of the oldest retained version is damaged; all versions stay then
     * @throws IOException if the store fails; the table is whole, and another run goes on
     */
    public void run() throws IOException {
        table.log().sync(newest.version()); // before files go that an older version needs
        if (!entries.isEmpty() || !checkpoints.isEmpty()) {
            raiseFloor();
        }
        TableState now = table.refresh();
        refuseNewBranches(now);
        Set<String> since = new HashSet<>(); // a rollback since the plan has brought old files back
        addLater(table, newest, now.version(), since);
        for (OldFile file : files) {
            if (!since.contains(indexed(file.path()))) {
                table.folder().delete(file.path());
            }
        }
        for (long version : checkpoints) {
            table.log().deleteCheckpoint(version);
        }
        for (long version : entries) {
            table.log().deleteEntry(version);
        }
    }

    /** A branch that was made since the plan needs files that the plan does not know. */
    private void refuseNewBranches(TableState now) throws TableException {
        for (TableBranch branch : now.properties().branches().values()) {
            if (!newest.properties().branches().containsValue(branch)) {
                throw new TableException(table + ": a branch was made meanwhile of version " + branch.version()
                        + "; no file was removed: begin anew");
            }
        }
    }

    /**
     * Makes the oldest kept version the first one that counts.
     *
     * @throws IOException if a file of the log can't be written; all versions stay then
     */
    private void raiseFloor() throws IOException {
        Log log = table.log();
        TableState now = table.refresh();
        long tagged = firstTagged(now, now.floor().version()).orElse(oldest.version());
        if (tagged < oldest.version()) {
            throw new TableException(table + ": a tag was made meanwhile for version " + tagged
                    + ", which was to expire; nothing was removed: begin anew");
        }
        if (!hasCheckpoint()) {
            return; // another has gone further
        }
        log.syncCheckpoint(oldest.version()); // the only file that says what the older entries said
        refuseDamaged(oldest.version());
        if (log.hint().orElse(-1) < oldest.version()) {
            log.leaveWord(oldest.version());
        }
        new Floors(table.folder()).raise(oldest, Table.now(table.settings()));
    }

    /**
     * Refuses a checkpoint that is damaged anywhere, also in bounds that no scan has read. Repair can still make it anew from
     * the entries before it.
     */
    private void refuseDamaged(long version) throws IOException {
        Log log = table.log();
        List<String> paths = new ArrayList<>(List.of(Log.checkpointName(version)));
        log.parts(version).orElse(List.of()).forEach(part -> paths.add(part.path()));
        for (String path : paths) {
            List<Verifier.Problem> problems = log.problems(path);
            if (!problems.isEmpty()) {
                throw new CorruptFileException(table.folder().id() + "/" + path + ": " + problems.get(0)
                        + ". The checkpoint of version " + version
                        + " needs this file. No version was removed, as the older"
                        + " ones can replace it: run 'stoa repair' on the table, then expire again");
            }
        }
    }

    /**
     * Whether a checkpoint of the oldest kept version exists by now.
     *
     * @throws IOException if it can't be written
     */
    private boolean hasCheckpoint() throws IOException {
        Log log = table.log();
        if (log.checkpoint(oldest.version()).isPresent()) {
            return true;
        }
        try {
            log.createCheckpoint(oldest);
        } catch (WriteFailedException e) {
            throw e;
        } catch (IOException | RuntimeException e) { // files of the log that the state names may have been expired
            try {
                Optional<TableState> state = new History(log).at(oldest.version());
                if (state.isEmpty()) {
                    return false;
                }
                log.createCheckpoint(state.get());
            } catch (IOException | RuntimeException again) {
                again.addSuppressed(e);
                throw again;
            }
        }
        return true;
    }
}
