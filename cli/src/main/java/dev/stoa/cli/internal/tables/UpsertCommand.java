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
    @Mixin
    private FormatOption from;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Mixin
    private FeedArguments arguments;

    @Override
    public Integer call() throws IOException {
        arguments.run(from.kind(), json, TableOperations::upsert);
        return 0;
    }
}
