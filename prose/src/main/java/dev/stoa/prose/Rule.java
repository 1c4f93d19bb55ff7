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

import java.util.List;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** A pattern to avoid, as {@code docs/style.md} describes it. */
record Rule(String name, Pattern pattern, String advice) {
    private static final String IS = "(?:is|are|was|were|be|been)";
    /** Where a clause may begin: at the start, or after a mark that ends one. */
    private static final String START = "(?:^|[.:;]\\s)\\s*";

    /** All rules that a pattern can express. */
    static final List<Rule> ALL = List.of(
            rule(
                    "there-is",
                    "\\bthere(?:'s|\\s(?:(?:can|may|must|will|should|would)\\s(?:not\\s)?)?" + IS + ")\\b",
                    "begin with the thing itself"),
            rule(
                    "so-many",
                    "\\b(?:so|however)\\s(?:many|much|few)\\b|\\bas\\smany\\s(?!as)",
                    "name the number or the limit"),
            rule(
                    "headless",
                    "\\b(?:whoever|whomever)\\b|" + START + "(?-i:Who|What)\\s(?![^.]*\\?)",
                    "name the subject: readers, the writer, the table"),
            rule(
                    "nobody",
                    "\\b(?:nobody|no\\sone|somebody|someone|anybody)\\b|" + START + "(?:nothing|none)\\s(?:" + IS
                            + "|has|can)\\b",
                    "name who acts, or turn the sentence round"),
            rule("shall", "\\bshall\\b", "use must, the plain present, or an infinitive"),
            rule(
                    "stranded",
                    "\\bthat\\s[^,.;:()]{1,60}\\sthat\\s(?:is|are|was|were|has|have)\\b|\\b" + IS + "\\sthere\\b",
                    "put the relative clause next to its noun, or use an adjective: retained, existing"),
            rule(
                    "of-which",
                    "\\b(?:of|in|from|by|for|with|to|at|behind|on|through|under|below|into|among|between)\\s(?:which|whom|whose)\\b",
                    "start a new sentence"),
            rule(
                    "told",
                    "\\b" + IS + "\\s(?:believed|told|asked|said|thought|meant|wanted|looked\\s(?:at|for|into))\\b",
                    "name the agent and use an active verb: the reader checks"),
            rule(
                    "lies",
                    "\\b(?:lie|lies|lay|lain|stand|stands|stood)\\b(?!-)",
                    "say where something is or what stores it"),
            rule("behind", "\\b(?:behind|in\\sfront\\sof|beside)\\b", "use after, before or next to"),
            rule(
                    "but-for",
                    "\\b(?:but\\s(?:for|by|with|what|that)|nothing\\sbut|all\\sbut|none\\sbut|anything\\sbut|nothing\\selse|no\\sother)\\b",
                    "use only or except"));

    private static Rule rule(String name, String pattern, String advice) {
        return new Rule(name, Pattern.compile(pattern, Pattern.CASE_INSENSITIVE), advice);
    }

    void check(Paragraph paragraph, Consumer<Fault> faults) {
        pattern.matcher(paragraph.text())
                .results()
                .forEach((MatchResult found) ->
                        faults.accept(new Fault(paragraph.lineOf(found.start()), name, found.group(), advice)));
    }
}
