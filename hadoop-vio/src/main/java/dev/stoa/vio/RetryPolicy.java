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
 * How stubbornly a request is tried.
 *
 * @param attempts how often one request is tried before the read fails; at least 1
 * @param firstDelayMillis pause before the first retry; doubled for each further one, and four times as long where the
 *     store asked for fewer requests
 * @param jitter the share of each pause that is left to chance, from 0 to 1, so that what failed together does not come
 *     back together
 * @param stallMillis an attempt without a byte for this time is abandoned, and counts as failed; 0 for never. Small
 *     reads by the thread that starts them ({@link RequestLimits#inlineBytes}) are not watched
 */
public record RetryPolicy(int attempts, int firstDelayMillis, double jitter, int stallMillis) {

    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException if one is out of its range
     */
    public RetryPolicy {
        Settings.atLeast("attempts", attempts, 1);
        Settings.atLeast("firstDelayMillis", firstDelayMillis, 0);
        Settings.share("jitter", jitter);
        Settings.atLeast("stallMillis", stallMillis, 0);
    }

    /** Returns this policy with another number of attempts, and pause before the first retry. */
    public RetryPolicy withAttempts(int times, int delayMillis) {
        return new RetryPolicy(times, delayMillis, jitter, stallMillis);
    }

    /** Returns this policy with another share of each pause left to chance. */
    public RetryPolicy withJitter(double share) {
        return new RetryPolicy(attempts, firstDelayMillis, share, stallMillis);
    }

    /** Returns this policy with another time after which an attempt counts as failed; 0 for never. */
    public RetryPolicy withStallMillis(int millis) {
        return new RetryPolicy(attempts, firstDelayMillis, jitter, millis);
    }
}
