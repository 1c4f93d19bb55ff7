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
package dev.stoa.spark.internal.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.spark.sql.AnalysisException;
import org.junit.jupiter.api.Test;

/** The page of Spark lists the options that the code takes, for each place where they are given. */
final class OptionsPageTest {
    /** Refusals list them. */
    private static Set<String> known(Options options) {
        String message = assertThrows(AnalysisException.class, () -> options.check("here", Stream.of("nonsense")))
                .getMessage();
        return new TreeSet<>(
                List.of(message.substring(message.lastIndexOf(": ") + 2).split(", ")));
    }

    private static Set<String> quoted(String cell) {
        Set<String> names = new TreeSet<>();
        Pattern.compile("`([^`]+)`")
                .matcher(cell.replaceFirst("; Spark's own .*", ""))
                .results()
                .map((MatchResult found) -> found.group(1))
                .forEach(names::add);
        return names;
    }

    @Test
    void thePageListsAllOptions() throws IOException {
        String page = Files.readString(Path.of("..", "..", "docs", "spark.md"));
        int begin = page.indexOf("| where | options |");
        List<Set<String>> listed = page.substring(begin, page.indexOf("\n\n", begin))
                .lines()
                .skip(2)
                .map(row -> quoted(row.substring(row.lastIndexOf(" | ", row.length() - 2))))
                .sorted(java.util.Comparator.comparing(Set::toString))
                .toList();
        List<Set<String>> known = Stream.of(Options.values())
                .map(OptionsPageTest::known)
                .sorted(java.util.Comparator.comparing(Set::toString))
                .toList();
        assertEquals(known, listed);
    }
}
