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

import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import morfologik.speller.Speller;
import morfologik.stemming.Dictionary;

/** Finds words that neither a dictionary of British English nor the project's own list has. For one thread. */
final class Spelling {
    static final String RULE = "spelling";

    private static final String DICTIONARY = "/org/languagetool/resource/en/hunspell/en_GB.dict";
    /** Words of letters; names with digits, dots, dashes or capitals within them are none. */
    private static final Pattern WORD = Pattern.compile(
            "(?<![\\p{L}\\p{N}_./@#$+-])\\p{L}\\p{Ll}+(?:['’]\\p{Ll}+)?(?![\\p{L}\\p{N}_/@]|[.-][\\p{L}\\p{N}])");

    private static final Pattern PARTS = Pattern.compile("(?<=\\p{L})-(?=\\p{L})");

    private final Speller speller;
    private final Set<String> known;

    /**
     * A check.
     *
     * @param words a file with one known word per line, in lower case unless it is a name
     */
    Spelling(Path words) throws IOException {
        URL dictionary = Spelling.class.getResource(DICTIONARY);
        this.speller = new Speller(Dictionary.read(dictionary), 1);
        this.known = new HashSet<>(Files.readAllLines(words));
    }

    void check(Paragraph paragraph, Consumer<Fault> faults) {
        String text = PARTS.matcher(paragraph.text()).replaceAll(" ");
        Matcher words = WORD.matcher(text);
        while (words.find()) {
            String word = words.group().replace('’', '\'');
            if (!isKnown(word)) {
                faults.accept(new Fault(paragraph.lineOf(words.start()), RULE, word, advice(word)));
            }
        }
    }

    private boolean isKnown(String word) {
        String stem = word.endsWith("'s") ? word.substring(0, word.length() - 2) : word;
        return known.contains(stem) || known.contains(stem.toLowerCase(Locale.ROOT)) || !speller.isMisspelled(stem);
    }

    private String advice(String word) {
        List<String> others = speller.findReplacements(word);
        return (others.isEmpty() ? "" : "perhaps '" + others.get(0) + "'; ")
                + "a word of the field goes into config/prose/words.txt";
    }
}
