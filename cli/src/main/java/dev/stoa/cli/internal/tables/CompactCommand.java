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

import dev.stoa.cli.internal.arguments.HadoopOptions;
import dev.stoa.cli.internal.arguments.Sizes;
import dev.stoa.cli.internal.arguments.Version;
import dev.stoa.cli.internal.io.Tables;
import dev.stoa.cli.internal.print.Progress;
import dev.stoa.cli.internal.print.TextTable;
import dev.stoa.table.Compaction;
import dev.stoa.table.CompactionCosts;
import dev.stoa.table.CompactionJob;
import dev.stoa.table.CompactionPlan;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code stoa compact}. */
@Command(
        name = "compact",
        mixinStandardHelpOptions = true,
        description = {
            "Makes scans of a table cheaper: merges sidecars, rewrites heavily changed files, and combines small "
                    + "files.",
            "Runs while others read and write. It runs the most beneficial jobs that fit the budget. The benefit of a "
                    + "job is the share",
            "of its cost that one scan of the whole table saves. The cost counts the bytes of the files, 256 KiB for "
                    + "each file to open,",
            "and 8 KiB for each vector to merge."
        },
        footer = {
            "",
            "Examples:",
            "  stoa compact --plan warehouse/orders",
            "  stoa compact --budget 10G warehouse/orders"
        })
public final class CompactCommand implements Callable<Integer> {
    @Parameters(paramLabel = "TABLE", description = "The folder of a table.")
    private String folder;

    @Option(
            names = "--budget",
            paramLabel = "SIZE",
            defaultValue = "10G",
            description = "Maximum number of bytes to read and write, such as 500M. Default: ${DEFAULT-VALUE}.")
    private String budget;

    @Option(names = "--plan", description = "Print the jobs and the reasons, and change nothing.")
    private boolean planOnly;

    @Mixin
    private HadoopOptions hadoop;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Table table = Tables.change(folder, hadoop.configuration());
        Snapshot snapshot = table.snapshot();
        CompactionPlan plan = Compaction.plan(snapshot, Sizes.parse(budget), CompactionCosts.DEFAULT);
        PrintWriter out = spec.commandLine().getOut();
        print(plan, Compaction.scanCost(snapshot, CompactionCosts.DEFAULT), out);
        if (!planOnly && !plan.chosen().isEmpty()) {
            WriterOptions options = WriterOptions.DEFAULT.withCreatedBy(Version.createdBy());
            int done = run(table, plan, options);
            int yielded = plan.chosen().size() - done;
            out.println(done + " done"
                    + (yielded == 0 ? "" : ", " + yielded + " given up, as others have changed the same"));
        }
        out.flush();
        return 0;
    }

    /** Does one job after the other; tells how many were not given up. */
    private static int run(Table table, CompactionPlan plan, WriterOptions options) throws IOException {
        long bytes = plan.chosen().stream().mapToLong(CompactCommand::bytes).sum();
        int done = 0;
        try (Progress progress = Progress.start("compact", bytes, " MB", 1_000_000)) {
            for (CompactionJob job : plan.chosen()) {
                CompactionPlan one = new CompactionPlan(plan.version(), List.of(job), List.of());
                done += Compaction.run(table, one, options).done().size();
                progress.advance(bytes(job));
            }
        }
        return done;
    }

    private static long bytes(CompactionJob job) {
        return job.readBytes() + job.writtenBytes();
    }

    private static void print(CompactionPlan plan, double scanCost, PrintWriter out) {
        if (plan.chosen().isEmpty() && plan.left().isEmpty()) {
            out.println("version " + plan.version() + ": nothing is worth its price");
            return;
        }
        TextTable text =
                new TextTable(List.of("job", ">fragments", ">reads", ">writes", ">scan saves", "chosen", "why"));
        plan.chosen().forEach(job -> row(text, job, scanCost, "yes"));
        plan.left().forEach(job -> row(text, job, scanCost, "no"));
        text.print(out);
    }

    private static void row(TextTable text, CompactionJob job, double scanCost, String chosen) {
        text.row(
                job.kind().name().toLowerCase(Locale.ROOT),
                job.fragments().size(),
                Sizes.text(job.readBytes()),
                Sizes.text(job.writtenBytes()),
                String.format(Locale.ROOT, "%.1f %%", 100 * Math.min(1, job.gain() / scanCost)),
                chosen,
                job.reason());
    }
}
