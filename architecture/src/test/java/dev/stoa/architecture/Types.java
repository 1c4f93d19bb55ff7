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

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The types of all modules, without those of tests, and which of them use which. */
final class Types {
    /** The classes that the build made. */
    static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.stoa");

    /** Whether the build makes the connector of Trino, whose classes are of JDK 25. */
    static final boolean HAS_TRINO = Runtime.version().feature() >= 25;

    private final Map<String, Set<String>> uses = new TreeMap<>();

    private Types() {}

    /** Types as they are written in sources: nested ones are types of their own, anonymous ones belong to the type around them. */
    static Types withNested() {
        Types types = new Types();
        for (JavaClass type : CLASSES) {
            String name = named(type).getName();
            Set<String> used = types.uses.computeIfAbsent(name, n -> new TreeSet<>());
            for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                JavaClass target = dependency.getTargetClass().getBaseComponentType();
                if (target.getPackageName().startsWith("dev.stoa")) {
                    String other = named(target).getName();
                    if (!other.equals(name)) {
                        used.add(other);
                    }
                }
            }
        }
        return types;
    }

    /** Types of source files: what a nested type uses, the one around it uses. */
    static Types topLevel() {
        Types types = new Types();
        withNested().uses.forEach((type, used) -> {
            String top = top(type);
            Set<String> all = types.uses.computeIfAbsent(top, n -> new TreeSet<>());
            used.stream().map(Types::top).filter(other -> !other.equals(top)).forEach(all::add);
        });
        return types;
    }

    private static JavaClass named(JavaClass type) {
        JavaClass named = type;
        while (named.isAnonymousClass() || named.isLocalClass()) {
            named = named.getEnclosingClass().orElseThrow();
        }
        return named;
    }

    private static String top(String type) {
        int nested = type.indexOf('$');
        return nested < 0 ? type : type.substring(0, nested);
    }

    /** The package of a type. */
    static String packageOf(String type) {
        return type.substring(0, type.lastIndexOf('.'));
    }

    Set<String> names() {
        return uses.keySet();
    }

    Set<String> usedBy(String type) {
        return uses.getOrDefault(type, Set.of());
    }

    /** All types that some types use, and these themselves. */
    Set<String> reach(Collection<String> from) {
        Set<String> seen = new TreeSet<>(from);
        Deque<String> open = new ArrayDeque<>(from);
        while (!open.isEmpty()) {
            for (String used : usedBy(open.pop())) {
                if (seen.add(used)) {
                    open.push(used);
                }
            }
        }
        return seen;
    }

    /** Sets of more than one type that all need each other, after Tarjan (SIAM J. Comput. 1972). */
    List<Set<String>> knots() {
        return new Knots().found;
    }

    /** A search for knots in depth, without recursion. */
    private final class Knots {
        private final List<Set<String>> found = new ArrayList<>();
        private final Map<String, Integer> number = new HashMap<>();
        private final Map<String, Integer> lowest = new HashMap<>();
        private final Deque<String> open = new ArrayDeque<>();
        private final Set<String> isOpen = new TreeSet<>();

        Knots() {
            for (String type : uses.keySet()) {
                if (!number.containsKey(type)) {
                    search(type);
                }
            }
        }

        private void search(String start) {
            Deque<String> path = new ArrayDeque<>();
            Map<String, Deque<String>> left = new HashMap<>();
            enter(start, path, left);
            while (!path.isEmpty()) {
                String type = path.peek();
                Deque<String> rest = left.get(type);
                if (!rest.isEmpty()) {
                    String next = rest.pop();
                    if (!number.containsKey(next)) {
                        enter(next, path, left);
                    } else if (isOpen.contains(next)) {
                        lowest.merge(type, number.get(next), Math::min);
                    }
                } else {
                    path.pop();
                    if (!path.isEmpty()) {
                        lowest.merge(path.peek(), lowest.get(type), Math::min);
                    }
                    close(type);
                }
            }
        }

        private void enter(String type, Deque<String> path, Map<String, Deque<String>> left) {
            number.put(type, number.size());
            lowest.put(type, number.get(type));
            open.push(type);
            isOpen.add(type);
            path.push(type);
            left.put(type, new ArrayDeque<>(usedBy(type)));
        }

        private void close(String type) {
            if (!lowest.get(type).equals(number.get(type))) {
                return;
            }
            Set<String> knot = new TreeSet<>();
            String member;
            do {
                member = open.pop();
                isOpen.remove(member);
                knot.add(member);
            } while (!member.equals(type));
            if (knot.size() > 1) {
                found.add(knot);
            }
        }
    }
}
