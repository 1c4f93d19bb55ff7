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

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableSettings;
import dev.stoa.vio.LocalFolder;
import io.trino.Session;
import io.trino.testing.MaterializedResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The statements of docs/trino.md run as they stand there. */
@Tag("engine")
final class DocumentationTest {
    private static final Path PAGE = Path.of("..", "docs", "trino.md");
    private static final Pattern BLOCK = Pattern.compile("```sql\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern END = Pattern.compile(";[^\\n]*\\n");
    private static final Pattern ROW = Pattern.compile("^\\| `([^`]*)`", Pattern.MULTILINE);
    private static final String TIME = "2026-11-25 12:00:00";

    @TempDir
    private Path warehouse;

    @Test
    void statementsRun() throws Exception {
        try (Server server = new Server(warehouse, 1)) {
            run(server, blocks("Write"));
            TableOperations.of(Table.open(
                            new LocalFolder(warehouse.resolve("sales").resolve("orders")), TableSettings.DEFAULT))
                    .tag("audited", OptionalLong.empty(), false);
            run(server, blocks("Tables"));
            run(server, blocks("Branches"));
            run(server, rows("Look into a table"));
            run(server, rows("Look after a table"));
        }
    }

    private static String section(String title) throws Exception {
        String page = Files.readString(PAGE);
        int start = page.indexOf("\n## " + title + "\n");
        assertTrue(start > 0, title);
        return page.substring(start, page.indexOf("\n## ", start + 1));
    }

    private static List<String> blocks(String title) throws Exception {
        return BLOCK.matcher(section(title))
                .results()
                .flatMap(block -> END.splitAsStream(block.group(1)))
                .filter(statement -> !statement.isBlank())
                .toList();
    }

    /** The statements in the first column of the table of a section. */
    private static List<String> rows(String title) throws Exception {
        return ROW.matcher(section(title))
                .results()
                .map((MatchResult row) -> row.group(1))
                .toList();
    }

    private static void run(Server server, List<String> statements) {
        assertFalse(statements.isEmpty());
        Session session = Session.builder(server.runner().getDefaultSession())
                .setSchema("sales")
                .build();
        for (String statement : statements) {
            // the page's time is before the table was made here
            String now = LocalDateTime.now(Clock.systemUTC())
                    .truncatedTo(ChronoUnit.MILLIS)
                    .toString()
                    .replace('T', ' ');
            MaterializedResult result = server.runner().execute(session, statement.replace(TIME, now));
            if (statement.startsWith("SELECT count")) {
                assertTrue((Long) result.getOnlyValue() > 0, statement);
            }
        }
    }
}
