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
package dev.stoa.cli.internal.browse;

import dev.stoa.cli.internal.arguments.CommandException;
import dev.stoa.cli.internal.arguments.HadoopOptions;
import dev.stoa.cli.internal.io.InputFiles;
import dev.stoa.cli.internal.io.OpenFiles;
import dev.stoa.cli.internal.io.Tables;
import dev.stoa.table.Table;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code stoa browse}. */
@Command(
        name = "browse",
        mixinStandardHelpOptions = true,
        description = {
            "Shows a file or a table in the terminal, on the full screen: columns, encodings, blocks, zones, rows and layout;",
            "for a table its columns, rows, log, files and sidecars."
        },
        footer = {
            "",
            "Keys:",
            "  arrows, Page Up, Page Down, Home, End, j, k   move; left and right show other columns",
            "  Enter, Esc                                    open the selected line, go back",
            "  /                                             type a condition: shows what it prunes, and the rows that match",
            "  g                                             type the number of a line to go to",
            "  q                                             quit",
            "",
            "Examples:",
            "  stoa browse lineitem.stoa",
            "  stoa browse lake/orders --at 17"
        })
public final class BrowseCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE|TABLE", description = "A Stoa file, or the folder of a table.")
    private String file;

    @Option(
            names = "--at",
            paramLabel = "VERSION|TIME",
            description = "For a table: the version to show, or the version at this time. Default: the newest.")
    private String at;

    @Mixin
    private HadoopOptions hadoop;

    @Override
    public Integer call() throws IOException {
        try (FullScreen screen = FullScreen.open();
                Browser browser = new Browser(first(hadoop.configuration()))) {
            screen.show(browser);
        }
        return 0;
    }

    private View first(Configuration conf) throws IOException {
        if (Tables.isTable(file, conf)) {
            Table table = Tables.open(file, conf);
            return TableViews.menu(table, Tables.snapshot(table, at), file);
        }
        if (at != null) {
            throw CommandException.usage("--at shows a version of a table, and " + file + " is not a table");
        }
        return FileViews.menu(OpenFiles.stoa(InputFiles.one(file, conf)), file, "");
    }
}
