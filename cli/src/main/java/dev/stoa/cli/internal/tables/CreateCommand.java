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
import dev.stoa.cli.internal.arguments.IdleOptions;
import dev.stoa.cli.internal.io.InputFiles;
import dev.stoa.cli.internal.io.OpenFiles;
import dev.stoa.cli.internal.io.TableSearch;
import dev.stoa.cli.internal.print.Counted;
import dev.stoa.format.Schema;
import dev.stoa.interop.csv.SchemaText;
import dev.stoa.reader.StoaFile;
import dev.stoa.table.SchemaEdit;
import dev.stoa.table.Table;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.vio.hadoop.HadoopFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code stoa table create}. */
@Command(
        name = "create",
        mixinStandardHelpOptions = true,
        description = "Creates an empty table.",
        footer = {
            "",
            "Examples:",
            "  stoa table create lake/orders --schema 'id bigint not null, day date, total decimal(15,2)' --key id",
            "  stoa table create lake/events --schema 'id bigint, day date' --partition-by 'id hash(16)' --part-folders",
            "  stoa table create lake/visits --schema 'at timestamp, page string' --partition-by 'at month'",
            "  stoa table create lake/lines --like lineitem.stoa --sorted-by l_shipdate,l_orderkey:desc",
            "  stoa table create lake/sales --schema 'id bigint, total decimal(15,2)' --check 'paid=total >= 0'"
        })
final class CreateCommand implements Callable<Integer> {
    @Parameters(paramLabel = "TABLE", description = "A folder that is empty or does not exist.")
    private String table;

    @Option(
            names = "--schema",
            paramLabel = "SCHEMA",
            description = "Column names and types, such as 'id bigint not null, name varchar(20)'.")
    private String schema;

    @Option(names = "--like", paramLabel = "FILE", description = "Use the columns of this Stoa file.")
    private String like;

    @Option(names = "--key", split = ",", paramLabel = "COLUMN", description = "Columns of the unique key.")
    private List<String> key = new ArrayList<>();

    @Option(
            names = "--sorted-by",
            split = ",",
            paramLabel = "COLUMN[:desc]",
            description = "Sort the rows of each fragment by these columns, nulls last.")
    private List<String> sortedBy = new ArrayList<>();

    @Option(
            names = "--partition-by",
            paramLabel = "COLUMN TRANSFORM",
            description =
                    "Partition the rows by a column: 'id hash(16)' by hash, 'day range(2024-01-01, 2025-01-01)' at bounds, "
                            + "'country value' by value, 'at month' by calendar (year, month, day or hour). "
                            + "'name truncate(3)' is by first characters. Repeatable.")
    private List<String> partitionBy = new ArrayList<>();

    @Option(
            names = "--check",
            paramLabel = "NAME=CONDITION",
            description =
                    "A CHECK constraint: no row may make the condition false. Conditions are those of --where. Repeatable.")
    private Map<String, String> check = new LinkedHashMap<>();

    @Option(
            names = "--part-folders",
            description = "Put the files of each part of 'hash(N)' into a folder of their own, for 'stoa place'.")
    private boolean partFolders;

    @Mixin
    private HadoopOptions hadoop;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Configuration conf = hadoop.configuration();
        if ((schema == null) == (like == null)) {
            throw CommandException.usage("give either --schema or --like for the columns");
        }
        Path path = InputFiles.path(table, conf);
        FileSystem fs = path.getFileSystem(conf);
        TableSearch.refuseTable(fs, path);
        Table made;
        try {
            Schema columns = SchemaEdit.numbered(columns(conf));
            TableProperties declared = TableCommand.properties(columns, key, sortedBy, partitionBy);
            for (Map.Entry<String, String> condition : check.entrySet()) {
                declared = declared.withCheck(condition.getKey(), condition.getValue());
            }
            if (partFolders) {
                if (declared.partitionedBy().stream()
                        .noneMatch(column -> column.transform().startsWith("hash("))) {
                    IdleOptions.refuse(spec, "the table is not divided by hash(N)", "--part-folders");
                }
                declared = declared.withOther(with(declared.other(), TableProperties.PART_FOLDERS, "true"));
            }
            made = Table.create(HadoopFolder.of(fs, path), columns, declared, TableSettings.DEFAULT);
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(e.getMessage());
        }
        PrintWriter out = spec.commandLine().getOut();
        out.print(Counted.text(
                "%s: version 0: a table of %,d column[s]%n",
                made.folder().id(), made.snapshot().schema().fields().size()));
        out.flush();
        return 0;
    }

    private static Map<String, String> with(Map<String, String> properties, String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(properties);
        more.put(name, value);
        return more;
    }

    private Schema columns(Configuration conf) throws IOException {
        if (schema != null) {
            return SchemaText.parse(schema);
        }
        try (StoaFile file = OpenFiles.stoa(InputFiles.oneOfRows(like, conf))) {
            return file.schema();
        }
    }
}
