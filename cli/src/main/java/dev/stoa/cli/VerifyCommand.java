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
package dev.stoa.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.stoa.reader.Verifier;
import dev.stoa.vio.RangeSource;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code stoa verify}. */
@Command(
        name = "verify",
        mixinStandardHelpOptions = true,
        description =
                "Reads whole files and checks every checksum, every rule of the format, and the bounds and counts of "
                        + "MinMax against the data. Says what is broken and where.",
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:all files are sound", "1:something is broken", "2:bad usage"},
        footer = {"", "Examples:", "  stoa verify lineitem.stoa", "  stoa verify --json lake/ | jq '.problems'"})
final class VerifyCommand implements Callable<Integer> {
    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Stoa files, globs or folders.")
    private List<String> files;

    @Option(names = "--json", description = "One JSON object per file.")
    private boolean json;

    @Mixin
    private HadoopOptions hadoop;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        List<InputFiles.Input> inputs = InputFiles.find(files, hadoop.configuration());
        int broken = 0;
        for (InputFiles.Input input : inputs) {
            List<Verifier.Problem> problems;
            try (RangeSource source = OpenFiles.source(input);
                    Progress progress =
                            Progress.start(input.relative(), input.status().getLen(), " MB", 1_000_000)) {
                problems = Verifier.verify(source, (bytes, of) -> progress.reach(bytes));
            }
            broken += problems.isEmpty() ? 0 : 1;
            print(out, input, problems);
        }
        if (inputs.size() > 1 && !json) {
            out.println(inputs.size() + " files, " + broken + " broken");
        }
        out.flush();
        return broken == 0 ? 0 : 1;
    }

    private void print(PrintWriter out, InputFiles.Input input, List<Verifier.Problem> problems) throws IOException {
        if (json) {
            JsonGenerator g = Json.lines(out);
            g.writeStartObject();
            g.writeStringField("file", input.path().toString());
            g.writeBooleanField("sound", problems.isEmpty());
            g.writeArrayFieldStart("problems");
            for (Verifier.Problem problem : problems) {
                g.writeStartObject();
                g.writeStringField("where", problem.where());
                g.writeStringField("what", problem.what());
                g.writeEndObject();
            }
            g.writeEndArray();
            g.writeEndObject();
            g.flush();
            out.println();
        } else if (problems.isEmpty()) {
            out.println(input.path() + ": sound");
        } else {
            out.println(input.path() + ": " + problems.size() + (problems.size() == 1 ? " problem" : " problems"));
            for (Verifier.Problem problem : problems) {
                out.println("  " + Printable.of(problem.toString()));
            }
        }
    }
}
