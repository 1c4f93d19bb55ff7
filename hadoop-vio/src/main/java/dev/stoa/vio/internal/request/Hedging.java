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
package dev.stoa.vio.internal.request;

import dev.stoa.vio.HedgePolicy;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/** When requests of one source are sent a second time: after a percentile of what earlier ones took, within a budget. */
final class Hedging {

    private final HedgePolicy policy;
    private final Counters counters;

    Hedging(HedgePolicy policy, Counters counters) {
        this.policy = policy;
        this.counters = counters;
    }

    /** Returns after how many nanoseconds a request is sent again; absent if that is off or too little is known. */
    OptionalLong nanos() {
        if (policy.budget() == 0 || counters.serviceTimes.count() < policy.leastSamples()) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(TimeUnit.MICROSECONDS.toNanos(counters.serviceTimes.micros(policy.percentile())));
    }

    /** Returns whether the budget has room for one more. */
    boolean mayHedge() {
        return counters.hedges.sum() + 1 <= policy.budget() * counters.requestsIssued.sum();
    }
}
