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
package dev.stoa.cli.internal.arguments;

import dev.stoa.interop.FileKind;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The format of the files that a command reads. */
public final class FormatOption {
    @Option(
            names = "--from",
            paramLabel = "KIND",
            converter = ReadableFormat.class,
            completionCandidates = ReadableFormat.class,
            description =
                    "Format of the inputs: ${COMPLETION-CANDIDATES}. Default: by extension, otherwise by their first bytes. "
                            + "Text from a pipe needs it.")
    private FileKind from;

    /** Returns the format; empty: each file shows it. */
    public Optional<FileKind> kind() {
        return Optional.ofNullable(from);
    }

    /**
     * Refuses a table, whose log tells the format of its files.
     *
     * @throws CommandException if the option is given
     */
    public void refuseTable(String table) {
        if (from != null) {
            throw CommandException.usage("--from is for files, and " + table + " is a table: leave it out");
        }
    }
}
