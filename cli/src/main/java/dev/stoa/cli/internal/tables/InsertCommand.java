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

/** {@code stoa insert}. */
@Command(
        name = "insert",
        mixinStandardHelpOptions = true,
        description = "Inserts rows into a table in one commit, all or nothing.",
        footer = {
            "",
            "A table with a declared order takes rows in any order, and sorts them. A table with a key refuses two "
                    + "rows with the same",
            "key. The command matches columns by name. It takes columns that a file lacks from the names of its folders, such as",
            "day=2024-01-31, and sets other missing columns to null.",
            "",
            "Examples:",
            "  stoa insert lake/orders new.parquet",
            "  stoa insert lake/orders 2024-0*.csv --null NA",
            "  stoa insert lake/orders dirty.csv --max-bad-rows 100 --rejects bad.csv",
            "  stoa insert lake/orders all.stoa --overwrite",
            "  zcat new.csv.gz | stoa insert lake/orders - --from csv"
        })
public final class InsertCommand implements Callable<Integer> {
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

    @Option(names = "--overwrite", description = "Replace all rows of the table. Older versions stay readable.")
    private boolean overwrite;

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
                        "insert",
                        files,
                        conf,
                        new FeedOptions(text.csv(), from.kind(), limits.start(), Notes.of(spec)),
                        rejects,
                        target,
                        overwrite ? TableOperations::overwrite : TableOperations::insert));
        OperationPrinter.print(spec.commandLine().getOut(), json, target, result);
        return 0;
    }
}
