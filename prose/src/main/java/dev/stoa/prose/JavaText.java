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

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Takes the prose out of Java sources: documentation comments, and descriptions of commands and options. */
final class JavaText {
    private static final Pattern COMMENT = Pattern.compile("/\\*\\*(.*?)\\*/", Pattern.DOTALL);
    private static final Pattern BLOCK = Pattern.compile("(?s)<pre>.*?</pre>");
    private static final Pattern INLINE = Pattern.compile("(?s)\\{@\\w+[^}]*\\}\\p{L}*");
    private static final Pattern BREAKS = Pattern.compile(
            "(?m)<p>|</?[uo]l>|<li>|</?t[rdh]>|^\\s*@(?:param|throws)\\s+\\S+|^\\s*@return|^\\s*@see.*|^\\s*$");
    private static final Pattern TAG = Pattern.compile("</?[a-z][^>]*>");
    private static final Pattern DESCRIPTION = Pattern.compile("\\b(?:description|header|exitCodeList)\\s*=\\s*");
    private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"(\\s*\\+)?");

    private JavaText() {}

    /** The documentation comments of a source. */
    static List<Paragraph> javadoc(String source) {
        List<Paragraph> paragraphs = new ArrayList<>();
        Matcher comments = COMMENT.matcher(source);
        while (comments.find()) {
            String text = comments.group(1).replaceAll("(?m)^[ \\t]*\\*", "");
            text = masked(BLOCK, text, "");
            text = masked(INLINE, text, "X");
            split(lineOf(source, comments.start(1)), text, paragraphs);
        }
        return paragraphs;
    }

    private static void split(int line, String text, List<Paragraph> paragraphs) {
        int start = 0;
        Matcher breaks = BREAKS.matcher(text);
        while (true) {
            boolean isMore = breaks.find();
            int end = isMore ? breaks.start() : text.length();
            String part = TAG.matcher(text.substring(start, end)).replaceAll("");
            if (!part.isBlank()) {
                paragraphs.add(Paragraph.of(line + lineOf(text, start) - 1, part));
            }
            if (!isMore) {
                return;
            }
            start = breaks.end();
        }
    }

    private static String masked(Pattern pattern, String text, String with) {
        return pattern.matcher(text)
                .replaceAll(found -> with
                        + "\n"
                                .repeat(Paragraph.lineEnds(
                                        found.group(), found.group().length())));
    }

    /** The descriptions in annotations of a source: what a command prints as its help. */
    static List<Paragraph> help(String source) {
        List<Paragraph> paragraphs = new ArrayList<>();
        for (MatchResult found : DESCRIPTION.matcher(source).results().toList()) {
            Matcher literal = LITERAL.matcher(source);
            StringBuilder text = new StringBuilder();
            int at = skip(source, found.end());
            while (literal.find(at) && literal.start() == at) {
                text.append(literal.group(1).replaceAll("%n|\\\\n", "\n").replace("\\\"", "\""));
                boolean isJoined = literal.group(2) != null;
                if (!isJoined) {
                    paragraphs.add(new Paragraph(lineOf(source, found.start()), text.toString()));
                    text.setLength(0);
                }
                at = skip(source, literal.end());
            }
        }
        return paragraphs;
    }

    /** The next place that is neither white space nor between two texts of a list. */
    private static int skip(String source, int from) {
        int at = from;
        while (at < source.length() && " \n\t{,".indexOf(source.charAt(at)) >= 0) {
            at++;
        }
        return at;
    }

    private static int lineOf(String text, int offset) {
        return 1 + Paragraph.lineEnds(text, offset);
    }
}
