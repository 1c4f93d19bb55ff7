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

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.hive.OrcRows.Answer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs scripts of statements with tables of STOA, and compares the rows of each statement with those of ORC. The scripts are the
 * cases of Hive's own query files of ORC and Parquet, said anew.
 */
@Tag("engine")
class OrcEquivalenceTest {

    @ParameterizedTest
    @ValueSource(strings = {"types", "pushdown", "partitions", "statistics", "nested", "writes", "evolution"})
    void sameRows(String script) throws Exception {
        List<String> statements = statements(script);
        if (OrcRows.UPDATE) {
            OrcRows.write(script, run(script, "orc", statements));
        }
        List<Answer> answers = run(script, "stoa", statements);
        OrcRows.assertAsOrc(script, answers);
        assertTrue(answers.stream().anyMatch(answer -> !answer.rows().isEmpty()), "no statement has rows");
    }

    private static List<Answer> run(String script, String format, List<String> statements) throws Exception {
        HiveSession hive = HiveSession.shared();
        String database = format + "_" + script;
        hive.run("create database " + database);
        hive.run("use " + database);
        Map<String, String> before = new LinkedHashMap<>();
        List<Answer> results = new ArrayList<>();
        try {
            for (String statement : statements) {
                if (statement.startsWith("set ")) {
                    String[] setting = statement.substring("set ".length()).split("=", 2);
                    String was = hive.set(setting[0].strip(), setting[1].strip());
                    before.putIfAbsent(setting[0].strip(), was);
                    results.add(new Answer(statement, List.of()));
                } else {
                    List<String> rows = hive.run(statement.replace("${format}", format));
                    results.add(new Answer(
                            statement,
                            statement.contains(" order by ")
                                    ? rows
                                    : rows.stream().sorted().toList()));
                }
            }
        } finally {
            before.forEach(hive::set);
            hive.run("use default");
        }
        return results;
    }

    private static List<String> statements(String script) throws IOException {
        try (InputStream in = OrcEquivalenceTest.class.getResourceAsStream("/cases/" + script + ".sql")) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8).replaceAll("(?m)^--.*$", "");
            List<String> statements = new ArrayList<>();
            for (String statement : text.split(";\\s*\\n", -1)) {
                if (!statement.isBlank()) {
                    statements.add(statement.strip());
                }
            }
            assertTrue(
                    statements.stream().anyMatch(s -> s.toLowerCase(Locale.ROOT).startsWith("select")), script);
            return statements;
        }
    }
}
