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
import dev.stoa.table.Assignment;
import dev.stoa.table.OperationOptions;
import dev.stoa.table.OperationResult;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code stoa update}. */
@Command(
        name = "update",
        mixinStandardHelpOptions = true,
        description = "Updates columns of the rows that match a condition, in one commit. Writes only the new values.",
        footer = {
            "",
            "A new value is a literal as in conditions, null, a column of the same row, or an expression of numbers "
                    + "with + - * ( ).",
            "",
            "Examples:",
            "  stoa update lake/orders --set \"o_comment = null\" --where 'o_orderkey = 7'",
            "  stoa update lake/orders --set 'o_totalprice = o_totalprice * 1.1' --set \"o_orderstatus = 'P'\""
        })
public final class UpdateCommand implements Callable<Integer> {
    @Parameters(paramLabel = "TABLE", description = "The folder of a table.")
    private String table;

    @Option(
            names = "--set",
            required = true,
            paramLabel = "COLUMN=VALUE",
            description = "Column and new value. Repeatable.")
    private List<String> set;

    @Option(
            names = "--where",
            paramLabel = "CONDITION",
            description = "Update only rows that match this condition. Default: all rows.")
    private String where;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Mixin
    private HadoopOptions hadoop;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        List<Assignment> assignments = set.stream().map(WhereParser::assignment).toList();
        Table target = Tables.change(table, hadoop.configuration());
        OperationResult result;
        try (Progress progress = Tables.progress("update", target)) {
            result = TableOperations.of(target)
                    .with(OperationOptions.DEFAULT.withProgress(progress::reach))
                    .update(assignments, Optional.ofNullable(where).map(WhereParser::parse));
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(e.getMessage());
        }
        OperationPrinter.print(spec.commandLine().getOut(), json, target, result);
        return 0;
    }
}
