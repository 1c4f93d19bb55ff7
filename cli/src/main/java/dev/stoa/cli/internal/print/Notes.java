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
package dev.stoa.cli.internal.print;

import java.io.PrintWriter;
import java.util.function.Consumer;
import picocli.CommandLine.Model.CommandSpec;

/** Prints notes on decisions of a command, a line each on the error stream. */
public final class Notes {
    private Notes() {}

    /** Returns a printer of the notes of a command. Safe for several threads. */
    public static Consumer<String> of(CommandSpec command) {
        PrintWriter err = command.commandLine().getErr();
        return note -> {
            synchronized (err) {
                err.println("stoa: " + Printable.of(OptionNames.of(command, note)));
                err.flush();
            }
        };
    }
}
