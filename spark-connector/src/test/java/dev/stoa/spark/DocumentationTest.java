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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the documentation shows works as it stands there, one statement after the other. */
@Tag("engine")
class DocumentationTest {
    /** The first SQL after a command that starts it, as a user would paste it. */
    private static final Pattern EXAMPLE = Pattern.compile("spark-sql .*?```\\s+```sql\\n(.*?)```", Pattern.DOTALL);

    private static final Pattern END = Pattern.compile(";[^\\n]*\\n");

    @TempDir
    Path warehouse;

    @ParameterizedTest
    @ValueSource(strings = {"README.md", "docs/spark.md"})
    void statementsRun(String page) throws Exception {
        SparkSession session = Spark.session().newSession();
        Spark.catalog(session, "stoa", warehouse.toString());
        Matcher example = EXAMPLE.matcher(Files.readString(Path.of("..", "..", page)));
        assertTrue(example.find(), page);
        List<String> statements = END.splitAsStream(example.group(1))
                .filter(text -> !text.isBlank())
                .toList();
        assertTrue(statements.size() >= 5, statements.toString());
        for (String statement : statements) {
            long rows = session.sql(statement).count();
            assertEquals(statement.startsWith("select"), rows > 0, statement);
        }
    }
}
