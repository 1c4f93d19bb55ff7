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
import dev.stoa.cli.internal.arguments.HadoopOptions;
import dev.stoa.cli.internal.arguments.Sizes;
import dev.stoa.cli.internal.io.Tables;
import dev.stoa.cli.internal.print.HtmlPage;
import dev.stoa.cli.internal.print.Json;
import dev.stoa.cli.internal.print.LogPicture;
import dev.stoa.cli.internal.print.TextTable;
import dev.stoa.table.CommitInfo;
import dev.stoa.table.CommitSize;
import dev.stoa.table.Table;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code stoa table log}. */
@Command(
        name = "log",
        mixinStandardHelpOptions = true,
        description = {
            "Prints the last commits of a table, newest first.",
            "The rows are those after the commit. The files and bytes are what it added: data files and sidecars."
        },
        footer = {
            "",
            "Examples:",
            "  stoa table log lake/orders",
            "  stoa table log lake/orders -n 1000 --json",
            "  stoa table log lake/orders --html log.html"
        })
final class LogCommand implements Callable<Integer> {
    private static final int SHOWN = 20;

    @Parameters(paramLabel = "TABLE", description = "The folder of a table.")
    private String table;

    @Option(
            names = "-n",
            paramLabel = "N",
            description = "Maximum number of commits. Default: 20 on a terminal and in a page, all elsewhere.")
    private Integer most;

    @Option(names = "--json", description = "Print one JSON object per commit.")
    private boolean json;

    @Option(
            names = "--html",
            paramLabel = "PAGE",
            description = "Write a web page that draws the rows after each commit, and the bytes that it added.")
    private java.nio.file.Path html;

    @Mixin
    private HadoopOptions hadoop;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (most != null && most < 0) {
            throw CommandException.usage("-n is " + most + ", must be 0 or more");
        }
        if (html != null && json) {
            throw CommandException.usage("--html writes a page, and goes without --json");
        }
        PrintWriter out = spec.commandLine().getOut();
        List<CommitSize> sizes = commits();
        if (html != null) {
            HtmlPage.write(html, LogPicture.page(table, sizes));
            out.println(html + " shows it");
            out.flush();
            return 0;
        }
        if (json) {
            for (CommitSize size : sizes) {
                printJson(size, out);
            }
        } else {
            table(sizes).print(out);
        }
        out.flush();
        return 0;
    }

    private static TextTable table(List<CommitSize> sizes) {
        TextTable lines = new TextTable(List.of(
                ">version", "time", "operation", ">rows", ">change", ">files", ">bytes", ">read at", "transaction"));
        for (CommitSize size : sizes) {
            CommitInfo commit = size.commit();
            lines.row(
                    commit.version(),
                    commit.time(),
                    commit.operation(),
                    String.format(Locale.ROOT, "%,d", size.rows()),
                    size.rowChange() == 0 ? "" : String.format(Locale.ROOT, "%+,d", size.rowChange()),
                    size.files() == 0 ? "" : size.files(),
                    size.files() == 0 ? "" : Sizes.text(size.bytes()),
                    commit.base(),
                    commit.transaction());
        }
        return lines;
    }

    private static void printJson(CommitSize size, PrintWriter out) throws IOException {
        CommitInfo commit = size.commit();
        JsonGenerator g = Json.lines(out);
        g.writeStartObject();
        g.writeNumberField("version", commit.version());
        g.writeStringField("time", commit.time().toString());
        g.writeStringField("operation", commit.operation());
        g.writeNumberField("base", commit.base());
        g.writeStringField("transaction", commit.transaction().toString());
        g.writeNumberField("keys", commit.keys());
        g.writeNumberField("rows", size.rows());
        g.writeNumberField("rowChange", size.rowChange());
        g.writeNumberField("files", size.files());
        g.writeNumberField("bytes", size.bytes());
        g.writeEndObject();
        g.flush();
        out.println();
    }

    /** The commits to show. Says so if older ones are left out that were not asked for. */
    private List<CommitSize> commits() throws IOException {
        Table log = Tables.change(table, hadoop.configuration());
        if (most != null) {
            return CommitSize.last(log, most);
        }
        if (html == null && !Boolean.getBoolean("stoa.terminal.out")) {
            return CommitSize.last(log, Integer.MAX_VALUE);
        }
        List<CommitSize> sizes = CommitSize.last(log, SHOWN + 1);
        if (sizes.size() <= SHOWN) {
            return sizes;
        }
        PrintWriter err = spec.commandLine().getErr();
        err.println("stoa: only the last " + SHOWN + " commits are shown: -n 1000 shows more");
        err.flush();
        return sizes.subList(0, SHOWN);
    }
}
