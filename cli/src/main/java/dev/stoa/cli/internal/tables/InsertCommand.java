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
import dev.stoa.table.TableOperations;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

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
    @Option(names = "--overwrite", description = "Replace all rows of the table. Older versions stay readable.")
    private boolean overwrite;

    @Mixin
    private FormatOption from;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Mixin
    private FeedArguments arguments;

    @Override
    public Integer call() throws IOException {
        arguments.run(from.kind(), json, overwrite ? TableOperations::overwrite : TableOperations::insert);
        return 0;
    }
}
