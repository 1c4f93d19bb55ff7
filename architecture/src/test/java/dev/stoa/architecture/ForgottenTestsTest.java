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
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds that every test runs. JUnit passes over a method that lacks its annotation, and says nothing. */
final class ForgottenTestsTest {
    private static final Pattern METHOD = Pattern.compile("    void (\\w+)\\(.*");

    @Test
    void everyTestHasItsAnnotation() throws IOException {
        Path root = Path.of("").toAbsolutePath().getParent();
        List<String> found = new ArrayList<>();
        List<Path> classes = testClasses(root);
        assertTrue(classes.size() > 300, "only " + classes.size() + " test classes");
        for (Path file : classes) {
            forgotten(Files.readString(file)).forEach(name -> found.add(root.relativize(file) + ": " + name));
        }
        assertEquals(List.of(), found, "write @Test before these methods, or private");
    }

    @Test
    void aMethodWithoutAnnotationIsFound() {
        String text = "\n    @Test\n    void runs() {}\n\n    %s\n    void %s() {}\n";
        assertEquals(List.of("lost"), forgotten(text.formatted("/** Says what. */", "lost")));
        assertEquals(List.of(), forgotten(text.formatted("@BeforeEach", "prepare")));
        assertEquals(List.of(), forgotten(text.formatted("@ValueSource(\n            strings = {\"a\"})", "takes")));
        assertEquals(List.of(), forgotten(text.formatted("", "helps") + "\n        helps();\n"));
    }

    private static List<Path> testClasses(Path root) throws IOException {
        List<Path> classes = new ArrayList<>();
        try (Stream<Path> modules = Files.list(root)) {
            for (Path tests : modules.map(module -> module.resolve("src/test/java"))
                    .filter(Files::isDirectory)
                    .toList()) {
                try (Stream<Path> files = Files.walk(tests)) {
                    files.filter(file -> file.toString().endsWith("Test.java")).forEach(classes::add);
                }
            }
        }
        return classes;
    }

    /** The methods of a test class that have no annotation, and that nothing in it calls. */
    private static List<String> forgotten(String source) {
        List<String> names = new ArrayList<>();
        boolean isAnnotated = false;
        for (String line : source.lines().toList()) {
            Matcher method = METHOD.matcher(line);
            if (method.matches() && !isAnnotated && !isCalled(method.group(1), source)) {
                names.add(method.group(1));
            }
            // an annotation may have lines of its own, but no empty one
            isAnnotated = line.startsWith("    @") || isAnnotated && !line.isBlank() && !method.matches();
        }
        return names;
    }

    private static boolean isCalled(String name, String source) {
        return Pattern.compile("\\b" + name + "\\b").matcher(source).results().count() > 1;
    }
}
