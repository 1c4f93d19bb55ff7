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
import dev.stoa.cli.internal.arguments.WhereParser;
import dev.stoa.cli.internal.io.Tables;
import dev.stoa.cli.internal.print.Counted;
import dev.stoa.placement.Part;
import dev.stoa.placement.PlacementMap;
import dev.stoa.table.Fragment;
import dev.stoa.table.Table;
import dev.stoa.table.TableScan;
import dev.stoa.table.placement.PartFile;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
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

/** {@code stoa place explain}. */
@Command(
        name = "explain",
        mixinStandardHelpOptions = true,
        description = "Says where a file, a part or rows are, where they belong, and why they are elsewhere.",
        footer = {
            "",
            "Examples:",
            "  stoa place explain hdfs:///warehouse/_placement hdfs:///warehouse/orders/data/p192.00017/a.stoa",
            "  stoa place explain hdfs:///warehouse/_placement hdfs:///warehouse/orders --part 17",
            "  stoa place explain hdfs:///warehouse/_placement hdfs:///warehouse/orders --where 'id = 4711'"
        })
final class PlaceExplainCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "GROUP", description = "The folder of the maps.")
    private String group;

    @Parameters(
            index = "1",
            paramLabel = "FILE",
            description = "A file of a table in the group. With --part or --where, the folder of the table.")
    private String file;

    @Option(
            names = "--part",
            paramLabel = "N",
            description = "Explain all files of this part: its number, or the name of its folder, such as p192.00017.")
    private String part;

    @Option(
            names = "--where",
            paramLabel = "CONDITION",
            description = "Explain the files with rows that match this condition.")
    private String where;

    @Mixin
    private HadoopOptions hadoop;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (part != null && where != null) {
            throw CommandException.usage("give --part or --where, not both");
        }
        Configuration conf = hadoop.configuration();
        MapStore store = MapStore.of(group, conf);
        PlacementMap map = store.group().existing();
        PrintWriter out = spec.commandLine().getOut();
        PartExplainer explainer = new PartExplainer(store.group(), map, out);
        String path = store.fileSystem().makeQualified(new Path(file)).toUri().getPath();
        if (part != null) {
            String root = root(map, path);
            Part asked = part(map);
            List<PartFile> files = store.group().files(map).stream()
                    .filter(each -> each.root().equals(root) && each.part().equals(asked))
                    .toList();
            explainer.part(asked);
            for (PartFile each : files) {
                explainer.file(each);
            }
            out.println(Counted.text("%,d file[s] of %s [are|is] in the folder of this part", files.size(), root));
        } else if (where != null) {
            String root = root(map, path);
            Set<String> paths = filesOfRows(conf);
            for (String each : paths) {
                explain(store, map, explainer, root + "/" + each);
            }
            out.println(Counted.text("%,d file[s have| has] rows that match", paths.size()));
        } else {
            explain(store, map, explainer, path);
        }
        out.flush();
        return 0;
    }

    private static void explain(MapStore store, PlacementMap map, PartExplainer explainer, String path)
            throws IOException {
        Part of = map.partOf(path)
                .orElseThrow(() ->
                        CommandException.failed(path + " belongs to no part of the group: it must be below one of "
                                + map.header().roots()
                                + ", in a folder such as p192.00017 of a class that the group has"));
        explainer.part(of);
        explainer.file(store.group()
                .store()
                .find(path)
                .map(found -> new PartFile("", of, found, map.hosts(of)))
                .orElseThrow(() -> new FileNotFoundException(path + ": no such file")));
    }

    private static String root(PlacementMap map, String path) {
        if (map.header().roots().contains(path)) {
            return path;
        }
        throw CommandException.failed(path + " is not a table of the group, which has "
                + map.header().roots() + "; 'stoa place add' adds it");
    }

    private Part part(PlacementMap map) {
        List<Integer> classes =
                map.classes().stream().map(each -> each.partitions()).toList();
        if (part.matches("[0-9]{1,7}")) {
            if (classes.size() != 1) {
                throw CommandException.usage("--part " + part + ": the group has the classes " + classes
                        + "; give the name of a folder, such as p" + classes.get(0) + ".00000");
            }
            try {
                return new Part(classes.get(0), Integer.parseInt(part));
            } catch (IllegalArgumentException e) {
                throw CommandException.usage("--part: " + e.getMessage());
            }
        }
        return Part.ofFolder(part)
                .filter(found -> classes.contains(found.partitions()))
                .orElseThrow(() -> CommandException.usage("--part " + part + " is not a part of the classes " + classes
                        + "; give a number, or the name of a folder such as p" + classes.get(0) + ".00000"));
    }

    /** The files, relative to the table, that have rows which match. */
    private Set<String> filesOfRows(Configuration conf) throws IOException {
        Table table = Tables.open(file, conf);
        List<Fragment> fragments = new ArrayList<>();
        try (TableScan scan =
                table.snapshot().scan().filter(WhereParser.parse(where)).build()) {
            while (scan.next()) {
                if (scan.batch().selectedCount() > 0) {
                    fragments.add(scan.fragment());
                }
            }
        }
        Set<String> paths = new TreeSet<>();
        fragments.forEach(fragment -> fragment.files().forEach(dataFile -> paths.add(dataFile.path())));
        return paths;
    }
}
