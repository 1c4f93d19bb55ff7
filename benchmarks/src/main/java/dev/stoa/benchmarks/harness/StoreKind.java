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

import java.util.Locale;
import java.util.stream.Stream;

/** The place of the files of a query. */
public enum StoreKind {
    /** Local files, in the page cache. */
    CACHE("page cache"),

    /** An HDFS of one node on this machine. */
    HDFS("HDFS"),

    /** An S3 server on this machine, reached through a proxy that makes it seem far away. */
    S3("S3, 30 ms to the first byte");

    private final String title;

    StoreKind(String title) {
        this.title = title;
    }

    /**
     * The kind of a name.
     *
     * @throws IllegalArgumentException if none exists
     */
    static StoreKind ofLabel(String label) {
        return Stream.of(values())
                .filter(kind -> kind.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("--store " + label + ": there is no such store"));
    }

    /** The name in a case. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** For people. */
    public String title() {
        return title;
    }
}
