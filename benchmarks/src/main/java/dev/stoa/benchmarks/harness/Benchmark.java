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

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A benchmark by name. */
public interface Benchmark {

    /** The name that {@code benchmarks/run} takes. */
    String name();

    /** The contenders that take part unless they are left out; none where nothing is compared. */
    default List<String> contenders() {
        return List.of();
    }

    /** Whether its processes share one core, where they can be pinned; otherwise they have all. */
    default boolean isPinned() {
        return true;
    }

    /**
     * Measures.
     *
     * @throws IOException if a contender is missing or fails; the message says which and why
     */
    void run(Options options, Results results) throws IOException;

    /** The table to print after all measurements. */
    String table(Results results);

    /** The values that a run reached, with their goals. */
    default List<Reached> reached(Results results) {
        return List.of();
    }

    /** Wrong results, except missed goals, one line each. Any of them makes the exit code 1. */
    default List<String> faults(Results results) {
        return List.of();
    }

    /** Draws what is worth a picture into a folder, and gives the files. */
    default List<Path> draw(Results results, Path folder) throws IOException {
        return List.of();
    }
}
