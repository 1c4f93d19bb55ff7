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
package dev.stoa.cli.internal.place;

import dev.stoa.cli.internal.arguments.CommandException;
import dev.stoa.cli.internal.arguments.HadoopOptions;
import dev.stoa.placement.Plan;
import dev.stoa.placement.Planner;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code stoa place add}. */
@Command(
        name = "add",
        mixinStandardHelpOptions = true,
        description = {"Adds a table to a group. Equal parts of tables of one class are on the same nodes."},
        footer = {"", "Examples:", "  stoa place add hdfs:///warehouse/_placement hdfs:///warehouse/orders --class 192"
        })
final class PlaceAddCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "GROUP", description = "The folder of the maps.")
    private String group;

    @Parameters(index = "1", paramLabel = "TABLE", description = "The folder of the table.")
    private String table;

    @Option(
            names = "--class",
            paramLabel = "N",
            defaultValue = "192",
            description = "The table's number of partitions. Default: ${DEFAULT-VALUE}.")
    private int partitions;

    @Mixin
    private HadoopOptions hadoop;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        MapStore store = MapStore.of(group, hadoop.configuration());
        String root = store.fileSystem().makeQualified(new Path(table)).toUri().getPath();
        Plan plan;
        try {
            plan = Planner.withTable(store.group().existing(), root, partitions);
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(e.getMessage());
        }
        store.group().publish(plan.after());
        PrintWriter out = spec.commandLine().getOut();
        out.println(
                root + " is in the group as of epoch " + plan.after().header().epoch() + ", in class " + partitions);
        out.flush();
        return 0;
    }
}
