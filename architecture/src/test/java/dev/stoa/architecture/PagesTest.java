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
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds that the pages name the modules, arrows and rooms that the tests hold. */
final class PagesTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Pattern WORD = Pattern.compile("`([^`]+)`");

    /** Modules whose arrows the record does not list: of the build alone, and Python's, which gathers jars. */
    private static final Set<String> UNLISTED =
            Set.of("stoa-architecture", "stoa-examples", "stoa-prose", "stoa-python");

    /** The names of rooms and floors, from the ground up, by the root packages of their modules. */
    private static Map<String, List<String>> rooms() {
        Map<String, List<String>> rooms = new TreeMap<>();
        FloorsTest.floors().forEach(floors -> rooms.put(floors.root(), floors.names()));
        RoomsTest.HOUSES.forEach(house -> rooms.put(house.root(), house.rooms()));
        return rooms;
    }

    /** The rooms of a module as a page lists them. Public packages among them have names of their own. */
    private static String list(List<String> rooms) {
        return rooms.stream()
                .filter(room -> !room.isEmpty() && !room.startsWith("dev.stoa"))
                .map(room -> "`" + room + "`")
                .collect(Collectors.joining(", "));
    }

    private static String page(String name) throws IOException {
        return Files.readString(ROOT.resolve(name)).replaceAll("\\s+", " ");
    }

    private static List<String> lines(String name) throws IOException {
        return Files.readAllLines(ROOT.resolve(name));
    }

    @Test
    void theMapListsTheRooms() throws IOException {
        String page = page("ARCHITECTURE.md").replace("`dev.stoa.table.statistics`, ", "");
        rooms().forEach((root, rooms) -> assertTrue(page.contains(list(rooms)), () -> root + ": " + list(rooms)));
    }

    @Test
    void theRecordListsTheRooms() throws IOException {
        String page = page("docs/adr/0001-modules-and-arrows.md");
        rooms().forEach((root, rooms) -> assertTrue(page.contains(list(rooms)), () -> root + ": " + list(rooms)));
    }

    @Test
    void theMapListsTheModules() throws IOException {
        Set<String> listed = new TreeSet<>();
        for (String line : lines("ARCHITECTURE.md")) {
            Matcher row = Pattern.compile("\\| `([a-z-]+)` \\| `.*").matcher(line);
            if (row.matches()) {
                listed.add(row.group(1));
            }
        }
        Set<String> modules = new TreeSet<>();
        try (Stream<Path> folders = Files.list(ROOT)) {
            folders.filter(folder -> Files.exists(folder.resolve("pom.xml")) && !folder.endsWith("bom"))
                    .forEach(folder -> modules.add(folder.getFileName().toString()));
        }
        assertEquals(modules, listed);
    }

    @Test
    void theRecordListsTheArrows() throws IOException {
        Map<String, Set<String>> listed = new TreeMap<>();
        for (String line : lines("docs/adr/0001-modules-and-arrows.md")) {
            String[] cells = line.split("\\|", -1);
            if (cells.length == 6 && cells[2].contains("`stoa-")) {
                words(cells[2]).forEach(module -> listed.put(module, arrows(cells[4])));
            }
        }
        Map<String, Set<String>> held = new TreeMap<>(ModuleArrowsTest.ALLOWED);
        held.keySet().removeAll(UNLISTED);
        assertEquals(held, listed);
    }

    private static List<String> words(String cell) {
        return WORD.matcher(cell).results().map(word -> word.group(1)).toList();
    }

    private static Set<String> arrows(String cell) {
        String names = cell.replaceAll("\\(.*", "").replace("`", "").strip();
        if (names.startsWith("nothing")) {
            return Set.of();
        }
        return Stream.of(names.split(", ")).map(name -> "stoa-" + name).collect(Collectors.toCollection(TreeSet::new));
    }
}
