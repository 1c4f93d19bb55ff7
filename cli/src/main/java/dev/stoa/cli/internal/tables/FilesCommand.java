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

    private TextTable lines;
    private boolean isDivided;
    private PartitionNames partitions;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        Snapshot snapshot = Tables.snapshot(Tables.open(table, hadoop.configuration()), at);
        isDivided = !snapshot.properties().partitionedBy().isEmpty();
        List<String> headers = new ArrayList<>(List.of("fragment", "file", ">bytes", ">rows", ">deleted", "changes"));
        if (isDivided) {
            headers.add("partition");
        }
        headers.add("path");
        lines = new TextTable(headers);
        Map<Integer, String> names = new LinkedHashMap<>();
        snapshot.schema().fields().forEach(field -> names.put(field.fieldId().getAsInt(), field.name()));
        partitions = new PartitionNames(names);
        long bytes = 0;
        int files = 0;
        for (Fragment fragment : snapshot.fragments()) {
            for (DataFile file : fragment.files()) {
                String columns = file.fields().map(ids -> names(ids, names)).orElse("");
                show(
                        out,
                        fragment,
                        "data",
                        file.identity().length(),
                        fragment.rows(),
                        0,
                        columns,
                        Optional.of(file.path()));
                bytes += file.identity().length();
                files++;
            }
            for (SidecarFile file : fragment.sidecars()) {
                String changes = names(file.fields(), names)
                        + file.inserted().map(id -> "rows of " + id).orElse("");
                show(
                        out,
                        fragment,
                        "sidecar",
                        file.identity().length(),
                        0,
                        file.deletedRows(),
                        changes,
                        Optional.of(file.path()).filter(path -> !file.isInLog()));
                bytes += file.identity().length();
                files += file.isInLog() ? 0 : 1;
            }
        }
        if (!json) {
            lines.print(out);
            out.print(Counted.text(
                    "version %,d: %,d row[s] in %,d fragment[s], %,d file[s], %s%n",
                    snapshot.version(), snapshot.rowCount(), snapshot.fragmentCount(), files, Sizes.text(bytes)));
        }
        out.flush();
        return 0;
    }

    private static String names(List<Integer> ids, Map<Integer, String> names) {
        return String.join(
                ",", ids.stream().map(id -> names.getOrDefault(id, "dropped")).toList());
    }

    private void show(
            PrintWriter out,
            Fragment fragment,
            String kind,
            long bytes,
            long rows,
            long deleted,
            String changes,
            Optional<String> path)
            throws IOException {
        if (!json) {
            List<Object> cells = new ArrayList<>(List.of(fragment.id(), kind, bytes, rows, deleted, changes));
            if (isDivided) {
                cells.add(partitions.text(fragment.partition()));
            }
            cells.add(path.orElse("in the log"));
            lines.row(cells.toArray());
            return;
        }
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
