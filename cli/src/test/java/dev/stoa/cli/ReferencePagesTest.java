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
package dev.stoa.cli;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.TypeKind;
import dev.stoa.interop.csv.SchemaText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The pages of types, of errors and of the API name what the code has. */
class ReferencePagesTest {
    private static final List<String> API = List.of(
            "format-spec",
            "hadoop-vio",
            "writer",
            "reader",
            "delta-sidecar",
            "table",
            "placement",
            "interop",
            "arrow",
            "mapreduce",
            "metrics");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern PYTHON = Pattern.compile("\\(\"dev\\.stoa\\.[a-z.]+\\.(\\w+)\", (\\w+)\\)");
    private static final Pattern EXCEPTION =
            Pattern.compile("public (?:final |sealed )?class (\\w+) extends (?:StoaException|TableException)\\b");

    private static String read(Path path) {
        try {
            return Files.readString(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String page(String name) {
        return read(Path.of("..", "docs", name));
    }

    @Test
    void wordsOfSchemasAreTypes() {
        String page = page("types.md");
        int words = 0;
        for (String line : page.lines().filter(row -> row.startsWith("| ")).toList()) {
            Matcher word = CODE.matcher(line.split("\\|", -1)[2]);
            while (word.find() && !word.group(1).startsWith("--")) {
                String schema = "c " + word.group(1);
                assertDoesNotThrow(() -> SchemaText.parse(schema));
                words++;
            }
        }
        assertTrue(words > 40, words + " words");
        for (TypeKind kind : TypeKind.values()) {
            assertTrue(page.contains(kind.name().toLowerCase(Locale.ROOT)), kind.name());
        }
    }

    /** Each package of the API has a row with classes of it, and each class is public. */
    @Test
    void packagesOfTheApiHaveARow() throws IOException {
        TreeSet<String> named = new TreeSet<>();
        TreeSet<String> classes = new TreeSet<>();
        for (String line : page("api.md").lines().toList()) {
            String[] cells = line.split("\\|", -1);
            if (cells.length == 6) {
                names(cells[3]).forEach(named::add);
                names(cells[4]).forEach(classes::add);
            }
        }
        TreeSet<String> packages = new TreeSet<>();
        for (String module : API) {
            try (Stream<Path> sources = Files.walk(Path.of("..", module, "src", "main", "java"))) {
                sources.filter(source -> source.toString().endsWith(".java"))
                        .filter(source -> !source.toString().contains("internal"))
                        .forEach(source -> {
                            String name = source.getFileName().toString().replace(".java", "");
                            if (read(source).contains("\npublic ")) {
                                packages.add(read(source).replaceAll("(?s).*\npackage ([a-z.]+);.*", "$1"));
                                classes.remove(name);
                            }
                        });
            }
        }
        packages.removeIf(name -> name.startsWith("dev.stoa.interop."));
        assertEquals(packages, named);
        assertEquals(Set.of(), classes, "no public class has this name");
    }

    private static Stream<String> names(String cell) {
        return CODE.matcher(cell).results().map(name -> name.group(1));
    }

    @Test
    void exceptionsHaveARowAndAName() throws IOException {
        Map<String, String> rows = new TreeMap<>();
        for (String line : page("errors.md").lines().toList()) {
            String[] cells = line.split("\\|", -1);
            if (cells.length == 6 && cells[1].contains("Exception`")) {
                rows.put(
                        cells[1].replace("`", "").strip(),
                        cells[4].replace("`", "").strip());
            }
        }
        TreeSet<String> exceptions = new TreeSet<>();
        exceptions.add("StoaException");
        for (String module : new String[] {"format-spec", "writer", "reader", "delta-sidecar", "table"}) {
            try (Stream<Path> sources = Files.walk(Path.of("..", module, "src", "main", "java"))) {
                sources.filter(source -> source.toString().endsWith("Exception.java"))
                        .map(source -> EXCEPTION.matcher(read(source)))
                        .filter(Matcher::find)
                        .forEach(found -> exceptions.add(found.group(1)));
            }
        }
        assertEquals(exceptions, rows.keySet());
        Matcher named = PYTHON.matcher(read(Path.of("../python/src/stoa/_errors.py")));
        Map<String, String> python = new TreeMap<>();
        while (named.find()) {
            python.put(named.group(1), named.group(2));
        }
        python.remove("TargetExistsException");
        python.put("BrokenConstraintException", python.get("TableException"));
        assertEquals(python, rows);
    }
}
