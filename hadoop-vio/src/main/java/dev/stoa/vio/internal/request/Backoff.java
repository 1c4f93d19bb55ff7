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

import dev.stoa.vio.RetryPolicy;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** How long to wait before a retry: longer each time, longer still if the store is throttling, and partly by chance. */
final class Backoff {

    private static final int MAX_DOUBLINGS = 6;
    private static final int THROTTLED_DOUBLINGS = 2;

    private final RetryPolicy policy;
    private final SplittableRandom random; // guarded by this

    /** The same seed gives the same pauses. */
    Backoff(RetryPolicy policy, long seed) {
        this.policy = policy;
        this.random = new SplittableRandom(seed);
    }

    /**
     * Returns the pause before the next attempt.
     *
     * @param failures attempts that have failed, at least 1
     * @param throttled whether the last one failed because the store wants fewer requests
     */
    long nanos(int failures, boolean throttled) {
        int doublings = Math.min(failures - 1, MAX_DOUBLINGS) + (throttled ? THROTTLED_DOUBLINGS : 0);
        long longest = TimeUnit.MILLISECONDS.toNanos((long) policy.firstDelayMillis() << doublings);
        return (long) (longest * (1 - policy.jitter() * chance()));
    }

    private synchronized double chance() {
        return random.nextDouble();
    }
}
