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
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code stoa table tag}. */
@Command(
        name = "tag",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Names a version of a table, or lists the names.",
            "Commands that read a version take the name for --at. Expire keeps the oldest named version, and all later ones."
        },
        footer = {
            "",
            "Examples:",
            "  stoa table tag lake/orders audited --at 17",
            "  stoa scan lake/orders --at audited",
            "  stoa table tag lake/orders --drop audited"
        })
final class TagCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "TABLE", description = "The folder of a table.")
    private String table;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "NAME",
            description = "The new name: a letter, and then letters, digits, _ . and -. Without it, list the names.")
    private String name;

    @Option(names = "--at", paramLabel = "VERSION|TIME", description = "Version or time to name. Default: the newest.")
    private String at;

    @Option(names = "--replace", description = "Move an existing name to this version.")
    private boolean replace;

    @Option(names = "--drop", paramLabel = "NAME", description = "Remove a name. The version stays until it expires.")
    private String drop;

    @Option(names = "--json", description = "List the names as one JSON object per line.")
    private boolean json;

    @Mixin
    private HadoopOptions hadoop;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (drop != null && (name != null || at != null) || name == null && at != null) {
            throw CommandException.usage("a command names one version, as NAME --at 17, or removes one name by --drop");
        }
        if (drop != null || name != null) {
            IdleOptions.refuse(spec, "it is for the list of names", "--json");
        }
        if (name == null) {
            IdleOptions.refuse(spec, "no new name is given", "--replace");
        }
        Table target = Tables.change(table, hadoop.configuration());
        PrintWriter out = spec.commandLine().getOut();
        try {
            if (drop != null) {
                TableOperations.of(target).untag(drop);
                out.printf("%s: the tag '%s' is dropped%n", target.folder().id(), drop);
            } else if (name != null) {
                long version = Tables.snapshot(target, at).version();
                TableOperations.of(target).tag(name, OptionalLong.of(version), replace);
                out.printf(
                        "%s: the tag '%s' names version %d%n", target.folder().id(), name, version);
            } else {
                NamedVersions.print(
                        "tag", "version", target.snapshot().properties().tags(), json, out);
            }
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(e.getMessage());
        }
        out.flush();
        return 0;
    }
}
