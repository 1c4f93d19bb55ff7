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

import dev.stoa.delta.TooManyChangesException;
import dev.stoa.format.StoaException;
import dev.stoa.reader.IndexFileNames;
import dev.stoa.reader.StoaFile;
import dev.stoa.reader.Verifier;
import dev.stoa.table.internal.check.EntryCheck;
import dev.stoa.table.internal.check.FileUse;
import dev.stoa.table.internal.check.LogAudit;
import dev.stoa.table.internal.check.LostTags;
import dev.stoa.table.internal.check.NamedFileCheck;
import dev.stoa.table.internal.check.RowCheck;
import dev.stoa.table.internal.check.SidecarCheck;
import dev.stoa.table.internal.log.BranchFolder;
import dev.stoa.table.internal.log.Floors;
import dev.stoa.table.internal.log.FolderFiles;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.PlainFolder;
import dev.stoa.table.internal.log.TableState;
import dev.stoa.vio.Folder;
import dev.stoa.vio.RangeSource;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;

/**
 * Checks a whole table, from its log on. Every entry and checkpoint is readable, and they agree. Every file that a
 * retained version references has the identity, structure, counts and bounds that the log records, and on request sound
 * data. The rows of the newest version obey the declarations. Writers may go on meanwhile. For one thread.
 */
public final class TableVerifier {
    /** So often it starts again when an expiry has removed what it was about to read. */
    private static final int ATTEMPTS = 3;

    private final Folder folder;
    private final boolean readsData;
    private final Progress progress;
    private final boolean readsBranches;

    /** The paths of the files that versions of the table and of its branches reference, and of their indexes. */
    private final Set<String> referenced = new HashSet<>();

    private final List<TableFault> faults = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private boolean hidesFiles;

    private TableVerifier(Folder folder, boolean readsData, Progress progress, boolean readsBranches) {
        this.folder = folder;
        this.readsData = readsData;
        this.progress = progress;
        this.readsBranches = readsBranches;
    }

    /** Receives the progress of the work. */
    @FunctionalInterface
    public interface Progress {
        /** Reports the number of checked bytes of files, and of all. */
        void checked(long bytes, long ofBytes);
    }

    /**
     * Verifies a table.
     *
     * @param readsData whether all data is read; without, only what describes it
     * @throws TableException if the folder has no log
     * @throws dev.stoa.format.UnsupportedFileException if a newer release wrote the log
     * @throws IOException if the store fails
     */
    public static TableReport verify(Folder folder, boolean readsData, Progress progress) throws IOException {
        return verify(folder, readsData, progress, true);
    }

    /** Verifies a table without its branches. */
    static TableReport verifyAlone(Folder folder, Progress progress) throws IOException {
        return verify(folder, true, progress, false);
    }

    private static TableReport verify(Folder folder, boolean readsData, Progress progress, boolean readsBranches)
            throws IOException {
        if (!PlainFolder.isTable(folder)) {
            throw new TableException(folder.id() + ": no table: it has no folder " + Log.FOLDER);
        }
        for (int attempt = 1; ; attempt++) {
            TableVerifier verifier = new TableVerifier(folder, readsData, progress, readsBranches);
            NavigableMap<String, Folder.Entry> present =
                    FolderFiles.list(folder); // first: what is written later is unknown to it
            LogAudit audit = LogAudit.read(new Log(folder));
            try {
                TableReport report = verifier.run(audit, present);
                if (report.isSound() || attempt == ATTEMPTS || !isExpired(folder, audit)) {
                    return report;
                }
            } catch (IOException e) { // perhaps a file went between two looks at it
                if (attempt == ATTEMPTS || !isExpired(folder, audit)) {
                    throw e;
                }
            }
        }
    }

    /** Whether an expiry has raised the floor since the log was read: from then on it removes files that only older versions need. */
    private static boolean isExpired(Folder folder, LogAudit audit) throws IOException {
        return new Floors(folder).exists(audit.lastMarker() + 1);
    }

    private TableReport run(LogAudit audit, NavigableMap<String, Folder.Entry> present) throws IOException {
        faults.addAll(audit.faults());
        hidesFiles = audit.hidesFiles();
        List<FileUse> sound = checkFiles(audit);
        new EntryCheck(folder, readsData).check(sound, (use, what) -> fault(TableFault.Kind.WRONG_ENTRY, use, what));
        audit.uses().forEach(use -> referenced.add(use.path()));
        Set<String> indexes = checkIndexes(present, sound);
        referenced.addAll(indexes);
        audit.best().ifPresent(state -> notes.addAll(LostTags.texts(state.properties(), 0, audit.oldest())));
        if (readsBranches && audit.best().isPresent()) {
            checkBranches(audit.best().get().properties().branches(), present);
        }
        if (readsData) {
            checkRows(audit);
        }
        int dataFiles = (int)
                audit.uses().stream().filter(use -> use.data().isPresent()).count();
        Map<Boolean, List<Expiry.OldFile>> others = unreferenced(present, audit).stream()
                .collect(Collectors.partitioningBy(
                        file -> hidesFiles || file.path().startsWith(Log.PARTS + "/") && audit.hidesParts()));
        return new TableReport(
                audit.oldest(),
                audit.newest(),
                audit.listedEntries().size(),
                audit.listedCheckpoints().size(),
                dataFiles,
                audit.uses().size() - dataFiles,
                indexes.size(),
                faults,
                notes,
                others.get(false),
                others.get(true));
    }

    /** Checks the data files and sidecars of all versions. Returns the data files without a fault. */
    private List<FileUse> checkFiles(LogAudit audit) throws IOException {
        long all =
                audit.uses().stream().mapToLong(use -> use.identity().length()).sum();
        long[] done = new long[1];
        NamedFileCheck named = new NamedFileCheck(folder, readsData);
        Map<UUID, Fragment> newest =
                audit.best().isPresent() ? audit.best().get().fragments() : Map.of();
        SidecarCheck sidecars = new SidecarCheck(folder, newest, readsData);
        List<FileUse> sound = new ArrayList<>();
        for (FileUse use : audit.uses()) {
            long before = done[0];
            LongConsumer more = bytes -> {
                done[0] += bytes;
                progress.checked(done[0], all);
            };
            List<NamedFileCheck.Problem> problems = use.sidecar().isPresent()
                    ? named.check(use.sidecar().get(), more)
                    : named.check(use.path(), use.identity(), more);
            done[0] = before + use.identity().length();
            progress.checked(done[0], all);
            problems.forEach(problem -> fault(kind(problem.kind(), use), use, problem.what()));
            if (problems.isEmpty() && use.sidecar().isPresent()) {
                check(use, sidecars);
            } else if (problems.isEmpty()) {
                sound.add(use);
            }
        }
        return sound;
    }

    /** Checks the rows of the newest version against what the table declares, if all of them can be read. */
    private void checkRows(LogAudit audit) throws IOException {
        Optional<TableState> newest = audit.best().filter(state -> state.version() == audit.newest());
        boolean isReadable = faults.stream()
                .noneMatch(fault -> fault.ofNewest() && !fault.kind().isOfLog());
        if (newest.isPresent() && isReadable) {
            new RowCheck(Snapshot.alone(folder, newest.get()), notes)
                    .check((kind, path, what) -> faults.add(new TableFault(kind, path, what, true)), rows -> {});
        } else {
            notes.add("declared order, keys and partitions were not checked, as not all rows can be read");
        }
    }

    /**
     * Checks the logs of branches and all that they reference, also files that the table has checked: a branch may have them otherwise.
     */
    private void checkBranches(Map<String, TableBranch> branches, NavigableMap<String, Folder.Entry> present)
            throws IOException {
        for (Map.Entry<String, TableBranch> named : branches.entrySet()) {
            BranchFolder branch = BranchFolder.of(folder, named.getKey(), named.getValue());
            TableVerifier other = new TableVerifier(branch, readsData, (bytes, of) -> {}, false);
            TableReport report = other.run(LogAudit.read(new Log(branch)), new TreeMap<>());
            hidesFiles |= other.hidesFiles;
            String where = "in the branch '" + named.getKey() + "': ";
            for (TableFault fault : report.faults()) {
                faults.add(new TableFault(
                        fault.kind(), branch.inTable(fault.path()), where + fault.what(), fault.ofNewest()));
            }
            report.notes().forEach(note -> notes.add(where + note));
            referenced.addAll(other.referenced);
            String log = branch.inTable(Log.FOLDER) + "/";
            present.tailMap(log, false).keySet().stream()
                    .takeWhile(path -> path.startsWith(log))
                    .forEach(referenced::add);
        }
    }

    private void check(FileUse use, SidecarCheck check) throws IOException {
        try {
            check.check(use).ifPresent(problem -> fault(problem.kind(), use, problem.what()));
        } catch (TooManyChangesException e) {
            notes.add(use.path() + ": what it says was not checked, its checksums are right: " + e.getMessage());
        }
    }

    private static TableFault.Kind kind(NamedFileCheck.Wrong wrong, FileUse use) {
        boolean isData = use.data().isPresent();
        return switch (wrong) {
            case MISSING -> isData ? TableFault.Kind.MISSING_DATA : TableFault.Kind.MISSING_SIDECAR;
            case REPLACED -> isData ? TableFault.Kind.REPLACED_DATA : TableFault.Kind.REPLACED_SIDECAR;
            case DAMAGED -> isData ? TableFault.Kind.DAMAGED_DATA : TableFault.Kind.DAMAGED_SIDECAR;
        };
    }

    private void fault(TableFault.Kind kind, FileUse use, String what) {
        String prefix = folder.id() + "/" + use.path() + ": ";
        String fault = what.startsWith(prefix) ? what.substring(prefix.length()) : what;
        faults.add(new TableFault(kind, use.path(), withoutRemedy(fault), use.isNewest()));
    }

    /** Removes a reader's advice for a damaged file: the kind of the fault has it. */
    private static String withoutRemedy(String what) {
        String advice = "; restore the file from a copy";
        return what.endsWith(advice) ? what.substring(0, what.length() - advice.length()) : what;
    }

    /** Returns the paths of all files. */
    private Set<String> checkIndexes(NavigableMap<String, Folder.Entry> present, List<FileUse> files)
            throws IOException {
        Set<String> checked = new HashSet<>();
        for (FileUse use : files) {
            int slash = use.path().lastIndexOf('/') + 1;
            String prefix = use.path().substring(0, slash) + "_" + use.path().substring(slash) + ".";
            for (String path : present.tailMap(prefix, true).keySet()) {
                if (!path.startsWith(prefix)) {
                    break;
                }
                if (IndexFileNames.isOf(path.substring(slash), use.path().substring(slash)) && checked.add(path)) {
                    checkIndex(use, path);
                }
            }
        }
        return checked;
    }

    private void checkIndex(FileUse use, String path) throws IOException {
        try (StoaFile file = StoaFile.open(
                        folder.open(use.path(), OptionalLong.of(use.identity().length())));
                RangeSource index = folder.open(path, OptionalLong.empty())) {
            List<Verifier.Problem> problems;
            if (readsData) {
                Verifier.IndexReport report = Verifier.verifyIndex(index, file, (rows, of) -> {});
                problems = report.problems();
                if (report.isStale()) {
                    notes.add(path + ": it is an index of another file, and not used: make it anew by 'stoa index'");
                }
            } else {
                problems = Verifier.verifyMetadata(index);
            }
            if (!problems.isEmpty()) {
                faults.add(new TableFault(
                        TableFault.Kind.DAMAGED_INDEX, path, problems.get(0).toString(), use.isNewest()));
            }
        } catch (FileNotFoundException e) {
            notes.add(path + ": it was dropped meanwhile");
        } catch (StoaException e) {
            faults.add(new TableFault(TableFault.Kind.DAMAGED_INDEX, path, e.getMessage(), use.isNewest()));
        }
    }

    private List<Expiry.OldFile> unreferenced(NavigableMap<String, Folder.Entry> present, LogAudit audit) {
        Set<String> known = new HashSet<>(referenced);
        known.add(Log.HINT);
        audit.listedEntries().forEach(version -> known.add(Log.entryName(version)));
        audit.listedCheckpoints().forEach(version -> known.add(Log.checkpointName(version)));
        known.addAll(audit.parts());
        List<Expiry.OldFile> files = new ArrayList<>();
        for (Map.Entry<String, Folder.Entry> file : present.entrySet()) {
            String path = file.getKey();
            int slash = path.lastIndexOf('/') + 1;
            Optional<String> indexed =
                    IndexFileNames.dataFile(path.substring(slash)).map(name -> path.substring(0, slash) + name);
            if (!known.contains(path)
                    && !Floors.isName(path)
                    && !indexed.filter(referenced::contains).isPresent()) {
                files.add(new Expiry.OldFile(path, file.getValue().length()));
            }
        }
        return files;
    }
}
