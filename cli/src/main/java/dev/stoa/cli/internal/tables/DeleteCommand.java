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
import dev.stoa.cli.internal.arguments.HadoopOptions;
import dev.stoa.cli.internal.arguments.WhereParser;
import dev.stoa.cli.internal.io.Tables;
import dev.stoa.cli.internal.print.OperationPrinter;
import dev.stoa.cli.internal.print.Progress;
import dev.stoa.table.OperationOptions;
import dev.stoa.table.OperationResult;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code stoa delete}. */
@Command(
        name = "delete",
        mixinStandardHelpOptions = true,
        description = "Deletes rows that match a condition, in one commit. Data files stay unchanged.",
        footer = {
            "",
            "See 'stoa scan --help' for conditions.",
            "",
            "Examples:",
            "  stoa delete lake/orders --where \"o_orderdate < date '1993-01-01'\"",
            "  stoa delete lake/orders --all"
        })
public final class DeleteCommand implements Callable<Integer> {
    @Parameters(paramLabel = "TABLE", description = "The folder of a table.")
    private String table;

    @Option(names = "--where", paramLabel = "CONDITION", description = "Delete rows that match this condition.")
    private String where;

    @Option(names = "--all", description = "Delete all rows.")
    private boolean all;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Mixin
    private HadoopOptions hadoop;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (all == (where != null)) {
            throw CommandException.usage("give either --where or --all");
        }
        Table target = Tables.change(table, hadoop.configuration());
        OperationResult result;
        try (Progress progress = Tables.progress("delete", target)) {
            TableOperations operations =
                    TableOperations.of(target).with(OperationOptions.DEFAULT.withProgress(progress::reach));
            result = all ? operations.truncate() : operations.delete(WhereParser.parse(where));
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(e.getMessage());
        }
        OperationPrinter.print(spec.commandLine().getOut(), json, target, result);
        return 0;
    }
}
