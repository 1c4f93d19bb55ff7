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
package dev.stoa.hive;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Runs statements of Hive for a process with other libraries. Each line of the standard input is one, or a setting, such as
 * {@code set hive.split.update=true}. The answer is a line for each of its rows, behind {@link #ROW}, and then {@link #DONE}, or
 * {@link #FAILED} with why. Other lines are not meant for that process.
 */
public final class HiveStatements {
    private static final String SET = "set ";

    /** Before a row. */
    static final String ROW = "row:";

    /** Behind the last row. */
    static final String DONE = "done:";

    /** Before what went wrong. */
    static final String FAILED = "failed:";

    private HiveStatements() {}

    /** Runs the statements until the input ends. */
    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        HiveSession hive = HiveSession.shared();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String statement = in.readLine(); statement != null; statement = in.readLine()) {
            try {
                if (statement.startsWith(SET)) {
                    String[] setting = statement.substring(SET.length()).split("=", 2);
                    hive.set(setting[0], setting[1]);
                } else {
                    hive.run(statement).forEach(row -> out.println(ROW + row));
                }
                out.println(DONE);
            } catch (Exception e) {
                out.println(FAILED + LogTables.messages(e).replace('\n', ' '));
            }
        }
        // threads of Tez and the metastore would go on
        System.exit(0);
    }
}
