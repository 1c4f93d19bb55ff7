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
package dev.stoa.cli.internal.tables;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.stoa.cli.internal.arguments.CommandException;
import dev.stoa.cli.internal.arguments.HadoopOptions;
import dev.stoa.cli.internal.arguments.Sizes;
import dev.stoa.cli.internal.io.InputFiles;
import dev.stoa.cli.internal.io.Links;
import dev.stoa.cli.internal.io.Tables;
import dev.stoa.cli.internal.print.Counted;
import dev.stoa.cli.internal.print.HtmlPage;
import dev.stoa.cli.internal.print.Json;
import dev.stoa.cli.internal.print.LogPicture;
import dev.stoa.cli.internal.print.PartitionNames;
import dev.stoa.cli.internal.print.TextTable;
import dev.stoa.format.FieldNames;
import dev.stoa.format.Schema;
import dev.stoa.table.CommitInfo;
import dev.stoa.table.CommitSize;
import dev.stoa.table.DataFile;
import dev.stoa.table.Fragment;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.vio.Folder;
import dev.stoa.vio.hadoop.HadoopFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code stoa table}. */
@Command(
        name = "table",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            CreateCommand.class,
            TableCommand.Adopt.class,
            ImportCommand.class,
            TableCommand.ShowLog.class,
            TableCommand.ShowFiles.class,
            HealthCommand.class,
            AlterCommand.class,
            TagCommand.class,
            BranchCommand.class
        },
        description =
                "Creates tables, lists their commits and files, checks their health, changes their columns, and names versions.",
        footer = {
            "",
            "A table is a folder of Stoa files with a log of its versions. Change rows with 'stoa insert', 'update', "
                    + "'upsert'",
            "and 'delete'. Read any version with 'stoa scan'.",
            "",
            "Examples:",
            "  stoa table create lake/orders --schema 'id bigint not null, total decimal(15,2)' --key id",
            "  stoa table log lake/orders",
            "  stoa table health lake/orders"
        })
public final class TableCommand {
    /** Returns what the options of a new table declare. */
    static TableProperties properties(
            Schema columns, List<String> key, List<String> sortedBy, List<String> partitionBy) {
        List<Integer> keys = key.stream().map(name -> id(columns, name)).toList();
        List<TableProperties.SortColumn> order = new ArrayList<>();
        for (String column : sortedBy) {
            boolean descending = column.endsWith(":desc");
            String name = descending ? column.substring(0, column.length() - 5) : column;
            order.add(new TableProperties.SortColumn(id(columns, name), descending, false));
        }
        return new TableProperties(order, keys, PartitionText.columns(columns, partitionBy), Map.of());
    }

    private static int id(Schema columns, String name) {
        return FieldNames.get(columns.fields(), name).fieldId().getAsInt();
    }

    /** {@code stoa table adopt}. */
    @Command(
            name = "adopt",
            mixinStandardHelpOptions = true,
            description = "Creates a table from a folder of Stoa files, and leaves the files unchanged.",
            footer = {
                "",
                "Examples:",
                "  stoa table adopt lake/orders",
                "  stoa table adopt lake/orders --key id --sorted-by day,id"
            })
    static final class Adopt implements Callable<Integer> {
        @Parameters(paramLabel = "FOLDER", description = "A folder that contains only Stoa files.")
        private String table;

        @Option(
                names = "--key",
                split = ",",
                paramLabel = "COLUMN",
                description = "Columns of the unique key. Adopt checks all rows.")
        private List<String> key = new ArrayList<>();

        @Option(
                names = {"--sorted-by", "--order"},
                split = ",",
                paramLabel = "COLUMN[:desc]",
                description = "Order of the rows in each file, nulls last. Adopt checks all rows.")
        private List<String> sortedBy = new ArrayList<>();

        @Mixin
        private HadoopOptions hadoop;

        @Spec
        private CommandSpec spec;

        @Override
        public Integer call() throws IOException {
            Path path = InputFiles.path(table);
            FileSystem fs = path.getFileSystem(hadoop.configuration());
            Tables.refuse(fs, path);
            Links.refuseBelow(fs, path);
            Folder folder = HadoopFolder.of(fs, path);
            TableProperties declared = TableProperties.NONE;
            if (!key.isEmpty() || !sortedBy.isEmpty()) {
                Schema columns =
                        Table.open(folder, TableSettings.DEFAULT).snapshot().schema();
                try {
                    declared = properties(columns, key, sortedBy, List.of());
                } catch (IllegalArgumentException e) {
                    throw CommandException.usage(e.getMessage());
                }
            }
            Table made = Table.adopt(folder, declared, TableSettings.DEFAULT);
            Snapshot snapshot = made.snapshot();
            PrintWriter out = spec.commandLine().getOut();
            out.print(Counted.text(
                    "%s: version 0: %,d file[s] with %,d row[s] adopted as they are%n",
                    made.folder().id(), snapshot.fragmentCount(), snapshot.rowCount()));
            out.flush();
            return 0;
        }
    }

    /** {@code stoa table log}. */
    @Command(
            name = "log",
            mixinStandardHelpOptions = true,
            description = {
                "Prints the last commits of a table, newest first.",
                "The rows are those after the commit. The files and bytes are what it added: data files and sidecars."
            },
            footer = {
                "",
                "Examples:",
                "  stoa table log lake/orders",
                "  stoa table log lake/orders -n 1000 --json",
                "  stoa table log lake/orders --html log.html"
            })
    static final class ShowLog implements Callable<Integer> {
        private static final int SHOWN = 20;

        @Parameters(paramLabel = "TABLE", description = "The folder of a table.")
        private String table;

        @Option(
                names = "-n",
                paramLabel = "N",
                description = "Maximum number of commits. Default: 20 on a terminal and in a page, all elsewhere.")
        private Integer most;

        @Option(names = "--json", description = "Print one JSON object per commit.")
        private boolean json;

        @Option(
                names = "--html",
                paramLabel = "PAGE",
                description = "Write a web page that draws the rows after each commit, and the bytes that it added.")
        private java.nio.file.Path html;

        @Mixin
        private HadoopOptions hadoop;

        @Spec
        private CommandSpec spec;

        @Override
        public Integer call() throws IOException {
            if (most != null && most < 0) {
                throw CommandException.usage("-n is " + most + ", must be 0 or more");
            }
            if (html != null && json) {
                throw CommandException.usage("--html writes a page, and goes without --json");
            }
            PrintWriter out = spec.commandLine().getOut();
            List<CommitSize> sizes = commits();
            if (html != null) {
                HtmlPage.write(html, LogPicture.page(table, sizes));
                out.println(html + " shows it");
                out.flush();
                return 0;
            }
            TextTable lines = new TextTable(List.of(
                    ">version",
                    "time",
                    "operation",
                    ">rows",
                    ">change",
                    ">files",
                    ">bytes",
                    ">read at",
                    "transaction"));
            for (CommitSize size : sizes) {
                CommitInfo commit = size.commit();
                if (json) {
                    JsonGenerator g = Json.lines(out);
                    g.writeStartObject();
                    g.writeNumberField("version", commit.version());
                    g.writeStringField("time", commit.time().toString());
                    g.writeStringField("operation", commit.operation());
                    g.writeNumberField("base", commit.base());
                    g.writeStringField("transaction", commit.transaction().toString());
                    g.writeNumberField("keys", commit.keys());
                    g.writeNumberField("rows", size.rows());
                    g.writeNumberField("rowChange", size.rowChange());
                    g.writeNumberField("files", size.files());
                    g.writeNumberField("bytes", size.bytes());
                    g.writeEndObject();
                    g.flush();
                    out.println();
                } else {
                    lines.row(
                            commit.version(),
                            commit.time(),
                            commit.operation(),
                            String.format(Locale.ROOT, "%,d", size.rows()),
                            size.rowChange() == 0 ? "" : String.format(Locale.ROOT, "%+,d", size.rowChange()),
                            size.files() == 0 ? "" : size.files(),
                            size.files() == 0 ? "" : Sizes.text(size.bytes()),
                            commit.base(),
                            commit.transaction());
                }
            }
            if (!json) {
                lines.print(out);
            }
            out.flush();
            return 0;
        }

        /** The commits to show. Says so if older ones are left out that were not asked for. */
        private List<CommitSize> commits() throws IOException {
            Table log = Tables.change(table, hadoop.configuration());
            if (most != null) {
                return CommitSize.last(log, most);
            }
            if (html == null && !Boolean.getBoolean("stoa.terminal.out")) {
                return CommitSize.last(log, Integer.MAX_VALUE);
            }
            List<CommitSize> sizes = CommitSize.last(log, SHOWN + 1);
            if (sizes.size() <= SHOWN) {
                return sizes;
            }
            PrintWriter err = spec.commandLine().getErr();
            err.println("stoa: only the last " + SHOWN + " commits are shown: -n 1000 shows more");
            err.flush();
            return sizes.subList(0, SHOWN);
        }
    }

    /** {@code stoa table files}. */
    @Command(
            name = "files",
            mixinStandardHelpOptions = true,
            description = "Prints the files of a table version: data files, and sidecars with their changes.",
            footer = {"", "Examples:", "  stoa table files lake/orders", "  stoa table files lake/orders --at 17 --json"
            })
    static final class ShowFiles implements Callable<Integer> {
        @Parameters(paramLabel = "TABLE", description = "The folder of a table.")
        private String table;

        @Option(names = "--at", paramLabel = "VERSION|TIME", description = "Version or time. Default: the newest.")
        private String at;

        @Option(names = "--json", description = "Print one JSON object per file.")
        private boolean json;

        @Mixin
        private HadoopOptions hadoop;

        @Spec
        private CommandSpec spec;

        private TextTable lines;
        private boolean isDivided;
        private PartitionNames partitions;

        @Override
        public Integer call() throws IOException {
            PrintWriter out = spec.commandLine().getOut();
            Snapshot snapshot = Tables.snapshot(Tables.open(table, hadoop.configuration()), at);
            isDivided = !snapshot.properties().partitionedBy().isEmpty();
            List<String> headers =
                    new ArrayList<>(List.of("fragment", "file", ">bytes", ">rows", ">deleted", "changes"));
            if (isDivided) {
                headers.add("partition");
            }
            headers.add("path");
            lines = new TextTable(headers);
            Map<Integer, String> names = new LinkedHashMap<>();
            snapshot.schema()
                    .fields()
                    .forEach(field -> names.put(field.fieldId().getAsInt(), field.name()));
            partitions = new PartitionNames(names);
            long bytes = 0;
            int files = 0;
            for (Fragment fragment : snapshot.fragments()) {
                for (DataFile file : fragment.files()) {
                    String columns = file.fields().map(ids -> names(ids, names)).orElse("");
                    show(
                            out,
                            fragment,
                            "data",
                            file.identity().length(),
                            fragment.rows(),
                            0,
                            columns,
                            Optional.of(file.path()));
                    bytes += file.identity().length();
                    files++;
                }
                for (SidecarFile file : fragment.sidecars()) {
                    String changes = names(file.fields(), names)
                            + file.inserted().map(id -> "rows of " + id).orElse("");
                    show(
                            out,
                            fragment,
                            "sidecar",
                            file.identity().length(),
                            0,
                            file.deletedRows(),
                            changes,
                            Optional.of(file.path()).filter(path -> !file.isInLog()));
                    bytes += file.identity().length();
                    files += file.isInLog() ? 0 : 1;
                }
            }
            if (!json) {
                lines.print(out);
                out.print(Counted.text(
                        "version %,d: %,d row[s] in %,d fragment[s], %,d file[s], %s%n",
                        snapshot.version(), snapshot.rowCount(), snapshot.fragmentCount(), files, Sizes.text(bytes)));
            }
            out.flush();
            return 0;
        }

        private static String names(List<Integer> ids, Map<Integer, String> names) {
            return String.join(
                    ",",
                    ids.stream().map(id -> names.getOrDefault(id, "dropped")).toList());
        }

        private void show(
                PrintWriter out,
                Fragment fragment,
                String kind,
                long bytes,
                long rows,
                long deleted,
                String changes,
                Optional<String> path)
                throws IOException {
            if (!json) {
                List<Object> cells = new ArrayList<>(List.of(fragment.id(), kind, bytes, rows, deleted, changes));
                if (isDivided) {
                    cells.add(partitions.text(fragment.partition()));
                }
                cells.add(path.orElse("in the log"));
                lines.row(cells.toArray());
                return;
            }
            JsonGenerator g = Json.lines(out);
            g.writeStartObject();
            g.writeStringField("fragment", fragment.id().toString());
            g.writeStringField("kind", kind);
            g.writeStringField("path", path.orElse(null));
            g.writeNumberField("bytes", bytes);
            g.writeNumberField("rows", rows);
            g.writeNumberField("deleted", deleted);
            g.writeStringField("changes", changes);
            if (isDivided) {
                g.writeStringField("partition", fragment.partition().orElse(""));
            }
            g.writeEndObject();
            g.flush();
            out.println();
        }
    }
}
