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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The statements of docs/hive.md run as they stand there, one after the other. */
@Tag("engine")
class DocumentationTest {
    private static final Path PAGE = Path.of("..", "..", "docs", "hive.md");
    private static final Pattern BLOCK = Pattern.compile("```(sh|sql)\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern COMMAND = Pattern.compile("^hive -e \"(.*)\"$", Pattern.MULTILINE);
    private static final Pattern STATEMENT = Pattern.compile("(.*?);[^\\n]*\\n", Pattern.DOTALL);
    private static final Pattern SETTING = Pattern.compile("set ([a-z.]+)=(.*)");

    @TempDir
    Path folder;

    @Test
    void statementsRun() throws Exception {
        HiveSession hive = HiveSession.shared();
        hive.run("create database page");
        hive.run("use page");
        int ran = 0;
        for (MatchResult block : BLOCK.matcher(Files.readString(PAGE)).results().toList()) {
            Pattern pattern = block.group(1).equals("sh") ? COMMAND : STATEMENT;
            for (MatchResult found : pattern.matcher(block.group(2)).results().toList()) {
                run(hive, found.group(1));
                ran++;
            }
        }
        assertTrue(ran > 15, ran + " statements");
        assertEquals(List.of("1\tfirst\t30.00"), hive.run("select * from accounts where id = 1"));
        assertEquals(List.of("2024-01-01\t2"), hive.run("select day, count(*) from orders group by day"));
        hive.run("use default");
    }

    private void run(HiveSession hive, String statement) throws Exception {
        Matcher setting = SETTING.matcher(statement);
        if (setting.matches()) {
            hive.set(setting.group(1), setting.group(2));
            return;
        }
        if (statement.startsWith("load data")) {
            deliver(Path.of(hive.conf().get("hive.metastore.warehouse.external.dir")));
        }
        List<String> rows = hive.run(statement
                .replace("'/incoming/", "'" + folder + "/incoming/")
                .replace("'/lake/", "'" + folder + "/lake/"));
        assertEquals(statement.startsWith("select"), !rows.isEmpty(), statement);
    }

    /** Puts a file of the page's first table where its next one comes from. */
    private void deliver(Path tables) throws Exception {
        try (Stream<Path> files = Files.walk(tables.resolve("page.db").resolve("orders"))) {
            Path file = files.filter(Files::isRegularFile)
                    .filter(found -> !found.getFileName().toString().startsWith("."))
                    .findFirst()
                    .orElseThrow();
            Files.copy(file, Files.createDirectories(folder.resolve("incoming")).resolve("day1.stoa"));
        }
    }
}
