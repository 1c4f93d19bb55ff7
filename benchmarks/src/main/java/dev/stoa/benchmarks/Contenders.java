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
package dev.stoa.benchmarks;

import java.util.List;
import java.util.Set;

/** All contenders that read and write files from Java. */
final class Contenders {
    private static final List<Contender> ALL = List.of(new StoaJava(), new ParquetJava(), new OrcJava());

    private Contenders() {}

    static List<String> names() {
        return ALL.stream().map(Contender::name).toList();
    }

    static Contender named(String name) {
        return ALL.stream()
                .filter(c -> c.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no contender '" + name + "': " + names()));
    }

    /** All but those that are left out. */
    static List<Contender> without(Set<String> names) {
        names.forEach(Contenders::named);
        return ALL.stream().filter(c -> !names.contains(c.name())).toList();
    }
}
