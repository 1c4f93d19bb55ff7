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
package dev.stoa.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds that sources for values of 32 and of 64 bits differ in words for the width alone, and that copies are alike; see docs/adr/0062. */
final class TwinsTest {
    private static final String INTEGERS = "format-spec/src/main/java/dev/stoa/format/internal/encoding/integers/";

    /** What both twins say in place of words for the width of values. A fixed table: a new word needs a reason. */
    private static final List<Word> WORDS = List.of(
            new Word("\\b(32|64)(?=[- ]bits?\\b)", "WIDTH"),
            new Word("(?<=\\b2\\^)(32|64)\\b", "WIDTH"),
            new Word("(?<=\\bPack)(32|64)\\b", "WIDTH"),
            new Word("\\b[48]L? \\*", "BYTES *"),
            new Word("(?<=\\d)L\\b", ""),
            new Word("\\b(Integer|Long)\\.", "Value."),
            new Word("\\b(Int|Long)(?=[A-Z])", "Value"),
            new Word("(?<=\\bas)(Int|Long)(?=Buffer\\b)", "Value"),
            new Word("\\b(ints|longs)\\b", "values"),
            new Word("\\b(INT|LONG)\\b", "VALUE"),
            new Word("\\((int|long)\\) ", ""),
            new Word("\\b(int|long)\\b", "value"),
            new Word("(?m)^( *)public ", "$1"));

    private record Word(Pattern pattern, String by) {
        Word(String regex, String by) {
            this(Pattern.compile(regex), by);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                INTEGERS + "%sPfor.java",
                INTEGERS + "%sSteps.java",
                INTEGERS + "%sFrequency.java",
                "writer/src/main/java/dev/stoa/writer/%sValues.java"
            })
    void twinsDifferInTheWidthOfValuesAlone(String name) throws IOException {
        Path root = Path.of("").toAbsolutePath().getParent();
        String ints = Files.readString(root.resolve(name.formatted("Int")));
        String longs = Files.readString(root.resolve(name.formatted("Long")));
        assertNotEquals(ints, longs);
        assertEquals(common(ints), common(longs), () -> "mend both twins: " + name);
    }

    /** Modules share no code of tests: what two of them need is there twice. */
    @Test
    void copiesInTestsAreAlike() throws IOException {
        Path root = Path.of("").toAbsolutePath().getParent();
        String hive = Files.readString(root.resolve("hive-serde/src/test/java/dev/stoa/hive/CommandLine.java"));
        String spark = Files.readString(root.resolve("spark-connector/src/test/java/dev/stoa/spark/CommandLine.java"));
        assertNotEquals(hive, spark);
        assertEquals(hive.replace("package dev.stoa.hive;", "package dev.stoa.spark;"), spark);
    }

    @Test
    void otherWordsCount() {
        assertNotEquals(common("int bits = width + 1;"), common("long bits = width + 2;"));
        assertNotEquals(common("offset >> width & mask"), common("offset >>> width & mask"));
        assertEquals(common("int mask = (1 << cut) - 1;"), common("long mask = (1L << cut) - 1;"));
    }

    private static String common(String source) {
        String text = source;
        for (Word word : WORDS) {
            text = word.pattern().matcher(text).replaceAll(word.by());
        }
        return text;
    }
}
