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
package dev.stoa.cli.internal.demo;

import dev.stoa.cli.internal.arguments.CommandException;
import dev.stoa.cli.internal.convert.ConvertPlan;
import dev.stoa.cli.internal.convert.Converter;
import dev.stoa.cli.internal.io.Guard;
import dev.stoa.cli.internal.io.InputFiles;
import dev.stoa.cli.internal.print.Progress;
import dev.stoa.cli.internal.print.TextTable;
import dev.stoa.format.Batch;
import dev.stoa.interop.Codec;
import dev.stoa.interop.FileKind;
import dev.stoa.interop.Sources;
import dev.stoa.interop.csv.CsvOptions;
import dev.stoa.interop.parquet.ParquetTarget;
import dev.stoa.interop.parquet.ParquetTargetOptions;
import dev.stoa.interop.tpch.LineItems;
import dev.stoa.vio.LocalFileSink;
import dev.stoa.vio.SinkOptions;
import dev.stoa.writer.SortColumn;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code stoa demo}. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        description =
                "Generates TPC-H lineitem as Parquet, converts it to Stoa, runs one query on both, and compares sizes, "
                        + "bytes read, requests and time.",
        footer = {
            "",
            "Examples:",
            "  stoa demo",
            "  stoa demo --scale 1 --keep /tmp/demo   # 6 million rows, files stay"
        })
public final class DemoCommand implements Callable<Integer> {
    private static final List<LocalDate> DATES = List.of(
            LocalDate.of(1992, 2, 1),
            LocalDate.of(1992, 6, 1),
            LocalDate.of(1993, 1, 1),
            LocalDate.of(1995, 6, 1),
            LocalDate.of(1999, 1, 1));
    private static final int RUNS = 7;
    private static final long WARM_UP_NANOS = 2_000_000_000L;

    @Option(
            names = "--scale",
            paramLabel = "S",
            defaultValue = "0.1",
            description = "TPC-H scale factor; 1 means 6 million rows. Default: ${DEFAULT-VALUE}.")
    private double scale;

    @Option(
            names = "--keep",
            paramLabel = "FOLDER",
            description = "Keep the files in this folder. Default: a temporary folder, which the demo deletes.")
    private Path keep;

    @Spec
    private CommandSpec spec;

    /** The files that are complete. */
    private final List<Path> written = new ArrayList<>();

    /** The folders that did not exist, the innermost first. */
    private final List<Path> made = new ArrayList<>();

    @Override
    public Integer call() throws IOException {
        boolean isKept = false;
        try {
            int exitCode = run(folder(), spec.commandLine().getOut());
            isKept = keep != null;
            return exitCode;
        } finally {
            if (!isKept) {
                removeAll();
            }
        }
    }

    private Path folder() throws IOException {
        if (keep == null) {
            made.add(Files.createTempDirectory("stoa-demo"));
            return made.get(0);
        }
        for (Path missing = keep.toAbsolutePath(); Files.notExists(missing); missing = missing.getParent()) {
            made.add(missing);
        }
        return Files.createDirectories(keep);
    }

    /** A folder that another program writes to meanwhile stays. */
    private void removeAll() throws IOException {
        try {
            for (Path file : written) {
                Files.deleteIfExists(file);
            }
            for (Path folder : made) {
                Files.deleteIfExists(folder);
            }
        } catch (DirectoryNotEmptyException e) {
            spec.commandLine()
                    .getErr()
                    .println("stoa: " + e.getMessage() + " stays: it has files that are not of the demo");
        }
    }

    private int run(Path folder, PrintWriter out) throws IOException {
        Path snappy = folder.resolve("lineitem-snappy.parquet");
        Path zstd = folder.resolve("lineitem-zstd.parquet");
        Path stoa = folder.resolve("lineitem.stoa");
        refuseExisting(snappy, zstd, stoa);
        out.printf(Locale.ROOT, "Making TPC-H lineitem at scale %s, sorted by l_shipdate ...%n", scale);
        out.flush();
        LineItems table;
        try {
            table = LineItems.generate(scale);
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(e.getMessage());
        }
        long[] writeNanos = new long[3];
        writeNanos[1] =
                write(table, zstd, Codec.ZSTD); // first: if its library can't be loaded, it prints no trace of its own
        writeNanos[0] = write(table, snappy, Codec.SNAPPY);
        out.println("$ stoa convert " + snappy.getFileName() + " " + stoa.getFileName() + " --sorted-by l_shipdate");
        out.flush();
        long start = System.nanoTime();
        long rows = convert(snappy, stoa);
        written.add(stoa);
        writeNanos[2] = System.nanoTime() - start;
        out.println();
        TextTable sizes = new TextTable(List.of("file", ">bytes", ">of snappy", ">made in ms"));
        Path[] files = {snappy, zstd, stoa};
        for (int i = 0; i < files.length; i++) {
            sizes.row(
                    files[i].getFileName(),
                    String.format(Locale.ROOT, "%,d", Files.size(files[i])),
                    String.format(Locale.ROOT, "%.0f%%", 100.0 * Files.size(files[i]) / Files.size(snappy)),
                    String.format(Locale.ROOT, "%,d", writeNanos[i] / 1_000_000));
        }
        sizes.print(out);
        out.println();
        out.println("select count(*), max(l_linenumber), sum(l_extendedprice) from lineitem where l_shipdate < X");
        out.printf(
                "(median of %d runs, warmed up; every value delivered and summed; parquet-java uses its page index)%n%n",
                RUNS);
        out.flush();
        return query(out, files, rows) ? 0 : 1;
    }

    /** Refuses a folder with files of these names, which may be the user's. */
    private static void refuseExisting(Path... files) {
        for (Path file : files) {
            if (Files.exists(file)) {
                throw CommandException.usage(file
                        + " exists already, and a demo replaces no file: name another folder by --keep, or remove it");
            }
        }
    }

    private static boolean query(PrintWriter out, Path[] files, long rows) throws IOException {
        String[] names = {"parquet snappy", "parquet zstd", "stoa"};
        TextTable table = new TextTable(
                List.of("X", ">rows", ">selected", ">max", ">sum", "reader", ">bytes read", ">requests", ">ms"));
        boolean agree = true;
        for (int f = 0; f < files.length; f++) {
            warmUp(files[f], f < 2);
        }
        for (LocalDate date : DATES) {
            Answer first = null;
            for (int f = 0; f < files.length; f++) {
                Answer answer = median(files[f], f < 2, date);
                first = first == null ? answer : first;
                agree &= answer.agrees(first);
                table.row(
                        date,
                        String.format(Locale.ROOT, "%,d", answer.count()),
                        String.format(Locale.ROOT, "%.1f%%", 100.0 * answer.count() / rows),
                        answer.count() == 0 ? "" : answer.max(),
                        java.math.BigDecimal.valueOf(answer.sum(), 2),
                        names[f],
                        String.format(Locale.ROOT, "%,d", answer.bytesRead()),
                        answer.requests(),
                        String.format(Locale.ROOT, "%.1f", answer.nanos() / 1e6));
            }
        }
        table.print(out);
        out.println(agree ? "All answers agree." : "THE ANSWERS DIFFER: this is a bug, please report it.");
        out.flush();
        return agree;
    }

    /** Gives the JIT compiler the same time for each reader, so that the figures don't measure the compiler. */
    private static void warmUp(Path file, boolean parquet) throws IOException {
        long start = System.nanoTime();
        for (int i = 0; System.nanoTime() - start < WARM_UP_NANOS; i++) {
            ask(file, parquet, DATES.get(i % DATES.size()));
        }
    }

    private static Answer ask(Path file, boolean parquet, LocalDate date) throws IOException {
        return parquet ? ParquetQuery.run(file, date) : StoaQuery.run(file, date);
    }

    private static Answer median(Path file, boolean parquet, LocalDate date) throws IOException {
        Answer[] answers = new Answer[RUNS];
        for (int i = 0; i < RUNS; i++) {
            answers[i] = ask(file, parquet, date);
        }
        Arrays.sort(answers, java.util.Comparator.comparingLong(Answer::nanos));
        return answers[RUNS / 2];
    }

    private long write(LineItems table, Path file, Codec codec) throws IOException {
        long start = System.nanoTime();
        try (ParquetTarget target = ParquetTarget.create(
                LocalFileSink.create(file, SinkOptions.DEFAULT),
                LineItems.schema(),
                List.of(),
                ParquetTargetOptions.DEFAULT.withCodec(codec))) {
            java.util.Iterator<Batch> batches = table.batches();
            while (batches.hasNext()) {
                Batch batch = batches.next();
                target.write(batch);
            }
            target.finish();
        }
        written.add(file);
        return System.nanoTime() - start;
    }

    private static long convert(Path parquet, Path stoa) throws IOException {
        Configuration conf = new Configuration();
        ConvertPlan plan = ConvertPlan.of(
                InputFiles.findWithPipes(List.of(parquet.toString()), conf),
                stoa.toAbsolutePath().toString(),
                Optional.empty(),
                Optional.empty(),
                false,
                false,
                conf);
        try (Progress progress = Progress.start("convert", Files.size(parquet), " MB", 1_000_000)) {
            Converter converter = new Converter(
                    conf,
                    CsvOptions.DEFAULT,
                    new Converter.Inputs(
                            Optional.empty(), Optional.empty(), Optional.empty(), Sources.DEFAULT, List.of()),
                    new Converter.Outputs(
                            WriterOptions.DEFAULT.withSortColumns(List.of(SortColumn.ascending("l_shipdate"))),
                            ParquetTargetOptions.DEFAULT,
                            Optional.empty(),
                            false),
                    new Converter.Watch(note -> {}, progress, Guard.none()));
            return converter.run(plan.jobs().get(0), FileKind.STOA).rows();
        }
    }
}
