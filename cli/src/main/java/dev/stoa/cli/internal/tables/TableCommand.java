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

import dev.stoa.format.FieldNames;
import dev.stoa.format.Schema;
import dev.stoa.table.TableProperties;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;

/** {@code stoa table}. */
@Command(
        name = "table",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            CreateCommand.class,
            AdoptCommand.class,
            ImportCommand.class,
            LogCommand.class,
            FilesCommand.class,
            HealthCommand.class,
            AlterCommand.class,
            TagCommand.class,
            BranchCommand.class
        },
        description =
                "Creates tables, lists their commits and files, checks their health, changes their columns, and names versions.",
        footer = {
            "",
            "A table is a folder of Stoa files with a log of its versions. Change rows with 'stoa insert', 'update', "
                    + "'upsert'",
            "and 'delete'. Read any version with 'stoa scan'.",
            "",
            "Examples:",
            "  stoa table create lake/orders --schema 'id bigint not null, total decimal(15,2)' --key id",
            "  stoa table log lake/orders",
            "  stoa table health lake/orders"
        })
public final class TableCommand {
    /** Returns what the options of a new table declare. */
    static TableProperties properties(
            Schema columns, List<String> key, List<String> sortedBy, List<String> partitionBy) {
        List<Integer> keys = key.stream().map(name -> id(columns, name)).toList();
        List<TableProperties.SortColumn> order = new ArrayList<>();
        for (String column : sortedBy) {
            boolean descending = column.endsWith(":desc");
            String name = descending ? column.substring(0, column.length() - 5) : column;
            order.add(new TableProperties.SortColumn(id(columns, name), descending, false));
        }
        return new TableProperties(order, keys, PartitionText.columns(columns, partitionBy), Map.of());
    }

    private static int id(Schema columns, String name) {
        return FieldNames.get(columns.fields(), name).fieldId().getAsInt();
    }
}
