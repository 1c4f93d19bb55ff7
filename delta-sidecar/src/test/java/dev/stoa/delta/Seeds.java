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
package dev.stoa.delta;

import java.util.Random;

/** Random numbers from printed seeds: repeat a run with {@code -DargLine=-Dstoa.seed=...}. */
final class Seeds {
    private Seeds() {}

    static Random random(String test) {
        long seed = Long.getLong("stoa.seed", System.nanoTime());
        System.out.println(test + ": seed " + seed);
        return new Random(seed);
    }

    /** So many operations, or as many times that as {@code -DargLine=-Dstoa.delta.times=...} says. */
    static int operations(int few) {
        return Math.multiplyExact(few, Integer.getInteger("stoa.delta.times", 1));
    }
}
