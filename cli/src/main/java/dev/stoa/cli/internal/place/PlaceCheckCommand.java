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
import dev.stoa.cli.internal.arguments.Sizes;
import dev.stoa.cli.internal.print.TextTable;
import dev.stoa.placement.PlacementMap;
import dev.stoa.table.placement.PartFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code stoa place check}. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        description = {
            "Compares the nodes that store the blocks of a group's files with the nodes that the map names.",
            "Exits with code 1 if fewer bytes than --at-least are on the responsible node of their partition."
        },
        footer = {"", "Examples:", "  stoa place check hdfs:///warehouse/_placement --at-least 99%"})
final class PlaceCheckCommand implements Callable<Integer> {
    @Parameters(paramLabel = "GROUP", description = "The folder of the maps.")
    private String group;

    @Option(
            names = "--at-least",
            paramLabel = "PERCENT",
            defaultValue = "0%",
            description = "The share of local bytes to require. Default: ${DEFAULT-VALUE}.")
    private String atLeast;

    @Mixin
    private HadoopOptions hadoop;

    @Spec
    private CommandSpec spec;

    /** Files and bytes of a table. A block is local if the responsible node has it, a file is whole if all nodes of the map have all of it. */
    private static final class Count {
        private int files;
        private int whole;
        private long bytes;
        private long local;
    }

    @Override
    public Integer call() throws IOException {
        double wanted = percent(atLeast);
        MapStore store = MapStore.of(group, hadoop.configuration());
        PlacementMap map = store.group().existing();
        Map<String, Count> counts = new TreeMap<>();
        map.header().roots().forEach(root -> counts.put(root, new Count()));
        for (PartFile file : store.group().files(map)) {
            Count count = counts.get(file.root());
            count.files++;
            count.bytes += file.file().length();
            count.local += file.localBytes();
            count.whole += file.isWhole() ? 1 : 0;
        }
        TextTable text = new TextTable(List.of("table", ">files", ">bytes", ">local", ">whole files"));
        long bytes = 0;
        long local = 0;
        for (Map.Entry<String, Count> entry : counts.entrySet()) {
            Count count = entry.getValue();
            text.row(
                    entry.getKey(),
                    count.files,
                    Sizes.text(count.bytes),
                    share(count.local, count.bytes),
                    share(count.whole, count.files));
            bytes += count.bytes;
            local += count.local;
        }
        PrintWriter out = spec.commandLine().getOut();
        text.print(out);
        boolean isEnough = local * 100.0 >= wanted * bytes;
        out.println(share(local, bytes) + " of the bytes are on the responsible node, epoch "
                + map.header().epoch() + (isEnough ? "" : "; fewer than " + atLeast));
        out.flush();
        return isEnough ? 0 : 1;
    }

    private static String share(long part, long all) {
        return all == 0 ? "-" : Math.floor(1000.0 * part / all) / 10 + "%";
    }

    private static double percent(String text) {
        try {
            double value = Double.parseDouble(text.endsWith("%") ? text.substring(0, text.length() - 1) : text);
            if (value >= 0 && value <= 100) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw CommandException.usage("--at-least " + text + " is not a percentage; write one such as 99%");
        }
        throw CommandException.usage("--at-least " + text + " is out of range; write 0% to 100%");
    }
}
