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

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Holds the arrows between the rooms of modules; see docs/adr/0001. */
final class RoomsTest {
    private static final String BENCHMARKS = "dev.stoa.benchmarks";
    private static final String ENCODING = "dev.stoa.format.internal.encoding";

    /** Below a package with microbenchmarks: what is made from them. */
    private static final String GENERATED = ".jmh_generated";

    /** The room that is the base package itself: what Spark finds by stored names stays there. */
    private static final String OF_BASE = "";

    /** The modules with rooms that every JDK builds. */
    private static final List<House> ALWAYS = List.of(
            new House(
                    "dev.stoa.cli",
                    "dev.stoa.cli.internal",
                    List.of(
                            "arguments",
                            "completion",
                            "print",
                            "io",
                            "convert",
                            "files",
                            "browse",
                            "tables",
                            "place",
                            "demo"),
                    Set.of()),
            new House(
                    "dev.stoa.spark",
                    "dev.stoa.spark.internal",
                    List.of(OF_BASE, "store", "metastore", "columns", "gather", "read", "write", "table", "catalog"),
                    Set.of("ConcurrentChangeException")),
            new House(
                    "dev.stoa.hive",
                    "dev.stoa.hive.internal",
                    List.of(
                            "columns", "rows", "gather", "values", "store", "plan", "read", "write", "session",
                            "table"),
                    Set.of("StoaSplit", "FragmentId", "VersionId")),
            new House(
                    ENCODING,
                    ENCODING,
                    List.of(
                            "wire",
                            "decode",
                            "select",
                            "choice",
                            "entropy",
                            "integers",
                            "floats",
                            "dictionary",
                            "strings",
                            "columns"),
                    Set.of()),
            new House(
                    BENCHMARKS,
                    BENCHMARKS,
                    List.of(
                            "harness",
                            "charts",
                            "vio",
                            "data",
                            "peers",
                            "kernels",
                            "corpus",
                            "stores",
                            "placement",
                            "queries",
                            "tables",
                            "engines"),
                    Set.of()));

    private static final House TRINO = new House(
            "dev.stoa.trino",
            "dev.stoa.trino.internal",
            List.of("store", "metastore", "columns", "plan", "read", "write", "metadata"),
            Set.of());

    /** The modules with rooms. */
    static final List<House> HOUSES = Stream.concat(
                    ALWAYS.stream(), Stream.of(TRINO).filter(house -> Types.HAS_TRINO))
            .toList();

    private final Types types = Types.topLevel();

    /**
     * A module with rooms.
     *
     * @param root the package of its faces, which use all rooms
     * @param base the package that has the rooms
     * @param rooms the last words of their packages; a room uses only those before it
     * @param values the types of the root package that rooms use; they use no room themselves
     */
    record House(String root, String base, List<String> rooms, Set<String> values) {
        boolean has(String type) {
            return type.startsWith(root + ".");
        }

        /** The number of a type's room; -1 for a face, a value, and a type in no room. */
        int room(String type) {
            String place = Types.packageOf(type).replace(GENERATED, "");
            return rooms.stream().map(this::packageOf).toList().indexOf(place);
        }

        String packageOf(String room) {
            return room.equals(OF_BASE) ? base : base + "." + room;
        }

        boolean isInRoot(String type) {
            return Types.packageOf(type).equals(root);
        }

        boolean isValue(String type) {
            return isInRoot(type) && values.contains(type.substring(root.length() + 1));
        }
    }

    @ParameterizedTest
    @FieldSource("HOUSES")
    void everyTypeHasARoom(House house) {
        Set<String> strays = new TreeSet<>();
        Set<String> filled = new TreeSet<>();
        for (String type : types.names()) {
            if (house.has(type)) {
                if (house.room(type) < 0 && !house.isInRoot(type)) {
                    strays.add(type);
                }
                filled.add(Types.packageOf(type));
            }
        }
        assertEquals(Set.of(), strays, "types in no room");
        house.rooms().forEach(room -> assertTrue(filled.contains(house.packageOf(room)), room));
    }

    @ParameterizedTest
    @FieldSource("HOUSES")
    void roomsUseThoseBefore(House house) {
        Set<String> wrong = new TreeSet<>();
        for (String type : types.names()) {
            for (String used : types.usedBy(type)) {
                boolean isAbove = house.room(used) > house.room(type) || house.isInRoot(used) && !house.isValue(used);
                if ((house.room(type) >= 0 || house.isValue(type)) && isAbove) {
                    wrong.add(type + " uses " + used);
                }
            }
        }
        assertEquals(Set.of(), wrong);
    }

    @ParameterizedTest
    @FieldSource("HOUSES")
    void roomsUseTheValues(House house) {
        Set<String> unused = new TreeSet<>(house.values());
        for (String type : types.names()) {
            if (house.room(type) >= 0) {
                types.usedBy(type).forEach(used -> {
                    if (house.isValue(used)) {
                        unused.remove(used.substring(house.root().length() + 1));
                    }
                });
            }
        }
        assertEquals(Set.of(), unused, "values that no room uses");
    }

    @Test
    void theRootOfTheBenchmarksOnlyStarts() {
        assertEquals(Set.of(BENCHMARKS + ".ForkMain", BENCHMARKS + ".Main"), inPackage(BENCHMARKS));
    }

    @Test
    void theRootOfTheCommandLineOnlyStarts() {
        assertEquals(Set.of("dev.stoa.cli.Main", "dev.stoa.cli.Start"), inPackage("dev.stoa.cli"));
    }

    @Test
    void theRootOfTheEncodingsIsEmpty() {
        assertEquals(Set.of(), inPackage(ENCODING));
    }

    private Set<String> inPackage(String name) {
        Set<String> found = new TreeSet<>();
        for (String type : types.names()) {
            if (Types.packageOf(type).equals(name) && !type.endsWith(".package-info")) {
                found.add(type);
            }
        }
        return found;
    }
}
