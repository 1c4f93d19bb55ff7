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
package dev.stoa.benchmarks.stores;

import java.util.Arrays;

/**
 * The cost of a workload for a reader.
 *
 * @param micros time of each trial
 * @param requests sent
 * @param bytes read
 * @param wasted of these, bytes that were not requested
 * @param dollars for the requests
 */
public record Outcome(double[] micros, long requests, long bytes, long wasted, double dollars) {

    /** The mean time of all trials. */
    public double meanMicros() {
        return Arrays.stream(micros).average().orElse(0);
    }

    /** The price of the requests and of the machine's time. */
    public double totalDollars() {
        return dollars + meanMicros() * SimulatedStore.MACHINE_DOLLARS_PER_MICRO;
    }
}
