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

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The rows that Hive gave of tables of ORC, in {@code src/test/resources/cases}. ORC takes as long as what is tested, and gives the
 * same each time; {@code -Dstoa.orc.update=true} asks it again.
 */
final class OrcRows {
    /** Whether ORC is asked again. */
    static final boolean UPDATE = Boolean.getBoolean("stoa.orc.update");

    private static final String STATEMENT = "> ";
    private static final String ROW = "| ";
    private static final Map<String, String> ESCAPES = Map.of("\n", "\\n", "\r", "\\r", "\0", "\\000");

    private OrcRows() {}

    /** What a statement gave. */
    record Answer(String statement, List<String> rows) {}

    private static Path file(String name) {
        return Path.of(System.getProperty("basedir"), "src/test/resources/cases", name + ".rows");
    }

    /** Keeps what ORC gave. */
    static void write(String name, List<Answer> answers) throws IOException {
        List<String> lines = new ArrayList<>();
        for (Answer answer : answers) {
            lines.add(STATEMENT + escaped(answer.statement));
            answer.rows.forEach(row -> lines.add(ROW + escaped(row)));
        }
        Files.write(file(name), lines);
    }

    /** Compares with what ORC gave for the same statements. */
    static void assertAsOrc(String name, List<Answer> answers) throws IOException {
        List<Answer> expected = read(name);
        assertEquals(
                expected.stream().map(Answer::statement).toList(),
                answers.stream().map(Answer::statement).toList(),
                "other statements than those of " + file(name) + ": run this test with -Dstoa.orc.update=true");
        for (int i = 0; i < answers.size(); i++) {
            assertEquals(expected.get(i).rows, answers.get(i).rows, answers.get(i).statement);
        }
    }

    private static List<Answer> read(String name) throws IOException {
        List<Answer> answers = new ArrayList<>();
        for (String line : Files.readAllLines(file(name))) {
            if (line.startsWith(STATEMENT)) {
                answers.add(new Answer(line.substring(STATEMENT.length()).translateEscapes(), new ArrayList<>()));
            } else {
                answers.get(answers.size() - 1)
                        .rows
                        .add(line.substring(ROW.length()).translateEscapes());
            }
        }
        return answers;
    }

    private static String escaped(String text) {
        String escaped = text.replace("\\", "\\\\");
        for (Map.Entry<String, String> escape : ESCAPES.entrySet()) {
            escaped = escaped.replace(escape.getKey(), escape.getValue());
        }
        return escaped;
    }
}
