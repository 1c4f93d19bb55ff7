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

import dev.stoa.format.Field;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.RowRanges;
import dev.stoa.table.internal.check.FileUse;
import dev.stoa.table.internal.check.LogAudit;
import dev.stoa.table.internal.check.LogRepair;
import dev.stoa.table.internal.check.LostTags;
import dev.stoa.table.internal.check.NamedFileCheck;
import dev.stoa.table.internal.check.RepairSteps;
import dev.stoa.table.internal.check.RowSalvage;
import dev.stoa.table.internal.compact.Rewriting;
import dev.stoa.table.internal.log.BranchFolder;
import dev.stoa.table.internal.log.Floors;
import dev.stoa.table.internal.log.FolderFiles;
import dev.stoa.table.internal.log.Fragments;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.PlainFolder;
import dev.stoa.table.internal.log.TableState;
import dev.stoa.table.internal.scan.FragmentScan;
import dev.stoa.table.internal.schema.TableColumn;
import dev.stoa.vio.Folder;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;

/**
 * Repairs a table: {@link #plan} first writes nothing and says what the repair does and loses, then {@link #apply} does it. The
 * repair restores the log, then the files that a copy has, then the readable rows of damaged files. It deletes nothing: it moves
 * replaced and foreign files into a folder {@code _stoa/damaged-} and the time. No writer may work with the table meanwhile. After
 * a stopped repair, plan and apply another one. For one thread.
 */
public final class TableRepair {
    private static final String OPERATION = "repair";
    private static final long FILE_BYTES = 256L << 20;

    private final Folder folder;
    private final RepairOptions options;
    private final TableSettings settings;
    private final RepairSteps steps;
    private final List<String> losses = new ArrayList<>();
    private final List<String> unrepaired = new ArrayList<>();
    private final List<String> rewrites = new ArrayList<>();
    private final Map<UUID, RowSalvage> salvaged = new LinkedHashMap<>();
    private final Map<UUID, Set<UUID>> dropped = new LinkedHashMap<>();
    private final Set<String> damaged = new LinkedHashSet<>();
    private Log.Listing seen;
    private TableState state;
    /** The oldest version that the log shows before the repair gives up more, as they need damaged files. */
    private long oldest;

    private long rows;
    private boolean isUnfinished;

    private TableRepair(Folder folder, RepairOptions options, TableSettings settings) {
        this.folder = folder;
        this.options = options;
        this.settings = settings;
        this.steps = new RepairSteps(folder);
    }

    /**
     * Finds the faults of a table, and the steps that repair them. It reads all data.
     *
     * @throws TableException if the folder has no log, or the rest of the log shows no version
     * @throws dev.stoa.format.UnsupportedFileException if a newer release wrote the log
     * @throws IOException if the store fails
     */
    public static TableRepair plan(
            Folder folder, RepairOptions options, TableSettings settings, TableVerifier.Progress progress)
            throws IOException {
        if (!PlainFolder.isTable(folder)) {
            throw new TableException(folder.id() + ": no table: it has no folder " + Log.FOLDER);
        }
        TableRepair repair = new TableRepair(folder, options, settings);
        repair.seen = new Log(folder).list();
        LogAudit audit = new LogRepair(repair.steps, options, settings, repair.losses).plan();
        repair.state = audit.best().orElseThrow();
        repair.oldest = audit.oldest();
        repair.planFiles(audit, progress);
        repair.planBranches();
        repair.rows = repair.countRows();
        return repair;
    }

    private void planFiles(LogAudit audit, TableVerifier.Progress progress) throws IOException {
        TableReport report = TableVerifier.verifyAlone(steps.planned(), progress);
        Map<String, FileUse> uses = new LinkedHashMap<>();
        audit.uses().forEach(use -> uses.merge(use.path(), use, (a, b) -> b.isNewest() ? b : a));
        Set<String> done = new HashSet<>();
        Set<UUID> broken = new LinkedHashSet<>();
        for (TableFault fault : report.faults()) {
            if (!done.add(fault.path())) {
                continue;
            }
            Optional<FileUse> use = Optional.ofNullable(uses.get(fault.path()));
            if (fault.kind() == TableFault.Kind.DAMAGED_INDEX) {
                steps.setAside(fault.path(), "the index is damaged; make it anew by 'stoa index'");
            } else if (use.isEmpty() || fault.kind() == TableFault.Kind.UNDECLARED_ROWS) {
                unrepaired.add(fault + ": " + fault.kind().remedy());
            } else if (fault.kind() != TableFault.Kind.WRONG_ENTRY && isCopied(use.get())) {
                steps.copy(fault.path(), options.copy().orElseThrow());
            } else if (!fault.ofNewest() && state.info().operation().equals(OPERATION)) {
                isUnfinished = true; // a repair was stopped before it was done with the older versions
                damaged.add(fault.path());
            } else if (!fault.ofNewest()) {
                unrepaired.add(fault + ": only older versions need it: restore it from a copy, or forget them by"
                        + " 'stoa expire'");
            } else if (use.get().sidecar().isPresent() && fault.kind() != TableFault.Kind.WRONG_ENTRY) {
                drop(use.get());
            } else {
                broken.add(use.get().fragment().id());
                if (fault.kind() != TableFault.Kind.WRONG_ENTRY) {
                    damaged.add(fault.path());
                }
            }
        }
        for (UUID fragment : broken) {
            salvage(fragment);
        }
    }

    /** Takes files that only branches reference from the copy. Names the rest of their damage. */
    private void planBranches() throws IOException {
        for (Map.Entry<String, TableBranch> named :
                state.properties().branches().entrySet()) {
            String name = named.getKey();
            BranchFolder branch = BranchFolder.of(steps.planned(), name, named.getValue());
            String remedy =
                    ": restore it from a copy of the table, or drop the branch by 'stoa table branch TABLE --drop "
                            + name + "'";
            if (!PlainFolder.isTable(branch)) {
                unrepaired.add("in the branch '" + name + "': its log is gone" + remedy);
                continue;
            }
            Map<String, FileUse> uses = new LinkedHashMap<>();
            LogAudit.read(new Log(branch)).uses().forEach(use -> uses.put(use.path(), use));
            for (TableFault fault :
                    TableVerifier.verifyAlone(branch, (bytes, of) -> {}).faults()) {
                FileUse use = uses.get(fault.path());
                boolean isFile = use != null && fault.kind() != TableFault.Kind.WRONG_ENTRY;
                if (isFile && isCopied(use)) {
                    steps.copy(fault.path(), options.copy().orElseThrow());
                } else {
                    unrepaired.add("in the branch '" + name + "': " + branch.inTable(fault.path()) + ": " + fault.what()
                            + remedy);
                }
            }
        }
    }

    /** Whether the copy has the very file that the log names, and it is sound. */
    private boolean isCopied(FileUse use) throws IOException {
        return options.copy().isPresent()
                && new NamedFileCheck(options.copy().get(), true)
                        .check(use.path(), use.identity(), bytes -> {})
                        .isEmpty();
    }

    private void drop(FileUse use) {
        SidecarFile sidecar = use.sidecar().orElseThrow();
        dropped.computeIfAbsent(use.fragment().id(), id -> new LinkedHashSet<>())
                .add(sidecar.identity().uuid());
        damaged.add(sidecar.path());
        losses.add("the changes of version " + sidecar.version() + " to "
                + use.fragment().files().get(0).path() + ": " + sidecar.deletedRows()
                + " rows that it deleted are back, and values that it changed in the fields " + sidecar.fields()
                + " are the old ones");
    }

    private void salvage(UUID id) throws IOException {
        Snapshot snapshot = withoutDropped(steps.planned(), state);
        Fragment fragment = snapshot.fragment(id).orElseThrow();
        RowSalvage salvage = salvage(snapshot, fragment);
        salvage.examine();
        salvaged.put(id, salvage);
        String path = fragment.files().get(0).path();
        rewrites.add(path + ": written anew: " + salvage.kept() + " of " + fragment.liveRows() + " rows are kept");
        salvage.lost().forEach(part -> losses.add(path + ": " + part));
        for (RowSalvage.Part part : salvage.nulled()) {
            losses.add(path + ": " + part + " become nulls");
        }
    }

    private RowSalvage salvage(Snapshot snapshot, Fragment fragment) {
        Set<Integer> declared = new HashSet<>(snapshot.properties().key());
        snapshot.properties().sortedBy().forEach(column -> declared.add(column.fieldId()));
        snapshot.properties().partitionedBy().forEach(column -> declared.add(column.fieldId()));
        Set<String> nullable = snapshot.schema().fields().stream()
                .filter(field ->
                        field.nullable() && !declared.contains(field.fieldId().getAsInt()))
                .map(Field::name)
                .collect(Collectors.toSet());
        return new RowSalvage(
                snapshot.schema(), source(snapshot, fragment), fragment.rows(), nullable, options.nullsForLost());
    }

    private static RowSalvage.Source source(Snapshot snapshot, Fragment fragment) {
        return (columns, first, end) -> FragmentScan.open(
                snapshot.image(),
                fragment,
                columns.stream()
                        .map(field -> new TableColumn(ColumnPath.of(field.name()), List.of(field)))
                        .toList(),
                Optional.empty(),
                Optional.of(RowRanges.between(first, end)));
    }

    private Snapshot withoutDropped(Folder of, TableState state) throws IOException {
        Map<UUID, Fragment> fragments = new LinkedHashMap<>(state.fragments());
        dropped.forEach((id, sidecars) -> {
            for (UUID sidecar : sidecars) {
                fragments.put(id, fragments.get(id).without(sidecar).orElseThrow());
            }
        });
        return Snapshot.alone(
                of,
                new TableState(
                        state.position(),
                        state.info(),
                        state.schema(),
                        state.properties(),
                        state.features(),
                        Fragments.of(fragments)));
    }

    /** Whether the plan has no steps. */
    public boolean isEmpty() {
        return steps.isEmpty() && !forgets();
    }

    /** The steps of the repair, a line each. */
    public List<String> steps() {
        List<String> all = new ArrayList<>(steps.texts());
        dropped.forEach(
                (fragment, sidecars) -> all.add("fragment " + fragment + ": goes on without the sidecars " + sidecars));
        all.addAll(rewrites);
        damaged.forEach(path -> all.add(path + ": set aside, if it is there"));
        if (forgets()) {
            all.add("the log: set aside below the repaired version, as older versions need what is damaged");
        }
        return all;
    }

    /** The losses: commits, versions, rows by their numbers in their files, and columns. */
    public List<String> losses() {
        List<String> all = new ArrayList<>(losses);
        if (forgets()) {
            all.add("the versions up to " + state.version()
                    + " can no longer be read, but the newest is what the repair makes");
            all.addAll(LostTags.texts(state.properties(), oldest, state.version() + 1));
        }
        return all;
    }

    /** The faults that remain. */
    public List<String> unrepaired() {
        return List.copyOf(unrepaired);
    }

    private boolean changesRows() {
        return !salvaged.isEmpty() || !dropped.isEmpty();
    }

    /** Whether older versions need what is damaged, and are forgotten. */
    private boolean forgets() {
        return changesRows() || isUnfinished;
    }

    /** How many rows the newest version has after the repair. */
    public long rows() {
        return rows;
    }

    private long countRows() throws IOException {
        long count = 0;
        for (Fragment fragment : withoutDropped(folder, state).fragments()) {
            RowSalvage salvage = salvaged.get(fragment.id());
            count += salvage == null ? fragment.liveRows() : salvage.kept();
        }
        return count;
    }

    /**
     * Does it.
     *
     * @param progress receives the number of rows written since the last call
     * @return the folder, relative to the table's, that holds what was moved, if anything was
     * @throws TableException if the log was changed since the repair was planned
     * @throws dev.stoa.format.UnsupportedFileException if the table needs writer features that this release does not know
     * @throws IOException if the store fails; plan and apply it again then
     */
    public Optional<String> apply(LongConsumer progress) throws IOException {
        Log.Listing now = new Log(folder).list();
        if (!now.entries().equals(seen.entries()) || !now.checkpoints().equals(seen.checkpoints())) {
            throw new TableException(folder.id()
                    + ": its log was changed since the repair was planned: stop all writers, and plan it again");
        }
        if (isEmpty()) {
            return Optional.empty();
        }
        state.features().checkWritable(folder.id());
        String aside = Log.FOLDER + "/" + FolderFiles.SET_ASIDE
                + DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss.SSS'Z'", Locale.ROOT)
                        .format(settings.clock().instant().atOffset(ZoneOffset.UTC));
        steps.apply(aside);
        if (changesRows()) {
            state = rewrite(progress);
        }
        if (forgets()) {
            cut(aside);
            for (String path : damaged) {
                RepairSteps.moveAside(folder, path, aside);
            }
        }
        return Optional.of(aside);
    }

    /** Commits the readable rows. If it is known that nothing of them is visible, none of their files stays. */
    private TableState rewrite(LongConsumer progress) throws IOException {
        Transaction transaction = Table.open(folder, settings).begin(OPERATION);
        Snapshot snapshot = withoutDropped(folder, transaction.snapshot().state());
        Rewriting rewriting = new Rewriting(transaction, WriterOptions.DEFAULT);
        return rewriting
                .commit(() -> {
                    for (Map.Entry<UUID, RowSalvage> entry : salvaged.entrySet()) {
                        Fragment fragment = snapshot.fragment(entry.getKey()).orElseThrow();
                        RowSalvage kept = entry.getValue().from(source(snapshot, fragment));
                        List<FragmentWriter.Written> files = write(snapshot, kept, progress);
                        files.forEach(file -> rewriting.newFile(file.path()));
                        for (FragmentWriter.Written file : files) {
                            transaction.addFragment(file.path(), Optional.ofNullable(file.partition()));
                        }
                        transaction.removeFragment(fragment.id());
                    }
                    dropSidecars(transaction);
                })
                .state();
    }

    private void dropSidecars(Transaction transaction) throws IOException {
        for (Map.Entry<UUID, Set<UUID>> entry : dropped.entrySet()) {
            if (!salvaged.containsKey(entry.getKey())) {
                for (UUID sidecar : entry.getValue()) {
                    transaction.dropSidecar(entry.getKey(), sidecar);
                }
            }
        }
    }

    /** Writes rows to new files. If that fails, none stays. */
    private static List<FragmentWriter.Written> write(Snapshot snapshot, RowSalvage rows, LongConsumer progress)
            throws IOException {
        FragmentWriter writer = new FragmentWriter(snapshot, WriterOptions.DEFAULT, FILE_BYTES);
        boolean isDone = false;
        try {
            rows.read(batch -> {
                writer.write(batch);
                progress.accept(batch.selectedCount());
            });
            List<FragmentWriter.Written> files = writer.finish();
            isDone = true;
            return files;
        } finally {
            if (!isDone) {
                writer.abort();
            }
        }
    }

    /** Moves the log of all older versions aside, from the first one on, after it has written a checkpoint of a version. */
    private void cut(String aside) throws IOException {
        Log log = new Log(folder);
        if (log.checkpoint(state.version()).isEmpty()) {
            log.createCheckpoint(state);
        }
        log.leaveWord(state.version());
        new Floors(folder).raise(state, settings.clock().instant());
        Log.Listing listing = log.list();
        for (long version : listing.checkpoints().headSet(state.version(), false)) {
            RepairSteps.moveAside(folder, Log.checkpointName(version), aside);
        }
        for (long version : listing.entries().headSet(state.version(), false)) {
            RepairSteps.moveAside(folder, Log.entryName(version), aside);
        }
    }
}
