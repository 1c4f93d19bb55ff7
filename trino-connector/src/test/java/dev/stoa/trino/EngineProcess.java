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
package dev.stoa.trino;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Another engine in a process of its own, on the class path of the tests of its module: its libraries clash with Trino's. */
final class EngineProcess implements AutoCloseable {
    private static final String ROW = "row:";
    private static final String DONE = "done:";
    private static final String FAILED = "failed:";

    private final Process process;
    private final BufferedReader answers;
    private final PrintWriter statements;

    /** Starts it. */
    EngineProcess(ProcessBuilder builder) throws IOException {
        process = builder.start();
        answers = process.inputReader(StandardCharsets.UTF_8);
        statements = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8));
    }

    private static Path list(Path module) {
        return module.resolve("target/test-classpath.txt");
    }

    /** Whether a module was built. */
    static boolean isThere(Path module) {
        return Files.exists(list(module));
    }

    /** The class path of the tests of a module. */
    static String classPath(Path module) throws IOException {
        return String.join(
                File.pathSeparator,
                module.resolve("target/test-classes").toString(),
                module.resolve("target/classes").toString(),
                Files.readString(list(module)).strip());
    }

    /** The rest of the first line that begins so. */
    String after(String begin) throws IOException {
        for (String line = answers.readLine(); line != null; line = answers.readLine()) {
            if (line.startsWith(begin)) {
                return line.substring(begin.length());
            }
        }
        throw new IOException("the process has ended before it said " + begin);
    }

    /**
     * Runs a statement.
     *
     * @return its rows
     * @throws IOException if the engine refuses it, or it fails
     */
    List<String> rows(String statement) throws IOException {
        statements.println(statement);
        statements.flush();
        List<String> rows = new ArrayList<>();
        for (String line = answers.readLine(); line != null; line = answers.readLine()) {
            if (line.startsWith(ROW)) {
                rows.add(line.substring(ROW.length()));
            } else if (line.startsWith(DONE)) {
                return rows;
            } else if (line.startsWith(FAILED)) {
                throw new IOException(statement + ": " + line.substring(FAILED.length()));
            }
        }
        throw new IOException(statement + ": the process has ended");
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
