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
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares the settings that the sources of a module name with those of its page, in both directions. Tests of {@code hadoop-vio},
 * {@code table} and {@code spark-connector} compare the settings of stores, the properties of tables and the options of Spark.
 */
class SettingsPagesTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final String PAGE_OF_TRINO = "docs/trino.md";
    private static final String METADATA_OF_TRINO = "trino-connector/src/main/java/dev/stoa/trino/internal/metadata/";

    /** A key in the sources. One that ends with a dot is the beginning of keys that a program makes for itself. */
    private static final Pattern IN_SOURCES = Pattern.compile("\"(stoa(?:\\.[a-z]+)+)\"");

    private static final Pattern ON_PAGES = Pattern.compile("(?<![\\w./])(stoa\\.(?:[a-z]+\\.)*[a-z]+)(?![\\w.(]*\\()");
    private static final Pattern CONSTANT = Pattern.compile("static final String \\w+ = \"([a-z_]+)\";");
    private static final Pattern ARGUMENT = Pattern.compile("\"?(\\w+)\"? => ");
    private static final Pattern FIRST_CELL = Pattern.compile("(?m)^\\| `([a-z_]+)` \\|");

    /**
     * A page and the modules whose settings it lists.
     *
     * @param prefixes of the settings on the page, because a page also names tables, such as {@code stoa.sales.orders}
     * @param internal keys that are no settings: programs set them for themselves, or write them into files
     */
    record Page(String page, List<String> modules, List<String> prefixes, Set<String> internal) {
        @Override
        public String toString() {
            return page;
        }
    }

    private static Stream<Page> pages() {
        return Stream.of(
                new Page(
                        "docs/hive.md",
                        List.of("hive-serde"),
                        List.of("stoa.column.", "stoa.read."),
                        Set.of(
                                "stoa.change.column",
                                "stoa.change.name",
                                "stoa.change.place",
                                "stoa.pattern",
                                "stoa.pattern.folder",
                                "stoa.scanned.metadata",
                                "stoa.statement.base",
                                "stoa.statement.notes")),
                new Page("docs/mapreduce.md", List.of("mapreduce"), List.of("stoa.mapreduce."), Set.of()),
                new Page(
                        "docs/placement.md",
                        List.of("table", "hdfs-affinity"),
                        List.of("stoa.placement."),
                        Set.of(
                                "stoa.key",
                                "stoa.log",
                                "stoa.log.edition",
                                "stoa.partition",
                                "stoa.sort",
                                "stoa.table")),
                new Page(
                        PAGE_OF_TRINO,
                        List.of("trino-connector"),
                        List.of("stoa.warehouse", "stoa.metastore", "stoa.hadoop."),
                        Set.of()));
    }

    @ParameterizedTest
    @MethodSource("pages")
    void aPageListsTheSettingsOfItsModules(Page page) throws IOException {
        Set<String> inSources = new TreeSet<>();
        for (String module : page.modules()) {
            try (Stream<Path> sources = Files.walk(ROOT.resolve(module).resolve("src/main/java"))) {
                for (Path source : sources.filter(Files::isRegularFile).toList()) {
                    inSources.addAll(found(IN_SOURCES, Files.readString(source)));
                }
            }
        }
        inSources.removeAll(page.internal());
        Set<String> onPage = found(ON_PAGES, Files.readString(ROOT.resolve(page.page())));
        onPage.removeIf(name -> page.prefixes().stream().noneMatch(name::startsWith));
        assertEquals(inSources, onPage);
    }

    @Test
    void thePageOfTrinoListsThePropertiesOfTables() throws IOException {
        String page = Files.readString(ROOT.resolve(PAGE_OF_TRINO));
        int begin = page.indexOf("| `sorted_by` |");
        assertEquals(
                constants("DeclaredProperties.java"),
                found(FIRST_CELL, page.substring(begin, page.indexOf("\n\n", begin))));
    }

    @Test
    void thePageOfTrinoListsTheArgumentsOfProcedures() throws IOException {
        assertEquals(constants("Procedures.java"), found(ARGUMENT, Files.readString(ROOT.resolve(PAGE_OF_TRINO))));
    }

    private static Set<String> constants(String source) throws IOException {
        return found(CONSTANT, Files.readString(ROOT.resolve(METADATA_OF_TRINO + source)));
    }

    private static Set<String> found(Pattern pattern, String text) {
        Set<String> names = new TreeSet<>();
        pattern.matcher(text).results().forEach(match -> names.add(match.group(1)));
        return names;
    }
}
