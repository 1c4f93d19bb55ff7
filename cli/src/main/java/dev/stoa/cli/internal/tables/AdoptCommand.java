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
import dev.stoa.cli.internal.io.InputFiles;
import dev.stoa.cli.internal.io.Links;
import dev.stoa.cli.internal.io.TableSearch;
import dev.stoa.cli.internal.print.Counted;
import dev.stoa.format.Schema;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.vio.Folder;
import dev.stoa.vio.hadoop.HadoopFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code stoa table adopt}. */
@Command(
        name = "adopt",
        mixinStandardHelpOptions = true,
        description = "Creates a table from a folder of Stoa files, and leaves the files unchanged.",
        footer = {
            "",
            "Examples:",
            "  stoa table adopt lake/orders",
            "  stoa table adopt lake/orders --key id --sorted-by day,id"
        })
final class AdoptCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FOLDER", description = "A folder that contains only Stoa files.")
    private String table;

    @Option(
            names = "--key",
            split = ",",
            paramLabel = "COLUMN",
            description = "Columns of the unique key. Adopt checks all rows.")
    private List<String> key = new ArrayList<>();

    @Option(
            names = {"--sorted-by", "--order"},
            split = ",",
            paramLabel = "COLUMN[:desc]",
            description = "Order of the rows in each file, nulls last. Adopt checks all rows.")
    private List<String> sortedBy = new ArrayList<>();

    @Mixin
    private HadoopOptions hadoop;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Path path = InputFiles.path(table, hadoop.configuration());
        FileSystem fs = path.getFileSystem(hadoop.configuration());
        TableSearch.refuseTable(fs, path);
        Links.refuseBelow(fs, path);
        Folder folder = HadoopFolder.of(fs, path);
        TableProperties declared = TableProperties.NONE;
        if (!key.isEmpty() || !sortedBy.isEmpty()) {
            Schema columns =
                    Table.open(folder, TableSettings.DEFAULT).snapshot().schema();
            try {
                declared = TableCommand.properties(columns, key, sortedBy, List.of());
            } catch (IllegalArgumentException e) {
                throw CommandException.usage(e.getMessage());
            }
        }
        Table made = Table.adopt(folder, declared, TableSettings.DEFAULT);
        Snapshot snapshot = made.snapshot();
        PrintWriter out = spec.commandLine().getOut();
        out.print(Counted.text(
                "%s: version 0: %,d file[s] with %,d row[s] adopted as they are%n",
                made.folder().id(), snapshot.fragmentCount(), snapshot.rowCount()));
        out.flush();
        return 0;
    }
}
