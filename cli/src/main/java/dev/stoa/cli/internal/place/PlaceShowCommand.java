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
import dev.stoa.cli.internal.print.HtmlPage;
import dev.stoa.cli.internal.print.MapPicture;
import dev.stoa.placement.PlacementMap;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code stoa place show}. */
@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        description = "Prints the newest map of a group: its tables, its nodes and their shares.",
        footer = {
            "",
            "Examples:",
            "  stoa place show hdfs:///warehouse/_placement",
            "  stoa place show hdfs:///warehouse/_placement --html map.html"
        })
final class PlaceShowCommand implements Callable<Integer> {
    @Parameters(paramLabel = "GROUP", description = "The folder of the maps.")
    private String group;

    @Option(
            names = "--html",
            paramLabel = "PAGE",
            description =
                    "Write a web page that draws the partitions of each node, in the previous map and in this one.")
    private Path html;

    @Mixin
    private HadoopOptions hadoop;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        MapStore store = MapStore.of(group, hadoop.configuration());
        PlacementMap map = store.group().existing();
        if (html == null) {
            PlacePrinter.map(map, out);
        } else {
            HtmlPage.write(html, MapPicture.page(group, store.group().before(map), map));
            out.println(html + " shows it");
        }
        out.flush();
        return 0;
    }
}
