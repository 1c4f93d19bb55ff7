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

import dev.stoa.cli.internal.arguments.FormatOption;
import dev.stoa.cli.internal.arguments.HadoopOptions;
import dev.stoa.cli.internal.convert.RejectLog;
import dev.stoa.cli.internal.convert.TextOptions;
import dev.stoa.cli.internal.io.LimitOptions;
import dev.stoa.cli.internal.io.Tables;
import dev.stoa.cli.internal.print.Notes;
import dev.stoa.cli.internal.print.OperationPrinter;
import dev.stoa.table.OperationResult;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code stoa upsert}. */
@Command(
        name = "upsert",
        mixinStandardHelpOptions = true,
        description = "Updates rows whose key already exists and inserts the others, in one commit, all or nothing.",
        footer = {
            "",
            "The command updates only columns that the input has. In new rows, missing columns become null.",
            "",
            "Examples:",
            "  stoa upsert lake/orders changes.parquet",
            "  stoa upsert lake/orders prices.csv --json"
        })
public final class UpsertCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "TABLE", description = "The folder of a table.")
    private String table;

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "FILE",
            description =
                    "Stoa, Parquet, ORC, Avro, Arrow, CSV or TSV files, globs or folders, other tables, or - for standard "
                            + "input.")
    private List<String> files;

    @Mixin
    private FormatOption from;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @ArgGroup(exclusive = false, heading = "%nDelimited text:%n")
    private TextOptions text = new TextOptions();

    @Mixin
    private LimitOptions limits;

    @Mixin
    private HadoopOptions hadoop;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Configuration conf = hadoop.configuration();
        Table target = Tables.change(table, conf);
        RowFeed.checkOptions(spec.commandLine().getParseResult(), files, from.kind(), conf);
        OperationResult result = RejectLog.during(
                text.rejectLimit(true),
                conf,
                false,
                spec.commandLine().getErr(),
                rejects -> RowFeed.insert(
                        "upsert",
                        files,
                        conf,
                        new FeedOptions(text.csv(), from.kind(), limits.start(), Notes.of(spec)),
                        rejects,
                        target,
                        TableOperations::upsert));
        OperationPrinter.print(spec.commandLine().getOut(), json, target, result);
        return 0;
    }
}
