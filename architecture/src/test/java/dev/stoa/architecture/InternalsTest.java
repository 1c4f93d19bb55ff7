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

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Holds who uses internal packages, and that a product reaches every class; see docs/adr/0001. */
final class InternalsTest {
    private static final String INTERNAL = ".internal";

    /** Modules that use internal packages of others, by the root packages of both. */
    private static final Map<String, Set<String>> GUESTS = Map.of(
            "dev.stoa.format", Set.of("dev.stoa.writer", "dev.stoa.reader", "dev.stoa.table", "dev.stoa.benchmarks"),
            "dev.stoa.reader", Set.of("dev.stoa.arrow", "dev.stoa.delta", "dev.stoa.table"),
            "dev.stoa.vio", Set.of("dev.stoa.writer", "dev.stoa.reader", "dev.stoa.table"));

    /** Classes that are found by their names. */
    private static final Set<String> BY_NAME = Set.of("dev.stoa.format.internal.kernel.VectorKernels");

    private static String module(String type) {
        String[] words = type.split("\\.", -1);
        return words[0] + "." + words[1] + "." + words[2];
    }

    @Test
    void internalPackagesStayWithinTheirModules() {
        Types types = Types.topLevel();
        Map<String, Set<String>> guests = new TreeMap<>();
        Set<String> shown = new TreeSet<>();
        for (String type : types.names()) {
            for (String used : types.usedBy(type)) {
                if ((Types.packageOf(used) + ".").contains(INTERNAL + ".")
                        && !module(used).equals(module(type))) {
                    guests.computeIfAbsent(module(used), m -> new TreeSet<>()).add(module(type));
                    shown.add(type + " uses " + used);
                }
            }
        }
        assertEquals(new TreeMap<>(GUESTS), guests, () -> String.join("\n", shown));
    }

    @Test
    void aProductReachesEveryClass() {
        Types types = Types.topLevel();
        Set<String> products = new TreeSet<>(BY_NAME);
        for (JavaClass type : Types.CLASSES) {
            boolean isPublic = type.getModifiers().contains(JavaModifier.PUBLIC)
                    && !type.getName().contains("$");
            boolean isInternal = (type.getPackageName() + ".").contains(INTERNAL + ".");
            boolean isProduct = !module(type.getName()).equals("dev.stoa.benchmarks");
            if (isPublic && !isInternal && isProduct) {
                products.add(type.getName());
            }
        }
        assertTrue(products.contains("dev.stoa.cli.Main"), "the command line is a product");
        Set<String> unreached = new TreeSet<>(types.names());
        unreached.removeAll(types.reach(products));
        unreached.removeIf(type -> module(type).equals("dev.stoa.benchmarks") || type.endsWith(".package-info"));
        assertEquals(Set.of(), unreached, "no product uses these");
    }
}
