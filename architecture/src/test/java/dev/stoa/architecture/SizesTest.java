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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Holds how large files and packages are, and writes a table of them; see docs/adr/0138. */
final class SizesTest {
    private static final int MOST_TYPES = 60;
    private static final int MOST_LINES = 500;
    private static final int MOST_LINES_OF_TESTS = 650;

    /** Packages that are larger, with their sizes. An entry may become smaller, or go. */
    private static final Map<String, Integer> LARGER = Map.of("dev.stoa.table", 63);

    /** Kernels that are written for each width of bits, by a rule. */
    private static final String BY_RULE = "/dev/stoa/format/internal/kernel/Unpack";

    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

    /** Packages of main code by their folders. */
    private final Map<String, Size> packages = new TreeMap<>();

    private final Map<String, Integer> longFiles = new TreeMap<>();

    /**
     * The size of a package.
     *
     * @param types types of source files
     */
    private record Size(int types, int lines) {
        Size plus(int moreLines) {
            return new Size(types + 1, lines + moreLines);
        }
    }

    @BeforeEach
    void measure() throws IOException {
        for (Path module : modules()) {
            measure(module.resolve("src/main/java"), MOST_LINES);
            measure(module.resolve("src/test/java"), MOST_LINES_OF_TESTS);
        }
    }

    private static List<Path> modules() throws IOException {
        try (Stream<Path> folders = Files.list(ROOT)) {
            return folders.filter(folder -> Files.exists(folder.resolve("pom.xml")))
                    .toList();
        }
    }

    private void measure(Path sources, int most) throws IOException {
        if (!Files.isDirectory(sources)) {
            return;
        }
        boolean isMain = most == MOST_LINES;
        List<Path> files;
        try (Stream<Path> all = Files.walk(sources)) {
            files = all.filter(file -> file.toString().endsWith(".java")
                            && !file.endsWith("package-info.java")
                            && !file.toString().contains(BY_RULE))
                    .toList();
        }
        for (Path file : files) {
            int lines = Files.readAllLines(file).size();
            if (isMain) {
                String name = sources.relativize(file.getParent()).toString().replace('/', '.');
                packages.put(name, packages.getOrDefault(name, new Size(0, 0)).plus(lines));
            }
            if (lines > most) {
                longFiles.put(ROOT.relativize(file).toString(), lines);
            }
        }
    }

    @Test
    void filesAreShort() {
        assertEquals(
                Map.of(),
                longFiles,
                "files of more than " + MOST_LINES + " lines, of tests more than " + MOST_LINES_OF_TESTS);
    }

    @Test
    void packagesAreSmall() throws IOException {
        Map<String, Integer> larger = new TreeMap<>();
        packages.forEach((name, size) -> {
            if (size.types() > MOST_TYPES) {
                larger.put(name, size.types());
            }
        });
        assertEquals(LARGER, larger, "packages of more than " + MOST_TYPES + " types");
        assertTrue(packages.size() > 100, "the test sees packages: " + packages.size());
        Files.writeString(Path.of("target", "sizes.md"), table());
    }

    /** The packages of all modules, their types and lines, and the largest knot with one of their types. */
    private String table() {
        Map<String, Integer> knots = new TreeMap<>();
        for (Set<String> knot : Types.topLevel().knots()) {
            knot.forEach(type -> knots.merge(Types.packageOf(type), knot.size(), Math::max));
        }
        StringBuilder table = new StringBuilder("| package | types | lines | largest knot |\n|---|---:|---:|---:|\n");
        packages.forEach((name, size) -> table.append(
                "| `%s` | %d | %d | %d |%n".formatted(name, size.types(), size.lines(), knots.getOrDefault(name, 1))));
        int nested =
                Types.withNested().knots().stream().mapToInt(Set::size).max().orElse(1);
        return table.append("\nThe largest knot, with nested types counted one by one: %d%n".formatted(nested))
                .toString();
    }
}
