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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds the arrows between the floors of modules; see docs/adr/0001. */
final class FloorsTest {
    private final Types types = Types.topLevel();

    /**
     * The floors of a module, packages below its {@code internal} or named in full.
     *
     * @param root the root package of the module
     * @param names from the ground up: a floor uses those before it
     */
    record Floors(String root, List<String> names) {
        /** The number of a type's floor; -1 for a type of the root package, or of another module. */
        int of(String type) {
            return names.stream().map(this::packageOf).toList().indexOf(Types.packageOf(type));
        }

        private String packageOf(String name) {
            return name.startsWith(root) ? name : root + ".internal." + name;
        }

        @Override
        public String toString() {
            return root;
        }
    }

    static Stream<Floors> floors() {
        return Stream.of(
                new Floors("dev.stoa.vio", List.of("memory", "disk", "plan", "request", "dev.stoa.vio.hadoop")),
                new Floors(
                        "dev.stoa.reader",
                        List.of(
                                "value",
                                "file",
                                "overlay",
                                "filter",
                                "fetch",
                                "decode",
                                "plan",
                                "scan",
                                "parallel",
                                "verify")),
                new Floors(
                        "dev.stoa.table",
                        List.of(
                                "dev.stoa.table.placement",
                                "schema",
                                "logfile",
                                "log",
                                "scan",
                                "dev.stoa.table.statistics",
                                "commit",
                                "change",
                                "compact",
                                "check")));
    }

    @ParameterizedTest
    @MethodSource("floors")
    void everyFloorHasTypes(Floors floors) {
        for (int i = 0; i < floors.names().size(); i++) {
            int floor = i;
            assertTrue(
                    types.names().stream().anyMatch(type -> floors.of(type) == floor),
                    floors.names().get(i));
        }
        Set<String> strays = new TreeSet<>();
        for (String type : types.names()) {
            if (type.startsWith(floors.root() + ".")
                    && floors.of(type) < 0
                    && !Types.packageOf(type).equals(floors.root())) {
                strays.add(type);
            }
        }
        assertEquals(Set.of(), strays, "types on no floor");
    }

    @ParameterizedTest
    @MethodSource("floors")
    void floorsUseThoseBelow(Floors floors) {
        Set<String> wrong = new TreeSet<>();
        for (String type : types.names()) {
            for (String used : types.usedBy(type)) {
                if (floors.of(type) >= 0 && floors.of(used) > floors.of(type)) {
                    wrong.add(type + " uses " + used);
                }
            }
        }
        assertEquals(Set.of(), wrong);
    }

    /** A floor may use a value of the root package, but not a face, through which it would reach the floors above it. */
    @ParameterizedTest
    @MethodSource("floors")
    void floorsUseNoFaces(Floors floors) {
        Set<String> wrong = new TreeSet<>();
        for (String type : types.names()) {
            if (floors.of(type) < 0) {
                continue;
            }
            for (String used : types.usedBy(type)) {
                if (Types.packageOf(used).equals(floors.root())) {
                    for (String reached : types.reach(Set.of(used))) {
                        if (floors.of(reached) > floors.of(type)) {
                            wrong.add(type + " uses " + used + ", and so " + reached);
                        }
                    }
                }
            }
        }
        assertEquals(Set.of(), wrong);
    }
}
