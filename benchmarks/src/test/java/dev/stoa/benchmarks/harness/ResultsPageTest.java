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
package dev.stoa.benchmarks.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ResultsPageTest {
    private static final Path ROOT = Path.of("..");

    private static final List<Reached> SOME = List.of(
            Reached.of("wide.time", "1,000 columns", 4.84),
            Reached.of("wide.bytes", "1,000 columns", 0.5),
            new Reached(Goals.of("vio.checksum"), "checked", 2.1, 1.9, 2.2, 0.13));

    @TempDir
    private Path folder;

    @Test
    void thePageIsMadeFromTheStoredRuns() throws IOException {
        String page = Files.readString(ROOT.resolve(ResultsPage.PAGE));
        assertEquals(
                ResultsPage.render(page, ROOT.resolve(StoredRun.FOLDER)),
                page,
                "docs/benchmarks.md is not what benchmarks/run report makes");
    }

    /** A person reads it in five minutes: at three seconds for a line of the table. */
    @Test
    void theOverviewIsShort() throws IOException {
        String page = Files.readString(ROOT.resolve(ResultsPage.PAGE));
        int start = page.indexOf("## Overview");
        List<String> lines =
                page.substring(0, page.indexOf("\n## ", start)).lines().toList();
        long rows = lines.stream().filter(line -> line.startsWith("|")).count();
        long words = lines.stream()
                .filter(line -> !line.startsWith("|"))
                .mapToLong(line -> line.split(" ").length)
                .sum();
        assertTrue(rows > 50 && rows <= 100, "rows: " + rows);
        assertTrue(words <= 200, "words: " + words);
    }

    @Test
    void aRunIsReadAsItWasWritten() throws IOException {
        Path file = folder.resolve("wide.csv");
        StoredRun run = StoredRun.of(List.of("wide", "--quick"), "a machine", SOME);
        run.write(file);
        assertEquals(run, StoredRun.read(file));
    }

    @Test
    void whatARunPrintsIsWhatThePageShows() throws IOException {
        StoredRun.of(List.of("wide"), "a machine", SOME).write(folder.resolve("wide.csv"));
        String page = ResultsPage.render("before\n<!-- results: wide -->\nold\n<!-- end -->\nbehind", folder);
        assertTrue(page.contains(GoalTable.table(SOME).strip()), page);
        assertTrue(page.startsWith("before\n") && page.endsWith("behind\n"), page);
        assertFalse(page.contains("old"), page);
        assertEquals(page, ResultsPage.render(page, folder), "made once more it is the same");
        assertTrue(page.contains("at least 0.13 |"), page);
    }

    @Test
    void aRunThatIsNotShownIsAFault() throws IOException {
        StoredRun.of(List.of("wide"), "a machine", SOME).write(folder.resolve("wide.csv"));
        IOException left = assertThrows(IOException.class, () -> ResultsPage.render("nothing", folder));
        assertTrue(left.getMessage().contains("[wide]"), left.getMessage());
        assertThrows(IOException.class, () -> ResultsPage.render("<!-- results: fig1 -->\n<!-- end -->", folder));
        assertThrows(IOException.class, () -> ResultsPage.render("<!-- results: wide -->\n", folder));
    }

    @Test
    void missedGoalsAreNamed() {
        assertEquals(
                List.of("missed: 1,000 columns: bytes read, peer : Stoa (Parquet and ORC): 0.5, the goal is"
                        + " more than 1"),
                GoalTable.missed(SOME));
    }

    @Test
    void everyGoalHasItsParts() {
        for (Goal goal : Goals.all().values()) {
            assertFalse(goal.measure().isEmpty() || goal.source().isEmpty(), goal.name());
        }
        assertThrows(IllegalArgumentException.class, () -> Goals.of("no.such"));
    }
}
