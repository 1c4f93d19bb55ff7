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

import com.fasterxml.jackson.core.JsonGenerator;
import dev.stoa.cli.internal.arguments.HadoopOptions;
import dev.stoa.cli.internal.arguments.Sizes;
import dev.stoa.cli.internal.io.Tables;
import dev.stoa.cli.internal.print.Counted;
import dev.stoa.cli.internal.print.Json;
import dev.stoa.cli.internal.print.PartitionNames;
import dev.stoa.cli.internal.print.TextTable;
import dev.stoa.table.DataFile;
import dev.stoa.table.Fragment;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.Snapshot;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code stoa table files}. */
@Command(
        name = "files",
        mixinStandardHelpOptions = true,
        description = "Prints the files of a table version: data files, and sidecars with their changes.",
        footer = {"", "Examples:", "  stoa table files lake/orders", "  stoa table files lake/orders --at 17 --json"})
final class FilesCommand implements Callable<Integer> {
    @Parameters(paramLabel = "TABLE", description = "The folder of a table.")
    private String table;

    @Option(names = "--at", paramLabel = "VERSION|TIME", description = "Version or time. Default: the newest.")
    private String at;

    @Option(names = "--json", description = "Print one JSON object per file.")
    private boolean json;

    @Mixin
    private HadoopOptions hadoop;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        Snapshot snapshot = Tables.snapshot(Tables.open(table, hadoop.configuration()), at);
        boolean isDivided = !snapshot.properties().partitionedBy().isEmpty();
        Map<Integer, String> columns = new LinkedHashMap<>();
        snapshot.schema().fields().forEach(field -> columns.put(field.fieldId().getAsInt(), field.name()));
        List<ShownFile> files = files(snapshot, columns);
        if (json) {
            for (ShownFile file : files) {
                file.printJson(isDivided, out);
            }
        } else {
            table(files, isDivided, new PartitionNames(columns)).print(out);
            out.print(Counted.text(
                    "version %,d: %,d row[s] in %,d fragment[s], %,d file[s], %s%n",
                    snapshot.version(),
                    snapshot.rowCount(),
                    snapshot.fragmentCount(),
                    files.stream().filter(file -> file.path().isPresent()).count(),
                    Sizes.text(files.stream().mapToLong(ShownFile::bytes).sum())));
        }
        out.flush();
        return 0;
    }

    /**
     * A data file or a sidecar.
     *
     * @param fragment whose rows it has or changes
     * @param kind {@code data} or {@code sidecar}
     * @param changes the names of its columns, if it has not all of the table's
     * @param path absent for a sidecar in the log
     */
    private record ShownFile(
            Fragment fragment,
            String kind,
            long bytes,
            long rows,
            long deleted,
            String changes,
            Optional<String> path) {

        void printJson(boolean isDivided, PrintWriter out) throws IOException {
            JsonGenerator g = Json.lines(out);
            g.writeStartObject();
            g.writeStringField("fragment", fragment.id().toString());
            g.writeStringField("kind", kind);
            g.writeStringField("path", path.orElse(null));
            g.writeNumberField("bytes", bytes);
            g.writeNumberField("rows", rows);
            g.writeNumberField("deleted", deleted);
            g.writeStringField("changes", changes);
            if (isDivided) {
                g.writeStringField("partition", fragment.partition().orElse(""));
            }
            g.writeEndObject();
            g.flush();
            out.println();
        }
    }

    private static List<ShownFile> files(Snapshot snapshot, Map<Integer, String> columns) throws IOException {
        List<ShownFile> files = new ArrayList<>();
        for (Fragment fragment : snapshot.fragments()) {
            for (DataFile file : fragment.files()) {
                files.add(new ShownFile(
                        fragment,
                        "data",
                        file.identity().length(),
                        fragment.rows(),
                        0,
                        file.fields().map(ids -> names(ids, columns)).orElse(""),
                        Optional.of(file.path())));
            }
            for (SidecarFile file : fragment.sidecars()) {
                files.add(new ShownFile(
                        fragment,
                        "sidecar",
                        file.identity().length(),
                        0,
                        file.deletedRows(),
                        names(file.fields(), columns)
                                + file.inserted().map(id -> "rows of " + id).orElse(""),
                        Optional.of(file.path()).filter(path -> !file.isInLog())));
            }
        }
        return files;
    }

    private static String names(List<Integer> ids, Map<Integer, String> columns) {
        return String.join(
                ",", ids.stream().map(id -> columns.getOrDefault(id, "dropped")).toList());
    }

    private static TextTable table(List<ShownFile> files, boolean isDivided, PartitionNames partitions) {
        List<String> headers = new ArrayList<>(List.of("fragment", "file", ">bytes", ">rows", ">deleted", "changes"));
        if (isDivided) {
            headers.add("partition");
        }
        headers.add("path");
        TextTable lines = new TextTable(headers);
        for (ShownFile file : files) {
            List<Object> cells = new ArrayList<>(List.of(
                    file.fragment().id(), file.kind(), file.bytes(), file.rows(), file.deleted(), file.changes()));
            if (isDivided) {
                cells.add(partitions.text(file.fragment().partition()));
            }
            cells.add(file.path().orElse("in the log"));
            lines.row(cells.toArray());
        }
        return lines;
    }
}
