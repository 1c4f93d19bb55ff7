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
package dev.stoa.table.internal.check;

import dev.stoa.format.StoaException;
import dev.stoa.format.UnsupportedFileException;
import dev.stoa.reader.FileIdentity;
import dev.stoa.reader.Verifier;
import dev.stoa.table.DataFile;
import dev.stoa.table.Fragment;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.TableFault;
import dev.stoa.table.internal.log.Action;
import dev.stoa.table.internal.log.Floors;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.LogContents;
import dev.stoa.table.internal.log.TableState;
import dev.stoa.table.internal.schema.TableSchema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;

/**
 * Reads a whole log and goes on where something is wrong: which entries and checkpoints can be read, which states follow from
 * them, which files they reference. For one thread.
 */
public final class LogAudit {
    /** The most missing entries to look for in case a listing left them out. */
    private static final int MOST_LOOKED_FOR = 1000;

    private final Log log;
    private final List<TableFault> faults = new ArrayList<>();
    private final NavigableMap<Long, LogContents> entries = new TreeMap<>();
    private final NavigableSet<Long> listedEntries;
    private final NavigableSet<Long> listedCheckpoints;
    private final NavigableSet<Long> goodCheckpoints = new TreeSet<>();
    private final NavigableSet<Long> withoutBounds = new TreeSet<>();
    private final NavigableMap<Long, LostEntry> lostEntries = new TreeMap<>();
    private final Map<FileKey, FileUse> uses = new LinkedHashMap<>();
    private final PartAudit parts;
    private final OptionalLong hint;
    private Optional<UUID> table = Optional.empty();
    private Optional<TableState> state = Optional.empty();
    private Optional<TableState> best = Optional.empty();
    private Optional<TableState> start = Optional.empty();
    private Optional<TableState> baseState = Optional.empty();
    private final FloorAudit floors;
    /** The first version that the log must have. */
    private final long from;

    private long base = -1;
    private long oldest = -1;

    /**
     * A version whose entry is lost, though both the version below and its own checkpoint are known.
     *
     * @param below the version below
     * @param made by its checkpoint
     */
    record LostEntry(TableState below, TableState made) {}

    private record FileKey(String path, FileIdentity identity) {}

    /**
     * A file that retained versions reference.
     *
     * @param schema of the first of these versions
     * @param fragment that has it
     * @param data the data file; absent of a sidecar
     * @param sidecar the sidecar, likewise
     * @param isNewest whether the newest version references it
     */
    public record FileUse(
            TableSchema schema,
            Fragment fragment,
            Optional<DataFile> data,
            Optional<SidecarFile> sidecar,
            boolean isNewest) {
        public String path() {
            return data.map(DataFile::path)
                    .orElseGet(() -> sidecar.orElseThrow().path());
        }

        public FileIdentity identity() {
            return data.map(DataFile::identity)
                    .orElseGet(() -> sidecar.orElseThrow().identity());
        }
    }

    private LogAudit(Log log, OptionalLong hint, Log.Listing listing, FloorAudit floors, long from) {
        this.log = log;
        this.from = from;
        this.hint = hint;
        this.parts = new PartAudit(log);
        this.floors = floors;
        this.listedEntries = new TreeSet<>(listing.entries().tailSet(from, true));
        this.listedCheckpoints = new TreeSet<>(listing.checkpoints().tailSet(from, true));
        this.faults.addAll(floors.faults());
    }

    /**
     * Reads the log of a table.
     *
     * @throws UnsupportedFileException if a newer release wrote it
     * @throws IOException if the store fails
     */
    public static LogAudit read(Log log) throws IOException {
        OptionalLong hint = log.hint(); // first: a checkpoint that is written meanwhile is none that it names in vain
        FloorAudit floors = FloorAudit.read(log, new Floors(log.folder()));
        long oldest = floors.floor().version();
        LogAudit audit = new LogAudit(log, hint, log.list(), floors, oldest);
        audit.readAll();
        if (audit.best.isEmpty() && oldest > 0) { // what is below the floor may still tell what was there
            audit = new LogAudit(log, hint, log.list(), floors, 0);
            audit.readAll();
        }
        return audit;
    }

    private void readAll() throws IOException {
        findUnlisted();
        readEntries();
        walk();
        checkHint();
        checkMarkers();
        markNewest();
    }

    /** Adds the entries that an outdated listing left out. */
    private void findUnlisted() throws IOException {
        if (listedEntries.isEmpty() && listedCheckpoints.isEmpty()) {
            return;
        }
        long looked = 0;
        long first = floors.isKnown() || listedEntries.isEmpty() ? from : listedEntries.first();
        for (long version = first; version < newest() && looked < MOST_LOOKED_FOR; version++) {
            if (!listedEntries.contains(version)) {
                looked++;
                if (log.hasEntry(version)) {
                    listedEntries.add(version);
                }
            }
        }
        while (newest() < Long.MAX_VALUE && log.hasEntry(newest() + 1)) {
            listedEntries.add(newest() + 1);
        }
    }

    private void readEntries() throws IOException {
        Map<UUID, Integer> tables = new HashMap<>();
        for (long version : List.copyOf(listedEntries)) {
            try {
                Optional<LogContents> entry = log.entry(version);
                if (entry.isEmpty()) {
                    listedEntries.remove(version); // it was removed since it was listed
                    continue;
                }
                LogContents all = entry.get();
                List<Verifier.Problem> problems = log.problems(Log.entryName(version));
                if (problems.isEmpty()) {
                    entries.put(
                            version,
                            new LogContents(
                                    all.link(),
                                    all.info(),
                                    all.schema(),
                                    all.properties(),
                                    all.features(),
                                    all.actions(),
                                    new long[0]));
                } else {
                    withoutBounds.add(version);
                    fault(
                            TableFault.Kind.DAMAGED_ENTRY,
                            Log.entryName(version),
                            problems.get(0).toString());
                }
                tables.merge(all.table(), 1, Integer::sum);
            } catch (UnsupportedFileException e) {
                throw e;
            } catch (StoaException e) {
                fault(TableFault.Kind.DAMAGED_ENTRY, Log.entryName(version), e);
                if (isSoundButForBounds(version)) {
                    withoutBounds.add(version);
                }
            }
        }
        // a file of another table may stand anywhere: the table is that of most
        table = tables.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey);
        for (long version : List.copyOf(entries.keySet())) {
            UUID of = entries.get(version).table();
            if (!table.equals(Optional.of(of))) {
                fault(
                        TableFault.Kind.DAMAGED_ENTRY,
                        Log.entryName(version),
                        "it belongs to the table " + of + ", this one is " + table.orElseThrow());
                entries.remove(version);
            }
        }
    }

    private boolean isSoundButForBounds(long version) throws IOException {
        try {
            return log.entryWithoutBounds(Log.entryName(version), version).isPresent();
        } catch (StoaException e) {
            return false; // more than its bounds is damaged
        }
    }

    private void walk() throws IOException {
        NavigableSet<Long> versions = new TreeSet<>(listedEntries);
        versions.addAll(listedCheckpoints);
        long next = floors.isKnown() || listedEntries.isEmpty() ? from : listedEntries.first();
        for (long version : versions) {
            if (isFloor(version)) {
                next = version + 1;
            } else if (listedEntries.isEmpty() || version >= listedEntries.first()) {
                boolean isMissing = !listedEntries.contains(version);
                if (version > next || isMissing) {
                    missing(Math.min(next, version), isMissing ? version : version - 1);
                    state = version > next ? Optional.empty() : state;
                    base = -1;
                }
                next = version + 1;
            }
            apply(version);
        }
        if (best.isEmpty() && faults.isEmpty()) {
            fault(
                    TableFault.Kind.MISSING_ENTRY,
                    Log.entryName(0),
                    listedEntries.isEmpty()
                            ? "the log has no entry at all"
                            : "it is missing, and no checkpoint replaces it");
        }
    }

    /** Whether a version is the oldest one, and has a checkpoint, so that it needs no entry. */
    private boolean isFloor(long version) {
        return version == from && from > 0 && listedCheckpoints.contains(version);
    }

    private void missing(long first, long last) {
        fault(
                TableFault.Kind.MISSING_ENTRY,
                Log.entryName(first),
                first == last
                        ? "it is missing, though files of later versions exist"
                        : "the entries of the versions " + first + " to " + last
                                + " are missing, though files of later versions exist");
    }

    /** Goes to a version by its entry, and by its checkpoint where the entry does not lead there. */
    private void apply(long version) throws IOException {
        boolean hasEntry = entries.containsKey(version);
        Optional<TableState> before = state.filter(below -> below.version() == version - 1);
        state = Optional.empty();
        if (hasEntry && (before.isPresent() || version == 0)) {
            LogContents entry = entries.get(version);
            String name = Log.entryName(version);
            try {
                state = Optional.of(
                        version == 0 ? TableState.of(entry, name) : before.get().with(List.of(entry), List.of(name)));
            } catch (StoaException e) {
                fault(TableFault.Kind.DAMAGED_ENTRY, name, e);
            }
        }
        boolean follows = state.isPresent();
        Optional<TableState> checkpoint = checkpoint(version);
        if (checkpoint.isPresent() && (follows || hasEntry)) {
            Optional<String> difference = difference(checkpoint.get(), version);
            if (difference.isPresent()) {
                fault(TableFault.Kind.WRONG_CHECKPOINT, Log.checkpointName(version), difference.get());
                goodCheckpoints.remove(version);
                checkpoint = Optional.empty();
            }
        }
        if (!follows) {
            if (!hasEntry && before.isPresent() && checkpoint.isPresent()) {
                lostEntries.put(version, new LostEntry(before.get(), checkpoint.get()));
            }
            base = -1;
            state = checkpoint;
        }
        if (state.isEmpty()) {
            return;
        }
        best = state;
        start = follows && version > 0 ? start : state;
        if ((hasEntry || isFloor(version)) && (version == 0 || goodCheckpoints.contains(version))) {
            baseState = base < 0 ? state : baseState;
            base = base < 0 ? version : base;
            oldest = oldest < 0 ? version : oldest;
        }
        if (follows && version > 0) {
            use(entries.get(version));
        } else {
            state.get().fragments().values().forEach(this::use);
        }
    }

    private Optional<String> difference(TableState checkpoint, long version) throws IOException {
        try {
            Optional<String> commit = CheckpointCheck.difference(checkpoint, entries.get(version));
            return commit.isEmpty() && state.isPresent() ? CheckpointCheck.difference(checkpoint, state.get()) : commit;
        } catch (StoaException e) {
            return Optional.of("it can't be compared with the entries: " + e.getMessage());
        }
    }

    private Optional<TableState> checkpoint(long version) throws IOException {
        if (!listedCheckpoints.contains(version)) {
            return Optional.empty();
        }
        String name = Log.checkpointName(version);
        try {
            Optional<TableState> read = log.checkpoint(version);
            List<Verifier.Problem> problems = log.problems(name);
            if (read.isPresent() && !problems.isEmpty()) {
                fault(TableFault.Kind.DAMAGED_CHECKPOINT, name, problems.get(0).toString());
                return Optional.empty();
            }
            Optional<String> ofPart = read.isPresent() ? parts.problem(read.get()) : Optional.empty();
            if (ofPart.isPresent()) {
                fault(TableFault.Kind.DAMAGED_CHECKPOINT, name, ofPart.get());
                return Optional.empty();
            }
            if (read.isEmpty()) {
                listedCheckpoints.remove(version);
            } else if (table.isPresent() && !read.get().table().equals(table.get())) {
                fault(
                        TableFault.Kind.WRONG_CHECKPOINT,
                        name,
                        "it belongs to the table " + read.get().table() + ", this one is " + table.get());
                return Optional.empty();
            } else {
                table = Optional.of(read.get().table());
                goodCheckpoints.add(version);
            }
            return read;
        } catch (UnsupportedFileException e) {
            throw e;
        } catch (StoaException e) {
            fault(TableFault.Kind.DAMAGED_CHECKPOINT, name, e);
            return Optional.empty();
        }
    }

    private void use(Fragment fragment) {
        fragment.files().forEach(file -> use(fragment, Optional.of(file), Optional.empty()));
        fragment.sidecars().forEach(sidecar -> use(fragment, Optional.empty(), Optional.of(sidecar)));
    }

    private void use(LogContents entry) throws IOException {
        for (Action action : entry.actions()) {
            Optional<Fragment> fragment =
                    Optional.ofNullable(state.orElseThrow().fragments().get(action.about()));
            if (fragment.isPresent() && action instanceof Action.AddFile added) {
                use(fragment.get(), Optional.of(added.file()), Optional.empty());
            } else if (fragment.isPresent() && action instanceof Action.AddSidecar added) {
                use(fragment.get(), Optional.empty(), Optional.of(added.sidecar()));
            }
        }
    }

    private void use(Fragment fragment, Optional<DataFile> data, Optional<SidecarFile> sidecar) {
        FileUse use = new FileUse(state.orElseThrow().schema(), fragment, data, sidecar, false);
        uses.putIfAbsent(new FileKey(use.path(), use.identity()), use);
    }

    /** What the newest version references is known by its own schema and rows of the log. */
    private void markNewest() throws IOException {
        if (best.isEmpty()) {
            return;
        }
        TableSchema schema = best.get().schema();
        for (Fragment fragment : best.get().fragments().values()) {
            for (DataFile file : fragment.files()) {
                uses.put(
                        new FileKey(file.path(), file.identity()),
                        new FileUse(schema, fragment, Optional.of(file), Optional.empty(), true));
            }
            for (SidecarFile sidecar : fragment.sidecars()) {
                uses.put(
                        new FileKey(sidecar.path(), sidecar.identity()),
                        new FileUse(schema, fragment, Optional.empty(), Optional.of(sidecar), true));
            }
        }
    }

    private void checkHint() throws IOException {
        if (hint.isEmpty() && log.hasHint()) {
            fault(TableFault.Kind.WRONG_HINT, Log.HINT, "it can't be read as the version of a checkpoint");
        } else if (hint.isPresent() && (hint.getAsLong() < 0 || hint.getAsLong() > newest())) {
            fault(
                    TableFault.Kind.WRONG_HINT,
                    Log.HINT,
                    "it names a checkpoint of version " + Long.toUnsignedString(hint.getAsLong())
                            + ", the newest version in the log is " + newest());
        }
    }

    /** Checks that the marker which a checkpoint names exists. */
    private void checkMarkers() {
        long known = best.map(state -> state.floor().marker()).orElse(0L);
        if (known > floors.last()) {
            fault(
                    TableFault.Kind.DAMAGED_FLOOR,
                    Floors.name(known),
                    "it is missing, though a checkpoint names it as the last marker");
        }
    }

    private void fault(TableFault.Kind kind, String path, StoaException e) {
        fault(kind, path, log.withoutPath(path, e));
    }

    private void fault(TableFault.Kind kind, String path, String what) {
        faults.add(new TableFault(kind, path, what, true));
    }

    /** The faults of the log. */
    public List<TableFault> faults() {
        return faults;
    }

    /** The readable entries, without their keys. */
    NavigableMap<Long, LogContents> entries() {
        return entries;
    }

    /** The damaged entries of which everything but the bounds of values is readable. */
    public NavigableSet<Long> withoutBounds() {
        return withoutBounds;
    }

    /** The lost entries that a repair can write anew, by version. */
    NavigableMap<Long, LostEntry> lostEntries() {
        return lostEntries;
    }

    /** The versions of all entries, damaged ones too. */
    public NavigableSet<Long> listedEntries() {
        return listedEntries;
    }

    /** The versions of all checkpoints, damaged ones too. */
    public NavigableSet<Long> listedCheckpoints() {
        return listedCheckpoints;
    }

    /** The paths of the parts that the readable checkpoints share. */
    public Set<String> parts() {
        return parts.paths();
    }

    /** The versions of the checkpoints that are readable and agree with the entries. */
    NavigableSet<Long> goodCheckpoints() {
        return goodCheckpoints;
    }

    /** The newest version with an entry or a checkpoint, or -1. */
    public long newest() {
        return Math.max(
                listedEntries.isEmpty() ? -1 : listedEntries.last(),
                listedCheckpoints.isEmpty() ? -1 : listedCheckpoints.last());
    }

    /** The first version with an entry, or -1. */
    public long firstEntry() {
        return listedEntries.isEmpty() ? -1 : listedEntries.first();
    }

    /** The oldest version whose state is known, or -1. */
    public long oldest() {
        return oldest;
    }

    /** The oldest version with a state of its own from which unbroken entries lead to the newest version, or -1. */
    long base() {
        return base;
    }

    /** The state of {@link #base}. */
    TableState baseState() {
        return baseState.orElseThrow();
    }

    /** What was found of floor markers. */
    FloorAudit floors() {
        return floors;
    }

    /** The state of the newest version whose state is known, if any. */
    public Optional<TableState> best() {
        return best;
    }

    /** The state where the entries that lead to {@link #best} begin: version 0, or a checkpoint. */
    Optional<TableState> start() {
        return start;
    }

    /** The files that versions of known state reference. */
    public Collection<FileUse> uses() {
        return uses.values();
    }
}
