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

import dev.stoa.cli.internal.files.LocalSchema;
import dev.stoa.cli.internal.io.ClassArchive;
import dev.stoa.cli.internal.print.CommandOutput;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Optional;

/**
 * Starts the command line. It answers {@code stoa schema FILE} itself where it can, and leaves everything else to {@link Main},
 * whose parser alone takes longer than that.
 */
public final class Start {
    /** Set by the launcher for {@code stoa schema FILE}, if the bundled Hadoop runs without settings. */
    private static final String LOCAL = "stoa.local";

    private Start() {}

    /** Runs one command and exits with its code. */
    public static void main(String[] args) {
        if (Boolean.getBoolean(LOCAL) && isPrinted(args[1])) {
            ClassArchive.keep();
            System.exit(0);
        }
        Main.main(args);
    }

    private static boolean isPrinted(String file) {
        Optional<String> text = LocalSchema.of(file);
        if (text.isEmpty()) {
            return false;
        }
        CommandOutput output = new CommandOutput();
        PrintWriter out = output.writer();
        out.print(text.get());
        out.flush();
        try {
            output.check();
            return true;
        } catch (IOException e) {
            return false; // Main meets the same failure, and says what it is
        }
    }
}
