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
package dev.stoa.cli.internal.completion;

import dev.stoa.cli.internal.arguments.Version;
import java.io.PrintWriter;
import java.util.Locale;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code stoa generate-completion}: prints a script that lets a shell complete commands and options. */
@Command(
        name = "generate-completion",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Prints a script that completes commands, options and their values in a shell.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  source <(stoa generate-completion)",
            "  stoa generate-completion --shell fish > ~/.config/fish/completions/stoa.fish"
        })
public final class CompletionCommand implements Runnable {
    /** A shell with a syntax of its own. */
    enum Shell {
        BASH,
        ZSH,
        FISH;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Option(
            names = "--shell",
            defaultValue = "bash",
            paramLabel = "SHELL",
            description =
                    "Shell that runs the script: ${COMPLETION-CANDIDATES}. Default: bash. The script for bash and zsh is the same.")
    private Shell shell;

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        CommandLine stoa = spec.root().commandLine();
        PrintWriter out = spec.commandLine().getOut();
        out.print(
                shell == Shell.FISH
                        ? new FishScript(stoa).text()
                        : AutoComplete.bash(spec.root().name(), stoa));
    }
}
