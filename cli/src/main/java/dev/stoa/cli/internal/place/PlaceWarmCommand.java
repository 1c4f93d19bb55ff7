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
import dev.stoa.cli.internal.print.Counted;
import dev.stoa.cli.internal.print.Progress;
import dev.stoa.format.LikelyName;
import dev.stoa.placement.Part;
import dev.stoa.placement.PlacementMap;
import dev.stoa.table.placement.PartFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code stoa place warm}. */
@Command(
        name = "warm",
        mixinStandardHelpOptions = true,
        description = {
            "Reads the files of the partitions that this node has become responsible for, so that its page cache has them.",
            "First it reads footers, indexes and MinMax of all files, then columns, as far as --room allows."
        },
        footer = {
            "",
            "Run it on each node that has got partitions, before queries do. A file that can't be read stays cold.",
            "",
            "Examples:",
            "  stoa place warm hdfs:///warehouse/_placement",
            "  stoa place warm hdfs:///warehouse/_placement --all --room 20G --columns day,price"
        })
final class PlaceWarmCommand implements Callable<Integer> {
    @Parameters(paramLabel = "GROUP", description = "The folder of the maps.")
    private String group;

    @Option(
            names = "--node",
            paramLabel = "HOST",
            description = "The name that the map has for this machine. Default: its host name.")
    private String node;

    @Option(
            names = "--all",
            description =
                    "Read all partitions of the node, such as after it restarted. Default: those that it got last.")
    private boolean isAll;

    @Option(
            names = "--columns",
            split = ",",
            paramLabel = "NAME",
            description = "The columns to read, in this order: name the last used ones first. Default: all columns.")
    private List<String> columns = List.of();

    @Option(
            names = "--room",
            paramLabel = "SIZE",
            description = "The most bytes to read. Default: half of the memory that this machine has available.")
    private String room;

    @Mixin
    private HadoopOptions hadoop;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Configuration conf = hadoop.configuration();
        MapStore store = MapStore.of(group, conf);
        requirePageCache(store);
        PlacementMap map = store.group().existing();
        String host = ThisNode.name(map, node);
        PageWarmer warmer = new PageWarmer(store.fileSystem(), room == null ? ThisNode.room() : Sizes.parse(room));
        Set<Part> parts = isAll ? ResponsibleParts.all(host, map) : ResponsibleParts.newest(host, map, store.group());
        List<PartFile> asked = store.group().files(map).stream()
                .filter(file -> parts.contains(file.part()))
                .toList();
        Map<String, LiveFiles> tables = tables(store, asked, conf);
        requireColumns(tables);
        List<PartFile> live = asked.stream()
                .filter(file -> tables.get(file.root()).has(file.file().path()))
                .toList();
        List<PartFile> here = live.stream()
                .filter(file -> !store.group().store().hasReplicas() || isOn(host, file))
                .toList();
        warm(warmer, here, tables);
        say(host, map, here, live.size() - here.size(), warmer);
        return 0;
    }

    private static void requirePageCache(MapStore store) {
        boolean isLocal = "file".equals(store.fileSystem().getUri().getScheme());
        if (!isLocal && !store.group().store().hasReplicas()) {
            throw CommandException.failed(
                    store.group().store().id()
                            + " keeps no bytes on nodes, so no page cache has them: an engine's own cache fills by its first scan");
        }
    }

    private static Map<String, LiveFiles> tables(MapStore store, List<PartFile> files, Configuration conf)
            throws IOException {
        Map<String, LiveFiles> tables = new HashMap<>();
        for (PartFile file : files) {
            if (!tables.containsKey(file.root())) {
                Path folder = store.fileSystem().makeQualified(new Path(file.root()));
                tables.put(file.root(), LiveFiles.of(folder, conf));
            }
        }
        return tables;
    }

    private void requireColumns(Map<String, LiveFiles> tables) {
        Set<String> names = new TreeSet<>();
        tables.values().forEach(table -> names.addAll(table.columns()));
        for (String column : columns) {
            if (!tables.isEmpty() && !names.contains(column)) {
                throw CommandException.usage("--columns " + column + ": no table of these partitions has such a column"
                        + LikelyName.question(column, names));
            }
        }
    }

    private static boolean isOn(String host, PartFile file) {
        return file.file().blocks().stream().allMatch(block -> block.hosts().contains(host));
    }

    private void warm(PageWarmer warmer, List<PartFile> files, Map<String, LiveFiles> tables) {
        int passes = 1 + Math.max(1, columns.size());
        try (Progress progress = Progress.start("warm", (long) files.size() * passes, " files", 1)) {
            for (PartFile file : files) {
                warmer.metadata(file);
                progress.advance(1);
            }
            if (columns.isEmpty()) {
                for (PartFile file : files) {
                    warmer.columns(file, column -> true);
                    progress.advance(1);
                }
            }
            for (String name : columns) {
                for (PartFile file : files) {
                    OptionalInt id = tables.get(file.root()).column(name);
                    if (id.isPresent()) {
                        warmer.columns(file, column -> column.field().fieldId().equals(id));
                    }
                    progress.advance(1);
                }
            }
        }
    }

    private void say(String host, PlacementMap map, List<PartFile> files, int elsewhere, PageWarmer warmer) {
        PrintWriter out = spec.commandLine().getOut();
        long parts = files.stream().map(PartFile::part).distinct().count();
        out.println("node " + host + ", epoch " + map.header().epoch() + ": "
                + Counted.text(
                        isAll ? "%,d file[s] of %,d part[s]" : "%,d file[s] of %,d new part[s]", files.size(), parts));
        out.println("read " + Sizes.text(warmer.metadataBytes()) + " of footers, indexes and MinMax, and "
                + Sizes.text(warmer.columnBytes()) + " of columns");
        if (warmer.isFull()) {
            out.println("the room was too small for everything: the rest stays cold");
        }
        if (elsewhere > 0) {
            out.println(Counted.text(
                    "%,d file[s are| is] not on this node yet: run 'stoa place repair', then this command again",
                    elsewhere));
        }
        warmer.failures().forEach((file, why) -> out.println("cold: " + file + ": " + why));
        out.flush();
    }
}
