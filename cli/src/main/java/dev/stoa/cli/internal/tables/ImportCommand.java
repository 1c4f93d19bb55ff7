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
import dev.stoa.cli.internal.io.OtherTables;
import dev.stoa.cli.internal.io.TableSearch;
import dev.stoa.cli.internal.print.Counted;
import dev.stoa.table.OperationResult;
import dev.stoa.table.RowInsert;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableRemoval;
import dev.stoa.table.TableSettings;
import dev.stoa.vio.Folder;
import dev.stoa.vio.hadoop.HadoopFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code stoa table import}. */
@Command(
        name = "import",
        mixinStandardHelpOptions = true,
        description = {
            "Copies a table of Delta Lake or Iceberg into a new table: the rows of its newest version, without deleted ones.",
            "Keeps its columns, their comments, and the partitions, order and constraints that Stoa can express. Its history stays where it is."
        },
        footer = {
            "",
            "Examples:",
            "  stoa table import delta/orders lake/orders",
            "  stoa table import iceberg/orders lake/orders",
            "  stoa table import iceberg/orders/metadata/00007-3ae4.metadata.json lake/orders"
        })
final class ImportCommand implements Callable<Integer> {
    @Parameters(
            index = "0",
            paramLabel = "SOURCE",
            description = "The folder of a table of Delta Lake or Iceberg, or a metadata file of Iceberg.")
    private String source;

    @Parameters(index = "1", paramLabel = "TABLE", description = "A folder that is empty or does not exist.")
    private String table;

    @Mixin
    private HadoopOptions hadoop;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Configuration conf = hadoop.configuration();
        Path from = InputFiles.path(source, conf);
        FileSystem sources = from.getFileSystem(conf);
        Path path = InputFiles.path(table, conf);
        FileSystem fs = path.getFileSystem(conf);
        TableSearch.refuseTable(fs, path);
        PrintWriter notes = spec.commandLine().getErr();
        ForeignTable foreign = open(conf, sources, from, notes);
        TableProperties declared = foreign.properties(note -> notes.println("note: " + note));
        notes.flush();
        Folder folder = HadoopFolder.of(fs, path);
        Table made = Table.create(folder, foreign.schema(), declared, TableSettings.DEFAULT);
        OperationResult result;
        boolean done = false;
        try (RowInsert insert = TableOperations.of(made).insert()) {
            foreign.read(insert::write);
            result = insert.commit();
            done = true;
        } finally {
            if (!done && made.snapshot().version() == 0) {
                TableRemoval.plan(folder).run();
            }
        }
        PrintWriter out = spec.commandLine().getOut();
        out.print(Counted.text(
                "%s: version %d: %,d row[s] of %s of %s%n",
                made.folder().id(),
                result.snapshot().version(),
                result.snapshot().rowCount(),
                foreign.state(),
                source));
        out.flush();
        return 0;
    }

    private ForeignTable open(Configuration conf, FileSystem fs, Path from, PrintWriter notes) throws IOException {
        if (OtherTables.isDelta(fs, from)) {
            return DeltaTable.open(conf, fs.makeQualified(from).toString());
        }
        Path metadata = IcebergMetadata.find(fs, from, note -> notes.println("note: " + note))
                .orElseThrow(
                        () -> CommandException.usage(
                                source + ": is not a Delta Lake table: it has no folder"
                                        + " _delta_log, and not an Iceberg table: it has no file such as metadata/v1.metadata.json;"
                                        + " 'stoa convert' and 'stoa table adopt' take files, and Spark takes tables of other formats"));
        return IcebergTable.open(conf, metadata);
    }
}
