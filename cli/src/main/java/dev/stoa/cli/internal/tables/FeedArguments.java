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
import dev.stoa.cli.internal.convert.RejectLog;
import dev.stoa.cli.internal.convert.TextOptions;
import dev.stoa.cli.internal.io.LimitOptions;
import dev.stoa.cli.internal.io.Tables;
import dev.stoa.cli.internal.print.Notes;
import dev.stoa.cli.internal.print.OperationPrinter;
import dev.stoa.interop.FileKind;
import dev.stoa.table.OperationResult;
import dev.stoa.table.Table;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The table, the files and most options of the commands that put rows of files into a table. */
final class FeedArguments {
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

    @ArgGroup(exclusive = false, heading = "%nDelimited text:%n")
    private TextOptions text = new TextOptions();

    @Mixin
    private LimitOptions limits;

    @Mixin
    private HadoopOptions hadoop;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    /**
     * Puts the rows into the table by one commit, and prints its counts.
     *
     * @param from the format of the files, if it was named
     * @param json whether to print the counts as JSON
     * @param opening begins the operation
     */
    void run(Optional<FileKind> from, boolean json, RowFeed.Opening opening) throws IOException {
        Configuration conf = hadoop.configuration();
        Table target = Tables.change(table, conf);
        RowFeed.checkOptions(spec.commandLine().getParseResult(), files, from, conf);
        OperationResult result = RejectLog.during(
                text.rejectLimit(true),
                conf,
                false,
                spec.commandLine().getErr(),
                rejects -> RowFeed.insert(
                        spec.name(),
                        files,
                        conf,
                        new FeedOptions(text.csv(), from, limits.start(), Notes.of(spec)),
                        rejects,
                        target,
                        opening));
        OperationPrinter.print(spec.commandLine().getOut(), json, target, result);
    }
}
