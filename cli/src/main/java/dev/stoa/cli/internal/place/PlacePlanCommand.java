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
import dev.stoa.cli.internal.arguments.Sizes;
import dev.stoa.cli.internal.print.HtmlPage;
import dev.stoa.cli.internal.print.MapPicture;
import dev.stoa.placement.Part;
import dev.stoa.placement.PlacementMap;
import dev.stoa.placement.Plan;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code stoa place plan}. */
@Command(
        name = "plan",
        mixinStandardHelpOptions = true,
        description = "Prints what moves when nodes join, leave or fail, and the shares after that. Changes nothing.",
        footer = {
            "",
            "Examples:",
            "  stoa place plan hdfs:///warehouse/_placement --add host9=/rack3,host10=/rack4",
            "  stoa place plan hdfs:///warehouse/_placement --live",
            "  stoa place plan hdfs:///warehouse/_placement --add host9=/rack3 --bandwidth 100M"
        })
final class PlacePlanCommand implements Callable<Integer> {
    @Parameters(paramLabel = "GROUP", description = "The folder of the maps.")
    private String group;

    @Mixin
    private ChangeOptions change;

    @Option(
            names = "--bandwidth",
            paramLabel = "SIZE",
            description = "Bytes per second that a node receives, such as 100M. Also prints how long the copies take.")
    private String bandwidth;

    @Option(
            names = "--html",
            paramLabel = "PAGE",
            description = "Also write a web page that draws the partitions of each node, now and as planned.")
    private Path html;

    @Mixin
    private HadoopOptions hadoop;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        long perSecond = bandwidth == null ? 0 : Sizes.parse(bandwidth);
        MapStore store = MapStore.of(group, hadoop.configuration());
        PlacementMap map = store.group().existing();
        Plan plan = change.plan(map, store.group().store());
        PrintWriter out = spec.commandLine().getOut();
        out.println("now:");
        PlacePrinter.map(map, out);
        out.println();
        out.println("planned:");
        Map<Part, Long> bytes = PlacePrinter.bytes(store.group().files(map));
        PlacePrinter.plan(plan, bytes, out);
        if (perSecond > 0) {
            out.println(CopyTime.of(plan, bytes, perSecond));
        }
        PlacePrinter.map(plan.after(), out);
        if (html != null) {
            HtmlPage.write(html, MapPicture.page(group, Optional.of(map), plan.after()));
            out.println(html + " shows it");
        }
        out.flush();
        return 0;
    }
}
