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
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Follows the links between documents. */
class LinksTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Pattern FENCE = Pattern.compile("(?ms)^\\s*```.*?^\\s*```");
    private static final Pattern LINK = Pattern.compile("\\]\\((?!https?:)([^)#\\s]*)(?:#([^)\\s]+))?\\)");
    private static final Pattern UNUSED = Pattern.compile("Unused numbers[^:]*: `([^.]*)`\\.");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");

    private static List<Path> documents() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT)) {
            return files.filter(file -> file.toString().endsWith(".md"))
                    .filter(file -> !ROOT.relativize(file).toString().contains("target/"))
                    .toList();
        }
    }

    /** The anchors of a document's headings; a heading that comes again gets a number. */
    private static Set<String> anchors(Path file) throws IOException {
        Set<String> anchors = new HashSet<>();
        for (MatchResult heading : HEADING.matcher(
                        FENCE.matcher(Files.readString(file)).replaceAll(""))
                .results()
                .toList()) {
            String name = heading.group(1)
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("[^\\p{L}\\p{N}_ -]", "")
                    .replace(' ', '-');
            for (int again = 0; !anchors.add(again == 0 ? name : name + "-" + again); again++) {
                // taken
            }
        }
        return anchors;
    }

    @Test
    void eachLinkLeadsSomewhere() throws IOException {
        List<String> broken = new ArrayList<>();
        int links = 0;
        for (Path document : documents()) {
            String text = FENCE.matcher(Files.readString(document)).replaceAll("");
            for (MatchResult link : LINK.matcher(text).results().toList()) {
                links++;
                Path target = link.group(1).isEmpty() ? document : document.resolveSibling(link.group(1));
                boolean leads = Files.exists(target)
                        && (link.group(2) == null || anchors(target).contains(link.group(2)));
                if (!leads) {
                    broken.add(ROOT.relativize(document) + ": " + link.group());
                }
            }
        }
        assertEquals(List.of(), broken);
        assertTrue(links > 100, "links are found");
    }

    /** MkDocs would tell, but no build runs it. */
    @Test
    void theSiteHasEachPageAndEachFileThatItLinksTo() throws IOException {
        String script = Files.readString(ROOT.resolve("docs/build"));
        Pattern copied = pattern(script, "grep -zE");
        Pattern left = pattern(script, "grep -zvE");
        List<String> broken = new ArrayList<>();
        for (Path document : documents()) {
            if (!isOnSite(document, copied, left)) {
                continue;
            }
            String text = FENCE.matcher(Files.readString(document)).replaceAll("");
            for (MatchResult link : LINK.matcher(text).results().toList()) {
                Path target = document.resolveSibling(link.group(1)).normalize();
                if (Files.isRegularFile(target) && !isOnSite(target, copied, left)) {
                    broken.add(ROOT.relativize(document) + ": " + link.group() + ", which docs/build does not copy");
                }
            }
        }
        String contents = Files.readString(ROOT.resolve("mkdocs.yml"));
        for (Path document : documents()) {
            String name = ROOT.relativize(document).toString();
            if (name.matches("docs/[^/]+") && !contents.contains("- " + name + "\n")) {
                broken.add(name + " is not in the navigation of mkdocs.yml");
            }
        }
        assertEquals(List.of(), broken);
    }

    /** The pattern that a command of the script has in quotes. */
    private static Pattern pattern(String script, String command) {
        int begin = script.indexOf('\'', script.indexOf(command)) + 1;
        return Pattern.compile(script.substring(begin, script.indexOf('\'', begin)));
    }

    private static boolean isOnSite(Path file, Pattern copied, Pattern left) {
        String name = ROOT.relativize(file).toString();
        return copied.matcher(name).find() && !left.matcher(name).find();
    }

    @Test
    void theIndexOfDecisionsIsComplete() throws IOException {
        String index = Files.readString(ROOT.resolve("docs/adr/README.md"));
        List<String> missing = new ArrayList<>();
        try (Stream<Path> records = Files.list(ROOT.resolve("docs/adr"))) {
            for (Path record : records.toList()) {
                String name = record.getFileName().toString();
                if (!name.equals("README.md") && !index.contains("(" + name + ")")) {
                    missing.add(name);
                }
            }
        }
        assertEquals(List.of(), missing, "records without a line in docs/adr/README.md");
    }

    @Test
    void theIndexOfDecisionsNamesTheUnusedNumbers() throws IOException {
        SortedSet<Integer> used = new TreeSet<>();
        try (Stream<Path> records = Files.list(ROOT.resolve("docs/adr"))) {
            records.map(record -> record.getFileName().toString())
                    .filter(name -> name.matches("\\d{4}-.*"))
                    .forEach(name -> used.add(Integer.valueOf(name.substring(0, 4))));
        }
        List<String> unused = IntStream.range(1, used.last())
                .filter(number -> !used.contains(number))
                .mapToObj(number -> String.format(Locale.ROOT, "%04d", number))
                .toList();
        List<String> named = UNUSED.matcher(Files.readString(ROOT.resolve("docs/adr/README.md")))
                .results()
                .flatMap(sentence -> Stream.of(sentence.group(1).split("`, `", -1)))
                .toList();
        assertEquals(unused, named, "docs/adr/README.md says which numbers are unused");
    }
}
