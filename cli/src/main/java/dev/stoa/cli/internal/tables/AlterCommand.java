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
import dev.stoa.cli.internal.arguments.WhereParser;
import dev.stoa.cli.internal.io.Tables;
import dev.stoa.format.Field;
import dev.stoa.format.FieldNames;
import dev.stoa.format.Schema;
import dev.stoa.interop.csv.SchemaText;
import dev.stoa.table.OperationResult;
import dev.stoa.table.RequiredColumns;
import dev.stoa.table.SchemaEdit;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableProperties;
import dev.stoa.vio.Folder;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code stoa table alter}. */
@Command(
        name = "alter",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Changes the columns and constraints of a table. It rewrites no file, because files refer to columns by id.",
        footer = {
            "",
            "The command applies the options in the order of this page.",
            "",
            "Examples:",
            "  stoa table alter lake/orders --drop o_clerk --rename o_comment=remark",
            "  stoa table alter lake/orders --add 'note varchar(80)' --move note=0 --widen 'o_orderkey bigint'",
            "  stoa table alter lake/orders --add 'currency string' --set \"currency = 'EUR'\"",
            "  stoa table alter lake/orders --add-check 'paid=total >= 0'",
            "  stoa table alter lake/orders --not-null o_comment"
        })
final class AlterCommand implements Callable<Integer> {
    @Parameters(paramLabel = "TABLE", description = "The folder of a table.")
    private String table;

    @Option(names = "--drop-check", paramLabel = "NAME", description = "Drop a CHECK constraint.")
    private List<String> dropCheck = new ArrayList<>();

    @Option(names = "--drop", paramLabel = "COLUMN", description = "Drop a column.")
    private List<String> drop = new ArrayList<>();

    @Option(names = "--rename", paramLabel = "OLD=NEW", description = "Rename a column.")
    private Map<String, String> rename = new LinkedHashMap<>();

    @Option(
            names = "--widen",
            paramLabel = "COLUMN TYPE",
            description = "Change a column to a wider type, such as an int column n by 'n bigint'.")
    private List<String> widen = new ArrayList<>();

    @Option(names = "--nullable", paramLabel = "COLUMN", description = "Allow nulls in a column.")
    private List<String> nullable = new ArrayList<>();

    @Option(
            names = "--add",
            paramLabel = "COLUMN TYPE",
            description = "Add a column. Existing rows get null, or the value of --set.")
    private List<String> add = new ArrayList<>();

    @Option(
            names = "--set",
            paramLabel = "COLUMN=VALUE",
            description =
                    "Value of an added column in existing rows: a literal, as in conditions. Writes one small file for each "
                            + "fragment.")
    private List<String> set = new ArrayList<>();

    @Option(names = "--move", paramLabel = "COLUMN=PLACE", description = "Move a column to a position, counted from 0.")
    private Map<String, Integer> move = new LinkedHashMap<>();

    @Option(
            names = "--add-check",
            paramLabel = "NAME=CONDITION",
            description =
                    "Add a CHECK constraint: no row may make the condition false. Checks all rows. Conditions are those of "
                            + "--where, such as 'paid=total >= 0'.")
    private Map<String, String> addCheck = new LinkedHashMap<>();

    @Option(
            names = "--not-null",
            paramLabel = "COLUMN",
            description = "Refuse nulls in a column from now on. Looks for nulls first, in metadata where it can.")
    private List<String> notNull = new ArrayList<>();

    @Option(
            names = "--drop-partition-by",
            paramLabel = "COLUMN TRANSFORM",
            description =
                    "Partition new rows no more by a column, such as 'day month'. Existing files stay. Repeatable.")
    private List<String> dropPartitionBy = new ArrayList<>();

    @Option(
            names = "--partition-by",
            paramLabel = "COLUMN TRANSFORM",
            description =
                    "Partition new rows by one more column, as stoa table create does. Existing files stay. Repeatable.")
    private List<String> partitionBy = new ArrayList<>();

    @Mixin
    private HadoopOptions hadoop;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (changesNothing()) {
            throw CommandException.usage("there is nothing to alter: give an option such as --add");
        }
        Table target = Tables.change(table, hadoop.configuration());
        OperationResult result;
        try {
            TableOperations.Step alteration = TableOperations.alteration(
                    this::columns, set.stream().map(WhereParser::assignment).toList());
            result = TableOperations.of(target).run("alter", transaction -> {
                TableProperties declared = transaction.snapshot().properties();
                TableProperties without = declared;
                for (String name : dropCheck) {
                    without = without.withoutCheck(name);
                }
                Schema before = transaction.snapshot().schema();
                for (String name : nullable) {
                    if (FieldNames.find(before.fields(), name).isPresent()) {
                        without = new RequiredColumns(without, before).without(name);
                    }
                }
                if (!without.equals(declared)) {
                    transaction.setProperties(without);
                }
                alteration.run(transaction);
                Schema after = columns(transaction.snapshot());
                TableProperties with = without;
                for (Map.Entry<String, String> check : addCheck.entrySet()) {
                    with = with.withCheck(check.getKey(), check.getValue());
                }
                for (String name : notNull) {
                    with = new RequiredColumns(with, after).with(name);
                }
                with = with.withPartitions(
                        PartitionText.columns(after, dropPartitionBy), PartitionText.columns(after, partitionBy));
                if (!with.equals(without)) {
                    transaction.setProperties(with);
                }
            });
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(e.getMessage());
        }
        PrintWriter out = spec.commandLine().getOut();
        Folder folder = target.folder();
        out.printf(
                "%s: version %,d: %s%n",
                folder.id(), result.snapshot().version(), result.snapshot().schema());
        out.flush();
        return 0;
    }

    private boolean changesNothing() {
        return rename.isEmpty()
                && move.isEmpty()
                && addCheck.isEmpty()
                && Stream.of(dropCheck, drop, widen, nullable, add, set, notNull, dropPartitionBy, partitionBy)
                        .allMatch(List::isEmpty);
    }

    private Schema columns(Snapshot snapshot) {
        SchemaEdit edit = new SchemaEdit(snapshot);
        drop.forEach(edit::drop);
        rename.forEach(edit::rename);
        for (String text : widen) {
            for (Field field : SchemaText.parse(text).fields()) {
                edit.widen(field.name(), field.type());
            }
        }
        nullable.forEach(edit::makeNullable);
        for (String text : add) {
            SchemaText.parse(text).fields().forEach(edit::add);
        }
        move.forEach(edit::move);
        return edit.schema();
    }
}
