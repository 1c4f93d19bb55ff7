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

import dev.stoa.cli.internal.arguments.HadoopOptions;
import dev.stoa.placement.PlacementMap;
import dev.stoa.placement.Plan;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code stoa place apply}. */
@Command(
        name = "apply",
        mixinStandardHelpOptions = true,
        description = {
            "Publishes the map that 'stoa place plan' prints for the same options.",
            "Moves no bytes. If another administrator published first,",
            "it fails and changes nothing."
        },
        footer = {"", "Examples:", "  stoa place apply hdfs:///warehouse/_placement --add host9=/rack3"})
final class PlaceApplyCommand implements Callable<Integer> {
    @Parameters(paramLabel = "GROUP", description = "The folder of the maps.")
    private String group;

    @Mixin
    private ClusterChange change;

    @Mixin
    private HadoopOptions hadoop;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        MapStore store = MapStore.of(group, hadoop.configuration());
        PlacementMap map = store.existing();
        Plan plan = change.plan(map, store.fileSystem());
        PrintWriter out = spec.commandLine().getOut();
        if (plan.moves().isEmpty() && plan.after().nodes().equals(map.nodes())) {
            out.println("nothing changes; the map of epoch " + map.header().epoch() + " stays");
        } else {
            store.publish(plan.after());
            PlacePrinter.plan(plan, PartFiles.bytes(store.fileSystem(), map), out);
            out.println("published epoch " + plan.after().header().epoch());
        }
        out.flush();
        return 0;
    }
}
