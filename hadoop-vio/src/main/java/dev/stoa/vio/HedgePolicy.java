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
package dev.stoa.vio;

/**
 * When a request that takes long is sent a second time, so that the faster answer counts.
 *
 * @param percentile of the times that earlier requests took, from 0 to 1: a request that takes longer is sent again
 * @param leastSamples how many requests must have been seen before the percentile means something
 * @param budget how many requests may be sent again, as a share of all, from 0 to 1; 0 turns hedging off
 */
public record HedgePolicy(double percentile, int leastSamples, double budget) {

    /** No request is sent twice. */
    public static final HedgePolicy OFF = new HedgePolicy(0.95, 100, 0);

    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException if one is out of its range
     */
    public HedgePolicy {
        Settings.share("percentile", percentile);
        Settings.atLeast("leastSamples", leastSamples, 1);
        Settings.share("budget", budget);
    }

    /** Returns this policy with another percentile. */
    public HedgePolicy withPercentile(double share) {
        return new HedgePolicy(share, leastSamples, budget);
    }

    /** Returns this policy with another number of requests that must have been seen. */
    public HedgePolicy withLeastSamples(int requests) {
        return new HedgePolicy(percentile, requests, budget);
    }

    /** Returns this policy with another budget, as a share of all requests; 0 turns hedging off. */
    public HedgePolicy withBudget(double share) {
        return new HedgePolicy(percentile, leastSamples, share);
    }
}
