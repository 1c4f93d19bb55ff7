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
import dev.stoa.cli.internal.arguments.CommandException;
import dev.stoa.cli.internal.arguments.Durations;
import dev.stoa.cli.internal.arguments.HadoopOptions;
import dev.stoa.cli.internal.io.Tables;
import dev.stoa.cli.internal.print.HealthChecks;
import dev.stoa.cli.internal.print.Json;
import dev.stoa.cli.internal.print.TextTable;
import dev.stoa.table.CompactionCosts;
import dev.stoa.table.Table;
import dev.stoa.table.TableHealth;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code stoa table health}. */
@Command(
        name = "health",
        mixinStandardHelpOptions = true,
        description = {
            "Checks whether a table needs work, and prints the command that does it.",
            "It verifies the entries of the log, the newest checkpoint and that of the oldest version, and lists the folders"
                    + " of the table. It opens no data file."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:Nothing to do.", "1:The check failed.", "2:Bad usage.", "3:The table needs work."},
        footer = {
            "",
            "Examples:",
            "  stoa table health lake/orders",
            "  stoa table health --older-than 30d --json lake/orders",
            "  stoa table health --openmetrics lake/orders > /var/lib/node_exporter/orders.prom"
        })
final class HealthCommand implements Callable<Integer> {
    /** The exit code for a table that needs work. */
    private static final int NEEDS_WORK = 3;

    @Parameters(paramLabel = "TABLE", description = "The folder of a table.")
    private String folder;

    @Option(
            names = "--older-than",
            paramLabel = "AGE",
            defaultValue = "7d",
            description = "Maximum age of versions in a healthy table, such as 12h or 7d. Default: ${DEFAULT-VALUE}.")
    private String olderThan;

    @Option(
            names = "--safe-age",
            paramLabel = "AGE",
            defaultValue = "1d",
            description =
                    "Running programs may use files and versions that are younger than this. Default: ${DEFAULT-VALUE}.")
    private String safeAge;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Option(names = "--openmetrics", description = "Print gauges in the text format of OpenMetrics, for Prometheus.")
    private boolean openMetrics;

    @Mixin
    private HadoopOptions hadoop;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (json && openMetrics) {
            throw CommandException.usage("--json and --openmetrics exclude each other: choose one");
        }
        Table table = Tables.change(folder, hadoop.configuration());
        TableHealth health = TableHealth.of(
                table,
                Durations.parse("an age", olderThan),
                Durations.parse("an age", safeAge),
                CompactionCosts.DEFAULT);
        List<HealthChecks.Check> checks = HealthChecks.of(health, folder, olderThan, safeAge);
        boolean isHealthy = health.work().isEmpty();
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            writeJson(out, table, health, checks);
        } else if (openMetrics) {
            writeMetrics(out, table, health);
        } else {
            print(out, table, health, checks);
        }
        out.flush();
        return isHealthy ? 0 : NEEDS_WORK;
    }

    private static void print(PrintWriter out, Table table, TableHealth health, List<HealthChecks.Check> checks) {
        long work = checks.stream().filter(check -> !check.isFine()).count();
        out.printf(
                "%s: version %,d: %s%n%n",
                table.folder().id(),
                health.version(),
                work == 0 ? "healthy" : work == 1 ? "1 check asks for work" : work + " checks ask for work");
        TextTable text = new TextTable(List.of("check", "found", "state", "what to do"));
        checks.forEach(check -> text.row(
                check.name(), check.found(), check.isFine() ? "ok" : "work", check.isFine() ? "" : check.advice()));
        text.print(out);
    }

    private static void writeJson(PrintWriter out, Table table, TableHealth health, List<HealthChecks.Check> checks)
            throws IOException {
        JsonGenerator g = Json.lines(out);
        g.writeStartObject();
        g.writeStringField("table", table.folder().id());
        g.writeNumberField("version", health.version());
        g.writeBooleanField("healthy", health.work().isEmpty());
        for (Map.Entry<String, Number> figure : health.figures().entrySet()) {
            g.writeFieldName(figure.getKey());
            if (figure.getValue() instanceof Double share) {
                g.writeNumber(share);
            } else {
                g.writeNumber(figure.getValue().longValue());
            }
        }
        g.writeArrayFieldStart("work");
        for (HealthChecks.Check check : checks) {
            if (!check.isFine()) {
                g.writeStartObject();
                g.writeStringField("check", check.name());
                g.writeStringField("found", check.found());
                g.writeStringField("advice", check.advice());
                g.writeEndObject();
            }
        }
        g.writeEndArray();
        g.writeEndObject();
        g.flush();
        out.println();
    }

    private static void writeMetrics(PrintWriter out, Table table, TableHealth health) {
        String label = "{table=\""
                + table.folder()
                        .id()
                        .replace("\\", "\\\\")
                        .replace("\"", "\\\"")
                        .replace("\n", "\\n") + "\"}";
        health.gauges()
                .forEach((name, value) -> out.print("# TYPE " + name + " gauge\n" + name + label + " " + value + "\n"));
        out.print("# EOF\n");
    }
}
