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
package dev.stoa.cli;

import dev.stoa.cli.avro.AvroSourceOptions;
import dev.stoa.cli.csv.CsvOptions;
import dev.stoa.cli.csv.SchemaText;
import dev.stoa.cli.io.Codec;
import dev.stoa.cli.io.RebaseMode;
import dev.stoa.cli.orc.OrcSourceOptions;
import dev.stoa.cli.parquet.ParquetSourceOptions;
import dev.stoa.cli.parquet.ParquetTargetOptions;
import dev.stoa.cli.parquet.TextMode;
import dev.stoa.format.EncodingProfile;
import dev.stoa.format.Schema;
import dev.stoa.reader.ColumnPath;
import dev.stoa.vio.FileSink;
import dev.stoa.vio.SinkOptions;
import dev.stoa.vio.hadoop.HadoopFileSink;
import dev.stoa.writer.SortColumn;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
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
        description = "Converts Parquet, ORC, Avro, CSV and TSV to Stoa, and Stoa to any of them.",
        footer = {
            "",
            "The kind of a file is told by its extension (.stoa .parquet .orc .avro .csv .tsv .csv.gz ...), else by its first bytes.",
            "An output without a known extension is a folder: each input becomes a file of the same relative path in it.",
            "",
            "Examples:",
            "  stoa convert lineitem.parquet lineitem.stoa",
            "  stoa convert hdfs:///lake/orders /lake/orders_stoa --target-size 256M",
            "  stoa convert flights.csv.gz flights.stoa --null NA --select carrier,dep_delay",
            "  stoa convert data.txt t.stoa --from csv --delimiter '|' --no-header --schema 'id bigint, name varchar(20)'",
            "  stoa convert archive/ archive_stoa --profile compact",
            "  zcat flights.csv.gz | stoa convert - flights.stoa --from csv",
            "  stoa convert upload.parquet t.stoa --max-rows 100000000 --max-bytes 20G --max-time 10m",
            "  stoa convert old.orc t.stoa --calendar LEGACY --legacy-zone Europe/Amsterdam",
            "  stoa convert lineitem.stoa back.parquet --codec zstd"
        })
final class ConvertCommand implements Callable<Integer> {
    private static final int MAX_THREADS_PER_FILE = 64;

    @Parameters(
            arity = "2..*",
            paramLabel = "IN... OUT",
            hideParamSyntax = true,
            description =
                    "Files, globs or folders to convert, - for standard input; the last one is the output file or folder.")
    private List<String> paths;

    @Option(names = "--from", paramLabel = "KIND", description = "What the inputs are: ${COMPLETION-CANDIDATES}.")
    private FileKind from;

    @Option(
            names = "--to",
            paramLabel = "KIND",
            description = "What the outputs are. Default: by the name of OUT, else STOA.")
    private FileKind to;

    @Option(names = "--overwrite", description = "Replace outputs that exist. Without it they are refused.")
    private boolean overwrite;

    @Option(
            names = "--target-size",
            paramLabel = "SIZE",
            description = "Merge the files of a folder until their inputs reach this size, such as 256M.")
    private String targetSize;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description =
                    "How many files are converted at a time; threads without a file of their own parse parts of texts and encode "
                            + "columns. Default: one per processor.")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(
            names = "--sorted-by",
            split = ",",
            paramLabel = "COLUMN[:desc]",
            description = "Declare that rows are sorted by these columns (nulls last); checked while writing.")
    private List<String> sortedBy = new ArrayList<>();

    @Option(
            names = "--profile",
            paramLabel = "PROFILE",
            description =
                    "To Stoa: what encodings are chosen for, fast (to decode), default, or compact (smallest files, "
                            + "slower to write and to read). Every reader reads all of them.")
    private EncodingProfile profile = EncodingProfile.DEFAULT;

    @Option(
            names = "--select",
            split = ",",
            paramLabel = "COLUMN",
            description = "From Stoa and text: only these columns.")
    private List<String> select = new ArrayList<>();

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

    /** How texts are read and written. */
    static final class TextOptions {
        @Option(
                names = "--delimiter",
                paramLabel = "C",
                description = "Between fields; \\t for a tab. Default: comma, for .tsv tab.")
        private String delimiter = ",";

        @Option(names = "--quote", paramLabel = "C", description = "Around fields. Default: double quote.")
        private String quote = "\"";

        @Option(names = "--no-header", description = "The first line is data; columns are named c1, c2, ...")
        private boolean noHeader;

        @Option(
                names = "--null",
                paramLabel = "TEXT",
                description = "A field without quotes that is this text is null. Default: empty.")
        private String nullText = "";

        @Option(names = "--charset", paramLabel = "NAME", description = "Charset of the text. Default: UTF-8.")
        private String charset = "UTF-8";

        @Option(
                names = "--date-pattern",
                paramLabel = "PATTERN",
                description = "Dates, such as dd.MM.uuuu. Default: ISO 8601.")
        private String datePattern;

        @Option(
                names = "--timestamp-pattern",
                paramLabel = "PATTERN",
                description = "Timestamps, such as 'dd.MM.uuuu HH:mm:ss'. Default: ISO 8601 with T or a blank.")
        private String timestampPattern;

        @Option(
                names = "--schema",
                paramLabel = "SCHEMA",
                description = "Columns, such as 'id bigint not null, name varchar(20)', or @FILE that holds them. "
                        + "Default: inferred from all rows.")
        private String schema;

        @Option(
                names = "--max-bad-rows",
                paramLabel = "N",
                description =
                        "Leave out up to N rows of all texts together whose fields are too few, too many or do not "
                                + "fit the columns; convert needs --schema for it. Default: the first one ends it all.")
        private Long maxBadRows;

        @Option(
                names = "--rejects",
                paramLabel = "FILE",
                description = "Write file, line, column and reason of each bad row to this CSV file.")
        private String rejects;

        /** What is done with texts whose bad rows are perhaps passed over. */
        interface Loading<T> {
            T run(Optional<RejectLog> rejects) throws IOException;
        }

        /**
         * Loads texts, and says how many rows were bad.
         *
         * @param isTyped whether the columns are known without the texts
         * @param replace whether a file of bad rows that is there may be replaced
         */
        <T> T withRejects(Configuration conf, boolean isTyped, boolean replace, PrintWriter err, Loading<T> loading)
                throws IOException {
            if (maxBadRows == null) {
                if (rejects != null) {
                    throw CommandException.usage("--rejects needs --max-bad-rows");
                }
                return loading.run(Optional.empty());
            }
            if (maxBadRows < 0 || !(isTyped || schema != null)) {
                throw CommandException.usage(
                        "--max-bad-rows takes a number that is not negative, and needs --schema: else bad rows "
                                + "would have a say in the types");
            }
            RejectLog log = new RejectLog(maxBadRows, rejectSink(conf, replace));
            try (log) {
                return loading.run(Optional.of(log));
            } finally {
                if (log.count() > 0) {
                    err.println("stoa: bad rows: " + log.count());
                    err.flush();
                }
            }
        }

        private Optional<FileSink> rejectSink(Configuration conf, boolean replace) throws IOException {
            if (rejects == null) {
                return Optional.empty();
            }
            Path path = InputFiles.path(rejects);
            ConvertPlan.refuseStream(path.getFileSystem(conf), path);
            SinkOptions options = SinkOptions.DEFAULT.withOverwrite(replace);
            return Optional.of(HadoopFileSink.create(path.getFileSystem(conf), path, options));
        }

        CsvOptions csv() throws IOException {
            try {
                Optional<Schema> columns =
                        schema == null ? Optional.empty() : Optional.of(SchemaText.parse(schemaText()));
                return new CsvOptions(
                        one("--delimiter", delimiter),
                        one("--quote", quote),
                        !noHeader,
                        nullText,
                        Charset.forName(charset),
                        Optional.ofNullable(datePattern),
                        Optional.ofNullable(timestampPattern),
                        columns);
            } catch (IllegalArgumentException e) {
                throw CommandException.usage(e.getMessage());
            }
        }

        private String schemaText() throws IOException {
            return schema.startsWith("@") ? Files.readString(java.nio.file.Path.of(schema.substring(1))) : schema;
        }

        private static char one(String option, String value) {
            String c = value.equals("\\t") ? "\t" : value;
            if (c.length() != 1) {
                throw CommandException.usage(option + " takes one character, not '" + value + "'");
            }
            return c.charAt(0);
        }
    }

    /** How other formats are read and written. */
    static final class FormatOptions {
        @Option(
                names = "--calendar",
                paramLabel = "MODE",
                description =
                        "Dates and timestamps of files that don't name their calendar: ${COMPLETION-CANDIDATES}. "
                                + "Default: CORRECTED (as they are) for Parquet and Avro, LEGACY (of the hybrid calendar) for ORC.")
        private RebaseMode calendar;

        @Option(
                names = "--int96-calendar",
                paramLabel = "MODE",
                description = "The same for INT96 timestamps of Parquet.")
        private RebaseMode int96Calendar = RebaseMode.CORRECTED;

        @Option(
                names = "--int96-utc",
                description = "INT96 timestamps are instants in UTC, as they always are in files of Spark's. Default:"
                        + " local timestamps.")
        private boolean int96Utc;

        @Option(
                names = "--legacy-zone",
                paramLabel = "ZONE",
                description = "Time zone of old writers whose files don't name it. Default: UTC.")
        private String legacyZone = "UTC";

        @Option(names = "--binary-as-text", description = "Read BINARY columns without annotation as strings.")
        private boolean binaryAsText;

        @Option(
                names = "--text-as-binary",
                description = "Read strings as bytes, for files whose strings are not UTF-8.")
        private boolean textAsBinary;

        @Option(
                names = "--codec",
                paramLabel = "CODEC",
                description = "Compression of outputs: ${COMPLETION-CANDIDATES}. " + "Default: SNAPPY, for ORC ZSTD.")
        private Codec codec;

        @Option(
                names = "--char-as-text",
                description = "Write char(n) and varchar(n) to Parquet as plain strings. Without it they are refused.")
        private boolean charAsText;

        Sources sources() {
            if (binaryAsText && textAsBinary) {
                throw CommandException.usage("--binary-as-text and --text-as-binary contradict each other");
            }
            try {
                ZoneId zone = ZoneId.of(legacyZone);
                Optional<RebaseMode> mode = Optional.ofNullable(calendar);
                return new Sources(
                        ParquetSourceOptions.DEFAULT
                                .withDatetimeRebase(mode.orElse(RebaseMode.CORRECTED))
                                .withInt96Rebase(int96Calendar)
                                .withInt96Utc(int96Utc)
                                .withLegacyZone(zone)
                                .withText(
                                        textAsBinary
                                                ? TextMode.BINARY
                                                : binaryAsText ? TextMode.TEXT : TextMode.ANNOTATED),
                        new OrcSourceOptions(mode.orElse(RebaseMode.LEGACY), zone, textAsBinary),
                        new AvroSourceOptions(mode.orElse(RebaseMode.CORRECTED), zone));
            } catch (DateTimeException e) {
                throw CommandException.usage("--legacy-zone: " + e.getMessage());
            }
        }
    }

    @Override
    public Integer call() throws IOException {
        if (threads < 1) {
            throw CommandException.usage("--threads is " + threads + ", must be at least 1");
        }
        Configuration conf = hadoop.configuration();
        Guard guard = limits.start();
        List<InputFiles.Input> inputs = inputs(conf, guard);
        ConvertPlan plan = ConvertPlan.of(
                inputs,
                InputFiles.path(paths.get(paths.size() - 1)),
                Optional.ofNullable(to),
                Optional.ofNullable(targetSize).map(Sizes::parse),
                inputs.stream().allMatch(i -> i.path().getName().endsWith(".gz")),
                overwrite,
                conf);
        long bytes = inputs.stream().mapToLong(i -> i.status().getLen()).sum();
        Set<String> told = ConcurrentHashMap.newKeySet();
        PrintWriter err = spec.commandLine().getErr();
        return text.withRejects(conf, false, overwrite, err, rejects -> {
            try (Progress progress = Progress.start("convert", bytes, " MB", 1_000_000)) {
                Converter converter = new Converter(
                        conf,
                        Optional.ofNullable(from),
                        text.csv(),
                        rejects,
                        formats.sources(),
                        ParquetTargetOptions.DEFAULT.withTextForChar(formats.charAsText),
                        Optional.ofNullable(formats.codec),
                        WriterOptions.DEFAULT
                                .withSortColumns(sortColumns())
                                .withProfile(profile)
                                .withThreads(threadsPerFile(plan)),
                        select,
                        overwrite,
                        note -> {
                            if (told.add(note)) {
                                err.println("stoa: " + note);
                                err.flush();
                            }
                        },
                        progress,
                        guard);
                new ConvertRun(spec.commandLine().getOut(), err, json, threads).convert(plan, converter);
                return 0;
            }
        });
    }

    /** The inputs; what comes through a pipe is read as it comes if it is text whose columns are known, else put into a file. */
    private List<InputFiles.Input> inputs(Configuration conf, Guard guard) throws IOException {
        List<InputFiles.Input> inputs = new ArrayList<>();
        for (InputFiles.Input input : InputFiles.rowsWithPipes(paths.subList(0, paths.size() - 1), conf)) {
            Optional<FileKind> kind = Optional.ofNullable(from)
                    .or(() -> FileKind.ofName(input.path().getName()));
            boolean isRead = kind.isPresent() && kind.get().isText() && text.schema != null;
            inputs.add(input.isPipe() && !isRead ? Spool.of(input, guard) : input);
        }
        return inputs;
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
