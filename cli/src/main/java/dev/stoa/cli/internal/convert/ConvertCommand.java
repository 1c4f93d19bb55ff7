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
package dev.stoa.cli.internal.convert;

import dev.stoa.cli.internal.arguments.CommandException;
import dev.stoa.cli.internal.arguments.FormatOption;
import dev.stoa.cli.internal.arguments.HadoopOptions;
import dev.stoa.cli.internal.arguments.Sizes;
import dev.stoa.cli.internal.io.Guard;
import dev.stoa.cli.internal.io.InputFiles;
import dev.stoa.cli.internal.io.LimitOptions;
import dev.stoa.cli.internal.io.Spool;
import dev.stoa.cli.internal.io.TableSearch;
import dev.stoa.cli.internal.io.Tables;
import dev.stoa.cli.internal.print.Notes;
import dev.stoa.cli.internal.print.Progress;
import dev.stoa.format.EncodingProfile;
import dev.stoa.interop.FileKind;
import dev.stoa.reader.ColumnPath;
import dev.stoa.writer.SortColumn;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code stoa convert}. */
@Command(
        name = "convert",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Converts between Stoa, Parquet, ORC, Avro, Arrow, CSV and TSV.",
            "Also reads tables, and writes JSON lines and Markdown."
        },
        footer = {
            "",
            "The format of a file follows from its extension (.stoa .parquet .orc .avro .arrow .feather .arrows .csv "
                    + ".csv.gz .jsonl .md ...), or from its first bytes.",
            "An output without an extension, or with / at its end, is a folder. Each input becomes a file with the "
                    + "same relative path in it.",
            "",
            "Examples:",
            "  stoa convert lineitem.parquet lineitem.stoa",
            "  stoa convert hdfs:///lake/orders /lake/orders_stoa --target-size 256M",
            "  stoa convert flights.csv.gz flights.stoa --null NA --select carrier,dep_delay",
            "  stoa convert data.txt t.stoa --from csv --delimiter '|' --no-header --schema 'id bigint, name varchar(20)'",
            "  stoa convert archive/ archive_stoa --profile compact",
            "  zcat flights.csv.gz | stoa convert - flights.stoa --from csv",
            "  stoa convert lineitem.stoa - | python3 report.py",
            "  stoa convert lineitem.stoa - --to csv | sort",
            "  stoa convert lake/orders orders.parquet --at 17",
            "  stoa convert lake/orders - --to json --select id,total | jq .total",
            "  python3 make.py | stoa convert - made.stoa",
            "  stoa convert upload.parquet t.stoa --max-rows 100000000 --max-bytes 20G --max-time 10m",
            "  stoa convert old.orc t.stoa --calendar LEGACY --legacy-zone Europe/Amsterdam",
            "  stoa convert lineitem.stoa back.parquet --codec zstd"
        })
public final class ConvertCommand implements Callable<Integer> {
    private static final int MAX_THREADS_PER_FILE = 64;

    @Parameters(
            arity = "2..*",
            paramLabel = "IN... OUT",
            hideParamSyntax = true,
            description =
                    "Files, globs, folders or tables to convert, or - for standard input. The last argument is the output file or "
                            + "folder, or - for standard output.")
    private List<String> paths;

    @Mixin
    private FormatOption from;

    @Option(
            names = "--to",
            paramLabel = "KIND",
            description =
                    "Format of the outputs. Default: by the extension of OUT, ARROW for standard output, otherwise STOA.")
    private FileKind to;

    @Option(names = "--overwrite", description = "Replace existing outputs. Without this option, convert refuses to.")
    private boolean overwrite;

    @Option(
            names = "--target-size",
            paramLabel = "SIZE",
            description = "Merge the files of a folder into outputs of about this much input, such as 256M.")
    private String targetSize;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description =
                    "Number of threads. Each converts one file; spare threads parse parts of text files and encode columns. "
                            + "Default: one per processor.")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(
            names = "--sorted-by",
            split = ",",
            paramLabel = "COLUMN[:desc]",
            description =
                    "Declare that the rows are sorted by these columns, nulls last. Convert checks the order and fails where "
                            + "it is broken.")
    private List<String> sortedBy = new ArrayList<>();

    @Option(
            names = "--profile",
            paramLabel = "PROFILE",
            description =
                    "To Stoa: choose encodings for fast writing (transient), fast decoding (fast), a balance (default), or "
                            + "small files that are slower to write and read (compact). Every reader reads all four.")
    private EncodingProfile profile = EncodingProfile.DEFAULT;

    @Option(names = "--select", split = ",", paramLabel = "COLUMN", description = "Convert only these columns.")
    private List<String> select = new ArrayList<>();

    @Option(
            names = "--at",
            paramLabel = "VERSION|TIME",
            description = "For tables: the version to read, or the version at this time. Default: the newest.")
    private String at;

    @Option(names = "--json", description = "Print one JSON object per output.")
    private boolean json;

    @ArgGroup(exclusive = false, heading = "%nDelimited text:%n")
    private TextOptions text = new TextOptions();

    @ArgGroup(exclusive = false, heading = "%nParquet, ORC and Avro:%n")
    private FormatOptions formats = new FormatOptions();

    @Mixin
    private LimitOptions limits;

    @Mixin
    private HadoopOptions hadoop;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (threads < 1) {
            throw CommandException.usage("--threads is " + threads + ", must be at least 1");
        }
        boolean isStream = paths.get(paths.size() - 1).equals("-");
        if (isStream && (json || overwrite || targetSize != null)) {
            throw CommandException.usage("--json, --overwrite and --target-size are for outputs that are files");
        }
        Configuration conf = hadoop.configuration();
        Guard guard = limits.start();
        List<InputFiles.Input> inputs = inputs(conf, guard);
        ConvertPlan plan = ConvertPlan.of(
                inputs,
                paths.get(paths.size() - 1),
                Optional.ofNullable(to),
                Optional.ofNullable(targetSize).map(Sizes::parse),
                inputs.stream().allMatch(i -> i.path().getName().endsWith(".gz")),
                overwrite,
                conf);
        if (!plan.isNamed() && from.kind().isEmpty()) {
            refuseStoa(inputs);
        }
        OptionUse.check(spec.commandLine().getParseResult(), () -> inputs, from.kind(), Optional.of(plan.kind()));
        Optional<RejectLimit> limit = text.rejectLimit(false);
        Optional<String> rejected = limit.flatMap(RejectLimit::file);
        if (rejected.isPresent()) {
            plan.refuseTaken(rejected.get(), conf);
        }
        long bytes = inputs.stream().mapToLong(InputFiles.Input::bytes).sum();
        Set<String> told = ConcurrentHashMap.newKeySet();
        PrintWriter err = spec.commandLine().getErr();
        return RejectLog.during(limit, conf, overwrite, err, rejects -> {
            try (Progress progress = Progress.start("convert", bytes, " MB", 1_000_000)) {
                Converter converter = new Converter(
                        conf,
                        text.csv(),
                        new Converter.Inputs(from.kind(), Optional.ofNullable(at), rejects, formats.sources(), select),
                        new Converter.Outputs(
                                WriterOptions.DEFAULT
                                        .withSortColumns(sortColumns())
                                        .withProfile(profile)
                                        .withThreads(threadsPerFile(plan)),
                                formats.parquet(),
                                formats.codec(),
                                overwrite),
                        new Converter.Watch(
                                note -> {
                                    if (told.add(note)) {
                                        Notes.of(spec).accept(note);
                                    }
                                },
                                progress,
                                guard));
                new ConvertRun(spec.commandLine().getOut(), err, json, threads).convert(plan, converter);
                return 0;
            }
        });
    }

    /** The inputs; what comes through a pipe is read as it comes if it is text whose columns are known, else put into a file. */
    private List<InputFiles.Input> inputs(Configuration conf, Guard guard) throws IOException {
        List<InputFiles.Input> inputs = new ArrayList<>();
        List<String> arguments = paths.subList(0, paths.size() - 1);
        TableSearch tables = new TableSearch();
        for (String argument : arguments) {
            if (!argument.equals("-") && Tables.isTable(argument, conf)) {
                inputs.add(InputFiles.table(argument, conf));
                continue;
            }
            if (at != null) {
                throw CommandException.usage("--at reads a version of a table, and " + argument + " is not a table");
            }
            inputs.addAll(InputFiles.rowsWithPipes(List.of(argument), conf, tables));
        }
        InputFiles.refuseRepeatedPipes(inputs);
        for (int i = 0; i < inputs.size(); i++) {
            InputFiles.Input input = inputs.get(i);
            Optional<FileKind> kind =
                    from.kind().or(() -> FileKind.ofName(input.path().getName()));
            boolean isRead = kind.isPresent() && kind.get().isText() && text.hasSchema();
            if (input.isPipe() && !isRead) {
                inputs.set(i, Spool.of(input, guard));
            }
        }
        return inputs;
    }

    /** Refuses to copy Stoa files to a folder if no option and no name asks for Stoa. */
    private static void refuseStoa(List<InputFiles.Input> inputs) throws IOException {
        for (InputFiles.Input input : inputs) {
            if (!input.isTable() && input.kind() == FileKind.STOA) {
                throw CommandException.usage(input.path()
                        + " is a Stoa file already: --to STOA writes it anew, or --to names another format");
            }
        }
    }

    private int threadsPerFile(ConvertPlan plan) {
        return Math.min(
                MAX_THREADS_PER_FILE,
                Math.max(1, threads / Math.max(1, plan.jobs().size())));
    }

    private List<SortColumn> sortColumns() {
        List<SortColumn> columns = new ArrayList<>();
        for (String column : sortedBy) {
            boolean descending = column.endsWith(":desc");
            String name = descending ? column.substring(0, column.length() - 5) : column;
            try {
                columns.add(new SortColumn(ColumnPath.parse(name).names(), descending, false));
            } catch (IllegalArgumentException e) {
                throw CommandException.usage("--sorted-by: " + e.getMessage());
            }
        }
        return columns;
    }
}
