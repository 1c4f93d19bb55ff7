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
import dev.stoa.cli.internal.arguments.IdleOptions;
import dev.stoa.placement.PlacementMap;
import dev.stoa.placement.Plan;
import dev.stoa.table.placement.PartMover;
import dev.stoa.table.placement.PlacementGroup;
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
            "Publishes the map that 'stoa place plan' prints for the same options, and moves the files of partitions.",
            "HDFS copies them while the command raises and lowers their replication, and needs the placement policy for that.",
            "You can stop it: the same command without changes, or 'stoa place repair', resumes the moves.",
            "If another administrator published first, it fails and changes nothing."
        },
        footer = {"", "Examples:", "  stoa place apply hdfs:///warehouse/_placement --add host9=/rack3"})
final class PlaceApplyCommand implements Callable<Integer> {
    @Parameters(paramLabel = "GROUP", description = "The folder of the maps.")
    private String group;

    @Mixin
    private ChangeOptions change;

    @Mixin
    private MoveOptions move;

    @Mixin
    private HadoopOptions hadoop;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        MapStore store = MapStore.of(group, hadoop.configuration());
        PlacementGroup maps = store.group();
        PlacementMap map = maps.existing();
        Plan plan = change.plan(map, maps.store());
        PrintWriter out = spec.commandLine().getOut();
        boolean moves = change.moves() && maps.store().hasReplicas();
        if (!moves) {
            IdleOptions.refuse(spec, "no file moves", "--wait", "--bandwidth");
        }
        PartMover mover = move.mover(maps, store.fileSystem().getConf(), out);
        if (!plan.isChange(map)) {
            out.println("nothing changes; the map of epoch " + map.header().epoch() + " stays");
        } else {
            if (moves) {
                mover.requirePolicy();
            }
            maps.publish(plan.after());
            PlacePrinter.plan(plan, PlacePrinter.bytes(maps.files(map)), out);
            out.println("published epoch " + plan.after().header().epoch());
        }
        out.flush();
        return moves ? MoveOptions.run(mover, out) : 0;
    }
}
