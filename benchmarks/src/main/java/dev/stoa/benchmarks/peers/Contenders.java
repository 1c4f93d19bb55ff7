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
package dev.stoa.benchmarks.peers;

import dev.stoa.benchmarks.harness.Delivery;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** All contenders. */
public final class Contenders {
    private static final List<Contender> BUILT_IN = List.of(new StoaJava(), new ParquetJava(), new OrcJava());

    private static final String DEFAULT = "default";
    private static final String VORTEX = "vortex-native";
    private static final Set<Delivery> BOTH = Set.of(Delivery.ARRAYS, Delivery.VALUES);
    private static final Set<Delivery> ARRAYS = Set.of(Delivery.ARRAYS);

    private static final List<Contender> PEERS = List.of(
            new JavaPeer(
                    "spark-parquet",
                    "4.2.0",
                    "spark",
                    "dev.stoa.benchmarks.peers.SparkParquet",
                    "parquet-java",
                    List.of(),
                    List.of("v1_none", "v1_snappy", "v2_none"),
                    BOTH),
            new JavaPeer(
                    "duckdb",
                    "2.0.0.1",
                    "native",
                    "dev.stoa.benchmarks.peers.DuckDbNative",
                    "duckdb",
                    List.of(DEFAULT),
                    List.of(DEFAULT),
                    ARRAYS),
            new JavaPeer(
                    "duckdb-parquet",
                    "2.0.0.1",
                    "native",
                    "dev.stoa.benchmarks.peers.DuckDbParquet",
                    "parquet-java",
                    List.of(),
                    List.of(),
                    Set.of()),
            new JavaPeer(
                    "vortex-jni",
                    "0.76.0",
                    "native",
                    "dev.stoa.benchmarks.peers.VortexJni",
                    VORTEX,
                    List.of(),
                    List.of(DEFAULT),
                    ARRAYS),
            new PythonPeer(VORTEX, "0.91.0", List.of(DEFAULT, "compact"), List.of(DEFAULT), List.of(DEFAULT), ARRAYS));

    private static final List<Contender> ALL =
            Stream.concat(BUILT_IN.stream(), PEERS.stream()).toList();

    private Contenders() {}

    /** The contenders that need only this module. */
    public static List<Contender> builtIn() {
        return BUILT_IN;
    }

    public static List<String> names() {
        return ALL.stream().map(Contender::name).toList();
    }

    public static Contender named(String name) {
        return ALL.stream()
                .filter(c -> c.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no contender '" + name + "': " + names()));
    }

    /** All that have such variants, but those that are left out. */
    public static List<Contender> with(Function<Contender, List<String>> variants, Set<String> without) {
        without.forEach(Contenders::named);
        return ALL.stream()
                .filter(c -> !without.contains(c.name()) && !variants.apply(c).isEmpty())
                .toList();
    }
}
