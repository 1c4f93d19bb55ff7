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
package dev.stoa.cli.internal.browse;

import static dev.stoa.cli.internal.browse.FileViews.number;

import dev.stoa.cli.internal.arguments.Sizes;
import dev.stoa.cli.internal.print.BoundText;
import dev.stoa.cli.internal.print.ColumnCells;
import dev.stoa.cli.internal.print.Counted;
import dev.stoa.cli.internal.print.PartitionNames;
import dev.stoa.format.Field;
import dev.stoa.reader.BatchSource;
import dev.stoa.reader.ColumnBounds;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.Filter;
import dev.stoa.reader.StoaFile;
import dev.stoa.table.CommitSize;
import dev.stoa.table.DataFile;
import dev.stoa.table.Fragment;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableScan;
import dev.stoa.table.TableScanBuilder;
import dev.stoa.vio.RangeSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;

/** The views of a version of a table: columns, rows, log, files with sidecars, and what a filter rules out. */
final class TableViews {
    private static final int MOST_COMMITS = 1000;

    private final Table table;
    private final Snapshot snapshot;
    private final List<Part> parts = new ArrayList<>();
    private final Map<Integer, String> names = new LinkedHashMap<>();
    private final PartitionNames partitions;

    /** A file or sidecar of the table. */
    private record Part(
            Fragment fragment, Optional<SidecarFile> sidecar, String path, long bytes, long deleted, String changes) {}

    private TableViews(Table table, Snapshot snapshot) throws IOException {
        this.table = table;
        this.snapshot = snapshot;
        snapshot.schema().fields().forEach(field -> field.fieldId().ifPresent(id -> names.put(id, field.name())));
        partitions = new PartitionNames(names);
        for (Fragment fragment : snapshot.fragments()) {
            for (DataFile file : fragment.files()) {
                String columns = file.fields().map(this::names).orElse("");
                parts.add(new Part(
                        fragment, Optional.empty(), file.path(), file.identity().length(), 0, columns));
            }
            for (SidecarFile file : fragment.sidecars()) {
                String changes = names(file.fields())
                        + file.inserted().map(id -> "rows of " + id).orElse("");
                parts.add(new Part(
                        fragment,
                        Optional.of(file),
                        file.isInLog() ? "in the log" : file.path(),
                        file.identity().length(),
                        file.deletedRows(),
                        changes));
            }
        }
    }

    private String names(List<Integer> ids) {
        return String.join(
                ",", ids.stream().map(id -> names.getOrDefault(id, "dropped")).toList());
    }

    /** The first view of a version. */
    static View menu(Table table, Snapshot snapshot, String title) throws IOException {
        return new TableViews(table, snapshot).menu(title);
    }

    private View menu(String title) throws IOException {
        List<MenuView.Entry> entries = new ArrayList<>(List.of(
                new MenuView.Entry("columns", number(snapshot.schema().fields().size()), this::columns),
                new MenuView.Entry("rows", number(snapshot.rowCount()), () -> rows("rows", Optional.empty())),
                new MenuView.Entry("files", number(parts.size()), this::files)));
        if (!table.isPlain()) {
            entries.add(new MenuView.Entry("log", Counted.text("%,d version[s]", snapshot.version() + 1), this::log));
        }
        return new MenuView(
                title,
                List.of(Counted.text(
                        "version %,d of %s, %s: %,d row[s] in %,d fragment[s], %s",
                        snapshot.version(),
                        snapshot.time(),
                        snapshot.commit().operation(),
                        snapshot.rowCount(),
                        snapshot.fragmentCount(),
                        Sizes.text(parts.stream().mapToLong(Part::bytes).sum()))),
                entries,
                (text, filter) -> Optional.of(filtered(text, filter)),
                () -> {
                    // a table holds nothing open
                });
    }

    private View columns() throws IOException {
        List<List<String>> lines = new ArrayList<>();
        for (Field field : snapshot.schema().fields()) {
            Optional<ColumnBounds> bounds = field.type().kind().isNested()
                    ? Optional.empty()
                    : snapshot.bounds(snapshot.fragments(), field.fieldId().getAsInt());
            lines.add(List.of(
                    field.name(),
                    ColumnCells.type(field),
                    bounds.map(b -> number(b.nullCount())).orElse(""),
                    bounds.map(b -> BoundText.of(b.min(), b.minExact())).orElse(""),
                    bounds.map(b -> BoundText.of(b.max(), b.maxExact())).orElse("")));
        }
        return new ListView(
                "columns",
                List.of("The bounds come from the log. They may include deleted rows."),
                List.of("column", "type", ">nulls", "min", "max"),
                lines.size(),
                lines::get,
                ListView.Opener.NOTHING);
    }

    private View log() throws IOException {
        List<CommitSize> commits = CommitSize.last(table, MOST_COMMITS);
        return new ListView(
                "log",
                List.of("Enter opens the version. The list has the last " + number(MOST_COMMITS) + " commits at most."),
                List.of(">version", "time", "operation", ">rows", ">change", ">files", ">bytes"),
                commits.size(),
                i -> {
                    CommitSize size = commits.get(i);
                    return List.of(
                            number(size.commit().version()),
                            size.commit().time().toString(),
                            size.commit().operation(),
                            number(size.rows()),
                            size.rowChange() == 0 ? "" : String.format(Locale.ROOT, "%+,d", size.rowChange()),
                            number(size.files()),
                            Sizes.text(size.bytes()));
                },
                i -> {
                    long version = commits.get(i).commit().version();
                    return Optional.of(menu(table, table.snapshotAt(version), "version " + number(version)));
                });
    }

    private View files() {
        return new ListView(
                "files",
                List.of(),
                List.of("file", ">bytes", ">rows", ">deleted", "changes", "partition", "path"),
                parts.size(),
                i -> cells(parts.get(i)),
                i -> Optional.of(file(parts.get(i))));
    }

    private List<String> cells(Part part) {
        boolean isData = part.sidecar().isEmpty();
        return List.of(
                isData ? "data" : "sidecar",
                number(part.bytes()),
                isData ? number(part.fragment().rows()) : "",
                isData ? "" : number(part.deleted()),
                part.changes(),
                partitions.text(part.fragment().partition()),
                part.path());
    }

    private View file(Part part) throws IOException {
        RangeSource source = part.sidecar().isPresent()
                ? part.sidecar().get().source(table.folder())
                : table.folder().open(part.path(), OptionalLong.of(part.bytes()));
        StoaFile file = StoaFile.open(source);
        String note = part.sidecar().isEmpty()
                ? "This is the file as its writer left it: sidecars of the table are not applied."
                : "This is a sidecar: it has one row, whose columns hold the changes.";
        return FileViews.menu(file, part.path(), note);
    }

    private TableScanBuilder scan(Optional<Filter> filter) {
        TableScanBuilder builder = snapshot.scan();
        filter.ifPresent(builder::filter);
        return builder;
    }

    private View rows(String name, Optional<Filter> filter) throws IOException {
        OptionalLong size = filter.isPresent() ? OptionalLong.empty() : OptionalLong.of(snapshot.rowCount());
        List<String> columns =
                snapshot.schema().fields().stream().map(Field::name).toList();
        return new RowsView(name, columns, size, new RowsView.Source() {
            @Override
            public BatchSource open(List<ColumnPath> read, long first) throws IOException {
                return scan(filter).select(read).batchRows(RowsView.MOST_ROWS).build();
            }

            @Override
            public boolean beginsAnywhere() {
                return false;
            }
        });
    }

    /** Shows the fragments that the log rules out. It opens no file. */
    private View filtered(String text, Filter filter) throws IOException {
        Set<UUID> read = new HashSet<>();
        try (TableScan scan = scan(Optional.of(filter)).build()) {
            scan.fragments().forEach(fragment -> read.add(fragment.id()));
        }
        List<Part> left = parts.stream()
                .filter(part -> read.contains(part.fragment().id()))
                .toList();
        return new MenuView(
                "where " + text,
                List.of(Counted.text(
                        "%,d of %,d fragment[s] ruled out by the log; the others have %s of %s",
                        snapshot.fragmentCount() - read.size(),
                        snapshot.fragmentCount(),
                        Sizes.text(left.stream().mapToLong(Part::bytes).sum()),
                        Sizes.text(parts.stream().mapToLong(Part::bytes).sum()))),
                List.of(
                        new MenuView.Entry("rows that match", "", () -> rows("rows", Optional.of(filter))),
                        new MenuView.Entry("files", number(parts.size()), () -> verdicts(read))),
                MenuView.Filtering.NONE,
                () -> {
                    // a table holds nothing open
                });
    }

    private View verdicts(Set<UUID> read) {
        return new ListView(
                "files",
                List.of(),
                List.of("verdict", "file", ">bytes", ">rows", ">deleted", "changes", "partition", "path"),
                parts.size(),
                i -> {
                    List<String> cells = new ArrayList<>(
                            List.of(read.contains(parts.get(i).fragment().id()) ? "may match" : "ruled out"));
                    cells.addAll(cells(parts.get(i)));
                    return cells;
                },
                i -> Optional.of(file(parts.get(i))));
    }
}
