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
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The services of a HiveServer2 and Hive's JDBC driver, which calls them, in one process. Runs each line of its input as a
 * statement, and prints an answer.
 */
final class JdbcSession {
    /** What the line of an answer begins with. */
    static final String ANSWER = "answer: ";

    private JdbcSession() {}

    public static void main(String[] args) throws Exception {
        Class.forName("org.apache.hive.jdbc.HiveDriver");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (Connection connection = DriverManager.getConnection("jdbc:hive2:///default", "user", "");
                Statement statement = connection.createStatement()) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String answer = "ok";
                try {
                    boolean hasRows = statement.execute(line);
                    while (hasRows && statement.getResultSet().next()) {
                        // errors of a query without tasks come with its rows
                    }
                } catch (SQLException e) {
                    answer = e.getMessage().replace("\n", "\\n");
                }
                System.out.println(System.lineSeparator() + ANSWER + answer);
            }
        }
        System.exit(0); // threads of Hive and Tez stay
    }
}
