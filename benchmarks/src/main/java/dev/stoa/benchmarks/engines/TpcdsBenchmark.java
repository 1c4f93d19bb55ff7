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
package dev.stoa.benchmarks.engines;

import dev.stoa.benchmarks.harness.Reached;
import dev.stoa.benchmarks.harness.Results;
import dev.stoa.benchmarks.harness.UnpinnedBenchmark;
import java.util.List;

/** The queries of TPC-DS in an engine. */
interface TpcdsBenchmark extends UnpinnedBenchmark {
    /** Returns how its figures are shown. */
    TpcdsFigures figures();

    @Override
    default String name() {
        return figures().benchmark();
    }

    @Override
    default String table(Results results) {
        return figures().table(results);
    }

    @Override
    default List<Reached> reached(Results results) {
        return figures().reached(results);
    }

    @Override
    default List<String> faults(Results results) {
        return TpcdsFigures.faults(results);
    }
}
