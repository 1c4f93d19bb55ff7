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

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Holds the prose of the repository to {@code docs/style.md}. The baseline has the faults of old texts as lines of source, rule and
 * count. With {@code -Dprose.lower} its counts fall to those of today; they never rise.
 */
class ProseTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Path BASELINE = ROOT.resolve("config/prose/baseline.txt");
    private static final int SHOWN = 100;

    private static Map<String, Integer> baseline() throws IOException {
        Map<String, Integer> allowed = new TreeMap<>();
        for (String line : Files.readAllLines(BASELINE)) {
            int last = line.lastIndexOf(' ');
            allowed.put(line.substring(0, last), Integer.valueOf(line.substring(last + 1)));
        }
        return allowed;
    }

    @Test
    void noSourceHasMoreFaultsThanItsBaseline() throws IOException {
        Prose prose = Prose.of(ROOT);
        Map<String, Integer> allowed = baseline();
        Map<String, Integer> lower = new TreeMap<>();
        List<String> worse = new ArrayList<>();
        prose.counts()
                .forEach((source, rules) -> rules.forEach((rule, count) -> {
                    String key = source + " " + rule;
                    int most = allowed.getOrDefault(key, 0);
                    if (count > most) {
                        worse.add(key + ": " + count + " faults, " + most + " allowed");
                        prose.faults(source, rule).stream().limit(SHOWN).forEach(fault -> worse.add("    " + fault));
                    }
                    if (Math.min(count, most) > 0) {
                        lower.put(key, Math.min(count, most));
                    }
                }));
        if (System.getProperty("prose.lower") != null) {
            Files.write(
                    BASELINE,
                    lower.entrySet().stream()
                            .map(entry -> entry.getKey() + " " + entry.getValue())
                            .toList());
        } else if (worse.isEmpty() && !lower.equals(allowed)) {
            System.out.println("prose has fewer faults than its baseline: run this test with -Dprose.lower");
        }
        assertEquals(List.of(), worse, () -> "see docs/style.md\n" + String.join("\n", worse) + "\n");
    }
}
