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

import java.text.BreakIterator;
import java.util.Locale;
import java.util.StringTokenizer;
import java.util.function.Consumer;

/** Finds sentences of more than one thought, by their length. */
final class LongSentences {
    static final String RULE = "long";
    private static final int MOST_WORDS = 30;

    private LongSentences() {}

    static void check(Paragraph paragraph, Consumer<Fault> faults) {
        String text = paragraph.text();
        BreakIterator sentences = BreakIterator.getSentenceInstance(Locale.UK);
        sentences.setText(text);
        int start = sentences.first();
        for (int end = sentences.next(); end != BreakIterator.DONE; start = end, end = sentences.next()) {
            String sentence = text.substring(start, end);
            int words = new StringTokenizer(sentence).countTokens();
            if (words > MOST_WORDS) {
                faults.accept(new Fault(
                        paragraph.lineOf(start),
                        RULE,
                        sentence.substring(0, Math.min(60, sentence.length())) + "...",
                        "it has " + words + " words: write one thought per sentence, of at most " + MOST_WORDS
                                + " words"));
            }
        }
    }
}
