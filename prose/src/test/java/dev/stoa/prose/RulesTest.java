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
package dev.stoa.prose;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Tries the rules on the examples of the style guide, and the extraction of prose on small sources. */
class RulesTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Pattern EXAMPLE = Pattern.compile("(?m)^\\| `([a-z-]+)` \\| `([^`]+)` \\| `([^`]+)` \\|$");

    private static List<String> rulesOf(String text) throws IOException {
        Spelling spelling = new Spelling(ROOT.resolve("config/prose/words.txt"));
        return Prose.faults(new Paragraph(1, text), spelling).stream()
                .map(Fault::rule)
                .toList();
    }

    private static List<String> texts(List<Paragraph> paragraphs) {
        return paragraphs.stream()
                .map(paragraph -> paragraph.line() + " " + paragraph.text().replaceAll("\\s+", " "))
                .toList();
    }

    @Test
    void eachPatternOfTheGuideIsSeenBeforeAndNotAfter() throws IOException {
        List<String> expected =
                new ArrayList<>(Rule.ALL.stream().map(Rule::name).toList());
        expected.add(LongSentences.RULE);
        List<String> named = new ArrayList<>();
        for (MatchResult example : EXAMPLE.matcher(Files.readString(ROOT.resolve("docs/style.md")))
                .results()
                .toList()) {
            String rule = example.group(1);
            named.add(rule);
            assertTrue(rulesOf(example.group(2)).contains(rule), () -> rule + " is not seen: " + example.group(2));
            assertEquals(
                    List.of(),
                    rulesOf(example.group(3).replace("maxBytes", "X")),
                    () -> rule + " is mended by a fault: " + example.group(3));
        }
        assertEquals(expected, named);
    }

    @Test
    void sentencesMayBeginWithAPattern() throws IOException {
        assertEquals(List.of("there-is"), rulesOf("There is a file."));
        assertEquals(List.of("headless"), rulesOf("One file. What is read has rows."));
        assertEquals(List.of(), rulesOf("The scan knows what it reads. What does it cost?"));
    }

    @Test
    void misspeltWordsAreSeen() throws IOException {
        assertEquals(List.of("spelling"), rulesOf("The reader recieves a batch."));
        assertEquals(List.of("spelling"), rulesOf("A half-trunctated file."));
        assertEquals(
                List.of(), rulesOf("Stoa's reader doesn't read Parquet's pages.dat, HDFS, or int96 of fs.s3a.key."));
    }

    @Test
    void markdownLosesCodeAndMarks() {
        assertEquals(
                List.of("1 Title", "3 First X and link goes on.", "6 item", "7 a", "7 b", "12 end"),
                texts(Markdown.paragraphs("""
                        # Title

                        First `there is` and [link](there-is.md)
                        **goes** on.

                        - item
                        | a | b |
                        ```sh
                        there is code
                        ```

                        end
                        """)));
    }

    @Test
    void sourcesGiveCommentsAndHelp() {
        String source = """
                /**
                 * Reads {@code a
                 * b} of it.
                 *
                 * @param name to read
                 */
                @Option(names = "--there-is", description = {"One" + " sentence.", "Another."})
                @Command(description = "A command.", footer = "there is")
                """;
        assertEquals(List.of("2 Reads X of it.", "5 to read"), texts(JavaText.javadoc(source)));
        assertEquals(List.of("7 One sentence.", "7 Another.", "8 A command."), texts(JavaText.help(source)));
    }
}
