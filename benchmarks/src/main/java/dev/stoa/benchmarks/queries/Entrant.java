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
package dev.stoa.benchmarks.queries;

import dev.stoa.benchmarks.harness.StoreKind;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A contender and its way to answer the query of Figure 1.
 *
 * @param contender the contender's name
 * @param variant the variant of the file, followed by the way to read it, if the contender has several
 * @param stores the stores that it can read
 * @param takesAggregates whether its library answers a maximum from metadata, if possible
 */
record Entrant(String contender, String variant, Set<StoreKind> stores, boolean takesAggregates) {
    /** The suffix of the variant of a file that stays open, or whose metadata its library keeps in a session. */
    static final String OPENED = " opened";

    /** The suffix of the variant of a database's own file, which stays open too. */
    private static final String BUFFERS = " buffers";

    /** The suffix of the variant of a file that is mapped into memory. */
    private static final String MAPPED = " mapped";

    private static final Set<StoreKind> EVERYWHERE = EnumSet.allOf(StoreKind.class);
    private static final Set<StoreKind> LOCALLY = EnumSet.of(StoreKind.CACHE);

    /** All: the fastest variant of each. */
    static final List<Entrant> ALL = List.of(
            new Entrant("stoa", "default", EVERYWHERE, true),
            new Entrant("parquet-java", "v1_none", EVERYWHERE, false),
            new Entrant("spark-parquet", "v1_none", EVERYWHERE, false),
            new Entrant("orc", "none", EVERYWHERE, false),
            new Entrant("duckdb-parquet", "v1_none", LOCALLY, true),
            new Entrant("vortex-jni", "default", LOCALLY, false),
            new Entrant("vortex-jni", "default" + OPENED, LOCALLY, false),
            new Entrant("vortex-native", "default" + MAPPED, LOCALLY, false),
            new Entrant("vortex-native", "default", EnumSet.of(StoreKind.CACHE, StoreKind.S3), false),
            new Entrant("stoa", "default" + OPENED, LOCALLY, true),
            new Entrant("duckdb", "default" + BUFFERS, LOCALLY, true));

    /** Explains missing contenders, and files that stay open. */
    static final String REMARK = """
            DuckDB and Vortex have no client of HDFS. To read from S3 DuckDB loads an extension that is no part of its package;
            Vortex's Java library was not driven there. "opened" and "buffers" are files that stay open from query to query, so
            that their metadata is not read again (DuckDB keeps data too); they are compared with each other only.
            """;

    /** The variant of the file. */
    String fileVariant() {
        int space = variant.indexOf(' ');
        return space < 0 ? variant : variant.substring(0, space);
    }

    /** Whether its file stays open: then it is compared only with others that stay open. */
    boolean keepsOpen() {
        return variant.endsWith(OPENED) || variant.endsWith(BUFFERS);
    }

    /** Whether its file is mapped into memory, so that its reads are not counted. */
    boolean isMapped() {
        return variant.endsWith(MAPPED);
    }

    /** Whether its reads of local files go through Java, which sees them as calls, and not only as system calls. */
    boolean runsInJava() {
        return stores.equals(EVERYWHERE) || isStoa();
    }

    boolean isStoa() {
        return contender.equals("stoa");
    }

    /** How results name it. */
    String who() {
        return contender + " " + variant;
    }

    /** The one of a contender and a variant. */
    static Entrant of(String contender, String variant) {
        return ALL.stream()
                .filter(e -> e.contender.equals(contender) && e.variant.equals(variant))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(contender + " " + variant + " answers no queries"));
    }

    /** Those that can read from a store. */
    static List<Entrant> on(StoreKind store, Set<String> without) {
        return ALL.stream()
                .filter(e -> e.stores.contains(store) && !without.contains(e.contender))
                .toList();
    }

    /** Their contenders, each once. */
    static List<String> contenders(Stream<Entrant> entrants) {
        return entrants.map(Entrant::contender).distinct().toList();
    }
}
