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

/**
 * A bound that a measurement should reach.
 *
 * @param name of the goal; its first word is the benchmark
 * @param measure the quantity, perhaps a ratio of two
 * @param peer the contender that Stoa is compared with, or nothing
 * @param sense the side of the bound where it is met
 * @param bound the number
 * @param source the origin of the bound
 */
public record Goal(String name, String measure, String peer, Sense sense, double bound, String source) {

    /** The side of its bound where a goal is met. */
    public enum Sense {
        AT_LEAST(">=", "at least"),
        AT_MOST("<=", "at most"),
        MORE(">", "more than");

        private final String sign;
        private final String words;

        Sense(String sign, String words) {
            this.sign = sign;
            this.words = words;
        }

        static Sense ofSign(String sign) {
            for (Sense sense : values()) {
                if (sense.sign.equals(sign)) {
                    return sense;
                }
            }
            throw new IllegalArgumentException("a goal's bound starts with >=, <= or >, not with '" + sign + "'");
        }
    }

    /** The benchmark that measures it. */
    public String benchmark() {
        return name.substring(0, name.indexOf('.'));
    }

    /** Whether a value is on the right side of the bound. */
    public boolean isMet(double value) {
        return isMet(value, bound);
    }

    /** Whether a value is on the right side of a bound, this goal's own or another one. */
    boolean isMet(double value, double limit) {
        return switch (sense) {
            case AT_LEAST -> value >= limit;
            case AT_MOST -> value <= limit;
            case MORE -> value > limit;
        };
    }

    /** The bound in words. */
    String bound(double limit) {
        return sense.words + " " + Reached.number(limit);
    }

    /** The quantity, and the contender that Stoa is compared with. */
    String text() {
        return peer.isEmpty() ? measure : measure + " (" + peer + ")";
    }
}
