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
package dev.stoa.spark;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A process that runs the statements of its standard input, a line each. */
final class StatementProcess implements AutoCloseable {
    private static final String ROW = "row:";
    private static final String DONE = "done:";
    private static final String FAILED = "failed:";

    private final Process process;
    private final BufferedReader answers;
    private final PrintWriter statements;

    /** Starts it. */
    StatementProcess(ProcessBuilder builder) throws IOException {
        process = builder.start();
        answers = process.inputReader(StandardCharsets.UTF_8);
        statements = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8));
    }

    /** Waits for a line that begins with a word, and returns the rest of it. */
    String after(String word) throws IOException {
        for (String line = answers.readLine(); line != null; line = answers.readLine()) {
            if (line.startsWith(word)) {
                return line.substring(word.length());
            }
        }
        throw new IOException("the process has ended without " + word);
    }

    /**
     * Runs a statement.
     *
     * @return its rows
     * @throws IOException if it is refused, or fails
     */
    List<String> run(String statement) throws IOException {
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
        statements.close();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
