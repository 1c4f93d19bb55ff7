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
package dev.stoa.benchmarks.harness;

import java.util.List;
import java.util.stream.Stream;

/** The settings of the JVM for the measurements of every contender. */
public enum Jvm {
    /** The JDK's own default on a server, nothing tuned. */
    G1("g1", "-XX:+UseG1GC"),

    /** A fixed, touched heap with a large young generation: no page faults and few collections while measuring. */
    TUNED("tuned", "-XX:+UseParallelGC -Xms4g -Xmx4g -Xmn2g -XX:+AlwaysPreTouch -XX:-UseAdaptiveSizePolicy"),

    /** The same with the module of vector instructions. Stoa uses it on JDKs that compile it correctly. */
    VECTOR("vector", TUNED.flags + " --add-modules=jdk.incubator.vector");

    private final String label;
    private final String flags;

    Jvm(String label, String flags) {
        this.label = label;
        this.flags = flags;
    }

    /**
     * The setting of a name.
     *
     * @throws IllegalArgumentException if none exists
     */
    static Jvm ofLabel(String label) {
        return Stream.of(values())
                .filter(jvm -> jvm.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("--jvm " + label + ": there is no such setting"));
    }

    /** The settings that are measured unless one is named. */
    public static Jvm[] usual() {
        return new Jvm[] {G1, TUNED};
    }

    /** The name in a case. */
    public String label() {
        return label;
    }

    /** The flags of the JVM. */
    public List<String> flags() {
        return List.of(flags.split(" ", -1));
    }
}
