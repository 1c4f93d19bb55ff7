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

import dev.stoa.cli.internal.arguments.CommandException;
import dev.stoa.cli.internal.arguments.Durations;
import dev.stoa.cli.internal.arguments.HadoopOptions;
import dev.stoa.cli.internal.arguments.Sizes;
import dev.stoa.cli.internal.io.Tables;
import dev.stoa.cli.internal.print.Counted;
import dev.stoa.cli.internal.print.TextTable;
import dev.stoa.table.Expiry;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code stoa expire}. */
@Command(
        name = "expire",
        mixinStandardHelpOptions = true,
        description = {
            "Removes old versions of a table, and deletes files that no retained version references.",
            "The age of a version counts from the commit of its successor. Expire keeps versions and files younger "
                    + "than the safe",
            "age, because running readers and writers may need them."
        },
        footer = {
            "",
            "Examples:",
            "  stoa expire --older-than 7d --dry-run warehouse/orders",
            "  stoa expire --older-than 12h --keep 5 --safe-age 6h warehouse/orders"
        })
public final class ExpireCommand implements Callable<Integer> {
    @Parameters(paramLabel = "TABLE", description = "The folder of a table.")
    private String folder;

    @Option(
            names = "--older-than",
            required = true,
            paramLabel = "AGE",
            description = "Remove versions older than this, such as 90s, 30m, 12h or 7d.")
    private String olderThan;

    @Option(
            names = "--keep",
            paramLabel = "N",
            defaultValue = "1",
            description = "Number of newest versions to keep in any case. Default: ${DEFAULT-VALUE}.")
    private int keep;

    @Option(
            names = "--safe-age",
            paramLabel = "AGE",
            defaultValue = "1d",
            description = "Minimum age of files and versions to remove. Default: ${DEFAULT-VALUE}.")
    private String safeAge;

    @Option(names = "--dry-run", description = "Print what expire would remove, and change nothing.")
    private boolean dryRun;

    @Mixin
    private HadoopOptions hadoop;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (keep < 1) {
            throw CommandException.usage("--keep is " + keep + ", must be 1 or more");
        }
        Expiry expiry = Expiry.plan(
                Tables.change(folder, hadoop.configuration()),
                Durations.parse("an age", olderThan),
                keep,
                Durations.parse("an age", safeAge));
        if (!dryRun) {
            expiry.run();
        }
        PrintWriter out = spec.commandLine().getOut();
        if (dryRun && !expiry.files().isEmpty()) {
            TextTable text = new TextTable(List.of("file", ">bytes"));
            expiry.files().forEach(file -> text.row(file.path(), file.length()));
            text.print(out);
        }
        long bytes = expiry.files().stream().mapToLong(Expiry.OldFile::length).sum();
        out.println(Counted.text(
                        "%,d version[s] and %,d file[s] (",
                        expiry.versions(), expiry.files().size())
                + Sizes.text(bytes) + ") " + (dryRun ? "would be removed" : "removed") + "; "
                + Counted.versions(expiry.oldestVersion(), expiry.newestVersion())
                + (dryRun ? " would stay" : expiry.oldestVersion() == expiry.newestVersion() ? " stays" : " stay"));
        out.flush();
        return 0;
    }
}
