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
import dev.stoa.cli.internal.io.Tables;
import dev.stoa.cli.internal.print.Counted;
import dev.stoa.cli.internal.print.OperationPrinter;
import dev.stoa.table.OperationResult;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code stoa rollback}. */
@Command(
        name = "rollback",
        mixinStandardHelpOptions = true,
        description =
                "Restores the state of an older version, as a new version: its rows, and also its columns, constraints, "
                        + "key, order and partitions. Tags stay. Writes only to the log. The undone versions stay readable.",
        footer = {
            "",
            "A scan gives rows of files that come back after all others.",
            "",
            "Examples:",
            "  stoa rollback lake/orders --to 17",
            "  stoa rollback lake/orders --to '2024-01-31 10:00:00'"
        })
public final class RollbackCommand implements Callable<Integer> {
    @Parameters(paramLabel = "TABLE", description = "The folder of a table.")
    private String table;

    @Option(
            names = "--to",
            required = true,
            paramLabel = "VERSION|TIME",
            description = "The version, or the version at this time (UTC unless it has an offset).")
    private String to;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Mixin
    private HadoopOptions hadoop;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Table target = Tables.change(table, hadoop.configuration());
        long version = Tables.snapshot(target, to).version();
        Snapshot undone = target.snapshot();
        OperationResult result = TableOperations.of(target).rollback(version);
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            OperationPrinter.print(out, true, target, result);
        } else {
            out.print(Counted.text(
                    "%s: version %,d: as version %,d was; nothing written but the log; %,d row[s] now%n",
                    target.folder().id(),
                    result.snapshot().version(),
                    version,
                    result.snapshot().rowCount()));
            declared(undone, result.snapshot())
                    .ifPresent(what -> out.printf("%s are those of version %,d, too%n", what, version));
            out.flush();
        }
        return 0;
    }

    /** Names the things besides rows that a rollback has changed. */
    private static Optional<String> declared(Snapshot undone, Snapshot now) {
        boolean hasOtherColumns = !undone.schema().equals(now.schema());
        if (undone.properties().equals(now.properties())) {
            return hasOtherColumns ? Optional.of("columns") : Optional.empty();
        }
        return Optional.of((hasOtherColumns ? "columns, " : "") + "constraints and other declarations");
    }
}
