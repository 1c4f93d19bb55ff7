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
package dev.stoa.cli.internal.files;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.stoa.cli.internal.arguments.CommandException;
import dev.stoa.cli.internal.arguments.FormatOption;
import dev.stoa.cli.internal.arguments.HadoopOptions;
import dev.stoa.cli.internal.arguments.IdleOptions;
import dev.stoa.cli.internal.arguments.Sizes;
import dev.stoa.cli.internal.io.ForeignFiles;
import dev.stoa.cli.internal.io.Guard;
import dev.stoa.cli.internal.io.InputFiles;
import dev.stoa.cli.internal.io.OpenFiles;
import dev.stoa.cli.internal.io.Spool;
import dev.stoa.cli.internal.io.StoaCopy;
import dev.stoa.cli.internal.io.Tables;
import dev.stoa.cli.internal.print.ColumnCells;
import dev.stoa.cli.internal.print.Counted;
import dev.stoa.cli.internal.print.FileMap;
import dev.stoa.cli.internal.print.FilePicture;
import dev.stoa.cli.internal.print.HtmlPage;
import dev.stoa.cli.internal.print.Json;
import dev.stoa.cli.internal.print.JsonValues;
import dev.stoa.cli.internal.print.Notes;
import dev.stoa.cli.internal.print.ReasonPrinter;
import dev.stoa.cli.internal.print.TableLayout;
import dev.stoa.cli.internal.print.TextTable;
import dev.stoa.format.EncodingProfile;
import dev.stoa.interop.FileKind;
import dev.stoa.reader.FileReport;
import dev.stoa.reader.FileReport.Column;
import dev.stoa.reader.FileReport.EncodingUse;
import dev.stoa.reader.FileReport.RegionKind;
import dev.stoa.reader.StoaFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code stoa inspect}. */
@Command(
        name = "inspect",
        mixinStandardHelpOptions = true,
        description = {
            "Shows the layout of a file: a map, and the type, encodings, vectors, blocks, bytes, ratio, nulls and "
                    + "bounds of each column.",
            "For a table, it shows the sizes, and the type, nulls and bounds of each column from the log. The bounds may",
            "include deleted rows. For Parquet and ORC, it shows the contents of the footer. For other formats, it reads",
            "all rows and shows the type, nulls and bounds of each column."
        },
        footer = {
            "",
            "The ratio is plain size to stored size. The plain size of a value is its fixed width, or its bytes plus "
                    + "4 for the length.",
            "",
            "A file does not record why the writer chose an encoding. --why repeats the choice: it decodes the first "
                    + "vector of each run",
            "of blocks with the same encoding, and chooses as if the column began there. The writer may have seen "
                    + "slightly different",
            "figures, because it knew the earlier vectors. Bytes are estimates for that vector; those of a dictionary "
                    + "include a share",
            "of its entries. Cost is bytes and weights of the whole tree. * marks the cheapest candidate for each "
                    + "part.",
            "",
            "Examples:",
            "  stoa inspect lineitem.stoa",
            "  stoa inspect --why lineitem.stoa",
            "  stoa inspect --html layout.html lineitem.stoa",
            "  stoa inspect lineitem.parquet",
            "  stoa inspect lake/orders",
            "  stoa inspect --json lineitem.stoa | jq '.columns[] | {path, bytes, encodings}'"
        })
public final class InspectCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE|TABLE", description = "A file, a folder of files, or a table.")
    private String file;

    @Mixin
    private FormatOption from;

    @Option(names = "--json", description = "Print one JSON document.")
    private boolean json;

    @Option(
            names = "--why",
            description = "Also show the other candidate encodings of each column and block, with their costs.")
    private boolean why;

    @Option(
            names = "--profile",
            paramLabel = "PROFILE",
            description =
                    "With --why: the profile to choose for: transient, fast, default or compact. The file does not record the writer's "
                            + "profile.")
    private EncodingProfile profile = EncodingProfile.DEFAULT;

    @Option(
            names = "--html",
            paramLabel = "PAGE",
            description = "Write a web page with a map of the file, and the bytes of each column by encoding.")
    private Path html;

    @Mixin
    private HadoopOptions hadoop;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (why && json) {
            throw CommandException.usage("--why prints a table, not JSON");
        }
        if (!why) {
            IdleOptions.refuse(spec, "only --why chooses encodings", "--profile");
        }
        if (html != null && (why || json)) {
            throw CommandException.usage("--html writes a page, and goes without --why and --json");
        }
        PrintWriter out = spec.commandLine().getOut();
        if (Tables.isTable(file, hadoop.configuration())) {
            from.refuseTable(file);
            if (why) {
                throw CommandException.usage("--why shows the encodings of one file, and " + file + " is a table");
            }
            if (html != null) {
                throw CommandException.usage("--html draws one file, and " + file
                        + " is a table: 'stoa table log --html' draws its commits");
            }
            TableLayout layout =
                    new TableLayout(Tables.open(file, hadoop.configuration()).snapshot());
            if (json) {
                layout.writeJson(out);
            } else {
                layout.print(out);
            }
            out.flush();
            return 0;
        }
        List<InputFiles.Input> inputs = InputFiles.find(List.of(file), hadoop.configuration(), Guard.none());
        if (html != null && inputs.size() > 1) {
            throw CommandException.usage(
                    "--html draws one file, and " + file + " is a folder of " + inputs.size() + " files");
        }
        String gap = "";
        for (InputFiles.Input input : inputs) {
            out.print(gap);
            gap = json ? "" : System.lineSeparator();
            inspect(input, out);
        }
        out.flush();
        return 0;
    }

    private void inspect(InputFiles.Input input, PrintWriter out) throws IOException {
        Optional<FileKind> foreign = ForeignFiles.kind(input, from.kind());
        if (foreign.isPresent()) {
            inspectForeign(input, foreign.get(), out);
            return;
        }
        try (StoaFile stoa = OpenFiles.stoa(input)) {
            FileReport report = FileReport.of(stoa);
            if (html != null) {
                HtmlPage.write(html, FilePicture.page(Spool.named(stoa.name()), stoa, report));
                out.println(html + " shows it");
            } else if (json) {
                writeJson(out, stoa, report);
            } else {
                print(out, stoa, report);
            }
            if (why) {
                ReasonPrinter.print(stoa, profile, out);
            }
        }
    }

    private void inspectForeign(InputFiles.Input input, FileKind kind, PrintWriter out) throws IOException {
        if (why || html != null) {
            throw CommandException.usage("--why and --html show the encodings of Stoa, and " + input.path()
                    + " is a file of " + kind + ": convert it first");
        }
        StoaCopy copy = new StoaCopy(hadoop.configuration(), List.of(), Long.MAX_VALUE, Guard.none(), Notes.of(spec));
        ForeignLayout layout = ForeignLayout.of(input, kind, copy);
        if (json) {
            layout.writeJson(out);
        } else {
            layout.print(out);
        }
        out.flush();
    }

    private static void print(PrintWriter out, StoaFile stoa, FileReport report) throws IOException {
        long length = stoa.identity().length();
        FileMap map = new FileMap(report, length);
        out.print(Counted.text(
                "%s: %,d row[s], %s, edition %d, %s%n%n",
                Spool.named(stoa.name()),
                stoa.rowCount(),
                Sizes.text(length),
                stoa.info().edition(),
                stoa.identity().uuid()));
        List<String> head = new ArrayList<>(List.of(""));
        head.addAll(ColumnCells.HEAD);
        TextTable table = new TextTable(head);
        for (int i = 0; i < report.columns().size(); i++) {
            Column c = report.columns().get(i);
            List<Object> cells = new ArrayList<>(List.of(c.dataBytes() == 0 ? "" : FileMap.letter(i)));
            cells.addAll(ColumnCells.of(c));
            table.row(cells.toArray());
        }
        table.print(out);
        out.println();
        map.print(out);
        out.printf(
                "data %s, dictionaries %s, column indexes %s, MinMax %s, footer %s%n",
                Sizes.text(map.bytes(RegionKind.EXTENT)),
                Sizes.text(map.bytes(RegionKind.DICTIONARY)),
                Sizes.text(map.bytes(RegionKind.INDEX)),
                Sizes.text(map.bytes(RegionKind.MIN_MAX)),
                Sizes.text(map.bytes(RegionKind.FOOTER)));
    }

    private static void writeJson(PrintWriter out, StoaFile stoa, FileReport report) throws IOException {
        JsonGenerator g = Json.document(out);
        g.writeStartObject();
        g.writeStringField("file", Spool.named(stoa.name()));
        g.writeNumberField("rows", stoa.rowCount());
        g.writeNumberField("bytes", stoa.identity().length());
        g.writeStringField("uuid", stoa.identity().uuid().toString());
        g.writeArrayFieldStart("columns");
        for (Column c : report.columns()) {
            g.writeStartObject();
            g.writeStringField("path", c.path().toString());
            g.writeStringField("type", c.field().type().toString());
            g.writeArrayFieldStart("encodings");
            for (EncodingUse use : c.encodings()) {
                g.writeStartObject();
                g.writeStringField("encoding", use.tree());
                g.writeNumberField("vectors", use.vectors());
                g.writeEndObject();
            }
            g.writeEndArray();
            g.writeNumberField("rows", c.rows());
            g.writeNumberField("vectors", c.vectors());
            g.writeNumberField("blocks", c.blocks());
            g.writeNumberField("granules", c.granules());
            g.writeNumberField("pages", c.pages());
            g.writeNumberField("dictionaries", c.dictionaries());
            g.writeNumberField("bytes", c.dataBytes());
            g.writeNumberField("plainBytes", ColumnCells.plainBytes(c));
            g.writeNumberField("indexBytes", c.indexBytes());
            g.writeNumberField("minMaxBytes", c.minMaxBytes());
            g.writeNumberField("nulls", c.nullCount());
            if (c.min().isPresent()) {
                g.writeFieldName("min");
                JsonValues.write(g, c.min().get(), 0);
                g.writeBooleanField("minExact", c.minExact());
            }
            if (c.max().isPresent()) {
                g.writeFieldName("max");
                JsonValues.write(g, c.max().get(), 0);
                g.writeBooleanField("maxExact", c.maxExact());
            }
            g.writeEndObject();
        }
        g.writeEndArray();
        g.writeArrayFieldStart("regions");
        for (FileReport.Region region : report.regions()) {
            g.writeStartObject();
            g.writeStringField("kind", region.kind().name().toLowerCase(Locale.ROOT));
            g.writeNumberField("offset", region.offset());
            g.writeNumberField("length", region.length());
            if (region.column() >= 0) {
                g.writeStringField(
                        "column", report.columns().get(region.column()).path().toString());
            }
            g.writeEndObject();
        }
        g.writeEndArray();
        g.writeEndObject();
        g.flush();
        out.println();
    }
}
