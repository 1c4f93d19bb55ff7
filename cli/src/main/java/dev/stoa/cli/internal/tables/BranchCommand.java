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
import dev.stoa.cli.internal.io.Tables;
import dev.stoa.cli.internal.print.Counted;
import dev.stoa.table.OperationResult;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code stoa table branch}. */
@Command(
        name = "branch",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Makes a branch of a table, publishes or drops one, or lists them.",
            "A branch is a second line of versions with the same files. Commands read and write it as TABLE@NAME."
        },
        footer = {
            "",
            "Examples:",
            "  stoa table branch lake/orders audit",
            "  stoa insert lake/orders@audit new.csv",
            "  stoa scan lake/orders@audit --where 'total < 0'",
            "  stoa table branch lake/orders --publish audit",
            "  stoa table branch lake/orders --drop audit"
        })
final class BranchCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "TABLE", description = "The folder of a table.")
    private String table;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "NAME",
            description = "The new name: a letter, and then letters, digits, _ and -. Without it, list the branches.")
    private String name;

    @Option(names = "--at", paramLabel = "VERSION|TIME", description = "Version to begin with. Default: the newest.")
    private String at;

    @Option(
            names = "--publish",
            paramLabel = "NAME",
            description = "Make a branch's newest version that of the table, if the table has not changed since.")
    private String publish;

    @Option(names = "--drop", paramLabel = "NAME", description = "Remove a branch. Expire removes its files.")
    private String drop;

    @Option(names = "--json", description = "List the branches as one JSON object per line.")
    private boolean json;

    @Mixin
    private HadoopOptions hadoop;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (Stream.of(name, publish, drop).filter(given -> given != null).count() > 1 || name == null && at != null) {
            throw CommandException.usage(
                    "a command makes one branch, as NAME --at 17, or publishes or drops one, by --publish or --drop");
        }
        if (name != null || publish != null || drop != null) {
            IdleOptions.refuse(spec, "it is for the list of branches", "--json");
        }
        Table target = Tables.change(table, hadoop.configuration());
        TableOperations operations = TableOperations.of(target);
        PrintWriter out = spec.commandLine().getOut();
        String id = target.folder().id();
        try {
            if (drop != null) {
                operations.dropBranch(drop);
                out.printf("%s: the branch '%s' is dropped%n", id, drop);
            } else if (publish != null) {
                OperationResult result = operations.publish(publish);
                out.print(Counted.text(
                        "%s: version %d is that of the branch '%s': %,d row[s]%n",
                        id,
                        result.snapshot().version(),
                        publish,
                        result.snapshot().rowCount()));
            } else if (name != null) {
                long version = Tables.snapshot(target, at).version();
                operations.branch(name, OptionalLong.of(version));
                out.printf("%s: the branch '%s' begins with version %d%n", id, name, version);
            } else {
                Map<String, Long> versions = new TreeMap<>();
                target.snapshot()
                        .properties()
                        .branches()
                        .forEach((branch, begun) -> versions.put(branch, begun.version()));
                NamedVersions.print("branch", "from version", versions, json, out);
            }
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(e.getMessage());
        }
        out.flush();
        return 0;
    }
}
